"""What a plugin may import is there, and comes from where type checkers are told."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tdomcheck import authoring
from tdomcheck.authoring.homes import HOMES


def told() -> dict[str, set[str]]:
    """The names that type checkers see beside what is imported at once, with their homes."""
    path = authoring.__file__
    assert path is not None
    module = ast.parse(Path(path).read_text(encoding="utf-8"))
    imports = [node for block in module.body if isinstance(block, ast.If) for node in block.body]
    homes: dict[str, set[str]] = {}
    for node in imports:
        assert isinstance(node, ast.ImportFrom)
        for alias in node.names:
            home = (node.module or "").removeprefix("tdomcheck.")
            homes[alias.asname or alias.name] = {f"{home}.{alias.name}", f"{home}:{alias.name}"}
    return homes


def test_every_name_is_at_home_where_type_checkers_are_told() -> None:
    known = told()
    assert set(known) == set(HOMES)
    assert [name for name, home in HOMES.items() if home not in known[name]] == []


@pytest.mark.parametrize("name", sorted(authoring.__all__))
def test_every_name_can_be_asked_for(name: str) -> None:
    assert getattr(authoring, name) is getattr(authoring, name)


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'question'"):
        authoring.question  # noqa: B018
