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
        """
        def row(on: bool, more):
            attrs = {"class": ["a", on and "b"]}
            others = {"class": ["a", on and "b"]}
            others.update(more)
            return t"<tr {attrs} class={'b'}></tr><{Row} {attrs} /><tr {others}></tr>"
        """,
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
        """
        def link(kind: str, more, other, on):
            names = ["a", *more, *other]
            names += ["b", None, kind] + more
            names += more
            names.extend(["c", "d" if on else None, on and "e"])
            names.extend(other)
            names.insert(False, "f")
            return t"<a class={names} class={kind.upper() and 'x'} class={more.isupper and 'x'}></a>"
        """,
        """
        def link(on: bool):
            shown = ("a",)
            page = t"<a class={shown}></a>"
            shown += (on,)
            names = ["a"]
            names += [on and "b"]
            names = [name for name in names if name]
            count = 0
            count += on
            return t"<a class={names} data-n={count}></a>", page
        """,
        """
        def link(names, on: bool):
            names += [on and "b"]
            other.names += [on]
            rest = [*names]
            rest += rest
            return t"<a class={names} class={rest} class={other.names}></a>"
        """,
        """
        from sqlalchemy import name
        from shop import Label, fonts

        class Style:
            def isspace(self): return self

        def link(label: Label, series):
            return t"<a class={[label.isupper() and 'a', series.str.isupper() and 'b']}></a>"

        def column(label: Label):
            return t"<a class={label.startswith('x') and 'c'}></a>"

        def rows(table):
            return t"<a class={[table.c.name.startswith('x') and 'a', Label.name.endswith('x') and 'b']}></a>"

        def more(font):
            return t"<a class={[font.isspace() and 'a', fonts.startswith(font) and 'b', font.istitle(1) and 'c']}></a>"

        def last(label, names: list[Label]):
            return t"<a class={[label.isupper and 'a', names.startswith('x') and 'b', label.endswith() and 'c']}></a>"
        """,
        """
        class Link:
            active: bool = False

            def __call__(self):
                classes = ["link"]
                if self.active:
                    classes += [self.active and "active"]
                more = ["x"]
                if not self.active:
                    return t"<a></a>"
                more.append(self.active and "active")
                return t"<a class={classes}></a><a class={more}></a>"

            def named(self):
                state = self.active and "on"
                return t"<a class={state}></a>" if state else t"<a></a>"
        """,
        """
        def handed(on: bool):
            names = ["x", on and "on"]
            drop_false(names)
            more = ["x"]
            more += [on and "on"]
            clean.drop(items=more)
            return t"<b class={names}></b><b class={more}></b>"

        def removed(on: bool):
            names = ["x", on]
            names.remove(on)
            more = ["x"]
            more.append(on)
            more.pop()
            last = ["x", on]
            del last[1]
            return t"<b class={names}></b><b class={more}></b><b class={last}></b>"
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            """
            # file: shop/alert.py
            from dataclasses import dataclass
            from shop.base import Toned

            @dataclass
            class Alert(Toned):
                def __call__(self):
                    return t"<p class={«self.classes('alert')»} title={self.names}></p><p class={self.names}></p>"
            # file: shop/base.py
            from dataclasses import dataclass

            @dataclass
            class Toned:
                muted: bool
                names: list[str | None]

                def classes(self, name: str) -> list[str | bool]:
                    return [name, self.muted and "muted"]
            """
        ),
        td.invalid(
            'def row(on: bool):\n    attrs = {"class": ["a", «on and "b"»]}\n    return t"<tr {attrs}></tr>"',
            fixed='def row(on: bool):\n    attrs = {"class": ["a", "b" if on else None]}\n'
            '    return t"<tr {attrs}></tr>"',
        ),
        td.invalid(
            "page = t\"<tr { {'class': ['a', «False»]} }></tr>\"",
            fixed="page = t\"<tr { {'class': ['a', None]} }></tr>\"",
        ),
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
        td.invalid(
            """
            def badge(label: str, tone):
                return t"<b class={['badge', tone, «label.isupper() and 'shout'»]}></b>"
            """,
            fixed="""
            def badge(label: str, tone):
                return t"<b class={['badge', tone, 'shout' if label.isupper() else None]}></b>"
            """,
        ),
        td.invalid(
            """
            def badge(label: str | None, tone):
                return t"<b class={['badge', «label.isdigit() and 'number'»]}></b>"
            """,
            fixed="""
            def badge(label: str | None, tone):
                return t"<b class={['badge', 'number' if label.isdigit() else None]}></b>"
            """,
        ),
        td.invalid(
            """
            class Badge:
                def __call__(self):
                    shout = self.label.strip().islower()
                    return t"<b class={['badge', «shout and 'quiet'»]}></b>"
            """,
            fixed="""
            class Badge:
                def __call__(self):
                    shout = self.label.strip().islower()
                    return t"<b class={['badge', 'quiet' if shout else None]}></b>"
            """,
        ),
        td.invalid(
            "t\"<a class={['a', «url.startswith('http') and 'out'»]}></a>\"",
            fixed="t\"<a class={['a', 'out' if url.startswith('http') else None]}></a>\"",
        ),
        td.invalid("t\"<a class={['a', «url.endswith(('.pdf', '.doc'))»]}></a>\""),
        td.invalid("t\"<a class={['a', «'abc'.isalpha()»]}></a>\""),
        td.invalid(
            """
            class Button:
                disabled: bool
                kind: str

                def __call__(self):
                    classes = ["btn", self.kind]
                    classes += [«self.disabled»]
                    return t"<button class={classes}></button>"
            """
        ),
        td.invalid(
            """
            def button(kind, disabled: bool):
                classes = ["btn", kind]
                classes.extend(["x", «disabled and "btn-off"»])
                return t"<button class={classes}></button>"
            """,
            fixed="""
            def button(kind, disabled: bool):
                classes = ["btn", kind]
                classes.extend(["x", "btn-off" if disabled else None])
                return t"<button class={classes}></button>"
            """,
        ),
        td.invalid(
            """
            def button(kind, disabled: bool):
                classes = ["btn", kind]
                if kind:
                    classes.insert(0, «disabled»)
                return t"<button class={classes}></button>"
            """
        ),
        td.invalid(
            """
            def button(kind, disabled: bool):
                classes = ("btn", kind)
                classes += («disabled and "btn-off"»,)
                return t"<button class={classes}></button>"
            """,
            fixed="""
            def button(kind, disabled: bool):
                classes = ("btn", kind)
                classes += ("btn-off" if disabled else None,)
                return t"<button class={classes}></button>"
            """,
        ),
        td.invalid(
            """
            def button(kind, disabled: bool):
                more = [«disabled»]
                classes = ["btn"]
                classes += more if kind else []
                return t"<button class={classes}></button>"
            """
        ),
        td.invalid(
            """
            def button(kinds):
                classes = ["btn"]
                classes.extend(«kind.islower() and kind» for kind in kinds)
                return t"<button class={classes}></button>"
            """,
            fixed="""
            def button(kinds):
                classes = ["btn"]
                classes.extend(kind if kind.islower() else None for kind in kinds)
                return t"<button class={classes}></button>"
            """,
        ),
        td.invalid(
            """
            def button(kind, disabled: bool):
                more = [kind, «disabled»]
                return t"<button class={['btn', *more]}></button>"
            """
        ),
        td.invalid(
            """
            class Button:
                disabled: bool

                def _classes(self):
                    classes = ["btn"]
                    classes += [«self.disabled»]
                    return classes

                def __call__(self):
                    return t"<button class={self._classes()}></button>"
            """
        ),
        td.invalid(
            """
            def button(on: bool, other):
                names = ["x"]
                if other:
                    names += [«on and "on"»]
                print(len(names), " ".join(names), sorted(names))
                names.sort()
                return t"<b class={names}></b>"
            """,
            fixed="""
            def button(on: bool, other):
                names = ["x"]
                if other:
                    names += ["on" if on else None]
                print(len(names), " ".join(names), sorted(names))
                names.sort()
                return t"<b class={names}></b>"
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
