"""Rules made of patterns: the same engine, the same reports."""

from __future__ import annotations

import typing as t
from functools import cache

from tdomcheck.authoring.file_rule import FileRule
from tdomcheck.config.patterns import pattern_info
from tdomcheck.model import Fix, Safety
from tdomcheck.model.pattern import PatternSpec
from tdomcheck.patterns.check import gate_of, understood
from tdomcheck.patterns.language import Pattern
from tdomcheck.patterns.match import matches
from tdomcheck.patterns.rewriting import rewrite, worded

_NO_FIX = "no rewrite is offered here: it would lose a comment, change a string or be no Python"


class PatternRule(FileRule):
    """Reports every match of a pattern; a class is made of it for each specification."""

    SPEC: t.ClassVar[PatternSpec]
    PATTERN: t.ClassVar[Pattern]

    def check_file(self) -> None:
        spec = self.SPEC
        for match in matches(self.view, self.PATTERN, spec.where):
            fix, note = None, ""
            if spec.has_fix:
                safety = Safety.UNSAFE if spec.is_unsafe else Safety.SAFE
                because = "the pattern says so" if spec.is_unsafe else ""
                title = f"Rewrite to `{spec.fix}`" if spec.fix else "Delete it"
                edits = rewrite(self.view, match, spec.fix)
                fix = Fix(title, edits, safety, unsafe_because=because) if edits else None
                note = "" if edits else _NO_FIX
            message = worded(self.view, match, spec.message) or f"this matches `{spec.pattern}`"
            self.report_span(match.span, message, fix=fix, help=_help(spec.help, note))


def _help(text: str, note: str) -> str:
    return f"{text.rstrip('.')}; {note}" if text and note else text or note


@cache
def pattern_rule(spec: PatternSpec) -> type[PatternRule]:
    """The rule of a specification; raises PatternError where its pattern or its fix is none."""
    pattern = understood(spec)
    info = pattern_info(spec)
    namespace = {
        "__doc__": info.docs,
        "__module__": __name__,
        "CODE": spec.id,
        "SLUG": spec.id,
        "GROUP": info.group,
        "SUMMARY": info.summary,
        "SEVERITY": spec.severity,
        "FIXABLE": info.fixable,
        "GATE": gate_of(pattern),
        "VALID": list(spec.valid),
        "INVALID": [example.code for example in spec.invalid],
        "SPEC": spec,
        "PATTERN": pattern,
    }
    return type(f"Pattern_{spec.id}", (PatternRule,), namespace)
