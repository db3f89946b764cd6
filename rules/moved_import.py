"""TDC902: imports of modules and names that live elsewhere now."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Mapping, Sequence

import libcst as cst

from tdomcheck import authoring as td

_OWN = frozenset({"svcs_di", "svcs_hopscotch"})


class MovedImport(td.Rule):
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
    GATE = td.Gate(features={f"import {name}" for name in td.moves.MOVED})

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

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:  # LibCST names it
        if node.relative or node.module is None:
            return
        module = td.dotted_name(node.module)
        home = td.moves.home_of_module(module)
        if isinstance(node.names, cst.ImportStar):
            if home:
                self._report(node, module, {home: []}, node.module, self._renamed(node.module, home))
            return
        homes: dict[str, list[cst.ImportAlias]] = {}
        for alias in node.names:
            homes.setdefault(self._home(module, td.dotted_name(alias.name)), []).append(alias)
        moved = {home: [td.dotted_name(alias.name) for alias in names] for home, names in homes.items() if home}
        if moved:
            first = next(alias for home, names in homes.items() if home for alias in names)
            self._report(node, module, moved, node.module if home else first, self._fix(node, node.module, homes))

    def visit_Import(self, node: cst.Import) -> None:  # LibCST names it
        for alias in node.names:
            module = td.dotted_name(alias.name)
            home = td.moves.home_of_module(module)
            if home:
                fix = self._renamed(alias.name, home) if alias.asname else None
                self._report(node, module, {home: []}, alias.name, fix)

    def _is_fine(self, node: cst.Import | cst.ImportFrom) -> bool:
        """A fallback for older releases, or a file of the packages themselves."""
        start = self.view.source.to_utf8(self.span_of(node).start)
        statement = self.view.tree.root.descendant_for_byte_range(start, start)
        is_caught = statement is not None and td.is_import_caught(self.view, statement)
        return is_caught or not _OWN.isdisjoint(self.path.replace("\\", "/").split("/")[:-1])

    def _home(self, module: str, name: str) -> str:
        """Inside of tdom_svcs its own names come from its modules, or the import is circular."""
        home = td.moves.home_of_name(module, name)
        is_own = home == "tdom_svcs" and "tdom_svcs" in self.path.replace("\\", "/").split("/")[:-1]
        return td.moves.home_of_module(module) if is_own else home

    def _report(
        self,
        node: cst.Import | cst.ImportFrom,
        module: str,
        moved: Mapping[str, Sequence[str]],
        place: cst.CSTNode,
        fix: td.Fix | None = None,
    ) -> None:
        if self._is_fine(node):
            return
        is_gone = bool(td.moves.home_of_module(module))
        names = [name for group in moved.values() for name in group]
        shown = ", ".join(f"`{name}`" for name in names) if names and not is_gone else f"`{module}`"
        homes = ", ".join(f"`{home}`" for home in moved)
        note = f"ModuleNotFoundError: No module named '{td.moves.first_gone(module)}'"
        self.report(
            node,
            f"{shown} {'have' if shown.count('`') > 2 else 'has'} moved to {homes}",
            span=self.span_of(place),
            fix=fix,
            note=note if is_gone else f"ImportError: cannot import name '{names[0]}' from '{module}'",
            help="" if fix else "import it from there, and change what the file calls it",
        )

    def _renamed(self, module: cst.CSTNode, home: str) -> td.Fix:
        span = self.span_of(module)
        return td.Fix(f"Import from {home}", (td.Edit(span.start, span.end, home),))

    def _fix(
        self, node: cst.ImportFrom, module: cst.CSTNode, homes: Mapping[str, Sequence[cst.ImportAlias]]
    ) -> td.Fix | None:
        """All names from one new home change the module alone; others get a statement of their own."""
        kept = "" if "" in homes else next(iter(homes))
        edits = [*self._renamed(module, kept).edits] if kept else []
        if len(homes) > 1:
            places = [self.span_of(alias) for names in homes.values() for alias in names]
            names = td.Span(min(places).start, max(places).end)
            leaving = {home: moved for home, moved in homes.items() if home != kept}
            split = self._split(self.span_of(node), names, leaving, homes[kept])
            if split is None:
                return None
            edits += split
        return td.Fix(f"Import from {', '.join(home for home in homes if home)}", tuple(edits))

    def _split(
        self,
        span: td.Span,
        names: td.Span,
        leaving: Mapping[str, Sequence[cst.ImportAlias]],
        staying: Sequence[cst.ImportAlias],
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
        stays = f",{opening.group() if opening else ' '}".join(_code(alias) for alias in staying)
        moves = [f"\n{before}from {home} import {', '.join(map(_code, moved))}" for home, moved in leaving.items()]
        return [td.Edit(names.start, names.end, stays), td.Edit(end, end, "".join(moves))]


def _code(alias: cst.ImportAlias) -> str:
    asname = f" as {td.dotted_name(alias.asname.name)}" if alias.asname else ""
    return f"{td.dotted_name(alias.name)}{asname}"
