"""One pattern in place of another, with the imports that the new code needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tdomcheck.edits.imports import importable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Fix, ImportRequest, Span
from tdomcheck.model.changes import Remainder
from tdomcheck.model.pattern import Constraint, PatternSpec
from tdomcheck.patterns.check import constraint_of, understood
from tdomcheck.patterns.enclosing import misplaced
from tdomcheck.patterns.language import Pattern, PatternError, without_dollars
from tdomcheck.patterns.match import Match, matches
from tdomcheck.patterns.new_scopes import caught
from tdomcheck.patterns.rewriting import is_unpacked, rewrite
from tdomcheck.regex import regex
from tdomcheck.source.text import SourceText
from tdomcheck.values import dataclass

RETURNS = "->"
"""What begins a pattern that is about what functions say they return."""
_DOTTED = regex(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_UNPACKED = "one argument of the pattern has a star here, and may be any number of them: only `$$$X` takes those"
_NOT_WRITTEN = "the new code would lose a comment, change what a text says, or be no Python here"


@dataclass(frozen=True, slots=True)
class PatternChange:
    """What is looked for, and what takes its place."""

    pattern: str
    template: str
    where: tuple[Constraint, ...] = ()
    imports: tuple[str, ...] = ()
    """Dotted names that the template speaks of by their last part."""
    is_return: bool = False

    def understood(self) -> Pattern:
        """Raises PatternError where anything in it makes no sense."""
        return understood(PatternSpec("replace", self.pattern, where=self.where, fix=self.template, has_fix=True))


def replacement_of(
    pattern: str, template: str, where: Sequence[str] = (), imports: Sequence[str] = ()
) -> PatternChange:
    """A replacement as people write it; raises PatternError with what is wrong."""
    is_return = pattern.lstrip().startswith(RETURNS)
    if is_return is not template.lstrip().startswith(RETURNS):
        raise PatternError("of `-> OLD` and `-> NEW` one has no arrow: write both so, or none")
    for name in imports:
        if not _DOTTED.fullmatch(name) or "." not in name:
            raise PatternError(f"`{name}` is nothing to import: write it with its module, as in tdom.Template")
    texts = [text.strip().removeprefix(RETURNS).strip() if is_return else text for text in (pattern, template)]
    replacement = PatternChange(texts[0], texts[1], tuple(map(constraint_of, where)), tuple(imports), is_return)
    if trouble := _matched_again(replacement):
        raise PatternError(trouble)
    return replacement


def _matched_again(replacement: PatternChange) -> str:
    """Why a second run would change its own result; empty where it does not."""
    pattern = replacement.understood()
    view = ModuleView(SourceText(without_dollars(replacement.template.strip("\n")).encode()))
    kinds = [constraint for constraint in replacement.where if constraint.kinds]
    whole = Span(0, len(view.source.data))
    again = [match for match in matches(view, pattern, kinds) if not replacement.is_return or match.span == whole]
    if not again:
        return ""
    return (
        f"the new code `{replacement.template}` matches `{replacement.pattern}` itself, so that a second run would "
        "change it once more: do it in two steps, with a name of its own between them"
    )


def replacements(view: ModuleView, replacement: PatternChange) -> Iterator[Fix | Remainder]:
    """Every match with its new code, and the matches that are left as they are."""
    found = [
        match
        for match in matches(view, replacement.understood(), replacement.where)
        if not replacement.is_return or _is_returned(match)
    ]
    template, requests, taken = _spelled(view, replacement) if found else ("", (), "")
    end = -1
    for match in found:
        if taken:
            yield Remainder("", match.span, f"`{taken}` means something else in this file")
        elif match.span.start >= end:  # what stands inside of another match has its turn when that is done
            edits = rewrite(view, match, template)
            end = match.span.end if edits else end
            wrong = misplaced(match, template) or caught(view, match, template)
            reason = _UNPACKED if is_unpacked(match) else wrong or _NOT_WRITTEN
            yield Fix("Replace it", edits, imports=requests) if edits else Remainder("", match.span, reason)


def _is_returned(match: Match) -> bool:
    """Whether a match is all that a function says of what it returns."""
    node = match.nodes[0]
    typed = node if node.type == "type" else node.parent
    owner = typed.parent if typed is not None else None
    return owner is not None and owner.child_by_field_name("return_type") == typed


def _spelled(view: ModuleView, replacement: PatternChange) -> tuple[str, tuple[ImportRequest, ...], str]:
    """The template as the file may spell it, the imports for it, and a name that is taken."""
    template = replacement.template
    requests: list[ImportRequest] = []
    for dotted in replacement.imports:
        module, _, name = dotted.rpartition(".")
        spelling = importable(view, module, name)
        if spelling is None:
            return "", (), name
        if spelling[0] != name:  # dots and letters, nothing that `re` would read
            template = re.sub(rf"(?<![\w.$]){re.escape(name)}(?!\w)", spelling[0], template)
        requests += spelling[1]
    return template, tuple(requests), ""
