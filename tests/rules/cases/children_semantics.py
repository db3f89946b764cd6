"""Cases of TDC211, children-semantics."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from string.templatelib import Template\n\n"

VALID = [
    (
        f"{_HEAD}def Card(children) -> Template:\n    if children.strings == ('',):\n"
        "        return t''\n    return children"
    ),
    (
        f"{_HEAD}def Card(children=None) -> Template:\n    if not children:\n"
        "        return t''\n    return children\n\nCard()"
    ),
    (
        f"{_HEAD}def Card(children) -> Template:\n    children = list(children)\n"
        f"    return t'<p>{{len(children) or 0}}</p>'"
    ),
    (
        f"{_HEAD}def Card(children) -> Template:\n    def row(children):\n"
        "        return children or 1\n    return t'<p></p>'"
    ),
    f"""{_HEAD}from dataclasses import dataclass

@dataclass
class Card:
    children: Template

    def _body(self) -> Template:
        body = self.children
        return body if body.strings != ("",) else t""

    def _other(self, card):
        return card.children or 1

    @classmethod
    def of(cls, children):
        return cls(children) if children else None

    def __call__(self) -> Template:
        return t"<div>{{self._body()}}</div>"
""",
    (
        f"{_HEAD}def Card(wide, children) -> Template:\n    body = children\n    if wide:\n"
        "        body = None\n    if not body:\n        return t''\n    return body"
    ),
    (
        f"{_HEAD}def Card(children) -> Template:\n    body = children\n\n    def rows(body):\n"
        "        return body or 1\n\n    return t'<p>{body}</p>'"
    ),
    (
        f"{_HEAD}def Card(children) -> Template:\n    body = len(children.strings)\n    if not body:\n"
        "        return t''\n    return children"
    ),
    (
        f"{_HEAD}def Card(children, bool) -> Template:\n    if not bool(children):\n        return t''\n"
        "    return children"
    ),
    f"{_HEAD}def Card(wide, children) -> Template:\n    return t'<p>{{(wide and children) or None}}</p>'",
    (
        f"{_HEAD}def Card(children) -> Template:\n    if bool(children.strings != ('',)):\n"
        "        return t'<p>{children}</p>'\n    return Other(children, 1) if Other else (body := children)"
    ),
    f"{_HEAD}def Card(wide, children) -> Template:\n    return (wide and children) if wide else t''",
]

INVALID = [
    td.invalid(
        """
        from string.templatelib import Template

        def Link(href, children: Template | None = None) -> Template:
            label = href if «children» is None else children
            return t"<a href={href}>{label}</a>"
        """
    ),
    td.invalid(
        """
        # file: shop/card.py
        def Card(title, children=None):
            '''Card is a name that pages know.'''
            if not «children»:
                return t"<p></p>"
            return t"<p>{title}{children}</p>"
        # file: shop/page.py
        from shop.card import Card

        page = t"<{Card} title='x'></{Card}>"
        """
    ),
    td.invalid(
        f"{_HEAD}from dataclasses import dataclass\n\n@dataclass\nclass Card:\n    children: tuple = ()\n\n"
        "    def __call__(self) -> Template:\n        return t'<b>x</b>' if «self.children» else t''"
    ),
    td.invalid(
        f"""{_HEAD}from dataclasses import dataclass

@dataclass
class Card:
    children: Template

    def _body(self) -> Template:
        if not «self.children»:
            return t"<p>Nothing here</p>"
        return self.children

    def __call__(self) -> Template:
        return t"<div>{{self._body()}}</div>"
"""
    ),
    td.invalid(
        f"""{_HEAD}from dataclasses import dataclass

@dataclass
class Card:
    children: Template

    @property
    def _is_empty(self) -> bool:
        body = self.children
        return not «body»

    def __call__(self) -> Template:
        return t"" if self._is_empty else t"<div>{{self.children}}</div>"
"""
    ),
    td.invalid(
        f"{_HEAD}def Card(children) -> Template:\n    body = children\n    if not «body»:\n"
        "        return t''\n    return body"
    ),
    td.invalid(
        f"""{_HEAD}from dataclasses import dataclass

@dataclass
class Card:
    children: Template

    def _body(self) -> Template | None:
        if not bool(«self.children»):
            return None
        return t"<p>{{self.children}}</p>"

    def __call__(self) -> Template:
        return t"<div>{{self._body()}}</div>"
"""
    ),
    td.invalid(
        f"{_HEAD}def Card(children) -> Template:\n    if (body := «children»):\n        return body\n    return t''"
    ),
    td.invalid(
        f"{_HEAD}def Card(wide, children) -> Template:\n    if wide and «children»:\n        return children\n"
        "    return t''"
    ),
]
