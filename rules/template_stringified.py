"""TDC112: a template becomes text, which is the repr of the object."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_TEMPLATE = "from string.templatelib import Template\n\n"
_REPR = "the text is its repr: `Template(strings=('<b>', ...`"
_RAISED = "it raises TypeError"
_WAYS = {
    td.flow.Way.FSTRING: ("an f-string turns it into text", _REPR),
    td.flow.Way.STR: ("`str()` turns it into text", _REPR),
    td.flow.Way.FORMAT: ("`format()` turns it into text", _REPR),
    td.flow.Way.PERCENT: ("`%s` turns it into text", _REPR),
    td.flow.Way.JOIN: ("`join()` takes text only", _RAISED),
    td.flow.Way.SUM: ("only templates can be added to it", _RAISED),
}
_ONE, _SEVERAL = "a template", "a list of templates"
_HELP = {_ONE: "the template", _SEVERAL: "the list"}


class TemplateStringified(td.FileRule):
    """
    ## What

    A template, a local list of templates, or the `children` of a component, in an f-string, in `str()`, after `%`, in a
    `join()` or added to a str; also template by template, in a loop over such a list.

    ## Why

    The str of a Template is its repr: the page shows `Template(strings=('<b>', '</b>'), interpolations=(...))`. A
    `join` and a sum raise: `TypeError: sequence item 0: expected str instance, string.templatelib.Template found`.

    ## Instead

    Interpolate the template itself into a t-string; a list of templates may be interpolated as it is. Text is made by
    `html()`.

    ## Example

    ```python
    bold = t"<b>{name}</b>"
    t"<p>{f'{bold}, hello'}</p>"  # bad
    t"<p>{bold}, hello</p>"       # good
    ```
    """

    CODE = "TDC112"
    SLUG = "template-stringified"
    GROUP = "values"
    SUMMARY = "a template is turned into text, which is its repr"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features=td.html.COMPONENT_FEATURES)

    SKIP_DERIVED: t.ClassVar = {"second t-string": "the template around it is then the one that becomes text"}

    VALID: t.ClassVar = [
        "bold = t'<b>{x}</b>'\npage = t'<p>{bold}</p>' + bold",
        "bold = t'<b>{x}</b>'\nprint(f'{bold}')\nlogger.debug(f'rendering {bold}')\nprint(str(bold), '%s' % bold)",
        "bold = t'<b>{x}</b>'\ntext = f'{bold!r}' + repr(bold) + '%r' % bold",
        "from tdom import html\n\nbold = t'<b>{x}</b>'\npage = f'<p>{html(bold)}</p>' + str(html(bold))",
        "bold = t'<b>{x}</b>'\nbold = str(x)\npage = f'<p>{bold}</p>'",
    ]
    INVALID: t.ClassVar = [
        td.invalid("page = f\"<p>{«t'<b>{x}</b>'»}</p>\""),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return t'<p>{str(«bold»)}</p>'"),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return '<p>%s</p>' % «bold»"),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return «bold» + 'text'"),
        td.invalid("def page(names):\n    return ''.join([«t'<li>{name}</li>'» for name in names])"),
        td.invalid(
            """
            def page(trail):
                links = [t"<li>{step}</li>" for step in trail]
                return f"<ul>{«links»}</ul>"
            """
        ),
        td.invalid(f"{_TEMPLATE}def Box(children: Template): return t\"<b>{{f'<i>{{«children»}}</i>'}}</b>\""),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[int] = set()

    def check_file(self) -> None:
        for conversion in td.flow.conversions_to_text(self.view):
            for node in td.flow.outcomes(conversion.value):
                if conversion.way is td.flow.Way.MAPPED:
                    self._judge_mapped(node, conversion.within)
                else:
                    self._judge(node, *_WAYS[conversion.way])

    def _judge(self, node: Node, what: str, note: str) -> None:
        if node.type != "generator_expression" and td.html.is_template_list(self.view, node):
            self._report(node, _SEVERAL, what, note)
        elif td.html.is_template(self.view, node):
            self._report(node, _ONE, what, note)
        elif td.html.named_value(self.view, node).type in {"call", "attribute"}:
            premise = td.premise(self.view, node, "template")
            if premise is not None:
                self._report(node, _ONE, what, note, premise)

    def _judge_mapped(self, node: Node, call: Node) -> None:
        """`map(str, links)`."""
        if td.html.is_template_list(self.view, node):
            self._report(node, _SEVERAL, "`str()` turns each into text", _REPR)
        elif td.html.is_template(self.view, node) and self._is_shown(call):
            self._report(node, _ONE, "`str()` turns each part of it into text", _REPR)

    def _is_shown(self, call: Node) -> bool:
        """Whether the text that `join` makes of `map(str, children)` is shown, and not only measured or compared."""
        listed = call.parent
        joined = listed.parent if listed is not None and listed.type == "argument_list" else None
        around = joined.parent if joined is not None else None
        if around is not None and around.type == "assignment":
            left = around.child_by_field_name("left")
            uses = td.flow.uses_of(self.view, self.view.text(left), left.start_byte) if left is not None else []
            return any(use.parent is not None and use.parent.type == "interpolation" for use in uses)
        return around is not None and around.type in {"interpolation", "return_statement", "binary_operator"}

    def _report(self, node: Node, kind: str, what: str, note: str, premise: td.Premise | None = None) -> None:
        is_meant = td.flow.is_in_message(self.view, node) or self.view.is_expected_to_fail(node.start_byte)
        if node.start_byte in self._reported or is_meant:
            return
        self._reported.add(node.start_byte)
        text = " ".join(self.view.text(node).split())
        self.report_span(
            self.view.span(node),
            f"`{td.shortened(text)}` is {kind}; {what}",
            note=note,
            help=f"interpolate {_HELP[kind]} itself into a t-string, or render it with `html()`",
            premise=premise,
        )
