"""Whether a component shows nothing but what tdom writes itself: then the form of its HTML is known."""

from __future__ import annotations

import re

from tdomcheck.facts.project import Project, Symbol
from tdomcheck.facts.scopes import import_target
from tdomcheck.facts.values import FileFacts

RAW = re.compile(rb"(?i)Markup|:\s*safe|:\s*unsafe|<script|<style|<!--|__html__")
"""Where a file has any of these, text may arrive as it is written."""
RAW_TEXT = "raw text"
"""The feature of such a file."""
_MOST_FILES = 200


def is_plain(project: Project, component: Symbol) -> bool:
    """Whether no file that a component is made of, as far as imports tell, holds text that is not escaped."""
    seen: set[str] = set()
    pending = [component.path]
    while pending:
        path = pending.pop()
        if path in seen:
            continue
        seen.add(path)
        facts = project.facts.get(path)
        if facts is None or facts.is_incomplete or _is_raw(facts) or len(seen) > _MOST_FILES:
            return False
        if facts.injections:
            return False  # what a container gives may come from anywhere
        for fact in facts.imports:
            target = import_target(fact)
            found = project.resolve(path, target) or project.resolve(path, target.rpartition(".")[0])
            if found is not None and found.path:
                pending.append(found.path)
    return True


def _is_raw(facts: FileFacts) -> bool:
    is_known = RAW_TEXT in facts.features or any("__html__" in owner.methods for owner in facts.classes)
    return is_known or any("markup" in f"{fact.module}.{fact.name}".lower() for fact in facts.imports)
