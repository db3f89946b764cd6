"""TDC122: text with tags in it is interpolated, and so escaped."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator
from functools import cached_property

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPED = "tdom escapes every str: `<b>` arrives as `&lt;b&gt;`, and nothing is raised"
_TEXTS = frozenset({"string", "concatenated_string", "call", "identifier", "binary_operator"})


class MarkupStringInInterpolation(td.TemplateRule):
    """
    ## What

    An f-string, a joined list or another text that holds tags, interpolated as content: on the spot, by a local name,
    also one that grows by `+=` or `append`, or by a function of the file that gives it back, which may be a method of
    the same class.

    ## Why

    tdom escapes every str. `items = "".join(f"<li>{x}</li>" for x in names)` in `t"<ul>{items}</ul>"` renders
    `<ul>&lt;li&gt;...`: the reader sees the tags, and the page has no list items. Nothing is raised.

    ## Instead

    A t-string in place of the text, and a list of t-strings in place of the join: tdom renders them, and escapes what
    they interpolate.

    ## Example

    ```python
    items = "".join(f"<li>{x}</li>" for x in names)  # bad
    items = [t"<li>{x}</li>" for x in names]         # good
    t"<ul>{items}</ul>"
    ```
    """

    CODE = "TDC122"
    SLUG = "markup-string-in-interpolation"
    GROUP = "values"
    SUMMARY = "a text with tags is interpolated, so its tags are shown"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        "page = t\"<ul>{[t'<li>{x}</li>' for x in names]}</ul>\"",
        "page = t\"<p>{f'{a} of {b}'} {', '.join(names)} {'a < b and c > d'}</p>\"",
        "page = t\"<p>{f'<b>{x}</b>':safe} {f'<b>{x}</b>'!r}</p>\"",
        "page = t\"<code>{'<b>'}</code><pre><span>{f'<b>{x}</b>'}</span></pre><textarea>{'<b>x</b>'}</textarea>\"",
        "page = t\"<p>{'List<int>'} {'<none>'} {f'<{x}>'} {f'a<b and c>{d}'}</p>\"",
    ]
    INVALID: t.ClassVar = [
        td.invalid("page = t\"<p>{«f'<b>{x}</b>'»}</p>\"", fixed="page = t\"<p>{t'<b>{x}</b>'}</p>\"", unsafe=True),
        td.invalid(
            "page = t\"<p>{«f'<b>{x}</b>'» if x else None}</p>\"",
            fixed="page = t\"<p>{t'<b>{x}</b>' if x else None}</p>\"",
            unsafe=True,
        ),
        td.invalid(
            "page = t\"<ul>{''.join(«f'<li>{x}</li>'» for x in names)}</ul>\"",
            fixed="page = t\"<ul>{[t'<li>{x}</li>' for x in names]}</ul>\"",
            unsafe=True,
        ),
        td.invalid("icon = «'<svg class=\"icon\"></svg>'»\npage = t'<a>{icon}</a>'"),
        td.invalid("def entry(x):\n    return f'<b>{x}</b>'\n\npage = t'<p>{«entry(x)»}</p>'"),
        td.invalid("page = t\"<p>{«'<b>%s</b>'» % x}</p>\""),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[tuple[int, int]] = set()

    def check_template(self, template: td.Template) -> None:
        for value in td.html.text_interpolations(self.view, template):
            literal = next(self._texts(value.node), None)
            key = (id(self.view), literal.start_byte) if literal is not None else (0, 0)
            if literal is not None and key not in self._reported:
                self._reported.add(key)
                self._report(value, literal)
            if literal is None:
                self._check_helpers(value)

    def _check_helpers(self, value: td.Interpolation) -> None:
        """Calls of a function that gives back text with tags, and no way anything but text."""
        for _, origin in td.flow.origins(self.view, value.node):
            for call in td.flow.items_of(origin) if td.flow.is_shallow(origin) else ():
                helper = td.flow.helper_of(self.view, call)
                if helper is None:
                    self._check_elsewhere(call)
                elif self._gives_text(helper):
                    made = td.Related(self.path, self.view.span(helper.name), "this function makes the text")
                    self._report_value(call, self.view.text(helper.name) + "(...)", related=(made,))

    def _check_elsewhere(self, node: Node) -> None:
        """A function or a constant of another file."""
        is_shown = self.view.source.is_hosted and b"&lt;" in self.view.source.data  # also what is no code of it
        if is_shown or (node.type != "call" and self._shows_escapes):
            return
        premise = td.premise(self.view, node, td.html.TAGS)
        if premise is not None:
            self._report_value(node, self.view.text(node.child_by_field_name("function") or node), premise=premise)

    def _report_value(
        self, node: Node, shown: str, related: tuple[td.Related, ...] = (), premise: td.Premise | None = None
    ) -> None:
        key = (id(self.view), node.start_byte)
        if key in self._reported:
            return
        self._reported.add(key)
        is_call = node.type == "call"
        self.report_span(
            self.view.span(node),
            f"`{shown}` {'gives back' if is_call else 'is'} text with tags, and the page shows the tags",
            related=related,
            note=_ESCAPED,
            help="let it give back a t-string" if is_call else "make it a t-string, or Markup(...) if it is safe",
            premise=premise,
        )

    def _gives_text(self, helper: td.flow.Helper) -> bool:
        ends = [end for node in helper.returned for _, end in td.flow.origins(self.view, node)]
        shown = [end for end in ends if not td.html.is_plain_text(self.view, end)]
        is_text = all(end.type in _TEXTS and td.html.is_certain_text(self.view, end) for end in shown)
        return bool(shown) and is_text and all(next(self._texts(end), None) is not None for end in shown)

    def _texts(self, node: Node) -> Iterator[Node]:
        """The literals with tags, those left out that show how tdom escapes."""
        for literal in td.html.markup_texts(self.view, node):
            text = self.view.text(literal)
            is_alone = literal == node or literal == self._given(node)
            is_demo = is_alone and not td.python.is_formatted(literal) and ("=" not in text or self._shows_escapes)
            if not is_demo and not td.html.is_attack(text):
                yield literal

    @cached_property
    def _shows_escapes(self) -> bool:
        """Whether the file tests or tells how text is escaped; looked for once, as it may be asked of every name."""
        is_test = self.path.endswith((".py", ".pyi")) and td.is_test_file(self.path)
        return is_test or b"&lt;" in self.view.source.utf8

    def _given(self, node: Node) -> Node | None:
        return self.view.assigned(self.view.text(node), node.start_byte) if node.type == "identifier" else None

    def _report(self, value: td.Interpolation, literal: Node) -> None:
        span = self.view.span(literal)
        is_here = value.span.start <= span.start < value.span.end
        related = () if is_here else (td.Related(self.path, value.span, "interpolated here"),)
        text = " ".join(td.python.static_text(self.view, literal).split())
        self.report_span(
            span,
            f"a text with tags is interpolated, so the page shows `{td.shortened(text, 30)}`",
            fix=self._fix(value, literal),
            related=related,
            note=_ESCAPED,
            help="write a t-string, and a list of t-strings instead of a join",
        )

    def _fix(self, value: td.Interpolation, literal: Node) -> td.Fix | None:
        """The text to a t-string; with it the join around it to a list."""
        edits = td.codemods.interpolated_text(self.view, value.node, literal)
        reason = "the page changes: what was shown as text becomes elements"
        return td.Fix("Make it a t-string", edits, td.Safety.UNSAFE, unsafe_because=reason) if edits else None
