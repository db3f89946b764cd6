"""What containers are told of and asked for, as one file says it: what only looks like it is no fact."""

from __future__ import annotations

from textwrap import dedent

import pytest
from fact_examples import facts_of

from tdomcheck.facts.records import FetchFact, FileFacts, RegistrationFact
from tdomcheck.model.features import Feature, FeatureOf

HEAD = """
from pathlib import PurePath
from svcs import Container, Registry
from svcs_di import auto, auto_async
from svcs_hopscotch import HopscotchRegistry
from svcs_hopscotch.injectors import injectable
from shop.types import Db, Mail, OtherDb, make

"""


def facts(text: str) -> FileFacts:
    return facts_of(dedent(HEAD).lstrip() + dedent(text))


def registration(call: str) -> RegistrationFact:
    (fact,) = facts(f"def setup(registry, locator):\n    {call}\n").registrations
    return fact


@pytest.mark.parametrize(
    ("call", "told"),
    [
        pytest.param("registry.register_value(Db, Db())", ("register_value", "Db", ""), id="a value"),
        pytest.param("registry.register_factory(Db, make)", ("register_factory", "Db", "make"), id="a factory"),
        pytest.param(
            "registry.register_factory(svc_type=Db, factory=make)", ("register_factory", "Db", "make"), id="names"
        ),
        pytest.param("registry.register_value(pick(), 1)", ("register_value", "", ""), id="a type that nobody knows"),
        pytest.param("registry.register_factory(Db, lambda: 1)", ("register_factory", "Db", ""), id="a lambda"),
        pytest.param("registry.overwrite_value(Db, 1)", ("overwrite_value", "Db", ""), id="over another"),
        pytest.param(
            "registry.register_implementation(Db, OtherDb)", ("register_implementation", "Db", "OtherDb"), id="a class"
        ),
        pytest.param(
            "registry.register_local_value(Db, 1)", ("register_local_value", "Db", ""), id="for one container"
        ),
        pytest.param("locator.register(Db, OtherDb)", ("register", "Db", "OtherDb"), id="a locator"),
    ],
)
def test_a_call_registers_a_type(call: str, told: tuple[str, str, str]) -> None:
    fact = registration(call)

    assert (fact.method, *(each.rpartition(".")[2] for each in (fact.type_ref, fact.factory.ref))) == told
    assert fact.site.owner == "setup"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("registry.close()", id="another method"),
        pytest.param("registry.register", id="no call"),
        pytest.param("atexit.register(make, Db)", id="register of something else"),
        pytest.param("app.register(Db)", id="register without what makes it"),
        pytest.param("register_value", id="a name"),
        pytest.param("def register_value(a, b): ...", id="a function of that name"),
        pytest.param("'registry.register_value(Db, 1)'", id="a text"),
        pytest.param("# registry.register_value(Db, 1)", id="a comment"),
    ],
)
def test_what_is_no_such_call_registers_nothing(text: str) -> None:
    assert facts(text).registrations == ()


def test_svcs_s_integrations_take_the_application_first() -> None:
    call = "def setup(app):\n    svcs.flask.register_factory(app, Db, make)\n"
    (fact,) = facts_of(f"import svcs\nfrom shop.types import Db, make\n\n{call}").registrations

    assert (fact.type_ref, fact.factory.ref) == ("shop.types.Db", "shop.types.make")


@pytest.mark.parametrize(
    ("provider", "told"),
    [
        pytest.param("auto(Db)", ("shop.types.Db", "svcs_di.auto", False), id="auto"),
        pytest.param("auto_async(Db)", ("shop.types.Db", "svcs_di.auto_async", True), id="auto that is awaited"),
        pytest.param("make(Db)", ("", "shop.types.make", False), id="another call"),
        pytest.param("make", ("", "", False), id="no call"),
        pytest.param("auto()", ("", "svcs_di.auto", False), id="auto of nothing"),
        pytest.param("auto_async(Db) if x else make", ("", "", False), id="one of two"),
    ],
)
def test_a_factory_is_told_by_what_makes_it(provider: str, told: tuple[str, str, bool]) -> None:
    fact = registration(f"registry.register_factory(Db, {provider})")

    assert (fact.factory.auto_ref, fact.factory.made_ref, fact.factory.is_async) == told


