"""TDC103: a tag or a quote that the template never ends."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

_OPENING = re.compile(r"</?[A-Za-z]")
_HIDDEN = re.compile(r"</?[A-Za-z][^<>]*>|</?\{")


class TemplateTruncated(td.TemplateRule):
    """
    ## What

    A template, or a sum of templates, that ends within a tag: its `>` is missing, or a quote around a value is never
    closed. And a comment that is never closed, with tags after it.

    ## Why

    tdom drops what is not finished and says nothing: `t'<div class="x>Hello</div>'` renders an empty text. (Versions
    0.1.17 to 0.1.19 raised a ValueError.) A comment that is left open takes all that follows.

    ## Instead

    Close the quote, the tag, or the comment.

    ## Example

    ```python
    t'<div class="box>Hello</div>'   # bad: renders nothing at all
    t'<div class="box">Hello</div>'  # good
    ```
    """

    CODE = "TDC103"
    SLUG = "template-truncated"
    GROUP = "templates"
    SUMMARY = "the template ends within a tag, so the rest of it is lost"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        "t'<div class=\"x\">Hello</div>'",
        't"<p>a < b</p> and a <"',
        't"<p>text</p> <!-- the parser ends a comment itself"',
        't"<p>{a}</p> <!-- {note} and more --> <p>{b}</p> <!-- {c} < d"',
        'page = t"<div " + t"class=\'x\'></div>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"<p>text</p>«</p»"'),
        td.invalid("from tdom import html\n\nhtml(t'Hello «<div»')"),
        td.invalid("t'«<div class=\"x>Hello</div>»'"),
        td.invalid('t"<p>a</p>«<!-- b <p>c</p>»"'),
        td.invalid("def Page(x):\n    return t'<a href={x}>b' + t'</a>' + t' and a «<b»'"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[td.Span] = set()
        """One part may belong to several sums."""

    def check_template(self, template: td.Template) -> None:
        if self.view.is_only_parsed(template.node.start_byte):
            return
        for problem in self.markup(template).problems:
            self._judge(template, problem)
        for whole in td.html.wholes_of(self.view, template):
            for problem in td.html.problems_in(self.view, whole, template):
                if problem.span not in self._reported:
                    self._judge(whole, problem)

    def _judge(self, template: td.Template, problem: td.html.Problem) -> None:
        # TDC101 reports what is not finished and holds a value, for that raises.
        if problem.kind is td.html.ProblemKind.PENDING and not problem.message and self._is_tag(template, problem):
            self._reported.add(problem.span)
            self._report(problem)
        elif problem.kind is td.html.ProblemKind.PENDING and self._is_comment(problem):
            self._reported.add(problem.span)
            self._report_comment(problem)

    def _is_comment(self, problem: td.html.Problem) -> bool:
        """A comment that is left open and takes tags with it; the end of the template ends others."""
        text = self._text(problem)
        return text.startswith("<!--") and bool(_HIDDEN.search(text))

    def _report_comment(self, problem: td.html.Problem) -> None:
        self.report_span(
            problem.span,
            "the comment is never closed, so the tags after it are part of it",
            note="tdom ends the comment where the template ends, and raises nothing",
            help="write `-->` where the comment ends",
        )

    def _is_tag(self, template: td.Template, problem: td.html.Problem) -> bool:
        """Not the `a <b` of a query or of a message."""
        text = self._text(problem)
        if not _OPENING.match(text):
            return False
        if "</" in template.static_text or "/>" in template.static_text:
            return True
        is_ours = any(fact.module.partition(".")[0] in {"tdom", "tdom_svcs"} for fact in self.view.imports)
        name = re.split(r"[\s/>]", text.lstrip("</"), maxsplit=1)[0].lower()
        return is_ours and name in td.html.ELEMENTS and len(name) > 1

    def _report(self, problem: td.html.Problem) -> None:
        text = " ".join(self._text(problem).split())
        shown = td.shortened(text)
        message = f"`{shown}` is never finished, so all of it is lost"
        if problem.quoted is not None:
            name = self.view.source.slice(problem.quoted.start, problem.quoted.end)[:-1].rstrip()
            message = f"the quote after `{name}` is never closed, so everything after it is part of the value, and lost"
        self.report_span(
            problem.span,
            message,
            note="tdom drops it and raises nothing (0.1.17 to 0.1.19 raised ValueError)",
            help="close the quote around the value"
            if problem.quoted is not None
            else "write the `>` that ends the tag",
        )

    def _text(self, problem: td.html.Problem) -> str:
        return self.view.source.slice(problem.span.start, problem.span.end)
