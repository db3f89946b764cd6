"""`FileRule`: looks at one file through its view, without LibCST."""

from __future__ import annotations

import typing as t

from tdomcheck.authoring.single_file_rule import SingleFileRule
from tdomcheck.facts.extract.file import facts_of
from tdomcheck.facts.records import FileFacts
from tdomcheck.model import Fix, Premise, Related, RuleKind, Severity, Span


class FileRule(SingleFileRule):
    """A rule over one file: override `check_file`, ask `self.view`, and say what is wrong with `report_span`."""

    KIND: t.ClassVar[RuleKind] = RuleKind.TEMPLATE

    @property
    def facts(self) -> FileFacts:
        """The definitions, registrations, injections and tags of the file, as they are kept for the project."""
        return facts_of(self._hosted or self.view)

    def check_file(self) -> None:
        """Report what is wrong in the file."""
        raise NotImplementedError

    def check_all(self) -> None:
        """What the engine calls, once a file."""
        self.check_file()

    def report_span(
        self,
        span: Span,
        message: str,
        *,
        fix: Fix | None = None,
        severity: Severity | None = None,
        related: tuple[Related, ...] = (),
        note: str = "",
        help: str = "",  # the word that the report shows
        premise: Premise | None = None,
    ) -> None:
        """Say that the bytes of `span` are wrong; with a premise, if what other files say proves it."""
        self._keep(span, message, fix, severity, related, (note, help), premise)
