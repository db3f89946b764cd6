"""`element-calls-to-tstring`: calls that make elements become templates."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class ElementCallsToTstring(td.EditCodemod):
    """Writes the markup that a call means; what only a run tells stays."""

    NAME = "element-calls-to-tstring"
    DESCRIPTION = (
        '`h.button(text, class_=v)` and `Element("div", ...)` become `html(t"<button class={v}>{text}</button>")`.'
    )
    SURVEYS = True
    GATE = td.Gate(tokens={"tdom"})
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            """
            from tdom import html as h


            def Button(text, variant):
                return h.button(text, class_=variant)  # shown
            """,
            """
            from tdom import html


            def Button(text, variant):
                return html(t"<button class={variant}>{text}</button>")  # shown
            """,
        ),
        td.codemods.example(
            """
            from tdom import html as h


            def Menu(xs, **rest):
                return h.ul(
                    h.li("Q & {A}", h.br()),
                    [h.li(x) for x in xs],
                    class_="big",
                    **rest,
                )
            """,
            """
            from tdom import html


            def Menu(xs, **rest):
                return html(t"<ul class='big' {rest}><li>Q &amp; {{A}}<br /></li>{[t'<li>{x}</li>' for x in xs]}</ul>")
            """,
        ),
        td.codemods.example(
            """
            from tdom import Element, Text

            x = Element("p", attrs={"class": kind, "hidden": None}, children=[Text("a"), Element("br"), node])
            """,
            """
            from tdom import html

            x = html(t"<p class={kind} hidden>a<br />{node}</p>")
            """,
        ),
        # What only a run tells.
        td.codemods.example(
            """
            from tdom import Element, html as h

            a = Element(tag, children=[])
            b = h.div(h.p(x), id=y).children
            c = f"<main>{h.div(x)}</main>"
            d = Element("p", {name: 1})
            """
        ),
        # What is asked of an element, later or by another file.
        td.codemods.example(
            """
            from tdom import Element, html as h

            nodes = [h.li(x) for x in xs]
            nodes[0].attrs["class"] = "first"

            def make(x):
                return h.li(x)

            def title(x):
                return h.h1(x)

            assert isinstance(make(1), Element)
            """,
            path="shop/items.py",
            files={"shop/page.py": "from shop.items import title\n\nprint(title(1).children)\n"},
        ),
        # Comments, text that is no markup, and lines that no value of a template can hold.
        td.codemods.example(
            """
            from tdom import html as h

            a = h.div(
                x,  # why
            )
            b = h.script(source)
            c = h.div(make(
                x))
            d = h.br(x)
            """
        ),
        td.codemods.example("from shop import Element, html as h  # not tdom\n\na = h.div(Element('p'))\n"),
        td.codemods.example("from tdom import html as h\n\n\ndef page(h):\n    return h.div(h.p('x'))\n"),
        td.codemods.example("from tdom import html as h\n\npage = h.escape('x'), h.Div(x), h(t'<p></p>'), h.div\n"),
    ]

    def survey(self, codebase: td.codemods.Codebase) -> t.Mapping[str, td.codemods.ElementNote]:
        return td.codemods.element_notes(codebase)

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        note = self.note if isinstance(self.note, td.codemods.ElementNote) else None
        for conversion in td.codemods.elements_to_templates(view, note):
            if conversion.edits:
                yield td.Fix("Write it as a template", conversion.edits, imports=conversion.imports)
            else:
                reason = f"this element stays: {conversion.reason}"
                yield td.codemods.Remainder(self.context.filename or "", conversion.span, reason)
