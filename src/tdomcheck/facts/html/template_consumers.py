"""What a template is given to as an argument, and whether that makes a message or a query of it."""

from __future__ import annotations

import re
import typing as t

import tree_sitter

from tdomcheck.facts.vocabulary import api
from tdomcheck.regex import regex
from tdomcheck.source.template import Template

if t.TYPE_CHECKING:  # which asks this module
    from tdomcheck.facts.html.view import ModuleView

AROUND = frozenset({"concatenated_string", "parenthesized_expression", "interpolation", "string"})
"""What a template may stand in and still be the template that is given."""
_LOGGED = frozenset({"critical", "debug", "error", "exception", "info", "log", "warn", "warning"})
_LOGGER = regex(r"(?i)(?:\blog|logger|logging|warnings)(?:\(.*\))?\Z", re.DOTALL)
_ASKED = frozenset(
    {"execute", "executemany", "fetch", "fetchall", "fetchone", "fetchrow", "fetchval", "query", "scalar", "scalars"}
)
QUERY = regex(r"\b(?:SELECT|INSERT|UPDATE|DELETE|WHERE|FROM)\b")
"""What is in a query, and hardly ever in a page."""


class Taker(t.NamedTuple):
    """The function that a template is an argument of; all empty without one."""

    reference: str = ""
    owner: str = ""
    """What stands before the name, as it is written."""
    name: str = ""


def taker(view: ModuleView, template: Template) -> Taker:
    """What is called with a template, also with one that this one is a part of."""
    node: tree_sitter.Node = template.node
    while node.parent is not None and node.parent.type in AROUND:
        node = node.parent
    call = node.parent.parent if node.parent is not None and node.parent.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None and call.type == "call" else None
    if function is None:
        return Taker()
    owner, _, name = view.text(function).rpartition(".")
    return Taker(view.resolve(function), owner, name)


def is_for_others(view: ModuleView, template: Template) -> bool:
    """Whether a template is a message to a log, or a query: whatever the file imports, no page is made of it."""
    consumer = taker(view, template)
    if not consumer.owner or consumer.reference in api.HTML:
        return False
    if consumer.name in _LOGGED:
        return _LOGGER.search(consumer.owner) is not None
    return consumer.name in _ASKED and QUERY.search(template.static_text) is not None
