"""TDC412: one type is registered twice for the same place."""

from __future__ import annotations

import re
import typing as t
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tdomcheck import authoring as td


class DuplicateRegistration(td.ProjectRule):
    """
    ## What

    The same type is registered twice for the same resource and location, by code that both runs, itself or by a call.

    ## Why

    Of two calls the last one wins without a word. Of two classes with `@injectable(for_=X)` in one module
    the one whose name comes later in the alphabet wins: a scan walks the names of a module in order, so that renaming
    `Alpha` to `Zeta` changes the page. Of two modules of one package that is scanned the later one wins.

    A function that makes a registry, lets another one fill it and then registers something itself, puts its own in
    the place of what was there, as a demo or a test site does; this is not reported.

    ## Instead

    Keep one, or tell them apart by `resource=` or `location=`.

    ## Example

    ```python
    @injectable(for_=Greeter)
    class Polite: ...


    @injectable(for_=Greeter)
    class Brief: ...  # bad: Polite wins, for its name sorts last
    ```
    """

    CODE = "TDC412"
    SLUG = "duplicate-registration"
    GROUP = "services"
    SUMMARY = "a type is registered twice, and one of the two is lost"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features={"registration"})

    SKIP_DERIVED: t.ClassVar = {
        "in a match case": "what one module does on a condition another may do otherwise",
        "under if": "what one module does on a condition another may do otherwise",
        "in a class": "a scan does not look into classes",
        "in an async function": "a scan does not look into functions",
    }

    _GREETER = """
    from pathlib import PurePath
    from svcs_hopscotch.injectors import injectable

    class Greeter: ...
    class Clock: ...
    """
    _DECORATED = f"{_GREETER}\n    @injectable(for_=Greeter)\n    class A: ...\n\n    @"
    _WIRE = f"{_GREETER}\n    def wire(registry):\n        "
    _AB = f"{_WIRE}class A: ...\n        class B: ...\n\n        registry.register_implementation(Greeter, "
    _HANDED = (
        f"{_GREETER}\n    def add(r):\n        r.register_value(Clock, 1)\n\n    def wire(registry, other):\n        "
    )
    _LAST = "\n        registry.register_value(Clock, 2)"
    _ELSEWHERE = """
        # file: shop/wiring.py
        from shop.mail import Sender, register_mail

        def wire(registry, other):
            {}
        # file: shop/mail.py
        class Sender: ...

        def register_mail(registry):
            registry.register_value(Sender, Sender())
        """
    _SENDER = "registry.register_value(Sender, 1)"
    _OWN = f"{_HANDED}registry = Registry()\n        ".replace("registry, other", "")

    _SITE = """
        # file: shop/models.py
        class Greeter: ...
        # file: shop/site/__init__.py
        # file: shop/site/places.py
        from pathlib import PurePath

        FRENCH = PurePath("/fr")
        # file: shop/site/french.py
        from pathlib import PurePath
        from shop.models import Greeter
        from svcs_hopscotch.injectors import injectable

        @injectable(for_=Greeter, location=PurePath("/fr"))
        class French: ...
        # file: shop/site/more.py
        from shop.models import Greeter
        from shop.site.places import FRENCH
        from svcs_hopscotch.injectors import injectable

        @injectable(for_=Greeter, location=FRENCH)
        class Polite: ...
        # file: shop/app.py
        from shop import site
        from tdom_svcs import scan

        def wire(registry):
            scan(registry, site)
        """

    VALID: t.ClassVar = [
        _SITE.replace("scan(registry, site)", "scan(registry, 'shop.site.french')"),
        _SITE.replace("file: shop/app.py", "file: tests/test_site.py"),
        f"{_SITE}    scan(registry, 'shop.site.french')",
        _SITE.replace("location=FRENCH", "location=HERE")
        .replace('PurePath("/fr"))', "HERE)")
        .replace("@injectable", "HERE = place()\n\n        @injectable"),
        _SITE.replace("from shop.models import Greeter\n", "from shop.models import Greeter\n        class Kind: ...\n")
        .replace("location=FRENCH", "resource=Kind")
        .replace('location=PurePath("/fr")', "resource=Kind"),
        _SITE.replace(
            "        @injectable(for_=Greeter, location=FRENCH)\n        class Polite: ...",
            "        if DEMO:\n            @injectable(for_=Greeter, location=FRENCH)\n            class Polite: ...",
        ),
        _SITE.replace('FRENCH = PurePath("/fr")', 'FRENCH = PurePath("/fr/ca")'),
        _SITE.replace("file: shop/site/more.py", "file: shop/site/more/__init__.py"),
        f"{_GREETER}\n    @injectable(for_=Greeter)\n    class A: ...\n\n    @injectable(for_=Clock)\n    class B: ...",
        f'{_DECORATED}injectable(for_=Greeter, location=PurePath("/fr"))\n    class B: ...',
        (
            f"{_GREETER}\n    @injectable(for_=Greeter, resource=Clock)\n    class A: ...\n\n"
            "    @injectable(for_=Greeter)\n    class B: ..."
        ),
        (
            f"{_GREETER}\n    def wire(registry, debug):\n        if debug:\n"
            "            registry.register_value(Clock, 1)\n        else:\n"
            "            registry.register_value(Clock, 2)"
        ),
        (
            f"{_GREETER}\n    def one(registry):\n        registry.register_value(Clock, 1)\n\n"
            "    def two(registry):\n        registry.register_value(Clock, 2)"
        ),
        (
            f"{_GREETER}\n    def wire(first, second):\n        first.register_value(Clock, 1)\n"
            "        second.register_value(Clock, 2)"
        ),
        f"{_WIRE}registry.register_value(Clock, 1)\n        registry.overwrite_value(Clock, 2)",
        (
            f"{_GREETER}\n    def wire(registry):\n        registry.register_value(Clock, 1)\n\n"
            "        class Ours(Clock): ...\n\n        registry.register_value(Clock, Ours())"
        ),
        """
        # file: shop/site.py
        from svcs_hopscotch.injectors import injectable
        from shop.base import Greeter

        @injectable(for_=Greeter)
        class A: ...
        # file: shop/base.py
        from svcs_hopscotch.injectors import injectable

        class Greeter: ...

        @injectable(for_=Greeter)
        class B: ...
        """,
        (
            f"{_GREETER}\n    def wire(registry):\n"
            '        registry.register_implementation(Greeter, A, location=PurePath("/de"))\n'
            '        registry.register_implementation(Greeter, B, location=PurePath("/fr"))\n'
            "        registry.register_implementation(Greeter, C, resource=Clock)\n"
            "        registry.register_implementation(Greeter, D)\n"
            "        registry.register_value(Greeter, D())"
        ),
        (
            f"{_GREETER}\n    def wire(registry, german):\n        if german:\n"
            '            registry.register_implementation(Greeter, A, location=PurePath("/de"))\n        else:\n'
            '            registry.register_implementation(Greeter, B, location=PurePath("/de"))'
        ),
        (
            f"{_GREETER}\n    def wire(registry, places):\n        place = places[0]\n"
            "        registry.register_implementation(Greeter, A, location=place)\n        place = places[1]\n"
            "        registry.register_implementation(Greeter, B, location=place)"
        ),
        (
            f"{_GREETER}\n    def wire(registry):\n"
            '        registry.register_implementation(Greeter, Greeter, kind="middleware")\n'
            '        registry.register_implementation(Greeter, Greeter, kind="hookable")\n'
            "        registry.register_implementation(Clock, A, **options)\n"
            "        registry.register_implementation(Clock, B, **others)"
        ),
        (
            f"{_GREETER}\n    def wire(locator):\n        first = locator.register(Greeter, A, resource=Clock)\n"
            "        second = locator.register(Greeter, B, resource=Clock)\n        return first, second"
        ),
        """
        # file: shop/footer.py
        from pathlib import PurePath
        from svcs_hopscotch.injectors import injectable

        class Footer: ...

        @injectable(for_=Footer, location=PurePath("/de"))
        class A: ...
        # file: shop/wiring.py
        from pathlib import PurePath
        from svcs_hopscotch import scan
        from shop.footer import Footer

        class B: ...

        def wire(registry):
            scan(registry, "shop")
            registry.register_implementation(Footer, B, location=PurePath("/de"))
        """,
        f"{_HANDED}if debug:\n            add(registry){_LAST}",
        f"{_HANDED}add(other){_LAST}",
        f"{_HANDED}add(registry)\n        add(registry)",
        f"{_OWN}add(registry){_LAST}",
        f"{_OWN}add(registry){_LAST}".replace("registry = Registry()", "with Registry() as registry: ..."),
        f"{_GREETER}\n    registry = 0{_OWN.removeprefix(_GREETER)}add(registry){_LAST}",
        f"{_HANDED}add(registry){_LAST}".replace("def wire(registry, other):\n", "with Registry() as registry:\n"),
        """
        # file: shop/demo.py
        import svcs

        class Db: ...
        class FakeDb(Db): ...

        def setup(registry: svcs.Registry) -> None:
            registry.register_factory(Db, Db)

        def demo_app() -> svcs.Registry:
            registry = svcs.Registry()
            setup(registry)
            registry.register_value(Db, FakeDb())
            return registry
        """,
        f"{_HANDED}done = debug or add(registry){_LAST}",
        f"{_HANDED}add(registry){_LAST}".replace("(Clock, 1)", "(Greeter, 1)"),
        f"{_HANDED}add(registry){_LAST}".replace("def add(r):", "def add(r):\n        if debug: return"),
        f"{_HANDED}add(registry){_LAST}".replace("add", "add_defaults"),
        _ELSEWHERE.format(f"register_mail(registry)\n            {_SENDER}"),
        _ELSEWHERE.format(f"{_SENDER}\n            register_mail(other)"),
        _ELSEWHERE.format(f"{_SENDER}\n            if other:\n                register_mail(registry)"),
        _ELSEWHERE.format(f"{_SENDER}\n            register_mail(registry)").replace("(Sender, Sender", "(int, Sender"),
        _ELSEWHERE.format(f"{_SENDER}\n            register_mail(registry)")
        .replace("mail(", "base(")
        .replace("register_mail", "register_base"),
        _ELSEWHERE.format(f"{_SENDER}\n            register_mail(registry)").replace(
            "registry.register_value(Sender, Sender",
            "if debug:\n                registry.register_value(Sender, Sender",
        ),
        _ELSEWHERE.format(f"{_SENDER}\n            register_mail(registry)").replace(
            "registry.register_value(Sender, Sender",
            "if debug: return\n            registry.register_value(Sender, Sender",
        ),
        _ELSEWHERE.format(
            f"{_SENDER}\n            if other:\n                return\n            register_mail(registry)"
        ),
        _ELSEWHERE.format(f"{_SENDER}\n            yield registry\n            register_mail(registry)"),
        _ELSEWHERE.format(f"{_SENDER}\n            registry = fresh()\n            register_mail(registry)"),
        _ELSEWHERE.format(f"{_SENDER}\n            registry.close()\n            register_mail(registry)"),
        _ELSEWHERE.format(
            f"for registry in other:\n                {_SENDER}\n                if other:\n"
            "                    continue\n                register_mail(registry)"
        ),
        f"{_HANDED}add(registry)\n        if debug:\n            return{_LAST}",
        f"{_HANDED}registry.register_value(Clock, 2)\n        registry: Registry = other\n        add(registry)",
        f"{_WIRE}registry.register_value(Clock, 1)\n        if debug:\n            return{_LAST}",
        f"{_WIRE}registry.register_value(Clock, 1)\n        registry, more = both(){_LAST}",
        """
        # file: tests/test_wiring.py
        class Clock: ...

        def test_the_last_wins(registry):
            registry.register_value(Clock, 1)
            registry.register_value(Clock, 2)
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            _SITE.replace("@injectable(for_=Greeter, location=FRENCH)", "@«injectable(for_=Greeter, location=FRENCH)»")
        ),
        td.invalid(f"{_DECORATED}«injectable(for_=Greeter)»\n    class B: ..."),
        td.invalid(
            f'{_GREETER}\n    @injectable(for_=Greeter, location=PurePath("/"))\n    class A: ...\n\n'
            '    @«injectable(for_=Greeter, location=PurePath("/"))»\n    class B: ...'
        ),
        td.invalid(f"{_WIRE}registry.register_value(Clock, 1)\n        «registry.register_value(Clock, 2)»\n"),
        td.invalid(
            f'{_AB}A, location=PurePath("/de"))\n'
            '        «registry.register_implementation(Greeter, B, location=PurePath("/de"))»'
        ),
        td.invalid(f"{_AB}A, resource=Clock)\n        «registry.register_implementation(Greeter, B, resource=Clock)»"),
        td.invalid(f"{_AB}A)\n        «registry.register_implementation(Greeter, B)»"),
        td.invalid(f"{_HANDED}add(registry)\n        «registry.register_value(Clock, 2)»"),
        td.invalid(f"{_HANDED}registry.register_value(Clock, 2)\n        «add(registry)»"),
        td.invalid(f"{_OWN}registry.register_value(Clock, 2)\n        «add(registry)»"),
        td.invalid(f"{_OWN}registry.register_value(Clock, 1)\n        «registry.register_value(Clock, 2)»"),
        td.invalid(f"{_OWN}add(registry){_LAST}\n        «registry.register_value(Clock, 3)»"),
        td.invalid(
            f"{_GREETER}\n    def add(r):\n        r.register_value(Clock, 1)\n\n    registry = Registry()\n\n"
            "    def wire():\n        add(registry)\n        «registry.register_value(Clock, 2)»"
        ),
        td.invalid(
            """
            # file: shop/rates.py
            class ExchangeRates: ...

            def svcs_registry(registry):
                _register_money(registry)
                registry.register_value(int, 3)
                «registry.register_factory(ExchangeRates, ExchangeRates)»

            def _register_money(registry):
                registry.register_value(ExchangeRates, ExchangeRates())
            """
        ),
        td.invalid(_ELSEWHERE.format(f"{_SENDER}\n            «register_mail(registry)»")),
        td.invalid(
            _ELSEWHERE.format(
                f"if not other:\n                return\n            {_SENDER}\n            other = registry\n"
                "            «register_mail(registry)»\n            return"
            )
        ),
        td.invalid(
            f"{_WIRE}registry.register_value(Clock, 1)\n        if debug:\n            return{_LAST}\n"
            "        «registry.register_value(Clock, 3)»"
        ),
        td.invalid(
            _ELSEWHERE.format(f"{_SENDER}\n            mail.«register_mail(registry)»")
            .replace("«register_mail", "register_mail")
            .replace("mail.register", "«mail.register")
            .replace("import Sender, register_mail", "import Sender\n        from shop import mail")
        ),
        td.invalid(
            f"{_HANDED}add(registry)\n        «also(registry)»\n\n    def also(r):\n        r.register_value(Clock, 3)"
        ),
    ]

    def __init__(self, options: t.Any = None, targets: td.Targets | None = None) -> None:
        super().__init__(options, targets)
        self._places: dict[str, list[int]] = {}
        self._turns: dict[str, dict[str, list[int]]] = {}
        """Where names mean another registry from there on; without a name, where a function may be left."""

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        wanted = frozenset(focus)
        seen: dict[tuple[object, ...], tuple[td.Provision, bool]] = {}
        reach = td.Reach.of(project)
        found = sorted(_with_handed(application), key=lambda pair: (pair[0].path, pair[0].fact.start))
        for provision, gives_way in found:
            if td.is_test_file(provision.path) or provision.service is None:
                continue
            key = _key(provision, reach)
            if key is None:
                continue
            first, is_ground = seen.setdefault(key, (provision, gives_way))
            if is_ground and not gives_way:
                seen[key] = (provision, False)
                continue
            if first is not provision and self._is_parted(project, first, provision):
                seen[key] = (provision, gives_way)
                continue
            if first is provision or provision.path not in wanted or _is_same(first, provision):
                continue
            if not self._is_layered(project, first, provision):
                yield self._finding(first, provision, td.last_name(provision.service.key))

    def _is_parted(self, project: td.Project, first: td.Provision, second: td.Provision) -> bool:
        """Whether a way out, or another registry of the same name, is between the two."""
        if second.kind == "decorator":
            return False
        if second.path not in self._turns:
            self._turns[second.path] = _turns_in(project.facts[second.path])
        found = self._turns[second.path]
        places = [found.get(name, []) for name in ("", second.fact.receiver)]
        return any(bisect_left(each, first.fact.end) < bisect_left(each, second.fact.start) for each in places)

    def _is_layered(self, project: td.Project, first: td.Provision, second: td.Provision) -> bool:
        """Something is defined between the two, in the function that registers: a site laid over an application."""
        if second.kind == "decorator":
            return False
        if second.path not in self._places:
            facts = project.facts[second.path]
            self._places[second.path] = sorted(
                [*(found.start for found in facts.classes), *(found.start for found in facts.functions)]
            )
        places = self._places[second.path]
        return bisect_left(places, first.fact.end) < bisect_left(places, second.fact.start)

    def _finding(self, first: td.Provision, second: td.Provision, name: str) -> td.Finding:
        is_scanned = second.kind == "decorator"
        ours, theirs = (_name(found) for found in (second, first))
        winner = max(ours, theirs)
        note = "the last registration wins, and nothing is raised"
        if first.path != second.path and is_scanned:
            note = "one scan walks both modules, the later one wins, and nothing is raised"
        elif is_scanned:
            note = f"a scan walks the names of a module by the alphabet, so `{winner}` wins, and nothing is raised"
        return self.finding(
            second.path,
            td.Span(second.fact.start, second.fact.end),
            f"`{name}` is registered twice for the same place",
            related=(td.Related(first.path, td.Span(first.fact.start, first.fact.end), "registered before"),),
            note=note,
            help="keep one of them, or tell them apart by `resource=` or `location=`",
        )


def _turns_in(facts: td.FileFacts) -> dict[str, list[int]]:
    """The places where a function may be left, and where a name is given anew, by name and in order."""
    found: dict[str, list[int]] = {}
    for name, place in facts.turns:
        found.setdefault(name, []).append(place)
    return found


def _key(provision: td.Provision, reach: td.Reach) -> tuple[object, ...] | None:
    """Equal for registrations of which one is lost; None for those that nobody can tell about."""
    fact, service = provision.fact, provision.service
    if service is None or (fact.owner and provision.kind == "decorator"):
        return None
    if provision.kind == "decorator":
        if not provision.is_for_another:
            return None
        folder, place = provision.path.rpartition("/")[0], _place(reach.project, provision)
        if place is not None and not fact.block and reach.is_walked_together(folder):
            return folder, service.key, place
        return provision.path, service.key, provision.place
    if fact.method.startswith(("overwrite", "register_local")) or fact.is_quiet:
        return None
    block = (provision.path, service.key, fact.block, fact.owner, fact.receiver)
    if provision.kind != "implementation":
        return block
    # `locator.register` gives a new locator, and leaves the old one as it is.
    is_known = fact.method == "register_implementation" and _is_settled(fact)
    return (*block, *provision.place, fact.kind_word) if is_known else None


def _is_settled(fact: td.RegistrationFact) -> bool:
    """Whether the same words mean the same place: a variable may be given another value in between."""
    is_class = not fact.resource or td.last_name(fact.resource.lstrip(":"))[:1].isupper()
    return is_class and (not fact.location or _PATH.fullmatch(fact.location) is not None)


_PATH = re.compile(r"""[\w.]+\(["'][^"']*["']\)|(?:\w+\.)*[A-Z][A-Z0-9_]*""")


def _place(project: td.Project, provision: td.Provision) -> tuple[str, str] | None:
    """The resource and the location as any file means them; None where only the file knows."""
    resource, location = provision.place
    named = project.resolve(provision.path, resource) if resource else None
    if (resource and named is None) or (location and not location.startswith('PurePath("')):
        return None
    return (named.key if named is not None else "", location)


def _with_handed(application: td.Application) -> Iterator[tuple[td.Provision, bool]]:
    """All that is registered, and what a function registers again where it is called.

    Each beside whether it gives way to what the caller registers by itself: the registry is the caller's own, or the
    function is of another file, and so may be an application that a site is laid over.
    """
    handing: dict[tuple[str, str, int, str], list[tuple[td.CallFact, bool]]] = {}
    for path, facts in application.project.facts.items():
        calls = [call for call in facts.calls if call.body >= 0 and not call.is_quiet]
        given = {(one.path, parameter.name) for one in facts.functions if calls for parameter in one.parameters}
        for call in calls:
            if not _LAYER.search(call.function):
                key = (path, call.function[1:], call.body, call.handed[1])
                handing.setdefault(key, []).append((call, _is_own(call, given)))
    handed_on = _handed_on(application.project)
    for provision in application.provisions:
        yield provision, False
        fact = provision.fact
        for one, is_own in handing.get((provision.path, fact.owner, fact.block, fact.receiver), ()):
            yield _as_called(provision, provision.path, one), is_own
        if fact.is_plain:
            for path, one in handed_on.get((provision.path, fact.owner, fact.receiver), ()):
                yield _as_called(provision, path, one), True


def _as_called(provision: td.Provision, path: str, call: td.CallFact) -> td.Provision:
    """What a function registers, as if the call of it did."""
    given = call.handed[0]
    fact = replace(provision.fact, start=call.start, end=call.end, owner=call.owner, block=call.block, receiver=given)
    return replace(provision, path=path, fact=fact)


def _handed_on(project: td.Project) -> dict[tuple[str, str, str], list[tuple[str, td.CallFact]]]:
    """The calls that hand a name to a function of another file that has one way, by its file, path and parameter."""
    found: dict[tuple[str, str, str], list[tuple[str, td.CallFact]]] = {}
    for path, facts in project.facts.items():
        for call in facts.calls:
            if not call.handed[0] or call.handed[1] or call.is_quiet or _LAYER.search(call.function):
                continue
            symbol = project.resolve(path, call.function)
            function = symbol.function if symbol is not None else None
            if symbol is None or function is None or len(function.parameters) != 1 or function.returned:
                continue
            if not (function.is_async or function.is_generator or function.decorators):
                found.setdefault((symbol.path, function.path, function.parameters[0].name), []).append((path, call))
    return found


def _is_own(call: td.CallFact, given: set[tuple[str, str]]) -> bool:
    """Whether the name that a call hands on is of the function that calls, and no parameter: it is made there."""
    (reference,), (name, _) = call.arguments, call.handed
    if not call.owner:
        return reference == f":{name}"
    names = call.owner.split(".")
    around = (".".join(names[: number + 1]) for number in range(len(names)))
    return not reference and not any((owner, name) in given for owner in around)


_LAYER = re.compile(r"(?i)default|(?<!data)base|common|fallback|override|replace|fake|mock|stub|test")
"""The name of a function that is meant to give way, or to win."""


def _is_same(first: td.Provision, second: td.Provision) -> bool:
    """One implementation under two names of a kind or category, or one call that runs twice: nothing is lost."""
    if (first.path, first.fact.factory_start) == (second.path, second.fact.factory_start):
        return True
    ours, theirs = first.implementation, second.implementation
    is_of_locator = first.kind == second.kind == "implementation"
    return is_of_locator and ours is not None and theirs is not None and ours.key == theirs.key


def _name(provision: td.Provision) -> str:
    return td.last_name(provision.implementation.key) if provision.implementation is not None else ""
