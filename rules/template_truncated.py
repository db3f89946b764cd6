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

    A template that ends within a tag: its `>` is missing, or a quote around a value is never closed. And a comment
    that is never closed, with tags after it.

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
    GATE = td.Gate(features={"template.pending"})

    VALID: t.ClassVar = [
        "t'<div class=\"x\">Hello</div>'",
        't"<p>a < b</p> and a <"',
        't"<p>text</p> <!-- the parser ends a comment itself"',
        't"<p>{a}</p> <!-- {note} and more --> <p>{b}</p> <!-- {c} < d"',
        'parts = []\nparts.append(t"<!-- <p>")\nparts.append(t"-->")',
        'page = t"<div " + t"class=\'x\'></div>"',
        'parts = []\nparts.append(t"<p>a</p><div ")\nparts.append(t"wide></div>")',
        't"SELECT a FROM b WHERE a <b"',
        'from tdom import html\n\nshown = t"a<b and c<d"',
        'from tdom import html\n\nlogger.info(t"{x} <y")',
        't"<p>one</p>&am"',
        'node = TemplateParser.parse(t"<p>one</p><div")',
        't"<script>if (a <b) go()</script>"',
        't"<p title=\'it&apos;s \\"here\\"\'></p>"',
        'with pytest.raises(ValueError):\n    html(t"<p>text</p><div")',
    ]
    INVALID: t.ClassVar = [
        td.invalid("t'«<div class=\"x>Hello</div>»'"),
        td.invalid("from tdom import html\n\nhtml(t'Hello «<div»')"),
        td.invalid('t"<p>text</p>«</p»"'),
        td.invalid('t"<p>text</p>«<a href=\'/x»"'),
        td.invalid('t"<p>a</p>«<!-- b <p>c</p>»"'),
        td.invalid('t"<p>a</p>«<!-- b <p>{c}</p>»"'),
        td.invalid("t'''<p>{text}</p>\n«<input type=text»'''"),
    ]

    def check_template(self, template: td.Template) -> None:
        if self.view.is_only_parsed(template.node.start_byte):
            return
        for problem in self.markup(template).problems:
            # TDC101 reports what is not finished and holds a value, for that raises.
            if problem.kind is td.ProblemKind.PENDING and not problem.message and self._is_tag(template, problem):
                self._report(problem)
            elif problem.kind is td.ProblemKind.PENDING and self._is_comment(problem):
                self._report_comment(problem)

    def _is_comment(self, problem: td.Problem) -> bool:
        """A comment that is left open and takes tags with it; the end of the template ends others."""
        text = self._text(problem)
        return text.startswith("<!--") and bool(_HIDDEN.search(text))

    def _report_comment(self, problem: td.Problem) -> None:
        self.report_span(
            problem.span,
            "the comment is never closed, so the tags after it are part of it",
            note="tdom ends the comment where the template ends, and raises nothing",
            help="write `-->` where the comment ends",
        )

    def _is_tag(self, template: td.Template, problem: td.Problem) -> bool:
        """Not the `a <b` of a query or of a message."""
        text = self._text(problem)
        if not _OPENING.match(text):
            return False
        if "</" in template.static_text or "/>" in template.static_text:
            return True
        is_ours = any(fact.module.partition(".")[0] in {"tdom", "tdom_svcs"} for fact in self.view.imports)
        name = re.split(r"[\s/>]", text.lstrip("</"), maxsplit=1)[0].lower()
        return is_ours and name in td.ELEMENTS and len(name) > 1

    def _report(self, problem: td.Problem) -> None:
        text = " ".join(self._text(problem).split())
        shown = text if len(text) <= 40 else f"{text[:37]}..."
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

    def _text(self, problem: td.Problem) -> str:
        return self.view.source.slice(problem.span.start, problem.span.end)
