"""Cases of TDC128, class-list-item."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    def row(on: bool, more):
        attrs = {"class": ["a", on and "b"]}
        others = {"class": ["a", on and "b"]}
        others.update(more)
        return t"<tr {attrs} class={'b'}></tr><{Row} {attrs} /><tr {others}></tr>"
    """,
    't"<a data-names={[1, 2]} id={3} hidden={n > 1}></a>"',
    "t\"<a class='btn {n}' class={on and 'b'}></a>\"",
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

INVALID = [
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
        fixed='def row(on: bool):\n    attrs = {"class": ["a", "b" if on else None]}\n    return t"<tr {attrs}></tr>"',
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
        "t\"<a class={['a', 'b' if on else «False»]}></a>\"",
        fixed="t\"<a class={['a', 'b' if on else None]}></a>\"",
    ),
    td.invalid("t\"<a class={('a', «['b', 'c']»)}></a>\""),
    td.invalid("t\"<a class={['a', «3»]}></a>\""),
    td.invalid('t"<a class={«n > 1»}></a>"'),
    td.invalid(
        "t\"<a class={[«name != 'x' and name» for name in names]}></a>\"",
        fixed="t\"<a class={[name if name != 'x' else None for name in names]}></a>\"",
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
