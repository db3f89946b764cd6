"""TDC904: html() is given its container by an older name."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_OLD = frozenset({"context", "config"})


class HtmlContextKw(td.FileRule):
    """
    ## What

    `html(...)` of tdom-svcs is called with `context=` or `config=`.

    ## Why

    It takes `container=`, and nothing else by name: `TypeError: html() got an unexpected keyword argument 'context'`.

    ## Instead

    `container=`. What `config=` carried is a service now.

    ## Example

    ```python
    html(t"<{Page} />", context=container)    # bad
    html(t"<{Page} />", container=container)  # good
    ```
    """

    CODE = "TDC904"
    SLUG = "html-context-kw"
    GROUP = "removed"
    SUMMARY = "html() no longer takes `context=` or `config=`"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "sometimes"
    VERSIONS = "tdom>=0.1.15"
    GATE = td.Gate(features=td.FeatureOf.IMPORT.each("tdom_svcs", "tdom"), tokens={"context", "config"})

    VALID: t.ClassVar = [
        'from tdom_svcs import html\n\npage = html(t"<p></p>", container=context)',
        'from shop import html\n\npage = html(t"<p></p>", context=c)',
        "from tdom_svcs import execute_middleware\n\nexecute_middleware(target, props, context=c, config=1)",
        'from tdom import html\n\npage = html(t"<{Page} context={c} config={d} />")',
        'from tdom import html\n\npage = html(t"<p></p>", assume_ctx=context)',
        'from tdom_svcs import html\n\ndef page(html, c):\n    return html(t"<p></p>", context=c)',
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from tdom_svcs import html\n\ndef page(container):\n    return html(body, «context=container»)",
            fixed="from tdom_svcs import html\n\ndef page(container):\n    return html(body, container=container)",
        ),
        td.invalid('from tdom import html\n\ndef page(c):\n    return html(t"<p></p>", «context=c»)'),
        td.invalid(
            'from tdom_svcs import html\n\ndef page(env):\n    return html(t"<p></p>", «context=env»)',
            fixed='from tdom_svcs import html\n\ndef page(env):\n    return html(t"<p></p>", container=env)',
            unsafe=True,
        ),
        td.invalid('from tdom_svcs.processor import html\n\ndef page(c):\n    return html(t"<p></p>", «config=c»)'),
        td.invalid(
            'from tdom_svcs import html\n\ndef page(c, d):\n    return html(t"<p></p>", «context=c», container=d)'
        ),
    ]

    def check_file(self) -> None:
        for call in td.html.html_calls(self.view):
            if self.view.is_expected_to_fail(call.start_byte):
                continue
            keywords = td.python.arguments_of(self.view, call).keywords
            for name, value in keywords.items():
                if name in _OLD and value.parent is not None:
                    self._report(
                        call, value.parent, name, value, takes=name == "context" and "container" not in keywords
                    )

    def _report(self, call: Node, argument: Node, name: str, value: Node, *, takes: bool) -> None:
        view = self.view
        function = call.child_by_field_name("function")
        text = view.text(function) if function is not None else "html"
        is_plain = function is not None and view.resolve(function).startswith("tdom.")
        written = argument.child_by_field_name("name")
        fix = None
        if takes and not is_plain and written is not None:
            fix = td.codemods.container_keyword(view, written, value)
        self.report_span(
            view.span(argument),
            f"`{text}(...)` takes no `{name}=`",
            fix=fix,
            note=f"Python raises TypeError: html() got an unexpected keyword argument '{name}'",
            help="tdom's own `html` takes no container: import `html` from tdom_svcs, and say `container=`"
            if is_plain
            else "the container is given as `container=`"
            if name == "context"
            else "register what it carries as a service, and inject it",
        )
