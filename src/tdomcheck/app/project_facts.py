"""The facts of the files of a project, and all of them as one project."""

from __future__ import annotations

import os
import typing as t
from collections.abc import Iterator, Mapping, Sequence

from tdomcheck.app.beside import import_roots
from tdomcheck.app.passes.state import FileState, ProjectContext, ProjectFiles
from tdomcheck.catalog.catalog import Catalog
from tdomcheck.config.globs import is_listed
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.facts.records import FileFacts
from tdomcheck.facts.vocabulary import api
from tdomcheck.lint.plan import FilePlan
from tdomcheck.model import codec
from tdomcheck.model.codec import Unreadable
from tdomcheck.model.features import FeatureOf
from tdomcheck.model.suffixes import MANIFEST, is_module

if t.TYPE_CHECKING:  # a hook of files that have nothing to say to each other needs no project
    from tdomcheck.facts.project.modules import Project


_LINES = {name: number for number, name in enumerate(codec.field_names(FileFacts))}
_NOTHING = FileFacts()
_EMPTY_LINES = codec.dumps_fields(_NOTHING).split("\n")
_SHARED = {line: line for line in _EMPTY_LINES}
"""Most lines of most files are empty: each of its own they would take 20 MB in a project of 20,000 files."""


class StoredFacts(FileFacts):
    """The facts of a file as `codec.dumps_fields` keeps them, each field decoded when it is asked for.

    A rule over a project asks all files for one or two of them."""

    __slots__ = ("_lines",)

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        if len(lines) != len(_LINES):
            raise Unreadable(f"a file has {len(_LINES)} kinds of facts, not {len(lines)}")
        object.__setattr__(self, "_lines", [*map(_SHARED.get, lines, lines)])

    def has(self, kind: str) -> bool:
        """Told by the line: nothing needs to be decoded."""
        number = _LINES[kind]
        return bool(self._lines[number] != _EMPTY_LINES[number])

    def __getattr__(self, name: str) -> t.Any:
        """Asked for what has no value yet."""
        if name not in _LINES:
            raise AttributeError(name)
        number = _LINES[name]
        line = self._lines[number]
        is_empty = line == _EMPTY_LINES[number]  # as most lines are
        try:
            value = getattr(_NOTHING, name) if is_empty else codec.loads_field(line, FileFacts, name)
        except Unreadable:  # the row is whole, and not of this version: as if the file could not be read
            object.__setattr__(self, "is_incomplete", True)
            value = getattr(_NOTHING, name)
        object.__setattr__(self, name, value)
        return value


class LazyFacts(Mapping[str, FileFacts]):
    """Facts by path, read when they are asked for: most files are asked for nothing."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._decoded: dict[str, FileFacts] = {}

    def __getitem__(self, path: str) -> FileFacts:
        if path not in self._decoded:
            try:
                self._decoded[path] = StoredFacts(self._texts[path])
            except Unreadable:
                self._decoded[path] = FileFacts(is_incomplete=True)
        return self._decoded[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


def facts_of(context: ProjectContext, states: Sequence[FileState]) -> Mapping[str, FileFacts]:
    """The facts of files by absolute path."""
    return LazyFacts(texts_of(context, states))


def texts_of(context: ProjectContext, states: Sequence[FileState]) -> dict[str, str]:
    """The facts of files as text, by absolute path."""
    cached = context.cache.facts({state.digest for state in states if state.facts is None and state.digest})
    texts: dict[str, str] = {}
    for state in states:
        text = state.facts if state.facts is not None else cached.get(state.digest)
        if text is None and state.digest:
            text = _read_again(state)  # its row in the cache was damaged
        if text is not None:
            texts[state.planned.path] = text
    return texts


def _read_again(state: FileState) -> str | None:
    """The facts of a file that has not changed."""
    from tdomcheck.app.work import FileTask, FileWork

    file = state.planned
    plan = FilePlan((), most_bytes=file.settings.max_file_bytes)
    answer = FileWork({0: Catalog((), "")})(FileTask(file.path, file.shown, file.shown, plan, 0))
    return answer.facts if answer.digest == state.digest else None


def project_of(context: ProjectContext, files: ProjectFiles) -> Project:
    """All files of a project as one; made once, for rules and dependents ask it the same."""
    key = (project_of, context.settings.identity)
    if key not in files.memory:
        files.memory[key] = _project_of(context, files)
    project: Project = files.memory[key]
    return project


def _project_of(context: ProjectContext, files: ProjectFiles) -> Project:
    from tdomcheck.facts.project.modules import Project

    roots = [context.inside(folder) for folder in _import_roots(context, files.states)]
    folders = map(context.inside, context.session.test_folders(context.settings))
    is_about_tdom = uses_tdom(context, files.states)
    facts = LazyFacts(texts_inside(context, files))
    return Project(
        facts,
        ["" if root == "." else root for root in roots],
        members=_members(context, files.states),
        test_folders=[folder for folder in folders if folder != "."],
        package=package_of(context),
        uses_tdom=is_about_tdom,
    )


def package_of(context: ProjectContext) -> str:
    """The dotted name of the package that the folder of a project is, below the top of its repository.

    What the folder of the top is called is up to whoever cloned it."""
    top, folder = repository_top(context.settings.root), context.settings.root
    names: list[str] = []
    while top not in {None, folder}:
        context.session.consulted.add(folder)
        if not os.path.isfile(os.path.join(folder, "__init__.py")):
            break
        folder, name = os.path.split(folder)
        names.insert(0, name)
    return ".".join(names)


def texts_inside(context: ProjectContext, files: ProjectFiles) -> Mapping[str, str]:
    """The facts of files as text, by what they are called in the project; gathered once."""
    key = (texts_inside, context.settings.identity)
    if key not in files.memory:
        texts = texts_of(context, files.states)
        files.memory[key] = {context.inside(path): text for path, text in texts.items()}
    inside: Mapping[str, str] = files.memory[key]
    return inside


def uses_tdom(context: ProjectContext, states: Sequence[FileState]) -> bool:
    """Whether the project says so, or one of its files."""
    return context.session.names_tdom(context.settings) or any(
        FeatureOf.IMPORT(root) in (state.words or "").split("\n")
        for state in states
        if is_module(state.planned.path)  # what a document says of tdom is about others
        for root in api.RENDERING
    )


def _members(context: ProjectContext, states: Sequence[FileState]) -> list[str]:
    """The folders of a workspace of uv: it installs them all."""
    globs = context.session.workspace(context.settings)
    manifests = [state.planned.path for state in states if os.path.basename(state.planned.path) == MANIFEST]
    folders = [context.inside(os.path.dirname(path)) for path in manifests if globs]
    return [folder for folder in folders if is_listed(globs, folder)]


def _import_roots(context: ProjectContext, states: Sequence[FileState]) -> Iterator[str]:
    """Where imports start from: as every part of the project is configured."""
    settings = context.settings
    if context.session.is_loose(settings):
        yield settings.root
        yield from import_roots([state.planned.path for state in states])
        return
    parts = {state.planned.settings.identity: state.planned.settings for state in states}
    for part in (parts | {settings.identity: settings}).values():
        for root in part.src:
            yield os.path.normpath(os.path.join(part.root, root))
