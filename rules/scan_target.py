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
    module with a `svcs_registry` or `svcs_container` that nothing else names.

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
    GATE = td.Gate(features={"scan", "registration"})

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
        f'{_SHOP}    search(registry, "shop.servces")',
        f"{_SHOP}    scan(registry, locals_dict=locals())",
        f'{_SHOP}    scan(registry, "shop.app")\n        registry.register_factory(services.users.Users, make)',
        f'{_SHOP}    with pytest.raises(LookupError):\n            scan(registry, "shop.nothing", services)',
        f"{_LIMITS}from shop import limits\n\ndef also(registry):\n    limits.svcs_registry(registry)",
        f"{_LIMITS}from shop.limits import svcs_registry as set_up",
        f"{_LIMITS}import shop.limits as limits",
        _LIMITS.replace("'shop.services'", "'shop'"),
        _LIMITS.replace("'shop.services'", "*packages"),
        _LIMITS.replace("shop/limits.py", "tests/limits.py"),
        _LIMITS.replace("def svcs_registry", "def set_up"),
        _LIMITS.replace(
            "def svcs_registry(registry):",
            "def wire(registry):\n    svcs_registry(registry)\n\ndef svcs_registry(registry):",
        ),
        f"{_VIEWS}def view(made): ...\n\n@view\ndef cart_view(cart): ...",
        f"{_VIEWS.replace('shop/views', 'shop/services/views')}@hookable\ndef cart_view(cart): ...",
        """
        # file: shop/users.py
        from svcs_hopscotch.injectors import injectable

        @injectable
        class Users: ...
        # file: shop/site.py
        from shop.users import Users
        # file: shop/app.py
        from tdom_svcs import scan

        def wire(registry):
            scan(registry, "shop.site")
        """,
        """
        # file: shop/__init__.py
        # file: shop/services/__init__.py
        # file: shop/users.py
        from svcs_hopscotch.injectors import injectable

        @injectable
        class Users: ...
        # file: shop/app.py
        from tdom_svcs import scan

        PACKAGES = ["shop.services"]
        PACKAGES.append("shop.users")
        MORE = ("shop.services", "shop")

        def wire(registry, *packages, **options):
            scan(registry, *PACKAGES)
            scan(registry, *MORE)
            scan(registry, *packages)
            scan(*packages, "shop.services")
            scan(registry, **options)
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid(f'{_SHOP}    scan(registry, services, «"shop.servces"»)'),
        td.invalid(_LIMITS.replace("def svcs_registry", "def «svcs_registry»")),
        td.invalid(f'{_SHOP}    name = «"shop.servces"»; scan(registry, services, name)'),
        td.invalid(
            """
            # file: shop/__init__.py
            # file: shop/services/__init__.py
            # file: shop/app.py
            from tdom_svcs import scan

            PACKAGES = (
                "shop.services",  # the usual ones
                «"shop.view"»,
            )

            def wire(registry):
                scan(registry, *PACKAGES)
            """
        ),
        td.invalid(
            """
            # file: shop/__init__.py
            # file: shop/services/__init__.py
            # file: shop/users.py
            from svcs_hopscotch.injectors import injectable

            @«injectable»
            class Users: ...
            # file: shop/app.py
            from tdom_svcs import scan

            def wire(registry):
                scan(registry, *("shop.services",))
            """
        ),
        td.invalid(
            """
            # file: shop/__init__.py
            # file: shop/services/__init__.py
            # file: shop/users.py
            from svcs_hopscotch.injectors import injectable

            @«injectable»
            class Users: ...
            # file: shop/app.py
            from tdom_svcs import scan

            def wire(registry):
                scan(registry, "shop.services")
            """
        ),
        td.invalid(f"{_VIEWS}class view(hookable): ...\n\n@«view()»\ndef cart_view(cart): ..."),
        td.invalid(f"{_VIEWS}class Cart: ...\n\n@«hookable(for_=Cart)»\ndef cart_view(cart): ..."),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        reach = _Reach(project)
        for path in focus:
            for scan in project.facts[path].scans:
                for text, start, end in () if scan.is_quiet else scan.texts:
                    if reach.is_lost(path, text):
                        yield self._lost(path, text, td.Span(start, end), reach.modules)
        if reach.is_known:
            yield from self._passed_by(project, focus, reach)

    def _passed_by(self, project: td.Project, focus: Sequence[str], reach: _Reach) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        wanted = frozenset(focus)
        for provision in application.provisions:
            if provision.path in wanted and provision.kind == "decorator" and not td.is_test_file(provision.path):
                symbol = provision.implementation
                if symbol is not None and not provision.fact.owner and not self._is_reached(application, reach, symbol):
                    yield self._unreached(provision, symbol, reach)
        for path in focus:
            for symbol, fact in _set_ups(project, path):
                if not reach.reaches(symbol) and not reach.is_named(symbol):
                    yield self._uncalled(symbol, fact, reach)

    def _is_reached(self, application: td.Application, reach: _Reach, symbol: td.Symbol) -> bool:
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

    def _unreached(self, provision: td.Provision, symbol: td.Symbol, reach: _Reach) -> td.Finding:
        name = td.last_name(symbol.key)
        gap = reach.gap(symbol)
        kind = "function" if symbol.function is not None else "class"
        note = f"scanned are {reach.shown}; a {kind} elsewhere is only decorated"
        advice = f"add `{gap}`: a scan walks packages only" if gap else "scan its package, or register it by hand"
        if symbol.function is not None and not provision.fact.for_ref:
            note += f", and a scan of one without `for_` raises ValueError: {_NO_TYPE.format(name)}"
            advice = "import it by hand where it is used, or give its decorator `for_=...` before it is scanned"
        return self.finding(
            provision.path,
            td.Span(provision.fact.start, provision.fact.end),
            f"no scan reaches `{name}`, so it is never registered",
            note=note,
            help=advice,
        )

    def _uncalled(self, symbol: td.Symbol, fact: td.FunctionFact, reach: _Reach) -> td.Finding:
        module = reach.project.module_name(symbol.path)
        gap = reach.gap(symbol)
        return self.finding(
            symbol.path,
            td.Span(fact.start, fact.end),
            f"no scan reaches `{module}`, so its `{fact.path}` is never called",
            note=f"scanned are {reach.shown}; a function of this name elsewhere sets up nothing",
            help=f"add `{gap}`: a scan walks packages only" if gap else f"scan `{module}` as well, or call it by hand",
        )


def _set_ups(project: td.Project, path: str) -> Iterator[tuple[td.Symbol, td.FunctionFact]]:
    """The functions of a module that a scan calls by their names."""
    for fact in () if td.is_test_file(path) else project.facts[path].functions:
        symbol = project.resolve(path, f":{fact.path}") if fact.path in _SET_UPS else None
        if symbol is not None and symbol.path == path:
            yield symbol, fact


_SET_UPS = frozenset({"svcs_registry", "svcs_container"})
_NO_TYPE = "Function {} must specify for_ parameter in @injectable decorator"


def _ends(*dotted: str) -> tuple[str, ...]:
    return tuple(name.rpartition(".")[2] for name in dotted)


class _Reach:
    """The modules that the scans of a project walk."""

    def __init__(self, project: td.Project) -> None:
        self.project = project
        self.modules = sorted({project.module_name(path) for path in project.facts} - {""})
        self.scanned: set[str] = set()
        self._is_open = False
        for path, facts in project.facts.items():
            for scan in facts.scans:
                self._add(path, scan)
        self._imported = self._names_in_scanned()

    @property
    def is_known(self) -> bool:
        """Something is scanned, and every scan says what."""
        return bool(self.scanned) and not self._is_open

    @property
    def shown(self) -> str:
        return ", ".join(f"`{module}`" for module in sorted(self.scanned))

    def is_named(self, symbol: td.Symbol) -> bool:
        """Whether any file imports a function or its module, or hands it a registry: then it may be called by hand."""
        module = self.project.module_name(symbol.path)
        for path, facts in self.project.facts.items():
            named = {td.import_target(fact) for fact in facts.imports} | {call.function for call in facts.calls}
            found = (self.project.resolve(path, name) for name in named if name.endswith(_ends(symbol.key, module)))
            if any(each is not None and each.key in {symbol.key, module} for each in found):
                return True
        return False

    def _add(self, path: str, scan: td.ScanFact) -> None:
        texts = {text for text, _, _ in scan.texts}
        if not scan.packages and not scan.has_locals:
            self._is_open = True  # the package of the caller
        for package in scan.packages:
            symbol = self.project.resolve(path, package)
            if package in texts:
                self.scanned.add(package)
            elif symbol is not None and symbol.function is None and symbol.class_ is None:
                self.scanned.add(symbol.key)
            else:
                self._is_open = True

    def is_lost(self, path: str, text: str) -> bool:
        """Whether a dotted name begins with a package of the project and ends nowhere."""
        if "." not in text or any(name.startswith(f"{text}.") for name in self.modules):
            return False
        return self.project.resolve(path, text) is None

    def _names_in_scanned(self) -> set[str]:
        """What scanned modules import counts as theirs: a scan looks at every name of a module."""
        found: set[str] = set()
        for path, facts in self.project.facts.items():
            if self._is_walked(path):
                symbols = (
                    self.project.resolve(path, td.import_target(fact))
                    for fact in facts.imports
                    if fact.name and fact.is_top_level
                )
                found.update(symbol.key for symbol in symbols if symbol is not None)
        return found

    def _is_walked(self, path: str) -> bool:
        name = self.project.module_name(path)
        inside = any(name == package or name.startswith(f"{package}.") for package in self.scanned)
        return inside and not self._gap(path)

    def reaches(self, symbol: td.Symbol) -> bool:
        """Whether a scan finds a definition where it is, or where it is imported."""
        return self._is_walked(symbol.path) or symbol.key in self._imported

    def gap(self, symbol: td.Symbol) -> str:
        """The `__init__.py` that keeps a scan from walking on; empty where nothing is missing."""
        name = self.project.module_name(symbol.path)
        inside = any(name.startswith(f"{package}.") for package in self.scanned)
        return self._gap(symbol.path) if inside else ""

    def _gap(self, path: str) -> str:
        """The first folder between a scanned package and a file that is no package."""
        folders = path.split("/")[:-1]
        name = self.project.module_name(path)
        above = max((package for package in self.scanned if name.startswith(f"{package}.")), key=len, default="")
        depth = len(name.split(".")) - len(above.split(".")) - (0 if path.endswith("__init__.py") else 1)
        for number in range(max(depth, 0)):
            folder = "/".join(folders[: len(folders) - number])
            if f"{folder}/__init__.py" not in self.project.facts:
                return f"{folder}/__init__.py"
        return ""
