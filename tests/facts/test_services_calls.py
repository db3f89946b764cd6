"""Calls that wiring is made of, and annotations that a container fills: by what names mean, never by spelling."""

from __future__ import annotations

from textwrap import dedent

import pytest
from fact_examples import facts_of

from tdomcheck.facts.records import FileFacts
from tdomcheck.model.features import Feature

HEAD = """
import shop
from svcs import Registry
from svcs_di import Inject
from svcs_hopscotch import Get, HopscotchContainer, HopscotchRegistry, Resource, scan
from tdom import html
from tdom_svcs.middleware import execute_middleware, hookable, register_hookable, register_middleware
from shop.types import Card, Customer, Db, Log, Mail, make

"""


def facts(text: str) -> FileFacts:
    return facts_of(dedent(HEAD).lstrip() + dedent(text))


@pytest.mark.parametrize(
    ("call", "packages"),
    [
        ("scan(registry, shop)", ("shop",)),
        ("scan(registry, 'shop.cards')", ("shop.cards",)),
        ("scan(registry, shop, 'other')", ("shop", "other")),
        ("scan(registry)", ()),
        ("scan(registry, pick())", ("",)),
        ("scan(registry, *PACKAGES)", ("shop.a", "shop.b")),
        ("scan(registry, *more)", ("",)),
        ("registry.scan(shop)", ("shop",)),
    ],
)
def test_a_scan_names_packages(call: str, packages: tuple[str, ...]) -> None:
    (fact,) = facts(f"PACKAGES = ('shop.a', 'shop.b')\n\ndef setup(registry, more):\n    {call}\n").scans

    assert fact.packages == packages
    assert fact.owner == "setup"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("def scan(x): ...\n\ndoc.scan(shop)", id="a method of something else"),
        pytest.param("scanner.scan(shop)", id="a scanner"),
        pytest.param("scan", id="no call"),
        pytest.param("from shop.own import scan\nscan(registry, shop)", id="the function of another module"),
    ],
)
def test_what_is_no_scan_of_a_registry_scans_nothing(text: str) -> None:
    head = dedent(HEAD).replace(", scan", "")

    assert facts_of(head + text).scans == ()


@pytest.mark.parametrize(
    ("call", "has_locals", "is_plain"),
    [
        ("scan(Registry(), locals_dict=locals())", True, True),
        ("scan(Registry(), shop)", False, True),
        ("scan(HopscotchRegistry(), shop)", False, False),
        ("scan(registry, shop)", False, False),
    ],
)
def test_a_scan_says_into_what(call: str, has_locals: bool, is_plain: bool) -> None:
    (fact,) = facts(f"def setup(registry):\n    {call}\n").scans

    assert (fact.has_locals, fact.is_plain) == (has_locals, is_plain)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        pytest.param("html(t'<p></p>')", (1, (), True), id="a template"),
        pytest.param("html(page)", (1, (), True), id="a template by its name"),
        pytest.param("html(other)", (1, (), False), id="what nobody knows"),
        pytest.param("html(t'<p></p>', context=1)", (1, ("context",), True), id="with an option"),
        pytest.param("html(t'<p></p>', **options)", (1, ("*",), True), id="with who knows what"),
        pytest.param("html()", (0, (), False), id="nothing"),
    ],
)
def test_a_call_renders_a_template(call: str, told: tuple[int, tuple[str, ...], bool]) -> None:
    (fact,) = facts(f"def view(other, options):\n    page = t'<b></b>'\n    return {call}\n").renders

    assert (fact.function, fact.site.owner) == ("tdom.html", "view")
    assert (fact.positional, tuple(word.name for word in fact.keywords), fact.template_end > 0) == told


@pytest.mark.parametrize(
    "text",
    [
        "page.html(t'<p></p>')",
        "def html(x): ...\n\nclass A:\n    html = 1\n",
        "print(t'<p></p>')",
        "html",
    ],
)
def test_what_does_not_call_html_renders_nothing(text: str) -> None:
    assert facts(text).renders == ()


@pytest.mark.parametrize(
    ("text", "is_quiet"),
    [
        ("html(t'<p>')", False),
        ("import pytest\nwith pytest.raises(ValueError):\n    html(t'<p>')", True),
        ("try:\n    html(t'<p>')\nexcept ValueError:\n    pass", True),
    ],
)
def test_nothing_is_said_of_a_call_that_is_expected_to_fail(text: str, is_quiet: bool) -> None:
    assert [fact.site.is_quiet for fact in facts(text).renders] == [is_quiet]


@pytest.mark.parametrize(
    ("call", "function", "arguments"),
    [
        ("register_middleware(registry, Log)", "tdom_svcs.middleware.register_middleware", ("", "shop.types.Log")),
        ("execute_middleware(Card, 'x', c)", "tdom_svcs.middleware.execute_middleware", ("shop.types.Card", '"x"', "")),
        ("execute_middleware(pick())", "tdom_svcs.middleware.execute_middleware", ("",)),
    ],
)
def test_calls_that_the_project_asks_about_say_what_they_are_given(
    call: str, function: str, arguments: tuple[str, ...]
) -> None:
    (fact,) = [each for each in facts(f"def setup(registry, c):\n    {call}\n").calls if each.function == function]

    assert tuple("" if each.startswith(":") else each for each in fact.arguments) == arguments


