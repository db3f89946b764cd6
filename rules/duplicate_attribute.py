"""TDC107: an attribute that a tag has twice."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

_MERGED = frozenset({"class", "style", "data", "aria"})


class DuplicateAttribute(td.TemplateRule):
    """
    ## What

    The same attribute twice in one tag.

    ## Why

    The last one wins with tdom, without a word: `<a id="1" id="2">` renders `<a id="2">`. A browser takes the first.

    ## Instead

    Delete one. `class` and `style` may be given several times, for tdom merges them.

    ## Example

    ```python
    t"<a href={url} href='/'>{text}</a>"  # bad
    t"<a href={url}>{text}</a>"           # good
    ```
    """

    CODE = "TDC107"
    SLUG = "duplicate-attribute"
    GROUP = "templates"
    SUMMARY = "an attribute is given twice, and the last one wins"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        "t\"<a class='a' class={b} style='color: red' style={more} href={url}>{text}</a>\"",
        "t\"<a data={ {'x': 1} } data={ {'y': 2} } aria={ {'label': a} } aria={more}></a>\"",
        "t\"<a id={x} {attrs} { {'id': 3} }></a>\"",
        't"<a id=1></a><a id=2></a>"',
        't"<a data-id=1 data-name=2 id=3></a>"',
        't"<a {name}=1 {name}=2></a>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid("t\"<a id='1' «id='2'»></a>\""),
        td.invalid('t"<a HREF={url} wide «href={other}»>{text}</a>"'),
        td.invalid("t\"<{Card} title={title} «title='x'» />\""),
        td.invalid("t\"<input required type='text' «required»>\""),
    ]

    def check_template(self, template: td.Template) -> None:
        if self.view.is_only_parsed(template.node.start_byte):
            return
        for tag in self.markup(template).tags:
            seen: dict[str, td.Attribute] = {}
            for attribute in tag.attributes:
                is_named = attribute.kind not in {td.html.AttributeKind.SPREAD, td.html.AttributeKind.REFUSED}
                if not is_named or attribute.name in _MERGED:
                    continue
                first = seen.setdefault(attribute.name, attribute)
                if first is not attribute:
                    self._report(attribute, first)

    def _report(self, attribute: td.Attribute, first: td.Attribute) -> None:
        self.report_span(
            attribute.span,
            f"`{attribute.name}` is given twice in one tag",
            related=(td.Related(self.path, first.span, "the first one, which is lost"),),
            note="with tdom the last one wins; a browser would take the first",
            help="delete one of the two",
        )
