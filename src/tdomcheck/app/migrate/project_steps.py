"""Codemods that are asked once for a whole project, and how their answer becomes edits of files."""

from __future__ import annotations

import os
import typing as t
from collections.abc import Collection, Iterator, Mapping, Sequence

from tdomcheck.app.migrate.work_tree import WorkTree
from tdomcheck.convert.current import CurrentFile
from tdomcheck.convert.file import LoadedStep
from tdomcheck.convert.still_parses import damage
from tdomcheck.edges.pool import Death, run_in_workers
from tdomcheck.edits.delta import digest
from tdomcheck.edits.imports import import_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import TdomcheckError, Undecodable, UsageError, WriteError
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.crashes import described, is_fault
from tdomcheck.model import Edit, Targets
from tdomcheck.model.changes import DeletedFile, FileEdits, NewFile, Proposal, Rewrite
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.source.text import SourceText
from tdomcheck.values import dataclass

SECONDS = 600.0
"""How long one may take for a project."""


class ProjectContents(Mapping[str, bytes]):
    """The files of a project by their paths in it, read when they are asked for."""

    def __init__(self, root: str, paths: Sequence[str], tree: WorkTree) -> None:
        self._root = root
        self._paths = dict.fromkeys(paths)
        self._tree = tree

    def __getitem__(self, path: str) -> bytes:
        if path not in self._paths:
            raise KeyError(path)
        try:
            return self._tree.read(os.path.join(self._root, *path.split("/")))
        except OSError:
            raise KeyError(path) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


@dataclass(frozen=True, slots=True)
class ProjectAnswer:
    """What a codemod answered, or why it did not."""

    rewrite: Rewrite = Rewrite()
    digests: tuple[tuple[str, str], ...] = ()
    """Of the files that its edits are for: where one has changed since, they mean other bytes."""
    skipped: str = ""
    refused: str = ""
    """It will not do what it was asked for; a sentence for whoever asked."""
    crash: str = ""


@dataclass(frozen=True, slots=True)
class ProjectQuestion:
    """Callable in a worker: a codemod with its project."""

    step: LoadedStep
    contents: Mapping[str, bytes]
    roots: tuple[str, ...]
    writable: Collection[str] | None
    targets: Targets

    def __call__(self, _: int) -> ProjectAnswer:
        from libcst.codemod import CodemodContext, SkipFile

        from tdomcheck.authoring.codebase import Codebase
        from tdomcheck.authoring.project_codemod import ProjectCodemod

        try:
            instance = t.cast("ProjectCodemod", self.step.cls(CodemodContext(), **dict(self.step.step.options)))
            codebase = Codebase(self.contents, roots=self.roots, writable=self.writable, targets=self.targets)
            rewrite = instance.rewrite(codebase)
            paths = {wish.path for wish in (*rewrite.files, *rewrite.proposals)} & set(self.contents)
            return ProjectAnswer(rewrite, tuple((path, digest(self.contents[path])) for path in sorted(paths)))
        except SkipFile as error:
            return ProjectAnswer(skipped=str(error) or "it says no reason")
        except TdomcheckError as error:
            return ProjectAnswer(refused=str(error))
        except BaseException as error:  # a codemod may raise anything; the run tells of it
            if not is_fault(error):
                raise
            return ProjectAnswer(crash=described(error))


def ask_project(question: ProjectQuestion) -> ProjectAnswer:
    """Ask in a process of its own."""
    for _, answer in run_in_workers(question, [0], 1, SECONDS):
        return ProjectAnswer(crash=answer.reason) if isinstance(answer, Death) else answer
    raise AssertionError("unreachable: one item has one answer")


def apply_answer(answer: ProjectAnswer, tree: WorkTree, root: str, name: str, *, takes_proposals: bool) -> None:
    """Take over what a codemod wants; raises UsageError or WriteError where it wants what cannot be."""
    rewrite = answer.rewrite
    for inner, known in answer.digests:
        path = os.path.join(root, *inner.split("/"))
        if digest(tree.read(path)) != known:
            raise WriteError(path, "changed while tdomcheck was running. Nothing was written")
    accepted: dict[str, list[Edit]] = {}
    for proposal in rewrite.proposals if takes_proposals else ():
        accepted.setdefault(proposal.path, []).extend(proposal.edits)
    moves: list[tuple[str, str]] = []
    for wish in rewrite.files:
        path = os.path.join(root, *wish.path.split("/"))
        if isinstance(wish, FileEdits):
            _edit(wish, accepted.pop(wish.path, ()), tree, path, name)
            moves += [(path, os.path.join(root, *wish.new_path.split("/")))] if wish.new_path else []
        else:
            _come_or_go(wish, tree, path, name)
    for inner, others in accepted.items():
        _edit(FileEdits(inner), others, tree, os.path.join(root, *inner.split("/")), name)
    for old, new in moves:
        if old != new:
            tree.move(old, new)


def _come_or_go(wish: NewFile | DeletedFile, tree: WorkTree, path: str, name: str) -> None:
    if isinstance(wish, DeletedFile):
        tree.delete(path)
        return
    if os.path.lexists(path) or path in tree.contents:
        raise WriteError(path, "stands there already, and is to be created. Nothing was written")
    _check(name, wish.path, b"", wish.data)
    tree.create(path, wish.data)


def _edit(wish: FileEdits, more: Sequence[Edit], tree: WorkTree, path: str, name: str) -> None:
    """The edits of one file, but those that touch what a comment keeps."""
    wanted = {*wish.edits, *more}
    tree.touch(path, wish.symbols)
    if not (wanted or wish.imports):
        return
    before = tree.read(path)
    try:
        source = SourceText(before, is_python=path.endswith(SOURCES))
        edits = {edit for edit in wanted if not _is_kept(before, path, name, edit)}
        if wish.imports:
            edits |= {*import_edits(ModuleView(source), wish.imports)}
        after = apply_edits(source, sorted(edits))
    except (ValueError, Undecodable) as error:
        raise UsageError(f"{name}: {wish.path}: its edits cannot be applied: {error}") from None
    _check(name, wish.path, before, after)
    tree.change(path, before, after)


def _check(name: str, path: str, before: bytes, after: bytes) -> None:
    """Raise UsageError where a file that was Python would be none any more."""
    trouble = damage(path, before, after)
    if trouble:
        raise UsageError(f"{name}: {path}: it would leave what is no Python ({trouble}); please report it")


def _is_kept(data: bytes, path: str, name: str, edit: Edit) -> bool:
    if b"tdomcheck:" not in data or not path.endswith(SOURCES):
        return False
    current = CurrentFile(data, path)
    covers = [span for index in range(len(current.views)) for span in current.kept(index, name)]
    return any(edit.start <= span.end and span.start <= edit.end for span in covers)


def left_proposals(rewrite: Rewrite, *, takes_proposals: bool) -> tuple[Proposal, ...]:
    return () if takes_proposals else rewrite.proposals
