"""Whether a specification can be understood, and its gate; without what judging needs."""

from __future__ import annotations

import re

from tdomcheck.model import Gate
from tdomcheck.model.pattern import Constraint, PatternSpec
from tdomcheck.patterns.constraints import KNOWN_KINDS, is_kind
from tdomcheck.patterns.language import Pattern, PatternError, parse_pattern
from tdomcheck.patterns.rewriting import check_rewrite
from tdomcheck.regex import regex

_FIELDS = ("regex", "not-regex", "kind", "resolves-to")
_HOLE = regex(r"\$+([A-Z_][A-Z0-9_]*)")


def understood(spec: PatternSpec) -> Pattern:
    """The pattern of a specification; raises PatternError where anything in it makes no sense."""
    pattern = parse_pattern(spec.pattern)
    for constraint in spec.where:
        for text in (constraint.regex, constraint.not_regex):
            _compiled(text)
        if constraint.name not in pattern.names:
            raise PatternError(f"`where` speaks of ${constraint.name}, which the pattern does not bind")
        for kind in constraint.kinds:
            if not is_kind(kind):
                raise PatternError(
                    f"there is no kind `{kind}`; there are {', '.join(sorted(KNOWN_KINDS))}, and the "
                    "node types of the grammar"
                )
    if spec.has_fix:
        check_rewrite(spec.fix, pattern)
    for name in _HOLE.findall(spec.message):
        if name not in pattern.names:
            raise PatternError(f"the message names ${name}, which the pattern does not bind")
    return pattern


def constraint_of(text: str) -> Constraint:
    """`X:regex=...`, `X:kind=call,name`, `X:resolves-to=tdom.html`; raises PatternError for anything else."""
    name, _, rest = text.partition(":")
    field, equals, value = rest.partition("=")
    if not (name and equals and value) or field not in _FIELDS:
        raise PatternError(f"{text}: it reads X:FIELD=VALUE, and FIELD is one of {', '.join(_FIELDS)}")
    name = name.lstrip("$")
    if field == "regex":
        return Constraint(name, regex=value)
    if field == "not-regex":
        return Constraint(name, not_regex=value)
    words = tuple(word.strip() for word in value.split(","))
    return Constraint(name, kinds=words) if field == "kind" else Constraint(name, resolves_to=words)


def _compiled(text: str) -> None:
    try:
        re.compile(text)
    except re.error as error:
        raise PatternError(f"`{text}` is no regular expression: {error}") from None


def gate_of(pattern: Pattern) -> Gate:
    """The longest word that a file must hold."""
    return Gate(tokens={max(sorted(pattern.words), key=len)}) if pattern.words else Gate()
