"""TDC133: a value whose text is not what was meant: a zero, the keys of a dict, the numbers of bytes."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_KINDS = {
    "dict": ("a dict, of which tdom shows the keys", "interpolate what is to be shown of it, such as its values"),
    "bytes": ("bytes, which tdom shows as numbers", "decode it to text"),
}

_EITHER = ("a dict or bytes, of which tdom shows the keys, or numbers", "interpolate what is to be shown of it")
_NUMBERS = frozenset({"int", "float"})


class SuspiciousTextValue(td.TemplateRule):
    """
    ## What

    In the text of a template: a number before `and`, a dict, or bytes.

    ## Why

    `{len(names) and t"..."}` is `0` where there are no names, and tdom shows that zero; it leaves out None, True and
    False only. A dict and bytes are gone through like a list: `{b"ab"}` renders `9798`.

    ## Instead

    Choose with `if` and `else`, and interpolate text.

    ## Example

    ```python
    t"<ul>{len(names) and items}</ul>"           # bad: 0
    t"<ul>{items if len(names) else None}</ul>"  # good
    ```
    """

    CODE = "TDC133"
    SLUG = "suspicious-text-value"
    GROUP = "values"
    SUMMARY = "the text of a value is a zero, the keys of a dict, or numbers of bytes"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "sometimes"
    GATE = td.Gate(features={"template"})

    VALID: t.ClassVar = [
        """
        # file: shop/pages.py
        from shop.models import Product

        def page(product: Product):
            if not product.stock:
                return t"<p></p>"
            return t"<p>{product.stock and x} {product.name and x} {product.any and x}</p>"
        # file: shop/models.py
        class Product:
            stock: int
            name: str
            any = 0
        """,
        't"<p>{len(names)} {n} {names and items} {n > 0 and items} {None} {True}</p>"',
        't"<ul>{items if len(names) else None}{not len(names) and empty}</ul>"',
        "t\"<p>{names.get('a')} { {'a': 1}['a'] } {dict(names)!r}</p>\"",
        "t\"<p>{ {'a': 1}!r } {b'ab'!r} {b'ab'.decode()}</p>\"",
        "t\"<a data={ {'a': 1} } { {'b': 2} } class={ {'c': on} } title={len(x) and 'a'}></a>\"",
        "t\"<{Card} rows={ {'a': 1} } />\"",
        "t\"<!-- { {'a': 1} } {b'x'} -->\"",
        'def len(x): ...\n\npage = t"<p>{len(names) and items}</p>"',
        'from shop import len\n\npage = t"<p>{len(names) and items}</p>"',
        'def page(n: int | None):\n    return t"<p>{n and items}</p>"',
        """
        def page(rows: dict):
            rows = list(rows.values())
            return t"<ul>{rows}</ul>"
        """,
        """
        from collections import Counter

        def page(found: Counter, text: str, n):
            return t"<ul>{found} {text} {n and text}</ul>"
        """,
        """
        def page(rows, n: int):
            if not rows or n < 1:
                return t""
            return t"<ul>{len(rows) and items} {n and items}</ul>"
        """,
        't"<ul>{len(rows) and items}</ul>" if rows else t"<p></p>"',
        "t\"<ul>{[t'<li>{len(rows) and row}</li>' for row in rows]}</ul>\"",
        """
        class Page:
            rows: list

            def __call__(self):
                if len(self.rows) > 3:
                    return t"<ul>{len(self.rows) and items}</ul>"
        """,
        't"<p>{a - b and items} {a % 2 and items} {sum(a, start) and items} {shop.count() and items}</p>"',
        'def sum(x): ...\n\npage = t"<p>{sum(names) and items}</p>"',
        """
        def page(rows):
            body = len(rows) and items
            body = body or None
            return t"<p>{body}</p>"
        """,
        "with pytest.raises(TypeError):\n    html(t\"<p>{b'ab'}</p>\")",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            """
            def first(rows):
                assert rows

            page = t"<ul>{«len(rows) and items»}</ul>"
            """,
            fixed="""
            def first(rows):
                assert rows

            page = t"<ul>{items if len(rows) else None}</ul>"
            """,
            unsafe=True,
        ),
        td.invalid(
            """
            # file: shop/pages.py
            from dataclasses import dataclass
            from shop.models import Product

            @dataclass
            class Row:
                product: Product

                def __call__(self):
                    product = self.product
                    return t"<p>{«product.stock and t'in stock'»}</p>"
            # file: shop/models.py
            from dataclasses import dataclass

            @dataclass
            class Product:
                stock: int = 0
            """,
            fixed="""
            # file: shop/pages.py
            from dataclasses import dataclass
            from shop.models import Product

            @dataclass
            class Row:
                product: Product

                def __call__(self):
                    product = self.product
                    return t"<p>{t'in stock' if product.stock else None}</p>"
            # file: shop/models.py
            from dataclasses import dataclass

            @dataclass
            class Product:
                stock: int = 0
            """,
            unsafe=True,
        ),
        td.invalid(
            """
            class Cart:
                @property
                def totals(self) -> dict[str, int]: ...

            def page(cart: Cart):
                return t"<p>{«cart.totals»}</p>"
            """
        ),
        td.invalid(
            't"<ul>{«len(names) and items»}</ul>"',
            fixed='t"<ul>{items if len(names) else None}</ul>"',
            unsafe=True,
        ),
        td.invalid(
            """
            def page(count: int):
                return t"<p>{«count and t'<b>{count}</b>'»}</p>"
            """,
            fixed="""
            def page(count: int):
                return t"<p>{t'<b>{count}</b>' if count else None}</p>"
            """,
            unsafe=True,
        ),
        td.invalid("t\"<p>{«b'ab'»}</p>\""),
        td.invalid(
            """
            def page(product, n: int | None):
                if product is None or n is not None:
                    return t""
                return t"<p>{«len(product.tags) and t'some'»}</p>"
            """,
            fixed="""
            def page(product, n: int | None):
                if product is None or n is not None:
                    return t""
                return t"<p>{t'some' if len(product.tags) else None}</p>"
            """,
            unsafe=True,
        ),
        td.invalid("t\"<p>{ «{'a': 1}» }</p>\""),
        td.invalid('t"<p>{ «{name: name.title() for name in names}» }</p>"'),
        td.invalid('def page(rows: dict[str, int]):\n    return t"<ul>{«rows»}</ul>"'),
        td.invalid('def page(raw: bytes):\n    return t"<pre>{«raw» if 1 else None}</pre>"'),
        td.invalid(
            """
            def page(name):
                found = {"name": name}
                return t"<p>{«found»}</p>"
            """
        ),
        td.invalid(
            't"<p>{«sum(row.price for row in rows) and total»}</p>"',
            fixed='t"<p>{total if sum(row.price for row in rows) else None}</p>"',
            unsafe=True,
        ),
        td.invalid(
            't"<p>{«text.count(word) and hits»}</p>"',
            fixed='t"<p>{hits if text.count(word) else None}</p>"',
            unsafe=True,
        ),
        td.invalid('t"<p>{«n - 1 and more»}</p>"', fixed='t"<p>{more if n - 1 else None}</p>"', unsafe=True),
        td.invalid(
            """
            def page(rows):
                body = «len(rows) and items»
                return t"<ul>{body}</ul>"
            """
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[int] = set()

    def check_template(self, template: td.Template) -> None:
        for place in self.markup(template).texts:
            value = template.interpolations[place.interpolation]
            if place.within != "text" or value.conversion or value.format_spec:
                continue
            self._check_number(value.node)
            for outcome in td.outcomes(value.node):
                self._check_outcome(outcome)

    def _check_outcome(self, node: Node) -> None:
        kind = td.proven_type(self.view, node)
        premise = td.premise(self.view, node, *_KINDS) if not kind else None
        if kind not in _KINDS and premise is None:
            return
        shown = self.view.text(node)
        what, advice = _KINDS.get(kind, _EITHER)
        self.report_span(
            self.view.span(node),
            f"`{shown if len(shown) <= 40 else shown[:37] + '...'}` is {what}",
            note="tdom goes through it like a list, and raises nothing",
            help=advice,
            premise=premise,
        )

    def _check_number(self, node: Node) -> None:
        shown, node = node, td.unwrapped(node)
        if node.type == "identifier":
            given = self.view.assigned(self.view.text(node), node.start_byte)
            node = td.unwrapped(given) if given is not None else node
        left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
        if node.type != "boolean_operator" or left is None or operator is None or operator.type != "and":
            return
        premise = None
        if node.start_byte in self._reported:
            return
        if not self._is_number(left):
            premise = td.premise(self.view, left, *_NUMBERS) if not td.proven_type(self.view, left) else None
            if premise is None:
                return
        if any(td.is_guarded(self.view, place, left, against_zero=True) for place in (shown, node)):
            return
        self._reported.add(node.start_byte)
        is_here = shown.start_byte <= node.start_byte < shown.end_byte
        self.report_span(
            self.view.span(node),
            f"`{self.view.text(left)}` is a number, so the text shows `0` where there is none",
            fix=self._fix(node, left) if is_here else None,
            related=() if is_here else (td.Related(self.path, self.view.span(shown), "interpolated here"),),
            note="tdom leaves out None, True and False; it shows `0`",
            help="choose with `if` and `else None`",
            premise=premise,
        )

    def _is_number(self, node: Node) -> bool:
        """Whether the value before `and` is a number, as its own syntax or an annotation proves."""
        node = td.unwrapped(node)
        if node.type == "binary_operator":
            operator = node.child_by_field_name("operator")
            sides = [td.proven_type(self.view, node.named_children[number]) in _NUMBERS for number in (0, -1)]
            return any(sides) if operator is not None and operator.type in {"-", "//"} else all(sides)
        function = node.child_by_field_name("function") if node.type == "call" else None
        if function is None:
            return td.proven_type(self.view, node) in _NUMBERS
        listed = node.child_by_field_name("arguments")
        is_one = listed is not None and (listed.type == "generator_expression" or listed.named_child_count == 1)
        if self.view.text(function) == "sum":
            scopes = self.view.scopes.scopes
            is_own = any("sum" in scope.names or "sum" in scope.bindings for scope in scopes)
            return is_one and not is_own and not self.view.resolve(function)
        is_count = function.type == "attribute" and self.view.text(function).endswith(".count")
        return (is_count and is_one) or td.proven_type(self.view, node) in _NUMBERS

    def _fix(self, node: Node, left: Node) -> td.Fix | None:
        right = node.child_by_field_name("right")
        if right is None or right.type in {"boolean_operator", "conditional_expression", "lambda"}:
            return None
        if any(child.type == "comment" for child in node.children) or "\n" in self.view.text(node):
            return None
        span = self.view.span(node)
        edit = td.Edit(span.start, span.end, f"{self.view.text(right)} if {self.view.text(left)} else None")
        return td.Fix("Choose with `if`", (edit,), td.Safety.UNSAFE, unsafe_because="the zero is no longer shown")
