"""`fstring-to-tstring`: text with tags that a template shows, or that a component returns, becomes a template."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_TEXT = td.flow.ValueKind.STRING, td.flow.ValueKind.FSTRING


class FstringToTstring(td.EditCodemod):
    """What was shown as source becomes elements, and what was put in as it is gets escaped."""

    NAME = "fstring-to-tstring"
    DESCRIPTION = "HTML in f-strings that reaches a template, `html()` or a component's `return` becomes a t-string."
    VERSIONS = "tdom>=0.1.15"
    SURVEYS = True
    GATE = td.Gate(tokens={"tdom", "tdom_svcs", "templatelib"})
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            """
            from tdom import html


            def page(names):
                items = "".join(f"<li>{name}</li>" for name in names)  # one each
                return html(t"<ul>{items}</ul>")
            """,
            """
            from tdom import html


            def page(names):
                items = [t"<li>{name}</li>" for name in names]  # one each
                return html(t"<ul>{items}</ul>")
            """,
        ),
        td.codemods.example(
            """
            from tdom import html


            def page(url, note):
                image = f'<img src="{url}">' if url else ""
                return html(t"<p>{image}{f'<b>{note}</b>'}</p>")
            """,
            """
            from tdom import html


            def page(url, note):
                image = t'<img src="{url}">' if url else ""
                return html(t"<p>{image}{t'<b>{note}</b>'}</p>")
            """,
        ),
        td.codemods.example(
            "from tdom import html\n\n\ndef title(text):\n    return html(f'<h1>{text}</h1>')\n",
            "from tdom import html\n\n\ndef title(text):\n    return html(t'<h1>{text}</h1>')\n",
        ),
        td.codemods.example(
            """
            from tdom import Markup, html


            def Badge(text):
                return f"<b>{text}</b>"


            def page(note):
                hint = Markup(f"<i>{note}</i>")
                return html(t"<{Badge} text='a' />{hint}"), Markup("")
            """,
            """
            from tdom import Markup, html


            def Badge(text):
                return t"<b>{text}</b>"


            def page(note):
                hint = t"<i>{note}</i>"
                return html(t"<{Badge} text='a' />{hint}"), Markup("")
            """,
        ),
        # Plain text, tags that are shown on purpose, and what asks for text.
        td.codemods.example(
            """
            from tdom import html

            page = html(t"<p title={f'<b>{x}</b>'}>{f'{a} of {b}'}</p><pre>{f'<b>{x}</b>'}</pre>")
            """
        ),
        td.codemods.example(
            """
            from tdom import html


            def page(name):
                text = f"<b>{name}</b>"
                log(text)
                return html(t"<p>{text}</p>")
            """
        ),
        # A text that was rendered before, and would be escaped.
        td.codemods.example(
            """
            from tdom import Markup, html


            def page(body_html):
                article = Markup(f"<article>{body_html}</article>")
                return html(t"<main>{article}</main>")
            """
        ),
        td.codemods.example(
            "from shop import html\n\n\ndef page(x):\n    y = f'<b>{x}</b>'\n    return html(f'<p>{y}</p>')\n"
        ),
        td.codemods.example(
            "from tdom import html\n\n\ndef page(x):\n    send(f'<b>{x}</b>')\n    return html(t'<p></p>')\n"
        ),
    ]

    def survey(self, codebase: td.codemods.Codebase) -> t.Mapping[str, td.codemods.ComponentNote]:
        return td.codemods.component_notes(codebase, _giving_text)

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        if view.imported_packages.isdisjoint({"tdom", "tdom_svcs", "string"}):
            return
        yield from self._returned(view)
        for call in td.html.html_calls(view):
            argument = td.html.html_argument(view, call)
            if argument is not None and not view.is_expected_to_fail(call.start_byte):
                yield from self._rendered(view, call, argument)
        brought: dict[td.codemods.Remainder, None] = {}  # what is shown twice is told once
        for template in view.html_templates:
            if not view.is_expected_to_fail(template.node.start_byte):
                for value in td.html.text_interpolations(view, template):
                    yield from self._shown(view, value.node)
                    brought |= dict.fromkeys(self._brought(view, value.node))
        yield from brought

    def _returned(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        """Components that give text back: the whole function, as `components-to-template` has it."""
        wrong = _giving_text(view)
        note = self.note if isinstance(self.note, td.codemods.ComponentNote) else None
        for conversion in (
            td.codemods.components_to_templates(view, self.is_kept_at, note, _giving_text) if wrong else ()
        ):
            if conversion.path not in wrong and conversion.path.removesuffix(".__call__") not in wrong:
                continue
            if conversion.refused_at is None:
                yield td.Fix("Return the t-string", conversion.edits, imports=conversion.imports)
            else:
                yield self._left(conversion.refused_at, conversion.reason)

    def _rendered(self, view: td.ModuleView, call: Node, argument: Node) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        """`html(f"...")`: tdom raises there."""
        kind = td.html.html_argument_kind(view, call)
        if kind not in {*_TEXT, td.flow.ValueKind.FORMATTED}:
            return
        edits = td.to_template(view, argument) if kind in _TEXT else ()
        if edits:
            yield td.Fix("Render a t-string", edits)
        else:
            yield self._left(view.span(argument), "html() is given text that is no template as it stands")

    def _shown(self, view: td.ModuleView, shown: Node) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        for conversion in td.codemods.declared_texts(view, shown):
            if conversion.refused_at is None:
                yield td.Fix("Interpolate a t-string", conversion.edits)
            else:
                yield self._left(conversion.refused_at, conversion.reason)
        for literal in td.html.markup_texts(view, shown):
            if td.python.is_formatted(literal) and not td.html.is_attack(view.text(literal)):
                edits = td.codemods.interpolated_text(view, shown, literal)
                reason = (
                    "this text with tags is read elsewhere, put together piece by piece, with white space between that"
                    " would be lost, or no template as it stands"
                )
                yield td.Fix("Interpolate a t-string", edits) if edits else self._left(view.span(literal), reason)

    def _brought(self, view: td.ModuleView, shown: Node) -> t.Iterator[td.codemods.Remainder]:
        """What a template shows of functions, and of names that are given several values: it is no text of its own."""
        direct = {literal.id for literal in td.html.markup_texts(view, shown)}
        for name, value in td.flow.branches_of(view, shown):
            if name.type == "identifier" and name != value and td.flow.is_shallow(value):
                several = (each for each in _formatted(view, value) if each.id not in direct)
                yield from (self._left(view.span(literal), f"`{view.text(name)}` {_SEVERAL}") for literal in several)
            for call in td.flow.items_of(value) if td.flow.is_shallow(value) else ():
                helper = td.flow.helper_of(view, call)
                if helper is not None and any(any(_formatted(view, node)) for node in helper.returned):
                    yield self._left(view.span(call), f"`{view.text(helper.name)}(...)` {_HELPER}")

    def _left(self, span: td.Span, reason: str) -> td.codemods.Remainder:
        return td.codemods.Remainder(self.context.filename or "", span, reason)


_SEVERAL: t.Final = "is given more than one value, of which this is text with tags: write t-strings for all of them"
_HELPER: t.Final = "gives back text with tags, which shows them: let it give back a t-string"


def _formatted(view: td.ModuleView, node: Node) -> t.Iterator[Node]:
    """The f-strings with tags that a value is put together from."""
    for literal in td.html.markup_texts(view, node) if td.flow.is_shallow(node) else ():
        if td.python.is_formatted(literal) and not td.html.is_attack(view.text(literal)):
            yield literal


def _giving_text(view: td.ModuleView) -> frozenset[str]:
    """The components of a file that give back an f-string."""
    wrong = td.html.wrong_returns(view)
    return frozenset(
        each.component.name for each in wrong if each.kind is td.html.ReturnFault.FSTRING and not each.premise
    )
