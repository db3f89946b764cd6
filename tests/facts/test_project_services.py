"""What containers make, and of which classes: proved by registrations that nobody can overrule, and by nothing else."""

from __future__ import annotations

from textwrap import dedent

import pytest
from fact_examples import application_of, project_of, symbol_of

from tdomcheck.facts.project.application import Application
from tdomcheck.facts.project.known_output import is_plain
from tdomcheck.facts.project.made_at_once import wants_at_once
from tdomcheck.facts.project.made_services import injected_makings
from tdomcheck.facts.project.misfilled_resources import misfilled_resources
from tdomcheck.facts.project.providers import Registered
from tdomcheck.facts.project.registering_calls import provisions_through_calls
from tdomcheck.facts.project.registration_order import is_overlaid, is_separated
from tdomcheck.facts.project.resources import resource_classes
from tdomcheck.facts.project.roles import has_role
from tdomcheck.model.claims import Role

TYPES = """
from dataclasses import dataclass
from svcs_di import Inject

class Db: ...

class OtherDb(Db): ...

@dataclass
class Users:
    db: Inject[Db]

@dataclass
class Pages:
    users: Inject[Users]
    title: str = ""
"""
SETUP = """
from svcs import Registry
from svcs_di import auto
from shop.types import Db, OtherDb, Pages, Users

def setup(registry: Registry):
    registry.register_factory(Db, auto(Db))
    registry.register_factory(Users, auto(Users))
    registry.register_factory(Pages, auto(Pages))
"""


def shop(setup: str = SETUP, **others: str) -> Application:
    files = {"shop/types.py": TYPES, "shop/setup.py": setup}
    return application_of(files | {f"shop/{name}.py": text for name, text in others.items()})


def changed(old: str, new: str) -> str:
    text = dedent(SETUP)
    assert old in text
    return text.replace(old, new)


def makings(application: Application) -> dict[str, set[str]]:
    return {key: set(made) for key, made in injected_makings(application).items()}


def test_a_service_is_made_with_what_it_injects() -> None:
    assert makings(shop()) == {
        "shop.types.Users": {"shop.types.Db"},
        "shop.types.Pages": {"shop.types.Users"},
    }


@pytest.mark.parametrize(
    "setup",
    [
        pytest.param(
            changed("register_factory(Db, auto(Db))", "register_value(Db, Db())"), id="a value is there already"
        ),
        pytest.param(changed("auto(Db)", "lambda: Db()"), id="a factory that nobody follows"),
        pytest.param(
            changed("auto(Db))\n", "auto(Db))\n    registry.register_factory(Db, auto(OtherDb))\n"), id="one of two"
        ),
        pytest.param(changed("    registry.register_factory(Db, auto(Db))\n", ""), id="not registered"),
        pytest.param(
            changed("auto(Db))\n", "auto(Db))\n    for kind in kinds: registry.register_factory(kind, kind)\n"),
            id="anything may be registered",
        ),
    ],
)
def test_what_may_be_made_in_another_way_is_not_known(setup: str) -> None:
    assert "shop.types.Db" not in makings(shop(setup)).get("shop.types.Users", set())


RENDERED = """
from svcs_di import Inject
from dataclasses import dataclass
from tdom import html
from shop.types import Pages

@dataclass
class Card:
    pages: Inject[Pages]
    users: Inject[Pages] = None

    def __call__(self):
        return t"<b></b>"

page = html(t"<{Card} />")
"""


def at_once(application: Application) -> dict[str, str]:
    """The fields that are filled without awaiting, with what for."""
    return {want.fact.name: purpose for want, purpose in wants_at_once(application)}


def test_a_component_gets_what_it_injects_at_once_and_that_what_it_injects() -> None:
    assert at_once(shop(card=RENDERED)) == {
        "pages": "`Card` is rendered",
        "users": "`Pages` is needed to render `Card`",
        "db": "`Users` is needed to render `Card`",
    }


FETCHING = "from svcs import Container\nfrom shop.types import Users\n\n"


def test_what_a_container_is_asked_for_is_made_at_once() -> None:
    view = f"{FETCHING}def view(container: Container):\n    container.get(Users)\n"

    assert at_once(shop(view=view)) == {"db": "`Users` is made for `get(Users)`"}


@pytest.mark.parametrize(
    ("module", "function"),
    [
        pytest.param("view", "", id="nobody asks"),
        pytest.param("view", "def view(users):\n    users.get(Users)\n", id="no container"),
        pytest.param("view", "async def view(container):\n    await container.aget(Users)\n", id="it is awaited"),
        pytest.param("test_view", "def test(container):\n    container.get(Users)\n", id="a test"),
    ],
)
def test_what_nobody_makes_at_once_is_not_wanted_at_once(module: str, function: str) -> None:
    assert at_once(shop(**{module: FETCHING + function})) == {}


