"""Regular expressions that are compiled when they are first used: a hook imports 200 and uses a third of them."""

from __future__ import annotations

import re
import typing as t

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub", "subn", "pattern", "flags", "groups")


class _Uncompiled:
    """Stands for a pattern until one of its methods is asked for, and has them all from then on."""

    def __init__(self, text: str | bytes, flags: re.RegexFlag | int) -> None:
        self._made_of = text, flags

    def __getattr__(self, name: str) -> t.Any:
        if name not in _METHODS:
            raise AttributeError(name)
        text, flags = self._made_of
        pattern: t.Any = re.compile(t.cast("t.Any", text), flags)
        self.__dict__.update({method: getattr(pattern, method) for method in _METHODS})
        return getattr(pattern, name)


_UNCOMPILED: list[_Uncompiled] = []


def compile_all() -> None:
    """Compile the patterns of what is imported: who counts calls must not count when one is first used."""
    while _UNCOMPILED:
        _ = _UNCOMPILED.pop().pattern


def regex(text: t.AnyStr, flags: re.RegexFlag | int = 0) -> re.Pattern[t.AnyStr]:
    """A pattern of a module, compiled once somebody looks for something with it."""
    pattern = _Uncompiled(text, flags)
    _UNCOMPILED.append(pattern)
    return t.cast("re.Pattern[t.AnyStr]", pattern)
