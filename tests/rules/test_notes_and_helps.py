"""What some rules say below a finding fits the case that was found: examples of rules mark places only."""

from __future__ import annotations

import pytest
from rule_running import findings_in, rule_classes

from tdomcheck import authoring as td


def _found(code: str, files: dict[str, str] | str) -> list[td.Finding]:
    rule = next(rule for rule in rule_classes() if code == rule.CODE)
    return findings_in(rule, {"example.py": files} if isinstance(files, str) else files)


_MAILER = "from svcs_di import Inject\nfrom dataclasses import dataclass, field\nimport attrs\n\n\nclass Db: ...\n\n\n"


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("class Panel:\n    db: Inject[Db]\n", "decorate `Panel` with @dataclass"),
        (
            "class Panel:\n    def __init__(self, db: Inject[Db]): ...\n",
            "decorate `Panel` with @dataclass, and write the field `db: Inject[Db]` for `__init__`",
        ),
        (
            "class Mailer:\n    db: Inject[Db]\n\n\n@dataclass\nclass OrderMailer(Mailer): ...\n",
            "decorate `Mailer` with @dataclass",
        ),
        (
            "class Mailer:\n    db: Inject[Db]\n\n\n@attrs.define\nclass OrderMailer(Mailer): ...\n",
            "decorate `Mailer` with @attrs.define",
        ),
        (
            "@dataclass\nclass Menu:\n    size: int\n\n\nclass French(Menu):\n    db: Inject[Db]\n",
            "decorate `French` with @dataclass",
        ),
        ("@dataclass\nclass Panel:\n    db: Inject[Db] = field(init=False)\n", "drop `init=False`"),
    ],
)
def test_ineffective_fields_are_told_what_they_lack(text: str, advice: str) -> None:
    assert [found.help for found in _found("TDC406", _MAILER + text)] == [advice]


def test_a_base_in_another_file_decides_how_its_heir_is_decorated() -> None:
    base = "from dataclasses import dataclass\n\n\n@dataclass\nclass Menu:\n    size: int\n"
    heir = "from svcs_di import Inject\nfrom menu import Menu\n\n\nclass French(Menu):\n    db: Inject[int]\n"

    found = _found("TDC406", {"french.py": heir, "menu.py": base})

    assert [one.help for one in found] == ["decorate `French` as its base is"]


def _scanned(views: str) -> list[td.Finding]:
    app = "from tdom_svcs import scan\n\n\ndef wire(registry):\n    scan(registry, 'shop.services')\n"
    return _found(
        "TDC604",
        {
            "shop/__init__.py": "",
            "shop/services/__init__.py": "",
            "shop/app.py": app,
            "shop/views.py": f"from tdom_svcs import hookable\n\n\n{views}",
        },
    )


def test_a_scan_of_a_function_that_is_for_nothing_raises() -> None:
    [found] = _scanned("@hookable\ndef cart_view(cart): ...\n")

    assert "a function elsewhere is only decorated" in found.note
    assert "ValueError: Function cart_view must specify for_ parameter in @injectable decorator" in found.note
    assert found.help.startswith("import it by hand")


@pytest.mark.parametrize(
    ("views", "kind"),
    [
        ("class Cart: ...\n\n\n@hookable(for_=Cart)\ndef cart(): ...\n", "function"),
        ("@hookable\nclass Cart: ...\n", "class"),
    ],
)
def test_a_scan_of_anything_else_does_not(views: str, kind: str) -> None:
    [found] = _scanned(views)

    assert found.note.endswith(f"a {kind} elsewhere is only decorated")
    assert found.help == "scan its package, or register it by hand"


_HIDDEN = (
    "from dataclasses import dataclass\nfrom typing import TYPE_CHECKING\nfrom svcs_di import Inject\n\n"
    "if TYPE_CHECKING:\n    from shop import Carts, Db, Users\n\n\n"
    "@dataclass\nclass Mailer:\n    db: Inject[Db]\n    both: dict[Users, Carts]\n    again: Users\n"
)


def test_every_hidden_name_is_told_once() -> None:
    found = _found("TDC212", _HIDDEN)

    assert sorted(one.message.split("`")[3] for one in found) == ["Carts", "Db", "Users"]
    assert all(one.note.endswith("Cannot resolve type hints for dataclass 'Mailer'") for one in found)


def test_the_error_names_the_class_that_is_made() -> None:
    found = _found("TDC212", f"{_HIDDEN}\n\n@dataclass\nclass OrderMailer(Mailer): ...\n")

    assert all(one.note.endswith("dataclass 'Mailer' or 'OrderMailer', whichever it makes") for one in found)