def test_an_async_factory_is_not_called_at_once() -> None:
    setup = changed("auto(Users)", "auto_async(Users)").replace("import auto", "import auto, auto_async")

    assert "db" not in at_once(shop(setup, card=RENDERED))


def test_registered_types_are_known_where_every_registration_says_its_type() -> None:
    application = shop()
    registered = Registered(application.project, tests=False)

    assert registered.is_complete
    assert registered.may_provide(symbol_of(application.project, "shop/types.py", ":Db"))
    assert registered.may_provide(symbol_of(application.project, "shop/setup.py", "svcs.Container"))
    assert not registered.may_provide(symbol_of(application.project, "shop/types.py", ":OtherDb"))


@pytest.mark.parametrize(
    "setup",
    [
        pytest.param("from svcs import Registry\n", id="nothing is registered"),
        pytest.param(changed("Registry):\n", "Registry):\n    registry.register_value(pick(), 1)\n"), id="any type"),
        pytest.param(changed("Registry):\n", "Registry):\n    elsewhere.fill(registry)\n"), id="handed to a stranger"),
    ],
)
def test_where_something_may_be_registered_unseen_nothing_is_complete(setup: str) -> None:
    assert not Registered(shop(setup).project, tests=False).is_complete


def test_registrations_of_tests_count_for_tests_only() -> None:
    project = project_of({"shop/types.py": TYPES, "tests/conftest.py": SETUP})

    assert Registered(project, tests=True).is_complete
    assert not Registered(project, tests=False).is_complete


HANDING = """
from svcs import Registry
from shop.types import Db, Users

def add(registry):
    registry.register_value(Db, 1)

def setup():
    registry = Registry()
    add(registry)
"""


def owners(setup: str) -> list[str]:
    return [provision.fact.site.owner for provision, _ in provisions_through_calls(shop(setup))]


def test_what_a_function_registers_counts_where_it_is_handed_the_registry() -> None:
    assert owners(HANDING) == ["add", "setup"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("add", "add_defaults", id="a function that is meant to give way"),
        pytest.param("    add(registry)", "    add(Registry())", id="no name is handed on"),
        pytest.param("    add(registry)", "    add", id="it is not called"),
        pytest.param("    add(registry)", "    with pytest.raises(E):\n        add(registry)", id="expected to fail"),
    ],
)
def test_a_function_that_is_not_handed_it_registers_once(old: str, new: str) -> None:
    assert len(owners(dedent(HANDING).replace(old, new))) == 1


ORDER = """
from svcs import Registry
from shop.types import Db

def setup(registry: Registry):
    registry.register_value(Db, 1)
    {between}
    registry.register_value(Db, 2)
"""


def pair(between: str) -> tuple[bool, bool]:
    """Whether two registrations are parted, and whether one is laid over the other."""
    application = shop(ORDER.format(between=between))
    first, second = application.provided["shop.types.Db"]
    return is_separated(application.project, first, second), is_overlaid(application.project, first, second)


@pytest.mark.parametrize("between", ["pass", "print(1)", "other = Registry()", "if broken: raise Stop"])
def test_two_registrations_in_a_row_are_run_for_one_registry(between: str) -> None:
    assert pair(between) == (False, False)


@pytest.mark.parametrize("between", ["return", "if done: return", "registry = Registry()", "registry.close()"])
def test_a_way_out_or_another_registry_parts_them(between: str) -> None:
    assert pair(between)[0]


def test_a_definition_between_them_lays_one_over_the_other() -> None:
    assert pair("def site(): ...") == (False, True)


RESOURCES = """
from dataclasses import dataclass
from svcs_di import Inject
from svcs_hopscotch import Resource

@dataclass
class Customer:
    name: str

@dataclass
class Order:
    number: int

@dataclass
class Card:
    customer: Resource[Customer]

    def __call__(self):
        return t"<b></b>"
"""
OPENING = """
from svcs_hopscotch import HopscotchContainer
from shop.models import Card, Customer, Order

def view(registry, order: Order):
    return HopscotchContainer(registry, resource={resource})
"""


def opened(resource: str, **others: str) -> Application:
    files = {"shop/models.py": RESOURCES, "shop/view.py": OPENING.format(resource=resource)}
    return application_of(files | {f"shop/{name}.py": text for name, text in others.items()})


