"""`ProjectRule`: judges what many files say together; no file is parsed for it."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping

from tdomcheck.authoring.fence import fenced
from tdomcheck.authoring.metadata import Described, OptionValue
from tdomcheck.facts.project.modules import Project
from tdomcheck.model import Absence, Finding, Fix, Related, RuleKind, Severity, Span, Targets


class ProjectRule(Described):
    """A rule over the facts of many files: override `check`, and yield what `finding` makes."""

    KIND: t.ClassVar[RuleKind] = RuleKind.PROJECT

    VALID: t.ClassVar[t.Sequence[t.Any]]  # Fixit's Valid or plain text, as its own type says
    INVALID: t.ClassVar[t.Sequence[t.Any]]

    def __init__(self, options: Mapping[str, OptionValue] | None = None, targets: Targets | None = None) -> None:
        self.targets = targets or Targets()
        """The versions that the checked code is written for."""
        self._options: dict[str, OptionValue] = {spec.name: spec.default for spec in self.OPTIONS}
        self._options.update(options or {})

    def option(self, name: str) -> OptionValue:
        """The value of one of the rule's options."""
        if name not in self._options:
            raise KeyError(f"{self.CODE} has no option {name!r} in its OPTIONS")
        return self._options[name]

    def check(self, project: Project, focus: t.Sequence[str]) -> Iterator[Finding]:
        """Findings in the files of `focus`, judged by the facts of all."""
        raise NotImplementedError

    def finding(
        self,
        path: str,
        span: Span,
        message: str,
        *,
        fix: Fix | None = None,
        severity: Severity | None = None,
        related: tuple[Related, ...] = (),
        note: str = "",
        help: str = "",  # the word that the report shows
        absence: Absence | None = None,
    ) -> Finding:
        """A finding of this rule; with an absence, if the disk and git do not have what is missing."""
        severity = severity or self.SEVERITY
        finding = Finding(
            path, span, self.CODE, self.SLUG, message, severity, fix, related, note, help, absence=absence
        )
        return fenced(finding)
