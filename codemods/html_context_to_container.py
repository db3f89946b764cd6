"""`html-context-to-container`: html() is given its container by that name."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_OLD: t.Final = ("context", "config")


class HtmlContextToContainer(td.EditCodemod):
    """Renames the argument of calls of html() alone: what a component calls `context` is its own affair."""

    NAME = "html-context-to-container"
    DESCRIPTION = (
        "`html(..., context=c)` becomes `html(..., container=c)`, and so does a `config=` that is a container."
    )
    VERSIONS = "tdom>=0.1.15"
    GATE = td.Gate(tokens={"context", "config"})
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            'from tdom_svcs import html\n\n\ndef page(box):\n    return html(t"<p></p>", context=box)\n',
            'from tdom_svcs import html\n\n\ndef page(box):\n    return html(t"<p></p>", container=box)\n',
        ),
        td.codemods.example(
            """
            import tdom_svcs

            page = tdom_svcs.html(
                t"<p></p>",
                context = None,  # nobody injects anything
            )
            """,
            """
            import tdom_svcs

            page = tdom_svcs.html(
                t"<p></p>",
                container = None,  # nobody injects anything
            )
            """,
        ),
        td.codemods.example(
            'from tdom_svcs import html as h\n\n\ndef page(container):\n    return h(t"<p />", config=container)\n',
            'from tdom_svcs import html as h\n\n\ndef page(container):\n    return h(t"<p />", container=container)\n',
        ),
        td.codemods.example(
            """
            from tdom_svcs import html


            def outer(context):
                inner = html(t"<i></i>", context=context)
                return html(t"<p>{inner}</p>", context=context)
            """,
            """
            from tdom_svcs import html


            def outer(context):
                inner = html(t"<i></i>", container=context)
                return html(t"<p>{inner}</p>", container=context)
            """,
        ),
        td.codemods.example('from tdom_svcs import html\n\npage = html(t"<p></p>", context={"user": "Ann"})\n'),
        td.codemods.example(
            'from tdom_svcs import html\n\n\ndef page():\n    d = dict(a=1)\n    return html(t"<p />", context=d)\n'
        ),
        td.codemods.example('from tdom_svcs import html\n\n\ndef page(c):\n    return html(t"<p></p>", config=c)\n'),
        td.codemods.example('from tdom import html\n\n\ndef page(c):\n    return html(t"<p></p>", context=c)\n'),
        td.codemods.example('from shop import html\n\n\ndef page(c):\n    return html(t"<p></p>", context=c)\n'),
        td.codemods.example(
            'from tdom_svcs import html\n\n\ndef page(c, d):\n    return html(t"<p></p>", context=c, container=d)\n'
        ),
        td.codemods.example(
            'from tdom_svcs import html\n\n\ndef page(c, more):\n    return html(t"<p></p>", context=c, **more)\n'
        ),
        td.codemods.example(
            'from tdom_svcs import html\n\n\ndef page(html, c):\n    return html(t"<p></p>", context=c)\n'
        ),
        td.codemods.example(
            'from tdom_svcs import html\n\npage = html(t"<{Page} context={c} />")\nrun = execute(page, context=1)\n'
        ),
    ]

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        for call in td.html.html_calls(view):
            arguments = td.python.arguments_of(view, call)
            for old in (name for name in _OLD if name in arguments.keywords):
                value = arguments.keywords[old]
                name = value.parent.child_by_field_name("name") if value.parent is not None else None
                reason = _objection(view, call, old, value)
                if name is not None and not reason:
                    yield td.codemods.container_keyword(view, name, value)
                else:
                    place = view.span(value.parent or value)
                    yield td.codemods.Remainder(self.context.filename or "", place, reason)
        for node, reason in td.codemods.unread_arguments(view, _OLD):
            yield td.codemods.Remainder(self.context.filename or "", view.span(node), reason)


def _objection(view: td.ModuleView, call: Node, old: str, value: Node) -> str:
    """Why an argument cannot simply be called `container`; empty where it can."""
    arguments = td.python.arguments_of(view, call)
    function = call.child_by_field_name("function")
    if function is not None and view.resolve(function).startswith("tdom."):
        return "tdom's own html takes no container: import html from tdom_svcs"
    if "container" in arguments.keywords or len({*_OLD} & {*arguments.keywords}) > 1:
        return f"html() takes one container: register what `{old}` carries as a service"
    if arguments.has_star:
        return "what is spread may hold a container already"
    if td.codemods.is_plain_data(view, value):
        return f"`{view.text(value)}` is no container: give what it holds as props, or register it as a service"
    if old == "config" and not td.codemods.is_container(view, value):
        return "register what `config` carries as a service, and inject it"
    return ""
