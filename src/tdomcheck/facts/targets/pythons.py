"""The oldest Python that a project is written for."""

from __future__ import annotations

from tdomcheck.facts.targets.versions import clauses_in, numbers_of
from tdomcheck.regex import regex

_REQUIRES = regex(r"""(?m)^[ \t]*requires-python[ \t]*=[ \t]*(["'])([^"'\n]*)\1""")
_LEAST = frozenset({">=", ">", "==", "~="})


def oldest_python(manifest: str) -> str:
    """What `requires-python` of a pyproject.toml begins with; nothing where it keeps no old one out."""
    match = _REQUIRES.search(manifest)
    least = [version for operator, version in clauses_in(match[2] if match else "") if operator in _LEAST]
    return max(least, key=numbers_of, default="")
