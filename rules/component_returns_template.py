"""TDC201: a component that returns text, nothing or a list."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

_FAULT = td.html.ReturnFault
_NOT_TEXT = {
    _FAULT.MARKUP: "Markup",
    _FAULT.MARKUP_ELSEWHERE: "Markup",
    _FAULT.NONE: "NoneType",
    _FAULT.FORGOTTEN: "NoneType",
    _FAULT.FALLEN: "NoneType",
    _FAULT.LIST: "list",
    _FAULT.SEVERAL_ELSEWHERE: "list",
    _FAULT.COROUTINE: "coroutine",
    _FAULT.GENERATOR: "generator",
    _FAULT.ASYNC_GENERATOR: "async_generator",
}
_TYPES = {fault: _NOT_TEXT.get(fault, "str") for fault in _FAULT}


class ComponentReturnsTemplate(td.FileRule):
    """
    ## What

    A component returns rendered HTML, a string, `Markup`, None or a list, or it is async or a generator. Components are
    functions and `__call__` methods that are annotated `-> Template`, and what a template uses as a tag. Where no tag
    does, and Python calls it, the text may be wanted: then it is a warning, and nothing is fixed.

    ## Why

    Since tdom 0.1.15 a component returns a Template, and tdom renders it. Anything else raises while the page is
    rendered: `TypeError: Component object must return Template when called: <class 'str'>`, or for a function
    `TypeError: Component callable must return Template or Callable: <class 'str'>`.

    ## Instead

    Return the t-string. For nothing at all return `t""`; for several things interpolate the list: `t"{items}"`.

    ## Example

    ```python
    def Badge(label: str) -> Template:
        return html(t"<b>{label}</b>")  # bad


    def Badge(label: str) -> Template:
        return t"<b>{label}</b>"  # good
    ```
    """

    CODE = "TDC201"
    SLUG = "component-returns-template"
    GROUP = "components"
    SUMMARY = "a component must return a Template"
    SEVERITY = td.Severity.ERROR
    OTHER_SEVERITIES = (td.Severity.WARNING,)
    VERSIONS = "tdom>=0.1.15"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.FeatureOf.COMPONENT_RETURN(kind) for kind in _TYPES})

    _HEAD = "from string.templatelib import Template\nfrom tdom import Markup, Node, html\n\n"

    SKIP_DERIVED: t.ClassVar = {
        "in a class": "a method is no component",
        "second t-string": "the one that is not returned is then the outer one",
    }

    VALID: t.ClassVar = [
        f'{_HEAD}def Badge(x) -> Template:\n    return t"<b>{{x}}</b>" if x else t""',
        f'{_HEAD}def page_view(x) -> str:\n    return html(t"<b>{{x}}</b>")',
        f"{_HEAD}def render(body: Template) -> str:\n    return html(body)",
        f"{_HEAD}def Badge(x) -> Template | None:\n    if x:\n        return t'<b>{{x}}</b>'",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f'{_HEAD}def Badge(x) -> Template:\n    return «html(t"<b>{{x}}</b>")»\n\npage = t"<{{Badge}} x=1 />"',
            fixed=f'{_HEAD}def Badge(x) -> Template:\n    return t"<b>{{x}}</b>"\n\npage = t"<{{Badge}} x=1 />"',
        ),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «html(t'{{x}}')»\n\nprint(str(Badge(1)))"),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    return «None»"),
        td.invalid(
            f"{_HEAD}def Badge(x) -> Template:\n    return «''»\n\npage = t'<{{Badge}} x=1 />'",
            fixed=f"{_HEAD}def Badge(x) -> Template:\n    return t''\n\npage = t'<{{Badge}} x=1 />'",
        ),
        td.invalid(
            f"{_HEAD}Badge = lambda x: «f'<b>{{x}}</b>'»\npage = t'<{{Badge}} x=1 />'",
            fixed=f"{_HEAD}Badge = lambda x: t'<b>{{x}}</b>'\npage = t'<{{Badge}} x=1 />'",
        ),
        td.invalid(f"{_HEAD}def Rows(xs) -> Template:\n    return «[t'{{x}}' for x in xs]»"),
        td.invalid(f"{_HEAD}async def «Badge»(x):\n    return t'<b>{{x}}</b>'\n\npage = t'<{{Badge}} x=1 />'"),
        td.invalid(f"{_HEAD}def Badge(x) -> Template:\n    if «x.name»:\n        return t'<b>{{x}}</b>'"),
    ]

    def check_file(self) -> None:
        for wrong in td.html.wrong_returns(self.view):
            if wrong.is_taken:
                self._report_taken(wrong)
            else:
                self._report(wrong)

    def _report(self, wrong: td.html.WrongReturn) -> None:
        component, kind = wrong.component, wrong.kind
        type_name = "generator" if wrong.value.type == "generator_expression" else _TYPES[kind]
        refusal = "object must return Template when called" if component.is_class else _CALLABLE
        text = _SHOWN.get(kind, f"a {type_name}")
        edits = td.codemods.returned_template(self.view, wrong)
        self.report_span(
            self.view.span(wrong.shown),
            f"the component `{component.name}` returns {text}; a component must return a Template",
            fix=self._fix(wrong, edits),
            note=f"tdom raises TypeError: Component {refusal}: <class '{type_name}'>",
            help="" if edits else _HELP.get(kind, "return a t-string"),
            premise=wrong.premise,
        )

    def _report_taken(self, wrong: td.html.WrongReturn) -> None:
        """A view that no tag names: Python calls it, and may well want the text."""
        self.report_span(
            self.view.span(wrong.shown),
            f"`{wrong.component.name}` says that it returns a Template, and returns {_SHOWN.get(wrong.kind, 'a str')}",
            severity=td.Severity.WARNING,
            note="no tag uses it; as a tag tdom would refuse it, and where Python calls it the text may be wanted",
            help="annotate what it returns, or return a t-string and render that where it is shown",
            premise=wrong.premise,
        )

    def _fix(self, wrong: td.html.WrongReturn, edits: tuple[td.Edit, ...]) -> td.Fix | None:
        """Safe where only tdom calls the component, and nothing says that it returns text."""
        if not edits:
            return None
        name = wrong.component.name
        doubt = ""
        if wrong.component.is_called:
            doubt = f"`{name}` is also called directly in this file, where text may be expected"
        elif wrong.component.said.is_otherwise:
            doubt = f"`{name}` is annotated to return something else"
        elif wrong.component.is_known_by_tag:
            doubt = f"another file may call `{name}` for the text that it gives"
        if not doubt:
            return td.Fix("Return the t-string", edits)
        return td.Fix("Return the t-string", edits, td.Safety.UNSAFE, unsafe_because=doubt)


_CALLABLE = "callable must return Template or Callable"
_SHOWN = {
    _FAULT.HTML: "rendered HTML, a str",
    _FAULT.TEXT_ELSEWHERE: "a str",
    _FAULT.SEVERAL_ELSEWHERE: "several things",
    _FAULT.NONE: "None",
    _FAULT.FORGOTTEN: "None, for want of a `return`",
    _FAULT.FALLEN: "None where this is false",
    _FAULT.COROUTINE: "a coroutine, since it is async",
    _FAULT.ASYNC_GENERATOR: "an async generator",
}
_HELP = {
    _FAULT.COROUTINE: "make it a plain function, and fetch what has to be awaited before the page is rendered",
    _FAULT.GENERATOR: 'return one t-string; for several things interpolate a list: return t"{items}"',
    _FAULT.ASYNC_GENERATOR: "return one t-string, and fetch what has to be awaited before the page is rendered",
    _FAULT.NONE: 'return t"" where there is nothing to show',
    _FAULT.FALLEN: 'return t"" below it, where there is nothing to show',
    _FAULT.LIST: 'interpolate it: return t"{items}"',
    _FAULT.MARKUP: 'return a t-string; text that is safe already goes into it: t"{Markup(text)}"',
}
