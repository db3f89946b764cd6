"""`SingleFileRule`: what all rules that look at one file at a time have in common, whatever they look with."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping

from tdomcheck.authoring.fence import fenced
from tdomcheck.authoring.metadata import Described, OptionValue
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Finding, Fix, Premise, Related, Severity, Span, Targets
from tdomcheck.model.rule import OUR_RULES


class SingleFileRule(Described):
    """Hosted by an engine for the time of one file: it is given the view, and its findings are taken from it."""

    VALID: t.ClassVar[t.Sequence[t.Any]]  # whatever a user lists: text, our values or Fixit's
    INVALID: t.ClassVar[t.Sequence[t.Any]]

    def __init__(self) -> None:
        super().__init__()
        self.findings: list[Finding] = []
        self.path = ""
        self.targets = Targets()
        """The versions that the checked code is written for."""
        self._view: ModuleView | None = None
        self._hosted: ModuleView | None = None
        """The file as the engine has it, and takes its facts from."""
        self._options: dict[str, OptionValue] = {spec.name: spec.default for spec in self.OPTIONS}

    @property
    def view(self) -> ModuleView:
        """The file as tree-sitter, names and templates: all of it, whatever the file is about."""
        if self._view is None:
            raise RuntimeError("a rule has a view only while it visits a file")
        return self._view

    def option(self, name: str) -> OptionValue:
        """The value of one of the rule's options."""
        if name not in self._options:
            raise KeyError(f"{self.CODE} has no option {name!r} in its OPTIONS")
        return self._options[name]

    def host(
        self,
        view: ModuleView,
        path: str,
        options: Mapping[str, OptionValue],
        *,
        targets: Targets | None = None,
    ) -> None:
        """What an engine calls before a file; suppression is the engine's as well."""
        self.targets = targets or self.targets
        self._hosted, self.path = view, path
        # Our own rules ask nothing of files that are of no concern: they are spared a second look at all the names.
        self._view = view if type(self).__module__.startswith(OUR_RULES) else view.closely
        self._options.update(options)

    def _keep(
        self,
        span: Span,
        message: str,
        fix: Fix | None,
        severity: Severity | None,
        related: tuple[Related, ...],
        told: tuple[str, str],
        premise: Premise | None,
    ) -> None:
        """Make a finding of what a rule says; `told` is its note and its help."""
        note, help_text = told
        finding = Finding(
            self.path,
            span,
            self.CODE,
            self.SLUG,
            message,
            severity or self.SEVERITY,
            fix,
            related,
            note,
            help_text,
            premise,
        )
        self.findings.append(fenced(finding, len(self.view.source.data)))
