"""TDC128: a class list holds something else than text and None."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_LISTS = frozenset({"list", "tuple", "list_comprehension", "generator_expression"})
_NEVER = frozenset({"bool", "int", "float", "bytes"})
_NO_ITEM = _NEVER | {"dict", "list", "tuple"}


class ClassListItem(td.TemplateRule):
    """
    ## What

    `class={[...]}` with an item that is, or may be, True, False, a number, a dict or another list; and `class={...}`
    with a boolean value or a number.

    ## Why

    Since tdom 0.1.14 the items are text or None: `TypeError: Unknown interpolated class item in ['a', False]: False`.
    `n > 1 and 'b'` gives False where it does not give the text.

    ## Instead

    `'b' if n > 1 else None`. A dict of switches is a `class` of its own; tdom merges several.

    ## Example

    ```python
    t"<a class={['a', n > 1 and 'b', {'c': on}]}></a>"                       # bad
    t"<a class={['a', 'b' if n > 1 else None]} class={ {'c': on} }></a>"     # good
    ```
    """

    CODE = "TDC128"
    SLUG = "class-list-item"
    GROUP = "values"
    SUMMARY = "a class is given something that is neither text nor None"
    SEVERITY = td.Severity.ERROR
    VERSIONS = "tdom>=0.1.14"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={"template"})

    VALID: t.ClassVar = [
        "t\"<a class={['a', None, kind, 'b' if n > 1 else None]}></a>\"",
        "t\"<a class={['a', on and 'b', more or None]} class={ {'c': on} }></a>\"",
        "t\"<a class={('a', f'b-{kind}')} class={kind} class={None} class='x'></a>\"",
        't"<a class={[name for name in names if name is not None]}></a>"',
        "t\"<{Card} class={['a', False]} />\"",
        't"<a data-names={[1, 2]} id={3} hidden={n > 1}></a>"',
        "t\"<a class='btn {n}' class={on and 'b'}></a>\"",
        "t\"<a class={' '.join(filter(None, ['a', n > 1 and 'b']))}></a>\"",
        """
        class Link:
            names: tuple[str, ...]
            switches: dict

            def __call__(self, more: list):
                return t"<a class={self.names} class={self.switches} class={more}></a>"
        """,
        """
        def link(n):
            names = ["a", n > 1 and "b"]
            names = [name for name in names if name]
            return t"<a class={names}></a>"
        """,
        """
        def link(n: bool):
            n = "big" if n else "small"
            return t"<a class={[n and 'b']}></a>"
        """,
        "def Rule(): ...\n\npage = t\"<{Rule}><a class={['dropped', False]}></a></{Rule}>\"",
        "with pytest.raises(TypeError):\n    html(t\"<a class={['a', False]}></a>\")",
        "shown = t\"<p>{['a', False]}</p>\"",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            """
            def button(kind, disabled: bool):
                classes = ["btn", kind]
                classes.append(«disabled and "btn-off"»)
                return t"<button class={classes}></button>"
            """,
            fixed="""
            def button(kind, disabled: bool):
                classes = ["btn", kind]
                classes.append("btn-off" if disabled else None)
                return t"<button class={classes}></button>"
            """,
        ),
        td.invalid(
            """
            # file: shop/button.py
            from shop.base import Base

            class Button(Base):
                def __call__(self):
                    return t"<a class={['btn', «self.disabled and 'off'», self.kind, self.more()]}></a>"
            # file: shop/base.py
            class Base:
                disabled: bool
                kind: str

                def more(self) -> str: ...
            """,
            fixed="""
            # file: shop/button.py
            from shop.base import Base

            class Button(Base):
                def __call__(self):
                    return t"<a class={['btn', 'off' if self.disabled else None, self.kind, self.more()]}></a>"
            # file: shop/base.py
            class Base:
                disabled: bool
                kind: str

                def more(self) -> str: ...
            """,
        ),
        td.invalid(
            """
            class Button:
                @property
                def level(self) -> int: ...

                def __call__(self):
                    return t"<a class={['btn', «self.level»]}></a>"
            """
        ),
        td.invalid(
            "t\"<a class={['a', «n > 1 and 'b'»]}></a>\"", fixed="t\"<a class={['a', 'b' if n > 1 else None]}></a>\""
        ),
        td.invalid("t\"<a class={['a', «False»]}></a>\"", fixed="t\"<a class={['a', None]}></a>\""),
        td.invalid(
            "t\"<a class={['a', 'b' if on else «False»]}></a>\"",
            fixed="t\"<a class={['a', 'b' if on else None]}></a>\"",
        ),
        td.invalid("t\"<a class={['a', «{'b': on}»]}></a>\""),
        td.invalid("t\"<a class={('a', «['b', 'c']»)}></a>\""),
        td.invalid("t\"<a class={['a', «3»]}></a>\""),
        td.invalid("t\"<a class={«n > 1 and 'big'»}></a>\"", fixed="t\"<a class={'big' if n > 1 else None}></a>\""),
        td.invalid('t"<a class={«n > 1»}></a>"'),
        td.invalid(
            "t\"<a class={[«name != 'x' and name» for name in names]}></a>\"",
            fixed="t\"<a class={[name if name != 'x' else None for name in names]}></a>\"",
        ),
        td.invalid(
            """
            def link(big: bool):
                names = ["a", «big and "b"»]
                return t"<a class={names}></a>"
            """,
            fixed="""
            def link(big: bool):
                names = ["a", "b" if big else None]
                return t"<a class={names}></a>"
            """,
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[tuple[int, int]] = set()

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            for attribute in tag.attributes:
                is_class = attribute.name == "class" and attribute.kind is td.AttributeKind.INTERPOLATED
                if is_class and not tag.is_component and not td.is_dropped(self.view, template, tag):
                    self._check_value(template.interpolations[attribute.interpolations[0]])

    def _check_value(self, value: td.Interpolation) -> None:
        if value.conversion or value.format_spec or not td.is_shallow(value.node):
            return
        for item in self._appended(value.node):
            for inner in _branches(item):
                self._judge(inner, "an item of a class list", _NO_ITEM)
        for node in self._values(value.node):
            if node.type in _LISTS:
                for item in _elements(node):
                    for inner in _branches(item):
                        self._judge(inner, "an item of a class list", _NO_ITEM)
            else:
                self._judge(node, "a class", _NEVER)

    def _appended(self, node: Node) -> Iterator[Node]:
        """What a list that is a local name gets one after another."""
        given = self.view.assigned(self.view.text(node), node.start_byte) if node.type == "identifier" else None
        if given is None or given.type not in _LISTS:
            return
        index = self.view.scopes.index_at(node.start_byte)
        for call in self.view.captures["call"]:
            function = call.child_by_field_name("function")
            is_its = function is not None and self.view.text(function) == f"{self.view.text(node)}.append"
            if is_its and self.view.scopes.index_at(call.start_byte) == index:
                yield from td.arguments_of(self.view, call).positional

    def _values(self, node: Node) -> Iterator[Node]:
        """The branches of the expression, or of what its name is given."""
        given = self.view.assigned(self.view.text(node), node.start_byte) if node.type == "identifier" else None
        if given is None or td.is_shallow(given):
            yield from _branches(node if given is None else given)

    def _judge(self, node: Node, what: str, refused: frozenset[str]) -> None:
        key = (id(self.view), node.start_byte)
        guard, premise = self._guard(node)
        kind = "bool" if guard is not None else td.proven_type(self.view, node)
        if not kind and node.type in {"attribute", "call"}:
            self._judge_elsewhere(node, what, refused)
        if kind not in refused or key in self._reported or node.type == "identifier":
            return
        self._reported.add(key)
        shown = self.view.text(node)
        self.report_span(
            self.view.span(node),
            f"`{shown}` may be False" if guard is not None else f"`{shown}` is of type {kind}",
            fix=self._fix(node, guard),
            note=_REFUSED.format(what),
            help=_HELP,
            premise=premise,
        )

    def _judge_elsewhere(self, node: Node, what: str, refused: frozenset[str]) -> None:
        """What a definition says that the value is: of a field, a property, a function."""
        for kind in sorted(refused & _TOLD):
            premise = td.premise(self.view, node, kind) if not td.is_guarded(self.view, node, node) else None
            if premise is not None:
                shown = f"`{self.view.text(node)}` is of type {kind}"
                self.report_span(self.view.span(node), shown, note=_REFUSED.format(what), help=_HELP, premise=premise)

    def _guard(self, node: Node) -> tuple[Node | None, td.Premise | None]:
        """The left side of `n > 1 and 'b'`, and what other files have to say of it."""
        left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
        if node.type != "boolean_operator" or left is None or operator is None or operator.type != "and":
            return None, None
        kind = td.proven_type(self.view, left)
        is_open = not kind and not td.is_guarded(self.view, node, left)
        premise = td.premise(self.view, left, "bool") if is_open else None
        return (left, premise) if kind == "bool" or premise is not None else (None, None)

    def _fix(self, node: Node, guard: Node | None) -> td.Fix | None:
        span, right = self.view.span(node), node.child_by_field_name("right")
        if node.type == "false":
            return td.Fix("Write None", (td.Edit(span.start, span.end, "None"),))
        if guard is None or right is None or right.type in {"conditional_expression", "boolean_operator", "lambda"}:
            return None
        if any(child.type == "comment" for child in node.children) or guard.type == "named_expression":
            return None
        text = f"{self.view.text(right)} if {self.view.text(guard)} else None"
        return td.Fix("Write None where there is no class", (td.Edit(span.start, span.end, text),))


_REFUSED = "{} is text or None; for anything else tdom raises TypeError: Unknown interpolated class"
_HELP = "write `'name' if condition else None`; a dict of switches is a `class={...}` of its own"
_TOLD = frozenset({"bool", "int", "float"})


def _elements(node: Node) -> Iterator[Node]:
    body = node.child_by_field_name("body")
    children = [body] if body is not None else node.named_children
    yield from (child for child in children if child.type not in {"comment", "list_splat"})


def _branches(node: Node) -> Iterator[Node]:
    """The values that a conditional chooses between; `and` and `or` stay as they are."""
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        yield from _branches(node.named_children[0])
    elif node.type == "conditional_expression" and node.named_child_count == 3:
        yield from _branches(node.named_children[0])
        yield from _branches(node.named_children[2])
    else:
        yield node
