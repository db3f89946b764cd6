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
