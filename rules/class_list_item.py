"""TDC128: a class list holds something else than text and None."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Iterator
from functools import cached_property

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
    with a boolean value or a number; on the spot, by a local name, or by a function or property of the file.

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
        """
        from tools import register

        class Button:
            kind: str
            disabled: bool

            def _classes(self): return ["btn", self.kind, "off" if self.disabled else None]
            def _text(self): return " ".join(["btn", "off" if self.disabled else ""])
            def _parts(self): yield self.disabled and "off"
            @register
            def _made(self): return ["btn", self.disabled and "off"]
            @property
            def shown(self): return [self.kind, self.disabled or "on"] if self.kind else None

            def __call__(self):
                return t"<a class={self._classes()} class={self._text()} class={self._parts()}></a>"

            def made(self):
                return t"<a class={self._made()}></a>"

            def other(self, other):
                return t"<a class={other._made()} class={other.shown} data-x={self._made()} class={self.unknown()}></a>"
        """,
        """
        from tools import Base

        class Button:
            disabled: bool

            def _classes(self): return ["btn", self.disabled and "off"]

            def __call__(self):
                return t"<a class={' '.join(filter(None, self._classes()))} id={self._classes()}></a>"

            def guarded(self):
                if self.disabled:
                    return t"<a class={self._classes()}></a>"
                return t"<a></a>"

        class Heir(Base):
            def _classes(self): return ["btn", False]

        class Link(Heir):
            def _classes(self): return ["btn"]
        """,
        """
        def classes(kind, on: bool, off: bool = True):
            return ["btn", kind, on and "on", off and "off"]

        def chosen(kind):
            if kind == "flags":
                return [True, False]
            return [kind]

        def link(kind):
            return t"<a class={classes(kind, True)} class={chosen('a')} class={classes(*kind)}></a>"
        """,
        """
        def link(n: bool, more):
            names = ["a"] + ["b" if n else None]
            others = more + [n and "b"]
            third = ["a"] * 3
            return t"<a class={names} class={others} class={third}></a>"
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            """
            from dataclasses import dataclass
            from string.templatelib import Template

            @dataclass
            class Button:
                kind: str = "primary"
                disabled: bool = False

                def __call__(self) -> Template:
                    return t"<button class={self._classes()}></button>"

                def _classes(self) -> list[str | bool]:
                    return ["btn", self.kind, «self.disabled and "btn-disabled"»]
            """
        ),
        td.invalid(
            """
            class Button:
                disabled: bool

                @property
                def classes(self):
                    return ["btn", «self.disabled and "off"»]

                def __call__(self):
                    return t"<a class={self.classes}></a>"
            """
        ),
        td.invalid(
            """
            def classes(kind, n: int):
                names = ["btn", kind]
                names.append(«n > 1 and "many"»)
                return names

            def link(kind, count):
                shown = classes(kind, count)
                return t"<a class={shown}></a>"
            """
        ),
        td.invalid(
            """
            def classes(on: bool):
                return ["btn", «on and "on"»]

            class Link:
                def __call__(self):
                    return t"<a class={classes(self.on)}></a>"
            """
        ),
        td.invalid(
            """
            def link(on: bool):
                names = ["a"] + [«on and "b"»]
                return t"<a class={names}></a>"
            """,
            fixed="""
            def link(on: bool):
                names = ["a"] + ["b" if on else None]
                return t"<a class={names}></a>"
            """,
        ),
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
        for node, what, refused in self._parts(value.node):
            self._judge(node, what, refused)
        related = (td.Related(self.path, value.span, "interpolated here"),)
        for call in self._values(value.node):
            function = td.function_behind(self.view, call)
            if function is None:
                continue
            for node, what, refused in (part for end in self._returned(function) for part in self._parts(end)):
                if self._is_open(call, function, node):
                    self._judge(node, what, refused, related)

    def _parts(self, value: Node) -> Iterator[tuple[Node, str, frozenset[str]]]:
        """What a class is put together from, beside what it is called and the types that it must not have."""
        lists = [node for node in self._values(value) if _is_list(node)]
        for item in (*self._appended(value), *(item for node in lists for item in _elements(node))):
            yield from ((inner, "an item of a class list", _NO_ITEM) for inner in _branches(item))
        yield from ((node, "a class", _NEVER) for node in self._values(value) if not _is_list(node))

    def _returned(self, function: Node) -> Iterator[Node]:
        """What comes back."""
        for statement in td.endings.returns_of(self.view, function):
            value = next((child for child in statement.named_children if child.type != "comment"), None)
            if value is not None and td.is_shallow(value):
                yield value

    def _is_open(self, call: Node, function: Node, item: Node) -> bool:
        """Whether an item may be anything that its types allow: an argument or a test around the call may decide."""
        left = item.child_by_field_name("left")
        if left is not None and td.is_guarded(self.view, call, left):
            return False
        parameters = td.shapes.definitions_of(self.view).parameters(function)
        is_one = len(td.endings.returns_of(self.view, function)) == 1
        words = set(re.findall(r"\w+", self.view.text(item if is_one else function))) - {"self"}
        read = [parameter for parameter in parameters if parameter.name in words]
        if call.type != "call" or not read:
            return True
        given = td.arguments_of(self.view, call)
        values = (*given.positional, *given.keywords.values())
        is_any = all(
            td.is_told_by_caller(self.view, value) and not td.is_guarded(self.view, call, value) for value in values
        )
        return is_any and not given.has_star and not any(parameter.has_default for parameter in read)

    def _appended(self, node: Node) -> Iterator[Node]:
        """What a list that is a local name gets one after another."""
        given = self.view.assigned(self.view.text(node), node.start_byte) if node.type == "identifier" else None
        if given is None or not _is_list(given):
            return
        key = (self.view.scopes.index_at(node.start_byte), self.view.text(node))
        for call in self._appends.get(key, ()):
            yield from td.arguments_of(self.view, call).positional

    @cached_property
    def _appends(self) -> dict[tuple[int, str], list[Node]]:
        """The calls of `name.append`, by scope and name; one instance looks at one file."""
        found: dict[tuple[int, str], list[Node]] = {}
        for call in self.view.captures["call"]:
            function = call.child_by_field_name("function")
            written = self.view.text(function) if function is not None else ""
            if written.endswith(".append"):
                key = (self.view.scopes.index_at(call.start_byte), written.removesuffix(".append"))
                found.setdefault(key, []).append(call)
        return found

    def _values(self, node: Node) -> Iterator[Node]:
        """The branches of the expression, or of what its name is given."""
        given = self.view.assigned(self.view.text(node), node.start_byte) if node.type == "identifier" else None
        if given is None or td.is_shallow(given):
            yield from _branches(node if given is None else given)

    def _judge(self, node: Node, what: str, refused: frozenset[str], related: tuple[td.Related, ...] = ()) -> None:
        key = (id(self.view), node.start_byte)
        guard, premise = self._guard(node)
        kind = "bool" if guard is not None else td.proven_type(self.view, node)
        if not kind and node.type in {"attribute", "call"}:
            self._judge_elsewhere(node, what, refused, related)
        if kind not in refused or key in self._reported or node.type == "identifier":
            return
        self._reported.add(key)
        shown = self.view.text(node)
        self.report_span(
            self.view.span(node),
            f"`{shown}` may be False" if guard is not None else f"`{shown}` is of type {kind}",
            # Others may call the function, and look for the False.
            fix=self._fix(node, guard) if not related else None,
            related=related,
            note=_REFUSED.format(what),
            help=_HELP,
            premise=premise,
        )

    def _judge_elsewhere(self, node: Node, what: str, refused: frozenset[str], related: tuple[td.Related, ...]) -> None:
        """What a definition says that the value is: of a field, a property, a function."""
        for kind in sorted(refused & _TOLD):
            premise = td.premise(self.view, node, kind) if not td.is_guarded(self.view, node, node) else None
            if premise is not None:
                shown = f"`{self.view.text(node)}` is of type {kind}"
                self.report_span(
                    self.view.span(node),
                    shown,
                    related=related,
                    note=_REFUSED.format(what),
                    help=_HELP,
                    premise=premise,
                )

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


def _is_list(node: Node) -> bool:
    """A list, or a sum that begins with one."""
    while node.type == "binary_operator" and (left := node.child_by_field_name("left")) is not None:
        operator = node.child_by_field_name("operator")
        if operator is None or operator.type != "+" or left.type == "generator_expression":
            return False
        node = left
    return node.type in _LISTS


def _elements(node: Node) -> Iterator[Node]:
    """The items of a list; of a sum those of each list in it."""
    body = node.child_by_field_name("body")
    if node.type == "binary_operator":
        yield from (item for side in node.named_children if _is_list(side) for item in _elements(side))
        return
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
