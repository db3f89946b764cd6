"""TDC210: `children` given as an attribute."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class ChildrenAsAttribute(td.TemplateRule):
    """
    ## What

    A component tag has an attribute that is called `children`, or is given a mapping with such a key.

    ## Why

    The name belongs to what stands between the tags. tdom raises `ValueError: The children attribute is reserved for
    component children.`, also for a component that takes `**kwargs`, and whether or not it has a parameter `children`.

    ## Instead

    Write the children between the tags.

    ## Example

    ```python
    t"<{Card} title='News' children={body} />"     # bad
    t"<{Card} title='News'>{body}</{Card}>"        # good
    ```
    """

    CODE = "TDC210"
    SLUG = "children-as-attribute"
    GROUP = "components"
    SUMMARY = "children are given as an attribute of a component"
    SEVERITY = td.Severity.ERROR
    VERSIONS = "tdom>=0.1.16"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.TEMPLATE}, tokens={"children", "Children", "CHILDREN"})

    VALID: t.ClassVar = [
        't"<{Card}>{children}</{Card}>"',
        't"<{Card} {attrs} />"',
        't"<div children={x}></div>"',
        "attrs = {'children': x}\npage = t\"<div {attrs}></div>\"",
        "attrs = {'children': x}\nattrs.pop('children')\npage = t\"<{Card} {attrs} />\"",
    ]
    INVALID: t.ClassVar = [
        td.invalid("t\"<{Card} title='x' «children={body}» />\"", fixed="t\"<{Card} title='x'>{body}</{Card}>\""),
        td.invalid("t\"<{Card} «children='Read on'» />\"", fixed='t"<{Card}>Read on</{Card}>"'),
        td.invalid('t"<{Card} «children={body}»>more</{Card}>"'),
        td.invalid("page = t'<{Card} «{dict(children=x)}» />'"),
        td.invalid("attrs = {'id': 'x', 'children': x}\npage = t\"<{Card} «{attrs}» />\""),
    ]

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            if tag.is_component and not td.html.is_never_rendered(self.view, template, tag):
                self._check_tag(template, tag)

    def _check_tag(self, template: td.Template, tag: td.Tag) -> None:
        for attribute in tag.attributes:
            if attribute.kind is td.html.AttributeKind.SPREAD and attribute.span.start in _spread_children(self.view):
                self._report(template, tag, attribute, None)
            is_named = attribute.kind not in {td.html.AttributeKind.SPREAD, td.html.AttributeKind.REFUSED}
            if is_named and attribute.name.lower().replace("-", "_") == "children":
                self._report(template, tag, attribute, self._fix(template, tag, attribute))

    def _report(self, template: td.Template, tag: td.Tag, attribute: td.Attribute, fix: td.Fix | None) -> None:
        name = template.interpolations[tag.component]
        how = "by a spread" if attribute.kind is td.html.AttributeKind.SPREAD else "as an attribute"
        self.report_span(
            attribute.span,
            f"`<{{{name.expression}}}>` is given `children` {how}",
            fix=fix,
            note="tdom raises ValueError: The children attribute is reserved for component children.",
            help="write the children between the tags",
        )

    def _fix(self, template: td.Template, tag: td.Tag, attribute: td.Attribute) -> td.Fix | None:
        """What the attribute says goes between the tags, where nothing stands there yet."""
        content = self._content(attribute)
        name = template.interpolations[tag.component]
        is_drop = td.html.drops_children(self.view, self.view.resolve(name.node))
        if content is None or is_drop or tag.has_content or "\n" in content or len(template.literals) != 1:
            return None
        source = self.view.source
        before = source.slice(tag.span.start, attribute.span.start).rstrip()
        after = source.slice(attribute.span.end, tag.span.end)
        if tag.is_self_closing:
            rest = after.removesuffix("/>").rstrip()
            text = f"{before}{rest}>{content}</{source.slice(name.span.start, name.span.end)}>"
        elif tag.end_span is not None and tag.end_span.start == tag.span.end:
            text = f"{before}{after}{content}"
        else:
            return None
        edit = td.Edit(tag.span.start, tag.span.end, text)
        return td.Fix("Write the children between the tags", (edit,))

    def _content(self, attribute: td.Attribute) -> str | None:
        """The value as content: the same text means the same there."""
        if attribute.value is None or attribute.swallows_slash or set(attribute.value) & set("<>&\\"):
            return None
        text = self.view.source.slice(attribute.value_span.start, attribute.value_span.end)
        return text if text.strip() else None


@td.once
def _spread_children(view: td.ModuleView) -> set[int]:
    """Where mappings are spread that are known to have the key."""
    spreads = [
        each for use in td.html.uses_in(view) for each in use.attributes if each.kind is td.html.AttributeKind.SPREAD
    ]
    return {each.start for each in spreads if each.name == "children"}
