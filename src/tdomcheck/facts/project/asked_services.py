"""What the files of a project ask containers for, by fetches and by injections, if that is all that can be known."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.facts.project.modules import Project, is_test_file
from tdomcheck.facts.project.takers import is_handed_elsewhere
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.records import FileFacts
from tdomcheck.model.features import Feature


@once_each
def asked_services(project: Project, *, tests: bool) -> frozenset[str] | None:
    """The keys of what is asked for; None where something may ask for what nobody can tell."""
    if project.is_incomplete:
        return None
    keys: set[str] = set()
    for path, facts in project.facts.items():
        if not tests and is_test_file(path):
            continue
        keys_of_file = None if _asks_unseen(project, path, facts) else _keys_of(project, path, facts)
        if keys_of_file is None:
            return None
        keys |= keys_of_file
    return frozenset(keys)


def _asks_unseen(project: Project, path: str, facts: FileFacts) -> bool:
    """Whether a container is asked in a way that is not followed, or goes to code that nobody sees."""
    return Feature.FETCHING_INDIRECTLY in facts.features or is_handed_elsewhere(project, path, facts.features)


def _keys_of(project: Project, path: str, facts: FileFacts) -> set[str] | None:
    """What a file asks for; None where it is not known what a name means."""
    keys: set[str] = set()
    for reference, is_certain in _asked_in(facts):
        symbol = project.resolve(path, reference)
        if symbol is not None:
            keys.add(symbol.key)
        elif is_certain:
            return None
    return keys


def _asked_in(facts: FileFacts) -> Iterator[tuple[str, bool]]:
    """References, and whether a container is certainly asked: many other things have a `get`."""
    yield from ((fetch.type_ref, fetch.is_of_container) for fetch in facts.fetches)
    yield from ((injection.type_ref, True) for injection in facts.injections)
