"""Many copies of an example in one file, with names of their own, and how the work grows with their number."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import FrameType
from typing import Any  # what a profiler is given differs by event

from tdomcheck.contract.examples import Example, Source, edited
from tdomcheck.contract.expect import contents
from tdomcheck.contract.judge import Judge
from tdomcheck.contract.names import own_names, renamed
from tdomcheck.contract.show import found_frames
from tdomcheck.contract.syntax import IMPORTS, Syntax, leaves, mentions

FEW = 12
MOST_GROWTH = 2.15
"""From FEW to twice and from there to four times as many copies the work grows by the factor two, if it is linear."""
MANY = 1_000


def copied(example: Example, count: int) -> Example | None:
    """The marked file with its code `count` times; None where names in strings forbid it."""
    _, source = example.marked
    unit = _unit(Syntax(source.text), source)
    if unit is None:
        return None
    head, body, names = unit
    copies = [_copy(body, names, number) for number in range(count)]
    return example.with_marked(replace(source, text=head + "".join(copies), place=(0, 0)))


def _unit(syntax: Syntax, source: Source) -> tuple[str, Source, dict[str, str]] | None:
    """What stands once, what is repeated, and the names in it that need a number."""
    assert source.place is not None, "asked of marked sources only"
    statements = [node for node in syntax.statements if node.type not in IMPORTS]
    start = syntax.line_start(syntax.place(statements[0])[0]) if statements else 0
    if source.place[0] < start or any(
        node.type in IMPORTS for node in syntax.statements if syntax.place(node)[0] > start
    ):
        start = 0
    names = own_names(syntax) if start or statements else set()
    texts = [syntax.tree.text(leaf) for leaf in leaves(syntax.tree.root) if leaf.type == "string_content"]
    if any(mentions(text, name) for text in texts for name in names):
        return None
    numbered = edited(source, renamed(syntax, {name: f"{name}_{_NUMBER}" for name in names}, lambda _: True))
    body = numbered.text[start:] if not start else numbered.text[len(source.text[:start]) :]
    return source.text[:start], replace(numbered, text=body.rstrip("\n") + "\n", place=None), dict.fromkeys(names, "")


_NUMBER = "N\u00b7"


def _copy(body: Source, names: dict[str, str], number: int) -> str:
    return body.text.replace(f"_{_NUMBER}", f"_{number}") if names else body.text


def miscounted(judge: Judge, example: Example, count: int) -> str | None:
    """Whether `count` copies have other than `count` findings; None where the example cannot be copied."""
    many = copied(example, count)
    if many is None:
        return None
    files = contents(many.files)
    said = judge.say(files, example.options)
    if said.trouble:
        return f"in {count:,} copies {said.trouble}"
    if len(said.findings) == count:
        return ""
    return "\n".join([f"{count:,} copies have {len(said.findings):,} findings", *found_frames(said.findings, files)])


def growth(judge: Judge, example: Example) -> str | None:
    """Whether the work grows faster than the number of copies; counted in calls, which no machine changes."""
    sizes = (FEW, 2 * FEW, 4 * FEW)
    made = [copied(example, size) for size in sizes]
    if any(many is None for many in made):
        return None
    inputs = [contents(many.files) for many in made if many is not None]
    judge.say(inputs[0], example.options)  # fills what is kept between calls
    calls = [_calls(judge, files, example) for files in inputs]
    first, second = calls[1] - calls[0], calls[2] - calls[1]
    if second <= MOST_GROWTH * first:
        return ""
    shown = ", ".join(f"{size} copies: {count:,} calls" for size, count in zip(sizes, calls, strict=True))
    return f"the work is not linear: {shown}; the second step costs {second / max(first, 1):.2f} times the first, not 2"


def _calls(judge: Judge, files: dict[str, bytes], example: Example) -> int:
    """The number of function calls, in Python and in C, that judging takes."""
    count = 0

    def tick(_: FrameType, event: str, __: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(tick)
    try:
        judge.say(files, example.options)
    finally:
        sys.setprofile(before)
    return count
