"""Versions as numbers that can be compared, without what `packaging` costs to import."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tdomcheck.regex import regex

VERSION = r"\d{1,9}(?:\.\d{1,9}){0,9}"
PYTHON = "python"
"""What specifiers call the language, in place of a package."""
Numbers = tuple[int, ...]
_CLAUSE = regex(rf"(>=|<=|==|!=|~=|>|<)\s*({VERSION})")
_COMPARE: Mapping[str, Callable[[Numbers, Numbers], bool]] = {
    ">=": lambda left, right: left >= right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    "<": lambda left, right: left < right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
}


def numbers_of(version: str) -> Numbers:
    """The numbers of a version; `1.0` is `1`."""
    numbers = [int(part) for part in re.findall(r"\d+", version)]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def clauses_in(specifier: str) -> list[tuple[str, str]]:
    """The operators of a specifier, each with its version."""
    return _CLAUSE.findall(specifier)


def package_of(specifier: str) -> str:
    """What stands before the first clause."""
    return re.split(r"[<>=!]", specifier, maxsplit=1)[0].strip()


def fulfils(version: str, specifier: str) -> bool:
    """Whether a version fulfils every clause of a specifier."""
    numbers = numbers_of(version)
    return all(_COMPARE[operator](numbers, numbers_of(bound)) for operator, bound in clauses_in(specifier))
