"""The grammar of Python, without the package that it comes in."""

from __future__ import annotations

import importlib.util
from importlib.machinery import PathFinder

_PACKAGE = "tree_sitter_python"
_BINDING = f"{_PACKAGE}._binding"


def grammar() -> object:
    """What `tree_sitter_python.language()` gives.

    To import that package takes as long as to import all of `facts.python`: for queries that we never read it imports
    `importlib.resources`, which imports `pathlib`, `tempfile` and `urllib`. So its binding is loaded alone; a release
    that has none by that name is imported as a whole.
    """
    package = importlib.util.find_spec(_PACKAGE)
    binding = PathFinder.find_spec(_BINDING, package.submodule_search_locations) if package is not None else None
    if binding is None or binding.loader is None:
        import tree_sitter_python

        return tree_sitter_python.language()
    module = importlib.util.module_from_spec(binding)
    binding.loader.exec_module(module)
    return module.language()
