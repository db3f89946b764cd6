"""TDC305: what a container fills in can be given by position."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node


class DiKeywordOnly(td.FileRule):
    """
    ## What

    A view has an injected parameter before `*`.

    ## Why

    The container fills it in by name. Whoever calls the view by position fills it by accident, and a parameter that is
    added before it changes what that means.

    ## Instead

    A `*` before the first that is injected.

    ## Example

    ```python
    def hello_view(name: str, users: Inject[Users]) -> str: ...     # bad
    def hello_view(name: str, *, users: Inject[Users]) -> str: ...  # good
    ```
    """

    CODE = "TDC305"
    SLUG = "di-keyword-only"
    GROUP = "views"
    SUMMARY = "an injected parameter of a view can be given by position"
    SEVERITY = td.Severity.INFO
    FIXABLE = "sometimes"
    OPTIONS = td.views.OPTIONS
    GATE = td.views.GATE

    VALID: t.ClassVar = [
        "import svcs\n\ndef hello_view(container: svcs.Container): ...",
        "from svcs_di import Inject\n\ndef hello_view(name: str, *, users: Inject[Users]): ...",
        "from svcs_di import Inject\n\ndef hello_view(*names: str, users: Inject[Users]): ...",
        "from svcs_di import Inject\n\ndef hello_view(name: str, *, users: Inject[Users], mail: Inject[M]): ...",
        "from svcs_di import Inject\n\ndef hello(users: Inject[Users]): ...",
        "from svcs import Registry\n\ndef hello_view(name: str, users: Users): ...",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from svcs_di import Inject\n\ndef hello_view(name, «users: Inject[Users]», mail: Inject[M]): ...",
            fixed="from svcs_di import Inject\n\ndef hello_view(name, *, users: Inject[Users], mail: Inject[M]): ...",
            unsafe=True,
        ),
        td.invalid("from svcs_di import Inject\n\ndef hello_view(«users: Inject[Users]», /, name: str): ..."),
        td.invalid("from svcs_di import Inject\n\ndef hello_view(«users: Inject[Users]», *names: str): ..."),
        td.invalid(
            "from svcs_di import Inject\n\ndef hello_view(«users: Inject[Users]», title, *, name: str): ...",
            fixed="from svcs_di import Inject\n\ndef hello_view(*, users: Inject[Users], title, name: str): ...",
            unsafe=True,
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {
        "in a class": "a method is no view",
        "in an async function": "a scan does not find what a function holds",
        "copies": "the copies are numbered, so that their names no longer end as those of views do",
    }

    def check_file(self) -> None:
        for view in td.views.views_in(self.view, self.path, self.option):
            for fact in view.call.parameters if view.call is not None else ():
                is_filled = bool(fact.marker)
                if view.call is not None and is_filled and fact.is_positional:
                    self._report(view, td.views.node_of(self.view, view.call), fact)
                    break

    def _report(self, found: td.views.View, function: Node, fact: td.ParameterFact) -> None:
        place = td.python.parameter_node(self.view, function, fact)
        self.report_span(
            self.view.span(place),
            f"`{fact.name}` of the view `{found.name}` is filled in by name, but can be given by position",
            fix=td.codemods.keyword_only(self.view, function, fact),
            help=td.codemods.keyword_advice(self.view, function, fact),
        )
