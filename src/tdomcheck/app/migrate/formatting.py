"""The project's own formatter on files that a codemod has changed, and nothing that it makes of their meaning."""

from __future__ import annotations

import os
import re
import typing as t
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

import tree_sitter

from tdomcheck.app.session import Session
from tdomcheck.config.regular import read_regular
from tdomcheck.config.settings import Settings
from tdomcheck.edges.commands import run_command
from tdomcheck.errors import Undecodable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.source.text import SourceText

SECONDS = 600.0
_FREE = frozenset({"(", ")", ",", ";", "string_start", "string_end", "comment", "\n"})
"""What a formatter may add and take away."""
_IMPORTS = frozenset({"import_statement", "import_from_statement", "future_import_statement"})


class Writable(t.Protocol):
    """Files that hold what a codemod wrote, and may be given something else."""

    contents: dict[str, bytes]
    shown: set[str]

    def show(self, targets: AbstractSet[str]) -> None:
        """Give some files their new content, and all others their old one."""

    def adopt(self, contents: Mapping[str, bytes]) -> None:
        """Take over what another program made of some of the files."""


def formatters_of(session: Session, settings: Settings) -> tuple[tuple[str, ...], ...]:
    """The commands of the very configuration that a run was started with; `--safe` runs nothing of a project."""
    is_own = settings.identity == session.settings.identity
    return settings.format if is_own and not session.request.is_safe else ()


def format_files(
    provisional: Writable, commands: Sequence[Sequence[str]], cwd: str, environ: Mapping[str, str] | None = None
) -> list[str]:
    """Run the commands over the Python files; why some keep what the codemod wrote."""
    paths = sorted(path for path in provisional.contents if path.endswith(SOURCES))
    if not paths:
        return []
    return [problem for command in commands for problem in _formatted(provisional, command, paths, cwd, environ)]


def _formatted(
    provisional: Writable,
    command: Sequence[str],
    paths: Sequence[str],
    cwd: str,
    environ: Mapping[str, str] | None,
) -> Iterator[str]:
    """Run one command, and keep of it what says the same."""
    words = " ".join(command)
    before = {path: provisional.contents[path] for path in paths}
    answer = run_command([*command, *(os.path.relpath(path, cwd) for path in paths)], cwd, SECONDS, environ)
    after = {path: data for path in paths if (data := _read(path, before[path])) != before[path]}
    if answer.trouble or answer.status:
        reason = answer.trouble or f"it exits {answer.status}: {_last(answer.output)}"
        yield f"the formatter `{words}` failed, and changed nothing: {reason}"
        _restore(provisional, after.keys())
        return
    wrong = {path for path, data in after.items() if not is_same(before[path], data)}
    _restore(provisional, wrong)
    for path in sorted(wrong):
        name = os.path.relpath(path, cwd)
        yield f"{name}: the formatter `{words}` changes its meaning; it was not formatted"
    provisional.adopt({path: data for path, data in after.items() if path not in wrong})


def _read(path: str, otherwise: bytes) -> bytes:
    try:
        return read_regular(path)
    except OSError:
        return otherwise


def _restore(provisional: Writable, changed: Collection[str]) -> None:
    """What the codemod wrote, over what is neither that nor what was there before."""
    everything = set(provisional.shown)
    provisional.shown.difference_update(changed)
    provisional.show(everything)


def _last(output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "it says nothing"


def is_same(one: bytes, two: bytes) -> bool:
    """Whether two sources say the same, but for layout, brackets, quotes, and the order of imports."""
    try:
        return _meaning(one) == _meaning(two)
    except Undecodable:
        return False


def _meaning(data: bytes) -> tuple[tuple[str, ...], frozenset[str], bool]:
    view = ModuleView(SourceText(data)).closely
    imports = frozenset(f"{fact.module}:{fact.name}:{fact.alias}" for fact in view.imports)
    return tuple(_leaves(view, view.tree.root)), imports, view.tree.is_broken


def _leaves(view: ModuleView, root: tree_sitter.Node) -> Iterator[str]:
    pending = [root]
    while pending:
        node = pending.pop()
        if node.type in _IMPORTS or node.type in _FREE:
            continue
        if node.children and node.type != "string_content":
            pending += reversed(node.children)
        elif node.type == "string_content":
            yield " ".join(re.sub(r"\\(['\"])", r"\1", view.text(node)).split())
        else:
            yield view.text(node).lower() if node.type in {"integer", "float"} else view.text(node)
