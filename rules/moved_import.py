"""TDC902: imports of modules and names that live elsewhere now."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Mapping, Sequence

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_OWN = frozenset({"svcs_di", "svcs_hopscotch"})


class MovedImport(td.FileRule):
    """
    ## What

    An import from where a name of svcs-di 0.2 was, or of the first svcs-hopscotch.

    ## Why

    svcs-di 0.3 keeps `auto`, `Inject` and the plain injectors; the rest is svcs-hopscotch, and middleware is part of
    tdom-svcs: `ModuleNotFoundError: No module named 'svcs_di.injectors'`, `ImportError: cannot import name 'Resource'
    from 'svcs_di'`.

    ## Instead

    Import from the new home.

    ## Example

    ```python
    from svcs_di.injectors import injectable         # bad
    from svcs_hopscotch.injectors import injectable  # good
    ```
    """

    CODE = "TDC902"
    SLUG = "moved-import"
    GROUP = "removed"
    SUMMARY = "the import is from where the name no longer is"
    SEVERITY = td.Severity.ERROR
    VERSIONS = "svcs-di>=0.3"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.FeatureOf.IMPORT(name) for name in td.releases.MOVED})

    VALID: t.ClassVar = [
        "from svcs_di import Inject, Injector, DefaultInjector, auto, auto_async",
        "from svcs_hopscotch import Get, Resource\nfrom svcs_hopscotch.injectors import injectable",
        "from tdom_svcs.middleware import middleware\nfrom tdom_svcs import Props",
        "import svcs_di\nimport svcs_hopscotch.injectors as injectors",
        "from svcs_di.auto import Inject, auto\nfrom svcs_di.types import FieldInfo",
    ]
    INVALID: t.ClassVar = [
        td.invalid("import «svcs_di.injectors» as di", fixed="import svcs_hopscotch.injectors as di"),
        td.invalid(
            "from «svcs_hopscotch.middleware» import middleware, get_middleware_types",
            fixed="from tdom_svcs import middleware\nfrom tdom_svcs.middleware import get_middleware_types",
        ),
        td.invalid(
            """
            from typing import TYPE_CHECKING

            if TYPE_CHECKING:
                from «svcs_hopscotch.types» import Props, Target
            """,
            fixed="""
            from typing import TYPE_CHECKING

            if TYPE_CHECKING:
                from tdom_svcs import Props, Target
            """,
        ),
        td.invalid("from svcs_di import (\n    auto,\n    «injectable»,  # a comment that must not be lost\n)"),
        td.invalid("import svcs; from svcs_di import auto, «injectable»"),
    ]

    def check_file(self) -> None:
        for statement in self.view.nodes["import"]:
            if not self._is_fine(statement):
                check = self._check_names if statement.type == "import_from_statement" else self._check_modules
                check(statement)

    def _check_names(self, statement: Node) -> None:
        origin = statement.child_by_field_name("module_name")
        if origin is None or origin.type == "relative_import":
            return
        module = _unspaced(self.view.text(origin))
        home = td.releases.home_of_module(module)
        if any(child.type == "wildcard_import" for child in statement.children):
            if home:
                self._report(module, {home: []}, origin, self._renamed(origin, home))
            return
        homes: dict[str, list[Node]] = {}
        for part in statement.children_by_field_name("name"):
            homes.setdefault(self._home(module, self._name(part)), []).append(part)
        moved = {home: [self._name(part) for part in parts] for home, parts in homes.items() if home}
        if moved:
            first = next(part for home, parts in homes.items() if home for part in parts)
            self._report(module, moved, origin if home else first, self._fix(statement, origin, homes))

    def _check_modules(self, statement: Node) -> None:
        for part in statement.children_by_field_name("name"):
            module = self._name(part)
            home = td.releases.home_of_module(module)
            if home:
                name = part.child_by_field_name("name") or part
                fix = self._renamed(name, home) if name != part else None
                self._report(module, {home: []}, name, fix)

    def _name(self, part: Node) -> str:
        """What is imported, whatever the file calls it."""
        return _unspaced(self.view.text(part.child_by_field_name("name") or part))

    def _is_fine(self, statement: Node) -> bool:
        """A fallback for older releases, or a file of the packages themselves."""
        is_own = not _OWN.isdisjoint(self.path.replace("\\", "/").split("/")[:-1])
        return is_own or td.python.is_import_caught(self.view, statement)

    def _home(self, module: str, name: str) -> str:
        """Inside of tdom_svcs its own names come from its modules, or the import is circular."""
        home = td.releases.home_of_name(module, name)
        is_own = home == "tdom_svcs" and "tdom_svcs" in self.path.replace("\\", "/").split("/")[:-1]
        return td.releases.home_of_module(module) if is_own else home

    def _report(self, module: str, moved: Mapping[str, Sequence[str]], place: Node, fix: td.Fix | None = None) -> None:
        is_gone = bool(td.releases.home_of_module(module))
        names = [name for group in moved.values() for name in group]
        text = ", ".join(f"`{name}`" for name in names) if names and not is_gone else f"`{module}`"
        homes = ", ".join(f"`{home}`" for home in moved)
        note = f"ModuleNotFoundError: No module named '{td.releases.first_gone(module)}'"
        self.report_span(
            self.view.span(place),
            f"{text} {'have' if text.count('`') > 2 else 'has'} moved to {homes}",
            fix=fix,
            note=note if is_gone else f"ImportError: cannot import name '{names[0]}' from '{module}'",
            help="" if fix else "import it from there, and change what the file calls it",
        )

    def _renamed(self, module: Node, home: str) -> td.Fix:
        span = self.view.span(module)
        return td.Fix(f"Import from {home}", (td.Edit(span.start, span.end, home),))

    def _fix(self, statement: Node, module: Node, homes: Mapping[str, Sequence[Node]]) -> td.Fix | None:
        """All names from one new home change the module alone; others get a statement of their own."""
        kept = "" if "" in homes else next(iter(homes))
        edits = [*self._renamed(module, kept).edits] if kept else []
        if len(homes) > 1:
            places = [self.view.span(part) for parts in homes.values() for part in parts]
            names = td.Span(min(places).start, max(places).end)
            leaving = {home: moved for home, moved in homes.items() if home != kept}
            split = self._split(self.view.span(statement), names, leaving, homes[kept])
            if split is None:
                return None
            edits += split
        return td.Fix(f"Import from {', '.join(home for home in homes if home)}", tuple(edits))

    def _split(
        self, span: td.Span, names: td.Span, leaving: Mapping[str, Sequence[Node]], staying: Sequence[Node]
    ) -> list[td.Edit] | None:
        """Edits for names that leave a statement; nothing where a comment or a neighbour is in the way."""
        source = self.view.source
        first, last = source.position(span.start).line, source.position(span.end).line
        before = source.slice(source.offset(first, 1), span.start)
        end = source.offset(last, len(source.line(last)) + 1)
        after = source.slice(span.end, end)
        if before.strip() or not re.fullmatch(r"[ \t]*(#.*)?", after) or "#" in source.slice(span.start, span.end):
            return None
        opening = re.search(r"(?:\r\n|\r|\n)[ \t]*$", source.slice(span.start, names.start))
        stays = f",{opening.group() if opening else ' '}".join(map(self._code, staying))
        moves = [f"\n{before}from {home} import {', '.join(map(self._code, moved))}" for home, moved in leaving.items()]
        return [td.Edit(names.start, names.end, stays), td.Edit(end, end, "".join(moves))]

    def _code(self, part: Node) -> str:
        alias = part.child_by_field_name("alias")
        return f"{self._name(part)} as {self.view.text(alias)}" if alias is not None else self._name(part)


def _unspaced(text: str) -> str:
    """A dotted name in one piece; Python takes blanks around its dots."""
    return "".join(text.split())
