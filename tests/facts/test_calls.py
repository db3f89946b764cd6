"""Facts of calls: rendering, scanning, middleware, hooks, and the attributes of component tags."""

from __future__ import annotations

import pytest
from fact_examples import facts_of


def test_rendering() -> None:
    facts = facts_of(
        "from tdom_svcs import html as h\n\n\ndef page(c):\n    made = t'<p></p>'\n    return h(made, container=c)\n"
    )

    assert [
        (each.function, each.name, each.positional, tuple(word.name for word in each.keywords), each.site.owner)
        for each in facts.renders
    ] == [("tdom_svcs.html", "h", 1, ("container",), "page")]
    assert facts.renders[0].template_start > 0


@pytest.mark.parametrize(
    ("call", "packages", "texts"),
    [
        ("scan(registry, 'shop.a', services)", ("shop.a", "shop.services"), ["shop.a"]),
        ("scan(registry)", (), []),
        ("scan(registry, *found)", ("",), []),
        ("registry.scan('shop.a')", ("shop.a",), ["shop.a"]),
    ],
)
def test_scans(call: str, packages: tuple[str, ...], texts: list[str]) -> None:
    facts = facts_of(
        f"from tdom_svcs import scan\nfrom shop import services\n\n\ndef wire(registry, found):\n    {call}\n"
    )

    assert [scan.packages for scan in facts.scans] == [packages]
    assert [text for text, _, _ in facts.scans[0].texts] == texts


def test_another_scan_is_none() -> None:
    assert facts_of("from antivirus import scan\nimport tdom_svcs\n\nscan(registry, 'x')\ndisk.scan('y')\n").scans == ()


def test_hooks() -> None:
    facts = facts_of(
        "from tdom_svcs import hookable, register_hookable\nfrom shop import A\n\n\n"
        "@hookable(middleware={'before': [A, 'B'], phase: [A]})\nclass Card: ...\n\n\n"
        "register_hookable(registry, Card, {'after': [A]})\n"
    )

    assert [(hook.phase, hook.type_ref, hook.is_text, hook.target) for hook in facts.hooks] == [
        ("before", "shop.A", False, ":Card"),
        ("before", "", True, ":Card"),
        ("after", "shop.A", False, ":Card"),
    ]


def test_containers_are_told_by_name_or_by_what_made_them() -> None:
    facts = facts_of(
        "import svcs\n\n\ndef page(container, cache, registry):\n    mine = svcs.Container(registry)\n"
        "    with svcs.Container(registry) as opened:\n        opened.get(A)\n    mine.get(A)\n    container.get(A)\n"
        "    cache.get(A)\n    self.svcs_container.get(A)\n\n\nclass A: ...\n"
    )

    assert {fetch.receiver: fetch.is_of_container for fetch in facts.fetches} == {
        "opened": True,
        "mine": True,
        "container": True,
        "cache": False,
        "self.svcs_container": True,
    }


def test_attributes_of_a_tag() -> None:
    facts = facts_of(
        "attrs = {'id': 'a'}\nn = 3\nx = t\"<{C} a='1' b={2} c=x{n}y d {attrs} {more} e={n} />\"\n",
    )

    use = facts.uses[0]
    assert [(each.name, each.kind, each.value_type) for each in use.attributes] == [
        ("a", "literal", "str"),
        ("b", "interpolated", "int"),
        ("c", "templated", "str"),
        ("d", "literal", "True"),
        ("id", "spread", ""),
        ("e", "interpolated", "int"),
    ]
    assert use.has_spread
    assert use.has_own_spread


@pytest.mark.parametrize("change", ["attrs.update(more)", "attrs['b'] = 1", "grow(attrs)", "attrs = other"])
def test_a_mapping_that_may_have_changed_is_unknown(change: str) -> None:
    facts = facts_of(f"attrs = {{'id': 'a'}}\n{change}\nx = t'<{{C}} {{attrs}} />'\n")

    assert facts.uses[0].names == ()
    assert facts.uses[0].has_spread
