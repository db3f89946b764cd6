"""`add-import`: a name is imported where a file uses it and does not have it."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node


class AddImport(td.EditCodemod):
    """Adds an import to every file that reads the name and binds it nowhere."""

    NAME = "add-import"
    DESCRIPTION = "Files that use a name without having it import it."
    OPTIONS = (
        td.option("name", default="", help="The dotted name: `collections.abc.Mapping`.", required=True),
        td.option(
            "type-checking",
            default=False,
            help="Below `if TYPE_CHECKING:`, where only annotations name it that nothing resolves when the code runs.",
        ),
    )
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            "def f(x: Mapping[str, int]) -> None: ...\n",
            "from collections.abc import Mapping\n\ndef f(x: Mapping[str, int]) -> None: ...\n",
            options={"name": "collections.abc.Mapping"},
        ),
        td.codemods.example(
            "import asyncio\n\nhtml(t'<p></p>')  # shown\n",
            "import asyncio\n\nfrom tdom import html\n\nhtml(t'<p></p>')  # shown\n",
            options={"name": "tdom.html"},
        ),
        td.codemods.example(
            """
            from __future__ import annotations

            from typing import TYPE_CHECKING

            if TYPE_CHECKING:
                from shop import Cart

            def total(cart: Cart, items: Items) -> int: ...
            """,
            """
            from __future__ import annotations

            from typing import TYPE_CHECKING

            if TYPE_CHECKING:
                from shop import Cart
                from shop import Items

            def total(cart: Cart, items: Items) -> int: ...
            """,
            options={"name": "shop.Items", "type-checking": True},
        ),
        td.codemods.example(
            """
            from __future__ import annotations
            from typing import TYPE_CHECKING
            from svcs_di import Inject

            if TYPE_CHECKING:
                from shop import Cart

            class Total:
                items: Inject[Items]
            """,
            options={"name": "shop.Items", "type-checking": True},
        ),
        td.codemods.example("x: Items = Items()\n", options={"name": "shop.Items", "type-checking": True}),
        td.codemods.example("x = 1\n", options={"name": "tdom.html"}),
        td.codemods.example("from tdom import html\n\nhtml(t'<p></p>')\n", options={"name": "tdom.html"}),
        td.codemods.example("def html(x): ...\n\nhtml(1)\n", options={"name": "tdom.html"}),
        td.codemods.example("def page(html):\n    return html(1)\n", options={"name": "tdom.html"}),
        td.codemods.example("x = shop.html(1)\ny = 'html'\n", options={"name": "tdom.html"}),
        td.codemods.example("from shop import *\n\nhtml(1)\n", options={"name": "tdom.html"}),
        td.codemods.example("for Items in shop:\n    print(Items)\n", options={"name": "shop.Items"}),
        td.codemods.example(
            "def first[Items](items: Items) -> Items: ...\n\n\nclass Page[Cart](Base[Cart]): ...\n",
            options={"name": "shop.Items"},
        ),
        # A docstring is plain text: this one is worked out, and needs the name.
        td.codemods.example(
            'f"{Items} are sold here"\n',
            'from shop import Items\n\nf"{Items} are sold here"\n',
            options={"name": "shop.Items"},
        ),
    ]

    @classmethod
    def problem_with(cls, options: Mapping[str, object]) -> str:
        name = str(options["name"])
        is_dotted = all(part.isidentifier() for part in name.split(".")) and "." in name
        return "" if is_dotted else f"`{name}` is nothing to import: write it with its module, as in tdom.html"

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        module, _, name = str(self.option("name")).rpartition(".")
        readers = [reader for reader in view.readers.get(name, ()) if view.resolve(reader) in {"", f"*{name}"}]
        if not readers or not _is_unknown(view, name):
            yield from self._bound_elsewhere(view, name, readers)
            return
        if self.option("type-checking"):
            yield from self._for_checkers(view, module, name, readers)
            return
        yield td.Fix(f"Import {name}", (), imports=(td.ImportRequest(module, name),))

    def _bound_elsewhere(
        self, view: td.ModuleView, name: str, readers: t.Sequence[Node]
    ) -> t.Iterator[td.codemods.Remainder]:
        """A name that another class or function has for itself, and that is not bound where it is read."""
        is_global = any(reader.parent is not None and reader.parent.type == "global_statement" for reader in readers)
        has_star = any(fact.name == "*" for fact in view.imports)
        if is_global or has_star or name in td.python.type_parameters(view):
            return
        for reader in readers:
            if not _is_bound_at(view, name, reader):
                reason = f"`{name}` is bound in another scope of this file, and not here: import it by hand"
                yield td.codemods.Remainder(self.context.filename or "", view.span(reader), reason)
                return

    def _for_checkers(
        self, view: td.ModuleView, module: str, name: str, readers: t.Sequence[Node]
    ) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        """Only below a block that is there, and where nothing needs the name when the code runs."""
        place = td.codemods.end_of_checked_imports(view)
        reason = "there is no `if TYPE_CHECKING:` block with an import to add it to" if place is None else ""
        reason = reason or _needed(view, name, readers)
        if place is None or reason:
            yield td.codemods.Remainder(self.context.filename or "", view.span(readers[0]), reason)
            return
        offset, indent = place
        yield td.Fix(f"Import {name}", (td.Edit(offset, offset, f"\n{indent}from {module} import {name}"),))


def _is_bound_at(view: td.ModuleView, name: str, reader: Node) -> bool:
    """Whether a scope around a place binds a name; a class does for its own body alone."""
    index = innermost = view.scopes.index_at(reader.start_byte)
    while index >= 0:
        scope = view.scopes.scopes[index]
        if (scope.kind != "class" or index == innermost) and (name in scope.bindings or name in scope.names):
            return True
        index = scope.parent
    return False


def _needed(view: td.ModuleView, name: str, readers: t.Sequence[Node]) -> str:
    """Why a name has to be there when the code runs; empty where it need not."""
    if not td.python.has_text_annotations(view):
        return "annotations are evaluated here: without `from __future__ import annotations` it has to be there"
    if not all(map(_is_annotation, readers)):
        return "it is used outside of annotations"
    for marked in td.services.marked_annotations(view):
        for typed in td.python.hint_annotations(view, marked.owner):
            if name in td.python.evaluated_names(view, typed, is_quoted=True):
                return "a container evaluates the annotation when the code runs"
    return ""


def _is_annotation(reader: Node) -> bool:
    node: Node | None = reader
    while node is not None and node.type != "type" and not node.type.endswith("statement"):
        node = node.parent
    return node is not None and node.type == "type"


def _is_unknown(view: td.ModuleView, name: str) -> bool:
    """Whether nothing in a file gives a name a meaning; a star may."""
    has_star = any(fact.name == "*" for fact in view.imports)
    is_parameter = name in td.python.type_parameters(view)
    return not (has_star or is_parameter) and not any(
        name in scope.bindings or name in scope.names for scope in view.scopes.scopes
    )
