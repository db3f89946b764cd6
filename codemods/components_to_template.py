"""`components-to-template`: components give templates, and tdom renders them."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class ComponentsToTemplate(td.EditCodemod):
    """Follows what a component returns through local names, loops and functions, and through the files of the project:
    all of it converts, or the function stays and says why. LibCST's own tool shows it one file at a time."""

    NAME = "components-to-template"
    DESCRIPTION = "Components return a `Template`, where they returned `html(...)`, `Markup(...)` or a string."
    VERSIONS = "tdom>=0.1.15"
    GATE = td.Gate(tokens={"tdom", "tdom_svcs"})
    SURVEYS = True
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            """
            from dataclasses import dataclass

            from tdom import Node, html


            @dataclass
            class Heading:
                name: str

                def __call__(self) -> Node:  # shown
                    return html(t"<h1>{self.name}</h1>")


            page = html(t"<{Heading} name='Ada' />")
            """,
            """
            from dataclasses import dataclass
            from string.templatelib import Template

            from tdom import html


            @dataclass
            class Heading:
                name: str

                def __call__(self) -> Template:  # shown
                    return t"<h1>{self.name}</h1>"


            page = html(t"<{Heading} name='Ada' />")
            """,
        ),
        td.codemods.example(
            """
            from markupsafe import Markup
            from tdom_svcs import html


            def Card(title: str, children) -> str | Markup:
                return Markup(
                    f"<div class='card'><h2>{title}</h2>"
                    f"{children}</div>"
                )


            def Toolbar(items: list[str]) -> str | Markup:
                button = html(t"<button>Go</button>")
                links = [html(t"<a>{item}</a>") for item in items]
                return html(t"<nav>{links}{button}</nav>") if items else Markup("")


            page = html(t"<{Toolbar} items={[]} />")
            """,
            """
            from string.templatelib import Template

            from tdom_svcs import html


            def Card(title: str, children) -> Template:
                return t"<div class='card'><h2>{title}</h2>{children}</div>"


            def Toolbar(items: list[str]) -> Template:
                button = t"<button>Go</button>"
                links = [t"<a>{item}</a>" for item in items]
                return t"<nav>{links}{button}</nav>" if items else t""


            page = html(t"<{Toolbar} items={[]} />")
            """,
        ),
        td.codemods.example(
            """
            from tdom import Markup, html


            def Rows(rows: list[str]):
                cells = "".join(f"<td>{row}</td>" for row in rows)
                return Markup(f"<tr>{cells}</tr>")


            page = str(html(t"<table><{Rows} rows={[]} />{html(t'<tfoot></tfoot>')}</table>"))
            """,
            """
            from tdom import html


            def Rows(rows: list[str]):
                cells = [t"<td>{row}</td>" for row in rows]
                return t"<tr>{cells}</tr>"


            page = html(t"<table><{Rows} rows={[]} />{t'<tfoot></tfoot>'}</table>")
            """,
        ),
        td.codemods.example(
            "from tdom import Node, html\n\n\ndef Card(x) -> Node:\n    return html(t'<p>{x}</p>')\n",
            "from string.templatelib import Template\n\n\ndef Card(x) -> Template:\n    return t'<p>{x}</p>'\n",
            path="shop/card.py",
            files={
                "shop/__init__.py": "from shop.card import Card as Card\n",
                "page.py": """
                from shop import Card
                from tdom import Node, html


                def Page(x) -> Node:
                    return Card(x) if x else html(t"<main>{Card(1)}</main>")
                """,
            },
            files_after={
                "shop/__init__.py": "from shop.card import Card as Card\n",
                "page.py": """
                from string.templatelib import Template

                from shop import Card


                def Page(x) -> Template:
                    return Card(x) if x else t"<main>{Card(1)}</main>"
                """,
            },
        ),
        # Another file wants the text.
        td.codemods.example(
            "from tdom import Node, html\n\n\ndef Card(x) -> Node:\n    return html(t'<p>{x}</p>')\n",
            path="shop/card.py",
            files={"send.py": "from shop.card import Card\n\nmail = ''.join(str(Card(x)) for x in (1, 2))\n"},
        ),
        # A name that is read otherwise, too: as a template it would not do, and as text it would be escaped twice.
        td.codemods.example(
            """
            from tdom import Markup, html


            def Toolbar() -> Markup:
                button = html(t"<button>Go</button>")
                log(button.strip())
                return Markup(f"<nav>{button}</nav>")
            """
        ),
        # Text of a kind that nobody can see here, put into a page as it is.
        td.codemods.example(
            """
            from tdom import Markup, html


            def Layout(children) -> Markup:
                inner = "".join(str(child) for child in children)
                return Markup(f"<main>{inner}</main>")


            def Article(body_html: str) -> Markup:
                return Markup(f"<article>{body_html}</article>")
            """
        ),
        # One of its returns cannot be converted.
        td.codemods.example(
            """
            from tdom import Node, html


            def Menu(items) -> Node:
                if not items:
                    return html(t"<p>Nothing</p>")
                return rewrite(html(t"<ul>{items}</ul>"))
            """
        ),
        # Renderers, and what a framework serves.
        td.codemods.example(
            """
            from string.templatelib import Template

            from markupsafe import Markup
            from shop import app
            from tdom import html


            def render(page: Template) -> str | Markup:
                return html(page)


            @app.get("/")
            def home() -> Markup:
                return Markup(html(t"<h1>Home</h1>"))


            def about(request) -> Markup:
                return Markup(f"<h1>{request.path}</h1>")


            def main() -> str:
                return html(t"<h1>Main</h1>")
            """
        ),
        # Called by Python for the text, and what gives text to whoever asks.
        td.codemods.example(
            """
            from tdom import Markup, Node, html


            def icon() -> Node:
                return html(t"<i></i>")


            class Page:
                def __html__(self) -> Markup:
                    return Markup(f"<p>{self.title}</p>")


            assert "<i>" in str(icon())
            """
        ),
        td.codemods.example(
            "from markupsafe import Markup\n\n\ndef badge(x: int) -> Markup:\n    return Markup(f'<b>{x}</b>')\n"
        ),
        td.codemods.example("def html(page): ...\n\n\ndef Card(x) -> Node:  # tdom\n    return html(t'<b>{x}</b>')\n"),
    ]

    def survey(self, codebase: td.codemods.Codebase) -> t.Mapping[str, td.codemods.ComponentNote]:
        return td.codemods.component_notes(codebase)

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        touched: list[tuple[int, int]] = []
        note = self.note if isinstance(self.note, td.codemods.ComponentNote) else None
        for conversion in td.codemods.components_to_templates(view, self.is_kept_at, note):
            if conversion.refused_at is not None:
                yield td.codemods.Remainder(self.context.filename or "", conversion.refused_at, conversion.reason)
            else:
                touched += [(edit.start, edit.end) for edit in conversion.edits]
                yield td.Fix("Return the Template", conversion.edits, imports=conversion.imports)
        for edits in (*self._interpolated(view), *_stringified(view)):
            if isinstance(edits, td.codemods.Remainder):
                yield edits
            elif not any(edit.start <= end and start <= edit.end for edit in edits for start, end in touched):
                yield td.Fix("Leave the rendering to tdom", edits)

    def _interpolated(self, view: td.ModuleView) -> t.Iterator[tuple[td.Edit, ...] | td.codemods.Remainder]:
        """Templates that are rendered before they are interpolated, anywhere in the file."""
        calls = set(td.html.html_calls(view))
        for template in view.html_templates:
            for shown, value in td.html.shown_values(view, template):
                if value not in calls or td.codemods.loses_container(view, value):
                    continue
                edits = td.codemods.interpolated_template(view, template, shown, value)
                context = td.codemods.own_context(view, value, shown)
                if edits and td.codemods.leaves_guard(view, value, shown):
                    reason = "it renders components within a `try` or a `with`, which is left before it is shown"
                    yield td.codemods.Remainder(self.context.filename or "", view.span(value), reason)
                elif edits and context:
                    reason = f"it renders with its own `{context}`, which the template around it would not have"
                    yield td.codemods.Remainder(self.context.filename or "", view.span(value), reason)
                elif edits:
                    yield edits


def _stringified(view: td.ModuleView) -> t.Iterator[tuple[td.Edit, ...]]:
    """`str(html(...))`, which is a str already."""
    for call in view.nodes["call"]:
        is_statement = call.parent is not None and call.parent.type == "expression_statement"
        argument = td.html.needless_str(view, call) if not is_statement else None
        edits = td.codemods.without_str(view, call, argument) if argument is not None else ()
        yield from [edits] if edits else []
