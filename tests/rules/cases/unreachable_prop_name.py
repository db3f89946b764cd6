"""Cases of TDC205, unreachable-prop-name."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from string.templatelib import Template\n\n"

VALID = [
    f'{_HEAD}def Badge(userName) -> "list[Template]": ...',
    f"{_HEAD}from shop import Repo\n\ndef Badge(userRepo: Repo = None, userName='') -> Template: ...",
    (
        f"{_HEAD}from dataclasses import dataclass\n\n@dataclass\nclass Badge:\n    amountCents: int = 1\n\n"
        "    def __call__(self) -> Template: ...\n\nbody = Badge(amountCents=2)()"
    ),
    f"{_HEAD}def Badge(userName) -> Template: ...\n\nBadge(userName='x')",
    (
        f"{_HEAD}from dataclasses import dataclass\n\n@dataclass\nclass Base:\n    user_name: str\n\n"
        "@dataclass\nclass Badge(Base):\n    def __call__(self) -> Template: ...\n\n"
        "@dataclass\nclass Chip(Base):\n    def __call__(self) -> Template: ..."
    ),
]

INVALID = [
    td.invalid(f'{_HEAD}def Badge(«userName») -> "Template": ...'),
    td.invalid(
        """
        # file: shop/row.py
        def Row(«helpText»):
            '''Row is a name that pages know.'''
            return t"<tr>{helpText}</tr>"
        # file: shop/page.py
        from shop.row import Row

        page = t"<{Row} helpText='x' />"
        """
    ),
    td.invalid(
        f"{_HEAD}from dataclasses import dataclass\n\n@dataclass\nclass Base:\n    «userName»: str\n\n"
        "@dataclass\nclass Badge(Base):\n    def __call__(self) -> Template: ...\n\n"
        "@dataclass\nclass Chip(Base):\n    def __call__(self) -> Template: ..."
    ),
]
