"""`TemplateRule`: judges one parsed t-string at a time."""

from __future__ import annotations

import libcst as cst

from tdomcheck.authoring.file_rule import FileRule
from tdomcheck.source.markup import Markup
from tdomcheck.source.template import Template


class TemplateRule(FileRule):
    """Override `check_template`; the tree of the HTML is `self.markup(template)`."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: set[int] = set()

    def check_template(self, template: Template) -> None:
        """Report what is wrong with one template that holds HTML."""
        raise NotImplementedError

    def markup(self, template: Template) -> Markup:
        """The HTML tree of a template."""
        return self.view.markup(template)

    def _check(self, template: Template) -> None:
        if not self.view.is_expected_to_fail(template.node.start_byte):
            self.check_template(template)

    def check_file(self) -> None:
        """Every template of the file that is not wrong on purpose."""
        for template in self.view.html_templates:
            self._check(template)

    def visit_Module(self, node: cst.Module) -> None:
        """Under Fixit the templates are found by the nodes that hold them."""

    def visit_TemplatedString(self, node: cst.TemplatedString) -> None:  # LibCST names it
        self._visit_string(node)

    def visit_ConcatenatedString(self, node: cst.ConcatenatedString) -> None:  # LibCST names it
        self._visit_string(node)

    def _visit_string(self, node: cst.CSTNode) -> None:
        """Under Fixit: find the template that begins where the node does."""
        if self._is_hosted:
            return
        start = self.span_of(node).start
        for template in self.view.html_templates:
            if template.span.start == start and start not in self._seen:
                self._seen.add(start)
                self._node = node
                self._check(template)
