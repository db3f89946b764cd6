"""Who is what to a container: registering decorators, middleware classes, and what an annotation asks for."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.annotations import Annotation, annotation_of
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.classes import classes_of, decorator_reference, definitions_of, nodes_of, path_of
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.records import ClassFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.model import Premise
from tdomcheck.model.claims import MIDDLEWARE as IS_MIDDLEWARE
from tdomcheck.model.features import FeatureOf
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

MARKER_FEATURES = frozenset(FeatureOf.IMPORT(name) for name in ("svcs_di", "svcs_hopscotch", "tdom_svcs"))
"""The features of files that may mention a marker, for the gate of a rule."""
MIDDLEWARE = frozenset(f"{module}.middleware" for module in ("tdom_svcs", "tdom_svcs.middleware"))
"""The references of the decorator that makes global middleware."""
HOOKABLE = frozenset(f"{module}.hookable" for module in ("tdom_svcs", "tdom_svcs.middleware"))
"""The references of the decorator that gives a target middleware of its own."""
_REGISTER_MIDDLEWARE = frozenset(f"{module}.register_middleware" for module in ("tdom_svcs", "tdom_svcs.middleware"))
_PRIORITY = regex(r"[\r\n]\s+(?:priority\s*[:=]|def priority\b)|def __call__\([^)]*\bprops\b")
"""What no middleware can do without, or its base; a class that says no more is not looked at in detail."""
_COLLECTIONS = frozenset({"list", "tuple", "set", "frozenset", "dict", "type"})


def derives_from(view: ModuleView, reference: str, wanted: frozenset[str]) -> bool:
    """Whether a reference is one of some names, or a class of this file that inherits from one."""
    strangers = _strangers_to(view, wanted)
    seen: set[str] = set()
    pending = [reference]
    while pending:
        current = pending.pop()
        if current in wanted:
            return True
        class_ = classes_of(view).get(current)
        if class_ is not None and current not in seen and current not in strangers:
            seen.add(current)
            pending.extend(class_.bases)
    strangers |= seen
    return False


def registering_decorators(view: ModuleView, node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The decorators of a definition that are `injectable`, or classes that derive from it."""
    decorators = definitions_of(view).decorator_nodes(node)
    return [inner for inner in decorators if derives_from(view, decorator_reference(view, inner), api.INJECTABLE)]


def middleware_classes(view: ModuleView) -> Iterator[ClassFact]:
    """The classes of a file that are certain to be run as middleware."""
    known = classes_of(view)
    named = set(_registered_middleware(view))
    for reference, class_ in known.items():
        if reference in named or any(derives_from(view, found, MIDDLEWARE) for found in class_.decorators):
            yield class_


def likely_middleware(view: ModuleView) -> Iterator[tuple[ClassFact, Premise | None]]:
    """The classes that are certain to be run as middleware, and those with a priority, if another file registers them.

    Beside each of the latter stands the premise that one does."""
    certain = {class_.path for class_ in middleware_classes(view)}
    for class_ in classes_of(view).values():
        if class_.path in certain:
            yield class_, None
        elif _PRIORITY.search(view.text(nodes_of(view, class_).node)):
            yield class_, Premise(f":{class_.path}", (), (IS_MIDDLEWARE,))


def _registered_middleware(view: ModuleView) -> Iterator[str]:
    """What `register_middleware(registry, X)` and `hookable(middleware={"before": [X]})` name."""
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        reference = view.resolve(function) if function is not None else ""
        if reference in _REGISTER_MIDDLEWARE and not view.is_expected_to_fail(call.start_byte):
            kind = arguments_of(view, call).get(1, "middleware_type")
            if kind is not None:
                yield view.resolve(kind)
        elif reference and method_of(view, call) and derives_from(view, reference, HOOKABLE):
            yield from _phases(view, arguments_of(view, call).keywords.get("middleware"))


def _phases(view: ModuleView, node: tree_sitter.Node | None) -> Iterator[str]:
    for pair in node.named_children if node is not None and node.type == "dictionary" else ():
        listed = pair.child_by_field_name("value") if pair.type == "pair" else None
        for child in listed.named_children if listed is not None and listed.type == "list" else ():
            yield view.resolve(child)


@dataclass(frozen=True, slots=True)
class Marked:
    """An annotation of a field or parameter that mentions `Inject`, `Resource` or `Get`."""

    owner: tree_sitter.Node
    """The class or function."""
    name: str
    typed: tree_sitter.Node
    value: tree_sitter.Node | None
    annotation: Annotation


