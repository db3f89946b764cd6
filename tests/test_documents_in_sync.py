"""The generated documents, and the evidence that they are made of; no network, no tdom."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tdomcheck.app.explain import rule_table, rule_text
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.model import RunResult
from tdomcheck.report import render
from tdomcheck.report.context import ReportContext

pytestmark = pytest.mark.one_python

ROOT = Path(__file__).parent.parent


def _load(name: str, path: Path) -> ModuleType:
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


GENERATE = _load("generate_for_tests", ROOT / "docs" / "generate.py")  # also makes what it imports importable

from _generate import compared, evidence, judged, shown  # noqa: E402
from mistakes import CORRECT, GROUPS, MISTAKES, Correct, Mistake  # noqa: E402

COMPARED = _load("compared_for_tests", ROOT / "benchmarks" / "compared.py")

INFOS = judged.infos()
PAGES = (
    "README.md",
    *(f"docs/{path.relative_to(ROOT / 'docs').as_posix()}" for path in sorted(ROOT.glob("docs/**/*.md"))),
)
every_mistake = pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.slug)
every_correct = pytest.mark.parametrize("correct", CORRECT, ids=lambda correct: correct.slug)


def test_what_is_not_in_sync_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "docs" / "rules"
    rules.mkdir(parents=True)
    monkeypatch.setattr(GENERATE, "ROOT", tmp_path)
    pages = {f"docs/rules/{name}.md": f"# {name}\n" for name in ("TDC101", "TDC102", "index")}
    monkeypatch.setattr(GENERATE, "documents", lambda: pages)
    assert GENERATE.main([]) == 0
    capsys.readouterr()
    assert GENERATE.main(["--check"]) == 0
    (rules / "TDC101.md").unlink()
    (rules / "TDC999.md").write_text("# TDC999\n", encoding="utf-8")
    (rules / "index.md").write_text("# Rules of another time\n", encoding="utf-8")

    assert GENERATE.main(["--check"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "docs/rules/TDC101.md: missing",
        "docs/rules/index.md: out of date",
        "docs/rules/TDC999.md: left over; nothing has this name",
        "run python docs/generate.py",
    ]
    assert GENERATE.main([]) == 0
    assert GENERATE.main(["--check"]) == 0
    assert not (rules / "TDC999.md").exists()


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    text = re.sub(r"^(`{3,}).*?^\1$", "", (ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    for target in re.findall(r"(?<!`)\[[^\]\n]+\]\(([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        if path.startswith(("http:", "https:")):
            continue
        document = (ROOT / name).parent / path if path else ROOT / name
        assert document.exists(), f"{name}: {target}"
        if anchor:
            assert anchor in anchors(document.read_text(encoding="utf-8")), f"{name}: {target}"


def anchors(text: str) -> set[str]:
    """Where a link may lead: what is marked, and the headings as GitHub calls them."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)"></a>', text))


@pytest.mark.parametrize("info", INFOS, ids=lambda info: info.code)
def test_the_terminal_and_the_page_say_the_same(info: judged.RuleInfo) -> None:
    page = (ROOT / "docs" / "rules" / f"{info.code}.md").read_text(encoding="utf-8")
    text = rule_text(judged.session(), info.code)

    assert page.startswith(f"# {info.code} {info.slug}\n")
    assert text.startswith(f"# {info.code} {info.slug}\n")
    assert info.docs in page
    assert info.docs in text
    for option in info.options:
        assert f"`{option.name}`" in page
        assert f"`{option.name}`" in text
    assert (info.versions or "all versions") in text or info.group == "meta"
    assert f"({info.code}.md)" in (ROOT / "docs" / "rules" / "index.md").read_text(encoding="utf-8")


def test_the_list_of_rules_says_what_limits_them() -> None:
    lines = {line[:6]: line for line in rule_table(judged.session()).splitlines()}

    assert lines["TDC121"].endswith("(tdom>=0.1.15)")
    assert lines["TDC110"].endswith("(in preview)")
    assert lines["TDC801"].endswith("(needs `forbidden`)")
    assert lines["TDC101"].endswith("so tdom refuses it")


def test_sarif_leads_to_the_page_of_a_rule_of_ours_and_to_none_of_a_plugin(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "marquee.py").write_text(
        "from tdomcheck import authoring as td\n\n\n"
        "class Marquee(td.TemplateRule):\n"
        '    """\n    ## What\n\n    A.\n\n    ## Why\n\n    B.\n\n    ## Instead\n\n    C.\n\n    ## Example\n\n'
        '        t"<a>"\n    """\n\n'
        '    CODE, SLUG, GROUP, SUMMARY = "ACME101", "marquee", "templates", "a marquee"\n'
        "    GATE = td.Gate(features={td.Feature.TEMPLATE})\n"
        "    VALID = ['x = 1']\n"
        "    INVALID = [td.invalid('«x»')]\n\n"
        "    def check_template(self, template):\n        pass\n",
        encoding="utf-8",
    )
    inline = ('plugins = ["rules"]',)
    session = Session(Request(cwd=str(tmp_path), is_isolated=True, uses_cache=False, inline=inline))
    catalog = session.catalog(session.settings).infos
    context = ReportContext(sources={}, version="0.1.0")
    document = json.loads(render("sarif", RunResult((), catalog=catalog), context))
    addresses = {rule["id"]: rule.get("helpUri", "") for rule in document["runs"][0]["tool"]["driver"]["rules"]}

    assert "ACME101" in addresses
    for code, address in addresses.items():
        if code == "ACME101":
            assert address == ""
        else:
            assert address.startswith(f"{context.home}/blob/main/docs/rules/")
            assert (ROOT / "docs" / "rules" / address.rpartition("/")[2]).exists()


