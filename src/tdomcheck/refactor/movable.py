"""What can stand in a module of its own: a name that is bound in one place, a module that can be imported."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tdomcheck.facts.python.occurrences import Occurrence
from tdomcheck.facts.python.regions import RegionKind
from tdomcheck.refactor.blocks import Passage
from tdomcheck.refactor.collisions import check_name, place
from tdomcheck.refactor.problems import BadName, NotMovable
from tdomcheck.refactor.sources import SourceReading

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
                f"{place(reading, each)} binds `{name}` by `global`, and another module has no such name to bind. "
                "Nothing is changed"
            )


def check_together(reading: SourceReading, blocks: Sequence[Passage], name: str) -> None:
    """Raise where code stands between the statements that bind a name: it may see one value of several."""
    for first, second in pairwise(sorted(blocks, key=lambda block: block.start)):
        between = reading.view.tree.utf8[first.end : second.start]
        if any(line.strip() and not line.lstrip().startswith(b"#") for line in between.splitlines()):
            line = reading.view.tree.utf8.count(b"\n", 0, second.start) + 1
            raise NotMovable(
                f"{reading.path}:{line} binds `{name}` anew, and what stands before that has another value: "
                "bind it in one place first. Nothing is changed"
            )
