"""TDC405: an `Inject` that says nothing about what to inject."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class InjectMalformed(td.FileRule):
    """
    ## What

    A field or parameter is annotated with a bare `Inject`, with a collection such as `list[Inject[X]]`, with
    `Inject[Inject[X]]`, also by the name of an alias, or with the quoted name of a class that only a function knows.

    ## Why

    `Inject` is seen only as the outermost annotation, with a type between its brackets. Otherwise nothing is injected:
    `TypeError: Panel.__init__() missing 1 required positional argument: 'db'`. A quoted name of a local class cannot be
    looked up: `TypeHintResolutionError: Cannot resolve type hints for dataclass 'Panel'`.

    ## Instead

    `Inject[X]`. For several services of a kind, register the collection as a service of its own.

    ## Example

    ```python
    @dataclass
    class Panel:
        sources: list[Inject[Source]]  # bad

    @dataclass
    class Panel:
        sources: Inject[Sources]  # good
    ```
    """

    CODE = "TDC405"
    SLUG = "inject-malformed"
    GROUP = "services"
    SUMMARY = "an Inject annotation that is not understood"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features=td.services.MARKER_FEATURES, tokens={"Inject", "Resource", "Get"})

    _HEAD = (
        "from dataclasses import InitVar, dataclass\nfrom typing import Annotated, Generic\n"
        "from svcs_di import Inject\n\nclass Db: ...\n\n@dataclass\nclass Panel:\n"
    )

    _ALIAS = _HEAD.replace("@dataclass\n", "Dbs = tuple[Inject[Db], ...]\n\n@dataclass\n")

    VALID: t.ClassVar = [
        f"{_HEAD}    db: Inject[Db]\n    rows: Inject[list[Db]]\n    last: Inject['Db']",
        f"{_ALIAS}    db: Inject[Db]\n\ndef rows() -> Dbs: ...",
        f"{_ALIAS}    dbs: Dbs".replace("tuple[Inject[Db], ...]", "Inject[Db]"),
        "from dataclasses import dataclass\nfrom shop import Inject\n\n@dataclass\nclass Panel:\n    db: Inject",
        f"{_HEAD}    db: Annotated[Inject[Db], 'x']\n    start: InitVar[Inject[Db]]",
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_HEAD}    db: «Inject»"),
        td.invalid(f"{_HEAD}    dbs: «list[Inject[Db]]»"),
        td.invalid(f"{_HEAD}    dbs: «Inject[Inject[Db]]»"),
        td.invalid(f"{_ALIAS}    dbs: «Dbs»"),
        td.invalid("import svcs_di as di\n\ndef render(panel, *, db: «di.Inject»): ..."),
    ]

    def check_file(self) -> None:
        inner = td.services.marked_by_alias(self.view, within_others=True)
        seen: set[int] = set()
        for marked in (*td.services.marked_annotations(self.view), *td.services.marked_by_alias(self.view), *inner):
            if marked.typed.start_byte in seen:
                continue
            problem = "" if self.view.is_expected_to_fail(marked.typed.start_byte) else self._problem(marked)
            if problem:
                seen.add(marked.typed.start_byte)
                missing = f"TypeError: missing 1 required positional argument: '{marked.name}'"
                note = (
                    f"nothing is injected: {missing}" if marked.value is None else "nothing is injected; it is always "
                )
                note += self.view.text(marked.value) if marked.value is not None else ""
                if "local" in problem:
                    note = "the container raises TypeHintResolutionError: Cannot resolve type hints"
                self.report_span(
                    self.view.span(marked.typed),
                    f"`{marked.name}` {problem}",
                    note=note,
                    help="annotate it Inject[X], where X is the type of the service",
                )

    def _problem(self, marked: td.services.Marked) -> str:
        outer = marked.annotation.wrapped
        if td.services.marker_of(outer) == "Inject":
            if not outer.arguments:
                return "is annotated with a bare `Inject`, which names no service"
            service = outer.arguments[0]
            if td.services.marker_of(service) == "Inject":
                return "is injected twice over: one `Inject` stands in another"
            if service.is_quoted and self._is_local(service.reference):
                return f"names the local class `{service.text}` in quotes, where nobody can look it up"
        elif td.services.is_collection(outer) and _holds_inject(outer):
            return "is a collection with `Inject` inside, where it is not seen"
        return ""

    def _is_local(self, reference: str) -> bool:
        node = td.python.definition(self.view, reference)
        if node is None:
            return False
        scopes = self.view.scopes.scopes
        index = self.view.scopes.index_at(node.start_byte)
        while index >= 0:
            if scopes[index].kind in {"function", "lambda"}:
                return True
            index = scopes[index].parent
        return False


def _holds_inject(collection: td.python.Annotation) -> bool:
    """Only through collections: what other generic types make of it is not known."""
    return any(
        (part.is_generic and td.services.marker_of(part) == "Inject")
        or (td.services.is_collection(part) and _holds_inject(part))
        for part in collection.arguments
    )