def test_a_factory_is_followed_by_one_local_name() -> None:
    (fact,) = facts(
        "def setup(registry):\n    factory = auto(Db)\n    registry.register_factory(Db, factory)\n"
    ).registrations

    assert (fact.factory.auto_ref, fact.factory.made_ref) == ("shop.types.Db", "svcs_di.auto")


@pytest.mark.parametrize(
    ("provider", "told"),
    [
        ("'a'", "str"),
        ("b'a'", "bytes"),
        ("t'a'", "Template"),
        ("{}", "dict"),
        ("(1, 2)", "tuple"),
        ("make", ""),
        ("make()", ""),
        ("None", ""),
        ("-1", ""),
        ("[x for x in y]", ""),
    ],
)
def test_a_literal_says_its_type(provider: str, told: str) -> None:
    assert registration(f"registry.register_factory(Db, {provider})").factory.literal_type == told


@pytest.mark.parametrize(
    ("call", "place"),
    [
        ("registry.register_value(Db, 1)", (False, "", "")),
        ("registry.register_value(Db, 1, resource=Mail)", (True, "shop.types.Mail", "")),
        ("registry.register_value(Db, 1, resource=None)", (True, "", "")),
        ("registry.register_value(Db, 1, location=PurePath('/fr'))", (True, "", 'PurePath("/fr")')),
        ("registry.register_value(Db, 1, location=PurePath('/fr/', 'a'))", (True, "", 'PurePath("/fr/a")')),
        ("registry.register_value(Db, 1, location=PurePath(base))", (True, "", "PurePath(base)")),
        ("registry.register_value(Db, 1, location=PurePath(*parts))", (True, "", "PurePath(*parts)")),
        ("registry.register_value(Db, 1, location=pick())", (True, "", "pick()")),
    ],
)
def test_a_registration_may_be_for_a_resource_or_a_location(call: str, place: tuple[bool, str, str]) -> None:
    fact = registration(call)

    assert (fact.lookup.is_located, fact.lookup.resource, fact.lookup.location) == place


@pytest.mark.parametrize(
    ("text", "is_quiet"),
    [
        ("registry.register_value(Db, 1)", False),
        ("registry.register_value(*pair)", True),
        ("registry.register_value(Db, **options)", True),
        ("with pytest.raises(TypeError):\n    registry.register_value(Db, 1)", True),
    ],
)
def test_nothing_is_said_of_what_is_expected_to_fail_or_is_not_written_out(text: str, is_quiet: bool) -> None:
    assert [fact.site.is_quiet for fact in facts("import pytest\n" + text).registrations] == [is_quiet]


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("def f(registry):\n    registry.register_value(Db, 1)\n", True),
        ("def f(registry):\n    if x:\n        registry.register_value(Db, 1)\n", False),
        ("def f(registry):\n    return registry.register_value(Db, 1)\n", False),
        ("registry.register_value(Db, 1)\n", False),
    ],
)
def test_a_statement_of_the_body_of_a_function_is_plain(text: str, is_plain: bool) -> None:
    assert [fact.site.is_plain for fact in facts(text).registrations] == [is_plain]


def test_two_registrations_of_one_block_say_so() -> None:
    text = """
    def setup(registry):
        registry.register_value(Db, 1)
        registry.register_value(Mail, 1)
        if x:
            registry.register_value(OtherDb, 1)

    registry.register_value(Db, 2)
    """
    first, second, inner, outer = facts(text).registrations

    assert first.site.block == second.site.block > 0
    assert inner.site.block not in {first.site.block, outer.site.block}
    assert outer.site.block == 0


