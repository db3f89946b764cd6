"""Every example of every rule that looks at one file, inside of a document: same findings, same places, same fixes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import pytest
from rule_cases import cases_of

from tdomcheck.catalog.manifest import open_catalog
from tdomcheck.contract.examples import examples_of
from tdomcheck.edits.splice import apply_edits
from tdomcheck.lint.analyse import analyse
from tdomcheck.lint.plan import FilePlan, PlannedRule
from tdomcheck.model import Finding, RuleKind
from tdomcheck.source.documents import source_of
from tdomcheck.source.tree import parse_tree

pytestmark = pytest.mark.one_python

CATALOG = open_catalog((), "")
CODES = [info.code for info in CATALOG.infos if info.kind in {RuleKind.CST, RuleKind.TEMPLATE}]


def quoted(text: str) -> str:
    return _behind(text, "> ", "> ```python\n", "> ```\n")


def listed(text: str) -> str:
    return _behind(text, "   ", "1. a\n\n   ```python\n", "   ```\n")


def directive(text: str) -> str:
    return _behind(text, "    ", ".. code-block:: python\n\n", "\nwords\n")


def _behind(text: str, prefix: str, before: str, after: str) -> str:
    lines = [f"{prefix}{line}".rstrip() if not line.strip() else f"{prefix}{line}" for line in text.split("\n")[:-1]]
    return "".join([before, *(f"{line}\n" for line in lines), after])


def session(text: str) -> str:
    """Every statement at a prompt of its own."""
    utf8 = text.encode()
    firsts = {utf8[: node.start_byte].count(b"\n") for node in parse_tree(utf8).root.children}
    lines = [f"{'>>>' if index in firsts else '...'} {line}\n" for index, line in enumerate(text.split("\n")[:-1])]
    return "".join(["```pycon\n", *lines, "```\n"])


def texts_of(code: str, *, taught: bool) -> Iterator[tuple[FilePlan, str]]:
    """What a rule teaches, or its other cases."""
    cls = CATALOG.load(code)
    examples = examples_of(cls, cases_of(cls))
    for example in [example for example in examples if example.name.startswith("cases ") is not taught]:
        source = next(iter(example.files.values()))
        is_plain = source.encoding == "utf-8" and not source.has_bom and not set("\r\f`").intersection(source.text)
        if is_plain and source.text.strip() and not source.text.startswith("\n"):
            plan = FilePlan((PlannedRule(code, None, tuple(example.options.items())),))
            yield plan, f"{source.text.rstrip()}\n"


@cache
def said_alone(plan: FilePlan, text: str) -> tuple[tuple[Finding, ...], ...]:
    """As a file of its own; to most rules a document is like a test."""
    return tuple(analyse(text.encode(), path, plan, CATALOG)[0].findings for path in ("a.py", "test_a.py"))


def fixed(data: bytes, path: str, finding: Finding) -> str:
    assert finding.fix is not None
    return apply_edits(source_of(data, path), finding.fix.standalone().edits).decode()


def bare(text: str) -> list[str]:
    """Blank lines may or may not keep what they stand behind."""
    return [line.rstrip() for line in text.split("\n")]


@pytest.mark.parametrize(
    ("name", "host"), [("a.md", quoted), ("a.md", listed), ("a.rst", directive), ("a.md", session)]
)
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize(
    "taught", [pytest.param(True, id="taught"), pytest.param(False, id="cases", marks=pytest.mark.slow)]
)
def test_an_example_in_a_document(code: str, name: str, host: Callable[[str], str], *, taught: bool) -> None:
    for plan, text in texts_of(code, taught=taught):
        alone = said_alone(plan, text)
        data = host(text).encode()
        inside, _ = analyse(data, name, plan, CATALOG)
        assert inside.blocks == (1, 0)
        said = [item.message for item in inside.findings]
        assert said in [[item.message for item in findings] for findings in alone]
        same = next(findings for findings in alone if [item.message for item in findings] == said)
        for one, other in zip(same, inside.findings, strict=True):
            shown = text.encode()[one.span.start : one.span.end].split(b"\n")[0]
            assert data[other.span.start : other.span.end].split(b"\n")[0].rstrip() == shown.rstrip()
            assert (one.fix is None) == (other.fix is None)
            if one.fix is not None:
                assert bare(fixed(data, name, other)) == bare(host(fixed(text.encode(), "a.py", one)))
