"""TDC105: the name of an attribute is interpolated."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class DynamicAttributeName(td.TemplateRule):
    """
    ## What

    An attribute whose name is, or contains, an interpolation.

    ## Why

    tdom raises when the template is rendered: `ValueError: Attribute names cannot contain interpolations if the value
    is also interpolated.` That is so for a value that is written out as well.

    ## Instead

    Spread a mapping from the name to the value.

    ## Example

    ```python
    t"<div data-{key}={value}></div>"             # bad
    t"<div { {f'data-{key}': value} }></div>"     # good
    t"<div data={ {key: value} }></div>"          # good
    ```
    """

    CODE = "TDC105"
    SLUG = "dynamic-attribute-name"
    GROUP = "templates"
    SUMMARY = "the name of an attribute is interpolated, which tdom refuses"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.FeatureOf.TEMPLATE_PROBLEM(td.html.ProblemKind.REFUSED_ATTRIBUTE.value)})

    VALID: t.ClassVar = [
        "t\"<div { {f'data-{key}': value} }></div>\"",
        't"<div {attrs} { {key: value} } data={ {key: value} }></div>"',
        "t\"<div data-x={value} title='{key}={value}'></div>\"",
        't"<p>data-{key}={value}</p><!-- <b data-{key}={value}> -->"',
        't"SELECT a FROM b WHERE a = {key}={value}"',
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            't"<div «data-{key}={value}»></div>"', fixed="t\"<div { {f'data-{key}': value} }></div>\"", unsafe=True
        ),
        td.invalid('t"<div «{name}={value}» wide></div>"', fixed='t"<div { {name: value} } wide></div>"', unsafe=True),
        td.invalid("t\"<div «{name}='big'»></div>\"", fixed="t\"<div { {name: 'big'} }></div>\"", unsafe=True),
        td.invalid("t\"<{Card} «{name}='a {b}'» />\"", fixed="t\"<{Card} { {name: f'a {b}'} } />\"", unsafe=True),
        td.invalid('t"<div «{a}{b}»></div>"'),
    ]

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            for attribute in tag.attributes:
                if attribute.kind is td.html.AttributeKind.REFUSED:
                    self._report(template, attribute)

    def _report(self, template: td.Template, attribute: td.Attribute) -> None:
        has_value = attribute.value is not None
        said = (
            "Attribute names cannot contain interpolations if the value is also interpolated."
            if has_value
            else "Spread attributes must have exactly one interpolation in the name."
        )
        text = " ".join(self.view.source.slice(attribute.name_span.start, attribute.name_span.end).split())
        self.report_span(
            attribute.span,
            f"the name of the attribute `{text}` is interpolated",
            fix=self._fix(template, attribute),
            note=f"tdom raises ValueError: {said}",
            help="spread a mapping instead: `{ {name: value} }`",
        )

    def _fix(self, template: td.Template, attribute: td.Attribute) -> td.Fix | None:
        values = [template.interpolations[number] for number in attribute.interpolations]
        if any(value.conversion or value.format_spec for value in values):
            return None
        quote = "'" if template.literals[0].quote.startswith('"') else '"'
        name = self._text(values, attribute.name_span, quote, is_name=True)
        value = "True" if attribute.value is None else self._text(values, attribute.value_span, quote, is_name=False)
        is_two = attribute.value is None and not self._source(attribute.name_span).partition("{")[0]
        if not name or not value or is_two:
            return None
        edit = td.Edit(attribute.span.start, attribute.span.end, f"{{ {{{name}: {value}}} }}")
        reason = "the name is looked up when the template is rendered, and may be that of another attribute of the tag"
        return td.Fix("Spread a mapping", (edit,), td.Safety.UNSAFE, unsafe_because=reason)

    def _text(self, values: list[td.Interpolation], span: td.Span, quote: str, *, is_name: bool) -> str:
        """A name or value as an expression; empty where that is not plain to see."""
        inside = [value for value in values if span.start <= value.span.start < span.end]
        if len(inside) == 1 and inside[0].span == span:
            return inside[0].expression
        text = self._source(span)
        if "\\" in text or quote in text or "\n" in text or (is_name and not inside):
            return ""
        return f"{'f' if inside else ''}{quote}{text}{quote}"

    def _source(self, span: td.Span) -> str:
        return self.view.source.slice(span.start, span.end)
