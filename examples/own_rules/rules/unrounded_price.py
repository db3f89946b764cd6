"""ACME103: a float in the text of a page."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class UnroundedPrice(td.TemplateRule):
    """
    ## What

    A value of type `float` that a template shows without a format.

    ## Why

    The page shows all digits that the float has: `0.1 + 0.2` arrives as `0.30000000000000004`.

    ## Instead

    Say how many digits are meant, or use a `Decimal`.

    ## Example

    ```python
    t"<b>{total * 1.19}</b>"      # bad
    t"<b>{total * 1.19:.2f}</b>"  # good
    ```
    """

    CODE = "ACME103"
    SLUG = "unrounded-price"
    GROUP = "acme"
    SUMMARY = "a float is shown with all its digits"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "unsafe"
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        't"<b>{1.5:.2f}</b><b>{price}</b><b title={1.5}></b>"',
        """
        # file: shop/page.py
        from shop.prices import total
        from tdom import html

        page = html(t"<b>{total()}</b>")
        # file: shop/prices.py
        def total() -> int:
            return 1
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"<b>{«1.5»}</b>"', fixed='t"<b>{1.5:.2f}</b>"', unsafe=True),
        td.invalid(
            """
            # file: shop/page.py
            from shop.prices import total
            from tdom import html

            page = html(t"<b>{«total()»}</b>")
            # file: shop/prices.py
            def total() -> float:
                return 1.5
            """,
            fixed="""
            # file: shop/page.py
            from shop.prices import total
            from tdom import html

            page = html(t"<b>{total():.2f}</b>")
            # file: shop/prices.py
            def total() -> float:
                return 1.5
            """,
            unsafe=True,
        ),
    ]

    def check_template(self, template: td.Template) -> None:
        for place in self.markup(template).texts:
            value = template.interpolations[place.interpolation]
            if not (value.conversion or value.format_spec):
                self._check(value)

    def _check(self, value: td.Interpolation) -> None:
        premise = None
        if td.python.proven_type(self.view, value.node) != "float":
            premise = td.premise(self.view, value.node, "float")  # another file may prove it
            if premise is None:
                return
        end = value.expression_span.end
        self.report_span(
            self.view.span(value.node),
            f"`{self.view.text(value.node)}` is a float, and shown with all its digits",
            fix=td.Fix("Show two digits", (td.Edit(end, end, ":.2f"),), td.Safety.UNSAFE),
            premise=premise,
        )
