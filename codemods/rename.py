"""`rename`: a definition, a prop or a module, and all that refers to it."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

_FILES: t.Final = {
    "shop/__init__.py": "",
    "shop/page.py": "from tdom import html\n\nfrom shop.cards import Card\n\n\ndef page(name):\n"
    '    return html(t"<{Card} user-name={name}><b>{name}</b></{Card}>")\n',
    "shop/other.py": "class Card:\n    user_name = 1\n",
}
_CARD: t.Final = (
    "class Card:\n    user_name: str\n\n    def __call__(self):\n        return t'<p>{self.user_name}</p>'\n"
)


class Rename(td.ProjectCodemod):
    """What is proven to refer to it is renamed, in templates as well; what is not is a proposal."""

    NAME = "rename"
    DESCRIPTION = (
        "A definition, a parameter, a prop, a module or a package gets another name, with all that refers to it."
    )
    OPTIONS = (
        td.option(
            "from", default="", help="The dotted name: `shop.cards.Card`, `shop.cards.Card.title`.", required=True
        ),
        td.option("to", default="", help="The new name; for a module it may be dotted.", required=True),
        td.option("strings", default=False, help="Also strings that say the dotted name."),
        td.option("prose", default=False, help="Also comments, docstrings and documents."),
        td.option("allow-shadowing", default=False, help="The new name may hide a builtin or a standard module."),
    )
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            _CARD,
            _CARD.replace("Card", "Tile"),
            options={"from": "shop.cards.Card", "to": "Tile"},
            path="shop/cards.py",
            files=_FILES,
            files_after={**_FILES, "shop/page.py": _FILES["shop/page.py"].replace("Card", "Tile")},
        ),
        td.codemods.example(
            _CARD,
            _CARD.replace("user_name", "login_name"),
            options={"from": "shop.cards.Card.user_name", "to": "login_name"},
            path="shop/cards.py",
            files=_FILES,
            files_after={**_FILES, "shop/page.py": _FILES["shop/page.py"].replace("user-name", "login-name")},
        ),
        td.codemods.example(
            "class Tile:\n    pass\n", options={"from": "shop.cards.Card", "to": "Tile"}, path="shop/cards.py"
        ),
        td.codemods.example(
            "class Tile:\n    def draw(self): ...\n",
            options={"from": "shop.cards.Card", "to": "Tile"},
            path="shop/cards.py",
            files={"shop/page.py": "Card = 1\nprint(Card, 'shop.cards.Card')\n"},
        ),
        td.codemods.example(
            "def f(Card):\n    return Card\n",
            options={"from": "shop.other.Card", "to": "Tile"},
            path="shop/cards.py",
            files={"shop/other.py": "class Card: ...\n"},
            files_after={"shop/other.py": "class Tile: ...\n"},
        ),
    ]

    def rewrite(self, codebase: td.codemods.Codebase) -> td.codemods.Rewrite:
        return td.codemods.renamed(
            codebase,
            str(self.option("from")),
            str(self.option("to")),
            strings=bool(self.option("strings")),
            prose=bool(self.option("prose")),
            shadows=bool(self.option("allow-shadowing")),
        )
