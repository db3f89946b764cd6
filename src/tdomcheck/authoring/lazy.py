"""Names that are imported when somebody asks for them: most rules ask few, and a hook starts anew for every commit."""

from __future__ import annotations

import re
import sys
import typing as t
from collections.abc import Callable
from functools import cache
from importlib import import_module

from tdomcheck.regex import regex

if t.TYPE_CHECKING:
    from importlib.abc import InspectLoader

_OFFER = regex(r"^    from (\S+) import (\w+) as (\w+)$", re.MULTILINE)


def names_of(module: str) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a module that says for type checkers what it offers.

    The imports below its `if t.TYPE_CHECKING:` are the one list of its names, a name a line: it is read from the
    source, as a type checker reads it.
    """

    def get(name: str) -> object:
        if name == "__all__":  # what `from tdomcheck.authoring import *` asks for
            return names()
        home = offers(module).get(name)
        if home is None:
            raise AttributeError(f"module {module!r} has no attribute {name!r}{_hint(module, name)}", name=name)
        value = _imported(*home)
        setattr(sys.modules[module], name, value)
        return value

    def names() -> list[str]:
        return sorted(offers(module))

    return get, names


@cache
def offers(module: str) -> dict[str, tuple[str, str]]:
    """By the name that a module offers: the module it comes from, and its name there."""
    loader = t.cast("InspectLoader", import_module(module).__loader__)
    source = loader.get_source(module)
    if source is None:
        raise ImportError(
            f"{module} is installed without its source, which says what it offers: install tdomcheck anew"
        )
    return {name: (home, own_name) for home, own_name, name in _OFFER.findall(source)}


def _hint(module: str, name: str) -> str:
    """Where a section has what somebody asks the top for."""
    sections = (f"{home}.{section}" for section, (home, _) in offers(module).items() if home == module)
    return next((f": it is td.{each.rpartition('.')[2]}.{name}" for each in sections if name in offers(each)), "")


def _imported(home: str, name: str) -> object:
    names = vars(import_module(home))
    return names[name] if name in names else import_module(f"{home}.{name}")
