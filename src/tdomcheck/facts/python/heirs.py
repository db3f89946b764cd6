"""Which classes of a file derive from which, as far as their bases say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdomcheck.facts.python.classes import classes_of
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import ClassFact


def heirs_of(view: PythonModule, owner: ClassFact) -> list[ClassFact]:
    """The classes of the file that derive from one, also by way of others."""
    heirs, pending, seen = list[ClassFact](), [owner], {owner.path}
    while pending:
        direct = _direct_heirs(view).get(f":{pending.pop().path}", ())
        new = [other for other in direct if other.path not in seen]
        seen.update(other.path for other in new)
        heirs += new
        pending += new
    return heirs


@once
def _direct_heirs(view: PythonModule) -> Mapping[str, Sequence[ClassFact]]:
    heirs: dict[str, list[ClassFact]] = {}
    for owner in classes_of(view).values():
        for base in owner.bases:
            heirs.setdefault(base, []).append(owner)
    return heirs
