"""tdomcheck against the verdicts of CPython 3.14 on 1,500 sources: `python tests/conformance/syntax_rates.py`."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tdomcheck.catalog.manifest import open_catalog
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.analyse import analyse
from tdomcheck.lint.plan import FilePlan, PlannedRule
from tdomcheck.source.text import SourceText

FILE = Path(__file__).with_name("syntax-3.14.jsonl")
PLAN = FilePlan((PlannedRule("TDC001", None), PlannedRule("TDC008", None)))


@dataclass(frozen=True, slots=True)
class Judged:
    """A source, what CPython 3.14 says of it, and what is said here."""

    number: int
    is_valid: bool
    line: int
    codes: tuple[str, ...]
    found_line: int
    """Of a refusal; 0 where there is none."""

    @property
    def is_beside(self) -> bool:
        """The finding is at the right line or the one before or behind it."""
        return self.codes == ("TDC008",) or abs(self.found_line - self.line) <= 1


@dataclass(frozen=True, slots=True)
class Rates:
    """How many of the sources that CPython refuses are found, found in place, and how many others are refused."""

    refused: int
    found: int
    beside: int
    valid: int
    wronged: int

    def __str__(self) -> str:
        python = f"{platform.python_implementation()} {platform.python_version()}"
        return (
            f"syntax on {python}: {self.found} of {self.refused} refused sources found "
            f"({self.found / self.refused:.1%}), "
            f"{self.beside} of these at the line or beside it ({self.beside / self.found:.1%}), "
            f"{self.wronged} of {self.valid} valid ones refused"
        )


def judged_sources() -> Iterator[Judged]:
    """Each source of the file as a file of its own, with no rule but the syntax."""
    catalog = open_catalog((), "")
    _, *lines = FILE.read_text(encoding="utf-8").splitlines()
    for record in map(json.loads, lines):
        data = record["source"].encode()
        analysis, _ = analyse(data, "example.py", PLAN, catalog)
        assert not analysis.crashes
        lines_found = [ModuleView(SourceText(data)).source.position(item.span.start).line for item in analysis.findings]
        codes = tuple(item.code for item in analysis.findings)
        yield Judged(record["id"], record["ok"], record.get("line", 0), codes, lines_found[0] if lines_found else 0)


@cache
def judged() -> tuple[Judged, ...]:
    """All of them, judged once."""
    return tuple(judged_sources())


def rates() -> Rates:
    """The numbers that are promised."""
    invalid = [item for item in judged() if not item.is_valid]
    valid = [item for item in judged() if item.is_valid]
    found = [item for item in invalid if item.codes]
    return Rates(
        len(invalid),
        len(found),
        sum(item.is_beside for item in found),
        len(valid),
        sum(bool(item.codes) for item in valid),
    )


if __name__ == "__main__":
    print(rates())
