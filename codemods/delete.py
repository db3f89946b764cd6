"""`delete`: a definition goes, where nothing refers to it."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class Delete(td.ProjectCodemod):
    """Refused while references remain, which are listed; by force they are left, and told."""

    NAME = "delete"
    DESCRIPTION = "A definition that nothing refers to goes, with the imports that only it used."
    OPTIONS = (
        td.option("target", default="", help="The dotted name of the definition.", required=True),
        td.option("force", default=False, help="Although something refers to it."),
    )
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            "import re\n\n\ndef page(): ...\n\n\ndef spare(text):\n    return re.sub(' ', '-', text)\n",
            "def page(): ...\n",
            options={"target": "shop.page.spare"},
            path="shop/page.py",
            files={"shop/__init__.py": ""},
        ),
        td.codemods.example(
            "def page(): ...\n",
            options={"target": "shop.page.spare"},
            path="shop/page.py",
            files={"shop/__init__.py": ""},
        ),
        td.codemods.example(
            "def page(spare):\n    return spare\n",
            options={"target": "shop.other.spare"},
            path="shop/page.py",
            files={"shop/__init__.py": "", "shop/other.py": "def spare(): ...\n\n\ndef kept(): ...\n"},
            files_after={"shop/__init__.py": "", "shop/other.py": "def kept(): ...\n"},
        ),
    ]

    def rewrite(self, codebase: td.codemods.Codebase) -> td.codemods.Rewrite:
        return td.codemods.deleted(codebase, str(self.option("target")), force=bool(self.option("force")))
