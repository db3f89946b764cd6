"""`replace`: a pattern of `find` becomes another."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping, Sequence

from tdomcheck import authoring as td


class Replace(td.EditCodemod):
    """Rewrites every match, with the imports that the new code needs; what would lose a comment is left and told."""

    NAME = "replace"
    DESCRIPTION = "Code that matches a pattern becomes other code, with the imports that this needs."
    OPTIONS = (
        td.option("pattern", default="", help="As `find` has it: `get_abstract($X)`, `-> Node`.", required=True),
        td.option("with", default="", help="What it becomes: `get($X)`, `-> Template`.", required=True),
        td.option("where", default=[], help="What must hold of a metavariable: `X:resolves-to=svcs.Container`."),
        td.option("imports", default=[], help="Dotted names that the new code speaks of by their last part."),
    )
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            "register_factory(DefaultInjector, make, enter=False)  # once\nregister_factory(Other, make)\n",
            "register_injector(make, enter=False)  # once\nregister_factory(Other, make)\n",
            options={"pattern": "register_factory(DefaultInjector, $$$F)", "with": "register_injector($$$F)"},
        ),
        td.codemods.example(
            """
            from tdom import Node, html

            def Badge(text: Node, make=lambda: Node) -> Node:
                return html(text)

            class Card:
                def __call__(self) -> "Node": ...
            """,
            """
            from string.templatelib import Template

            from tdom import Node, html

            def Badge(text: Node, make=lambda: Node) -> Template:
                return html(text)

            class Card:
                def __call__(self) -> "Node": ...
            """,
            options={"pattern": "-> Node", "with": "-> Template", "imports": ("string.templatelib.Template",)},
        ),
        td.codemods.example(
            "import string.templatelib as st\n\ndef f() -> Node: ...\n",
            "import string.templatelib as st\n\ndef f() -> st.Template: ...\n",
            options={"pattern": "-> Node", "with": "-> Template", "imports": ("string.templatelib.Template",)},
        ),
        td.codemods.example(
            "def get(service: type[T], *others: type[U]) -> T: ...\n",
            "from typing import TypeForm\n\ndef get(service: TypeForm[T], *others: TypeForm[U]) -> T: ...\n",
            options={"pattern": "type[$X]", "with": "TypeForm[$X]", "imports": ("typing.TypeForm",)},
        ),
        td.codemods.example(
            "x = old(old(1))\n", "x = new(new(1))\n", options={"pattern": "old($X)", "with": "new($X)"}
        ),
        td.codemods.example(
            "Template = 1\n\ndef f() -> Node: ...\n",
            options={"pattern": "-> Node", "with": "-> Template", "imports": ("string.templatelib.Template",)},
        ),
        td.codemods.example("y = old(  # why\n    1)\n", options={"pattern": "old($X)", "with": "new()"}),
        # How many arguments a star stands for is not known, unless all of them stay together.
        td.codemods.example(
            "old(1, 2)\nold(*q, 2)\nold(1, **q)\n",
            "new(2, 1)\nold(*q, 2)\nold(1, **q)\n",
            options={"pattern": "old($A, $B)", "with": "new($B, $A)"},
        ),
        td.codemods.example("old(*q, 2)\n", "new(*q, 2)\n", options={"pattern": "old($$$A)", "with": "new($$$A)"}),
        td.codemods.example("# old(1)\nx = 'old(1)'\n", options={"pattern": "old($X)", "with": "new($X)"}),
        td.codemods.example("def f(x: Node): ...\n", options={"pattern": "-> Node", "with": "-> Template"}),
    ]

    @classmethod
    def problem_with(cls, options: Mapping[str, object]) -> str:
        try:
            _replacement(options)
        except ValueError as error:
            return str(error)
        return ""

    def should_allow_multiple_passes(self) -> bool:
        """What stands inside of a match is looked at when that has been replaced."""
        return True

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        options = {spec.name: self.option(spec.name) for spec in self.OPTIONS}
        for change in td.codemods.replacements(view, _replacement(options)):
            if isinstance(change, td.Fix):
                yield change
            else:
                yield td.codemods.Remainder(self.context.filename or "", change.span, change.reason)


def _replacement(options: Mapping[str, object]) -> td.codemods.PatternChange:
    where, imports = (t.cast("Sequence[str]", options[name]) for name in ("where", "imports"))
    return td.codemods.replacement_of(str(options["pattern"]), str(options["with"]), where, imports)
