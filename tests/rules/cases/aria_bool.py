"""Cases of TDC125, aria-bool."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    """
    def menu(is_open: bool, more):
        attrs = {"aria-expanded": is_open, "hidden": is_open, "aria-busy": "true" if is_open else "false"}
        rest = {"aria-live": is_open, **more}
        return t"<a {attrs} aria-expanded={'true'}>Menu</a><{Menu} {rest} /><b {rest}></b>"
    """,
    """
    # file: shop/fields.py
    from shop.base import Field, is_open, label

    class TextField(Field):
        def __call__(self):
            return t"<input aria-required={self.required} aria-label={label()} aria-hidden={self.hidden} />"
    # file: shop/base.py
    class Field:
        required: bool | None
        hidden: str

    def label() -> str: ...
    """,
    "t\"<b aria={ {'hidden': not shown} }></b>\"",
    "t\"<a aria-current={'page' if url == here else False}></a>\"",
    "t\"<b aria-busy={busy and 'true'} aria-hidden={hidden or None}></b>\"",
    't"<b aria-hidden={not shown!s}></b>"',
    "t\"<b aria-label='open: {not shut}'></b>\"",
    """
    def icon(hidden: bool):
        hidden = "true" if hidden else "false"
        return t"<i aria-hidden={hidden}></i>"
    """,
    """
    from dataclasses import dataclass

    @dataclass
    class Icon:
        hidden: str | bool

        def __call__(self):
            return t"<i aria-hidden={self.hidden}></i>"
    """,
    "with pytest.raises(ValueError):\n    html(t'<b aria-hidden={True}></p>')",
]

INVALID = [
    td.invalid("page = t\"<a { {«'aria-busy': True»} }>Menu</a>\""),
    td.invalid(
        """
        # file: shop/fields.py
        from dataclasses import dataclass, field
        from shop.base import Field

        @dataclass
        class TextField(Field):
            def __call__(self):
                return t"<input «aria-required={self.required}» />"
        # file: shop/base.py
        from dataclasses import dataclass, field

        @dataclass
        class Field:
            required: bool = field(default=False, kw_only=True)
        """,
        fixed="""
        # file: shop/fields.py
        from dataclasses import dataclass, field
        from shop.base import Field

        @dataclass
        class TextField(Field):
            def __call__(self):
                return t"<input aria-required={'true' if self.required else 'false'} />"
        # file: shop/base.py
        from dataclasses import dataclass, field

        @dataclass
        class Field:
            required: bool = field(default=False, kw_only=True)
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        class Item:
            @property
            def is_new(self) -> bool: ...

        def links(items: list[Item]):
            return t"<ul>{[t'<li «aria-busy={item.is_new}»></li>' for item in items]}</ul>"
        """,
        fixed="""
        class Item:
            @property
            def is_new(self) -> bool: ...

        def links(items: list[Item]):
            return t"<ul>{[t'<li aria-busy={"true" if item.is_new else "false"}></li>' for item in items]}</ul>"
        """,
        unsafe=True,
    ),
    td.invalid(
        't"<b «aria-busy={True if n > 1 else False}»></b>"',
        fixed="t\"<b aria-busy={'true' if (True if n > 1 else False) else 'false'}></b>\"",
        unsafe=True,
    ),
    td.invalid(
        """
        def icon(name):
            hidden = name is None
            return t"<i «aria-hidden={hidden}»></i>"
        """,
        fixed="""
        def icon(name):
            hidden = name is None
            return t"<i aria-hidden={'true' if hidden else 'false'}></i>"
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        from dataclasses import dataclass

        @dataclass
        class Icon:
            hidden: bool = True

            def __call__(self):
                return t"<i «aria-hidden={self.hidden}»></i>"
        """,
        fixed="""
        from dataclasses import dataclass

        @dataclass
        class Icon:
            hidden: bool = True

            def __call__(self):
                return t"<i aria-hidden={'true' if self.hidden else 'false'}></i>"
        """,
        unsafe=True,
    ),
]
