"""TDC126: a boolean attribute is given a text."""

from __future__ import annotations

import typing as t
from collections.abc import Sequence

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_FALSE = frozenset({"false", "False", "FALSE"})
_OFF = {"no": "yes", "off": "on"}
"""Words that switch off, where the other side is the word beside them."""


class BooleanAttrString(td.TemplateRule):
    """
    ## What

    A boolean attribute of HTML, such as `disabled` or `checked`, with a text that is meant to switch it off: in the
    tag, by a local name, by a function or property of the file, or as an entry of a mapping that is spread.

    ## Why

    Such an attribute holds wherever it is present, whatever its value: `disabled="false"` is disabled, and
    `checked={'checked' if on else ''}` renders `checked=""`, which is checked, for either value of `on`.

    ## Instead

    Give it a boolean value: tdom leaves the attribute out for False and None.

    ## Example

    ```python
    t"<input checked={'checked' if on else ''} disabled='false'>"  # bad
    t"<input checked={on}>"                                        # good
    ```
    """

    CODE = "TDC126"
    SLUG = "boolean-attr-string"
    GROUP = "values"
    SUMMARY = "a boolean attribute is given a text, which switches it on"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        "t\"<input disabled='true' checked='checked' required='' readonly>\"",
        't"<input disabled={busy} checked={n > 1} required={None} readonly={False}>"',
        "t\"<input checked={'checked' if on else None} disabled={'disabled' if off else False}>\"",
        "t\"<my-switch disabled='false'></my-switch>\"",
        "t\"<{Switch} disabled='false' checked={'on' if on else ''} />\"",
        "t\"<p draggable='false' contenteditable='false' spellcheck='false' translate='no'></p>\"",
    ]
    INVALID: t.ClassVar = [
        td.invalid("t\"<input «disabled='false'»>\"", fixed='t"<input>"', unsafe=True),
        td.invalid("t\"<input «disabled={'false'}»>\"", fixed='t"<input>"', unsafe=True),
        td.invalid(
            "t\"<input «checked={'checked' if on else ''}»>\"", fixed='t"<input checked={bool(on)}>"', unsafe=True
        ),
        td.invalid(
            "t\"<option «selected={'true' if on else 'false'}»>{n}</option>\"",
            fixed='t"<option selected={bool(on)}>{n}</option>"',
            unsafe=True,
        ),
        td.invalid('t"<input «disabled={str(on).lower()}»>"'),
        td.invalid(
            """
            def option(name, x):
                extra = {«"selected": "selected" if x else ""»}
                return t"<option value={name} {extra}>{name}</option>"
            """
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[int] = set()
        """Entries of mappings, which may be spread more than once; one instance looks at one file."""

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            if tag.is_component or "-" in tag.name:
                continue
            for attribute in tag.attributes:
                if attribute.kind is td.html.AttributeKind.SPREAD:
                    self._check_spread(tag, attribute, template.interpolations[attribute.interpolations[0]])
                elif attribute.name not in td.html.BOOLEAN_ATTRIBUTES:
                    continue
                elif attribute.kind is td.html.AttributeKind.LITERAL and attribute.value in _FALSE:
                    self._report(attribute, f'{attribute.name}="{attribute.value}"', self._deletion(attribute))
                elif attribute.kind is td.html.AttributeKind.INTERPOLATED:
                    self._check_value(attribute, template.interpolations[attribute.interpolations[0]])

    def _check_value(self, attribute: td.Attribute, value: td.Interpolation) -> None:
        if value.conversion or value.format_spec:
            return
        word, origin = self._wrong(value.node)
        if origin is not None and not td.flow.is_tested(self.view, value.node, value.node):
            texts = [td.html.plain_text(self.view, inner) for _, inner in td.flow.origins(self.view, value.node)]
            fix = self._deletion(attribute) if texts in (["false"], ["False"]) else self._fix(value)
            self._report(attribute, f'{attribute.name}="{word}"', fix, origin)

    def _wrong(self, node: Node) -> tuple[str, tuple[Node, Node] | None]:
        """The word that is meant to switch off, and where it comes from; no place where there is none."""
        origins = [*td.flow.origins_through_calls(self.view, node)]
        texts = [td.html.plain_text(self.view, origin) for _, origin in origins]
        if texts in (["false"], ["False"]):
            return str(texts[0]), origins[0]
        if len(texts) > 1 and None not in texts and (off := _off(texts)) is not None and any(texts):
            return off, origins[texts.index(off)]
        return "false", next((pair for pair in origins if self._is_word(pair[1])), None)

    def _check_spread(self, tag: td.Tag, spread: td.Attribute, value: td.Interpolation) -> None:
        for key, entry, shown in td.html.entries_of(self.view, value.node):
            is_last = key in td.html.BOOLEAN_ATTRIBUTES and td.html.last_start(self.view, tag, key) <= spread.span.start
            word, origin = self._wrong(shown) if is_last else ("", None)
            if origin is None or entry.start_byte in self._reported:
                continue
            if td.flow.is_tested(self.view, shown, shown) or td.flow.is_tested(self.view, value.node, shown):
                continue
            self._reported.add(entry.start_byte)
            spread_at = td.Related(self.path, spread.span, "spread here")
            self._report_at(self.view.span(entry), key, f'{key}="{word}"', related=(spread_at,))

    def _is_word(self, node: Node) -> bool:
        """`str(on).lower()`, which makes a word of a boolean value."""
        text = "".join(self.view.text(node).split())
        return node.type == "call" and text.startswith("str(") and text.endswith((").lower()", ").casefold()"))

    def _report(
        self, attribute: td.Attribute, shown: str, fix: td.Fix | None, origin: tuple[Node, Node] | None = None
    ) -> None:
        """`origin` is the text beside the expression that has it in the template, which may be a local name."""
        related: tuple[td.Related, ...] = ()
        if origin is not None and origin[0] != origin[1]:
            related = (td.Related(self.path, self.view.span(origin[1]), "given here"),)
        self._report_at(attribute.span, attribute.name, shown, fix, related)

    def _report_at(
        self, span: td.Span, name: str, shown: str, fix: td.Fix | None = None, related: tuple[td.Related, ...] = ()
    ) -> None:
        self.report_span(
            span,
            f"`{shown}` switches `{name}` on: a boolean attribute holds wherever it is present",
            fix=fix,
            related=related,
            note=f"tdom renders `{shown}`, and says nothing",
            help=f"give it a boolean value: `{name}={{...}}` is left out for False and None",
        )

    def _deletion(self, attribute: td.Attribute) -> td.Fix:
        start = attribute.span.start
        while self.view.source.slice(start - 1, start) in {" ", "\t"}:
            start -= 1
        reason = f"the element had the attribute `{attribute.name}` until now"
        edit = td.Edit(start, attribute.span.end, "")
        return td.Fix(f"Delete `{attribute.name}`", (edit,), td.Safety.UNSAFE, unsafe_because=reason)

    def _fix(self, value: td.Interpolation) -> td.Fix | None:
        """`'x' if C else ''` to the truth of `C`."""
        node = value.node
        if node.type != "conditional_expression" or node.named_child_count != 3:
            return None
        first, condition, last = node.named_children
        texts = [td.html.plain_text(self.view, first), td.html.plain_text(self.view, last)]
        is_switch = None not in texts and texts[0] not in {"", *_FALSE} and texts[1] == _off(texts)
        if not is_switch or condition.type in {"named_expression", "lambda"}:
            return None
        text = self.view.text(condition)
        text = text if td.python.is_boolean(self.view, condition) else f"bool({text})"
        edit = td.Edit(value.expression_span.start, value.expression_span.end, text)
        reason = "the element had the attribute in either case until now"
        return td.Fix("Give it a boolean value", (edit,), td.Safety.UNSAFE, unsafe_because=reason)


def _off(texts: Sequence[str | None]) -> str | None:
    """The text that is meant to switch off."""
    lower = {text.lower() for text in texts if text is not None}
    meant = (text for text in texts if text in {"", *_FALSE} or (text and _OFF.get(text.lower(), "?") in lower))
    return next(meant, None)