@pytest.mark.parametrize("text", ["print(Log)", "register_middleware", "x.y(Log)", "def register_middleware(a): ...\n"])
def test_other_calls_are_no_fact(text: str) -> None:
    assert not [each for each in facts(text).calls if each.function.endswith("register_middleware")]


def test_a_call_says_whether_it_is_awaited_and_of_what() -> None:
    text = "async def f(c):\n    await execute_middleware(Card)\n    execute_middleware(Card)\n"

    assert [each.is_awaited for each in facts(text).calls] == [True, False]


@pytest.mark.parametrize(
    ("resource", "makers"),
    [
        ("Customer('a')", ("shop.types.Customer",)),
        ("Customer", ("=shop.types.Customer",)),
        ("None", ()),
        ("pick()[0]", ("",)),
        ("Customer('a') if x else None", ("shop.types.Customer",)),
    ],
)
def test_a_container_is_opened_with_a_resource(resource: str, makers: tuple[str, ...]) -> None:
    calls = facts(f"def f(registry, x):\n    HopscotchContainer(registry, resource={resource})\n").calls

    assert tuple(maker for call in calls for maker in call.resources) == makers


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        pytest.param("HopscotchContainer(registry, resource=Customer())", False, id="a plain call"),
        pytest.param("def f(c: HopscotchContainer): ...", False, id="an annotation"),
        pytest.param("registry.register_value(Db, 1, resource=Customer)", False, id="the resource of a registration"),
        pytest.param("x = [HopscotchContainer]", True, id="it is handed on"),
        pytest.param("class Own(HopscotchContainer): ...", True, id="it is derived from"),
        pytest.param("HopscotchContainer(registry, **options)", True, id="with who knows what"),
        pytest.param("opened(resource=Customer())", True, id="something else that takes one"),
    ],
)
def test_a_container_may_be_opened_where_nobody_sees_it(text: str, is_open: bool) -> None:
    assert (Feature.OPENING_INDIRECTLY in facts(text).features) is is_open


@pytest.mark.parametrize(
    ("text", "is_open"),
    [("execute_middleware(Card)", False), ("run(execute_middleware)", True), ("import execute_later", False)],
)
def test_a_phase_may_run_where_nobody_sees_it(text: str, is_open: bool) -> None:
    assert (Feature.RUNNING_INDIRECTLY in facts(text).features) is is_open


@pytest.mark.parametrize(
    ("text", "hooks"),
    [
        pytest.param(
            "@hookable(middleware={'before': [Log, Mail]})\nclass Page: ...",
            [("before", "Log", "Page"), ("before", "Mail", "Page")],
            id="a decorator",
        ),
        pytest.param(
            "@hookable(middleware=dict(after=Log))\ndef page(): ...", [("after", "Log", "page")], id="a call of dict"
        ),
        pytest.param("register_hookable(registry, Card, {'before': Log})", [("before", "Log", "Card")], id="a call"),
        pytest.param(
            "HOOKS = {'before': [Log]}\n\n@hookable(middleware=HOOKS)\nclass Page: ...",
            [("before", "Log", "Page")],
            id="a name",
        ),
        pytest.param("@hookable(middleware=pick())\nclass Page: ...", [], id="what a function gives"),
        pytest.param("@hookable\nclass Page: ...", [], id="no map"),
        pytest.param("@other(middleware={'before': [Log]})\nclass Page: ...", [], id="another decorator"),
        pytest.param("setup(registry, Card, {'before': Log})", [], id="another call"),
    ],
)
def test_hooks_are_the_entries_of_middleware_maps(text: str, hooks: list[tuple[str, str, str]]) -> None:
    told = [
        (hook.phase, hook.type_ref.rpartition(".")[2], hook.target.rpartition(".")[2].lstrip(":"))
        for hook in facts(text).hooks
    ]

    assert told == hooks


def test_a_text_where_a_class_must_stand_is_told_apart() -> None:
    hooks = facts("@hookable(middleware={'before': ['Log', Log]})\nclass Page: ...\n").hooks

    assert [(hook.is_text, bool(hook.type_ref)) for hook in hooks] == [(True, False), (False, True)]


@pytest.mark.parametrize(
    ("annotation", "told"),
    [
        ("Inject[Db]", ("Inject", "shop.types.Db")),
        ("'Inject[Db]'", ("Inject", "shop.types.Db")),
        ("Resource[Customer]", ("Resource", "shop.types.Customer")),
        ("Get[Customer, 'name']", ("Get", "shop.types.Customer")),
        ("Inject[pick()]", ("Inject", "")),
    ],
)
def test_an_annotation_asks_a_container(annotation: str, told: tuple[str, str]) -> None:
    head = "from dataclasses import dataclass\n\n@dataclass\n"
    text = f"{head}class A:\n    x: {annotation}\n\ndef f(x: {annotation}): ...\n"

    assert [(fact.marker, fact.type_ref) for fact in facts(text).injections] == [told, told]


@pytest.mark.parametrize(
    "annotation", ["Db", "list[Db]", "'Db'", "Other[Db]", "shop.Inject[Db]", "int", "Inject[Db] | None"]
)
def test_other_annotations_ask_nobody(annotation: str) -> None:
    assert facts(f"def f(x: {annotation}): ...\n").injections == ()


def test_a_marker_of_one_s_own_asks_nobody() -> None:
    text = dedent(HEAD).replace("from svcs_di import Inject\n", "class Inject: ...\n")

    assert facts_of(text + "def f(x: Inject[Db]): ...\n").injections == ()
