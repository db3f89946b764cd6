"""From what a component returns to a Template: the edits of every value on the way, or the reason against them."""

from __future__ import annotations

import tree_sitter

from tdomcheck.edits.templates import join_to_list, shows_space, unwrap_call
from tdomcheck.facts.html.template_values import is_template
from tdomcheck.facts.html.text_markup import markup_texts
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of, method_of
from tdomcheck.facts.python.definitions import value_kind
from tdomcheck.facts.python.list_items import is_list, items_of, list_items
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.local_calls import function_behind
from tdomcheck.facts.python.loops import loop_source
from tdomcheck.facts.python.terminal import returns_of
from tdomcheck.facts.python.value_flow import is_shallow, origins, outcomes
from tdomcheck.facts.records import ValueKind
from tdomcheck.facts.vocabulary import api
from tdomcheck.facts.vocabulary.html import has_tags
from tdomcheck.model import Edit
from tdomcheck.regex import regex
from tdomcheck.rewrite.migrations.container_keyword import is_plain_data
from tdomcheck.rewrite.migrations.given_texts import why_not_shown
from tdomcheck.rewrite.migrations.literals import is_joined, template_literal
from tdomcheck.rewrite.migrations.rendered import own_context
from tdomcheck.rewrite.migrations.template_sites import (
    called_class,
    called_methods,
    has_comment,
    is_in_text,
    is_named_markup,
    joined_bodies,
    joins_with_nothing,
    literal_parts,
    may_give_tags,
    rendering_calls,
    short_text,
    templates_within,
    values_here,
    values_in,
    wrapped_value,
)
from tdomcheck.source.tree import unwrapped
from tdomcheck.values import dataclass, field

_LITERALS = frozenset({"string", "concatenated_string"})
_FORMATTING = frozenset({"type_conversion", "format_specifier"})
_LISTS = frozenset({"list", "tuple", "list_comprehension", "generator_expression"})


class RefusedError(Exception):
    """A value that cannot become a Template; caught by who asked for the edits."""

    def __init__(self, node: tree_sitter.Node, reason: str) -> None:
        super().__init__(reason)
        self.node = node
        self.reason = reason


