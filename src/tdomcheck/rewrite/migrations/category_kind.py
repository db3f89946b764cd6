"""What something is, asked for among the categories: TDC905 and `category-to-kind`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.list_items import items_of
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.value_flow import origins, uses_of, values_of
from tdomcheck.facts.python.value_paths import iterated
from tdomcheck.model import Edit, Fix, Safety
from tdomcheck.regex import regex
from tdomcheck.source.tree import compiled_query
from tdomcheck.values import dataclass

_METHOD = "get_by_category"
ROLES = frozenset({"middleware", "hookable"})
"""What is a kind now."""
_TEXT = regex(r"""(["'])[^"']*\1""")
_NAME = regex(r"[^\W\d]")
_GIVING = frozenset({"list", "tuple", "set", "keyword_argument", "assignment"})
_LISTS = frozenset({"list", "tuple", "set"})
_SPREAD = frozenset({"list_splat", "dictionary_splat"})
_ASKING = frozenset({"getattr", "methodcaller"})
_COMPARED: Mapping[tuple[str, ...], str] = {("in",): "==", ("not in",): "!="}
_BECAUSE = "other code may have given this category to something"


@dataclass(frozen=True)
class CategorySite:
    """A place that asks for something by its category."""

    place: tree_sitter.Node
    """The name of the method, or the whole comparison."""
    words: frozenset[str]
    """What may be asked for; an empty word is what only a run tells."""
    fix: Fix | None
    asked: tree_sitter.Node | None = None
    """What a call is given; None for a comparison."""
    is_negated: bool = False


def category_calls(view: ModuleView) -> Iterator[CategorySite]:
    """Every `get_by_category(...)`, but in a test that says that nothing is found."""
    for call in view.nodes["call"]:
        function = call.child_by_field_name("function")
        name = function.child_by_field_name("attribute") if function is not None else None
        if name is None or view.text(name) != _METHOD:
            continue
        arguments = arguments_of(view, call)
        asked = arguments.get(0, "category") if len(arguments.positional) < 2 else None
        if asked is not None and not _expects_nothing(call):
            yield CategorySite(name, frozenset(_asked(view, asked)), _by_kind(view, call, name), asked)


def category_methods(view: ModuleView) -> Iterator[tree_sitter.Node]:
    """Every `get_by_category` of which it is not said here what it looks for: `find = registry.get_by_category`,
    `getattr(registry, "get_by_category")`, `registry.get_by_category(*words)`."""
    if any(view.text(name) == _METHOD for name in map(_name_of, view.nodes["function"]) if name is not None):
        return
    found = tree_sitter.QueryCursor(compiled_query("(attribute) @found")).captures(view.tree.root)
    for named in sorted(found.get("found", []), key=lambda node: node.start_byte):
        name, around = named.child_by_field_name("attribute"), named.parent
        if name is not None and around is not None and view.text(name) == _METHOD and not _is_told(view, named, around):
            yield name
    yield from (node for node in view.nodes["string"] if _word(view, node) == _METHOD and _is_asked_for(view, node))


def _is_asked_for(view: ModuleView, text: tree_sitter.Node) -> bool:
    """Whether a text is what `getattr` or `methodcaller` is told."""
    call = text.parent.parent if text.parent is not None and text.parent.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    return function is not None and view.text(function).rpartition(".")[2] in _ASKING


def _is_told(view: ModuleView, named: tree_sitter.Node, around: tree_sitter.Node) -> bool:
    """Whether a method is called where it is named, with a word, or replaced, or taken away."""
    is_called = around.type == "call" and around.child_by_field_name("function") == named
    listed = around.child_by_field_name("arguments") if is_called else None
    if listed is not None and any(each.type in _SPREAD for each in listed.named_children):
        return arguments_of(view, around).get(0, "category") is not None
    return is_called or around.type == "delete_statement" or around.child_by_field_name("left") == named


def _name_of(function: tree_sitter.Node) -> tree_sitter.Node | None:
    return function.child_by_field_name("name")


def category_tests(view: ModuleView) -> Iterator[CategorySite]:
    """Every `"middleware" in metadata["categories"]`, also by a local name."""
    for node in view.nodes["string"]:
        word, parent = _word(view, node), node.parent
        if word not in ROLES or parent is None or parent.type != "comparison_operator":
            continue
        operators = tuple(child.type for child in parent.children if not child.is_named)
        if operators not in _COMPARED or parent.named_children[0] != node:
            continue
        held = parent.named_children[1]
        if _are_categories(view, held):
            fix = _compared(view, node, parent, _COMPARED[operators])
            yield CategorySite(parent, frozenset({word}), fix, is_negated=operators != ("in",))


def category_lists(view: ModuleView) -> Iterator[tree_sitter.Node]:
    """Every `metadata["categories"] == ["middleware"]`: all categories at once, with a role among them."""
    for node in view.nodes["string"]:
        listed = node.parent
        parent = listed.parent if listed is not None and listed.type in _LISTS else None
        if parent is None or parent.type != "comparison_operator" or _word(view, node) not in ROLES:
            continue
        others = [child for child in parent.named_children if child != listed and child.type != "comment"]
        if any(_are_categories(view, other) for other in others):
            yield parent


def given_roles(view: ModuleView) -> set[str]:
    """The roles that the file itself gives as categories; all of them, where it gives some by a name."""
    words: set[str] = set()
    for node in view.nodes["string"]:
        word, parent = _word(view, node), node.parent
        while word in ROLES and parent is not None and parent.type in _GIVING:
            name = parent.child_by_field_name("name") or parent.child_by_field_name("left")
            if name is not None and view.text(name) == "categories":
                words.add(word)
            parent = parent.parent
    every = (arguments_of(view, call).keywords for call in view.nodes["call"])
    categories = [view.text(keywords["categories"]) for keywords in every if "categories" in keywords]
    if any(_NAME.search(_TEXT.sub("", text)) for text in categories):
        words.update(ROLES)
    return words


def _word(view: ModuleView, node: tree_sitter.Node) -> str:
    return static_text(view, node) if node.type == "string" else ""


def _asked(view: ModuleView, node: tree_sitter.Node) -> set[str]:
    """The words, also by a name that is given some, or by the loop over a list that is written out."""
    source = iterated(view, node) if node.type == "identifier" else None
    values = values_of(view, node if source is None else source)
    if source is not None:
        values = [item for value in values for item in (items_of(value) if value.type in _LISTS else [value])]
    return {_word(view, value) for value in values}


def _expects_nothing(call: tree_sitter.Node) -> bool:
    """Whether a test says that nothing is found."""
    parent = call.parent
    while parent is not None and parent.type in {"parenthesized_expression", "argument_list", "call"}:
        parent = parent.parent
    if parent is None or parent.type == "not_operator":
        return parent is not None
    return parent.type == "comparison_operator" and not any(child.type == "in" for child in parent.children)


def _by_kind(view: ModuleView, call: tree_sitter.Node, name: tree_sitter.Node) -> Fix:
    """The other method, and its argument called after what is asked for."""
    span = view.span(name)
    edits = [Edit(span.start, span.end, "get_by_kind")]
    listed = call.child_by_field_name("arguments")
    for argument in listed.named_children if listed is not None else ():
        label = argument.child_by_field_name("name") if argument.type == "keyword_argument" else None
        if label is not None and view.text(label) == "category":
            place = view.span(label)
            edits.append(Edit(place.start, place.end, "kind"))
    return Fix("Look for the kind", tuple(edits), Safety.UNSAFE, unsafe_because=_BECAUSE)


def _compared(view: ModuleView, word: tree_sitter.Node, comparison: tree_sitter.Node, operator: str) -> Fix | None:
    """The kind compared with a word; None where the categories are not asked for alone."""
    held = comparison.named_children[1]
    key = _key(view, held)
    if key is None or "#" in view.text(comparison):
        return None
    quote = view.text(key)[:1]
    kind, whole = f"{quote}kind{quote}", view.span(held)
    holder = view.source.slice(whole.start, view.span(key).start)
    asked = f"{holder}{kind}]" if held.type == "subscript" else f"{holder}{kind})"
    span = view.span(comparison)
    text = f"{asked} {operator} {view.text(word)}"
    return Fix("Ask for the kind", (Edit(span.start, span.end, text),), Safety.UNSAFE, unsafe_because=_BECAUSE)


def _are_categories(view: ModuleView, held: tree_sitter.Node) -> bool:
    """What metadata has for categories, also by a local name, or something empty in its place."""
    pairs = [*origins(view, held)]
    if any(shown != value and _may_change(view, shown) for shown, value in pairs):
        return False
    values = [value for _, value in pairs if not _is_empty(view, value)]
    return bool(values) and all(_key(view, value) is not None for value in values)


def _may_change(view: ModuleView, name: tree_sitter.Node) -> bool:
    """Whether a method of what a name holds is called, which may add a category."""
    uses = uses_of(view, view.text(name), name.start_byte)
    return any(use.parent is not None and use.parent.type == "attribute" for use in uses)


def _key(view: ModuleView, held: tree_sitter.Node) -> tree_sitter.Node | None:
    """What says `categories` in `metadata["categories"]` or `metadata.get("categories")`."""
    key = held.child_by_field_name("subscript") if held.type == "subscript" else None
    function = held.child_by_field_name("function") if held.type == "call" else None
    if function is not None and view.text(function).endswith(".get"):
        key = arguments_of(view, held).get(0)
    return key if key is not None and _word(view, key) == "categories" else None


def _is_empty(view: ModuleView, node: tree_sitter.Node) -> bool:
    return view.text(node) in {"()", "[]", "{}", "set()", "frozenset()", "None"}
