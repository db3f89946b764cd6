"""What stands at a place of a template, or on the way to one: calls that wrap, literals, names that tell of tags."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.render_calls import html_calls
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.classes import classes_of, definition
from tdomcheck.facts.python.definitions import methods_in
from tdomcheck.facts.python.heirs import heirs_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.local_calls import class_of_self
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.parameters import parameter_at
from tdomcheck.facts.python.text_parts import interpolations_of
from tdomcheck.facts.python.value_flow import outcomes, reaching_values, uses_of
from tdomcheck.facts.records import ClassFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.regex import regex
from tdomcheck.source.template import Template

_LISTS = frozenset({"list", "tuple", "list_comprehension", "generator_expression"})
_MARKUP_NAME = regex(r"(?i)(?:^|_)(?:html|markup|render(?:ed)?|svg|tags?)(?:_|$)")
"""What is called so holds tags, as far as anybody can tell, and a t-string would show them."""


def called_class(view: ModuleView, call: tree_sitter.Node) -> str:
    """The reference of the class whose object is called: `Card(...)()`, `self()`, or `card()` where that is known."""
    function = call.child_by_field_name("function") if call.type == "call" else None
    return class_made(view, function) if function is not None else ""


def class_made(view: ModuleView, node: tree_sitter.Node) -> str:
    """The reference of the class that something is an object of: what is made on the spot, `self`, what a name is
    given, what a parameter says."""
    own = class_of_self(view, node) if node.type == "identifier" else None
    if own is not None:
        return f":{own.path}"
    made = view.given(node) if node.type == "identifier" else node
    callee = made.child_by_field_name("function") if made is not None and made.type == "call" else None
    if callee is not None:
        return view.resolve(callee)
    parameter = parameter_at(view, node) if node.type == "identifier" else None
    return parameter.type_ref if parameter is not None else ""


def called_methods(view: ModuleView, call: tree_sitter.Node) -> Sequence[tree_sitter.Node]:
    """Each `__call__` of the file that a call may run: of `self` or a parameter it may be that of an heir."""
    owner = classes_of(view).get(called_class(view, call))
    if owner is None:
        return ()
    function = call.child_by_field_name("function")
    is_made = function is not None and (function.type == "call" or view.given(function) is not None)
    owners = [owner] if is_made else [owner, *heirs_of(view, owner)]
    methods = [method for each in owners if (method := _method_of(view, each)) is not None]
    return tuple({method.id: method for method in methods}.values())


def _method_of(view: ModuleView, owner: ClassFact) -> tree_sitter.Node | None:
    """The `__call__` of a class, or what it inherits from a class of the file."""
    pending, seen = [owner], set[str]()
    while pending:
        class_ = pending.pop(0)
        node = definition(view, f":{class_.path}") if class_.path not in seen else None
        method = dict(methods_in(view, node)).get("__call__") if node is not None else None
        if method is not None:
            return method
        seen.add(class_.path)
        bases = (classes_of(view).get(base) for base in class_.bases)
        pending += [base for base in bases if base is not None and base.path not in seen]
    return None


@once
def calls_of_methods(view: ModuleView) -> Mapping[int, Sequence[tree_sitter.Node]]:
    """The calls of objects, by the `id` of the `__call__` that they may run."""
    calls: dict[int, list[tree_sitter.Node]] = {}
    for call in view.nodes["call"]:
        for method in called_methods(view, call):
            calls.setdefault(method.id, []).append(call)
    return calls


def values_here(view: ModuleView, name: tree_sitter.Node) -> Sequence[tree_sitter.Node]:
    """All that a local name may hold where it is read; nothing where some of it is not known."""
    if name.type != "identifier":
        return ()
    value = view.assigned(view.text(name), name.start_byte)
    return [value] if value is not None else reaching_values(view, name)


def readers_of(view: ModuleView, name: tree_sitter.Node) -> list[tree_sitter.Node]:
    """Every place that reads a local name."""
    return uses_of(view, view.text(name), name.start_byte)


def wrapped_value(view: ModuleView, node: tree_sitter.Node) -> tree_sitter.Node | None:
    """What `html(x)`, `Markup(x)` or `str(x)` is given, where that is all."""
    function = node.child_by_field_name("function") if node.type == "call" else None
    if function is None:
        return None
    arguments = arguments_of(view, node)
    is_single = len(arguments.positional) == 1 and not arguments.has_star
    if node in rendering_calls(view):
        return arguments.positional[0] if is_single else None
    is_str = view.text(function) == "str" and not is_shadowed(view, "str")
    is_wrapper = is_str or view.resolve(function) in api.MARKUP
    return arguments.positional[0] if is_single and is_wrapper and not arguments.keywords else None


@once
def rendering_calls(view: ModuleView) -> frozenset[tree_sitter.Node]:
    return frozenset(html_calls(view))


@once
def every_template(view: ModuleView) -> tuple[Template, ...]:
    return tuple(sorted(view.templates, key=_start))


def _start(template: Template) -> int:
    return template.node.start_byte


def templates_within(view: ModuleView, node: tree_sitter.Node) -> Iterator[Template]:
    every = every_template(view)
    first = bisect_left(every, node.start_byte, key=_start)
    yield from every[first : bisect_left(every, node.end_byte, key=_start)]


def literal_parts(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    return [node] if node.type == "string" else [child for child in node.named_children if child.type == "string"]


def joined_bodies(call: tree_sitter.Node) -> Iterator[tree_sitter.Node]:
    """What each item of the comprehension is that `join` is given."""
    listed = call.child_by_field_name("arguments")
    for argument in [listed, *listed.named_children] if listed is not None else ():
        body = argument.child_by_field_name("body") if argument.type in _LISTS else None
        if body is not None:
            yield from outcomes(body)
            return


def has_comment(call: tree_sitter.Node, inner: tree_sitter.Node) -> bool:
    listed = inner.parent if inner.parent is not None else call
    return any(child.type == "comment" for child in listed.children)


def values_in(literal: tree_sitter.Node) -> Iterator[tuple[tree_sitter.Node, tree_sitter.Node]]:
    """What an f-string interpolates, beside the braces around it."""
    for part in literal_parts(literal):
        for interpolation in interpolations_of(part):
            value = next((child for child in interpolation.named_children if child.type != "comment"), None)
            if value is not None:
                yield interpolation, value


def is_in_text(view: ModuleView, literal: tree_sitter.Node, interpolation: tree_sitter.Node) -> bool:
    """Whether what an f-string shows there stands between tags, and not inside of one."""
    pieces = [child for part in literal_parts(literal) for child in part.children if child.type != "string_end"]
    before = [piece for piece in pieces if piece.start_byte < interpolation.start_byte]
    text = "".join(view.text(piece) if piece.type == "string_content" else "\0" for piece in before)
    return _OPEN_TAG.search(text) is None


_OPEN_TAG = regex(r"<[A-Za-z][^<>]*\Z")


def may_give_tags(view: ModuleView, call: tree_sitter.Node) -> bool:
    """A call whose name says so, one of a base class, and `str` of what may be an element."""
    function = call.child_by_field_name("function")
    inner = wrapped_value(view, call)
    is_text = inner is not None and _ELEMENT_NAME.search(view.text(inner)) is not None
    is_of_base = function is not None and view.text(function).startswith("super()")
    return is_text or is_of_base or is_named_markup(view, call)


_ELEMENT_NAME = regex(r"(?i)child|content|body|inner|node|element|template|html|markup|render")


def is_named_markup(view: ModuleView, node: tree_sitter.Node) -> bool:
    """By its last word: `self.body_html`, `render_menu(items)`."""
    callee = node.child_by_field_name("function") if node.type == "call" else node
    name = callee.child_by_field_name("attribute") or callee if callee is not None else node
    return name.type == "identifier" and _MARKUP_NAME.search(view.text(name)) is not None


def joins_with_nothing(view: ModuleView, call: tree_sitter.Node) -> bool:
    """Pieces that nothing but white space stands between are pieces of a page."""
    function = call.child_by_field_name("function")
    owner = function.child_by_field_name("object") if function is not None else None
    return owner is None or owner.type != "string" or not static_text(view, owner).replace("\\n", "").strip()


def short_text(view: ModuleView, node: tree_sitter.Node) -> str:
    text = " ".join(view.text(node).split())
    return text if len(text) <= 40 else f"{text[:37]}..."
