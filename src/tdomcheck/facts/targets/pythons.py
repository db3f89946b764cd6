"""The oldest Python that a project is written for."""

from __future__ import annotations

import configparser
import tomllib

import tree_sitter

from tdomcheck.facts.targets.versions import VERSION, numbers_of
from tdomcheck.regex import regex
from tdomcheck.source.toml import table, text
from tdomcheck.source.tree import compiled_query, parse_tree

_REQUIRES = regex(r"""(?m)^[ \t]*requires-python[ \t]*=[ \t]*(["'])([^"'\n]*)\1""")
_CLAUSE = regex(rf"(>=|<=|==|!=|~=|>|<|\^|~)?\s*({VERSION})")
_CALLS = """(call function: (_) @function arguments: (argument_list
    (keyword_argument name: (identifier) @name value: (string) @value)))"""
_LITERAL = regex(r"""[rRuU]?(["'])([^"'\\{]*)\1""")
_LEAST = frozenset({">=", ">", "==", "~=", "^", "~", ""})
"""The operators that keep older ones out, those of Poetry among them."""


def oldest_python(manifest: str, configuration: str = "", script: str = "") -> str:
    """What the Pythons of a pyproject.toml begin with, else those of a setup.cfg or a setup.py.

    Nothing where none of them keeps an old one out."""
    match = _REQUIRES.search(manifest)
    specifiers = (match[2] if match else _of_poetry(manifest), _configured(configuration), _scripted(script))
    return next(filter(None, map(_oldest, specifiers)), "")


def _oldest(specifier: str) -> str:
    alternatives = [_least(each) for each in specifier.split("||")]
    return "" if "" in alternatives else min(alternatives, key=numbers_of)


def _least(specifier: str) -> str:
    least = [version for operator, version in _CLAUSE.findall(specifier) if operator in _LEAST]
    return max(least, key=numbers_of, default="")


def _of_poetry(manifest: str) -> str:
    """`python` among the dependencies of Poetry, which may be a table with its version."""
    if "poetry" not in manifest:
        return ""
    try:
        dependencies = table(tomllib.loads(manifest), "tool", "poetry", "dependencies")
    except (ValueError, RecursionError):
        return ""
    return text(dependencies.get("python")) or text(table(dependencies, "python").get("version"))


def _configured(configuration: str) -> str:
    """`python_requires` of setup.cfg."""
    if "python_requires" not in configuration:
        return ""
    parser = configparser.RawConfigParser(allow_no_value=True)
    try:
        parser.read_string(configuration)
    except (configparser.Error, ValueError):
        return ""
    return parser.get("options", "python_requires", fallback="") or ""


def _scripted(script: str) -> str:
    """`python_requires` of a call of `setup`, where it is a literal."""
    if "python_requires" not in script:
        return ""
    tree = parse_tree(script.encode("utf-8", "replace"))
    for _, found in tree_sitter.QueryCursor(compiled_query(_CALLS)).matches(tree.root):
        function, name, value = (tree.text(found[each][0]) for each in ("function", "name", "value"))
        literal = _LITERAL.fullmatch(value)
        if function.rpartition(".")[2] == "setup" and name == "python_requires" and literal is not None:
            return literal[2]
    return ""
