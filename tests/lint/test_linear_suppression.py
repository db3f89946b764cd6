"""A file may hold as many suppression comments as findings: the work grows with their number, not its square."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest
from counting import opcodes
from test_directives import judged

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.directives import directives_in
from tdomcheck.model import Finding, Span
from tdomcheck.source.text import SourceText

SHAPES: dict[str, Callable[[int], str]] = {
    "behind": lambda count: "BAD()  # tdomcheck: ignore[TDC101] x\n" * count,
    "above": lambda count: "# tdomcheck: ignore[TDC101] x\nBAD()\n" * count,
    "above, below each other": lambda count: "# tdomcheck: ignore[TDC101] x\n" * count + "BAD()\n" * count,
    "above, with semicolons": lambda count: "# tdomcheck: ignore[TDC101] x\n" * count + "BAD();" * count + "\n",
    "in brackets": lambda count: "f(\n" + "  # tdomcheck: ignore[TDC101] x\n  BAD,\n" * count + ")\n",
    "behind strings": lambda count: '"""\nBAD"""  # tdomcheck: ignore[TDC101] x\n' * count,
    "blocks": lambda count: "# tdomcheck: disable[TDC101]\nBAD()\n# tdomcheck: enable[TDC101]\n" * count,
    "blocks in blocks": lambda count: (
        "# tdomcheck: disable[TDC101]\n" * count + "BAD()\n" * count + "# tdomcheck: enable[TDC101]\n" * count
    ),
    "blocks that cross": lambda count: (
        "".join(f"# tdomcheck: disable[TDC101, X{number}]\n" for number in range(count))
        + "BAD()\n"
        + "".join(f"# tdomcheck: enable[TDC101, X{number}]\n" for number in range(count))
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_the_work_grows_with_the_comments(shape: str) -> None:
    judged(SHAPES[shape](2))
    small, large = (opcodes(partial(judged, SHAPES[shape](count))) for count in (15, 60))
    assert large < 4.6 * small


def accepted_slowly(source: str, finding: Finding) -> bool:
    directives = directives_in(ModuleView(SourceText(source.encode())), "a.py")
    covers = [span for directive in directives if "TDC101" in directive.codes for span in directive.covers]
    return any(span.start <= finding.span.start < max(span.end, span.start + 1) for span in covers)


def test_a_bisection_finds_what_a_search_finds() -> None:
    lines = [
        "BAD()", "BAD()  # tdomcheck: ignore[TDC101]", "# tdomcheck: ignore[TDC101]", "# tdomcheck: disable[TDC101]",
        "# tdomcheck: enable[TDC101]", "# tdomcheck: ignore[TDC102]", "", "if BAD:\n    BAD\nelse:\n    BAD",
        "BAD; BAD", "f(\n  BAD,\n  # tdomcheck: ignore[TDC101]\n  BAD, BAD,\n  BAD)", '"""\nBAD"""; BAD',
    ]  # fmt: skip
    chance = random.Random(7)  # noqa: S311
    for _ in range(60):
        source = "\n".join(chance.choices(lines, k=12)) + "\n"
        verdict = judged(source)
        accepted = [each.finding for each in verdict.suppressed]
        expected = [finding for finding in accepted if accepted_slowly(source, finding)]
        assert accepted == expected
        assert not any(accepted_slowly(source, finding) for finding in verdict.findings if finding.code == "TDC101")


def test_windows_line_ends_are_counted_like_others() -> None:
    source = "# tdomcheck: ignore[TDC101] x\nif BAD:\n    BAD\n"
    ends = source.replace("\n", "\r\n")
    assert [span.start for span in directives_in(ModuleView(SourceText(ends.encode())), "a.py")[0].covers] == [
        ends.index("if")
    ]
    assert judged(source).suppressed[0].finding.span == Span(33, 36)
    assert len(judged(ends).suppressed) == 1
