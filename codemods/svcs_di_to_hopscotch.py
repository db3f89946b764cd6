"""`svcs-di-to-hopscotch`: what svcs-di 0.2 held besides injection has homes of its own."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class SvcsDiToHopscotch(td.EditCodemod):
    """Changes what is imported of modules and names that are elsewhere now, and what is said of them by dotted name."""

    NAME = "svcs-di-to-hopscotch"
    DESCRIPTION = "Injectors, registries and locators come from svcs_hopscotch, and middleware from tdom_svcs."
    VERSIONS = "svcs-di>=0.3"
    GATE = td.Gate(tokens={"svcs_di", "svcs_hopscotch"})
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            "from svcs_di.injectors import HopscotchRegistry, scan\n\nscan(HopscotchRegistry())\n",
            "from svcs_hopscotch.injectors import HopscotchRegistry, scan\n\nscan(HopscotchRegistry())\n",
        ),
        td.codemods.example(
            """
            from svcs_di import Inject, Resource, injectable
            from svcs_di.hopscotch_registry import HopscotchRegistry as Registry  # ours

            wire = injectable(Inject, Resource, Registry)
            """,
            """
            from svcs_di import Inject
            from svcs_hopscotch import Resource
            from svcs_hopscotch.injectors import injectable
            from svcs_hopscotch.hopscotch_registry import HopscotchRegistry as Registry  # ours

            wire = injectable(Inject, Resource, Registry)
            """,
        ),
        td.codemods.example(
            """
            from svcs_hopscotch.middleware import Props, execute_middleware
            from svcs_hopscotch.types import Target
            from tdom_svcs import html, scan

            run = html, scan, Props, Target, execute_middleware
            """,
            """
            from tdom_svcs import Props, Target, execute_middleware, html, scan

            run = html, scan, Props, Target, execute_middleware
            """,
        ),
        td.codemods.example(
            """
            from svcs_di import HopscotchContainer, Inject
            from svcs_di.injectors import HopscotchRegistry
            from svcs_di.injectors.locator import scan

            wire = HopscotchContainer, HopscotchRegistry, Inject, scan
            """,
            """
            from svcs_di import Inject
            from svcs_hopscotch.injectors import HopscotchContainer, HopscotchRegistry, scan

            wire = HopscotchContainer, HopscotchRegistry, Inject, scan
            """,
        ),
        td.codemods.example(
            "from svcs_hopscotch.middleware import Props, register_middleware\n\nx = Props, register_middleware\n",
            "from tdom_svcs.middleware import Props, register_middleware\n\nx = Props, register_middleware\n",
            path="src/tdom_svcs/scanning.py",
        ),
        td.codemods.example(
            "import svcs_di.injectors\n\nregistry = svcs_di.injectors.HopscotchRegistry()\n",
            "import svcs_hopscotch.injectors\n\nregistry = svcs_hopscotch.injectors.HopscotchRegistry()\n",
        ),
        td.codemods.example(
            "import svcs_di as di\n\n\n@di.injectable\nclass Cart:\n    users: di.Inject[str]\n",
            """
            import svcs_di as di
            from svcs_hopscotch.injectors import injectable


            @injectable
            class Cart:
                users: di.Inject[str]
            """,
        ),
        td.codemods.example("from svcs_di import Inject, auto\nfrom svcs_di.auto import auto_async\n"),
        td.codemods.example("from svcs_di import (\n    auto,\n    injectable,  # why\n)\n"),
        td.codemods.example("import svcs_di\n\n\ndef f(svcs_di):\n    return svcs_di.injectable\n"),
        td.codemods.example("import svcs_di.injectors\n\nwish = svcs_di.auto, svcs_di.injectors.scan\n"),
        td.codemods.example("import svcs_di.injectors\n\nsvcs_di.injectors.Inject, svcs_di.injectors.scan\n"),
        td.codemods.example("import svcs_di\n\n\ndef injectable(cls): ...\n\n\n@svcs_di.injectable\nclass Cart: ...\n"),
        td.codemods.example("from .svcs_di.injectors import scan\nfrom svcs_di_more.injectors import scan as more\n"),
        td.codemods.example(
            """
            try:
                from svcs_hopscotch.injectors import injectable
            except ImportError:
                from svcs_di.injectors import injectable
            """
        ),
        td.codemods.example(
            "import svcs_di\n\nwire = svcs_di.injectable if hasattr(svcs_di, 'injectable') else None\n"
        ),
        td.codemods.example("from svcs_di.injectors import scan\n", path="src/svcs_di/again.py"),
    ]

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        path = self.context.filename or ""
        yield from td.codemods.redirected_imports(view, path, td.codemods.moved_imports(view, path))
        yield from td.codemods.moved_attributes(view, path)
        yield from td.codemods.moved_mentions(view, path)
