"""Facts of constants, and of calls that hand a registry on."""

from __future__ import annotations

import pytest
from fact_examples import facts_of


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ('PurePath("fr")', "relative path"),
        ('PurePath("/fr")', "made pathlib.PurePath"),
        ('PurePath("fr", "ch")', "made pathlib.PurePath"),
        ("PurePath(f'{root}fr')", "made pathlib.PurePath"),
        ("Rates({})", "made :Rates"),
        ("rates({})", ""),
        ("Unknown()", ""),
        ("', '.join(names)", "str"),
        ('"<b>x</b>"', "str"),
        ('"<b class=x>x</b>"', "tags"),
        ('"<img src=x onerror=alert(1)>"', "str"),
        ("{}", "dict"),
    ],
)
def test_kinds_of_constants(value: str, kind: str) -> None:
    facts = facts_of(f"from pathlib import PurePath\n\n\nclass Rates: ...\n\n\nGIVEN = {value}\n")

    assert dict(facts.constants).get("GIVEN", "") == kind


@pytest.mark.parametrize(
    "other",
    [
        "if rates:\n    GIVEN = Rates(1)",
        "def move():\n    global GIVEN",
        "for GIVEN in rates: ...",
        "GIVEN: Rates = find()",
    ],
)
def test_what_may_be_given_another_value_is_no_object(other: str) -> None:
    assert facts_of(f"class Rates: ...\n\n\nGIVEN = Rates()\n{other}\n").constants == ()


_ADD = "import svcs\n\n\ndef add(found):\n    found.register_value(int, 1)\n\n\ndef wire(registry):\n    "


def test_a_call_that_hands_a_name_on() -> None:
    facts = facts_of(f"{_ADD}(add(registry))\n    registry.register_value(int, 2)\n")

    [call] = facts.calls
    inner, outer = facts.registrations

    assert (call.function, call.binding, call.site.owner) == (":add", ("registry", "found"), "wire")
    assert (call.body, call.site.block) == (inner.site.block, outer.site.block)


def test_a_call_at_the_top_of_a_module_stands_in_its_block() -> None:
    facts = facts_of("import svcs\n\n\ndef add(found):\n    found.register_value(int, 1)\n\n\nadd(registry)\n")

    assert [call.site.block for call in facts.calls] == [0]


@pytest.mark.parametrize(
    "call", ["done = add(registry)", "add(registry, 1)", "add(find())", "add()", "debug or add(a)"]
)
def test_calls_that_hand_nothing_on(call: str) -> None:
    assert facts_of(f"{_ADD}{call}\n").calls == ()


@pytest.mark.parametrize(
    "other",
    [
        ("def add", "async def add"),
        ("def add", "@elsewhere\ndef add"),
        ("def add(found)", "def add(found, more)"),
        ("    found", "    if found: return\n    found"),
        ("register_value", "keep"),
    ],
)
def test_functions_that_may_not_register(other: tuple[str, str]) -> None:
    assert facts_of(f"{_ADD.replace(*other)}add(registry)\n").calls == ()
