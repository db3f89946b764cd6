"""What tdom finds when it makes an object of a class for a tag, and calls it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.components import components_of
from tdomcheck.facts.html.props import TagPlace, is_called
from tdomcheck.facts.html.return_kinds import gives_template
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import classes_of, definitions_of, is_base, lineage, nodes_of
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.terminal import is_stub
from tdomcheck.facts.python.value_paths import premise
from tdomcheck.facts.records import ATTRS, DATACLASS, ClassFact, ParameterFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.model import Premise
from tdomcheck.model.claims import OfKind
from tdomcheck.source.attribute_kind import AttributeKind
from tdomcheck.source.markup import Attribute, Tag

_DECORATORS = DATACLASS | ATTRS | api.INJECTABLE | {"typing.final"}
"""Those that leave a class what it is; another one may give it a `__call__`."""
_GIVING = frozenset({AttributeKind.LITERAL, AttributeKind.INTERPOLATED, AttributeKind.TEMPLATED})
_SPECIAL = frozenset({"children", "data", "aria", "style", "class"})
"""Attributes that tdom has a meaning of its own for."""


def plain_lineage(view: ModuleView, class_: ClassFact) -> list[ClassFact] | None:
    """A class and its bases, where nothing but their bodies says what they are: they are all of this file."""
    owners = lineage(view, class_)
    if owners is None or any(not _DECORATORS.issuperset(owner.decorators) for owner in owners):
        return None
    return owners


def calling_heir(view: ModuleView, class_: ClassFact) -> str:
    """The first class of the file that derives from one and can be called: then a tag names the wrong class."""
    return _calling_heirs(view).get(class_.path, "")


@once
def _calling_heirs(view: ModuleView) -> Mapping[str, str]:
    heirs: dict[str, str] = {}
    for other in classes_of(view).values():
        for owner in (lineage(view, other) or ()) if "__call__" in other.names else ():
            heirs.setdefault(owner.path, other.path)
    return heirs


def mentions_call(view: ModuleView, class_: ClassFact) -> bool:
    """Whether the file speaks of the `__call__` of a class, as in `Card.__call__ = show`."""
    return f"{class_.path}.__call__".encode() in view.source.utf8


def unseen_class(view: ModuleView, place: TagPlace, kind: str) -> Premise | None:
    """The premise that the class of a tag is of some kind, where it or a base of it is of another file."""
    if view.source.is_hosted:
        return None
    class_ = classes_of(view).get(place.reference)
    if class_ is None:
        return premise(view, place.name, kind) if not place.reference.startswith(":") else None
    is_seen = lineage(view, class_) is not None or "__call__" in class_.names
    return None if is_seen else Premise(place.reference, (), (OfKind(kind),))


def untagged_components(view: ModuleView, fetched: Collection[str]) -> Iterator[tuple[ClassFact, bool]]:
    """The classes that other files may use as components; `fetched` are those that containers hand out.

    Beside each whether its own file says that it is one: then its `__call__` is for tdom, if it is for anybody.
    """
    for component in components_of(view):
        reference, method = f":{component.name}", component.call if component.is_class else None
        class_ = classes_of(view).get(reference) if method is not None else None
        if class_ is None or method is None or is_stub(method) or plain_lineage(view, class_) is None:
            continue
        if reference in fetched or not _is_left_to_tags(view, class_):
            continue
        takes_more = len(list(definitions_of(view).parameters(method))) != 1
        # With more than `self` Python may call it, unless its props are declared as those of components are.
        is_meant = not takes_more or (class_.is_generated and not component.later)
        yield class_, gives_template(view, method) and is_meant


def _is_left_to_tags(view: ModuleView, class_: ClassFact) -> bool:
    """Whether nothing in the file makes or calls its objects: then a tag of another file does, if anything."""
    is_used = is_called(view, class_.path) or is_base(view, class_) or "__new__" in class_.names
    return not is_used and not view.is_expected_to_fail(nodes_of(view, class_).node.start_byte)


def demanded_arguments(view: ModuleView, method: tree_sitter.Node) -> Iterator[ParameterFact]:
    """The parameters of a `__call__` that a call without arguments leaves empty."""
    for parameter in list(definitions_of(view).parameters(method))[1:]:
        if not (parameter.is_variadic or parameter.has_default or parameter.marker):
            yield parameter


def refused_props(tag: Tag, owners: Sequence[ClassFact]) -> list[Attribute]:
    """The attributes of a tag that the constructor of its class refuses, as it takes nothing."""
    if any(owner.is_generated or "__init__" in owner.names for owner in owners):
        return []
    return [given for given in tag.attributes if given.kind in _GIVING and given.name not in _SPECIAL]
