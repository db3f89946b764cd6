"""TDC902: imports of modules and names that live elsewhere now."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


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
        for moved in td.codemods.moved_imports(self.view, self.path):
            self._report(moved)

    def _report(self, moved: td.codemods.MovedStatement) -> None:
        module = moved.module
        is_gone = bool(td.releases.home_of_module(module))
        names = [td.codemods.imported_name(self.view, part) for part in moved.names]
        text = ", ".join(f"`{name}`" for name in names) if names and not is_gone else f"`{module}`"
        homes = ", ".join(f"`{home}`" for home in moved.homes if home)
        note = f"ModuleNotFoundError: No module named '{td.releases.first_gone(module)}'"
        self.report_span(
            self.view.span(moved.place),
            f"{text} {'have' if text.count('`') > 2 else 'has'} moved to {homes}",
            fix=moved.fix,
            note=note if is_gone else f"ImportError: cannot import name '{names[0]}' from '{module}'",
            help="" if moved.fix else "import it from there, and change what the file calls it",
        )
