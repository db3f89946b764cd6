"""What tdom asks of the names of props: it lower-cases attributes, and fills `children`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.facts.html.components import components_of
from tdomcheck.refactor.callees import Callees, tier_among
from tdomcheck.refactor.members import MemberSites
from tdomcheck.refactor.origins import Definition
from tdomcheck.refactor.parameters import ParameterSites
from tdomcheck.refactor.problems import BadName
from tdomcheck.refactor.sites import Site
from tdomcheck.refactor.sources import Sources
from tdomcheck.refactor.tags import components_at_tags
from tdomcheck.refactor.target import MemberTarget, ParameterTarget, Target, described

_CHILDREN = "children"
_MAKERS = ("__init__", "__call__", "__new__")


def check_prop(sources: Sources, target: Target, sites: Sequence[Site], to: str) -> None:
    """Raise where tdom would not find a prop by its new name, or has the old one for itself."""
    places = [site for site in sites if site.is_at_tag]
    if places and (to != to.lower() or to == _CHILDREN):
        where = sources.place(places[0].path, places[0].span.start)
        why = "tdom has that name for what stands between the tags" if to == _CHILDREN else "tdom lower-cases them"
        raise BadName(f"`{to}` cannot be given as an attribute, as {where} would do: {why}. Nothing is changed")
    owned = _owned(sources, target)
    if owned is not None and _is_component(sources, *owned):
        raise BadName(
            f"{described(sources, target)} is what tdom fills, by that name, with what stands between the tags: "
            "by another name it would get nothing. Nothing is changed"
        )


def _owned(sources: Sources, target: Target) -> tuple[Definition, MemberSites | ParameterSites] | None:
    """What has the `children` that is to be renamed, and the references to it."""
    match target:
        case MemberTarget(owner=owner, name="children"):
            return owner, MemberSites(sources, owner, _CHILDREN)
        case ParameterTarget(function=function, name="children"):
            outer, _, last = function.name.rpartition(".")
            owner = Definition(function.path, outer if last in _MAKERS else function.name)
            return owner, ParameterSites(sources, function, _CHILDREN)
    return None


def _is_component(sources: Sources, owner: Definition, sites: MemberSites | ParameterSites) -> bool:
    """Whether a tag names it, or its own file shows that tags are to."""
    if not sites.is_given_by_name:
        return False
    reading = sources.module(owner.path)
    components = components_of(reading.view) if reading is not None else ()
    if any(each.name == owner.name and each.is_certain and not each.is_called for each in components):
        return True
    return any(_tagged(sources, owner, sites))


def _tagged(sources: Sources, owner: Definition, sites: MemberSites | ParameterSites) -> Iterator[bool]:
    for path in sources.holding(b"<{"):
        for reading in sources.readings(path, [owner.last]):
            for homes in components_at_tags(Callees(sources, reading), reading):
                yield tier_among(homes, sites.takes) is not None
