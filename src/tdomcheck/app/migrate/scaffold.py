"""`codemod new`: a codemod of the project's own, with examples that fail until it is written."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence

from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.catalog.load import is_nowhere
from tdomcheck.edges.file_writes import FileCreation
from tdomcheck.edges.writing import write_all
from tdomcheck.errors import UsageError, WriteError
from tdomcheck.model.paths import is_within
from tdomcheck.regex import regex
from tdomcheck.values import replace

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
CODEMOD = open_codemods(["{stem}.py"], str(FOLDER)).find("{name}").cls


@pytest.mark.parametrize("result", list(prove_codemod(CODEMOD)), ids=str)
def test_it_keeps_its_contract(result):
    assert result.passed, result.difference
'''


@contextlib.contextmanager
def plugin_folder(request: Request) -> Iterator[None]:
    """The folder that `plugins` names, made where nothing is there yet; if no codemod comes into it, it goes again.

    Whoever opens the plugins is told of one that is not there, so it is made before."""
    settings = Session(replace(request, is_safe=True)).settings
    made = _made(settings.root, settings.refused_plugins)
    try:
        yield
    except BaseException:
        for folder in made:
            with contextlib.suppress(OSError):  # what somebody else has put there stays
                os.rmdir(folder)
        raise


def _made(root: str, plugins: Sequence[str]) -> list[str]:
    """The folders that had to be made for the first plugin that is one, or can be; the innermost first."""
    for plugin in plugins:
        place = os.path.normpath(os.path.join(root, plugin))
        if os.path.isdir(place):
            return []
        if is_nowhere(plugin, root) and is_within(os.path.realpath(place), os.path.realpath(root)):
            missing = [place]
            while not os.path.lexists(os.path.dirname(missing[-1])):
                missing.append(os.path.dirname(missing[-1]))
            try:
                os.makedirs(place)
            except OSError as error:
                raise WriteError(plugin, f"the folder could not be made: {error.strerror}") from None
            return missing
    return []


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
        raise UsageError('no folder of plugins is configured; add `plugins = ["codemods"]` to the configuration')
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
