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
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        't"<p>{len(names)} {n} {names and items} {n > 0 and items} {None} {True}</p>"',
        't"<ul>{items if len(names) else None}{not len(names) and empty}</ul>"',
        "t\"<p>{names.get('a')} { {'a': 1}['a'] } {dict(names)!r}</p>\"",
        "t\"<a data={ {'a': 1} } { {'b': 2} } class={ {'c': on} } title={len(x) and 'a'}></a>\"",
        'from shop import len\n\npage = t"<p>{len(names) and items}</p>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            't"<ul>{«len(names) and items»}</ul>"',
            fixed='t"<ul>{items if len(names) else None}</ul>"',
            unsafe=True,
        ),
        td.invalid(
            't"<p>{«sum(row.price for row in rows) and total»}</p>"',
            fixed='t"<p>{total if sum(row.price for row in rows) else None}</p>"',
            unsafe=True,
        ),
        td.invalid("t\"<p>{«b'ab'»}</p>\""),
        td.invalid("t\"<p>{ «{'a': 1}» }</p>\""),
        td.invalid('def page(rows: dict[str, int]):\n    return t"<ul>{«rows»}</ul>"'),
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
            for outcome in td.flow.outcomes(value.node):
                self._check_outcome(outcome)

    def _check_outcome(self, node: Node) -> None:
        kind = td.python.proven_type(self.view, node)
        premise = td.premise(self.view, node, *_KINDS) if not kind else None
        if kind not in _KINDS and premise is None:
            return
        text = self.view.text(node)
        what, advice = _KINDS.get(kind, _EITHER)
        self.report_span(
            self.view.span(node),
            f"`{td.shortened(text)}` is {what}",
            note="tdom goes through it like a list, and raises nothing",
            help=advice,
            premise=premise,
        )

    def _check_number(self, node: Node) -> None:
        shown, node = node, td.python.unwrapped(node)
        if node.type == "identifier":
            value = self.view.assigned(self.view.text(node), node.start_byte)
            node = td.python.unwrapped(value) if value is not None else node
        left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
        if node.type != "boolean_operator" or left is None or operator is None or operator.type != "and":
            return
        premise = None
        if node.start_byte in self._reported:
            return
        if not self._is_number(left):
            premise = td.premise(self.view, left, *_NUMBERS) if not td.python.proven_type(self.view, left) else None
            if premise is None:
                return
        if any(td.flow.is_guarded(self.view, place, left, against_zero=True) for place in (shown, node)):
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
        node = td.python.unwrapped(node)
        if node.type == "binary_operator":
            operator = node.child_by_field_name("operator")
            sides = [td.python.proven_type(self.view, node.named_children[number]) in _NUMBERS for number in (0, -1)]
            return any(sides) if operator is not None and operator.type in {"-", "//"} else all(sides)
        return self._is_counting(node) or td.python.proven_type(self.view, node) in _NUMBERS

    def _is_counting(self, node: Node) -> bool:
        """`sum(rows)`, `rows.count(x)`."""
        function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if node.type != "call" or function is None or listed is None:
            return False
        is_one = listed.type == "generator_expression" or listed.named_child_count == 1
        if function.type == "attribute":
            return is_one and self.view.text(function).endswith(".count")
        return is_one and self.view.text(function) == "sum" and not td.python.is_shadowed(self.view, "sum")

    def _fix(self, node: Node, left: Node) -> td.Fix | None:
        right = node.child_by_field_name("right")
        if right is None or right.type in {"boolean_operator", "conditional_expression", "lambda"}:
            return None
        if any(child.type == "comment" for child in node.children) or "\n" in self.view.text(node):
            return None
        span = self.view.span(node)
        edit = td.Edit(span.start, span.end, f"{self.view.text(right)} if {self.view.text(left)} else None")
        return td.Fix("Choose with `if`", (edit,), td.Safety.UNSAFE, unsafe_because="the zero is no longer shown")
