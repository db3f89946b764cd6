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

    A boolean attribute of HTML, such as `disabled` or `checked`, with a text that is meant to switch it off.

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
    GATE = td.Gate(features={"template"})

    VALID: t.ClassVar = [
        "t\"<input disabled='true' checked='checked' required='' readonly>\"",
        't"<input disabled={busy} checked={n > 1} required={None} readonly={False}>"',
        "t\"<input checked={'checked' if on else None} disabled={'disabled' if off else False}>\"",
        "t\"<p draggable='false' contenteditable='false' spellcheck='false' translate='no'></p>\"",
        "t\"<my-switch disabled='false'></my-switch>\"",
        "t\"<{Switch} disabled='false' checked={'on' if on else ''} />\"",
        "t\"<a href={'/x' if on else ''} data-open='false' aria-checked='false'></a>\"",
        't"<input checked={state} disabled={str(n)}>"',
        "t\"<input disabled={'' if on else None}>\"",
        "t\"<input disabled={'{off}' if on else 'off'}>\"",
        "t\"<p hidden={'until-found' if found else 'hidden'}></p>\"",
        """
        def field(on):
            state = str(on).lower()
            state = state == "true"
            return t"<input checked={state}>"
        """,
        "t\"<p hidden={'until-found' if found else ''}></p>\"",
        """
        def field(on):
            state = ""
            if on:
                state = None
            return t"<input checked={state}>"
        """,
        """
        def field(on):
            state = "checked" if on else None
            return t"<input checked={state}>"
        """,
        "with pytest.raises(ValueError):\n    html(t\"<input disabled='false'></p>\")",
        "t\"<!-- <input disabled='false'> -->\"\nt\"<textarea><input disabled='false'></textarea>\"",
    ]
    INVALID: t.ClassVar = [
        td.invalid("t\"<input «disabled='false'»>\"", fixed='t"<input>"', unsafe=True),
        td.invalid('t"<input «DISABLED=False» name={name} />"', fixed='t"<input name={name} />"', unsafe=True),
        td.invalid("t\"<input «disabled={'false'}»>\"", fixed='t"<input>"', unsafe=True),
        td.invalid(
            "t\"<input «checked={'checked' if on else ''}»>\"", fixed='t"<input checked={bool(on)}>"', unsafe=True
        ),
        td.invalid(
            "t\"<input «checked='{'checked' if n > 1 else ''}'»>\"", fixed="t\"<input checked='{n > 1}'>\"", unsafe=True
        ),
        td.invalid(
            "t\"<option «selected={'true' if on else 'false'}»>{n}</option>\"",
            fixed='t"<option selected={bool(on)}>{n}</option>"',
            unsafe=True,
        ),
        td.invalid("t\"<input «disabled={'' if on else 'disabled'}»>\""),
        td.invalid("t\"<input «checked={on and 'checked' or ''}»>\""),
        td.invalid('t"<input «disabled={str(on).lower()}»>"'),
        td.invalid('def field(on):\n    state = str(on).lower()\n    return t"<input «checked={state}»>"'),
        td.invalid(
            "t\"<input «checked={'yes' if on else 'no'}»>\"", fixed='t"<input checked={bool(on)}>"', unsafe=True
        ),
        td.invalid(
            """
            def field(on):
                state = "checked" if on else ""
                return t"<input «checked={state}»>"
            """
        ),
        td.invalid(
            """
            def field(on):
                state = "false"
                return t"<input disabled={on} «checked={state}»>"
            """,
            fixed="""
            def field(on):
                state = "false"
                return t"<input disabled={on}>"
            """,
            unsafe=True,
        ),
    ]

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            if tag.is_component or "-" in tag.name:
                continue
            for attribute in tag.attributes:
                if attribute.name not in td.BOOLEAN_ATTRIBUTES:
                    continue
                if attribute.kind is td.AttributeKind.LITERAL and attribute.value in _FALSE:
                    self._report(attribute, f'{attribute.name}="{attribute.value}"', self._deletion(attribute))
                elif attribute.kind is td.AttributeKind.INTERPOLATED:
                    self._check_value(attribute, template.interpolations[attribute.interpolations[0]])

    def _check_value(self, attribute: td.Attribute, value: td.Interpolation) -> None:
        if value.conversion or value.format_spec:
            return
        origins = [*td.origins(self.view, value.node)]
        texts = [self._text(origin) for _, origin in origins]
        if texts in (["false"], ["False"]):
            self._report(attribute, f'{attribute.name}="{texts[0]}"', self._deletion(attribute), origins[0])
        elif len(texts) > 1 and None not in texts and (off := _off(texts)) is not None and any(texts):
            self._report(attribute, f'{attribute.name}="{off}"', self._fix(value), origins[texts.index(off)])
        elif (word := next((pair for pair in origins if self._is_word(pair[1])), None)) is not None:
            self._report(attribute, f'{attribute.name}="false"', None, word)

    def _text(self, node: Node) -> str | None:
        """The text of a plain literal, which holds no value."""
        if node.type != "string" or td.literal_type(self.view, node) != "str":
            return None
        is_plain = all(child.type != "interpolation" for child in node.children)
        return td.static_text(self.view, node) if is_plain else None

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
        self.report_span(
            attribute.span,
            f"`{shown}` switches `{attribute.name}` on: a boolean attribute holds wherever it is present",
            fix=fix,
            related=related,
            note=f"tdom renders `{shown}`, and says nothing",
            help=f"give it a boolean value: `{attribute.name}={{...}}` is left out for False and None",
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
        texts = [self._text(first), self._text(last)]
        is_switch = None not in texts and texts[0] not in {"", *_FALSE} and texts[1] == _off(texts)
        if not is_switch or condition.type in {"named_expression", "lambda"}:
            return None
        text = self.view.text(condition)
        text = text if td.is_boolean(self.view, condition) else f"bool({text})"
        edit = td.Edit(value.expression_span.start, value.expression_span.end, text)
        reason = "the element had the attribute in either case until now"
        return td.Fix("Give it a boolean value", (edit,), td.Safety.UNSAFE, unsafe_because=reason)


def _off(texts: Sequence[str | None]) -> str | None:
    """The text that is meant to switch off."""
    lower = {text.lower() for text in texts if text is not None}
    meant = (text for text in texts if text in {"", *_FALSE} or (text and _OFF.get(text.lower(), "?") in lower))
    return next(meant, None)
