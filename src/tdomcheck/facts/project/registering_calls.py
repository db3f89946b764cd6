"""What a function registers in a registry that it is handed, as if the call of it did."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.facts.project.application import Application, Provision
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.records import CallFact
from tdomcheck.regex import regex
from tdomcheck.values import replace

_LAYER = regex(r"(?i)default|(?<!data)base|common|fallback|override|replace|fake|mock|stub|test")
"""The name of a function that is meant to give way, or to win."""


def provisions_through_calls(application: Application) -> Iterator[tuple[Provision, bool]]:
    """All that is registered, and what a function registers again in the registry that a caller hands it.

    Each beside whether it gives way to what the caller registers by itself: the registry is the caller's own, or the
    function is of another file, and so may be an application that a site is laid over.
    """
    handing: dict[tuple[str, str, int, str], list[tuple[CallFact, bool]]] = {}
    for path, facts in application.project.files_with("calls"):
        calls = [call for call in facts.calls if call.body >= 0 and not call.site.is_quiet]
        functions = facts.functions if calls else ()
        parameters = {(one.path, parameter.name) for one in functions for parameter in one.parameters}
        for call in calls:
            if not _LAYER.search(call.function):
                key = (path, call.function[1:], call.body, call.binding[1])
                handing.setdefault(key, []).append((call, _is_own(call, parameters)))
    through_others = _through_others(application.project)
    for provision in application.provisions:
        yield provision, False
        fact = provision.fact
        for one, is_own in handing.get((provision.path, fact.site.owner, fact.site.block, fact.site.receiver), ()):
            yield _as_called(provision, provision.path, one), is_own
        if fact.site.is_plain:
            for path, one in through_others.get((provision.path, fact.site.owner, fact.site.receiver), ()):
                yield _as_called(provision, path, one), True


def _as_called(provision: Provision, path: str, call: CallFact) -> Provision:
    """What a function registers, as if the call of it did."""
    site = replace(provision.fact.site, owner=call.site.owner, block=call.site.block, receiver=call.binding[0])
    return replace(provision, path=path, fact=replace(provision.fact, start=call.start, end=call.end, site=site))


def _through_others(project: Project) -> dict[tuple[str, str, str], list[tuple[str, CallFact]]]:
    """The calls that hand a name to a function of another file that has one way, by its file, path and parameter."""
    calls: dict[tuple[str, str, str], list[tuple[str, CallFact]]] = {}
    for path, facts in project.files_with("calls"):
        for call in facts.calls:
            if not call.binding[0] or call.binding[1] or call.site.is_quiet or _LAYER.search(call.function):
                continue
            symbol = project.resolve(path, call.function)
            function = symbol.function if symbol is not None else None
            if symbol is None or function is None or len(function.parameters) != 1 or function.returned:
                continue
            if not (function.is_async or function.is_generator or function.decorators):
                calls.setdefault((symbol.path, function.path, function.parameters[0].name), []).append((path, call))
    return calls


def _is_own(call: CallFact, given: set[tuple[str, str]]) -> bool:
    """Whether the name that a call hands on is of the function that calls, and no parameter: it is made there."""
    (reference,), (name, _) = call.arguments, call.binding
    if not call.site.owner:
        return reference == f":{name}"
    names = call.site.owner.split(".")
    around = (".".join(names[: number + 1]) for number in range(len(names)))
    return not reference and not any((owner, name) in given for owner in around)
