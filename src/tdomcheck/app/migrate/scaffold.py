"""`codemod new`: a codemod of the project's own, with examples that fail until it is written."""

from __future__ import annotations

import os

from tdomcheck.app.session import Session
from tdomcheck.edges.file_writes import FileCreation
from tdomcheck.edges.writing import write_all
from tdomcheck.errors import UsageError
from tdomcheck.regex import regex

_NAME = regex(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_CODEMOD = '''"""`{name}`: what it is for."""

from __future__ import annotations

import typing as t

import libcst as cst

from tdomcheck import authoring as td


class {cls}(td.Codemod):
    """Say what it changes, and what it leaves alone."""

    NAME = "{name}"
    DESCRIPTION = "One line that says what it does."
    GATE = td.Gate(tokens={{"old_name"}})
    EXAMPLES: t.ClassVar = [
        td.codemods.example("old_name(1)  # a comment\\n", "new_name(1)  # a comment\\n"),
        td.codemods.example("other_name(1)\\n"),
    ]

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        # Return updated_node.with_changes(...) where something is to change; self.remainder(original_node, "why")
        # says what cannot be converted, and raise td.codemods.Skip("why") leaves the file alone.
        return updated_node
'''
_TEST = '''"""`{name}` keeps the contract of a codemod: its examples, and the traps that are made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tdomcheck.catalog.codemods import open_codemods
from tdomcheck.contract import prove_codemod

FOLDER = Path(__file__).parent


@pytest.mark.parametrize("result", prove_codemod(open_codemods(["{stem}.py"], str(FOLDER)).find("{name}").cls), ids=str)
def test_it_keeps_its_contract(result):
    assert result.passed, result.difference
'''


def new_codemod(session: Session, name: str, taken: tuple[str, ...]) -> tuple[str, ...]:
    """Write the files of a new codemod; the paths, as they are shown."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"{name!r} is no name for a codemod: lower-case words with hyphens, such as old-to-new")
    if name in taken:
        raise UsageError(f"the name {name} is taken; `tdomcheck codemod show {name}` tells about it")
    settings = session.settings
    folders = [os.path.join(settings.root, plugin) for plugin in settings.plugins]
    folder = next(filter(os.path.isdir, folders), "")
    if not folder:
        raise UsageError(
            'no folder of plugins is configured; add `plugins = ["codemods"]` to the configuration and make that folder'
        )
    stem = name.replace("-", "_")
    cls = "".join(part.capitalize() for part in name.split("-"))
    texts = {f"{stem}.py": _CODEMOD, f"test_{stem}.py": _TEST}
    writes = [
        FileCreation(os.path.join(folder, file), text.format(name=name, cls=cls, stem=stem).encode())
        for file, text in texts.items()
    ]
    root = settings.project or session.cwd
    report = write_all(writes, session.journal_to_write(settings), label=f"codemod new {name}", root=root)
    return tuple(session.shown(path) for path in report.written)
