"""What codemods say of options that make no sense, before anything runs."""

from __future__ import annotations

import pytest

from tdomcheck.catalog.codemods import open_codemods

ENTRIES = {entry.info.name: entry.cls for entry in open_codemods((), "").entries}
PATTERN = {"pattern": "old($X)", "with": "new($X)", "where": (), "imports": ()}


@pytest.mark.parametrize(
    ("name", "options", "problem"),
    [
        ("replace", PATTERN, ""),
        ("replace", PATTERN | {"pattern": "-> Node", "with": "-> str | Markup", "imports": ("tdom.Markup",)}, ""),
        ("replace", PATTERN | {"where": ("X:kind=call",)}, ""),
        ("replace", PATTERN | {"pattern": "old("}, "old("),
        ("replace", PATTERN | {"with": "new($Y)"}, "the fix names $Y, which the pattern does not bind; it binds $X"),
        ("replace", PATTERN | {"with": "-> new"}, "one has no arrow"),
        ("replace", PATTERN | {"where": ("X",)}, "it reads X:FIELD=VALUE"),
        ("replace", PATTERN | {"where": ("Y:kind=call",)}, "`where` speaks of $Y"),
        ("replace", PATTERN | {"imports": ("Markup",)}, "`Markup` is nothing to import"),
        ("replace", PATTERN | {"imports": ("a b.c",)}, "`a b.c` is nothing to import"),
        ("replace", PATTERN | {"pattern": "foo($X)", "with": "log(foo($X))"}, "matches `foo($X)` itself"),
        ("replace", PATTERN | {"pattern": "swap($A, $B)", "with": "swap($B, $A)"}, "a second run"),
        ("replace", PATTERN | {"pattern": "-> Node", "with": "-> Node | None"}, ""),
        ("replace", PATTERN | {"pattern": "-> Node", "with": "-> Node"}, "a second run"),
        ("replace", PATTERN | {"pattern": "get($X)", "with": "get(str($X))", "where": ("X:kind=string",)}, ""),
        ("add-import", {"name": "tdom.html"}, ""),
        ("add-import", {"name": "html"}, "`html` is nothing to import"),
        ("add-import", {"name": "tdom..html"}, "`tdom..html` is nothing to import"),
        ("remove-unused-imports", {}, ""),
        ("view-to-component", {"old": "shop.view", "new": "component"}, ""),
        ("view-to-component", {"old": "view", "new": ""}, "`` is no name of a decorator: `new` takes one"),
        ("view-to-component", {"old": "@view", "new": "component"}, "`@view` is no name of a decorator"),
        ("view-to-component", {"old": "view", "new": "class"}, "`class` is no name of a decorator: `new` takes one"),
        ("add-view-decorator", {"decorators": ()}, ""),
        ("add-view-decorator", {"decorators": ("view", "shop.web.view")}, ""),
        ("add-view-decorator", {"decorators": ('["shop.view"]',)}, '`["shop.view"]` is no name of a decorator'),
        (
            "add-view-decorator",
            {"decorators": ("view", "@page")},
            "`@page` is no name of a decorator: `decorators` takes",
        ),
        ("keyword-only-injection", {"decorators": ("shop.view",)}, ""),
        ("keyword-only-injection", {"decorators": ("shop view",)}, "`shop view` is no name of a decorator"),
    ],
)
def test_a_problem_with_options(name: str, options: dict[str, object], problem: str) -> None:
    said = ENTRIES[name].problem_with(options)  # type: ignore[arg-type]

    assert (problem in said) if problem else said == ""
