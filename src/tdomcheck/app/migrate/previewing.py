"""What the project's own formatter makes of files that are only shown: on a copy of the project, which goes again."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress

from tdomcheck.app.migrate.formatting import format_files, formatters_of
from tdomcheck.app.migrate.listing import is_plain, listed_files
from tdomcheck.app.migrate.told import top_of
from tdomcheck.app.session import Session
from tdomcheck.edges.file_writes import FileChange, FileWrite
from tdomcheck.errors import WriteError
from tdomcheck.model.paths import is_within, path_from
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.values import dataclass, field

LARGEST = 1_000_000
"""Bytes of a file that is copied: a formatter reads settings and the names of modules, neither pictures nor data."""
_ONLY_SHOWN = "; this was on a copy of the project, and what is shown is as the codemod wrote it"


@dataclass(frozen=True, slots=True)
class Preview:
    """What the files would hold once they are formatted, by absolute path, and why some would not."""

    formatted: Mapping[str, bytes] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


def preview(session: Session, writes: Sequence[FileWrite]) -> Preview:
    """Run the formatter as the writing would; nothing of the project is touched."""
    settings, top = session.settings, top_of(session)
    changes = [
        write
        for write in writes
        if isinstance(write, FileChange)
        and write.path.endswith(SOURCES)
        and is_within(os.path.realpath(write.path), top)
        and formatters_of(session, session.settings_for(os.path.dirname(write.path)))
    ]
    if not changes:
        return Preview()
    cwd = os.path.realpath(session.cwd)
    if not is_within(cwd, top):
        return Preview(problems=(f"what is shown is not formatted, as the current folder is not in {top}",))
    with _copied(top) as copy:
        there = os.path.join(copy, os.path.relpath(cwd, top))
        os.makedirs(there, exist_ok=True)
        files = _Copies({_place(copy, top, write.path): write.after for write in changes})
        files.show(files.contents.keys())
        commands = [_found(command, cwd) for command in settings.format]
        problems = format_files(files, commands, there, _environ(settings.project or cwd))
        formatted = {write.path: files.contents[_place(copy, top, write.path)] for write in changes}
    told = tuple(f"{problem.replace(copy + os.sep, '')}{_ONLY_SHOWN}" for problem in problems)
    return Preview(
        {write.path: formatted[write.path] for write in changes if formatted[write.path] != write.after}, told
    )


def _place(copy: str, top: str, path: str) -> str:
    return os.path.join(copy, *path_from(top, os.path.realpath(path)).split("/"))


@dataclass(slots=True)
class _Copies:
    """Files of the copy, which need no way back."""

    contents: dict[str, bytes]
    shown: set[str] = field(default_factory=set)

    def show(self, targets: AbstractSet[str]) -> None:
        for path in sorted(set(targets) - self.shown):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(self.contents[path])
            self.shown.add(path)

    def adopt(self, contents: Mapping[str, bytes]) -> None:
        self.contents.update(contents)


@contextmanager
def _copied(top: str) -> Iterator[str]:
    """A folder with the files of a project that formatters ask for."""
    folder = os.path.realpath(tempfile.mkdtemp(prefix="tdomcheck-"))
    copy = os.path.join(folder, os.path.basename(top) or "project")
    try:
        for name in listed_files(top):
            _copy(name, top, copy)
        if os.path.lexists(os.path.join(top, ".git")):
            os.makedirs(os.path.join(copy, ".git"), exist_ok=True)  # by which some know the root of a project
        yield copy
    except OSError as error:
        raise WriteError(folder, f"the formatter needs a copy of the project, which failed: {error.strerror}") from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _copy(name: str, top: str, copy: str) -> None:
    """One file; what is gone or cannot be read is nothing that a formatter could ask for."""
    path, place = (os.path.join(root, *name.split("/")) for root in (top, copy))
    with suppress(FileNotFoundError, PermissionError):
        if is_plain(top, name) and os.path.getsize(path) <= LARGEST:
            os.makedirs(os.path.dirname(place), exist_ok=True)
            shutil.copyfile(path, place)


def _found(command: Sequence[str], cwd: str) -> tuple[str, ...]:
    """A program that is named by its path is that of the project itself, where it knows its neighbours."""
    program = command[0]
    is_path = os.path.dirname(program) and not os.path.isabs(program)
    return (os.path.join(cwd, program) if is_path else program, *command[1:])


def _environ(project: str) -> Mapping[str, str]:
    """`uv run` takes the environment that is there, and makes neither another one nor anything of it."""
    folder = os.path.join(project, ".venv")
    own = {"UV_PROJECT_ENVIRONMENT": folder, "UV_NO_SYNC": "1"} if os.path.isdir(folder) else {}
    return {**os.environ, **own}
