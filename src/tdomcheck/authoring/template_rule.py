"""`TemplateRule`: judges one parsed t-string at a time."""

from __future__ import annotations

from tdomcheck.authoring.file_rule import FileRule
from tdomcheck.model import Finding, Severity
from tdomcheck.source.markup import Markup
from tdomcheck.source.template import Template
from tdomcheck.values import replace


class TemplateRule(FileRule):
    """A rule over one template: override `check_template`; the tree of the HTML is `self.markup(template)`."""

    def check_template(self, template: Template) -> None:
        """Report what is wrong with one template that holds HTML."""
        raise NotImplementedError

    def markup(self, template: Template) -> Markup:
        """The HTML tree of a template."""
        return self.view.markup(template)

    def check_file(self) -> None:
        """Every template of the file that is not wrong on purpose."""
        for template in self.view.html_templates:
            if not self.view.is_expected_to_fail(template.node.start_byte):
                known = len(self.findings)
                self.check_template(template)
                if len(self.findings) > known:
                    self.findings[known:] = self._weighed(template, self.findings[known:])

    def _weighed(self, template: Template, findings: list[Finding]) -> list[Finding]:
        """Findings, as warnings at most where a template may as well be a prompt."""
        from tdomcheck.facts.html.markup_evidence import may_be_no_html  # only for what is wrong

        if not may_be_no_html(self.view, template):
            return findings
        return [replace(each, severity=min(each.severity, Severity.WARNING, key=_RANKS.index)) for each in findings]


_RANKS = (Severity.INFO, Severity.WARNING, Severity.ERROR)
