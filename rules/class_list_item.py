"""TDC128: a class list holds something else than text and None."""

from __future__ import annotations

import builtins
import re
import typing as t
from collections.abc import Iterator, Sequence
from functools import cached_property

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_LISTS = frozenset({"list", "tuple", "list_comprehension", "generator_expression"})
_NEVER = frozenset({"bool", "int", "float", "bytes"})
_NO_ITEM = _NEVER | {"dict", "list", "tuple"}
_WORD = re.compile(r"\w+")
_ADDING = frozenset({"append", "extend", "insert"})
_REMOVING = frozenset({"remove", "pop", "clear"})
_READING = _ADDING | {"join", "update", "count", "index", "debug", "info", "warning", "error", "log"}
_BUILTINS = frozenset(dir(builtins))
_MOST_ADDED = 100
"""A list that is given more is no list of classes, and it may be shown often."""


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
        self._changed: dict[tuple[int, str], bool] = {}
        """Whether something else may take from a list, by scope and name; one instance looks at one file."""

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            for attribute in tag.attributes:
                is_spread = attribute.kind is td.AttributeKind.SPREAD
                is_class = attribute.name == "class" and attribute.kind is td.AttributeKind.INTERPOLATED
                if not (is_class or is_spread) or tag.is_component or td.is_dropped(self.view, template, tag):
                    continue
                value = template.interpolations[attribute.interpolations[0]]
                nodes = [value.node] if is_class else self._spread(tag, attribute, value)
                for node in nodes if not (value.conversion or value.format_spec) else ():
                    self._check_value(node, td.Related(self.path, value.span, "interpolated here"))

    def _spread(self, tag: td.Tag, spread: td.Attribute, value: td.Interpolation) -> list[Node]:
        """The class in a mapping, where the tag has no other that comes after it."""
        found = [entry.value for entry in td.entries_of(self.view, value.node) if entry.name == "class"]
        return found if found and td.last_start(self.view, tag, "class") < spread.span.start else []

    def _check_value(self, value: Node, shown: td.Related) -> None:
        if not td.is_shallow(value):
            return
        for node, what, refused in self._parts(value):
            self._judge(node, what, refused)
        related = (shown,)
        for call in self._values(value):
            function = td.function_behind(self.view, call)
            if function is None:
                continue
            for node, what, refused in (part for end in self._returned(function) for part in self._parts(end)):
                if self._is_open(call, function, node):
                    self._judge(node, what, refused, related)

    def _parts(self, value: Node) -> Iterator[tuple[Node, str, frozenset[str]]]:
        """What a class is put together from, beside what it is called and the types that it must not have."""
        lists = [node for node in self._values(value) if _is_list(node)]
        added = [item for branch in _branches(value) for item in self._added(branch)]
        for item in (*added, *(item for node in lists for item in self._items(node))):
            yield from ((inner, "an item of a class list", _NO_ITEM) for inner in _branches(item))
        yield from ((node, "a class", _NEVER) for node in self._values(value) if not _is_list(node))

    def _items(self, node: Node) -> Iterator[Node]:
        """The items of a list, and of the lists that `*` puts into it; one step, as a list may hold itself."""
        for item in _elements(node):
            if item.type != "list_splat":
                yield item
                continue
            for inner in self._values(item.named_children[0]):
                items = _elements(inner) if _is_list(inner) else ()
                yield from (found for found in items if found.type != "list_splat")

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
        words = set(_WORD.findall(self.view.text(item if is_one else function))) - {"self"}
        read = [parameter for parameter in parameters if parameter.name in words]
        if call.type != "call" or not read:
            return True
        given = td.arguments_of(self.view, call)
        values = (*given.positional, *given.keywords.values())
        is_any = all(
            td.is_told_by_caller(self.view, value) and not td.is_guarded(self.view, call, value) for value in values
        )
        return is_any and not given.has_star and not any(parameter.has_default for parameter in read)

    def _added(self, node: Node) -> Iterator[Node]:
        """What a list that is a local name gets one after another."""
        given = self._begun(node)
        if given is None or not _is_list(given):
            return
        key = (self.view.scopes.index_at(node.start_byte), self.view.text(node))
        if len(self._calls.get(key, ())) + len(self._sums.get(key, ())) > _MOST_ADDED:
            return
        for method, call in self._calls.get(key, ()):
            arguments = td.arguments_of(self.view, call).positional
            listed = call.child_by_field_name("arguments")
            if method == "extend":
                # `extend(x for x in names)`
                yield from self._listed([listed] if listed is not None and listed.type in _LISTS else arguments[:1])
            else:
                yield from arguments[1:2] if method == "insert" else arguments[:1]
        # A tuple that grows is another one, which those who had it before do not see.
        yield from self._listed([value for value in self._sums.get(key, ()) if value.start_byte < node.start_byte])

    def _listed(self, values: Sequence[Node]) -> Iterator[Node]:
        """The items of lists that are added to another one."""
        for value in values:
            lists = self._values(value) if td.is_shallow(value) else ()
            yield from (item for each in lists if _is_list(each) for item in self._items(each))

    def _begun(self, node: Node) -> Node | None:
        """The one value that a local name is given, which `+=` may add to where it is a list."""
        if node.type != "identifier":
            return None
        name = self.view.text(node)
        added = self._sums.get((self.view.scopes.index_at(node.start_byte), name), [])
        value = td.begun_with(self.view, node, len(added))
        is_known = value is not None and (not added or _is_list(value))
        return value if value is not None and is_known and not self._is_changed(name, value, node) else None

    def _is_changed(self, name: str, given: Node, node: Node) -> bool:
        """Whether something is taken out of a list, or a function has it that may do so."""
        key = (self.view.scopes.index_at(node.start_byte), name)
        if key not in self._changed:
            uses = td.uses_of(self.view, name, node.start_byte) if _is_list(given) and given.type != "tuple" else []
            self._changed[key] = any(map(self._may_change, uses))
        return self._changed[key]

    def _may_change(self, use: Node) -> bool:
        parent = use.parent
        around = parent.parent if parent is not None else None
        if parent is None or around is None:
            return False
        if parent.type == "attribute":
            return self.view.text(parent).rpartition(".")[2] in _REMOVING
        if parent.type == "subscript":
            return around.type == "delete_statement" or around.child_by_field_name("left") == parent
        call = (
            around if parent.type == "argument_list" else around.parent if parent.type == "keyword_argument" else None
        )
        function = call.child_by_field_name("function") if call is not None and call.type == "call" else None
        return function is not None and not self._is_harmless(function)

    def _is_harmless(self, function: Node) -> bool:
        """A builtin, and what takes a list and only reads it."""
        name = self.view.text(function).rpartition(".")[2]
        if function.type == "attribute":
            return name in _READING
        return name in _BUILTINS and not td.is_bound(self.view, name)

    @property
    def _sums(self) -> td.Added:
        return td.added_to_names(self.view)

    @cached_property
    def _calls(self) -> dict[tuple[int, str], list[tuple[str, Node]]]:
        """The calls that add to a list, by scope and name; one instance looks at one file."""
        found: dict[tuple[int, str], list[tuple[str, Node]]] = {}
        for call in self.view.captures["call"]:
            function = call.child_by_field_name("function")
            name, _, method = self.view.text(function).rpartition(".") if function is not None else ("", "", "")
            if name and method in _ADDING:
                found.setdefault((self.view.scopes.index_at(call.start_byte), name), []).append((method, call))
        return found

    def _values(self, node: Node) -> Iterator[Node]:
        """The branches of the expression, and those of what a name among them is given."""
        for branch in _branches(node):
            given = self._begun(branch)
            if given is not None and not _is_list(given) and td.is_guarded(self.view, branch, branch):
                continue  # what it holds is asked for where it is read
            if given is None or td.is_shallow(given):
                yield from [branch] if given is None else _branches(given)

    def _judge(self, node: Node, what: str, refused: frozenset[str], related: tuple[td.Related, ...] = ()) -> None:
        key = (id(self.view), node.start_byte)
        guard, premise = self._guard(node)
        kind = "bool" if guard is not None else td.proven_type(self.view, node)
        if not kind and node.type in {"attribute", "call"}:
            self._judge_elsewhere(node, what, refused, related)
        if kind not in refused or key in self._reported:
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
        said = {kind: f"is of type {kind}" for kind in sorted(refused & _TOLD)}
        if what == "a class" and td.function_behind(self.view, node) is None:
            said[td.MIXED_LIST] = "may hold other items than text and None, by its annotation"
        for kind, told in said.items():
            premise = td.premise(self.view, node, kind) if not td.is_guarded(self.view, node, node) else None
            if premise is not None:
                self.report_span(
                    self.view.span(node),
                    f"`{self.view.text(node)}` {told}",
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
        is_asked = td.is_guarded(self.view, node, left, against_zero=True)
        if kind == "bool" and is_asked and not self._is_looped(left):
            return None, None
        is_open = not kind and not td.is_guarded(self.view, node, left)
        premise = td.premise(self.view, left, "bool") if is_open else None
        return (left, premise) if kind == "bool" or premise is not None else (None, None)

    def _is_looped(self, value: Node) -> bool:
        """Whether a comprehension around a value gives it a name, and does not ask for that."""
        words, around = set(_WORD.findall(self.view.text(value))), value.parent
        while around is not None and around.type not in {"function_definition", "lambda"}:
            clauses = [child for child in around.named_children if child.type in {"for_in_clause", "if_clause"}]
            lefts = [left for clause in clauses if (left := clause.child_by_field_name("left")) is not None]
            if any(words.intersection(_WORD.findall(self.view.text(left))) for left in lefts):
                asked = " ".join(self.view.text(clause) for clause in clauses if clause.type == "if_clause")
                return not words.intersection(_WORD.findall(asked))
            around = around.parent
        return False

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
    yield from (child for child in children if child.type != "comment")


def _branches(node: Node) -> Iterator[Node]:
    """The values that a conditional chooses between; `and` and `or` stay as they are."""
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        yield from _branches(node.named_children[0])
    elif node.type == "conditional_expression" and node.named_child_count == 3:
        yield from _branches(node.named_children[0])
        yield from _branches(node.named_children[2])
    else:
        yield node
