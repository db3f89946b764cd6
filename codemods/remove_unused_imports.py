"""`remove-unused-imports`: imports at the top of a file that nothing in it names."""

from __future__ import annotations

import typing as t
from functools import partial
from itertools import groupby

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node


class RemoveUnusedImports(td.EditCodemod):
    """Removes what a file imports and never names, not even in a comment or in a text that is no docstring.

    What is offered to others stays, and what a comment keeps: `noqa`, and what other linters have in its place."""

    NAME = "remove-unused-imports"
    DESCRIPTION = "Imports at the top of a file that nothing in it names are removed."
    GATE = td.Gate(tokens={"import"})
    EXAMPLES: t.ClassVar = [
        td.codemods.example("import os\nimport sys\n\nprint(sys.path)\n", "import sys\n\nprint(sys.path)\n"),
        td.codemods.example(
            "from tdom import Markup, html, svg  # what pages need\n\nhtml(t'<p></p>')\n",
            "from tdom import html  # what pages need\n\nhtml(t'<p></p>')\n",
        ),
        td.codemods.example(
            """
            from typing import TYPE_CHECKING

            if TYPE_CHECKING:
                from shop import Cart, Item

            def total(cart: Cart) -> int: ...
            """,
            """
            from typing import TYPE_CHECKING

            if TYPE_CHECKING:
                from shop import Cart

            def total(cart: Cart) -> int: ...
            """,
        ),
        td.codemods.example("import os; import sys\n\nx = 1\n", "x = 1\n"),
        td.codemods.example(
            "from shop import (\n    Cart,  # the one\n    Item,\n)\n\nx = Cart\n",
            "from shop import (\n    Cart,  # the one\n)\n\nx = Cart\n",
        ),
        td.codemods.example("import os\n", path="shop/__init__.py"),
        # What other files take from this one.
        td.codemods.example(
            "import os\nimport re\nimport sys\nimport json\n\nx = 1\n",
            "import os\nimport re\nimport sys\n\nx = 1\n",
            path="shop/e.py",
            files={
                "a.py": "from shop.e import os\n\nos.getcwd()\n",
                "shop/b.py": "from . import e as tools\n\ntools.re.compile('')\n",
                "c.py": "import shop.e\n\nshop.e.sys.exit()\n",
                "d.py": "from other import json\n\njson.loads('')\n",
            },
        ),
        td.codemods.example("```python\nfrom tdom import html\n```\n", path="docs/start.md"),
        td.codemods.example("from __future__ import annotations\n\nx: int = 1\n"),
        td.codemods.example("from shop import Cart as Cart\n\nx = 1\n"),
        td.codemods.example("from shop import *\n\nx = 1\n"),
        td.codemods.example("import shop  # noqa: F401\n\nx = 1\n"),
        td.codemods.example("import shop  # NOQA\n\nx = 1\n"),
        td.codemods.example("from shop import (  # noqa: F401\n    Cart,\n)\n\nx = 1\n"),
        td.codemods.example("# ruff: noqa: F401\nimport shop\n\nx = 1\n"),
        td.codemods.example(
            "from shop import (\n    Cart,\n    Item,  # noqa: F401\n)\n\nx = 1\n",
            "from shop import (\n    Item,  # noqa: F401\n)\n\nx = 1\n",
        ),
        td.codemods.example("import shop  # noqa: E501\n\nx = 1\n", "x = 1\n"),
        td.codemods.example('"""Shows a Cart."""\nfrom shop import Cart\n\nx = 1\n', '"""Shows a Cart."""\n\nx = 1\n'),
        td.codemods.example('"""\n>>> Cart()\n"""\nfrom shop import Cart\n\nx = 1\n'),
        td.codemods.example("import shop.plugins\n\nx = 1\n"),
        td.codemods.example("from shop import Cart\n\n__all__ = ['Cart']\n"),
        td.codemods.example("from shop import Cart\n\ndef f(x: 'Cart'): ...\n"),
        td.codemods.example("try:\n    import orjson\nexcept ImportError:\n    orjson = None\n"),
        td.codemods.example("from tdom import html\nfrom shop import Card\n\nhtml(t'<{Card} />')\n"),
    ]

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix]:
        is_for_others = (self.context.filename or "").endswith(("__init__.py", "__init__.pyi", "conftest.py"))
        if is_for_others or view.source.is_hosted:  # a document shows imports for their own sake
            return
        for _, unused in groupby(td.codemods.unused_imports(view, self.offered), key=partial(_place, view)):
            yield td.Fix("Take out what is not used", td.codemods.without_names(view, list(unused)))


def _place(view: td.ModuleView, unused: tuple[Node, t.Sequence[Node]]) -> tuple[int, int]:
    """What goes together: all of a block, and at the top of the file all of a line."""
    statement, parent = unused[0], unused[0].parent
    is_in_block = parent is not None and parent.type == "block"
    return (
        (parent.id, 0)
        if parent is not None and is_in_block
        else (0, view.source.position(view.span(statement).start).line)
    )
