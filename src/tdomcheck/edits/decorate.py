"""Makes a class a dataclass."""

from __future__ import annotations

from tdomcheck.edits.imports import importable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import nodes_of
from tdomcheck.facts.records import ClassFact
from tdomcheck.model import Edit, Fix

_PLAIN_DEFAULTS = frozenset({"integer", "float", "string", "true", "false", "none", "tuple", "identifier"})


def dataclass_fix(view: ModuleView, class_: ClassFact) -> Fix | None:
    """Make a class a dataclass, where that is possible."""
    spelled = importable(view, "dataclasses", "dataclass") if _may_be_dataclass(view, class_) else None
    if spelled is None:
        return None
    name, imports = spelled
    keyword = view.span(nodes_of(view, class_).node.children[0])
    before = view.source.position(keyword.start).column - 1
    indent = view.source.slice(keyword.start - before, keyword.start).replace("\f", "")
    if indent.strip():
        return None
    edit = Edit(keyword.start, keyword.end, f"@{name}\n{indent}class")
    return Fix(f"Make `{class_.path}` a dataclass", (edit,), imports=imports)


def _may_be_dataclass(view: ModuleView, class_: ClassFact) -> bool:
    """Whether no field without default stands after one with, and no default is one that a dataclass refuses."""
    has_default = False
    for member in nodes_of(view, class_).members:
        if member.value is None and has_default:
            return False
        if member.value is not None and member.value.type not in _PLAIN_DEFAULTS:
            return False
        has_default = has_default or member.value is not None
    return class_.is_plain and not class_.attributes
