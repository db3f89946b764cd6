"""What `type X = ...` binds: a name like any other, in the scope that it stands in."""

from __future__ import annotations

import pytest
from fact_examples import view_of

TDOM = "from tdom import html\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("type X = int\n", {"X"}),
        ("type X[T] = list[T]\n", {"X"}),
        ("type = 1\n", {"type"}),
        ("type(X)\n", set()),
        ("def f():\n    type X = int\n", set()),
        ("class A:\n    type X = int\n", set()),
    ],
)
def test_a_module_has_the_name(text: str, names: set[str]) -> None:
    assert view_of(TDOM + text).scopes.scopes[0].names == names


def test_it_hides_an_import_where_it_stands() -> None:
    view = view_of(f"{TDOM}def f():\n    type html = int\n    html\n\nhtml\n")
    inner, outer = view.readers["html"][-2:]
    assert (view.resolve(inner), view.resolve(outer)) == ("", "tdom.html")