@once
def marked_annotations(view: ModuleView) -> tuple[Marked, ...]:
    """The annotations of a file that mention a marker, also those that no container understands."""
    return tuple(_marked_annotations(view))


@once_each
def _strangers_to(_view: ModuleView, _wanted: frozenset[str]) -> set[str]:
    """References of which it is known that they derive from none of some names; filled as classes are asked about."""
    return set()


def marked_names(view: ModuleView, owner: tree_sitter.Node) -> set[str]:
    """The names that one class or function asks for."""
    return _names_by_owner(view).get(owner.start_byte, set())


@once
def _names_by_owner(view: ModuleView) -> dict[int, set[str]]:
    names: dict[int, set[str]] = {}
    for marked in marked_annotations(view):
        names.setdefault(marked.owner.start_byte, set()).add(marked.name)
    return names


def _marked_annotations(view: ModuleView) -> Iterator[Marked]:
    for owner, name, typed, value in annotated(view):
        annotation = annotation_of(view, typed)
        if any(marker_of(part) for part in annotation.walk()):
            yield Marked(owner, name, typed, value, annotation)


def annotated(view: ModuleView) -> Iterator[tuple[tree_sitter.Node, str, tree_sitter.Node, tree_sitter.Node | None]]:
    """The fields and parameters that have an annotation: the class or function, the name, annotation and value."""
    for class_ in classes_of(view).values():
        yield from (
            (nodes_of(view, class_).node, member.name, member.typed, member.value)
            for member in nodes_of(view, class_).members
        )
    for function in view.nodes["function"]:
        listed = function.child_by_field_name("parameters")
        for parameter in listed.named_children if listed is not None else ():
            typed = parameter.child_by_field_name("type")
            named = parameter.child_by_field_name("name") or (parameter.named_children or [parameter])[0]
            if typed is not None:
                yield function, view.text(named), typed, parameter.child_by_field_name("value")


def marker_of(annotation: Annotation) -> str:
    """The marker that an annotation is: `Inject`, `Resource` or `Get`, bare or with brackets; else empty."""
    return api.MARKERS.get(annotation.reference, "")


def is_class_variable(marked: Marked) -> bool:
    """Whether what is marked is a `ClassVar`, which no constructor takes and no container fills."""
    return marked.annotation.is_generic and marked.annotation.reference == "typing.ClassVar"


def is_kept_out(view: ModuleView, marked: Marked) -> bool:
    """Whether the constructor does not take what is marked: `field(init=False)`."""
    call = marked.value
    if call is None or call.type != "call":
        return False
    function = call.child_by_field_name("function")
    init = arguments_of(view, call).keywords.get("init")
    is_field = function is not None and view.resolve(function) in {"dataclasses.field", "attrs.field", "attr.ib"}
    return is_field and init is not None and init.type == "false"


def is_collection(annotation: Annotation) -> bool:
    """Whether an annotation is a collection with its items: `list[..]`, `dict[..]`, `Sequence[..]` and the like."""
    reference = annotation.reference
    is_builtin = not reference and annotation.name in _COLLECTIONS
    is_one = is_builtin or reference.startswith("collections.abc.") or reference in _TYPED_COLLECTIONS
    return annotation.is_generic and is_one


_TYPED_COLLECTIONS = frozenset(
    f"typing.{name}" for name in ("List", "Tuple", "Set", "Dict", "Sequence", "Iterable", "Mapping", "Type")
)


def owner_class(view: ModuleView, marked: Marked) -> ClassFact | None:
    """The class of a field, or of the `__init__` that a parameter belongs to."""
    if marked.owner.type == "class_definition":
        return classes_of(view).get(f":{path_of(view, marked.owner)}")
    outer, _, name = path_of(view, marked.owner).rpartition(".")
    return classes_of(view).get(f":{outer}") if name == "__init__" else None


def injected_heirs(view: ModuleView) -> Iterator[ClassFact]:
    """The classes of a file that a container makes, and that derive from classes of other files."""
    owners = {marked.owner.id: marked.owner for marked in marked_annotations(view)} if not view.source.is_hosted else {}
    for owner in owners.values():
        class_ = classes_of(view).get(f":{path_of(view, owner)}")
        is_heir = class_ is not None and any("." in base for base in class_.bases)
        if class_ is not None and is_heir and not view.is_expected_to_fail(owner.start_byte):
            yield class_
