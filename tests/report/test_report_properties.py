"""Whatever a run finds, every format can say it."""

from __future__ import annotations

import json
import subprocess
import sys
from xml.etree import ElementTree as ET

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st
from report_examples import rule
from sarif_conformance import assert_conforming

from tdomcheck.model import (
    Bucket,
    Edit,
    FileOutcome,
    Finding,
    Fix,
    ImportRequest,
    Related,
    RunResult,
    Safety,
    Severity,
    Span,
)
from tdomcheck.report import FORMATS, ReportContext, render
from tdomcheck.report.places import Places
from tdomcheck.report.schema import json_schema

VALIDATOR = jsonschema.Draft202012Validator(json_schema())
ANY_TEXT = st.one_of(
    st.text(st.characters(), max_size=12),
    st.sampled_from(["", "\n", "::error::", "\x1b[0m", "\udcff", "a\r\nb", "##[x]", "](1)", "日\u0301\t"]),
)
PIECES = st.sampled_from(
    [b"\n", b"\r\n", b"\r", b"\t", b"\xff", b"\x00", b"\x0c", "日".encode(), b"e\xcc\x81", b"##[x]", b"x = 1"]
)
BYTES = st.one_of(st.lists(PIECES, max_size=12).map(b"".join), st.binary(max_size=30), st.just(b"y" * 4000))
PATHS = st.sampled_from(["a.py", "d/é b.py", "m\udcff.py", "::x\n.py", "gone.py"])
OFFSETS = st.integers(0, 60)
SPANS = st.builds(lambda start, size: Span(start, start + size), OFFSETS, st.integers(0, 40))
EDITS = st.builds(lambda at, text: Edit(at.start, at.end, text), SPANS, ANY_TEXT)
FIXES = st.builds(
    Fix,
    ANY_TEXT,
    st.lists(EDITS, max_size=3).map(tuple),
    st.sampled_from(Safety),
    st.lists(st.builds(ImportRequest, ANY_TEXT.map("m{}".format), ANY_TEXT), max_size=1).map(tuple),
)
FINDINGS = st.builds(
    Finding,
    PATHS,
    SPANS,
    st.sampled_from(["TDC101", "TDC102", "X"]),
    ANY_TEXT,
    ANY_TEXT,
    st.sampled_from(Severity),
    st.none() | FIXES,
    st.lists(st.builds(Related, PATHS, SPANS, ANY_TEXT), max_size=2).map(tuple),
    ANY_TEXT,
    ANY_TEXT,
)
RUNS = st.builds(
    RunResult,
    findings=st.lists(FINDINGS, max_size=4).map(tuple),
    files=st.lists(st.builds(FileOutcome, PATHS, st.sampled_from(Bucket), ANY_TEXT), max_size=3).map(tuple),
    errors=st.lists(ANY_TEXT, max_size=2).map(tuple),
    catalog=st.just((rule(),)),
    exit_code=st.sampled_from([0, 1, 2]),
)
CONTEXTS = st.builds(
    ReportContext,
    sources=st.dictionaries(PATHS.filter(lambda path: path != "gone.py"), BYTES),
    version=st.just("0.1.0"),
    width=st.integers(0, 120),
    unsafe_fixes=st.booleans(),
    root_prefix=st.sampled_from(["", "sub"]),
    statistics=st.booleans(),
)


@settings(max_examples=100, deadline=None)
@given(RUNS, CONTEXTS)
def test_every_format_renders_anything(result, context):
    shown = {name: render(name, result, context) for name in FORMATS}
    for name, text in shown.items():
        text.encode()
        assert "\x1b" not in text
        assert text.endswith("\n") or name in {"github", "pylint", "azure"}
    for name in ("sarif", "gitlab", "rdjson"):
        json.loads(shown[name])
    assert_conforming(json.loads(shown["sarif"]))
    VALIDATOR.validate(json.loads(shown["json"]))
    records = [json.loads(line) for line in shown["jsonl"].splitlines()]
    assert (records[0]["type"], records[-1]["type"]) == ("start", "summary")
    for name in ("junit", "checkstyle"):
        ET.fromstring(shown[name])  # it is our own


@settings(max_examples=100, deadline=None)
@given(BYTES, SPANS)
def test_regions_are_ordered_and_inside_the_file(data, at):
    places = Places({"a.py": data})
    region = places.region("a.py", at)
    assert (1, 1) <= (region.line, region.column) <= (region.end_line, region.end_column)
    assert region.end_line <= places.view("a.py").line_count
    shown = places.shown("a.py", at)
    assert (shown.line, shown.column) <= (shown.end_line, shown.end_column)


def test_importing_the_package_imports_no_format():
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "import tdomcheck.report\n"
        "new = set(sys.modules) - before\n"
        "heavy = {'json', 'click', 'libcst', 'tree_sitter', 'difflib', 'hashlib'}\n"
        "ours = {name for name in new if name.startswith('tdomcheck.report.as_')}\n"
        "print(sorted(ours | heavy & new))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