@pytest.mark.parametrize(
    "resource",
    [
        pytest.param("pick()", id="nobody knows what it gives"),
        pytest.param("Customer", id="a class is no resource"),
        pytest.param("registry", id="a parameter that says nothing"),
    ],
)
def test_a_resource_that_is_not_known_leaves_all_open(resource: str) -> None:
    assert resource_classes(opened(resource).project) == ()


def test_the_resources_of_tests_and_examples_are_not_the_application_s() -> None:
    text = OPENING.format(resource="Order(1)")
    for path in ("tests/test_view.py", "examples/view.py", "docs/view.py"):
        assert resource_classes(project_of({"shop/models.py": RESOURCES, path: text})) == ()


def test_the_class_of_a_resource_is_that_of_what_containers_are_opened_with() -> None:
    assert [symbol.key for symbol in resource_classes(opened("Order(1)").project)] == ["shop.models.Order"]


def test_a_container_of_one_s_own_may_be_opened_with_anything() -> None:
    own = "from svcs_hopscotch import HopscotchContainer\n\nclass Own(HopscotchContainer): ...\n"

    assert resource_classes(opened("Order(1)", own=own).project) == ()


def test_a_field_that_asks_for_another_resource_is_told() -> None:
    application = opened("Order(1)")
    told = list(misfilled_resources(application.project, {"shop/models.py"}))

    assert [(each.wanted.key, each.given.key, each.chosen) for each in told] == [
        ("shop.models.Customer", "shop.models.Order", None)
    ]


@pytest.mark.parametrize(
    ("resource", "focus"),
    [
        pytest.param("Customer('a')", "shop/models.py", id="it gets what it asks for"),
        pytest.param("pick()", "shop/models.py", id="nobody knows what it gets"),
        pytest.param("Order(1)", "shop/view.py", id="in a file that nobody asked about"),
    ],
)
def test_a_field_that_may_get_what_it_asks_for_is_left_alone(resource: str, focus: str) -> None:
    assert list(misfilled_resources(opened(resource).project, {focus})) == []


ROLES = {
    "shop/parts.py": """
        from svcs_hopscotch.injectors import injectable

        def Card(): ...
        def make(): ...
        def unused(): ...

        class Base:
            def __call__(self): ...

        class Log(Base): ...

        @injectable.middleware
        class Trace: ...
        """,
    "shop/setup.py": """
        from svcs import Registry
        from svcs_hopscotch.middleware import register_middleware
        from tdom import html
        from shop.parts import Card, Log, make

        def setup(registry: Registry):
            registry.register_factory(int, make)
            register_middleware(registry, Log)
            return html(t"<{Card} />")
        """,
}


@pytest.mark.parametrize(
    ("name", "roles"),
    [
        ("Card", {Role.COMPONENT}),
        ("make", {Role.FACTORY}),
        ("Log", {Role.MIDDLEWARE}),
        ("Base", {Role.MIDDLEWARE}),
        ("unused", set()),
    ],
)
def test_a_role_is_what_other_files_make_of_a_definition(name: str, roles: set[str]) -> None:
    project = project_of(ROLES)
    symbol = symbol_of(project, "shop/parts.py", f":{name}")

    assert {
        role for role in (Role.COMPONENT, Role.FACTORY, Role.MIDDLEWARE) if has_role(project, symbol, role)
    } == roles


PLAIN = """
from dataclasses import dataclass
from svcs_di import Inject
from shop.types import Db

@dataclass
class Card:
    db: Inject[Db]

    def __call__(self):
        return t"<b>{self.db}</b>"
"""


def test_a_component_of_escaped_text_is_plain() -> None:
    application = shop(card=PLAIN)

    assert is_plain(application.project, symbol_of(application.project, "shop/card.py", ":Card"))


@pytest.mark.parametrize(
    ("setup", "card"),
    [
        pytest.param(SETUP, "from markupsafe import Markup\n" + dedent(PLAIN), id="it may make markup"),
        pytest.param(SETUP, dedent(PLAIN) + "\n    def __html__(self): ...\n", id="it is markup"),
        pytest.param("from svcs import Registry\n", PLAIN, id="what it injects comes from elsewhere"),
        pytest.param(changed("auto(Db)", "pick"), PLAIN, id="a factory that nobody follows"),
        pytest.param(SETUP, dedent(PLAIN).replace("shop.types import Db", "elsewhere import Db"), id="a strange type"),
    ],
)
def test_a_component_that_may_show_text_as_it_is_is_not(setup: str, card: str) -> None:
    application = shop(setup, card=card)

    assert not is_plain(application.project, symbol_of(application.project, "shop/card.py", ":Card"))
