"""TDC604: what a scan does not reach."""

from __future__ import annotations

import difflib
import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class ScanTarget(td.ProjectRule):
    """
    ## What

    `scan(...)` names a package of the project that does not exist, or no scan reaches what is decorated for it, or a
    module with a `svcs_registry` or `svcs_container` that nothing else names. Or a plain `svcs.Registry` is scanned
    into, and a module has such a function.

    ## Why

    A package that cannot be imported gives a line in the log, `Failed to import package 'shop.servces'`, and nothing is
    registered. A scan walks packages only: a folder without `__init__.py` is passed by. Later a page fails with
    `ServiceNotFoundError`, or shows the default instead of the override.

    ## Instead

    Name the package as it is imported, or pass the module itself; add the missing `__init__.py`.

    ## Example

    ```python
    scan(registry, "shop.servces")   # bad: the package is shop.services
    scan(registry, "shop.services")  # good
    ```
    """

    CODE = "TDC604"
    SLUG = "scan-target"
    GROUP = "registry"
    SUMMARY = "a scan names what is not there, or does not reach what is decorated for it"
    SEVERITY = td.Severity.WARNING
    OTHER_SEVERITIES = (td.Severity.ERROR,)
    GATE = td.Gate(features={td.Feature.SCAN, td.Feature.REGISTRATION})

    _SHOP = """
    # file: shop/__init__.py
    # file: shop/services/__init__.py
    # file: shop/services/users.py
    from svcs_hopscotch.injectors import injectable

    @injectable
    class Users: ...
    # file: shop/app.py
    from tdom_svcs import scan
    from shop import services

    def wire(registry, packages):
    """

    _VIEWS = (
        "# file: shop/__init__.py\n# file: shop/services/__init__.py\n# file: shop/app.py\n"
        "from tdom_svcs import scan\n\ndef wire(registry):\n    scan(registry, 'shop.services')\n"
        "# file: shop/views.py\nfrom tdom_svcs import hookable\n\n"
    )

    _LIMITS = (
        "# file: shop/__init__.py\n# file: shop/services/__init__.py\n# file: shop/limits.py\n"
        "def svcs_registry(registry):\n    '''Found as svcs_registry.'''\n    registry.register_value(int, 200)\n"
        "# file: shop/app.py\nfrom tdom_svcs import scan\n\ndef wire(registry):\n    scan(registry, 'shop.services')\n"
    )

    SKIP_DERIVED: t.ClassVar = {
        "in a class": "a scan does not look into classes",
        "in an async function": "a scan does not look into functions",
    }

    VALID: t.ClassVar = [
        f'{_SHOP}    scan(registry, "shop.services")',
        f"{_SHOP}    scan(registry, services)",
        f"{_SHOP}    scan(registry, packages)",
        f"{_SHOP}    scan(registry)",
        f'{_SHOP}    scan(registry, "shop.app")\n        scan(registry, *packages)',
        f'{_SHOP}    scan(registry, "elsewhere.services")\n        scan(registry, "shop")',
    ]
    INVALID: t.ClassVar = [
        td.invalid(f'{_SHOP}    scan(registry, services, «"shop.servces"»)'),
        td.invalid(
            """
            # file: tests/test_wiring.py
            import svcs
            from shop import wiring
            from tdom_svcs import scan

            def test_rates():
                registry = svcs.Registry()
                «scan(registry, wiring)»
            # file: shop/wiring.py
            def svcs_registry(registry):
                registry.register_value(int, 1)
            """
        ),
        td.invalid(_LIMITS.replace("def svcs_registry", "def «svcs_registry»")),
        td.invalid(f"{_VIEWS}class view(hookable): ...\n\n@«view()»\ndef cart_view(cart): ..."),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        reach = td.project.Reach.of(project)
        for path in focus:
            for scan in project.facts[path].scans:
                for text, start, end in () if scan.is_quiet else scan.texts:
                    if reach.is_lost(path, text):
                        yield self._lost(path, text, td.Span(start, end), reach.modules)
                set_up = next(reach.set_ups(path, scan), None) if scan.is_plain and not scan.is_quiet else None
                if set_up is not None:
                    yield self._refused(path, scan, *set_up, reach.project)
        if reach.is_known:
            yield from self._passed_by(project, focus, reach)

    def _passed_by(self, project: td.Project, focus: Sequence[str], reach: td.project.Reach) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        wanted = frozenset(focus)
        for provision in application.provisions:
            if provision.path in wanted and provision.kind == "decorator" and not td.is_test_file(provision.path):
                symbol = provision.implementation
                is_at_top = not provision.fact.site.owner
                if symbol is not None and is_at_top and not self._is_reached(application, reach, symbol):
                    yield self._unreached(provision, symbol, reach)
        for path in focus:
            for symbol, fact in td.project.set_ups(project, path):
                if not reach.reaches(symbol) and not reach.is_named(symbol):
                    yield self._uncalled(symbol, fact, reach)

    def _is_reached(self, application: td.Application, reach: td.project.Reach, symbol: td.Symbol) -> bool:
        by_hand = (found for found in application.provided.get(symbol.key, ()) if found.kind != "decorator")
        return reach.reaches(symbol) or any(by_hand)

    def _lost(self, path: str, text: str, place: td.Span, modules: Sequence[str]) -> td.Finding:
        near = difflib.get_close_matches(text, modules, 1)
        return self.finding(
            path,
            place,
            f"there is no package `{text}` in the project",
            note=f"a scan logs `Failed to import package '{text}'`, registers nothing, and goes on",
            help=f"did you mean `{near[0]}`?" if near else "name the package as it is imported, or pass the module",
        )

    def _unreached(self, provision: td.project.Provision, symbol: td.Symbol, reach: td.project.Reach) -> td.Finding:
        name = td.last_name(symbol.key)
        gap = reach.gap(symbol)
        kind = "function" if symbol.function is not None else "class"
        note = f"scanned are {reach.shown}; a {kind} elsewhere is only decorated"
        advice = f"add `{gap}`: a scan walks packages only" if gap else "scan its package, or register it by hand"
        if symbol.function is not None and not provision.fact.lookup.for_ref:
            note += f", and a scan of one without `for_` raises ValueError: {_NO_TYPE.format(name)}"
            advice = "import it by hand where it is used, or give its decorator `for_=...` before it is scanned"
        return self.finding(
            provision.path,
            td.Span(provision.fact.start, provision.fact.end),
            f"no scan reaches `{name}`, so it is never registered",
            note=note,
            help=advice,
        )

    def _refused(
        self, path: str, scan: td.services.ScanFact, symbol: td.Symbol, fact: td.FunctionFact, project: td.Project
    ) -> td.Finding:
        module = project.module_name(symbol.path)
        return self.finding(
            path,
            td.Span(scan.start, scan.end),
            f"a plain `svcs.Registry` is scanned into, and `{module}` has a `{fact.path}`",
            severity=td.Severity.ERROR,
            related=(td.Related(symbol.path, td.Span(fact.start, fact.end), "defined here"),),
            note="svcs-hopscotch raises TypeError: Convention functions (svcs_registry/svcs_container) found in "
            f"{module} but registry is not HopscotchRegistry.",
            help="make a `HopscotchRegistry`",
        )

    def _uncalled(self, symbol: td.Symbol, fact: td.FunctionFact, reach: td.project.Reach) -> td.Finding:
        module = reach.project.module_name(symbol.path)
        gap = reach.gap(symbol)
        return self.finding(
            symbol.path,
            td.Span(fact.start, fact.end),
            f"no scan reaches `{module}`, so its `{fact.path}` is never called",
            note=f"scanned are {reach.shown}; a function of this name elsewhere sets up nothing",
            help=f"add `{gap}`: a scan walks packages only" if gap else f"scan `{module}` as well, or call it by hand",
        )


_NO_TYPE = "Function {} must specify for_ parameter in @injectable decorator"
