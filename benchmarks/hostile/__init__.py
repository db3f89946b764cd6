"""Inputs that are made to take long: each shape repeats, nests or chains one construct as often as it is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from hostile import files, names, statements, templates, values, wiring

Shape = Callable[[int], Mapping[str, str]]
"""So many repetitions as the files of a project."""

SHAPES: Mapping[str, Shape] = {
    **values.SHAPES,
    **statements.SHAPES,
    **names.SHAPES,
    **templates.SHAPES,
    **wiring.SHAPES,
    **files.SHAPES,
}


def count_for(shape: Shape, size: int) -> int:
    """How many repetitions make a project of about so many bytes; at least one."""
    low, high = 1, 2
    while size_of(shape(high)) < size:
        if high > size:  # the language takes no more of it
            return low
        low, high = high, high * 2
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if size_of(shape(middle)) <= size else (low, middle)
    return low


def size_of(project: Mapping[str, str]) -> int:
    return sum(len(text) for text in project.values())


def doublings(shape: Shape, first: int, most: int) -> Iterator[Mapping[str, str]]:
    """The shape in sizes that double, from about `first` bytes to `most`."""
    size = first
    while size < most:
        yield shape(count_for(shape, size))
        size *= 2
    yield shape(count_for(shape, most))
