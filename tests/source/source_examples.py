"""Sources as strings."""

from __future__ import annotations

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.template import Template
from tdomcheck.source.text import SourceText


def view_of(text: str | bytes) -> ModuleView:
    return ModuleView(SourceText(text.encode() if isinstance(text, str) else text))


def templates_of(text: str) -> tuple[Template, ...]:
    return view_of(text).templates
