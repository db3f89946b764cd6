"""`TemplateRule`: judges one parsed t-string at a time."""

from __future__ import annotations

from tdomcheck.authoring.file_rule import FileRule
from tdomcheck.source.markup import Markup
from tdomcheck.source.template import Template


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
                self.check_template(template)
