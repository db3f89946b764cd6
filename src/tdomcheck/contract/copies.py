"""Many copies of an example in one file, with names of their own, and how the work grows with their number."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import Any  # what a profiler is given differs by event

import tree_sitter

from tdomcheck.contract.examples import Example, Source, edited
from tdomcheck.contract.expect import comments, contents, unreadable
from tdomcheck.contract.judge import Judge
from tdomcheck.contract.names import own_names, renamed
from tdomcheck.contract.show import found_frames, whole
from tdomcheck.contract.syntax import IMPORTS, Syntax, leaves, mentions
from tdomcheck.edits.imports import import_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Finding
from tdomcheck.regex import compile_all
from tdomcheck.rewrite.choose import choose
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import MOST_NODES, MOST_OPENINGS, parse_tree
from tdomcheck.values import dataclass, replace
from tdomcheck.values.constructor import compiling_at_once

FEW = 6
MANY = 1_000


@dataclass(frozen=True, slots=True)
class Growth:
    """How many calls some numbers of copies took, and the parabola through them."""

    sizes: tuple[int, int, int]
    calls: tuple[int, int, int]

    @property
    def excess(self) -> float:
        """What the square term adds to MANY copies, as a multiple of the linear term; zero where the work is linear."""
        small, middle, large = self.sizes
        first = (self.calls[1] - self.calls[0]) / (middle - small)
        second = (self.calls[2] - self.calls[1]) / (large - middle)
        square = (second - first) / (large - small)
        linear = first - square * (small + middle)
        return square * MANY / max(linear, 1.0)

    def __str__(self) -> str:
        pairs = zip(self.sizes, self.calls, strict=True)
        return ", ".join(f"{size} copies: {count:,} calls" for size, count in pairs)


def copied(example: Example, count: int) -> Example | None:
    """The marked file with its code `count` times; None where names in strings, or in other files, forbid it."""
    path, source = example.marked
    others = [other.text for name, other in example.files.items() if name != path]
    unit = _unit(Syntax(source.text), source, others) if source.is_python else None
    if unit is None:
        return None
    head, body = unit
    copies = [body.replace(f"_{_NUMBER}", f"_{number}") for number in range(count)]
    return example.with_marked(replace(source, text=head + "".join(copies), place=(0, 0)))


def _unit(syntax: Syntax, source: Source, others: Sequence[str]) -> tuple[str, str] | None:
    """What stands once, and what is repeated, with a mark behind the names in it that need a number."""
    code = [node for node in syntax.statements if node.type not in IMPORTS and not _is_docstring(node)]
    start = syntax.line_start(syntax.place(code[0])[0]) if code else 0
    is_mixed = any(node.type in IMPORTS and syntax.place(node)[0] > start for node in syntax.statements)
    if source.mark[0] < start or is_mixed:
        start = 0
    names = own_names(syntax)
    texts = [syntax.tree.text(leaf) for leaf in leaves(syntax.tree.root) if leaf.type == "string_content"]
    if any(mentions(text, name) for text in (*texts, *others) for name in names):
        return None
    numbered = edited(source, renamed(syntax, {name: f"{name}_{_NUMBER}" for name in names}))
    return source.text[:start], numbered.text[start:].rstrip("\n") + "\n"


def _is_docstring(statement: tree_sitter.Node) -> bool:
    """Repeated with the code it would be an expression, and the imports below it would be repeated, too."""
    return statement.prev_sibling is None and [child.type for child in statement.children] == ["string"]


_NUMBER = "N\u00b7"


def fitting(example: Example) -> int:
    """As many of MANY copies as rules look at: of a long example fewer make a file that is past a limit."""
    _, source = example.marked
    utf8 = source.text.encode()
    nodes, openings = parse_tree(utf8).root.descendant_count, utf8.count(b"<")
    return max(FEW, min(MANY, MOST_NODES // (nodes + 1), MOST_OPENINGS // (openings + 1)))


def is_about_names(judge: Judge, example: Example) -> bool:
    """Whether what is found depends on names that the example defines: copies have others."""
    one = copied(example, 1)
    return one is not None and not judge.say(contents(one.files), example.options).findings


def miscounted(judge: Judge, example: Example, count: int) -> str | None:
    """Whether `count` copies have other than `count` findings; None where the example cannot be copied."""
    many = copied(example, count)
    if many is None:
        return None
    files = contents(many.files)
    outcome = judge.say(files, example.options)
    if outcome.trouble:
        return f"in {count:,} copies {outcome.trouble}"
    if len(outcome.findings) == count:
        return ""
    return "\n".join(
        [f"{count:,} copies have {len(outcome.findings):,} findings", *found_frames(outcome.findings, files)]
    )


def unfixed(judge: Judge, example: Example) -> str | None:
    """What is left, or broken, once the fixes of some copies were applied in rounds; None where none can be made."""
    many = copied(example, FEW)
    if many is None:
        return None
    files = contents(many.files)
    before = comments(files[many.marked[0]])
    outcome = judge.say(files, example.options)
    for _ in range(_MOST_ROUNDS):
        outcome = judge.say(files, example.options)
        fixable = [finding for finding in outcome.findings if finding.fix is not None]
        if outcome.trouble or not fixable:
            break
        path = fixable[0].path
        files = {**files, path: _round(files[path], [finding for finding in fixable if finding.path == path])}
    if outcome.trouble:
        return f"{outcome.trouble}\n{whole(files)}"
    if outcome.findings:
        return "\n".join(
            [f"{len(outcome.findings)} of {FEW} findings are left", *found_frames(outcome.findings, files)]
        )
    missing = before - comments(files[many.marked[0]])
    return f"the fixes lose comments: {sorted(missing)}\n{whole(files)}" if missing else unreadable(files)


_MOST_ROUNDS = 20


def _round(data: bytes, findings: Sequence[Finding]) -> bytes:
    """All fixes of a file that do not touch each other, with their imports made once."""
    applied = [finding.fix for finding in choose(findings).applied if finding.fix is not None]
    view = ModuleView(SourceText(data))
    own = {edit for fix in applied for edit in fix.edits}
    requests = {request for fix in applied for request in fix.imports}
    return apply_edits(view.source, sorted({*own, *import_edits(view, sorted(requests))}))


def not_linear(judge: Judge, example: Example) -> str | None:
    """Whether a thousand copies would cost more than twice a thousand times one.

    Counted in calls, which are the same on every machine: three small numbers of copies tell as much as a large one.
    """
    sizes = (FEW, 2 * FEW, 4 * FEW)
    examples = [copied(example, size) for size in sizes]
    inputs = [contents(many.files) for many in examples if many is not None]
    if len(inputs) < len(sizes):
        return None
    with compiling_at_once():
        judge.say(inputs[0], example.options)  # imports what has patterns
        compile_all()  # may push others out of what `re` keeps
        judge.say(inputs[0], example.options)  # fills what is kept between calls
        one, two, four = (_calls(judge, files, example) for files in inputs)
    growth = Growth(sizes, (one, two, four))
    if growth.excess < 1:
        return ""
    price = f"a thousand copies would cost {1 + growth.excess:.1f} times what they should"
    return f"the work is not linear: {growth}; {price}"


def _calls(judge: Judge, files: dict[str, bytes], example: Example) -> int:
    """The number of function calls, in Python and in C, that judging takes."""
    count = 0

    def tick(_: FrameType, event: str, __: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    with _without_collector():
        sys.setprofile(tick)
        try:
            judge.say(files, example.options)
        finally:
            sys.setprofile(before)
    return count


@contextlib.contextmanager
def _without_collector() -> Iterator[None]:
    """It runs when it likes, and finalises then what others have left."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
