"""Cases of TDC127, templated-attribute-value."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    def a(ok):
        label = "a" if ok else None
        return t"<p class='c {label or 1}' title='{label if label else 2} b'></p>"
    """,
    """
    def a(ok):
        label = "a" if ok else None
        if not label:
            return t""
        return t"<p class='c {label}'></p>"
    """,
    """
    def a(ok):
        label = "a" if ok else None
        return t"{t'<p title="{label} b"></p>' if label else None}"
    """,
    "t\"<a class='btn {(kind and None) or 'b'} {(last := None) or 'c'} {(('' or False) or None) or 'd'}'></a>\"",
    """
    def state(is_open):
        return "is-open" if is_open else None

    def link(kind, is_open):
        label = "a" if kind else None
        return t"<a class='btn {(label if is_open else kind) or 'b'} {(kind or state(is_open)) or 'c'}'></a>"
    """,
    "t\"<a class='btn {name and name}' title='a {label or 0}'></a>\"",
    't\'<p x-data={{open:1}} x-on="{{\\\'a\\\': 1}}" style={ {"color": "red"} }></p>\'',
    "t\"<p title={{name}} class={{kind}} data-x={{}}>{{'a': 1}}</p>\"",
    "t\"<a title='{None!r} is {[1, 2]!s} and {n > 1:d}'></a>\"",
    "t\"<a data={ {'x': 1} } aria={mapping}></a><object data='a.svg'></object>\"",
    "t\"<a data-id='a{x}' aria-label='a{x}'></a>\"",
    "t\"<{Card} data='a{x}' aria='a{x}' />\"",
    """
    def page(n: int):
        big = n > 1 and "big"
        if n > 1:
            return t"<p class='x {big}'></p>"
        return t"<p style={f'a: \\x3b b: c'} style={'a\\x3a b'}></p>"
    """,
    """
    def box(url, more, sizes):
        both = f"{more} color: {url}"
        either = "color: red" if more else None
        return t"<p style={f'background: {url}'} style={both} style={either} style={'a: b; c: d;'} style={''}></p>"

    def plain(image):
        return t"<p style='background: url(http://{image})' style={ {'background': 'url(http://x)'} }></p>"
    """,
    "t\"<{Card} style={'a:b:c'} /><p data-style={'a:b:c'} title={[1]} style={sizes} style={None}></p>\"",
    "t\"<a title='{'yes' if n > 1 else 'no'} {len(names)}'></a>\"",
    "t\"<a href='?all={n > 1}' title='is {not shown}' data-state='{a == b}!'></a>\"",
    "def link(flag: bool):\n    return t\"<a href='?flag={flag}'></a>\"",
    "t\"<p>{name} is {None}</p><!-- <a class='btn {None}'> -->\"",
    "t'<script>var a = \"<a class=b{None}>\"</script>'",
    """
    def link(kind):
        extra = None
        if kind:
            extra = kind
        return t"<a class='btn {extra}'></a>"
    """,
    "def Rule(): ...\n\npage = t\"<{Rule}><a data='dropped with all {that} stands here'></a></{Rule}>\"",
    "with pytest.raises(TypeError):\n    html(t\"<a data='a{x}' class='a {None}'></a>\")",
    """
    class Button:
        kind: str | None

        @property
        def _state(self) -> str | None:
            return self.kind

        @property
        def _size(self):
            return "big" if self.kind else ""

        def __call__(self, extra: str | None = None):
            return t"<a class='btn {self._state} {self._size} {self.kind} {extra}'></a>"
    """,
    """
    class Button:
        @property
        def _state(self):
            return "is-open" if self.is_open else None

        def __call__(self):
            if self.is_open:
                return t"<a class='btn {self._state}'></a>"
            shown = self._state or ""
            return t"<a class='btn {self._state or ''} {shown}' title={self._state}></a>"

        def other(self):
            if self._state:
                return t"<a class='btn {self._state}'></a>"
    """,
    """
    class Base:
        @property
        def _state(self):
            return None

        def _size(self):
            return "big" if self.is_big else None

        @shown
        def _kind(self):
            return "kind" if self.is_kind else None

        async def _later(self):
            return "later" if self.is_late else None

        def __call__(self):
            return t"<a class='{self._state} a {self._size()} {self._kind()} {self._later()} {self._size}'></a>"

    class Big(Base):
        def _size(self):
            return "big"
    """,
    """
    from shop import Base, known

    class Button(Base):
        @property
        def _state(self):
            return "is-open" if self.is_open else None

        def __call__(self):
            return t"<a class='btn {self._state}'></a>"

    @known
    class Link:
        @property
        def _state(self):
            return "is-open" if self.is_open else None

        def __call__(self):
            return t"<a class='btn {self._state}'></a>"
    """,
    """
    class Button:
        @property
        def state(self):
            return "is-open" if self.is_open else None

        def __call__(self, other):
            return t"<a class='btn {other.state}'></a>"

        def given(self, self_=None):
            self = self_
            return t"<a class='btn {self.state}'></a>"
    """,
    """
    def state(is_open):
        return "is-open" if is_open else None

    def link(is_open, flag):
        if flag:
            return t"<a class='btn {state(flag)} {state}'></a>"
        return t"{t'<a class="btn {state(is_open)}"></a>' if is_open else None}"
    """,
    """
    from shop import Kind

    def state(kind):
        return f"btn-{kind}" if kind else None

    def size(kind="big"):
        return kind or None

    def link(names, given):
        every = [t"<a class='btn {state(name)}'></a>" for name in ("small", "big")]
        return t"<a class='btn {state('big')} {state(Kind.BIG)} {state(*given)} {size()}'>{every}</a>"
    """,
    """
    class Row:
        def __call__(self):
            if self.is_new:
                return t"<a class='a {self._told()}'></a>"

        def first(self):
            return t"<a class='a {self._held()} {self._failing()} {self._endless()} {self._all()}'></a>"

        def other(self):
            return t"<a class='a {self._level()} {self._left()} {self._tried()} {self._asked()}'></a>"

        def third(self):
            return t"<a class='a {self._said()} {self._each()} {self._yielded()} {self._true()}'></a>"

        def fourth(self):
            return t"<a class='a {self._known()} {self._matched()} {self._kept()} {self._either()}'></a>"

        def _told(self):
            if self.is_sold:
                return "sold"
            if self.is_new:
                return "new"
            return None

        def _either(self):
            if self.is_sold:
                return "sold"
            if not self.is_sold:
                return "new"
            return None

        def _held(self):
            with self.lock:
                if self.is_sold:
                    return "sold"
                return "new"
            return None

        def _failing(self):
            if self.is_sold:
                return "sold"
            if self.is_new:
                return "new"
            self.fail()
            return None

        def _endless(self):
            while True:
                if self.is_sold:
                    return "sold"
                if self.is_new:
                    return "new"
            return None

        def _all(self):
            if self.is_sold:
                return "sold"
            else:
                return "new"
            return None

        def _kept(self):
            try:
                if self.is_sold:
                    return "sold"
                return "new"
            finally:
                self.close()
            return None

        def _level(self):
            if self.level == 1:
                return "one"
            elif self.level == 2:
                return "two"
            return None

        def _left(self):
            if self.is_sold:
                return "sold"
            raise ValueError

        def _tried(self):
            try:
                if self.is_sold:
                    return "sold"
            finally:
                self.close()

        def _asked(self):
            assert self.is_sold
            if self.is_sold:
                return "sold"

        def _said(self):
            self.check()
            if self.is_sold:
                return "sold"

        def _each(self):
            if self.is_sold:
                return "sold"
            elif not self.is_sold:
                self.fail()

        def _yielded(self):
            if self.is_sold:
                yield "sold"
                return "sold"

        def _true(self):
            if True:
                return "sold"

        def _known(self):
            if self.is_sold:
                return "sold"
            sys.exit(1)

        def _matched(self):
            match self.level:
                case 1:
                    return "one"
                case _:
                    return "two"
            return None
    """,
]

