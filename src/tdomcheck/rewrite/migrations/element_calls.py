"""The calls of a file that make elements, to templates: where each stands, and what it is replaced by."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

import tree_sitter

from tdomcheck.edits.imports import importable
from tdomcheck.facts.html.render_calls import html_calls
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import method_of
from tdomcheck.facts.python.classes import definition
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.value_flow import is_shallow, uses_of
from tdomcheck.model import Edit, ImportRequest, Span
from tdomcheck.rewrite.migrations.asked_elements import ElementNote, asked_calls
from tdomcheck.rewrite.migrations.elements import NoMarkupError, is_element, template_of
from tdomcheck.source.tree import enclosing
from tdomcheck.values import dataclass

_RENDERS = "tdom.html"
_TAKING = frozenset({"get_nowait", "pop", "popitem", "popleft", "read", "readline", "recv", "send"})
_MOST_NAMED = 50
"""How many values with a name are compared with all that read them."""
_NO_ANSWER = "something is asked of the element, and html() gives a str"
_GIVEN_AWAY = "a function that is not known here may ask something of the element, and html() gives a str"


@dataclass(frozen=True, slots=True)
class ElementConversion:
    """What becomes of the call that makes an element: edits, or the reason why there are none."""

    span: Span
    edits: tuple[Edit, ...] = ()
    imports: tuple[ImportRequest, ...] = ()
    reason: str = ""


@once
def _element_calls(view: ModuleView) -> tuple[tree_sitter.Node, ...]:
    """The outermost calls of a file that make elements."""
    calls: list[tree_sitter.Node] = []
    for call in view.nodes["call"]:
        if is_element(view, call) and not (calls and call.end_byte <= calls[-1].end_byte):
            calls.append(call)
    return tuple(calls)


def elements_to_templates(view: ModuleView, note: ElementNote | None = None) -> Iterator[ElementConversion]:
    """Every outermost element of a file: `html(t"...")`, and within a template the t-string alone.

    The note says what other files ask of its elements."""
    calls = _element_calls(view)
    asked, given_away = (sorted(map(_start, each)) for each in (asked_calls(view, note) if calls else ((), ())))
    for call in calls:
        span = view.span(call)
        try:
            _refuse_unreadable(call)
            _refuse_asked(call, asked, _NO_ANSWER)
            _refuse_asked(call, given_away, _GIVEN_AWAY)
            _refuse_reordered(view, call)
            text, imports = _replacement(view, call)
        except NoMarkupError as error:
            yield ElementConversion(span, reason=str(error))
        else:
            yield ElementConversion(span, (Edit(span.start, span.end, text),), imports)


def _refuse_unreadable(call: tree_sitter.Node) -> None:
    if not is_shallow(call):
        raise NoMarkupError("it nests too deep to be followed")
    if b"#" in (call.text or b"") and _has_comment(call):
        raise NoMarkupError("a comment stands in it")


def _refuse_asked(call: tree_sitter.Node, asked: Sequence[int], reason: str) -> None:
    """The outermost calls do not overlap: what begins within one is a part of it."""
    first = bisect_left(asked, call.start_byte)
    if first < len(asked) and asked[first] < call.end_byte:
        raise NoMarkupError(reason)


def _refuse_reordered(view: ModuleView, call: tree_sitter.Node) -> None:
    """Attributes stand before children in a template, and behind them in a call."""
    names = _within(_named(view), call)
    if len(names) > _MOST_NAMED:
        raise NoMarkupError(f"more than {_MOST_NAMED} values of it are given a name by `:=`")
    for name in names:
        for reader in _within(view.readers.get(view.text(name), ()), call):
            if reader != name and name.parent is not None and _is_by_keyword(name.parent, reader):
                raise NoMarkupError(f"`{view.text(name)}` is given its value in one part of it, and read in another")
    for first, second in pairwise(_within(_takings(view), call)):
        if _is_by_keyword(first, second):
            raise NoMarkupError("what it takes one after the other would be taken in another order")


@once
def _takings(view: ModuleView) -> list[tree_sitter.Node]:
    """What gives another value each time, in the order of the file: those who read it wait for their turn."""
    functions = ((call, call.child_by_field_name("function")) for call in view.nodes["call"])
    calls = [
        call
        for call, function in functions
        if function is not None
        and (view.text(function) == "next" or (function.type == "attribute" and method_of(view, call) in _TAKING))
    ]
    return sorted([*calls, *view.nodes["await"], *view.nodes["yield"]], key=_start)


@once
def _named(view: ModuleView) -> list[tree_sitter.Node]:
    """The names that `:=` gives a value."""
    targets = view.nodes["target"]
    return sorted(
        (node for node in targets if node.parent is not None and node.parent.type == "named_expression"), key=_start
    )


def _within(nodes: Sequence[tree_sitter.Node], call: tree_sitter.Node) -> Sequence[tree_sitter.Node]:
    """Those of nodes in order that stand in a call."""
    first = bisect_left(nodes, call.start_byte, key=_start)
    return nodes[first : bisect_left(nodes, call.end_byte, key=_start)]


def _start(node: tree_sitter.Node) -> int:
    return node.start_byte


def _is_by_keyword(first: tree_sitter.Node, second: tree_sitter.Node) -> bool:
    """Whether two places of a call stand in different arguments, one of which has a name."""
    node: tree_sitter.Node | None = first
    while node is not None and node.parent is not None:
        listed = node.parent
        if listed.start_byte <= second.start_byte < listed.end_byte:
            others = (each for each in listed.named_children if each.start_byte <= second.start_byte < each.end_byte)
            kinds = {node.type, *(each.type for each in others)}
            return listed.type == "argument_list" and not _BY_NAME.isdisjoint(kinds)
        node = listed
    return False


_BY_NAME = frozenset({"keyword_argument", "dictionary_splat"})


def _has_comment(call: tree_sitter.Node) -> bool:
    pending = [call]
    while pending:
        node = pending.pop()
        if node.type == "comment":
            return True
        pending += node.children
    return False


def _replacement(view: ModuleView, call: tree_sitter.Node) -> tuple[str, tuple[ImportRequest, ...]]:
    around = enclosing(call, "string")
    if around is not None:
        opening = view.text(around.children[0])
        if "t" not in opening.lower():
            raise NoMarkupError("it stands in an f-string, which a t-string would have to be first")
        return template_of(view, call, "'" if opening.endswith('"') else '"'), ()
    owner = call.parent
    if owner is not None and (owner.type == "attribute" or _is_asked_by_name(view, owner)):
        raise NoMarkupError(_NO_ANSWER)
    text = template_of(view, call)
    if owner is not None and owner.type == "argument_list" and owner.parent in html_calls(view):
        return text, ()
    if _means_only_html(view):
        return f"html({text})", (ImportRequest("tdom", "html"),)
    spelled = importable(view, "tdom", "html")
    if spelled is None:
        raise NoMarkupError("`html` means something else in this file")
    name, imports = spelled
    return f"{name}({text})", imports


def _is_asked_by_name(view: ModuleView, assignment: tree_sitter.Node) -> bool:
    """Whether the name that it is given to is asked for `children`, `attrs` and the like."""
    left = assignment.child_by_field_name("left") if assignment.type == "assignment" else None
    if left is None or left.type != "identifier":
        return False
    uses = uses_of(view, view.text(left), left.start_byte)
    return any(use.parent is not None and use.parent.type == "attribute" for use in uses)


def _means_only_html(view: ModuleView) -> bool:
    """Whether the name `html` is free, or tdom's wherever it is bound."""
    is_bound = any(
        "html" in scope.names or scope.bindings.get("html", _RENDERS) != _RENDERS for scope in view.scopes.scopes
    )
    return not is_bound and definition(view, ":html") is None