def test_a_place_is_shown_with_carets_below_it() -> None:
    assert shown.marked("ab\n  cd\nef", 1, 6) == "ab\n ^\n  cd\n  ^\nef"
    assert next(iter(shown.fenced("```\nx\n```", "text"))) == "````text"
    assert shown.code("a `b` c") == "`` a `b` c ``"
    assert shown.code("") == "(nothing)"


def test_there_are_enough_mistakes_and_each_has_a_name_of_its_own() -> None:
    slugs = [case.slug for case in (*MISTAKES, *CORRECT)]

    assert len(MISTAKES) >= 45
    assert len(set(slugs)) == len(slugs)
    assert all(len(group) >= 3 for group in GROUPS.values())


@every_mistake
def test_a_mistake_is_reported_where_it_is_and_its_twin_is_not(mistake: Mistake) -> None:
    bad, good = mistake.files
    codes = {finding.code for finding in judged.new_on(mistake.marked_lines, bad, good)}

    assert mistake.marked_lines
    assert not mistake.code or mistake.code in codes
    assert [f"{finding.code} {finding.message}" for finding in judged.findings(good)] == []


@every_mistake
def test_a_twin_was_seen_to_run(mistake: Mistake) -> None:
    assert evidence.observed()["examples"][mistake.slug]["good"]["how"] in {"renders", "gives"}


@every_correct
def test_correct_code_runs_and_tdomcheck_is_silent(correct: Correct) -> None:
    assert evidence.observed()["examples"][correct.slug]["good"]["how"] == "renders"
    assert judged.findings(correct.file) == ()


def test_t_linter_was_asked_and_reports_injected_fields() -> None:
    """Else the next test would hold for nothing."""
    asked = evidence.compared()
    assert asked["tools"]["t-linter"]["version"]
    reported = [slug for slug, case in asked["t-linter on correct files"].items() if case["reports"]]
    assert sum(slug.startswith("injected-") for slug in reported) >= 3
    assert sum("t-linter" in compared.seen(mistake) for mistake in MISTAKES) >= 25


def test_what_t_linter_reports_tdomcheck_reports_as_well() -> None:
    assert not list(compared.gaps())


def test_evidence_for_other_examples_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = (*MISTAKES[1:], Mistake(MISTAKES[0].slug, "t", "", "page = «1»", "page = 2"))
    monkeypatch.setattr(evidence, "MISTAKES", changed)
    evidence.observed.cache_clear()
    try:
        with pytest.raises(SystemExit, match=r"recorded for other examples: implied-end-tag; run docs/evidence"):
            evidence.observed()
    finally:
        evidence.observed.cache_clear()


def test_a_tool_sees_what_it_reports_on_a_marked_line_and_not_in_the_twin() -> None:
    mistake = Mistake("a-b", "t", "", "x = 1\npage = «x»", "x = 1\npage = 1")
    line = min(mistake.marked_lines)
    report = COMPARED.Report("a_b_bad.py", line, line, "R1", "m")
    elsewhere = COMPARED.Report("a_b_bad.py", line - 1, line - 1, "R2", "m")
    in_twin = COMPARED.Report("a_b_good.py", line, line, "R1", "m")

    assert COMPARED.seen(mistake, {"a_b_bad.py": [report, elsewhere]}) == [{"line": line, "rule": "R1", "message": "m"}]
    assert COMPARED.seen(mistake, {"a_b_bad.py": [report], "a_b_good.py": [in_twin]}) == []


@pytest.mark.parametrize(
    ("read", "text"),
    [
        ("read_ty", "a_bad.py:3:4: error[some-rule] words\nFound 1 diagnostic\n"),
        (
            "read_ruff",
            json.dumps(
                [{"filename": "/x/a_bad.py", "location": {"row": 3}, "end_location": {"row": 3}}
                 | {"code": "some-rule", "message": "words"}]
            ),
        ),
        (
            "read_pyright",
            json.dumps(
                {"generalDiagnostics": [{"file": "/x/a_bad.py", "rule": "some-rule", "message": "words"}
                 | {"range": {"start": {"line": 2}, "end": {"line": 2}}}]}
            ),
        ),
        (
            "read_t_linter",
            json.dumps(
                {"diagnostics": [{"file": "x/a_bad.py", "start_line": 3, "end_line": 3}
                 | {"rule": "some-rule", "message": "words"}]}
            ),
        ),
    ],
)  # fmt: skip
def test_the_answer_of_a_tool_is_read(read: str, text: str) -> None:
    assert list(getattr(COMPARED, read)(text)) == [COMPARED.Report("a_bad.py", 3, 3, "some-rule", "words")]
