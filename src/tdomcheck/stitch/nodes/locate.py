"""From a kind and a name to the node that is meant, and never to one that is only like it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence

from tdomcheck.regex import regex
from tdomcheck.stitch.nodes.fragment import shown_kind
from tdomcheck.stitch.nodes.outline import Outline, Owner
from tdomcheck.stitch.targets import NodeKind, NodeTarget

_ORDINAL = regex(r"#(\d+)$")
_MOST_SHOWN = 5
_MOST_COMPARED = 500
_LONGEST = 60
"""Letters of a name that are compared: it takes time with the square of them."""


class NotLocated(Exception):
    """No node, or more than one, is what a target says; the message names the nearest."""


def located(outline: Outline, target: NodeTarget) -> Owner:
    """The owner that a target names; raises NotLocated."""
    ordinal = _ORDINAL.search(target.name)
    ordinal = ordinal if ordinal and ordinal.start() else None  # `#1` alone is what an element is called
    name = target.name[: ordinal.start()] if ordinal else target.name
    owners = _called(outline, target.kind, name)
    if ordinal:
        number = int(ordinal[1])
        if 1 <= number <= len(owners):
            return owners[number - 1]
    elif len(owners) == 1:
        return owners[0]
    if not owners:
        raise NotLocated(_missing(outline, target, name))
    count = f"{len(owners)} nodes are" if len(owners) > 1 else "one node is"
    said = name if target.kind is None else f"{target.kind.value} {name}"
    listed = _listed(outline, owners) if target.kind is None else _numbered(owners, target.kind, name)
    raise NotLocated("\n".join([f"{count} `{said}`; say which:", *listed]))


def _called(outline: Outline, kind: NodeKind | None, name: str) -> list[Owner]:
    """The nodes of a name; without a kind of any."""
    if kind is not None:
        return [owner for owner in _named(outline, kind, name) if kind in owner.kinds]
    named = [*_named(outline, None, name), *_named(outline, NodeKind.ELEMENT, name)]
    return sorted({owner.core: owner for owner in named if owner.kinds}.values(), key=lambda owner: owner.core)


def _named(outline: Outline, kind: NodeKind | None, name: str) -> Sequence[Owner]:
    if kind is not NodeKind.ELEMENT:
        return outline.by_name.get(" ".join(name.split()), ())
    tag, sign, identity = name.partition("#")
    return outline.by_selector.get(f"{tag.lower()}{sign}{identity}", ())


def _missing(outline: Outline, target: NodeTarget, name: str) -> str:
    near = _nearest(outline.owners, target.kind, name)
    if not near:
        return f"there is no `{target.node}`, and nothing else that has a name"
    return "\n".join([f"there is no `{target.node}`; the nearest:", *_listed(outline, near)])


def _nearest(owners: Sequence[Owner], kind: NodeKind | None, name: str) -> list[Owner]:
    """Those of the same name first, then those of the same last part, then those spelled alike."""
    named = [owner for owner in owners if owner.kinds]
    name = name[:_LONGEST]
    last = name.rpartition(".")[2]

    def distance(owner: Owner) -> tuple[float, bool, int]:
        whole = owner.name[-_LONGEST:]
        own = whole.rpartition(".")[2]
        likeness = max(
            difflib.SequenceMatcher(None, whole, name).ratio(), difflib.SequenceMatcher(None, own, last).ratio()
        )
        return -likeness, kind not in owner.kinds, owner.core

    # Matching is dear, so of very many names those are compared that share a beginning or a part.
    if len(named) > _MOST_COMPARED:
        alike = [owner for owner in named if last.lower()[:3] in owner.name.lower()]
        named = (alike or named)[:_MOST_COMPARED]
    return sorted(named, key=distance)[:_MOST_SHOWN]


def _listed(outline: Outline, near: Sequence[Owner]) -> Iterator[str]:
    for owner in near:
        kind = shown_kind(owner)
        twins = [other for other in _named(outline, kind, owner.name) if kind in other.kinds]
        number = f"#{twins.index(owner) + 1}" if len(twins) > 1 else ""
        yield f"  {kind.value} {owner.name}{number}, line {owner.line}: {owner.signature}"


def _numbered(owners: Sequence[Owner], kind: NodeKind, name: str) -> Iterator[str]:
    for number, owner in enumerate(owners, 1):
        yield f"  {kind.value} {name}#{number}, line {owner.line}: {owner.signature}"