@pytest.mark.parametrize(
    ("decorator", "told"),
    [
        ("@injectable", ("Users", False, True)),
        ("@injectable()", ("Users", False, False)),
        ("@injectable(for_=Db)", ("Db", True, False)),
        ("@injectable(resource=Mail)", ("Users", True, False)),
    ],
)
def test_a_decorator_registers_what_it_decorates(decorator: str, told: tuple[str, bool, bool]) -> None:
    (fact,) = facts(f"{decorator}\nclass Users: ...\n").registrations

    assert (fact.type_ref.rpartition(".")[2].lstrip(":"), fact.lookup.is_located, fact.is_bare) == told
    assert fact.factory.ref == ":Users"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(
            "add = registry.register_value", {Feature.REGISTERING_INDIRECTLY}, id="a method that is handed on"
        ),
        pytest.param("map(registry.register_value, rows)", {Feature.REGISTERING_INDIRECTLY}, id="as an argument"),
        pytest.param("getattr(registry, 'register_value')(Db, 1)", {Feature.REGISTERING_INDIRECTLY}, id="by its name"),
        pytest.param("x = [injectable]", {Feature.REGISTERING_INDIRECTLY}, id="a decorator that is handed on"),
        pytest.param("shop.fill(registry)", {FeatureOf.HANDED_REGISTRY("?fill")}, id="a registry"),
        pytest.param("make(container)", {FeatureOf.HANDED_REGISTRY("shop.types.make")}, id="a container"),
        pytest.param(
            "own = Registry()\nmake(own)", {FeatureOf.HANDED_REGISTRY("shop.types.make")}, id="by another name"
        ),
    ],
)
def test_what_registers_by_another_way_opens_the_file(text: str, words: set[str]) -> None:
    assert words <= facts(text).features


@pytest.mark.parametrize(
    "text",
    [
        "registry.register_value(Db, 1)",
        "def register_value(a, b): ...",
        "make(Registry)",
        "make(rows)",
        "print('register')",
        "@injectable\nclass Users: ...",
        "class view(injectable): ...",
    ],
)
def test_what_registers_plainly_or_not_at_all_opens_nothing(text: str) -> None:
    features = facts(text).features

    assert Feature.REGISTERING_INDIRECTLY not in features
    assert FeatureOf.HANDED_REGISTRY.names_in(features) == []


OPENED = "def f(registry, kind, kinds):\n    with Container(registry) as c:\n        "
DECLARED = "def f(c: Container, kind):\n    "


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("def f(container, kind):\n    container.get(kind)", id="a parameter"),
        pytest.param("def f(container):\n    container.get(*TYPES)", id="several"),
        pytest.param("def f(container, x):\n    container.get(type(x))", id="what a call gives"),
        pytest.param("def f(container):\n    for kind in (Db, Users):\n        container.get(kind)", id="of a loop"),
        pytest.param("KIND = choose()\ndef f(container):\n    container.get(KIND)", id="a variable"),
        pytest.param(OPENED + "c.get(kind)", id="of what was opened"),
        pytest.param(DECLARED + "c.get(kind)", id="of what is declared"),
        pytest.param("def f(registry, kind):\n    c = Container(registry)\n    c.get(kind)", id="of what was made"),
        pytest.param("def f(container, kind):\n    ctx = container\n    ctx.get(kind)", id="of another name"),
        pytest.param("def f(kind):\n    get_container().get(kind)", id="of what a call gives"),
        pytest.param("def f(x, kind):\n    x.aget_abstract(kind)", id="no other thing has the method"),
        pytest.param("import svcs.flask\ndef f(kind):\n    svcs.flask.get(kind)", id="by an integration"),
        pytest.param("from svcs.flask import get\ndef f(kind):\n    get(kind)", id="by its function"),
        pytest.param("from svcs.flask import get as fetch\nfetch(Db)", id="by another name"),
        pytest.param("from svcs.flask import get\nmap(get, kinds)", id="a function that is handed on"),
        pytest.param("def f(c):\n    c.get_pings()", id="whatever is registered"),
        pytest.param(OPENED + "get = c.get", id="a method that is handed on"),
        pytest.param("map(container.get, kinds)", id="as an argument"),
        pytest.param(OPENED + "getattr(c, 'get')(Db)", id="by its name"),
        pytest.param(OPENED + "c[Db]", id="by a key"),
        pytest.param("def f(container):\n    container[Db]", id="by a key of what is called so"),
        pytest.param(OPENED + "run(c)", id="a container that is handed on"),
        pytest.param(OPENED + "yield c", id="a container that is given"),
        pytest.param(OPENED + "self.c = c", id="a container that is kept"),
        pytest.param(OPENED + "def g():\n            run(c)", id="in a function within"),
        pytest.param("def f(container):\n    return container", id="what is called so is given"),
        pytest.param("def f(container):\n    yield container", id="what is called so is given for a while"),
        pytest.param("def f(self, container):\n    self.c = container", id="what is called so is kept"),
    ],
)
def test_what_asks_by_another_way_opens_the_file(text: str) -> None:
    assert Feature.FETCHING_INDIRECTLY in facts(text).features