@dataclass(slots=True)
class TemplatePlan:
    """What has to change for some values to be Templates."""

    view: ModuleView
    converting: frozenset[int]
    """The functions that give Templates from now on, by the `id` of their nodes."""
    templates: frozenset[str] = frozenset()
    """References to what gives Templates in other files; with `()` where it is an object of a class that is called."""
    edits: set[Edit] = field(default_factory=set)
    literals: set[int] = field(default_factory=set)
    """Where text literals begin that become t-strings."""
    peeled: set[int] = field(default_factory=set)
    """Where calls begin that become what they are given."""
    names: list[tree_sitter.Node] = field(default_factory=list)
    """Local names whose values change: all that reads them must be able to take a Template."""
    _seen: set[tuple[int, str, str]] = field(default_factory=set)

    def becomes_template(self, value: tree_sitter.Node) -> None:
        """Every outcome of an expression is a Template, or becomes one; else this raises."""
        if not is_shallow(value):
            raise RefusedError(value, "it nests too deep to be followed")
        for outcome in outcomes(value):
            self._outcome(outcome)

    def _outcome(self, node: tree_sitter.Node) -> None:
        kind = value_kind(self.view, node)
        if node.type == "identifier":
            self._name(node)
        elif kind is ValueKind.TEMPLATE:
            self.shows(node)
        elif node.type in _LITERALS:
            self._literal(node)
        elif wrapped_value(self.view, node) is not None:
            self._peel(node)
        elif not self._gives_template(node) and not is_template(self.view, node):
            raise RefusedError(node, f"what `{short_text(self.view, node)}` gives is not known to be a Template")

    def _gives_template(self, node: tree_sitter.Node) -> bool:
        callee = node.child_by_field_name("function") if node.type == "call" else None
        if callee is not None and self.view.resolve(callee) in api.TEMPLATE | self.templates:
            return True
        if self.templates and f"{called_class(self.view, node)}()" in self.templates:
            return True
        function = function_behind(self.view, node)
        methods = called_methods(self.view, node) if function is None else (function,)
        return bool(methods) and all(method.id in self.converting for method in methods)

    def _name(self, name: tree_sitter.Node) -> None:
        values = values_here(self.view, name)
        if not values:
            if not is_template(self.view, name):
                raise RefusedError(name, f"what `{self.view.text(name)}` is here is not known to be a Template")
            return
        if self._enter(name, "given back"):
            self.names.append(name)
            for value in values:
                _refuse_annotated(value)
                self.becomes_template(value)

    def _enter(self, name: tree_sitter.Node, how: str) -> bool:
        """Whether a name is met so for the first time."""
        key = (self.view.scopes.index_at(name.start_byte), self.view.text(name), how)
        is_new = key not in self._seen
        self._seen.add(key)
        return is_new

    def _literal(self, node: tree_sitter.Node) -> None:
        edits = template_literal(self.view, node)
        if not edits:
            raise RefusedError(node, "its text is no template as it stands")
        self.edits.update(edits)
        self.literals.update(part.start_byte for part in literal_parts(node))
        for interpolation, value in values_in(node):
            if any(child.type in _FORMATTING for child in interpolation.named_children):
                self._refuse_rendering(value)
            elif is_in_text(self.view, node, interpolation):
                self._shown(value, is_raw=True)

    def _refuse_rendering(self, value: tree_sitter.Node) -> None:
        if self._is_rendering(value):
            raise RefusedError(value, "what is rendered here is formatted as text")

    def _peel(self, call: tree_sitter.Node) -> None:
        """`html(x)`, `Markup(x)` and `str(x)` become `x`; a text that is safe already is interpolated."""
        inner = wrapped_value(self.view, call)
        whole = self.view.span(call)
        if inner is None or has_comment(call, inner):
            raise RefusedError(call, f"a comment stands in `{short_text(self.view, call)}`")
        self.peeled.add(call.start_byte)
        if call in rendering_calls(self.view):
            if any(is_plain_data(self.view, value) for value in arguments_of(self.view, call).keywords.values()):
                raise RefusedError(call, f"`{short_text(self.view, call)}` renders with data of its own")
            edits = unwrap_call(self.view, call)
            if not edits:
                raise RefusedError(call, f"what `{short_text(self.view, call)}` renders is not known here")
            self.edits.update(edits)
            self.becomes_template(inner)
            self._refuse_context(call)
            return
        if self._is_known(inner):
            self.becomes_template(inner)
            span = self.view.span(inner)
            spans = inner.type == "concatenated_string" and not is_joined(self.view, inner)
            self.edits.add(Edit(whole.start, span.start, "(" if spans else ""))
            self.edits.add(Edit(span.end, whole.end, ")" if spans else ""))
            return
        text = self.view.text(call)
        if value_kind(self.view, call) is not ValueKind.MARKUP or _UNQUOTABLE.search(text):
            raise RefusedError(call, f"what `{short_text(self.view, call)}` holds is not known here")
        self.peeled.discard(call.start_byte)
        self.edits.update({Edit(whole.start, whole.start, 't"{'), Edit(whole.end, whole.end, '}"')})

    def _is_known(self, inner: tree_sitter.Node) -> bool:
        """Whether it is known what a call makes safe, or makes a text of."""
        if inner.type == "identifier":
            return bool(values_here(self.view, inner)) or is_template(self.view, inner)
        is_wrapped = wrapped_value(self.view, inner) is not None
        return inner.type in _LITERALS or is_wrapped or self._gives_template(inner)

    def shows(self, node: tree_sitter.Node) -> None:
        """What the templates of an expression show must not be rendered before."""
        for template in templates_within(self.view, node):
            for place in self.view.markup(template).texts:
                interpolation = template.interpolations[place.interpolation]
                if interpolation.conversion or interpolation.format_spec:
                    self._refuse_rendering(interpolation.node)
                elif place.within == "text":
                    self._shown(interpolation.node, is_raw=False)

    def _shown(self, node: tree_sitter.Node, *, is_raw: bool) -> None:
        """`is_raw`: the text was put in as it is, and the t-string will escape it."""
        if not is_shallow(node):
            raise RefusedError(node, "it nests too deep to be followed")
        for outcome in outcomes(node):
            for item in items_of(outcome) if outcome.type in _LISTS else (outcome,):
                self._shown_item(item, is_raw=is_raw)

    def _shown_item(self, node: tree_sitter.Node, *, is_raw: bool) -> None:
        if node.type == "identifier":
            self._shown_name(node, is_raw=is_raw)
        elif self._is_rendering(node):
            self._refuse_context(node)
            self._peel(node)
        elif value_kind(self.view, node) in {ValueKind.TEMPLATE, ValueKind.MARKUP}:
            return  # tdom takes both as they are
        elif node.type == "call" and not self._gives_template(node):
            self._shown_call(node, is_raw=is_raw)
        elif is_raw and node.type in _LITERALS and self._has_markup(node):
            self._literal(node)
        elif is_raw and (next(markup_texts(self.view, node), None) is not None or is_named_markup(self.view, node)):
            raise RefusedError(node, f"`{short_text(self.view, node)}` may hold tags, which a t-string escapes")
        elif node.type == "attribute":
            self._refuse_given(node, is_raw=is_raw)

    def _refuse_context(self, node: tree_sitter.Node) -> None:
        """What is rendered with a context of its own would be shown with that of whoever shows it."""
        inner: tree_sitter.Node | None = node
        while inner is not None:
            lost = own_context(self.view, inner, inner) if inner in rendering_calls(self.view) else ""
            if lost:
                raise RefusedError(inner, f"`{short_text(self.view, inner)}` renders with its own `{lost}`")
            inner = wrapped_value(self.view, inner)

    def _has_markup(self, literal: tree_sitter.Node) -> bool:
        has_any = any(has_tags(static_text(self.view, part)) for part in literal_parts(literal))
        return has_any or any(self._is_rendering(value) for _, value in values_in(literal))

    def _is_rendering(self, node: tree_sitter.Node) -> bool:
        """`html(...)`, also within `str(...)` or `Markup(...)`, and those around a name that is given that."""
        while (inner := wrapped_value(self.view, node)) is not None:
            if node in rendering_calls(self.view):
                return True
            node = unwrapped(inner)
        values = values_here(self.view, node) if node.type == "identifier" else ()
        return any(value_kind(self.view, end) is ValueKind.HTML for value in values for end in outcomes(value))

    def _shown_name(self, name: tree_sitter.Node, *, is_raw: bool) -> None:
        values = values_here(self.view, name)
        if not values:
            self._shown_unknown(name, is_raw=is_raw)
        elif self._enter(name, "shown raw" if is_raw else "shown"):
            items = [item for value in values if is_list(value) for item in list_items(self.view, name)]
            before = len(self.edits)
            for value in items or values:
                self._shown(value, is_raw=is_raw)
            if len(self.edits) != before:
                self.names.append(name)
                for value in values:
                    _refuse_annotated(value)
            elif is_raw and is_named_markup(self.view, name) and not all(map(self._is_safe, values)):
                raise RefusedError(name, f"`{self.view.text(name)}` may hold tags, which a t-string escapes")

    def _is_safe(self, value: tree_sitter.Node) -> bool:
        """Whether tdom takes it as it is, or did already."""
        kinds = {value_kind(self.view, outcome) for outcome in outcomes(value)}
        return kinds <= {ValueKind.TEMPLATE, ValueKind.MARKUP} or all(map(self._is_changed, outcomes(value)))

    def _is_changed(self, value: tree_sitter.Node) -> bool:
        """Whether this plan has edits for it, as for a name that was met before."""
        span = self.view.span(value)
        return any(span.start <= edit.start <= edit.end <= span.end for edit in self.edits)

    def _shown_unknown(self, name: tree_sitter.Node, *, is_raw: bool) -> None:
        """A parameter, a name of a loop, a text that grows."""
        source = loop_source(self.view, name)
        items = list_items(self.view, source) if source is not None else ()
        is_rendered = any(self._is_rendering(outcome) for item in items for outcome in outcomes(item))
        is_text = is_raw and not is_template(self.view, name) and self._may_hold_tags(name)
        if is_rendered or is_text:
            raise RefusedError(name, f"`{self.view.text(name)}` may hold tags, which a t-string escapes")
        self._refuse_given(name, is_raw=is_raw and source is None and not is_template(self.view, name))

    def _refuse_given(self, node: tree_sitter.Node, *, is_raw: bool) -> None:
        """A constant, an attribute or a default that holds tags, or of which nobody knows here that it holds none."""
        reason = why_not_shown(self.view, node) if is_raw else ""
        if reason:
            raise RefusedError(node, f"`{short_text(self.view, node)}` {reason}")

    def _may_hold_tags(self, name: tree_sitter.Node) -> bool:
        """A text that grows, or that is called as what holds tags is called."""
        return next(markup_texts(self.view, name), None) is not None or is_named_markup(self.view, name)

    def _shown_call(self, call: tree_sitter.Node, *, is_raw: bool) -> None:
        function = function_behind(self.view, call)
        methods = called_methods(self.view, call) if function is None else (function,)
        for each in methods:
            self._shown_result(call, each, is_raw=is_raw)
        if methods:
            return
        if is_raw and method_of(self.view, call) == "join":
            self._joined(call)
        elif is_raw and (may_give_tags(self.view, call) or next(markup_texts(self.view, call), None) is not None):
            raise RefusedError(call, f"`{short_text(self.view, call)}` may give tags, which a t-string escapes")

    def _shown_result(self, call: tree_sitter.Node, function: tree_sitter.Node, *, is_raw: bool) -> None:
        """A function of the file that stays as it is must not give back what is rendered."""
        values = [value for statement in returns_of(self.view, function) for value in statement.named_children]
        ends = [end for value in values if is_shallow(value) for _, end in origins(self.view, value)]
        is_rendered = any(value_kind(self.view, end) is ValueKind.HTML for end in ends)
        is_text = any(next(markup_texts(self.view, end), None) is not None for end in ends)
        is_text = is_text or any(method_of(self.view, end) == "join" for end in ends if end.type == "call")
        if is_rendered or (is_raw and (is_text or is_named_markup(self.view, call))):
            text = short_text(self.view, call)
            raise RefusedError(call, f"`{text}` gives back rendered text, which a t-string escapes")

    def _joined(self, call: tree_sitter.Node) -> None:
        """`"".join(f"<li>.." for ..)` becomes a list of t-strings."""
        bodies = [*joined_bodies(call)]
        if any(body.type in _LITERALS and shows_space(self.view, call, body) for body in bodies):
            raise RefusedError(call, f"`{short_text(self.view, call)}` shows white space that a list would not")
        edits = join_to_list(self.view, call, bodies[0]) if len(bodies) == 1 else ()
        if edits:
            self._outcome(bodies[0])
            self.edits.update(edits)
        elif joins_with_nothing(self.view, call) or next(markup_texts(self.view, call), None) is not None:
            raise RefusedError(
                call, f"what `{short_text(self.view, call)}` joins may hold tags, which a t-string escapes"
            )


_UNQUOTABLE = regex(r"[\"\\{}#\n\r]")


def _refuse_annotated(value: tree_sitter.Node) -> None:
    parent = value.parent
    if parent is not None and parent.type == "assignment" and parent.child_by_field_name("type") is not None:
        raise RefusedError(value, "the name that it is given to is declared as something else")
