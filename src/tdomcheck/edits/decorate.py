"""Makes a class a dataclass."""

from __future__ import annotations

from tdomcheck.edits.imports import importable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import Shape
from tdomcheck.model import Edit, Fix

_PLAIN_DEFAULTS = frozenset({"integer", "float", "string", "true", "false", "none", "tuple", "identifier"})


def dataclass_fix(view: ModuleView, shape: Shape) -> Fix | None:
    """Make a class a dataclass, where that is possible."""
    spelled = importable(view, "dataclasses", "dataclass") if _may_be_dataclass(shape) else None
    if spelled is None:
        return None
    name, imports = spelled
    keyword = view.span(shape.node.children[0])
    before = view.source.position(keyword.start).column - 1
    indent = view.source.slice(keyword.start - before, keyword.start).replace("\f", "")
    if indent.strip():
        return None
    edit = Edit(keyword.start, keyword.end, f"@{name}\n{indent}class")
    return Fix(f"Make `{shape.path}` a dataclass", (edit,), imports=imports)


def _may_be_dataclass(shape: Shape) -> bool:
    """Whether no field without default stands after one with, and no default is one that a dataclass refuses."""
    has_default = False
    for member in shape.members:
        if member.value is None and has_default:
            return False
        if member.value is not None and member.value.type not in _PLAIN_DEFAULTS:
            return False
        has_default = has_default or member.value is not None
    return shape.is_plain and not shape.assigned
