"""TDC902: imports of modules and names that live elsewhere now."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Mapping, Sequence

import libcst as cst

from tdomcheck import authoring as td

_MODULES = {
    "svcs_di.injectors": "svcs_hopscotch.injectors",
    "svcs_di.hopscotch_registry": "svcs_hopscotch.hopscotch_registry",
    "svcs_di.injector_container": "svcs_hopscotch.injectors",
    "svcs_di.middleware": "tdom_svcs.middleware",
    "svcs_hopscotch.middleware": "tdom_svcs.middleware",
    "svcs_hopscotch.types": "tdom_svcs.types",
}
_INJECTORS = (
    "HopscotchAsyncInjector HopscotchContainer HopscotchInjector HopscotchRegistry InjectorContainer "
    "KeywordAsyncInjector KeywordInjector Location ServiceLocator injectable scan"
).split()
_MIDDLEWARE = (
    "AnyMiddleware AsyncMiddleware HOOKABLE_MIDDLEWARE_ATTR Middleware MiddlewareMap Props PropsResult Target "
    "execute_middleware execute_middleware_async execute_target_middleware hookable middleware register_hookable "
    "register_middleware"
).split()
_NAMES = {
    **{f"svcs_di.{name}": "svcs_hopscotch.injectors" for name in _INJECTORS},
    **{f"svcs_di.{name}": "tdom_svcs" for name in _MIDDLEWARE if name != "middleware"},
    **{f"{module}.{name}": "tdom_svcs" for module in _MODULES for name in _MIDDLEWARE if "tdom" in _MODULES[module]},
    "svcs_di.Resource": "svcs_hopscotch",
    "svcs_di.Get": "svcs_hopscotch",
    "svcs_di.auto.Resource": "svcs_hopscotch",
    "svcs_di.injectors.Inject": "svcs_di",
    # Both were in the locator before the release that splits the package.
    "svcs_di.injectors.locator.scan": "svcs_hopscotch.injectors",
    "svcs_di.injectors.locator.HopscotchInjector": "svcs_hopscotch.injectors",
    "svcs_di.injectors.locator.HopscotchAsyncInjector": "svcs_hopscotch.injectors",
}
"""Names that are not simply where their module is now."""
_OWN = frozenset({"svcs_di", "svcs_hopscotch"})
_CATCHES = frozenset({"ImportError", "ModuleNotFoundError", "Exception", ""})


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
    GROUP = "migration"
    SUMMARY = "the import is from where the name no longer is"
    SEVERITY = td.Severity.ERROR
    VERSIONS = "svcs-di>=0.3"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={f"import {name}" for name in {*_MODULES, *_NAMES}})

    VALID: t.ClassVar = [
        "from svcs_di import Inject, Injector, DefaultInjector, auto, auto_async",
        "from svcs_di.auto import Inject, auto\nfrom svcs_di.types import FieldInfo",
        "import svcs_di\nimport svcs_hopscotch.injectors as injectors",
        "from svcs_hopscotch import Get, Resource\nfrom svcs_hopscotch.injectors import injectable",
        "from tdom_svcs.middleware import middleware\nfrom tdom_svcs import Props",
        "from .svcs_di.injectors import scan\nfrom shop.svcs_di import Resource",
        "from svcs_di.injectors_of_our_own import injectable",
        """
        try:
            from svcs_hopscotch.injectors import injectable
        except ImportError:
            from svcs_di.injectors import injectable
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from «svcs_di.injectors.locator» import (\n    Location,  # kept\n    ServiceLocator as SL,\n)",
            fixed="from svcs_hopscotch.injectors.locator import (\n    Location,  # kept\n    ServiceLocator as SL,\n)",
        ),
        td.invalid(
            "from svcs_di import Inject, «Resource as R»  # for the menu\nimport svcs",
            fixed="from svcs_di import Inject  # for the menu\nfrom svcs_hopscotch import Resource as R\nimport svcs",
        ),
        td.invalid(
            "def wire():\n    from svcs_di import «HopscotchContainer», auto",
            fixed="def wire():\n    from svcs_di import auto\n    from svcs_hopscotch.injectors import HopscotchContainer",
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
        td.invalid(
            "from «svcs_hopscotch.middleware» import middleware, get_middleware_types",
            fixed="from tdom_svcs import middleware\nfrom tdom_svcs.middleware import get_middleware_types",
        ),
        td.invalid("import «svcs_di.injectors» as di", fixed="import svcs_hopscotch.injectors as di"),
        td.invalid("import «svcs_di.injectors»\nsvcs_di.injectors.scan(registry)"),
        td.invalid("from svcs_di import (\n    auto,\n    «injectable»,  # a comment that must not be lost\n)"),
        td.invalid("import svcs; from svcs_di import auto, «injectable»"),
        td.invalid("from «svcs_di.injectors» import *", fixed="from svcs_hopscotch.injectors import *"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._guarded = 0

    def visit_Try(self, node: cst.Try) -> None:  # noqa: N802  # LibCST names it
        self._guarded += _catches_imports(node)

    def leave_Try(self, original_node: cst.Try) -> None:  # noqa: N802  # LibCST names it
        self._guarded -= _catches_imports(original_node)

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:  # noqa: N802  # LibCST names it
        if node.relative or node.module is None or self._is_fine():
            return
        module = td.dotted_name(node.module)
        if isinstance(node.names, cst.ImportStar):
            if _moved(module):
                self._report(node, module, {_moved(module): ["*"]}, node.module)
            return
        homes: dict[str, list[cst.ImportAlias]] = {}
        for alias in node.names:
            homes.setdefault(_home(module, td.dotted_name(alias.name), self._is_inside_tdom_svcs()), []).append(alias)
        moved = {home: [td.dotted_name(alias.name) for alias in names] for home, names in homes.items() if home}
        if moved:
            first = next(alias for home, names in homes.items() if home for alias in names)
            place = node.module if _moved(module) else first
            self._report(node, module, moved, place, self._fix(node, homes))

    def visit_Import(self, node: cst.Import) -> None:  # noqa: N802  # LibCST names it
        for alias in () if self._is_fine() else node.names:
            module = td.dotted_name(alias.name)
            home = _moved(module)
            if home:
                span = self.span_of(alias.name)
                fix = td.Fix(f"Import {home}", (td.Edit(span.start, span.end, home),)) if alias.asname else None
                self._report(node, module, {home: []}, alias.name, fix)

    def _is_fine(self) -> bool:
        """A fallback for older releases, or a file of the packages themselves."""
        return self._guarded > 0 or not _OWN.isdisjoint(self.path.replace("\\", "/").split("/")[:-1])

    def _is_inside_tdom_svcs(self) -> bool:
        return "tdom_svcs" in self.path.replace("\\", "/").split("/")[:-1]

    def _report(
        self,
        node: cst.Import | cst.ImportFrom,
        module: str,
        moved: Mapping[str, Sequence[str]],
        place: cst.CSTNode,
        fix: td.Fix | None = None,
    ) -> None:
        is_gone = bool(_moved(module))
        names = [name for group in moved.values() for name in group]
        shown = ", ".join(f"`{name}`" for name in names) if names and not is_gone else f"`{module}`"
        homes = ", ".join(f"`{home}`" for home in moved)
        if names == ["*"] and fix is None:
            span = self.span_of(place)
            fix = td.Fix(f"Import from {next(iter(moved))}", (td.Edit(span.start, span.end, next(iter(moved))),))
        note = f"ModuleNotFoundError: No module named '{module}'"
        self.report(
            node,
            f"{shown} {'have' if shown.count('`') > 2 else 'has'} moved to {homes}",
            span=self.span_of(place),
            fix=fix,
            note=note if is_gone else f"ImportError: cannot import name '{names[0]}' from '{module}'",
            help="" if fix else "import it from there, and change what the file calls it",
        )

    def _fix(self, node: cst.ImportFrom, homes: Mapping[str, Sequence[cst.ImportAlias]]) -> td.Fix | None:
        """All names from one new home change the module alone; others get a statement of their own."""
        assert node.module is not None
        kept = "" if "" in homes else next(iter(homes))
        module = self.span_of(node.module)
        edits = [td.Edit(module.start, module.end, kept)] if kept else []
        if len(homes) > 1:
            split = self._split(node, {home: names for home, names in homes.items() if home != kept}, homes[kept])
            if split is None:
                return None
            edits += split
        return td.Fix(f"Import from {', '.join(home for home in homes if home)}", tuple(edits))

    def _split(
        self,
        node: cst.ImportFrom,
        leaving: Mapping[str, Sequence[cst.ImportAlias]],
        staying: Sequence[cst.ImportAlias],
    ) -> list[td.Edit] | None:
        assert not isinstance(node.names, cst.ImportStar)
        source, span = self.view.source, self.span_of(node)
        first, last = self.span_of(node.names[0]), self.span_of(node.names[-1])
        line = source.position(span.start).line
        before = source.slice(source.offset(line, 1), span.start)
        end = source.offset(source.position(span.end).line, len(source.line(source.position(span.end).line)) + 1)
        after = source.slice(span.end, end)
        if before.strip() or not re.fullmatch(r"[ \t]*(#.*)?", after) or "#" in source.slice(span.start, span.end):
            return None
        stays = ", ".join(self._code(alias) for alias in staying)
        moves = [f"\n{before}from {home} import {', '.join(map(self._code, names))}" for home, names in leaving.items()]
        return [td.Edit(first.start, last.end, stays), td.Edit(end, end, "".join(moves))]

    def _code(self, alias: cst.ImportAlias) -> str:
        asname = f" as {td.dotted_name(alias.asname.name)}" if alias.asname else ""
        return f"{td.dotted_name(alias.name)}{asname}"


def _catches_imports(node: cst.Try) -> bool:
    for handler in node.handlers:
        kinds = handler.type.elements if isinstance(handler.type, cst.Tuple) else (handler,)
        for kind in kinds:
            caught = kind.value if isinstance(kind, cst.Element) else handler.type
            if (td.dotted_name(caught) if caught is not None else "") in _CATCHES:
                return True
    return False


def _moved(module: str) -> str:
    """The new home of a module; empty where it is still there."""
    for old, new in _MODULES.items():
        if module == old or module.startswith(f"{old}."):
            return new + module[len(old) :]
    return ""


def _home(module: str, name: str, is_inside: bool) -> str:  # noqa: FBT001  # private, and named at the call
    home = _NAMES.get(f"{module}.{name}") or _moved(f"{module}.{name}").rpartition(".")[0] or _moved(module)
    if home == "tdom_svcs" and is_inside:
        # Inside of that package its own names come from the modules, or the import is circular.
        return _moved(module)
    return home
