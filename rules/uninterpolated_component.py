"""TDC110: a component of the file is written as a plain element."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class UninterpolatedComponent(td.TemplateRule):
    """
    ## What

    A tag whose name is exactly that of a component of the same file, without the braces that would make it one.

    ## Why

    It is an element with an unknown name: `<Card title="x" />` renders `<card title="x"></card>`, and the component is
    never called.

    ## Instead

    Interpolate the component, in the end tag as well.

    ## Example

    ```python
    t"<Card title={title}>{text}</Card>"      # bad
    t"<{Card} title={title}>{text}</{Card}>"  # good
    ```
    """

    CODE = "TDC110"
    SLUG = "uninterpolated-component"
    GROUP = "templates"
    SUMMARY = "a component without braces is an unknown element"
    SEVERITY = td.Severity.WARNING
    PREVIEW = True
    FIXABLE = "unsafe"
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        'def Card(): return t"<b></b>"\n\npage = t"<{Card} />"',
        'page = t"<Card />"',
        'from shop import Card\n\npage = t"<Card />"',
        'def Card(): return t"<b></b>"\n\npage = t"<card></card><CARD></CARD>"',
        'class Card: ...\n\npage = t"<Card></Card>"',
        'def Card(): return 3\n\npage = t"<Card></Card>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            'def Card(): return t"<b></b>"\n\npage = t"<«Card» title={x} />"',
            fixed='def Card(): return t"<b></b>"\n\npage = t"<{Card} title={x} />"',
            unsafe=True,
        ),
        td.invalid(
            """
            class Button:
                def __call__(self):
                    return t"<b></b>"

            page = t"<p><«Button»>{text}</Button></p>"
            """,
            fixed="""
            class Button:
                def __call__(self):
                    return t"<b></b>"

            page = t"<p><{Button}>{text}</{Button}></p>"
            """,
            unsafe=True,
        ),
    ]

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            written = self._text(tag.name_span)
            if not tag.is_component and written[:1].isupper() and written.isidentifier() and self._names(written, tag):
                self._report(tag, written)

    def _names(self, name: str, tag: td.Tag) -> bool:
        """Whether a name leads to a component of this file."""
        reference = self.view.resolve_at(name, tag.span.start)
        functions = [found for found in self.facts.functions if f":{found.path}" == reference]
        classes = [found for found in self.facts.classes if f":{found.path}" == reference]
        if len(functions) + len(classes) != 1 or any(name in scope.names for scope in self.view.scopes.scopes):
            return False
        if functions:
            return td.flow.ValueKind.TEMPLATE in functions[0].returned
        calls = [found for found in self.facts.functions if f":{found.path}" == f"{reference}.__call__"]
        return any(td.flow.ValueKind.TEMPLATE in found.returned for found in calls)

    def _report(self, tag: td.Tag, written: str) -> None:
        edits = [td.Edit(tag.name_span.start, tag.name_span.end, f"{{{written}}}")]
        if tag.end_name_span is not None:
            edits.append(td.Edit(tag.end_name_span.start, tag.end_name_span.end, f"{{{written}}}"))
        reason = "the component is called from now on, with the attributes of the tag"
        self.report_span(
            tag.name_span,
            f"`<{written}>` is an unknown element; the component `{written}` is not called",
            fix=td.Fix("Interpolate the component", tuple(edits), td.Safety.UNSAFE, unsafe_because=reason),
            note=f"tdom renders `<{written.lower()}>`, and raises nothing",
            help=f"write `<{{{written}}}>`",
        )

    def _text(self, span: td.Span) -> str:
        return self.view.source.slice(span.start, span.end)