def test_reserved_props_point_at_their_tags_and_back() -> None:
    text = (
        "from string.templatelib import Template\n\n\ndef Box(data, style: dict) -> Template: ...\n\n\n"
        "page = t'<{Box} data={rows} style={look} /><{Box} style={look} />'\n"
    )

    places = {
        one.message.split("`")[1]: [text[place.span.start : place.span.end] for place in one.related]
        for one in _found("TDC206", text)
    }

    assert places == {"data": ["data"], "style": ["style={look}", "style={look}"]}


def test_a_registration_by_a_call_is_found_where_it_is_called() -> None:
    text = (
        "import svcs\n\n\nclass Clock: ...\n\n\ndef add(found):\n    found.register_value(Clock, 1)\n\n\n"
        "def wire(registry):\n    add(registry)\n    registry.register_value(Clock, 2)\n"
    )

    [found] = _found("TDC412", text)

    assert text[found.span.start : found.span.end] == "registry.register_value(Clock, 2)"
    assert [text[place.span.start : place.span.end] for place in found.related] == ["add(registry)"]


@pytest.mark.parametrize(
    ("line", "gone"),
    [
        ("import svcs_di.injectors.locator as found", "svcs_di.injectors"),
        ("from svcs_di.injectors.locator import ServiceLocator", "svcs_di.injectors"),
        ("from svcs_di.middleware import Props", "svcs_di.middleware"),
    ],
)
def test_the_module_that_python_does_not_find_is_named(line: str, gone: str) -> None:
    assert [one.note for one in _found("TDC902", f"{line}\n")] == [f"ModuleNotFoundError: No module named '{gone}'"]


def test_of_two_values_of_a_resource_the_class_is_named() -> None:
    text = (
        "from svcs_hopscotch.injectors import HopscotchContainer\nfrom shop import Business\n\n\n"
        "def handle(registry, person, is_business):\n    resource = person if is_business else Business\n"
        "    return HopscotchContainer(registry, resource=resource)\n"
    )

    found = _found("TDC602", {"app.py": text, "shop.py": "class Business: ...\n"})

    assert [one.message for one in found] == ["the resource may be the class `Business`, not an instance of it"]


def test_an_async_hook_shows_the_method_that_is_async() -> None:
    base = "class Base:\n    async def __call__(self, target, props, context): ...\n"
    hero = (
        "from tdom_svcs import hookable\nfrom base import Base\n\n\nclass Loud(Base): ...\n\n\n"
        "@hookable(middleware={'before': [Loud]})\nclass Hero: ...\n"
    )

    (found,) = _found("TDC504", {"hero.py": hero, "base.py": base})

    assert [(one.path, one.label) for one in found.related] == [("base.py", "async here")]


def test_a_prop_that_an_override_requires_is_shown_where_it_is_declared() -> None:
    head = "from dataclasses import dataclass\nfrom menu import Menu\n"
    files = {
        "menu.py": "from dataclasses import dataclass\n\n\n@dataclass\nclass Menu:\n    size: int\n",
        "wide.py": f"{head}\n\n@dataclass\nclass Wide(Menu):\n    width: int\n",
        "french.py": (
            "from dataclasses import dataclass\nfrom svcs_hopscotch.injectors import injectable\n"
            "from menu import Menu\n"
            "from wide import Wide\n\n\n@injectable(for_=Menu)\n@dataclass\nclass French(Wide): ...\n"
        ),
        "page.py": 'from menu import Menu\n\npage = t"<{Menu} size={1} />"\n',
    }

    (found,) = _found("TDC605", files)

    assert (found.related[-1].path, found.related[-1].label) == ("wide.py", "required here")


def test_a_prop_of_a_base_class_is_told_by_that() -> None:
    fields = (
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Field:\n    data: list[str]\n\n\n@dataclass\n"
        "class TextField(Field):\n    def __call__(self): ...\n"
    )
    page = 'from fields import TextField\n\npage = t"<{TextField} data={rows} />"\n'

    found = _found("TDC206", {"fields.py": fields, "page.py": page})

    assert [one.message for one in found] == [
        "no tag can give `data` of `Field` and of the components that derive from it a value of type `list[str]`"
    ]


def test_nothing_raises_inside_of_a_component_that_takes_no_children() -> None:
    template = 'page = t"<{%s}><hr aria={labels}/>{[1]:x}</{%s}>"\n'
    rules = "def Drop(): ...\n\n\ndef Panel(children): ...\n\n\n"

    dropped, kept = (_found("TDC102", rules + template % (name, name)) for name in ("Drop", "Panel"))

    assert [(found.severity, found.note) for found in dropped] == [
        (td.Severity.WARNING, "nothing of this is rendered, as the component around it takes no children")
    ]
    assert [(found.severity, found.note) for found in kept] == [
        (td.Severity.ERROR, "tdom raises TypeError: aria attributes cannot be templated")
    ]
    assert _found("TDC132", rules + template % ("Drop", "Drop")) == []
    assert len(_found("TDC132", rules + template % ("Panel", "Panel"))) == 1
