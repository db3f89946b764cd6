"""ACME104: a component that no test renders."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class UntestedComponent(td.ProjectRule):
    """
    ## What

    A component that no template of a test uses as a tag.

    ## Why

    What it renders is seen by users first.

    ## Instead

    Render it in a test.

    ## Example

    ```python
    # shop/parts.py
    def Card(title: str) -> Template: ...

    # tests/test_parts.py, which is missing
    def test_a_card_shows_its_title():
        assert "News" in html(t"<{Card} title='News' />")
    ```
    """

    CODE = "ACME104"
    SLUG = "untested-component"
    GROUP = "acme"
    SUMMARY = "no test renders the component"
    SEVERITY = td.Severity.INFO

    VALID: t.ClassVar = [
        """
        # file: shop/parts.py
        from string.templatelib import Template

        def Card(title: str) -> Template:
            return t"<b>{title}</b>"
        # file: tests/test_parts.py
        from shop.parts import Card
        from tdom import html

        def test_a_card_shows_its_title():
            assert "News" in html(t"<{Card} title='News' />")
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            """
            # file: shop/parts.py
            from string.templatelib import Template

            def «Card»(title: str) -> Template:
                return t"<b>{title}</b>"
            # file: shop/page.py
            from shop.parts import Card
            from tdom import html

            page = html(t"<{Card} title='News' />")
            """
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        if project.is_incomplete:  # a file that could not be read may hold the test
            return
        tested = {
            symbol.key
            for path, facts in project.facts.items()
            if td.is_test_file(path)
            for use in facts.uses
            if (symbol := project.resolve(path, use.tag_ref)) is not None
        }
        for symbol in td.Application.of(project).components:
            if symbol.path in focus and not td.is_test_file(symbol.path) and symbol.key not in tested:
                name = td.last_name(symbol.key)
                yield self.finding(symbol.path, td.Span(*td.span_of(symbol)), f"no test renders `{name}`")
