"""TDC121: a template that is rendered before it is interpolated."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_COLLECTIONS = frozenset({"list", "tuple", "list_comprehension", "generator_expression"})


class NestedHtmlCall(td.TemplateRule):
    """
    ## What

    The result of `html()` is interpolated into another template: directly, by a local name, in a branch, in a list, or
    by a function of the file that gives it back.

    ## Why

    Since tdom 0.1.15 `html()` returns a `str`, and strings are escaped: `<p>{html(t"<b>x</b>")}</p>` shows
    `&lt;b&gt;x&lt;/b&gt;` as text. tdom raises nothing.

    ## Instead

    Interpolate the template itself. The rendering around it renders it too, with the same container. Text that really
    is rendered already, and safe, is wrapped in `Markup(...)` or interpolated with `:safe`.

    ## Example

    ```python
    t"<div>{html(t'<b>{name}</b>')}</div>"  # bad
    t"<div>{t'<b>{name}</b>'}</div>"        # good
    ```
    """

    CODE = "TDC121"
    SLUG = "nested-html-call"
    GROUP = "values"
    SUMMARY = "rendered HTML is interpolated, so it is escaped"
    SEVERITY = td.Severity.WARNING
    VERSIONS = "tdom>=0.1.15"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={"template"})

    VALID: t.ClassVar = [
        "from tdom import html\npage = html(t\"<div>{t'<b>x</b>'}</div>\")",
        'from tdom import html\nshown = html(t"<b>x</b>")\npage = t"<pre><code>{shown}</code></pre>"',
        'from tdom import html, Markup\npage = t"<div>{Markup(html(body))}</div>"',
        'from shop import html\npage = t"<div>{html(body)}</div>"',
        'from tdom import html\npage = t"<div>{len(html(body))}</div><!-- {html(body)} -->"',
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from tdom import html\npage = t\"<div>{«html(t'<b>{x}</b>')»}</div>\"",
            fixed="from tdom import html\npage = t\"<div>{t'<b>{x}</b>'}</div>\"",
        ),
        td.invalid('from tdom import html\npage = t"<div>{«html(body)»}</div>"'),
        td.invalid(
            """
            from tdom import html

            def page(names):
                items = [«html(t"<li>{name}</li>")» for name in names]
                return html(t"<ul>{items}</ul>")
            """,
            fixed="""
            from tdom import html

            def page(names):
                items = [t"<li>{name}</li>" for name in names]
                return html(t"<ul>{items}</ul>")
            """,
        ),
        td.invalid(
            """
            import tdom
            from tdom_svcs import html

            def page(box):
                return tdom.html(t"<p>{«html(t'<b></b>', container=box)»}</p>")
            """,
            fixed="""
            import tdom
            from tdom_svcs import html

            def page(box):
                return tdom.html(t"<p>{t'<b></b>'}</p>")
            """,
            unsafe=True,
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[tuple[int, int]] = set()
        self._shown: set[int] | None = None
        """Names that templates show, by place; one instance looks at one file."""

    def check_template(self, template: td.Template) -> None:
        calls = self._calls()
        for shown, value in self._shown_in(template):
            helper = td.helper_of(self.view, value)
            is_rendered = helper is not None and bool(calls) and self._check_helper(value, helper)
            if is_rendered:
                continue
            if value.type == "call" and value.start_byte not in calls:
                self._check_elsewhere(value)
            call = calls.get(value.start_byte)
            key = (id(self.view), value.start_byte)
            if call is None or call.end_byte != value.end_byte or key in self._reported:
                continue
            self._reported.add(key)
            self._report(template, shown, call)

    def _check_helper(self, value: Node, helper: td.Helper) -> bool:
        """Whether a call is of a function that gives back what `html()` rendered, whichever way it ends."""
        ends = [origin for node in helper.returned for _, origin in td.origins(self.view, node)]
        key = (id(self.view), value.start_byte)
        if not all(td.value_kind(self.view, end) == "html" for end in ends):
            return False
        if key in self._reported:
            return True
        self._reported.add(key)
        name = self.view.text(helper.name)
        self.report_span(
            self.view.span(value),
            f"`{name}(...)` gives back rendered text, so the template around it shows its tags as text",
            related=(td.Related(self.path, self.view.span(helper.name), "this function renders"),),
            note=_ESCAPED,
            help=f"let `{name}` give back the template itself, or wrap what it renders in Markup(...)",
        )
        return True

    def _check_elsewhere(self, value: Node) -> None:
        """A call of a function of another file, or of a method."""
        key = (id(self.view), value.start_byte)
        premise = td.premise(self.view, value, "html")
        if premise is None or key in self._reported:
            return
        self._reported.add(key)
        name = self.view.text(value.child_by_field_name("function") or value)
        self.report_span(
            self.view.span(value),
            f"`{name}(...)` gives back rendered text, so the template around it shows its tags as text",
            note=_ESCAPED,
            help=f"let `{name}` give back the template itself, or wrap what it renders in Markup(...)",
            premise=premise,
        )

    def _calls(self) -> dict[int, Node]:
        if "calls by place" not in self.view.memory:
            self.view.memory["calls by place"] = {call.start_byte: call for call in td.html_calls(self.view)}
        return t.cast("dict[int, Node]", self.view.memory["calls by place"])

    def _shown_in(self, template: td.Template) -> Iterator[tuple[Node, Node]]:
        """What the text of a template shows, beside the expression that gives it."""
        for place in self.markup(template).texts:
            interpolation = template.interpolations[place.interpolation]
            is_source = any(tag.name in _SHOWN_AS_IT_IS for tag in self.markup(template).around(place.parent))
            if place.within == "text" and not interpolation.format_spec and not is_source:
                yield from self._origins(interpolation.node)

    def _origins(self, node: Node) -> Iterator[tuple[Node, Node]]:
        for shown, value in td.origins(self.view, node):
            owner, entry = self._entry(value) or (None, None)
            if owner is not None and entry is not None:
                for name, inner in td.origins(self.view, entry):
                    yield from ((owner if name == inner else name, item) for item in _items(inner))
                continue
            values = [value]
            if value == shown and shown.type == "identifier":
                every = td.values_before(self.view, shown)
                values = [outcome for each in every for outcome in td.outcomes(each)] or values
            for item in (item for each in values for item in _items(each)):
                yield (shown if value != shown or values != [value] else item), item

    def _entry(self, node: Node) -> tuple[Node, Node] | None:
        """The name and the entry of `notes["found"]` or `rows[0]`, for a local literal of which others only read."""
        owner, keys = node.child_by_field_name("value"), node.children_by_field_name("subscript")
        if node.type != "subscript" or owner is None or owner.type != "identifier" or len(keys) != 1:
            return None
        held = self.view.assigned(self.view.text(owner), owner.start_byte)
        entry = self._held(held, keys[0]) if held is not None else None
        uses = td.uses_of(self.view, self.view.text(owner), owner.start_byte)
        is_kept = all(use.parent is not None and use.parent.type in _READING for use in uses)
        return (owner, entry) if entry is not None and is_kept else None

    def _held(self, held: Node, key: Node) -> Node | None:
        """What a literal holds under a key that is written out."""
        values = [child for child in held.named_children if child.type != "comment"]
        if any(child.type in _OPEN for child in (*values, *key.named_children)):
            return None
        if held.type in {"list", "tuple"} and key.type == "integer":
            place = self.view.text(key)[:9]
            return values[int(place)] if place.isdecimal() and int(place) < len(values) else None
        pairs = values if held.type == "dictionary" and key.type == "string" else []
        name = td.static_text(self.view, key) if pairs else ""
        for pair in reversed(pairs):  # the last of two counts
            written = pair.child_by_field_name("key")
            is_text = written is not None and td.literal_type(self.view, written) == "str"
            if written is not None and is_text and td.static_text(self.view, written) == name:
                return pair.child_by_field_name("value")
        return None

    def _report(self, template: td.Template, shown: Node, call: Node) -> None:
        view = self.view
        function = call.child_by_field_name("function")
        name = view.text(function) if function is not None else "html"
        related: tuple[td.Related, ...] = ()
        by_name = not shown.start_byte <= call.start_byte < shown.end_byte
        if by_name:
            related = (td.Related(self.path, view.span(shown), "interpolated here"),)
        self.report_span(
            view.span(call),
            f"`{name}(...)` renders to a str, so the template around it shows its tags as text",
            fix=None if by_name and not self._is_only_shown(shown) else self._fix(template, call),
            related=related,
            note=_ESCAPED,
            help="interpolate the template itself, or wrap what is rendered already in Markup(...)",
        )

    def _fix(self, template: td.Template, call: Node) -> td.Fix | None:
        edits = td.unwrap_call(self.view, call)
        is_converted = any(
            interpolation.conversion and interpolation.node.start_byte <= call.start_byte < interpolation.node.end_byte
            for interpolation in template.interpolations
        )
        if not edits or is_converted or self._is_annotated(call):
            return None
        title = "Interpolate the template itself"
        if self._loses_container(call):
            doubt = "what renders the outer template may be tdom itself, which has no container for it"
            return td.Fix(title, edits, td.Safety.UNSAFE, unsafe_because=doubt)
        return td.Fix(title, edits)

    def _is_annotated(self, call: Node) -> bool:
        """Whether the name that it is given to is declared as text."""
        parent = call.parent
        return parent is not None and parent.type == "assignment" and parent.child_by_field_name("type") is not None

    def _loses_container(self, call: Node) -> bool:
        """Whether a call hands over a container in a file that renders with tdom's own `html` as well."""
        keywords = td.arguments_of(self.view, call).keywords
        plain = any(fact.module.partition(".")[0] == "tdom" and fact.name in {"", "html"} for fact in self.view.imports)
        return bool(keywords) and plain

    def _is_only_shown(self, name: Node) -> bool:
        """Whether a local name is read by templates alone, as text."""
        if self._shown is None:
            every = self.view.html_templates
            self._shown = {node.start_byte for template in every for node, _ in self._shown_in(template)}
        shown = self._shown
        uses = td.uses_of(self.view, self.view.text(name), name.start_byte)
        return all(use.start_byte in shown for use in uses)


_READING = frozenset({"subscript", "interpolation", "comparison_operator", "dictionary_splat", "list_splat"})
_OPEN = frozenset({"interpolation", "dictionary_splat", "list_splat"})
_ESCAPED = "tdom escapes strings: `<b>` arrives as `&lt;b&gt;`, and nothing is raised"
_SHOWN_AS_IT_IS = frozenset({"code", "pre", "samp", "kbd"})
"""Elements that show HTML for people to read: there it is meant to be escaped."""


def _items(node: Node) -> Iterator[Node]:
    """The values that a list or comprehension holds; else the value itself."""
    if node.type not in _COLLECTIONS:
        yield node
        return
    body = node.child_by_field_name("body")
    for item in [body] if body is not None else node.named_children:
        for outcome in td.outcomes(item):
            yield from _items(outcome)
