"""TDC103: a tag or a quote that the template never ends."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_END = re.compile(r"</([A-Za-z][\w-]*)\s*$|<([A-Za-z][\w-]*)\s[^<>]*=[^<>]*$")
_OTHER_TEXT = re.compile(r"(?i)<!--|<(?:script|style|textarea|title)\b")
"""Where a `<` may be no tag."""
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
    GATE = td.Gate(features={"template"})

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
        "def Page(x): return t'<a href={x}>' + t'b</a' + t'>'",
        "def Page(x):\n    end = t'</a'\n    return t'<a href={x}>b' + end + t'>'",
        "def Page(x):\n    end = t'</a'\n    made = t'<a href={x}>b' + end\n    return made + t'>'",
        "def Page(x):\n    end = t'</a'\n    end += t'>'\n    return t'<a href={x}>b' + end",
        "def opened(x):\n    return t'<li>a</li>' + t'<a class=x'\n\npage = opened(1) + t' href={x}>go</a>'",
        "parts = []\nparts.append(t'<li>a</li>' + t'<a class=x')\nparts.append(t'>go</a>')",
        "def Page(x, end):\n    return t'<script>' + t'a </b'",
        "def Page(x, body):\n    return body + t'a </b'",
        "def Page(x):\n    return t'<a href={x}>b' + t'</a>' + t' and a <b'",
        "def Page(x):\n    end = t'</a'\n    rest = t'<a>' + end + t'>'\n    return t'<a>a</a>' + rest + end",
    ]
    INVALID: t.ClassVar = [
        td.invalid("def Page(x): return t'<a href={x}>b' + t'«</a»'"),
        td.invalid("def Page(x):\n    end = t'«</a»'\n    return t'<a href={x}>{x}' + end"),
        td.invalid("from tdom import html\n\npage = html((t'<i>{x}</i>' + t'<b>b</b>') + t'{x}«<p class=a»')"),
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
        if template.is_fragment:
            self._check_last(template)
        for problem in self.markup(template).problems:
            # TDC101 reports what is not finished and holds a value, for that raises.
            if problem.kind is td.ProblemKind.PENDING and not problem.message and self._is_tag(template, problem):
                self._report(problem)
            elif problem.kind is td.ProblemKind.PENDING and self._is_comment(problem):
                self._report_comment(problem)

    def _check_last(self, template: td.Template) -> None:
        """The last of several templates that are added: nothing comes after it that could finish its tag."""
        match = _END.search(template.strings[-1].text)
        if match is None or (match[1] or match[2]).lower() not in td.ELEMENTS or not self._is_last(template):
            return
        self.report_span(
            template.strings[-1].span(match.start(), match.end()),
            f"`{' '.join(match[0].split())}` is never finished, so all of it is lost",
            note="tdom drops what is not finished, and nothing is added to it here",
            help="write the `>` that ends the tag",
        )

    def _is_last(self, template: td.Template) -> bool:
        """Whether a template ends every sum that it is part of, also by a local name, and all parts are known."""
        node = template.node
        around = node.parent
        while around is not None and around.type == "parenthesized_expression":
            around = around.parent
        name = around.child_by_field_name("left") if around is not None and around.type == "assignment" else None
        if name is None:
            return self._ends_sum(node)
        uses = td.uses_of(self.view, self.view.text(name), node.start_byte)
        return bool(uses) and all(self._ends_sum(use) for use in uses)

    def _ends_sum(self, node: Node) -> bool:
        whole, parent = node, node.parent
        while parent is not None and (_is_sum(parent) or parent.type == "parenthesized_expression"):
            if _is_sum(parent) and parent.named_children[-1] != whole:
                return False
            whole, parent = parent, parent.parent
        if not _is_sum(td.unwrapped(whole)) or parent is None or not self._is_page(parent):
            return False
        parts = [self.view.assigned(self.view.text(part), part.start_byte) or part for part in _parts(whole)]
        texts = [self.view.text(part) for part in parts]
        is_known = all(td.value_kind(self.view, part) == "template" for part in parts)
        return is_known and any("</" in text for text in texts) and not any(map(_OTHER_TEXT.search, texts))

    def _is_page(self, parent: Node) -> bool:
        """Whether nothing is added to what a sum is given to: a call that renders it, or what a component returns."""
        if parent.type == "argument_list":
            return any(call == parent.parent for call in td.html_calls(self.view))
        function: Node | None = parent if parent.type == "return_statement" else None
        while function is not None and function.type not in {"function_definition", "lambda"}:
            function = function.parent
        name = function.child_by_field_name("name") if function is not None else None
        text = self.view.text(name) if name is not None else ""
        return text == "__call__" or text[:1].isupper()

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


def _is_sum(node: Node) -> bool:
    operator = node.child_by_field_name("operator") if node.type == "binary_operator" else None
    return operator is not None and operator.type == "+"


def _parts(whole: Node) -> list[Node]:
    """What a chain of `+` adds."""
    found: list[Node] = []
    pending = [whole]
    while pending:
        current = td.unwrapped(pending.pop())
        if _is_sum(current):
            pending += current.named_children
        else:
            found.append(current)
    return found
