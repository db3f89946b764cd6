"""Where the path of a value leads, through the definitions of a project."""

from __future__ import annotations

from tdomcheck.facts.html.constant_kinds import TAGS
from tdomcheck.facts.project.certainty import patched
from tdomcheck.facts.project.constants import kind_of
from tdomcheck.facts.project.hierarchy import (
    Body,
    body_of,
    has_branches,
    heirs_of,
    is_left_alone,
    means_another,
)
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.project.render_results import rendered_kind
from tdomcheck.facts.python.annotations import Annotation, annotation_in
from tdomcheck.facts.python.once import once_each
from tdomcheck.facts.python.value_paths import CALL, HELD, ITEM
from tdomcheck.facts.records import ClassFact, FunctionFact, ParameterFact, ValueKind
from tdomcheck.facts.vocabulary import api
from tdomcheck.model import Premise
from tdomcheck.values import dataclass

MIXED_LIST = "list of more than text"
"""The kind of a list that is annotated to hold booleans, numbers or dicts."""
_PROPERTIES = frozenset({"builtins.property", "functools.cached_property"})
_TYPES = frozenset({"type", "Type"})
_LISTS = frozenset({"list", "List"})
_NO_TEXT = frozenset({"bool", "int", "float", "bytes", "dict"})


@dataclass(frozen=True, slots=True)
class Value:
    kind: str
    """`function`, `method`, `class`, `object`, `template`, or the name of a builtin type."""
    symbol: Symbol | None = None
    item: Symbol | None = None
    """The class of what a list holds."""


def value_at(project: Project, path: str, premise: Premise) -> Value | None:
    """What the path of a premise leads to; None where the project does not tell."""
    value = start(project.resolve(path, premise.reference)) or _constant(project, path, premise.reference)
    for step in premise.steps:
        value = _stepped(project, value, step) if value is not None else None
    return value


def _stepped(project: Project, value: Value, step: str) -> Value | None:
    if step == CALL:
        return _called(project, value)
    if step == HELD:
        return Value("list", item=value.symbol) if value.kind == "class" else None
    if step == ITEM:
        return Value("object", value.item) if value.kind == "list" and value.item is not None else None
    return _attribute(project, value, step[1:])


def start(symbol: Symbol | None) -> Value | None:
    if symbol is None or symbol.is_external:
        return None
    if symbol.function is not None:
        return Value("function", symbol) if not symbol.function.decorators else None
    return Value("class", symbol) if symbol.class_ is not None else None


def _constant(project: Project, path: str, reference: str) -> Value | None:
    """A literal that a module gives a name to."""
    kind = kind_of(project, path, reference)
    return Value(kind) if kind is not None else None


def _called(project: Project, value: Value) -> Value | None:
    symbol = value.symbol
    if symbol is None:
        return None
    if value.kind == "class" and symbol.class_ is not None:
        return Value("object", symbol) if _is_plain(project, symbol) and not symbol.class_.is_opaque else None
    if value.kind == "object":
        value = _attribute(project, value, "__call__") or value
        symbol = value.symbol
    is_callable = value.kind in {"function", "method"}
    function = symbol.function if symbol is not None and is_callable else None
    if symbol is None or function is None or function.is_async or function.is_generator:
        return None
    return _given(project, symbol.path, function)


def _attribute(project: Project, value: Value, name: str) -> Value | None:
    lineage = _certain_lineage(project, value, name)
    for owner, class_, body in lineage:
        if name in body.attributes or not is_left_alone(class_):
            return None
        field = body.fields.get(name)
        if field is not None:
            is_remade = field.is_converted or any(not each.methods.isdisjoint(_REMAKING) for _, _, each in lineage)
            return None if is_remade else _declared(project, owner.path, field)
        if name in body.methods:
            return _method(project, owner, class_, name)
    return None


def _certain_lineage(project: Project, value: Value, name: str) -> list[tuple[Symbol, ClassFact, Body]]:
    """The class of an object and its bases, where they alone decide what a name of it means; else nothing."""
    symbol = value.symbol
    if value.kind != "object" or symbol is None:
        return []
    symbols = project.ancestors(symbol) or []
    lineage = [(each, each.class_, body_of(project, each.class_)) for each in symbols if each.class_ is not None]
    if any(class_.is_opaque or not body.is_plain for _, class_, body in lineage):
        return []
    if sum(body.declares(name) for _, _, body in lineage) > 1 and has_branches(symbols):
        return []  # which of them comes first the order of the bases decides
    if any(means_another(project, heir, symbol, name) for heir in heirs_of(project).get(symbol.key, ())):
        return []  # the object may be one of those
    return lineage


def _is_plain(project: Project, symbol: Symbol) -> bool:
    """Whether an object of a class has the attributes that the class declares, and no others."""
    return symbol.class_ is not None and body_of(project, symbol.class_).is_plain


def _method(project: Project, owner: Symbol, class_: ClassFact, name: str) -> Value | None:
    functions = _defined(project, owner.path).get(f"{class_.path}.{name}", [])
    if len(functions) != 1:
        return None
    function = functions[0]
    if set(function.decorators) & _PROPERTIES and len(function.decorators) == 1:
        return _given(project, owner.path, function)
    if function.decorators or name in patched(project):
        return None
    return Value("method", Symbol(f"{owner.key}.{name}", owner.path, function=function))


def _declared(project: Project, path: str, field: ParameterFact) -> Value | None:
    """What a field holds."""
    if field.marker == "Get":
        return None
    return _annotated(project, path, "" if field.marker else field.annotation, field.type_ref, field.item_ref)


def _given(project: Project, path: str, function: FunctionFact) -> Value | None:
    """What a function gives back, by its `return` statements or its annotation."""
    if function.gives_tags and function.returns in {"", "str"}:
        return Value(TAGS)
    if function.returned == (ValueKind.LIST,) and not function.returns:
        return Value("list")
    if kind := rendered_kind(project, path, function):
        return Value(kind)
    return _annotated(project, path, function.returns, function.returned_ref, function.returned_item_ref)


def _annotated(project: Project, path: str, annotation: str, reference: str, item: str) -> Value | None:
    """A value of an annotated type, where the annotation is the name of one type."""
    if item:
        held = project.resolve(path, item)
        return Value("list", item=held if held is not None and _is_plain(project, held) else None)
    if not reference:
        return _builtin(annotation_in(annotation))
    symbol = project.resolve(path, reference)
    if symbol is None:
        return None
    if symbol.key in api.TEMPLATE:
        return Value("template")
    if symbol.key in api.MARKUP:
        return Value("markup")
    is_known = symbol.class_ is not None and not symbol.class_.is_opaque and _is_plain(project, symbol)
    return Value("object", symbol) if is_known else None


def _builtin(annotation: Annotation) -> Value | None:
    if annotation.is_generic and annotation.name in _LISTS:
        held = annotation.arguments[0] if annotation.arguments else annotation
        return Value(MIXED_LIST if {member.text for member in held.members or (held,)} & _NO_TEXT else "list")
    if annotation.is_generic and annotation.name in _TYPES:
        return Value("class")
    return Value(annotation.builtin) if annotation.builtin else None


@once_each
def _defined(project: Project, path: str) -> dict[str, list[FunctionFact]]:
    """The functions of a file by their paths: overloads and definitions by condition are several."""
    functions: dict[str, list[FunctionFact]] = {}
    for function in project.facts[path].functions:
        functions.setdefault(function.path, []).append(function)
    return functions


_REMAKING = frozenset({"__post_init__", "__attrs_post_init__"})
"""Methods that may give a field a value of another type."""
