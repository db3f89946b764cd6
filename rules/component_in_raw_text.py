"""TDC109: a component tag where HTML knows no tags, and what tdom drops."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Iterator

from tdomcheck import authoring as td

_OPENS = re.compile(r"</?\s*$")
_DROPPED = re.compile(r"<!\[CDATA\[|<\?[A-Za-z]+|<!(?!(?i:doctype)\b)[A-Za-z][\w-]*")
_CODE = frozenset({"script", "style"})
_LOST = (
    "tdom drops `{}` and what belongs to it",
    "nothing of it is rendered, and nothing is raised",
    "write text, or add it to what `html()` returns",
)
_NO_DOCTYPE = (
    "`{}` begins no doctype, and becomes a comment",
    "what it says is in the page, where nobody sees it; nothing is raised",
    "write `<!doctype html>`, or delete it",
)


class ComponentInRawText(td.TemplateRule):
    """
    ## What

    A component tag in a comment or within `<title>`, `<textarea>`, `<script>` or `<style>`; and a CDATA section, a
    processing instruction, or a declaration that is no doctype.

    ## Why

    There are no tags in such places, so that the component is no tag either, but a value: tdom renders
    `<title>&lt;&lt;function Name at 0x...&gt; /&gt;</title>`. A comment shows the repr to everybody who looks at the
    source of the page. CDATA sections and processing instructions vanish without a word, and `<!ELEMENT p>` becomes
    `<!--ELEMENT p-->`.

    ## Instead

    Interpolate a str. Comment out with `#` of Python, or delete what is not to be rendered.

    ## Example

    ```python
    t"<title><{Heading} name={name} /></title>"  # bad
    t"<title>{heading(name)}</title>"            # good
    ```
    """

    CODE = "TDC109"
    SLUG = "component-in-raw-text"
    GROUP = "templates"
    SUMMARY = "a component tag where there are no tags shows its repr"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        't"<{Card} /><title>a < b</title>"',
        't"<p><{Card}>{text}</{Card}></p>"',
        't"<title>{title}</title><textarea>{text}</textarea><!-- {note} -->"',
        't"<script>if (a <{n}) go()</script><style>a > {b} {{}}</style>"',
        't"<!DOCTYPE html><!doctype html><p>a</p><!-- <!ELEMENT p> -->"',
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"<title><«{Heading}» name={name} /></title>"'),
        td.invalid('t"<p>{text}</p><!-- <«{Card}» title={title} /> -->"'),
        td.invalid('t"<textarea>\\n<«{Note}» /></textarea>"'),
        td.invalid('t"<p>{text}</p>«<![CDATA[»more]]>"'),
        td.invalid('t"«<!ELEMENT» p><p>a</p>"'),
    ]

    def check_template(self, template: td.Template) -> None:
        if self.view.is_only_parsed(template.node.start_byte):
            return
        for place in self.markup(template).texts:
            if place.within != "text" and self._is_tag(template, place.interpolation, place.within):
                self._report_tag(template.interpolations[place.interpolation], place.within)
        for span, shown in self._dropped(template):
            message, note, advice = _LOST
            if shown.startswith("<!") and not shown.startswith("<!["):
                message, note, advice = _NO_DOCTYPE
            self.report_span(span, message.format(shown), note=note, help=advice)

    def _is_tag(self, template: td.Template, number: int, within: str) -> bool:
        """`<{X} />`; in code, `a <{n}` compares, and an end tag cannot be told from it."""
        before, after = template.strings[number].text, template.strings[number + 1].text
        if template.interpolations[number].kind not in {"identifier", "attribute"} or not _OPENS.search(before):
            return False
        if before.rstrip().endswith("</"):
            return False  # its start tag is reported
        name = template.interpolations[number].expression.rpartition(".")[2]
        return within not in _CODE or (name[:1].isupper() and after.lstrip().startswith(("/>", ">")))

    def _report_tag(self, value: td.Interpolation, within: str) -> None:
        place = "a comment" if within == "comment" else f"`<{within}>`"
        self.report_span(
            value.span,
            f"`<{{{value.expression}}}>` stands in {place}, where there are no tags",
            note="tdom renders the repr of the component, such as `<function Name at 0x...>`",
            help="interpolate a str, or comment the line out in Python",
        )

    def _dropped(self, template: td.Template) -> Iterator[tuple[td.Span, str]]:
        markup = self.markup(template)
        if any(tag.name in _CODE for tag in markup.tags):
            return
        text = "\0".join(part.text for part in template.strings)
        hidden = td.html.comment_spans(text)
        tags = [(tag.span.start, tag.span.end) for tag in markup.tags]
        position = 0
        for part in template.strings:
            for match in _DROPPED.finditer(part.text):
                span, start = part.span(match.start(), match.end()), position + match.start()
                if not (td.python.covers(hidden, start) or td.python.covers(tags, span.start)):
                    yield span, match[0]
            position += len(part.text) + 1
