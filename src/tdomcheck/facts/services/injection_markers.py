"""Who is what to a container: registering decorators, middleware classes, and what an annotation asks for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.classes import Shape, decorator_reference, definitions_of, path_of, shapes
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.vocabulary import libraries as api
from tdomcheck.facts.vocabulary.words import MIDDLEWARE as MIDDLEWARE_KIND
from tdomcheck.model import Premise

FEATURES = frozenset({"import svcs_di", "import svcs_hopscotch", "import tdom_svcs"})
"""What a file carries that imports any of the markers: for gates."""
MIDDLEWARE = frozenset(f"{module}.middleware" for module in ("tdom_svcs", "tdom_svcs.middleware"))
HOOKABLE = frozenset(f"{module}.hookable" for module in ("tdom_svcs", "tdom_svcs.middleware"))
_REGISTER_MIDDLEWARE = frozenset(f"{module}.register_middleware" for module in ("tdom_svcs", "tdom_svcs.middleware"))
_OPTIONALS = frozenset({"typing.Optional", "typing.Union", "typing_extensions.Optional", "typing_extensions.Union"})
_TRANSPARENT = frozenset(
    {"typing.Annotated", "typing_extensions.Annotated", "dataclasses.InitVar", "typing.ClassVar", "typing.Final"}
)
_PRIORITY = re.compile(r"[\r\n]\s+(?:priority\s*[:=]|def priority\b)|def __call__\([^)]*\bprops\b")
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
        shape = shapes(view).get(current)
        if shape is not None and current not in seen and current not in strangers:
            seen.add(current)
            pending.extend(shape.bases)
    strangers |= seen
    return False


def registering_decorators(view: ModuleView, node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """The decorators of a definition that are `injectable`, or classes that derive from it."""
    found = definitions_of(view).decorator_nodes(node)
    return [inner for inner in found if derives_from(view, decorator_reference(view, inner), api.INJECTABLE)]


def middleware_classes(view: ModuleView) -> Iterator[Shape]:
    """The classes of a file that are certain to be run as middleware."""
    known = shapes(view)
    named = set(_registered_middleware(view))
    for reference, shape in known.items():
        decorators = (decorator_reference(view, node) for node in definitions_of(view).decorator_nodes(shape.node))
        if reference in named or any(derives_from(view, found, MIDDLEWARE) for found in decorators):
            yield shape


def likely_middleware(view: ModuleView) -> Iterator[tuple[Shape, Premise | None]]:
    """Those, and the classes with a priority that another file may register."""
    certain = {shape.path for shape in middleware_classes(view)}
    for shape in shapes(view).values():
        if shape.path in certain:
            yield shape, None
        elif _PRIORITY.search(view.text(shape.node)):
            yield shape, Premise(f":{shape.path}", (), (MIDDLEWARE_KIND,))


def _registered_middleware(view: ModuleView) -> Iterator[str]:
    """What `register_middleware(registry, X)` and `hookable(middleware={"before": [X]})` name."""
    for call in view.captures["call"]:
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
class Wish:
    """An annotation of a field or parameter that mentions `Inject`, `Resource` or `Get`."""

    owner: tree_sitter.Node
    """The class or function."""
    name: str
    typed: tree_sitter.Node
    value: tree_sitter.Node | None
    expression: ast.expr


@once
def wishes(view: ModuleView) -> tuple[Wish, ...]:
    """All of a file, also those that no container understands."""
    return tuple(_wishes(view))


@once_each
def _strangers_to(_view: ModuleView, _wanted: frozenset[str]) -> set[str]:
    """References of which it is known that they derive from none of some names; filled as classes are asked about."""
    return set()


def wished_names(view: ModuleView, owner: tree_sitter.Node) -> set[str]:
    """The names that one class or function asks for."""
    return _names_by_owner(view).get(owner.start_byte, set())


@once
def _names_by_owner(view: ModuleView) -> dict[int, set[str]]:
    names: dict[int, set[str]] = {}
    for wish in wishes(view):
        names.setdefault(wish.owner.start_byte, set()).add(wish.name)
    return names


def _wishes(view: ModuleView) -> Iterator[Wish]:
    for owner, name, typed, value in annotated(view):
        expression = parsed(view.text(typed))
        if expression is not None and any(marker_of(view, inner, typed) for inner in ast.walk(expression)):
            yield Wish(owner, name, typed, value, expression)


def annotated(view: ModuleView) -> Iterator[tuple[tree_sitter.Node, str, tree_sitter.Node, tree_sitter.Node | None]]:
    """The fields and parameters that have an annotation: the class or function, the name, annotation and value."""
    for shape in shapes(view).values():
        yield from ((shape.node, member.name, member.typed, member.value) for member in shape.members)
    for function in view.captures["function"]:
        listed = function.child_by_field_name("parameters")
        for parameter in listed.named_children if listed is not None else ():
            typed = parameter.child_by_field_name("type")
            named = parameter.child_by_field_name("name") or (parameter.named_children or [parameter])[0]
            if typed is not None:
                yield function, view.text(named), typed, parameter.child_by_field_name("value")


def parsed(text: str) -> ast.expr | None:
    """An annotation as an expression; a quoted one as what it says."""
    try:
        found = ast.parse(f"({text})", mode="eval").body
        if isinstance(found, ast.Constant) and isinstance(found.value, str):
            found = ast.parse(f"({found.value.strip()})", mode="eval").body
    except (SyntaxError, ValueError):
        return None
    return found


def reference_of(view: ModuleView, node: ast.AST, place: tree_sitter.Node) -> str:
    """What a name in an annotation means where the annotation stands."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        quoted = parsed(node.value)
        return reference_of(view, quoted, place) if quoted is not None else ""
    dotted = _dotted(node)
    return view.scopes.resolve(dotted, place.start_byte) if dotted else ""