INVALID = [
    td.invalid(
        """
        # file: shop/button.py
        from shop.base import Base

        class Button(Base):
            def __call__(self):
                return t"<a class='btn {«self.classes»}' href='{self.href}' id='a-{self.on}'></a>"
        # file: shop/base.py
        class Base:
            classes: list[str]
            href: str
            on: bool
        """
    ),
    td.invalid("t\"<a href='/u/{«user or None»}'></a>\""),
    td.invalid("t\"<a class='btn {«None»} wide'></a>\""),
    td.invalid("t\"<a class='btn {«(kind or None) if shown else 'b'»} wide'></a>\""),
    td.invalid("t\"<a class='btn {«name or (kind if shown else None)»} wide'></a>\""),
    td.invalid("t\"<a class='btn {«(name or kind) and None»} wide'></a>\""),
    td.invalid("t\"<a class='btn {«['a'] or kind»} wide'></a>\""),
    td.invalid(
        """
        def page(kind, is_open):
            label = "a" if kind else None
            return t"<a class='btn {«kind or (label if is_open else 'b')»} wide'></a>"
        """
    ),
    td.invalid("t\"<a class='btn {«[a, b]»}'></a>\""),
    td.invalid("t\"<a class='is-{«n > 1»}'></a>\""),
    td.invalid("t\"<{Link} label='is {«None if shown else x»}' />\""),
    td.invalid("t\"<p «aria='{x} '»></p>\""),
    td.invalid('t\'<p «style={{"color":"red"}}»></p>\''),
    td.invalid('t\'<p «style={{"color":» "red"}}>a</p>\''),
    td.invalid('t"<p «class={{on:1}}»>a</p>"'),
    td.invalid(
        """
        def link(kind):
            extra = kind if kind != "plain" else None
            return t"<a class='btn {«extra»}'></a>"
        """,
        fixed="""
        def link(kind):
            extra = kind if kind != "plain" else None
            return t"<a class='btn' class={extra}></a>"
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        from dataclasses import dataclass

        @dataclass
        class Button:
            is_open: bool = False

            @property
            def _state(self):
                return "is-open" if self.is_open else None

            def __call__(self):
                return t"<a title='is {«self._state»}'></a>"
        """
    ),
    td.invalid(
        """
        class Base:
            def _state(self, number):
                \"\"\"What is said of it.\"\"\"
                if number == self.selected:
                    return "is-open"
                return None

        class Button(Base):
            def __call__(self, number):
                state = self._state(number)
                return t"<a class='btn {«state»} wide'></a>"
        """
    ),
    td.invalid(
        """
        from shop import url

        def state(is_open):
            if not is_open:
                return
            return url(is_open)

        def link(is_open):
            return t"<a href='/{«state(is_open)»}'></a>"
        """
    ),
    td.invalid(
        """
        def state(kind):
            return kind or None

        def link(kind):
            return t"<a class='btn {«state(kind)»}'></a>"
        """,
        fixed="""
        def state(kind):
            return kind or None

        def link(kind):
            return t"<a class='btn' class={state(kind)}></a>"
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        from functools import cached_property

        class Button:
            @cached_property
            def state(self):
                return None if self.is_plain else "is-open"

            def __call__(self):
                return t"<a class='{«self.state»} btn'></a>"

        class Link:
            state = "is-open"
        """
    ),
    td.invalid(
        """
        class Row:
            def __call__(self):
                return t"<a class='{«self._state()»} wide'></a>"

            def _state(self) -> str | None:
                if self.is_sold:
                    return "sold"
                if self.is_new:
                    return "new"
                return None
        """
    ),
    td.invalid(
        """
        class Row:
            def __call__(self):
                return t"<a class='{«self.size»} wide'></a>"

            @property
            def size(self):
                if self.is_big:
                    return "big"
                elif self.is_small:
                    return "small"
                else:
                    return None
        """
    ),
    td.invalid(
        """
        class Row:
            def __call__(self):
                return t"<a class='{«self._kind()»} wide'></a>"

            def _kind(self):
                \"\"\"What is said of it.\"\"\"
                kind = self.kind
                if kind:
                    return f"is-{kind}"
        """
    ),
    td.invalid(
        """
        class Row:
            def __call__(self):
                return t"<a class='{«self._shown()»} wide'></a>"

            def _shown(self) -> str | None:
                if self.level == 1:
                    return "one"
                if self.level == 2:
                    return "two"
                return None
        """
    ),
    td.invalid("t\"<p style={«f'background:url(http://{host}/a.png)'»}></p>\""),
    td.invalid("t\"<p style={«['color: red']»}></p>\""),
    td.invalid(
        """
        def box(n: int):
            big = n > 1 and "big"
            return t"<p class='x {«big»}'></p>"
        """
    ),
    td.invalid('t"<p style={«n > 1»}></p>"'),
    td.invalid(
        """
        def box(tone):
            style = "color: red" if tone else "color"
            return t"<p style={«style»}></p>"
        """
    ),
    td.invalid(
        """
        def state(is_sold, is_new):
            if is_sold:
                return "sold"
            try:
                return told(is_new)
            except ValueError:
                pass
            return

        def row(is_sold, is_new):
            return t"<a class='{«state(is_sold, is_new)»} row'></a>"
        """
    ),
]
