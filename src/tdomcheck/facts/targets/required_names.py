"""Which packages a file says that a project requires, and what it says that the project itself is called."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.errors import Unparsable
from tdomcheck.model.suffixes import LOCKS, MANIFEST
from tdomcheck.regex import regex
from tdomcheck.source.toml import TomlText, table, text

_LOCKED = regex(r'(?m)^name = "([^"\n]+)"')
_OWN = regex(r"""(?m)^[ \t]*name[ \t]*=[ \t]*["']?([\w.-]+)""")
"""What setup.py and setup.cfg call what they build."""
_REQUIRING = frozenset({"dependency-groups", "requires"})
"""Tables and lists of requirements, as those whose names end like `optional-dependencies`."""


def folded(name: str) -> str:
    return name.lower().replace("-", "_")


def required_names(name: str, content: str) -> Iterator[str]:
    """What a file requires; of one whose form is not known any of its text may be that."""
    if name == MANIFEST:
        yield from map(folded, _required(_values(content)))
    elif name in LOCKS:
        yield from map(folded, _LOCKED.findall(content))
    else:
        yield folded(content)


def own_names(name: str, content: str) -> set[str]:
    """What a project calls itself in a file."""
    if name == MANIFEST:
        values = _values(content)
        names = (table(values, "project").get("name"), table(values, "tool", "poetry").get("name"))
        return {folded(each) for each in map(text, names) if each}
    return set(map(folded, _OWN.findall(content))) if name in {"setup.py", "setup.cfg"} else set()


def workspace_members(content: str) -> list[str]:
    """The globs of the folders that a pyproject.toml makes a workspace of."""
    workspace = table(_values(content), "tool", "uv", "workspace") if "workspace" in content else {}
    members, excluded = (workspace.get(key) for key in ("members", "exclude"))
    found = [each for each in members if isinstance(each, str)] if isinstance(members, list) else []
    return [*found, *(f"!{each}" for each in excluded)] if isinstance(excluded, list) else found


def _required(values: object) -> Iterator[str]:
    """The strings and keys of the tables that requirements are in, however deep: of tools nobody has a list."""
    pending = [(values, False)]
    while pending:
        value, is_inside = pending.pop()
        if isinstance(value, str) and is_inside:
            yield value
        elif isinstance(value, list):
            pending += [(each, is_inside) for each in value]
        elif isinstance(value, dict):
            yield from value if is_inside else ()
            pending += [(each, is_inside or _is_requiring(key)) for key, each in value.items()]


def _is_requiring(key: str) -> bool:
    return key in _REQUIRING or key.endswith("dependencies")


def _values(content: str) -> dict[str, object]:
    try:
        return TomlText(content.encode()).values
    except Unparsable:
        return {}
