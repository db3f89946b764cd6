"""The oldest Python that a project is written for."""

from __future__ import annotations

import tomllib

from tdomcheck.facts.targets.versions import VERSION, numbers_of
from tdomcheck.regex import regex
from tdomcheck.source.toml import table, text

_REQUIRES = regex(r"""(?m)^[ \t]*requires-python[ \t]*=[ \t]*(["'])([^"'\n]*)\1""")
_CLAUSE = regex(rf"(>=|<=|==|!=|~=|>|<|\^|~)?\s*({VERSION})")
_LEAST = frozenset({">=", ">", "==", "~=", "^", "~", ""})
"""The operators that keep older ones out, those of Poetry among them."""


def oldest_python(manifest: str) -> str:
    """What the Pythons of a pyproject.toml begin with; nothing where it keeps no old one out."""
    match = _REQUIRES.search(manifest)
    specifier = match[2] if match else _of_poetry(manifest) if "poetry" in manifest else ""
    alternatives = [_least(each) for each in specifier.split("||")]
    return "" if "" in alternatives else min(alternatives, key=numbers_of)


def _least(specifier: str) -> str:
    least = [version for operator, version in _CLAUSE.findall(specifier) if operator in _LEAST]
    return max(least, key=numbers_of, default="")


def _of_poetry(manifest: str) -> str:
    """`python` among the dependencies of Poetry, which may be a table with its version."""
    try:
        dependencies = table(tomllib.loads(manifest), "tool", "poetry", "dependencies")
    except (ValueError, RecursionError):
        return ""
    return text(dependencies.get("python")) or text(table(dependencies, "python").get("version"))
