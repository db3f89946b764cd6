"""TDC101: tags that tdom refuses to parse."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

Kind = td.html.ProblemKind

_STRUCTURE = frozenset(
    {
        Kind.MISMATCHED,
        Kind.STRAY,
        Kind.VOID_END,
        Kind.UNCLOSED,
        Kind.COMPONENT_FOR_ELEMENT,
        Kind.MIXED_NAME,
        Kind.DECLARATION,
        Kind.PENDING,
        Kind.END_ATTRIBUTE,
        Kind.NAMELESS,
    }
)
_MILD = frozenset({Kind.END_ATTRIBUTE, Kind.NAMELESS})
"""tdom takes them, and they mean nothing."""
_WORDS = {
    Kind.MISMATCHED: ("`{shown}` does not close `<{opened}>`, the innermost open tag", "close `<{opened}>` first"),
    Kind.STRAY: ("`{shown}` closes nothing: no tag is open here", "delete it, or open the tag that it is to close"),
    Kind.VOID_END: ("`{shown}` ends a void element, which has no end tag", ""),
    Kind.UNCLOSED: ("`<{opened}>` is never closed", "add `</{opened}>` where it ends"),
    Kind.COMPONENT_FOR_ELEMENT: (
        "`{shown}` ends a component, but the open tag is the element `<{opened}>`",
        "write `</{opened}>`",
    ),
    Kind.MIXED_NAME: (
        "the tag name of `{shown}` mixes text with an interpolation",
        "interpolate a component, or choose between whole templates",
    ),
    Kind.DECLARATION: ("`{shown}` has an interpolation, which a declaration cannot have", "write the declaration out"),
    Kind.PENDING: ("tdom cannot place what `{shown}` interpolates", "take the value out, or finish what is around it"),
    Kind.END_ATTRIBUTE: (
        "`{shown}` has attributes, and attributes of an end tag are lost",
        "write them in the start tag",
    ),
    Kind.NAMELESS: ("`{shown}` is an attribute that has a quote in its name", "name the attribute, or set it apart"),
}
_NO_DOCTYPE = ("`{shown}` is no doctype that tdom knows", "write `<!doctype html>`")
_QUOTE = ("the quote after `{name}` is never closed, so everything after it is part of the value", "close the quote")
_END = ("the `>` of `{shown}` is missing, so the tag never ends", "write the `>` that ends the tag")
"""What is wrong, and what to do about it."""


class TemplateSyntax(td.TemplateRule):
    """
    ## What

    Tags that do not balance, end tags of void elements, a doctype without a name, and interpolations where tdom cannot
    take one. As a warning: attributes of an end tag, and quotes where the name of an attribute must stand.

    ## Why

    tdom parses strictly: a browser closes `<li>` and `<p>` by itself, tdom does not. It raises when the template is
    rendered, which may be in a branch that no test has run: `ValueError: Mismatched closing tag </div> for element
    <p>.`, or `ValueError: Invalid HTML structure: unclosed tags remain.`

    ## Instead

    Close each element with its own end tag, innermost first. Void elements such as `<br>` have none.

    ## Example

    ```python
    t"<ul><li>one<li>two</ul>"            # bad
    t"<ul><li>one</li><li>two</li></ul>"  # good
    ```
    """

    CODE = "TDC101"
    SLUG = "template-syntax"
    GROUP = "templates"
    SUMMARY = "the template is not well-formed, so tdom refuses it"
    SEVERITY = td.Severity.ERROR
    OTHER_SEVERITIES = (td.Severity.WARNING,)
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.FeatureOf.TEMPLATE_PROBLEM(kind.value) for kind in _STRUCTURE})

    VALID: t.ClassVar = [
        't"<ul><li>one</li><li>two</li></ul>"',
        't"<p>one<br>two<br />three</p><IMG src=x>"',
        't"<DIV><Span>case does not matter</sPAN></div>"',
        'page = t"<ul>" + t"{items}" + t"</ul>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"<p>one«</br>»two</p>"', fixed='t"<p>onetwo</p>"'),
        td.invalid('t"<ul><li>one<li>two«</ul>»"'),
        td.invalid('t"«<nav>»<p>text</p>"'),
        td.invalid('t"<p>text</p>«</p>»"'),
        td.invalid('t"<section>text«</{Card}>»"'),
        td.invalid('t"«<h{level}>»Title</h{level}>"'),
        td.invalid("t\"<p>a«</p class='b'>»\""),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[td.Span] = set()
        """One part may belong to several sums."""

    def check_template(self, template: td.Template) -> None:
        markup = self.markup(template)
        first = self._first(markup) if td.html.is_about_html(self.view, template, markup) else None
        if first is not None:
            self._report(markup, first)
            return
        for whole in td.html.wholes_of(self.view, template):
            joined = self.markup(whole)
            wrong = self._first(joined) if td.html.is_about_html(self.view, whole, joined) else None
            placed = [
                problem for problem in td.html.problems_in(self.view, whole, template) if _is_same(problem, wrong)
            ]
            if placed and placed[0].span not in self._reported:
                self._reported.add(placed[0].span)
                self._report(joined, placed[0])
                return

    def _first(self, markup: td.Markup) -> td.html.Problem | None:
        """The mistake that tdom stumbles over: it finds what is never closed only at the end."""
        structural = [problem for problem in markup.problems if problem.kind in _STRUCTURE]
        takers = self._takers(markup) if any(problem.kind is Kind.UNCLOSED for problem in structural) else {}
        problems = [problem for problem in structural if self._is_ours(markup, problem, takers)]
        return min(problems, key=_order, default=None)

    def _is_ours(self, markup: td.Markup, problem: td.html.Problem, takers: t.Mapping[str, int]) -> bool:
        if problem.kind is Kind.PENDING:
            return bool(problem.message)
        if problem.kind is not Kind.UNCLOSED:
            return True
        # Where a tag inside took the end tag, TDC102 and TDC104 report it.
        return takers.get(self._text(markup.tags[problem.tag].name_span), -1) <= problem.tag

    def _takers(self, markup: td.Markup) -> dict[str, int]:
        """By name, the last tag that took an end tag of this name which was meant for another."""
        takers: dict[str, int] = {}
        for index, tag in enumerate(markup.tags):
            own = self._text(tag.name_span)
            ended = self._text(tag.end_name_span) if tag.end_name_span is not None else ""
            if tag.is_component and ended != own:
                takers[ended] = index
            if any(attribute.swallows_slash for attribute in tag.attributes):
                takers[own] = index
        return takers

    def _report(self, markup: td.Markup, problem: td.html.Problem) -> None:
        shown = self._shown(problem.span)
        opened = self._shown(markup.tags[problem.tag].name_span) if problem.tag >= 0 else ""
        span = problem.quoted or problem.span
        name = self.view.source.slice(span.start, span.end)[:-1].rstrip()
        message, advice = (text.format(shown=shown, opened=opened, name=name) for text in self._words(problem))
        related: tuple[td.Related, ...] = ()
        if problem.opened is not None and problem.opened != problem.span:
            related = (td.Related(self.path, problem.opened, "the tag that is open here"),)
        fix = None
        if problem.kind is Kind.VOID_END:
            fix = td.Fix(f"Delete {shown}", (td.Edit(problem.span.start, problem.span.end, ""),))
        severity = td.Severity.WARNING if problem.kind in _MILD else None
        said = _said(problem.message)
        self.report_span(span, message, severity=severity, fix=fix, related=related, note=said, help=advice)

    def _words(self, problem: td.html.Problem) -> tuple[str, str]:
        if problem.quoted is not None:
            return _QUOTE
        if problem.kind is Kind.DECLARATION and "DOCTYPE" in problem.message:
            return _NO_DOCTYPE
        written = self._text(problem.span)
        # An end tag that holds a value is complete, and so are `<?...>` and CDATA: they have their `>`.
        is_unended = problem.kind is Kind.PENDING and written.startswith("<") and not written.endswith(">")
        return _END if is_unended else _WORDS[problem.kind]

    def _shown(self, span: td.Span) -> str:
        text = " ".join(self.view.source.slice(span.start, span.end).split())
        return td.shortened(text)

    def _text(self, span: td.Span) -> str:
        return self.view.source.slice(span.start, span.end).lower()


def _is_same(problem: td.html.Problem, wrong: td.html.Problem | None) -> bool:
    """Whether a problem, perhaps cut off where its part ends, is the one that tdom stumbles over."""
    return wrong is not None and (problem.kind, problem.span.start) == (wrong.kind, wrong.span.start)


def _order(problem: td.html.Problem) -> tuple[bool, bool, td.Span]:
    """What raises goes first, and of that what is never closed last."""
    return problem.kind in _MILD, problem.kind is Kind.UNCLOSED, problem.span


def _said(message: str) -> str:
    error = "NotImplementedError" if "DOCTYPE" in message else "ValueError"
    return f"tdom raises {error}: {message}" if message and "zqt" not in message else ""