def marker_of(view: ModuleView, node: ast.AST, place: tree_sitter.Node) -> str:
    """`Inject`, `Resource` or `Get` for a name that is one of them."""
    return api.MARKERS.get(reference_of(view, node, place), "") if isinstance(node, ast.Name | ast.Attribute) else ""


def _dotted(node: ast.AST) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id, *reversed(parts)]) if isinstance(node, ast.Name) else ""


def marker_of_subscript(view: ModuleView, node: ast.expr, place: tree_sitter.Node) -> str:
    """The marker of `Inject[X]`, also of a bare `Inject`."""
    return marker_of(view, node.value if isinstance(node, ast.Subscript) else node, place)


def argument(node: ast.expr) -> ast.expr:
    """What stands between the brackets, quoted text as what it says."""
    inner = node.slice if isinstance(node, ast.Subscript) else node
    if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
        return parsed(inner.value) or inner
    return inner


def is_class_variable(view: ModuleView, wish: Wish) -> bool:
    node = wish.expression
    return isinstance(node, ast.Subscript) and reference_of(view, node.value, wish.typed) == "typing.ClassVar"


def is_kept_out(view: ModuleView, wish: Wish) -> bool:
    """`field(init=False)`."""
    call = wish.value
    if call is None or call.type != "call":
        return False
    function = call.child_by_field_name("function")
    given = arguments_of(view, call).keywords.get("init")
    is_field = function is not None and view.resolve(function) in {"dataclasses.field", "attrs.field", "attr.ib"}
    return is_field and given is not None and given.type == "false"


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def members_of_union(view: ModuleView, node: ast.expr, place: tree_sitter.Node) -> list[ast.expr]:
    """The members of `A | B`, `Union[A, B]` and `Optional[A]`; the expression itself where it is none of them."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*members_of_union(view, node.left, place), *members_of_union(view, node.right, place)]
    if isinstance(node, ast.Subscript) and reference_of(view, node.value, place) in _OPTIONALS:
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        is_optional = reference_of(view, node.value, place).endswith("Optional")
        return [*inner, *([ast.Constant(None)] if is_optional else [])]
    return [node]


def outermost(view: ModuleView, node: ast.expr, place: tree_sitter.Node) -> ast.expr:
    """What `Annotated`, `InitVar` and their like are wrapped around."""
    while isinstance(node, ast.Subscript) and reference_of(view, node.value, place) in _TRANSPARENT:
        node = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) and node.slice.elts else node.slice
    return node


def is_collection(view: ModuleView, node: ast.expr, place: tree_sitter.Node) -> bool:
    """`list[..]`, `dict[..]`, `Sequence[..]` and the like."""
    if not isinstance(node, ast.Subscript):
        return False
    reference = reference_of(view, node.value, place)
    is_builtin = not reference and _dotted(node.value) in _COLLECTIONS
    return is_builtin or reference.startswith("collections.abc.") or reference in _TYPED_COLLECTIONS


_TYPED_COLLECTIONS = frozenset(
    f"typing.{name}" for name in ("List", "Tuple", "Set", "Dict", "Sequence", "Iterable", "Mapping", "Type")
)


def owner_shape(view: ModuleView, wish: Wish) -> Shape | None:
    """The class of a field, or of the `__init__` that a parameter belongs to."""
    if wish.owner.type == "class_definition":
        return shapes(view).get(f":{path_of(view, wish.owner)}")
    outer, _, name = path_of(view, wish.owner).rpartition(".")
    return shapes(view).get(f":{outer}") if name == "__init__" else None
