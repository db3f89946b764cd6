"""Cases of TDC106, spread-not-mapping."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    # file: shop/link.py
    from shop.base import Base, more

    class Link(Base):
        def __call__(self):
            return t"<a {self.extra} {self.attrs()} {more()} {self.maybe}></a>"
    # file: shop/base.py
    class Base:
        extra: dict[str, str]
        maybe: str | None

        def attrs(self) -> dict[str, object]: ...

    def more() -> Mapping[str, str]: ...
    """,
    """
    def link(attrs, extra):
        attrs = attrs or {}
        if not extra:
            extra = ""
        return t"<a {attrs} {extra}></a>"
    """,
    """
    def link(external):
        extra = {}
        if external:
            extra = "nothing is known about two assignments"
        return t"<a {extra}></a>"
    """,
    """
    EXTRA = 'rel="noopener"'

    def change():
        global EXTRA
        EXTRA = {}

    def link(): return t"<a {EXTRA}></a>"
    """,
    "with pytest.raises(TypeError):\n    html(t\"<a {'rel'}></a>\")",
    "t\"<a>{'text is no attribute'}</a>\"",
    "def Rule(): ...\n\npage = t\"<{Rule}><a {'dropped with all that stands here'}></a></{Rule}>\"",
]

INVALID = [
    td.invalid(
        """
        class Row:
            def _attrs(self, line) -> list[tuple[str, str]]:
                return [("id", line.sku)]

            def __call__(self):
                return t"<tr «{self._attrs(self.line)}»></tr>"
        """
    ),
    td.invalid(
        """
        def attrs(line):
            return [("id", line.sku)]

        def row(line):
            given = attrs(line)
            return t"<tr «{given}»></tr>"
        """
    ),
    td.invalid(
        """
        from dataclasses import dataclass

        @dataclass
        class Link:
            external: bool

            @property
            def _extra(self) -> str:
                return 'rel="noopener"' if self.external else ""

            def __call__(self):
                return t"<a «{self._extra}»></a>"
        """
    ),
    td.invalid(
        """
        # file: shop/link.py
        from shop.base import Base, more

        class Link(Base):
            def __call__(self):
                return t"<a «{self.extra}»><b {more()}></b></a>"
        # file: shop/base.py
        class Base:
            extra: str

        def more() -> dict[str, str]: ...
        """
    ),
    td.invalid(
        """
        def button(busy):
            extra = " disabled" if not busy else ""
            return t"<button «{extra}»>Go</button>"
        """,
        fixed="""
        def button(busy):
            extra = not busy
            return t"<button disabled={extra}>Go</button>"
        """,
    ),
    td.invalid("t\"<{Link} «{f'rel={rel}'}» />\""),
    td.invalid(
        """
        def row(extra: str = ""):
            return t"<tr «{extra}»></tr>"
        """
    ),
    td.invalid(
        """
        EXTRA = 'rel="noopener"'

        def link(): return t"<a «{EXTRA}»></a>"
        """
    ),
]
