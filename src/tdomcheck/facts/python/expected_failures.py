"""Code that is expected to fail: what is wrong there is wrong on purpose."""

from __future__ import annotations

import typing as t
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from tdomcheck.facts.python.once import once
from tdomcheck.model.ranges import covers, merged

if t.TYPE_CHECKING:  # which asks this module
    from tdomcheck.facts.python.module import PythonModule

_EXPECTING = ("raises", "assertRaises", "assertRaisesRegex")


@once
def failing_ranges(view: PythonModule) -> list[tuple[int, int]]:
    """Ranges that do not overlap, in order."""
    blocks = merged([*_failing_blocks(view), *_failing_calls(view), *_failing_functions(view)])
    return merged([*blocks, *_failing_values(view, blocks)])


def _failing_blocks(view: PythonModule) -> Iterator[tuple[int, int]]:
    for node in view.nodes["with"]:
        clause = next((child for child in node.children if child.type == "with_clause"), None)
        if clause is not None and any(name in view.text(clause) for name in (*_EXPECTING, "suppress(")):
            yield node.start_byte, node.end_byte


def _failing_calls(view: PythonModule) -> Iterator[tuple[int, int]]:
    """`pytest.raises(ValueError, html, t"..")`."""
    for node in view.nodes["call"]:
        function = node.child_by_field_name("function")
        if function is not None and view.text(function).rpartition(".")[2] in _EXPECTING:
            yield node.start_byte, node.end_byte


def _failing_functions(view: PythonModule) -> Iterator[tuple[int, int]]:
    """All of what `xfail` is said of, and the cases that others are given."""
    for node in view.nodes["decorated"]:
        for decorator in node.children:
            text = view.text(decorator) if decorator.type == "decorator" else ""
            if "xfail" in text or "expectedFailure" in text:
                yield node.start_byte, node.end_byte
            elif "parametrize" in text:
                yield decorator.start_byte, decorator.end_byte


def _failing_values(view: PythonModule, blocks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What a local name is given that is read where a failure is expected, and nowhere else."""
    ranges, known = [], dict[tuple[int, str], bool]()
    for node in view.nodes["assignment"] if blocks else ():
        left = node.child_by_field_name("left")
        if left is None or left.type != "identifier":
            continue
        key = view.scopes.index_at(node.start_byte), view.text(left)
        if key not in known:
            known[key] = _is_read_in(view, blocks, *key)
        if known[key]:
            ranges.append((node.start_byte, node.end_byte))
    return ranges


def _is_read_in(view: PythonModule, blocks: Sequence[tuple[int, int]], index: int, name: str) -> bool:
    """Whether a scope reads a name in some places only, and does."""
    scope = view.scopes.scopes[index]
    uses = view.readers.get(name, [])
    first = bisect_left(uses, scope.start, key=lambda use: use.start_byte)
    last = bisect_left(uses, scope.end, key=lambda use: use.start_byte)
    return first < last and all(covers(blocks, use.start_byte) for use in uses[first:last])
