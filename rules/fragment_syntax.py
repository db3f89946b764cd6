"""TDC108: `<>` and `</>` around several elements."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Iterator

from tdomcheck import authoring as td

_MARK = re.compile(r"<(/?)>")
_RAW = frozenset({"script", "style", "textarea", "title"})


class FragmentSyntax(td.TemplateRule):
    """
    ## What

    The fragment tags of JSX, `<>` and `</>`.

    ## Why

    tdom knew them up to 0.1.13. Since then `<>` is text, so that the page shows `&lt;&gt;`, and `</>` is dropped.

    ## Instead

    Nothing: a template may have several elements at its top.

    ## Example

    ```python
    t"<><dt>{name}</dt><dd>{text}</dd></>"  # bad
    t"<dt>{name}</dt><dd>{text}</dd>"       # good
    ```
    """

    CODE = "TDC108"
    SLUG = "fragment-syntax"
    GROUP = "templates"
    SUMMARY = "`<>` is shown as text"
    SEVERITY = td.Severity.WARNING
    VERSIONS = "tdom>=0.1.14"
    FIXABLE = "safe"
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        't"<dt>{name}</dt><dd>{text}</dd>"',
        't"<{Card}>text</>"',
        't"<p>a <> b</p>"',
        't"SELECT a FROM b WHERE a <> {x}"',
        'node = parse_root(t"<><p>a</p></>")',
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"«<>»<dt>{name}</dt><dd>{text}</dd></>"', fixed='t"<dt>{name}</dt><dd>{text}</dd>"'),
        td.invalid('t"<div>«<>»{a}</></div>"', fixed='t"<div>{a}</div>"'),
        td.invalid("t'''\n«<>»\n  <b>{x}</b>\n</>\n'''", fixed="t'''\n  <b>{x}</b>\n'''"),
    ]

    def check_template(self, template: td.Template) -> None:
        tags = self.markup(template).tags
        if self.view.is_only_parsed(template.node.start_byte):
            return
        if template.is_fragment or any(tag.name in _RAW for tag in tags):
            return
        opened: list[td.Span] = []
        for is_end, span in _marks(template):
            if any(tag.span.start <= span.start < tag.span.end for tag in tags):
                continue
            if not is_end:
                opened.append(span)
            elif opened:
                self._report(opened.pop(), span)

    def _report(self, start: td.Span, end: td.Span) -> None:
        edits = (self._deletion(start), self._deletion(end))
        self.report_span(
            start,
            "tdom knows no fragment tags: `<>` is text, and `</>` is dropped",
            fix=td.Fix("Delete the fragment tags", edits),
            related=(td.Related(self.path, end, "the end of the fragment"),),
            note="tdom renders `&lt;&gt;`, and raises nothing",
            help="delete both: a template may have several elements at its top",
        )

    def _deletion(self, span: td.Span) -> td.Edit:
        """Of the whole line, where the tag stands alone on it: what is left would be blanks."""
        source = self.view.source
        number = source.position(span.start).line
        is_alone = source.line(number).strip(" \t") == source.slice(span.start, span.end)
        if not is_alone or number == source.line_count:
            return td.Edit(span.start, span.end, "")
        return td.Edit(source.offset(number, 1), source.offset(number + 1, 1), "")


def _marks(template: td.Template) -> Iterator[tuple[bool, td.Span]]:
    """Every `<>` and `</>` outside of comments, and whether it is an end."""
    text = "\0".join(part.text for part in template.strings)
    hidden = td.html.comment_spans(text)
    position = 0
    for part in template.strings:
        for match in _MARK.finditer(part.text):
            if not td.python.covers(hidden, position + match.start()):
                yield bool(match[1]), part.span(match.start(), match.end())
        position += len(part.text) + 1
