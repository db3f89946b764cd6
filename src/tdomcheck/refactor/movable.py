"""What can stand in a module of its own: a name that is bound in one place, a module that can be imported."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tdomcheck.facts.python.occurrences import (
    NameRole,
    Occurrence,
    is_target,
    occurrences_of,
    top_bindings,
    word,
)
from tdomcheck.facts.python.regions import RegionKind
from tdomcheck.refactor.asked_modules import AskedModules
from tdomcheck.refactor.blocks import Passage
from tdomcheck.refactor.collisions import check_name
from tdomcheck.refactor.origins import Definition
from tdomcheck.refactor.problems import BadName, NotMovable
from tdomcheck.refactor.sources import SourceReading, Sources

_INSIDE = frozenset({RegionKind.FUNCTION, RegionKind.CLASS})


def check_module_name(module: str) -> None:
    """Raise for what no import could name."""
    if not all(part.isidentifier() for part in module.split(".")):
        raise BadName(f"`{module}` is no name that a module could be imported by")
    for part in module.split("."):
        check_name(part, is_variable=False, allow_shadowing=True)


def check_bound_once(reading: SourceReading, bindings: Sequence[Occurrence], name: str) -> None:
    """Raise where a function gives the name of the module another value: it would be another name there."""
    for each in bindings:
        if any(region.kind in _INSIDE for region in each.step.region.outwards):
            raise NotMovable(
                f"{reading.place(each.start)} binds `{name}` by `global`, and another module has no such name to bind. "
                "Nothing is changed"
            )


def check_state(sources: Sources, reading: SourceReading, blocks: Sequence[Passage], name: str, uses: str) -> None:
    """Raise where a definition binds a name of its module by `global`, or reads one that others bind anew.

    Another module would import the value that it has by then, and neither would see what the other does to it."""
    for each in top_bindings(reading.view, uses):
        if not any(region.kind in _INSIDE for region in each.step.region.outwards):
            continue
        if any(block.holds(each.start) for block in blocks):
            raise NotMovable(
                f"{reading.place(each.start)} binds `{uses}` by `global`, and another module has no such name to bind. "
                "Nothing is changed"
            )
        raise _rebound(reading.place(each.start), name, uses)
    for where in _given_elsewhere(sources, Definition(sources.canonical(reading.path), uses)):
        raise _rebound(where, name, uses)


def check_never_given(sources: Sources, definition: Definition, why: str) -> None:
    """Raise where others give a name of its module another value, and that module goes on with the one it imports."""
    for where in _given_elsewhere(sources, definition):
        raise NotMovable(
            f"{where} gives `{definition.name}` another value, which `{sources.module_name(definition.path)}` would "
            f"not see from another module, and it {why}. Nothing is changed"
        )


def _given_elsewhere(sources: Sources, definition: Definition) -> Iterator[str]:
    """The places where any file gives a name of a module another value."""
    name = definition.last
    # Most names are said in many files, and as an attribute in few: the others need not be parsed.
    asked = re.compile(rb"\.(?:\s|\\)*" + word(name).pattern)
    for path in (path for path in sources.mentioning(name) if asked.search(sources.files[path])):
        for reading in sources.readings(path, [name]):
            yield from (reading.place(each.start) for each in _given(sources, reading, definition))


def _given(sources: Sources, reading: SourceReading, definition: Definition) -> Iterator[Occurrence]:
    """Where an attribute of a module is given a value: `module.name = 1`."""
    asked = AskedModules(sources, reading, definition.last, definition)
    for each in occurrences_of(reading.view, definition.last):
        outer = each.step.outer if each.role is NameRole.ATTRIBUTE else None
        if outer is not None and is_target(outer) and asked.tier(each) is not None and asked.is_named(each):
            yield each


def _rebound(where: str, name: str, uses: str) -> NotMovable:
    return NotMovable(
        f"{where} gives `{uses}` another value, which `{name}` reads and would not see from another module: "
        "let it be given that as an argument first. Nothing is changed"
    )


def check_together(reading: SourceReading, blocks: Sequence[Passage], name: str) -> None:
    """Raise where code stands between the statements that bind a name: it may see one value of several."""
    for first, second in pairwise(sorted(blocks, key=lambda block: block.start)):
        between = reading.view.tree.utf8[first.end : second.start]
        if any(line.strip() and not line.lstrip().startswith(b"#") for line in between.splitlines()):
            raise NotMovable(
                f"{reading.place(second.start)} binds `{name}` anew, and what stands before that has another value: "
                "bind it in one place first. Nothing is changed"
            )
