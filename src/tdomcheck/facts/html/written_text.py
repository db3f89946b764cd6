"""What a template is written as, as far as this file tells its values, and what of a text that confirms."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.assertions import is_compared
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.literals import static_text
from tdomcheck.facts.python.value_flow import origins
from tdomcheck.regex import regex
from tdomcheck.source.template import Template
from tdomcheck.source.written_html import Known, written_html

_WORDS: Mapping[str, Known] = {"true": True, "false": False, "none": None}
_VALUED = regex(r' ([\w:.-]+)="[^"]*"')
_BARE = regex(r" ([\w:.-]+)(?=[ >])")


def asserted_text(
    view: ModuleView, templates: Sequence[Template], place: tree_sitter.Node, text: str
) -> tuple[str, bool] | None:
    """What to assert in place of a literal, of which `text` is the form that tdom writes, and whether it holds.

    None where all that is rendered is known and holds no such text: then the assertion is about something else."""
    pieces = written_text(view, templates[0]) if len(templates) == 1 else (None,)
    said = confirmed(pieces, text, is_whole=is_compared(place))
    if said is not None:
        return said, True
    return (text, False) if None in pieces else None


def written_text(view: ModuleView, template: Template) -> Sequence[str | None]:
    """The text that tdom writes, in pieces: None is any text."""
    return written_html(template, dict(_values(view, template)))


def _values(view: ModuleView, template: Template) -> Iterator[tuple[int, Known]]:
    for index, value in enumerate(template.interpolations):
        found = [] if value.conversion or value.format_spec else [node for _, node in origins(view, value.node)]
        if len(found) != 1:
            continue
        (node,) = found
        if node.type in _WORDS:
            yield index, _WORDS[node.type]
        elif node.type == "integer" and view.text(node).isdecimal():
            yield index, int(view.text(node))
        elif _is_plain_text(view, node):
            yield index, static_text(view, node)


def _is_plain_text(view: ModuleView, node: tree_sitter.Node) -> bool:
    """A string whose characters are those between its quotes."""
    parts = {child.type for child in node.children}
    return (
        node.type == "string"
        and literal_type(view, node) == "str"
        and not parts & {"interpolation"}
        and ("\\" not in view.text(node))
    )


def confirmed(pieces: Sequence[str | None], text: str, *, is_whole: bool) -> str | None:
    """A text as tdom certainly writes it: all of it, or somewhere in it; an attribute that is True has no value."""
    for piece in pieces:
        if piece is None or (is_whole and len(pieces) > 1):
            continue
        for each in (text, _without_values(text, set(_BARE.findall(piece)))):
            if each == piece if is_whole else each in piece:
                return each
    return None


def _without_values(text: str, names: Collection[str]) -> str:
    return _VALUED.sub(lambda match: f" {match[1]}" if match[1] in names else match[0], text)
