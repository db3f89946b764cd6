"""Classes and functions as a caller sees them: parameters, fields, decorators, what they return."""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

import tree_sitter

from tdomcheck.facts.python.annotations import annotation_of, meaning_of
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.scopes import parameter_name
from tdomcheck.facts.python.terminal import returns_of, scopes_that_yield
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.facts.records import ClassFact, FunctionFact, ParameterFact, ParameterKind, ValueKind
from tdomcheck.source.tree import unwrapped
from tdomcheck.values import dataclass


class Definitions:
    """Extracts the definitions of one file."""

    def __init__(self, view: PythonModule) -> None:
        self._view = view
        self._decorated = {
            inner.start_byte: node
            for node in view.nodes["decorated"]
            if (inner := node.child_by_field_name("definition")) is not None
        }

    def functions(self) -> tuple[FunctionFact, ...]:
        return self._functions

    def classes(self) -> tuple[ClassFact, ...]:
        return self._classes

    @cached_property
    def _functions(self) -> tuple[FunctionFact, ...]:
        return tuple(self._function(node) for node in self._view.nodes["function"])

    @cached_property
    def _classes(self) -> tuple[ClassFact, ...]:
        return tuple(self._class(node) for node in self._view.nodes["class"])

    def _path(self, node: tree_sitter.Node) -> str:
        return self._view.scopes.scopes[scope_of(self._view, node)].path

    def decorator_nodes(self, definition: tree_sitter.Node) -> list[tree_sitter.Node]:
        """The expressions after the `@` signs."""
        outer = self._decorated.get(definition.start_byte)
        if outer is None:
            return []
        return [
            child.named_children[0] for child in outer.children if child.type == "decorator" and child.named_children
        ]

    def _decorators(self, definition: tree_sitter.Node) -> tuple[str, ...]:
        return tuple(self._callee(node) for node in self.decorator_nodes(definition))

    def _callee(self, node: tree_sitter.Node) -> str:
        function = node.child_by_field_name("function") if node.type == "call" else node
        if function is None:
            return ""
        is_property = function.type == "identifier" and self._view.text(function) == "property"
        return self._view.resolve(function) or ("builtins.property" if is_property else "")

    def _function(self, node: tree_sitter.Node) -> FunctionFact:
        view = self._view
        scope = scope_of(view, node)
        returned = returns_of(view, node)
        kinds = {kind for statement in returned for kind in returned_kinds(view, statement)}
        name = node.child_by_field_name("name") or node
        span = view.span(name)
        returns = meaning_of(view, annotation_of(view, node.child_by_field_name("return_type")))
        return FunctionFact(
            view.scopes.scopes[scope].path,
            tuple(self.parameters(node)),
            returns.text,
            self._decorators(node),
            node.children[0].type == "async",
            span.start,
            span.end,
            tuple(sorted(kinds)),
            returns.type_ref,
            returns.item_ref,
            is_generator=scope in scopes_that_yield(view),
            body_start=view.source.from_utf8(node.start_byte),
            body_end=view.source.from_utf8(node.end_byte),
            returned_calls=tuple(sorted(_called(view, returned))) if ValueKind.UNKNOWN in kinds else (),
        )

    def parameters(self, node: tree_sitter.Node) -> Iterator[ParameterFact]:
        """The parameters of a function in order."""
        listed = node.child_by_field_name("parameters")
        children = listed.named_children if listed is not None else []
        is_split = any(child.type == "positional_separator" for child in children)
        kind = ParameterKind.POSITIONAL_ONLY if is_split else ParameterKind.POSITIONAL_OR_KEYWORD
        for child in children:
            if child.type == "positional_separator":
                kind = ParameterKind.POSITIONAL_OR_KEYWORD
            elif child.type == "keyword_separator":
                kind = ParameterKind.KEYWORD_ONLY
            else:
                fact = self._parameter(child, kind)
                if fact is not None:
                    yield fact
                    kind = ParameterKind.KEYWORD_ONLY if fact.kind is ParameterKind.VAR_POSITIONAL else kind

    def _parameter(self, node: tree_sitter.Node, kind: ParameterKind) -> ParameterFact | None:
        name = parameter_name(node)
        if name is None:
            return None
        parts = (node, *node.named_children) if node.type not in _SINGLE else ()
        splat = next((part.type for part in parts if part.type in _SPLATS), "")
        typed = node.child_by_field_name("type")
        meaning = meaning_of(self._view, annotation_of(self._view, typed))
        span = self._view.span(typed or name)
        return ParameterFact(
            self._view.text(name),
            _SPLATS.get(splat, kind),
            meaning.text,
            meaning.type_ref,
            meaning.marker,
            has_default=node.child_by_field_name("value") is not None,
            is_init=True,
            is_keyword_only=kind is ParameterKind.KEYWORD_ONLY,
            start=span.start,
            end=span.end,
            item_ref=meaning.item_ref,
        )

    def _class(self, node: tree_sitter.Node) -> ClassFact:
        view = self._view
        span = view.span(node.child_by_field_name("name") or node)
        listed = node.child_by_field_name("superclasses")
        arguments = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
        bases = [child for child in arguments if child.type != "keyword_argument"]
        fields, methods = tuple(self._fields(node)), dict(methods_in(view, node))
        attributes, others = self._bound(node, {field.name for field in fields}, methods)
        init = methods.get("__init__")
        return ClassFact(
            self._path(node),
            tuple(base_reference(view, child) for child in bases),
            self._decorators(node),
            fields,
            tuple(methods),
            tuple(self.parameters(init))[1:] if init is not None else None,
            span.start,
            span.end,
            is_keyword_only=self._is_keyword_only(node),
            has_keywords=len(bases) != len(arguments),
            has_other_init=self._lacks_init(node),
            attributes=attributes,
            others=others,
            body_start=view.source.from_utf8(node.start_byte),
            body_end=view.source.from_utf8(node.end_byte),
        )

    def _bound(
        self, node: tree_sitter.Node, fields: set[str], methods: Mapping[str, tree_sitter.Node]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names that the body gives a value to, and those that it binds in any other way."""
        scope = self._view.scopes.scopes[scope_of(self._view, node)]
        members = {member.name for member in members_in(self._view, node)}
        # The scopes of a file that is not read closely know of no assignments.
        attributes = {*scope.names, *_assigned_in(self._view, node)} - members
        others = {*members, *scope.bindings} - fields - attributes - set(methods)
        return tuple(sorted(attributes)), tuple(sorted(others))

    def _is_keyword_only(self, node: tree_sitter.Node) -> bool:
        return any("kw_only=True" in self._view.text(found) for found in self.decorator_nodes(node))

    def _lacks_init(self, node: tree_sitter.Node) -> bool:
        """A dataclass with `init=False` has a constructor that somebody else writes."""
        return any("init=False" in "".join(self._view.text(found).split()) for found in self.decorator_nodes(node))

    def _fields(self, node: tree_sitter.Node) -> Iterator[ParameterFact]:
        """Annotated names in the class body, as a dataclass counts them."""
        is_keyword_only = False
        for member in members_in(self._view, node):
            reference = annotation_of(self._view, member.typed).reference
            if reference.endswith(".KW_ONLY"):
                is_keyword_only = True
            elif not reference.endswith(".ClassVar"):
                yield self._field(member, is_keyword_only=is_keyword_only)

    def _field(self, member: Member, *, is_keyword_only: bool) -> ParameterFact:
        view, value = self._view, member.value
        meaning = meaning_of(view, annotation_of(view, member.typed))
        keywords = self._field_keywords(value)
        is_call = value is not None and value.type == "call"
        span = view.span(member.typed)
        alias = (keywords or {}).get("alias", "").strip("\"'")
        return ParameterFact(
            alias or member.name,
            ParameterKind.FIELD,
            meaning.text,
            meaning.type_ref,
            meaning.marker,
            has_default=value is not None
            if keywords is None
            else bool({"default", "default_factory", "factory"} & set(keywords)),
            is_init=(keywords or {}).get("init") != "False",
            is_keyword_only=is_keyword_only or (keywords or {}).get("kw_only") == "True",
            start=span.start,
            end=span.end,
            item_ref=meaning.item_ref,
            is_converted="converter" in (keywords or {}) or (keywords is None and is_call),
        )

    def _field_keywords(self, value: tree_sitter.Node | None) -> dict[str, str] | None:
        """The keywords of `field(...)`; None when the value is anything else."""
        if value is None or value.type != "call":
            return None
        if self._callee(value).rpartition(".")[2] not in {"field", "ib", "attrib", "Field"}:
            return None
        arguments = value.child_by_field_name("arguments")
        texts: dict[str, str] = {}
        for argument in arguments.named_children if arguments is not None else ():
            name, setting = argument.child_by_field_name("name"), argument.child_by_field_name("value")
            if name is not None and setting is not None:
                texts[self._view.text(name)] = self._view.text(setting)
            elif argument.type != "comment":
                texts["default"] = self._view.text(argument)
        return texts


def scope_of(view: PythonModule, node: tree_sitter.Node) -> int:
    """The scope that a class or function opens, by its index."""
    inner = node.child_by_field_name("parameters") or node.child_by_field_name("body") or node
    return view.scopes.index_at(inner.start_byte)


@dataclass(frozen=True, slots=True)
class Member:
    """An annotated name in a class body."""

    name: str
    typed: tree_sitter.Node
    value: tree_sitter.Node | None
    statement: tree_sitter.Node


def members_in(view: PythonModule, class_node: tree_sitter.Node) -> Iterator[Member]:
    """The annotated names of a class body, in order."""
    for statement in _statements(class_node):
        assignment = statement.named_children[0] if statement.named_children else statement
        left, typed = assignment.child_by_field_name("left"), assignment.child_by_field_name("type")
        is_one = statement.type == "expression_statement" and assignment.type == "assignment"
        if is_one and left is not None and typed is not None and left.type == "identifier":
            yield Member(view.text(left), typed, assignment.child_by_field_name("right"), statement)


def _assigned_in(view: PythonModule, class_node: tree_sitter.Node) -> Iterator[str]:
    """The names that statements of a class body give a value to."""
    for statement in _statements(class_node):
        assignment = statement.named_children[0] if statement.named_children else statement
        left = assignment.child_by_field_name("left") if assignment.type == "assignment" else None
        if left is not None and left.type == "identifier":
            yield view.text(left)


def class_variables(view: PythonModule) -> Iterator[tuple[str, tree_sitter.Node]]:
    """What class bodies give to names, by the paths of those; what may be given another value is left out."""
    for node in view.nodes["class"]:
        statements = [*_statements(node)]
        names = Counter(_assigned_in(view, node))
        for statement in statements if all(each.type in _UNCONDITIONAL for each in statements) else ():
            assignment = statement.named_children[0] if statement.named_children else statement
            left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
            if left is None or right is None or right.type not in {"identifier", "attribute"}:
                continue
            if names[view.text(left)] == 1:
                yield f"{view.scopes.scopes[scope_of(view, node)].path}.{view.text(left)}", right


_UNCONDITIONAL = frozenset({"expression_statement", "function_definition", "class_definition", "pass_statement"})


def methods_in(view: PythonModule, class_node: tree_sitter.Node) -> Iterator[tuple[str, tree_sitter.Node]]:
    """The functions of a class body by name, in order; of two of one name the last counts."""
    for statement in _statements(class_node):
        name = statement.child_by_field_name("name") if statement.type == "function_definition" else None
        if name is not None:
            yield view.text(name), statement


def _statements(class_node: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """The statements of a body, decorated functions as the functions that they are."""
    body = class_node.child_by_field_name("body")
    for child in body.named_children if body is not None else ():
        inner = child.child_by_field_name("definition") if child.type == "decorated_definition" else child
        if inner is not None and inner.type != "comment":
            yield inner


def base_reference(view: PythonModule, node: tree_sitter.Node) -> str:
    """What a base class names, type arguments aside."""
    inner = node.child_by_field_name("value") if node.type == "subscript" else node
    if inner is None:
        return ""
    reference, name = view.resolve(inner), view.text(inner)
    is_builtin = not reference and isinstance(getattr(builtins, name, None), type) and not is_shadowed(view, name)
    return f"builtins.{name}" if is_builtin else reference


_SINGLE = frozenset({"identifier", "default_parameter", "typed_default_parameter"})
"""A parameter that no star stands before."""
_SPLATS = {
    "list_splat_pattern": ParameterKind.VAR_POSITIONAL,
    "dictionary_splat_pattern": ParameterKind.VAR_KEYWORD,
}


def returned_kinds(view: PythonModule, node: tree_sitter.Node) -> set[ValueKind]:
    """What kinds of things a return statement may give back."""
    value = _value_of(node)
    return {ValueKind.NONE} if value is None else {value_kind(view, origin) for _, origin in origins(view, value)}


def _value_of(node: tree_sitter.Node) -> tree_sitter.Node | None:
    return next((child for child in node.named_children if child.type != "comment"), None)


def _called(view: PythonModule, statements: Iterable[tree_sitter.Node]) -> set[str]:
    """The references of the calls that are returned and that this file does not know; empty for anything else."""
    references: set[str] = set()
    for value in filter(None, map(_value_of, statements)):
        for origin in (unwrapped(origin) for _, origin in origins(view, value)):
            if value_kind(view, origin) is ValueKind.UNKNOWN:
                function = origin.child_by_field_name("function") if origin.type == "call" else None
                references.add(view.resolve(function) if function is not None else "")
    return references


@once
def _is_str_hidden(view: PythonModule) -> bool:
    return any("str" in scope.names for scope in view.scopes.scopes)


def value_kind(view: PythonModule, node: tree_sitter.Node) -> ValueKind:
    """What a value is by its form, as far as that tells."""
    node = unwrapped(node)
    if node.type in {"string", "concatenated_string"}:
        return _string_kind(view, node)
    if node.type == "binary_operator":
        return ValueKind.TEMPLATE if _adds_template(view, node) else ValueKind.UNKNOWN
    if node.type == "call":
        function = node.child_by_field_name("function")
        reference = view.resolve(function) if function is not None else ""
        if not reference and function is not None and view.text(function) == "str":
            return ValueKind.UNKNOWN if _is_str_hidden(view) else ValueKind.STRING
        return view.known_names.calls.get(reference, ValueKind.UNKNOWN)
    return _KINDS_BY_NODE.get(node.type, ValueKind.UNKNOWN)


_KINDS_BY_NODE = {
    "none": ValueKind.NONE,
    "list": ValueKind.LIST,
    "list_comprehension": ValueKind.LIST,
    "generator_expression": ValueKind.LIST,
}


def _adds_template(view: PythonModule, node: tree_sitter.Node) -> bool:
    """Whether a sum holds a t-string: a Template can be added to nothing else."""
    while node.type == "binary_operator":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = node.child_by_field_name("operator")
        if left is None or right is None or operator is None or operator.type != "+":
            return False
        if _is_tstring(view, unwrapped(right)):
            return True
        node = unwrapped(left)
    return _is_tstring(view, node)


def _is_tstring(view: PythonModule, node: tree_sitter.Node) -> bool:
    return node.type in {"string", "concatenated_string"} and _string_kind(view, node) is ValueKind.TEMPLATE


def _string_kind(view: PythonModule, node: tree_sitter.Node) -> ValueKind:
    first = node if node.type == "string" else next((child for child in node.children if child.type == "string"), node)
    prefix = view.text(first)[:3].partition('"')[0].partition("'")[0].lower()
    return ValueKind.TEMPLATE if "t" in prefix else ValueKind.FSTRING if "f" in prefix else ValueKind.STRING