@pytest.mark.parametrize(
    "text",
    [
        "def f(container):\n    container.get(Db)",
        "def f(container):\n    container.get(str)",
        "def f(container):\n    container.get('mail')",
        "class Own: ...\ndef f(container):\n    container.get(Own)",
        "def f(container):\n    run(container)",
        "def get_container(container):\n    return container",
        "def f(self, container):\n    self.container = container",
        "def f(container):\n    ctx = container\n    return ctx.get(Db)",
        "def f(container, key):\n    container['x'] = key",
        "def f(containers):\n    return containers[0]",
        "def f(rows, key):\n    rows.get(key)",
        "def f(rows):\n    get = rows.get",
        "def f(rows):\n    getattr(rows, 'title')",
        "import os\ndef f(key):\n    os.environ.get(key)",
        "rows: list[Container]",
        OPENED + "return c.get(Db), c.aget(Mail)",
        OPENED + "c.register_local_value(Db, kind)",
        OPENED + "c.close()",
        OPENED + "assert Db in c",
        DECLARED + "return c.get(Db)",
        "from svcs.flask import get\nget(Db)",
        "import svcs.flask\nsvcs.flask.get(Db)",
    ],
)
def test_what_asks_plainly_or_not_at_all_opens_nothing(text: str) -> None:
    assert Feature.FETCHING_INDIRECTLY not in facts(text).features


def fetches(text: str) -> tuple[FetchFact, ...]:
    return facts(text).fetches


@pytest.mark.parametrize(
    ("call", "types"),
    [
        ("container.get(Db)", ["shop.types.Db"]),
        ("container.get(Db, Mail)", ["shop.types.Db", "shop.types.Mail"]),
        ("await container.aget(Db)", ["shop.types.Db"]),
        ("container.get_abstract(Db)", ["shop.types.Db"]),
        ("container.get((Db))", ["shop.types.Db"]),
        ("container.get('db')", []),
        ("container.get(pick())", []),
        ("container.close(Db)", []),
    ],
)
def test_what_a_container_is_asked_for(call: str, types: list[str]) -> None:
    assert [fact.type_ref for fact in fetches(f"async def f(container):\n    {call}\n")] == types


@pytest.mark.parametrize(
    ("text", "is_of_container"),
    [
        pytest.param("def f(container):\n    container.get(Db)\n", True, id="it is called so"),
        pytest.param("def f(request):\n    request.svcs.get(Db)\n", True, id="the attribute of svcs"),
        pytest.param("def f(registry):\n    c = Container(registry)\n    c.get(Db)\n", True, id="it was made so"),
        pytest.param(
            "def f(registry):\n    with Container(registry) as c:\n        c.get(Db)\n", True, id="it was opened"
        ),
        pytest.param("def f(rows):\n    rows.get(Db)\n", False, id="another name"),
        pytest.param("def f():\n    rows = make()\n    rows.get(Db)\n", False, id="made by something else"),
        pytest.param("def f(cache):\n    with cache.open() as c:\n        c.get(Db)\n", False, id="opened by another"),
    ],
)
def test_a_container_is_told_by_its_name_or_by_what_made_it(text: str, is_of_container: bool) -> None:
    assert [fact.is_of_container for fact in fetches(text)] == [is_of_container]
