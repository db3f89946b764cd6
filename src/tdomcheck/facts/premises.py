"""Whether a premise holds: the path of a value followed through the definitions of a project."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Sequence
from dataclasses import dataclass

from tdomcheck.facts import api
from tdomcheck.facts.certainty import has_certain_bases, is_certain, patched
from tdomcheck.facts.constants import CATEGORIZING, kind_of, text_of
from tdomcheck.facts.families import (
    SPEAKING,
    declared,
    has_branches,
    heirs_of,
    is_left_alone,
    is_plain_class,
    is_wanted,
    means_another,
)
from tdomcheck.facts.inherited import INHERITED, is_inherited
from tdomcheck.facts.lacking import is_lack, lacks
from tdomcheck.facts.literals import TAGS
from tdomcheck.facts.markup_use import FORMED, knows_no_markup
from tdomcheck.facts.plainness import is_plain
from tdomcheck.facts.project import Project, Symbol
from tdomcheck.facts.rendered import rendered_kind
from tdomcheck.facts.roles import ROLES, has_role
from tdomcheck.facts.value_paths import CALL, HELD, ITEM
from tdomcheck.facts.values import ClassFact, FunctionFact, ParameterFact
from tdomcheck.model import Premise

INERT = "class without call"
PLAIN = "plain component"
MIXED_LIST = "list of more than text"
"""The kind of a list that is annotated to hold booleans, numbers or dicts."""
REGISTERING = "registering decorator"
TEXT = "text "
"""What goes before a text in the kind of a constant that is just this."""
ROLE = "role "
"""The same before a text that no file of the project may give as a category."""
OTHER = "other than "
"""What goes before a reference in the kind of a function or class that another one is not."""
_DECORATING = frozenset({"__new__", "__init__", "__call__", "post_decorate"})
"""What changes how a decorator is called."""
_PROPERTIES = frozenset({"builtins.property", "functools.cached_property"})
_TYPES = frozenset({"type", "Type"})
_LISTS = frozenset({"list", "List"})
_NO_TEXT = frozenset({"bool", "int", "float", "bytes", "dict"})
_UNION = re.compile(r"([\w\s.|]+)\]")
_BUILTINS = frozenset({"int", "float", "bool", "str", "bytes", "dict", "list", "tuple", "set"})


@dataclass(frozen=True, slots=True)
class _Value:
    kind: str
    """`function`, `method`, `class`, `object`, `template`, or the name of a builtin type."""
    symbol: Symbol | None = None
    item: Symbol | None = None
    """The class of what a list holds."""


def holds(project: Project, path: str, premise: Premise) -> bool:
    """Whether the definitions of the project prove it."""
    if not all(holds(project, path, Premise(reference, (), (meant,))) for reference, meant in premise.handed):
        return False
    symbol = project.resolve(path, premise.reference)
    roles = ROLES.intersection(premise.kinds)
    if roles:
        return symbol is not None and any(has_role(project, symbol, role) for role in roles)
    if not is_certain(project, path, premise.reference):
        return False
    if not api.HTML.isdisjoint(premise.kinds):
        return symbol is not None and _is_renderer(symbol, premise.kinds)
    if premise.kinds[0].startswith((TEXT, ROLE)):
        text = text_of(project, path, premise.reference) if not premise.steps else None
        is_shared = ROLE + str(text) in premise.kinds and any(
            CATEGORIZING in facts.features for facts in project.facts.values()
        )
        return text is not None and not is_shared and not {TEXT + text, ROLE + text}.isdisjoint(premise.kinds)
    value = _start(symbol) or _constant(project, path, premise.reference)
    for step in premise.steps:
        value = _stepped(project, value, step) if value is not None else None
    if FORMED in premise.kinds:
        return value is not None and value.kind == "html" and symbol is not None and knows_no_markup(project, symbol)
    return value is not None and _is_meant(project, path, value, premise.kinds)


def _is_meant(project: Project, path: str, value: _Value, kinds: tuple[str, ...]) -> bool:
    """Whether a value is of one of some kinds, or the symbol behind it is what a single kind says."""
    if REGISTERING in kinds:
        return value.symbol is not None and _is_registering(project, value.symbol)
    if kinds[0] in INHERITED:
        return value.symbol is not None and is_inherited(project, value.symbol, kinds[0])
    if PLAIN in kinds:
        return value.symbol is not None and not is_wanted(value.symbol) and is_plain(project, value.symbol)
    if kinds[0].startswith(OTHER):
        return _is_other(project, path, value, kinds[0].removeprefix(OTHER))
    return not _kinds(project, value, kinds).isdisjoint(kinds)


def _is_other(project: Project, path: str, value: _Value, reference: str) -> bool:
    """Whether a name means another function or class of the project than a value is."""
    other = _start(project.resolve(path, reference)) if is_certain(project, path, reference) else None
    if other is None or other.symbol is None or value.symbol is None or value.kind not in {"function", "class"}:
        return False
    return other.symbol.key != value.symbol.key


def _is_renderer(symbol: Symbol, kinds: tuple[str, ...]) -> bool:
    """Whether a name means one of some functions that render, under any of the names that it has in its library."""
    return symbol.key in api.HTML and any(_ends(symbol.key) == _ends(kind) for kind in kinds)


def _ends(dotted: str) -> tuple[str, str]:
    return dotted.partition(".")[0], dotted.rpartition(".")[2]


def _is_registering(project: Project, symbol: Symbol) -> bool:
    """Whether a class is a decorator that derives from `injectable`, and is called as that is."""
    seen: list[Symbol] = []
    pending = [symbol]
    while pending:
        current = pending.pop()
        if current.class_ is not None and current not in seen:
            seen.append(current)
            pending += [base for name in current.class_.bases if (base := project.resolve(current.path, name))]
    owners = [owner.class_ for owner in seen if owner.class_ is not None]
    methods = {name for owner in owners for name in owner.methods}
    is_told = "for_" in declared(owners) or any(owner.decorators or owner.is_opaque for owner in owners)
    return not is_told and methods.isdisjoint(_DECORATING) and project.derives_from(symbol, api.INJECTABLE)


def _stepped(project: Project, value: _Value, step: str) -> _Value | None:
    if step == CALL:
        return _called(project, value)
    if step == HELD:
        return _Value("list", item=value.symbol) if value.kind == "class" else None
    if step == ITEM:
        return _Value("object", value.item) if value.kind == "list" and value.item is not None else None
    return _attribute(project, value, step[1:])


def _kinds(project: Project, value: _Value, wanted: tuple[str, ...]) -> frozenset[str]:
    """A class or an object may be of more than one kind, one also of what it lacks; what `html()` gives is text."""
    if value.kind in {"html", TAGS}:
        return frozenset({value.kind, "str"})
    if value.kind == MIXED_LIST:
        return frozenset({value.kind, "list"})
    if value.kind not in {"class", "object"} or value.symbol is None:
        return frozenset({value.kind})
    lineage = project.ancestors(value.symbol)
    owners = [owner.class_ for owner in lineage or ()]
    if lineage is None or any(owner is None or owner.is_opaque for owner in owners):
        return frozenset()
    methods = {name for owner in owners if owner is not None for name in owner.methods}
    if value.kind == "class" and any(map(is_lack, wanted)):
        lacking = (kind for kind in wanted if is_lack(kind) and kind.rpartition(" ")[2] not in patched(project))
        return frozenset(kind for kind in lacking if lacks(project, lineage, kind))
    if value.kind == "class" and "__call__" not in methods and not _declares_call(owners):
        is_known = not value.symbol.path.endswith(".pyi") and has_certain_bases(project, lineage)
        is_inert = is_known and "__init_subclass__" not in methods and not _is_replaced(project, value.symbol)
        return frozenset({"class", INERT} if is_inert and "__call__" not in patched(project) else {"class"})
    is_callable = "__call__" in methods and methods.isdisjoint(SPEAKING) and _is_closed(project, value, lineage)
    return frozenset({value.kind, f"callable {value.kind}"} if is_callable else {value.kind})


def _is_closed(project: Project, value: _Value, lineage: Sequence[Symbol]) -> bool:
    """Whether nothing but its own classes says what the text of an object is: no heir, decorator or implementation."""
    heirs = heirs_of(project).get(value.symbol.key, ()) if value.symbol is not None else ()
    owners = [owner.class_ for owner in (*lineage, *heirs) if owner.class_ is not None]
    is_told = any(SPEAKING & set(owner.methods) or not is_left_alone(owner) for owner in owners)
    return not (is_told or any(base.endswith("Protocol") for owner in owners for base in owner.bases))


def _is_replaced(project: Project, symbol: Symbol) -> bool:
    """Whether some file registers another class for this one, or may, or it only says what is wanted."""
    if "replaced" not in project.memory:
        found: set[str] = set()
        for path, facts in project.facts.items():
            if "registers-indirectly" in facts.features:
                found.add("")
            for registration in facts.registrations:
                wanted = project.resolve(path, registration.type_ref)
                is_own = registration.type_ref == registration.factory_ref
                found.update({wanted.key} if wanted is not None and not is_own else ())
        project.memory["replaced"] = found
    replaced = t.cast("set[str]", project.memory["replaced"])
    return is_wanted(symbol) or symbol.key in replaced or "" in replaced


def _declares_call(owners: Sequence[ClassFact | None]) -> bool:
    """`__call__ = render`, or a decorator that nobody knows."""
    known = [owner for owner in owners if owner is not None]
    is_open = any(not is_left_alone(owner) or "__new__" in owner.methods for owner in known)
    return is_open or any("__call__" in owner.attributes for owner in known)


def _start(symbol: Symbol | None) -> _Value | None:
    if symbol is None or symbol.is_external:
        return None
    if symbol.function is not None:
        return _Value("function", symbol) if not symbol.function.decorators else None
    return _Value("class", symbol) if symbol.class_ is not None else None


def _constant(project: Project, path: str, reference: str) -> _Value | None:
    """A literal that a module gives a name to."""
    kind = kind_of(project, path, reference)
    return _Value(kind) if kind is not None else None


def _called(project: Project, value: _Value) -> _Value | None:
    symbol = value.symbol
    if symbol is None:
        return None
    if value.kind == "class" and symbol.class_ is not None:
        return _Value("object", symbol) if not symbol.class_.is_opaque and is_plain_class(symbol.class_) else None
    function = symbol.function if value.kind in {"function", "method"} else None
    if function is None or function.is_async or function.is_generator:
        return None
    return _given(project, symbol.path, function)


def _attribute(project: Project, value: _Value, name: str) -> _Value | None:
    if value.kind != "object" or value.symbol is None:
        return None
    lineage = project.ancestors(value.symbol) or []
    owners = [owner.class_ for owner in lineage if owner.class_ is not None]
    if any(owner.is_opaque or not is_plain_class(owner) for owner in owners):
        return None
    if sum(name in declared([owner]) for owner in owners) > 1 and has_branches(lineage):
        return None  # which of them comes first the order of the bases decides
    if any(means_another(project, heir, value.symbol, name) for heir in heirs_of(project).get(value.symbol.key, ())):
        return None  # the object may be one of those
    for owner in lineage:
        found = owner.class_
        if found is None or not is_plain_class(found) or name in found.attributes or not is_left_alone(found):
            return None
        fields = [field for field in found.fields if field.name == name]
        if fields:
            is_kept = _REMAKING.isdisjoint(method for one in owners for method in one.methods)
            return _declared(project, owner.path, fields[0]) if is_kept and not fields[0].is_converted else None
        if name in found.methods:
            return _method(project, owner, found, name)
    return None


def _method(project: Project, owner: Symbol, found: ClassFact, name: str) -> _Value | None:
    functions = _defined(project, owner.path).get(f"{found.path}.{name}", [])
    if len(functions) != 1:
        return None
    function = functions[0]
    if set(function.decorators) & _PROPERTIES and len(function.decorators) == 1:
        return _given(project, owner.path, function)
    if function.decorators or name in patched(project):
        return None
    return _Value("method", Symbol(f"{owner.key}.{name}", owner.path, function=function))


def _declared(project: Project, path: str, field: ParameterFact) -> _Value | None:
    """What a field holds."""
    if field.marker == "Get":
        return None
    return _annotated(project, path, "" if field.marker else field.annotation, field.type_ref, field.item_ref)


def _given(project: Project, path: str, function: FunctionFact) -> _Value | None:
    """What a function gives back, by its `return` statements or its annotation."""
    if function.gives_tags and function.returns in {"", "str"}:
        return _Value(TAGS)
    if function.returned == ("list",) and not function.returns:
        return _Value("list")
    if kind := rendered_kind(project, path, function):
        return _Value(kind)
    return _annotated(project, path, function.returns, function.returned_ref, function.returned_item_ref)


def _annotated(project: Project, path: str, annotation: str, reference: str, item: str) -> _Value | None:
    """A value of an annotated type, where the annotation is the name of one type."""
    text = annotation.strip("\"'")
    if item:
        held = project.resolve(path, item)
        is_class = held is not None and held.class_ is not None and is_plain_class(held.class_)
        return _Value("list", item=held if is_class else None)
    if not reference:
        head, _, arguments = text.partition("[")
        is_whole = not arguments or arguments.endswith("]")
        if head in _LISTS and (held := _UNION.fullmatch(arguments)) is not None:
            members = {member.strip() for member in held[1].split("|")}
            return _Value(MIXED_LIST if members & _NO_TEXT else "list")
        if is_whole and head in _TYPES and arguments:
            return _Value("class")
        return _Value(head) if is_whole and head in _BUILTINS else None
    symbol = project.resolve(path, reference)
    if symbol is None:
        return None
    if symbol.key in api.TEMPLATE:
        return _Value("template")
    if symbol.key in api.MARKUP:
        return _Value("markup")
    is_known = symbol.class_ is not None and not symbol.class_.is_opaque and is_plain_class(symbol.class_)
    return _Value("object", symbol) if is_known else None


def _defined(project: Project, path: str) -> dict[str, list[FunctionFact]]:
    """The functions of a file by their paths: overloads and definitions by condition are several; looked up once."""
    known = t.cast("dict[str, dict[str, list[FunctionFact]]]", project.memory.setdefault("functions by path", {}))
    if path not in known:
        known[path] = {}
        for function in project.facts[path].functions:
            known[path].setdefault(function.path, []).append(function)
    return known[path]


_REMAKING = frozenset({"__post_init__", "__attrs_post_init__"})
"""Methods that may give a field a value of another type."""
