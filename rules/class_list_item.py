"""TDC128: a class list holds something else than text and None."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_NEVER = frozenset({"bool", "int", "float", "bytes"})
_NO_ITEM = _NEVER | {"dict", "list", "tuple"}
_TOLD = frozenset({"bool", "int", "float"})
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Part:
    """What a class is put together from."""

    node: Node
    what: str
    refused: frozenset[str]
    """The types that it must not have."""
    related: tuple[td.Related, ...] = ()
    """Where it is interpolated, if a function gives it back."""


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
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        "t\"<a class={['a', None, kind, 'b' if n > 1 else None]}></a>\"",
        "t\"<a class={['a', on and 'b', more or None]} class={ {'c': on} }></a>\"",
        "t\"<a class={('a', f'b-{kind}')} class={kind} class={None} class='x'></a>\"",
        't"<a class={[name for name in names if name is not None]}></a>"',
        "t\"<a class={' '.join(filter(None, ['a', n > 1 and 'b']))}></a>\"",
        "t\"<{Card} class={['a', False]} />\"",
    ]
    INVALID: t.ClassVar = [
        td.invalid("t\"<a class={['a', «False»]}></a>\"", fixed="t\"<a class={['a', None]}></a>\""),
        td.invalid(
            "t\"<a class={['a', «n > 1 and 'b'»]}></a>\"", fixed="t\"<a class={['a', 'b' if n > 1 else None]}></a>\""
        ),
        td.invalid("t\"<a class={['a', «{'b': on}»]}></a>\""),
        td.invalid("t\"<a class={«n > 1 and 'big'»}></a>\"", fixed="t\"<a class={'big' if n > 1 else None}></a>\""),
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
                is_spread = attribute.kind is td.html.AttributeKind.SPREAD
                is_class = attribute.name == "class" and attribute.kind is td.html.AttributeKind.INTERPOLATED
                is_given = (is_class or is_spread) and not tag.is_component
                if not is_given or td.html.is_never_rendered(self.view, template, tag):
                    continue
                value = template.interpolations[attribute.interpolations[0]]
                nodes = [value.node] if is_class else self._spread(tag, attribute, value)
                for node in nodes if not (value.conversion or value.format_spec) else ():
                    self._check_value(node, td.Related(self.path, value.span, "interpolated here"))

    def _spread(self, tag: td.Tag, spread: td.Attribute, value: td.Interpolation) -> list[Node]:
        """The class in a mapping, where the tag has no other that comes after it."""
        classes = [entry.value for entry in td.html.entries_of(self.view, value.node) if entry.name == "class"]
        return classes if classes and td.html.last_start(self.view, tag, "class") < spread.span.start else []

    def _check_value(self, value: Node, shown: td.Related) -> None:
        if not td.flow.is_shallow(value):
            return
        for part in self._parts(value):
            self._judge(part)
        for call in td.flow.chosen_values(self.view, value):
            function = td.flow.function_behind(self.view, call)
            for result in td.flow.results_of(self.view, function) if function is not None else ():
                for part in self._parts(result):
                    if function is not None and td.flow.is_any_result(self.view, call, function, part.node):
                        self._judge(replace(part, related=(shown,)))

    def _parts(self, value: Node) -> Iterator[_Part]:
        """What a class is put together from."""
        for item in td.flow.list_items(self.view, value):
            yield from (_Part(node, "an item of a class list", _NO_ITEM) for node in td.flow.choices(item))
        chosen = td.flow.chosen_values(self.view, value)
        yield from (_Part(node, "a class", _NEVER) for node in chosen if not td.flow.is_list(node))

    def _judge(self, part: _Part) -> None:
        node, key = part.node, (id(self.view), part.node.start_byte)
        guard, premise = self._guard(node)
        kind = "bool" if guard is not None else td.python.proven_type(self.view, node)
        if not kind and node.type in {"attribute", "call"}:
            self._judge_elsewhere(part)
        if kind not in part.refused or key in self._reported:
            return
        self._reported.add(key)
        # Others may call the function, and look for the False.
        fix = self._fix(node, guard) if not part.related else None
        self._report(part, "may be False" if guard is not None else f"is of type {kind}", premise, fix)

    def _judge_elsewhere(self, part: _Part) -> None:
        """What a definition says that the value is: of a field, a property, a function."""
        node = part.node
        said = {kind: f"is of type {kind}" for kind in sorted(part.refused & _TOLD)}
        if part.what == "a class" and td.flow.function_behind(self.view, node) is None:
            said[td.project.MIXED_LIST] = "may hold other items than text and None, by its annotation"
        for kind, told in said.items():
            premise = td.premise(self.view, node, kind) if not td.flow.is_guarded(self.view, node, node) else None
            if premise is not None:
                self._report(part, told, premise)

    def _report(self, part: _Part, told: str, premise: td.Premise | None, fix: td.Fix | None = None) -> None:
        self.report_span(
            self.view.span(part.node),
            f"`{self.view.text(part.node)}` {told}",
            fix=fix,
            related=part.related,
            note=f"{part.what} is text or None; for anything else tdom raises TypeError: Unknown interpolated class",
            help="write `'name' if condition else None`; a dict of switches is a `class={...}` of its own",
            premise=premise,
        )

    def _guard(self, node: Node) -> tuple[Node | None, td.Premise | None]:
        """The left side of `n > 1 and 'b'`, and what other files have to say of it."""
        left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
        if node.type != "boolean_operator" or left is None or operator is None or operator.type != "and":
            return None, None
        kind = td.python.proven_type(self.view, left)
        is_asked = td.flow.is_guarded(self.view, node, left, against_zero=True)
        if kind == "bool" and is_asked and not self._is_looped(left):
            return None, None
        is_open = not kind and not td.flow.is_guarded(self.view, node, left)
        premise = td.premise(self.view, left, "bool") if is_open else None
        return (left, premise) if kind == "bool" or premise is not None else (None, None)

    def _is_looped(self, value: Node) -> bool:
        """Whether a comprehension gives a value its name, and does not ask for that."""
        return td.flow.is_asked_by_loop(self.view, value, set(_WORD.findall(self.view.text(value)))) is False

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
