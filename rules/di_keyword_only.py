"""TDC305: what a container fills in can be given by position."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator

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
            fix=self._fix(place, fact),
            help=self._advice(place, fact),
        )

    def _advice(self, place: Node, fact: td.ParameterFact) -> str:
        """A signature has one `*` at most, and none before a `/`."""
        if fact.kind is td.python.ParameterKind.POSITIONAL_ONLY:
            return "move it behind the `/`, after a `*`"
        if _behind(place, "keyword_separator") is not None:
            return "move the `*` before it"
        variadic = next((self.view.text(node) for node in _later(place) if _is_variadic(node)), "")
        return f"move it behind `{variadic.partition(':')[0]}`" if variadic else "put a `*` before it"

    def _fix(self, place: Node, fact: td.ParameterFact) -> td.Fix | None:
        edits = self._edits(place) if fact.kind is td.python.ParameterKind.POSITIONAL_OR_KEYWORD else ()
        if not edits:
            return None
        return td.Fix("Make it a keyword", edits, td.Safety.UNSAFE, unsafe_because="somebody may call it by position")

    def _edits(self, place: Node) -> tuple[td.Edit, ...]:
        start = self.view.span(place).start
        star = _behind(place, "keyword_separator")
        following = star.next_named_sibling if star is not None else None
        if star is None or following is None:
            is_refused = any(self.view.text(child).startswith("*") for child in _later(place))
            return () if is_refused else (td.Edit(start, start, "*, "),)
        moved = td.Span(self.view.span(star).start, self.view.span(following).start)
        text = self.view.source.slice(moved.start, moved.end)
        return (td.Edit(start, start, text), td.Edit(moved.start, moved.end, "")) if text.split() == ["*,"] else ()


def _later(place: Node) -> Iterator[Node]:
    """What stands behind a parameter in its list."""
    following = place.next_named_sibling
    while following is not None:
        yield following
        following = following.next_named_sibling


def _behind(place: Node, kind: str) -> Node | None:
    return next((node for node in _later(place) if node.type == kind), None)


def _is_variadic(node: Node) -> bool:
    """`*names`, also with an annotation."""
    return "list_splat_pattern" in {node.type, *(child.type for child in node.named_children)}
