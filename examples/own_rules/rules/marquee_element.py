"""ACME102: text that moves."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class MarqueeElement(td.TemplateRule):
    """
    ## What

    A `<marquee>` element.

    ## Why

    No standard knows it, and people who are sensitive to motion suffer from it.

    ## Instead

    Leave the text where it is.

    ## Example

    ```python
    t"<marquee>{news}</marquee>"  # bad
    t"<p>{news}</p>"              # good
    ```
    """

    CODE = "ACME102"
    SLUG = "marquee-element"
    GROUP = "acme"
    SUMMARY = "a marquee element moves text"
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        't"<p>{news}</p>"',
        't"<!-- <marquee> -->"',
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"«<marquee>»{news}</marquee>"'),
        td.invalid('t"«<MARQUEE>»{news}</MARQUEE>"'),
    ]

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            if tag.name == "marquee":
                self.report_span(tag.span, "`<marquee>` moves text")
