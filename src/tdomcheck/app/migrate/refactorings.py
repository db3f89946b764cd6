"""`rename`, `move`, `delete`: an engine's answer about the whole project, by the same door as codemods."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from tdomcheck.app.migrate.files import files_of
from tdomcheck.app.migrate.links import dangling_links
from tdomcheck.app.migrate.listing import is_plain, listed_files
from tdomcheck.app.migrate.order import MigrationOrder, RunEffect
from tdomcheck.app.migrate.project_steps import ProjectAnswer, ProjectContents
from tdomcheck.app.migrate.recorded import MigrationWish, recorded
from tdomcheck.app.migrate.result import Migration
from tdomcheck.app.migrate.run import RunState, clean_up, concluded, rejected_files, take_answer, tell_unreadable
from tdomcheck.app.migrate.verbs import Answer, Outputs, told_run
from tdomcheck.app.migrate.writing import recover_before
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.edits.delta import digest
from tdomcheck.errors import ExitCode
from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.move import move
from tdomcheck.refactor.outcome import Refactoring
from tdomcheck.refactor.problems import UnreadableFiles
from tdomcheck.refactor.rename import RenameOptions, rename
from tdomcheck.refactor.rivals import rival_folders
from tdomcheck.refactor.sources import Sources
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class RefactoringRequest:
    """What is asked for, in words."""

    verb: str
    source: str
    target: str = ""
    options: RenameOptions = RenameOptions()
    reexport: bool = False
    force: bool = False

    @property
    def label(self) -> str:
        """What the journal remembers."""
        return " ".join(filter(None, (self.verb, self.source, self.target)))

    def answer(self, sources: Sources) -> Refactoring:
        """Ask the engine; raises Refusal where it will not do it."""
        match self.verb:
            case "rename":
                return rename(sources, self.source, self.target, self.options)
            case "move":
                return move(sources, self.source, self.target, self.options, reexport=self.reexport)
            case "delete":
                return delete(sources, self.source, self.options, force=self.force)
        raise AssertionError("unreachable")


def run_refactoring(
    request: Request, paths: Sequence[str], wish: RefactoringRequest, order: MigrationOrder, outputs: Outputs
) -> Answer:
    """One refactoring, from the files of the project to the account of it."""
    session = Session(replace(request, paths=tuple(paths)))
    order = replace(order, is_of_repository=True, label=wish.label)
    names = {"from": wish.source, "to": wish.target} if wish.target else {"target": wish.source}

    def run(planned: MigrationOrder) -> tuple[Answer, Migration]:
        try:
            return _refactored(session, wish, planned, outputs)
        finally:
            session.close()

    return recorded(session, MigrationWish(wish.verb, wish.verb, names, outputs.is_json), order, run)


def _refactored(
    session: Session, wish: RefactoringRequest, order: MigrationOrder, outputs: Outputs
) -> tuple[Answer, Migration]:
    warnings = recover_before(session, order) if order.effect is RunEffect.WRITE else []
    state = RunState(session, order, files_of(session, order), warnings=warnings)
    root = state.files.root
    listed = listed_files(root)
    plain = [name for name in listed if is_plain(root, name)]
    inner = sorted({*state.files.of_project(state.tree), *plain})
    contents = ProjectContents(root, inner, state.tree)
    sources = _sources(contents, state.files.roots)
    rivals = rival_folders(sources, wish.source)
    if rivals:
        sources = _sources(contents, state.files.roots, rivals)
        state.warnings += [_told(rival, wish.source) for rival in rivals]
    outcome = wish.answer(sources)
    links = [name for name in listed if os.path.islink(os.path.join(root, *name.split("/")))]
    rows = tuple(dangling_links(root, links, outcome.rewrite, inner))
    outcome = replace(outcome, rewrite=replace(outcome.rewrite, remainders=(*outcome.rewrite.remainders, *rows)))
    state.failures += (str(failure) for failure in outcome.failures)
    if outcome.rewrite.files or outcome.failures:
        tell_unreadable(state, {failure.path for failure in outcome.failures})
    if not wish.options.keep_going:
        _refuse_rejected(state, wish, outcome)
    take_answer(state, _answer(outcome, contents), wish.verb, ())
    clean_up(state)
    migration = concluded(state)
    text, code, notice = told_run(session, migration, order.effect, outputs)
    sentences = [*([outcome.notice] if outcome.notice else []), *_references_left(migration)]
    return (text, code, notice + "".join(f"{sentence}\n" for sentence in sentences)), migration


def _references_left(migration: Migration) -> Iterator[str]:
    count = migration.references_left if migration.exit_code == ExitCode.FINDINGS else 0
    if count:
        places = "1 place" if count == 1 else f"{count:,} places"
        yield f"{places} in Python files may break, and {'is' if count == 1 else 'are'} left to you: exit 1"


def _refuse_rejected(state: RunState, wish: RefactoringRequest, outcome: Refactoring) -> None:
    """Half a refactoring is none: raise where a file that it has to change is not Python."""
    rejected = rejected_files(state, outcome.rewrite)
    if rejected:
        listed = "; ".join(f"{path}: {trouble}" for path, trouble in rejected.items())
        raise UnreadableFiles(
            f"Python rejects what {wish.verb} has to change: {listed}. Nothing is changed; --keep-going leaves it out"
        )


def _sources(contents: ProjectContents, roots: Sequence[str], without: Sequence[str] = ()) -> Sources:
    """What can be read: a file that went away meanwhile, or is no regular one, says nothing."""
    return Sources(_Readable(contents, tuple(f"{folder}/" for folder in without)), tuple(roots) or ("",))


def _told(folder: str, dotted: str) -> str:
    package = dotted.partition(".")[0]
    return f"{folder}/ is a project with a package `{package}` of its own, and was left alone; run tdomcheck there"


class _Readable(Mapping[str, bytes]):
    """The contents of files, each read once; those that cannot be read are empty."""

    def __init__(self, contents: ProjectContents, without: tuple[str, ...] = ()) -> None:
        self._contents = contents
        self._without = without
        self._read: dict[str, bytes] = {}

    def __getitem__(self, path: str) -> bytes:
        if path not in self._read:
            if path not in self._paths:
                raise KeyError(path)
            try:
                self._read[path] = self._contents[path]
            except KeyError:
                self._read[path] = b""
        return self._read[path]

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    @cached_property
    def _paths(self) -> frozenset[str]:
        return frozenset(path for path in self._contents if not path.startswith(self._without or ("/",)))

    def __iter__(self) -> Iterator[str]:
        return (path for path in self._contents if path in self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def _answer(outcome: Refactoring, contents: ProjectContents) -> ProjectAnswer:
    rewrite = outcome.rewrite
    paths = {wish.path for wish in (*rewrite.files, *rewrite.proposals)} & set(contents)
    return ProjectAnswer(rewrite, tuple((path, digest(contents[path])) for path in sorted(paths)))
