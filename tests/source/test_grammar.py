"""The grammar that is loaded alone is the one of the package."""

from __future__ import annotations

from importlib.machinery import PathFinder

import pytest
import tree_sitter
import tree_sitter_python

from tdomcheck.source.grammar import grammar


def test_it_is_that_of_the_package() -> None:
    assert tree_sitter.Language(grammar()) == tree_sitter.Language(tree_sitter_python.language())


def test_a_release_with_another_binding_is_imported_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PathFinder, "find_spec", lambda *_: None)

    assert tree_sitter.Language(grammar()) == tree_sitter.Language(tree_sitter_python.language())
