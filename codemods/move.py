"""`move`: a definition goes to another module, with what it needs and all that imports it."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

_LABEL: t.Final = "import re\n\n\ndef label(text):\n    return re.sub(' ', '-', text)\n"
_USE: t.Final = "from shop.page import label\n\nlabel('a b')\n"
_OPTIONS: t.Final = {"from": "shop.page.label", "to": "shop.texts"}


class Move(td.ProjectCodemod):
    """The module is created if it is not there; comments, decorators and imports that are needed go along."""

    NAME = "move"
    DESCRIPTION = "A definition goes to another module, with the imports that it needs, and its importers follow."
    OPTIONS = (
        td.option("from", default="", help="The dotted name of the definition.", required=True),
        td.option("to", default="", help="The dotted name of the module.", required=True),
        td.option("reexport", default=False, help="The old module still offers it."),
    )
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            "def page(): ...\n\n\ndef label(text):  # short\n    return text\n",
            "def page(): ...\n",
            options=_OPTIONS,
            path="shop/page.py",
            files={"shop/__init__.py": "", "shop/texts.py": "", "shop/use.py": _USE},
            files_after={
                "shop/__init__.py": "",
                "shop/texts.py": "def label(text):  # short\n    return text\n",
                "shop/use.py": _USE.replace("shop.page", "shop.texts"),
            },
        ),
        td.codemods.example(
            "def page(): ...\n",
            options=_OPTIONS,
            path="shop/page.py",
            files={"shop/__init__.py": "", "shop/texts.py": _LABEL},
        ),
    ]

    def rewrite(self, codebase: td.codemods.Codebase) -> td.codemods.Rewrite:
        source, module = str(self.option("from")), str(self.option("to"))
        return td.codemods.moved(codebase, source, module, reexport=bool(self.option("reexport")))
