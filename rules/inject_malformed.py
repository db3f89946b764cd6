"""TDC405: an `Inject` that says nothing about what to inject."""

from __future__ import annotations

import ast
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
    GATE = td.Gate(features=td.di_names.FEATURES, tokens={"Inject", "Resource", "Get"})

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
        inner = td.wishes_by_alias(self.view, within_others=True)
        seen: set[int] = set()
        for wish in (*td.di_names.wishes(self.view), *td.wishes_by_alias(self.view), *inner):
            if wish.typed.start_byte in seen:
                continue
            problem = "" if self.view.is_expected_to_fail(wish.typed.start_byte) else self._problem(wish)
            if problem:
                seen.add(wish.typed.start_byte)
                missing = f"TypeError: missing 1 required positional argument: '{wish.name}'"
                note = f"nothing is injected: {missing}" if wish.value is None else "nothing is injected; it is always "
                note += self.view.text(wish.value) if wish.value is not None else ""
                if "local" in problem:
                    note = "the container raises TypeHintResolutionError: Cannot resolve type hints"
                self.report_span(
                    self.view.span(wish.typed),
                    f"`{wish.name}` {problem}",
                    note=note,
                    help="annotate it Inject[X], where X is the type of the service",
                )

    def _problem(self, wish: td.di_names.Wish) -> str:
        view, place = self.view, wish.typed
        outer = td.di_names.outermost(view, wish.expression, place)
        marker = td.di_names.marker_of(view, outer, place)
        if marker == "Inject":
            return "is annotated with a bare `Inject`, which names no service"
        if isinstance(outer, ast.Subscript) and td.di_names.marker_of(view, outer.value, place) == "Inject":
            inner = td.di_names.argument(outer)
            if td.di_names.marker_of_subscript(view, inner, place) == "Inject":
                return "is injected twice over: one `Inject` stands in another"
            is_quoted = isinstance(outer.slice, ast.Constant) or view.text(place)[:1] in "\"'"
            if is_quoted and self._is_local(td.di_names.reference_of(view, inner, place)):
                return f"names the local class `{ast.unparse(inner)}` in quotes, where nobody can look it up"
            return ""
        if td.di_names.is_collection(view, outer, place) and self._holds_inject(outer, place):
            return "is a collection with `Inject` inside, where it is not seen"
        return ""

    def _holds_inject(self, node: ast.expr, place: t.Any) -> bool:
        """Only through collections: what other generic types make of it is not known."""
        inner = node.slice if isinstance(node, ast.Subscript) else node
        for part in inner.elts if isinstance(inner, ast.Tuple) else [inner]:
            is_inject = isinstance(part, ast.Subscript) and td.di_names.marker_of(self.view, part.value, place)
            if is_inject == "Inject" or (
                td.di_names.is_collection(self.view, part, place) and self._holds_inject(part, place)
            ):
                return True
        return False

    def _is_local(self, reference: str) -> bool:
        node = td.shapes.definition(self.view, reference)
        if node is None:
            return False
        scopes = self.view.scopes.scopes
        index = self.view.scopes.index_at(node.start_byte)
        while index >= 0:
            if scopes[index].kind in {"function", "lambda"}:
                return True
            index = scopes[index].parent
        return False
