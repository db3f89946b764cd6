"""Whether a component shows nothing but what tdom writes itself: then the form of its HTML is known."""

from __future__ import annotations

import re

from tdomcheck.facts.made_of import are_all
from tdomcheck.facts.project import Project, Symbol
from tdomcheck.facts.values import FileFacts

RAW = re.compile(rb"(?i)Markup|:\s*safe|:\s*unsafe|<script|<style|<!--|__html__")
"""Where a file has any of these, text may arrive as it is written."""
RAW_TEXT = "raw text"
"""The feature of such a file."""


def is_plain(project: Project, component: Symbol) -> bool:
    """Whether no file that a component is made of, as far as imports tell, holds text that is not escaped."""
    return are_all(project, component, _is_escaped)


def _is_escaped(facts: FileFacts) -> bool:
    """What a container gives may come from anywhere."""
    is_known = RAW_TEXT in facts.features or any("__html__" in owner.methods for owner in facts.classes)
    is_imported = any("markup" in f"{fact.module}.{fact.name}".lower() for fact in facts.imports)
    return not (is_known or is_imported or facts.injections)
