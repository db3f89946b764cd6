"""The model of an application: what is a component, what is registered, what stands in for what."""

from __future__ import annotations

import pytest
from fact_examples import facts_of

from tdomcheck.facts.project.application import Application
from tdomcheck.facts.project.modules import Project

SHOP = {
    "shop/__init__.py": "from .card import Card as Box\n__all__ = ['Box']\n",
    "shop/card.py": (
        "from dataclasses import dataclass, field, InitVar\nfrom string.templatelib import Template\n"
        "from svcs_di import Inject\nfrom shop.users import Users\n\n\n@dataclass(kw_only=True)\nclass Base:\n"
        "    title: str\n    seen: int = field(default=0, init=False)\n\n\n@dataclass\nclass Card(Base):\n"
        "    users: Inject[Users]\n    start: InitVar[int] = 1\n    children: Template = t''\n\n"
        "    def __call__(self) -> Template:\n        return t'<b>{self.title}</b>'\n"
    ),
    "shop/users.py": (
        "from svcs_hopscotch.injectors import injectable\n\n\nclass view(injectable):\n    kind = 'view'\n\n\n"
        "@view\nclass Users: ...\n\n\n"
        "@injectable(for_=Users, location=PurePath('/fr'))\nclass FrenchUsers(Users): ...\n"
    ),
    "shop/helpers.py": (
        "from string.templatelib import Template\n\n\ndef wrap(x) -> Template:\n    return t'<i>{x}</i>'\n"
    ),
    "shop/views.py": "from shop import Box\n\npage = t\"<{Box} title='x'>text</{Box}>\"\n",
}


def application(files: dict[str, str]) -> Application:
    return Application.of(Project({path: facts_of(text) for path, text in files.items()}))


def test_a_tag_is_followed_through_re_exports() -> None:
    found = application(SHOP)

    assert [(use.path, use.component.key) for use in found.uses] == [("shop/views.py", "shop.card.Card")]


def test_components_are_what_tags_name_or_what_gives_a_template() -> None:
    found = application(SHOP)

    assert [symbol.key for symbol in found.components] == ["shop.card.Card"]
    assert found.kind_of(found.components[0]) == "dataclass"


def test_props_are_those_that_a_caller_may_give() -> None:
    found = application(SHOP)

    parameters = found.project.parameters(found.components[0]) or ()
    assert [prop.name for prop in parameters] == ["title", "users", "start", "children"]
    assert [prop.name for prop in found.project.injected_fields(found.components[0])] == ["users"]


def test_provisions_come_from_every_subclass_of_injectable() -> None:
    found = application(SHOP)

    provided = found.provided["shop.users.Users"]
    assert [(item.kind, item.is_for_another, item.place) for item in provided] == [
        ("decorator", False, ("", "")),
        ("decorator", True, ("", "PurePath('/fr')")),
    ]
    assert [symbol.key for symbol in found.implementations(provided[0].service or found.components[0])] == [
        "shop.users.Users",
        "shop.users.FrenchUsers",
    ]


def test_a_decorator_of_somebody_else_registers_nothing() -> None:
    found = application({"a.py": "from elsewhere import view\n\n\n@view\nclass Users: ...\n"})

    assert found.provisions == ()


def test_what_is_overridden_is_known_unless_anything_may_be_registered() -> None:
    assert application(SHOP).overridden(tests=False) == {"shop.users.Users"}

    opened = {**SHOP, "shop/wiring.py": "def wire(registry):\n    registry.register_factory(*found)\n"}
    assert application(opened).overridden(tests=False) is None


def test_a_name_that_is_bound_twice_is_not_one_component() -> None:
    found = application({"a.py": "def Card(x): ...\n\n\nif y:\n    def Card(z): ...\n\npage = t'<{Card} />'\n"})

    assert not found.is_single(found.uses[0].component)


def test_what_stands_in_dropped_children_is_never_rendered() -> None:
    found = application(
        {"a.py": "def Bare(): ...\n\n\ndef Box(children): ...\n\n\np = t'<{Bare}><{Box}><{Bare} /></{Box}></{Bare}>'\n"}
    )

    assert [found.is_dropped(use.path, use.fact) for use in found.uses] == [False, True, True]


def test_the_tags_of_a_definition() -> None:
    found = application(
        {
            "a.py": "def Card(): ...\n\n\nclass Page:\n    def __call__(self):\n        return t'<{Card} />'\n"
            "\n\nt'<{Page} />'\n"
        }
    )

    page = next(use.component for use in found.uses if use.fact.tag == "Page")
    assert [use.tag for use in found.tags_in(page)] == ["Card"]


MAIL = {"shop/mail.py": "class Mail: ...\nclass Sms: ...\n"}
FETCH = "import svcs\nfrom shop.mail import Mail\n\ndef f(container, kind):\n    container.get(Mail)\n"


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        pytest.param("", set(), id="nobody asks"),
        pytest.param(FETCH, {"shop.mail.Mail"}, id="a fetch"),
        pytest.param(FETCH.replace("container", "locals"), {"shop.mail.Mail"}, id="of what may be a container"),
        pytest.param(FETCH + "    container.get(str)\n", {"shop.mail.Mail"}, id="a builtin"),
        pytest.param(FETCH + "    rows.get(kind)\n", {"shop.mail.Mail"}, id="of another thing"),
        pytest.param(FETCH + "    f(container, 1)\n", {"shop.mail.Mail"}, id="a function of the project"),
        pytest.param(
            "from shop.mail import Mail, Sms\nfrom svcs_di import Inject\n\ndef f(a: Inject[Mail], b: Sms): ...\n",
            {"shop.mail.Mail"},
            id="an injection",
        ),
    ],
)
def test_what_is_asked_for_is_known_where_all_that_asks_is(text: str, keys: set[str]) -> None:
    assert application({**MAIL, "shop/page.py": text}).asked(tests=False) == keys


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(FETCH + "    container.get(kind)\n", id="something unknown"),
        pytest.param(FETCH + "    elsewhere.run(container)\n", id="a container that is handed on"),
        pytest.param("import svcs\nfrom shop.away import Db\nsvcs.Container(r).get(Db)\n", id="what is nowhere"),
        pytest.param("from svcs_di import Inject\n\ndef f(a: Inject[choose()]): ...\n", id="an unknown injection"),
        pytest.param("def f(:\n", id="a file that is no Python"),
    ],
)
def test_what_is_asked_for_is_unknown_where_something_may_ask_for_anything(text: str) -> None:
    assert application({**MAIL, "shop/page.py": text}).asked(tests=False) is None
    assert application({**MAIL, "tests/test_page.py": text}).asked(tests=True) is None


def test_what_tests_ask_for_is_left_aside() -> None:
    asking = application({**MAIL, "tests/test_page.py": FETCH})

    assert asking.asked(tests=False) == frozenset()
    assert asking.asked(tests=True) == {"shop.mail.Mail"}
