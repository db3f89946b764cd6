"""What a worker process does with one file."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from tdomcheck.catalog.catalog import Catalog
from tdomcheck.config.regular import open_regular
from tdomcheck.edges.cache import Stamp, stamp_of
from tdomcheck.errors import Unlocatable
from tdomcheck.facts.records import FileFacts
from tdomcheck.hashes import sha256
from tdomcheck.lint.analyse import analyse, gate
from tdomcheck.lint.plan import FileAnalysis, FilePlan
from tdomcheck.model import codec
from tdomcheck.model.suffixes import is_lock, is_module, is_project_file
from tdomcheck.values import dataclass, field

MOST_BYTES_HERE = 60_000
"""Longer files are for workers, which can be killed: in this process nobody watches over the time that one takes, and
what is parsed here for nothing is parsed there again."""


@dataclass(frozen=True, slots=True)
class FileTask:
    """One file to look at."""

    path: str
    """Absolute."""
    shown: str
    inside: str
    """Its name in the project, which rules judge by."""
    plan: FilePlan
    catalog: int
    """Which of the run's catalogues its rules are from."""
    data: bytes | None = None
    """The content, where it is not the one on disk."""

    @property
    def most_bytes(self) -> int:
        """A lock is as long as a project is large, and it is searched, not parsed as Python."""
        return sys.maxsize if is_lock(self.path) else self.plan.most_bytes


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """What came of it."""

    digest: str = ""
    stamp: Stamp = (0, 0, 0, 0)
    analysis: FileAnalysis = field(default_factory=FileAnalysis)
    facts: str = ""
    """As text: the parent decodes it only if a project rule asks."""
    words: str = ""
    failure: str = ""
    skipped: str = ""


def digest_of(data: bytes, path: str) -> str:
    """What the facts of a file are kept under: the same bytes say another thing in a file of another kind."""
    return sha256_of(data) + kind_of(path)


def sha256_of(data: bytes) -> str:
    return sha256(data).hexdigest()


def kind_of(path: str) -> str:
    """Nothing for a module, else what tells how the file is read."""
    name = os.path.basename(path)
    return "" if is_module(path) else name if is_project_file(path) else os.path.splitext(name)[1]


@dataclass(frozen=True, slots=True)
class FileWork:
    """Callable in a worker; holds what all tasks of a run share."""

    catalogs: Mapping[int, Catalog]

    def __call__(self, task: FileTask) -> FileAnswer:
        """Gate and judge a file."""
        content = _content(task)
        if isinstance(content, FileAnswer):
            return content
        data, stamp = content
        try:
            analysis, facts = analyse(data, task.inside, task.plan, self.catalogs[task.catalog])
        except Unlocatable as error:
            return FileAnswer(failure=str(error))
        return self._answer(task, data, stamp, analysis, facts)

    def gate(self, task: FileTask) -> FileAnswer | None:
        """The answer where no other code than ours has anything to do; None where a worker is needed."""
        content = _content(task)
        if isinstance(content, FileAnswer):
            return content
        data, stamp = content
        if len(data) > MOST_BYTES_HERE and not is_project_file(task.path):
            return None
        outcome = gate(data, task.inside, task.plan, self.catalogs[task.catalog])
        return None if outcome is None else self._answer(task, data, stamp, *outcome)

    def _answer(
        self, task: FileTask, data: bytes, stamp: Stamp, analysis: FileAnalysis, facts: FileFacts
    ) -> FileAnswer:
        if task.shown != task.inside:
            from tdomcheck.lint.relocate import relocated  # most runs start where the configuration is

            analysis = relocated(analysis, {task.inside: task.shown})
        return FileAnswer(digest_of(data, task.path), stamp, analysis, codec.dumps_fields(facts), words_of(facts))


def import_authoring() -> None:
    """What every rule imports: forked workers and the project pass then share it."""
    import tdomcheck.authoring  # noqa: F401


def words_of(facts: FileFacts) -> str:
    """The features of a file as one text; a mark tells whether it has anything to say to project rules."""
    return "\n".join(sorted(facts.features))


def _content(task: FileTask) -> tuple[bytes, Stamp] | FileAnswer:
    """What to look at with the stamp of the file, or why nobody does."""
    if task.data is not None:
        return task.data, (0, 0, 0, 0)
    try:
        data, stamp, skipped = read_source(task.path, task.most_bytes)
    except OSError as error:
        return FileAnswer(failure=read_failure(error))
    return FileAnswer(stamp=stamp, skipped=skipped) if skipped else (data, stamp)


def read_source(path: str, most_bytes: int) -> tuple[bytes, Stamp, str]:
    """The bytes of a file with the stamp that they had, or why it is not read."""
    with open_regular(path) as file:
        status = os.fstat(file.fileno())
        if status.st_size > most_bytes:
            size = f"it has {status.st_size:,} bytes, more than max-file-bytes = {most_bytes:,}"
            return b"", stamp_of(status), f"{size}; exclude it or raise the limit"
        return file.read(), stamp_of(status), ""


def read_failure(error: OSError) -> str:
    """Why a file could not be read, as a sentence."""
    match error:
        case FileNotFoundError():
            return "it vanished while tdomcheck was running"
        case IsADirectoryError():
            return "it became a folder while tdomcheck was running"
        case PermissionError():
            return "it may not be read; check its permissions"
        case _:
            return f"it could not be read: {error.strerror or error}"
