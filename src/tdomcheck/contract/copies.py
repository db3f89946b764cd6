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
    head, body = unit
    copies = [body.replace(f"_{_NUMBER}", f"_{number}") for number in range(count)]
    return example.with_marked(replace(source, text=head + "".join(copies), place=(0, 0)))


def _unit(syntax: Syntax, source: Source) -> tuple[str, str] | None:
    """What stands once, and what is repeated, with a mark behind the names in it that need a number."""
    assert source.place is not None, "asked of marked sources only"
    code = [node for node in syntax.statements if node.type not in IMPORTS]
    start = syntax.line_start(syntax.place(code[0])[0]) if code else 0
    is_mixed = any(node.type in IMPORTS and syntax.place(node)[0] > start for node in syntax.statements)
    if source.place[0] < start or is_mixed:
        start = 0
    names = own_names(syntax)
    texts = [syntax.tree.text(leaf) for leaf in leaves(syntax.tree.root) if leaf.type == "string_content"]
    if any(mentions(text, name) for text in texts for name in names):
        return None
    numbered = edited(source, renamed(syntax, {name: f"{name}_{_NUMBER}" for name in names}))
    return source.text[:start], numbered.text[start:].rstrip("\n") + "\n"


_NUMBER = "N\u00b7"


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
