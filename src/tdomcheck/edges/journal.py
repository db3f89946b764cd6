"""The journal of runs that write: what a file was before, so that a run can be taken back, also one that was killed.

Every run has a folder: a copy of each file as it was, and a manifest whose name says how far the run came. A state is
reached by renaming the manifest, which is one step and needs no space on a full disk. What a journal says is checked
before it is believed: the folder lies where others may write.
"""
# Names that need not be UTF-8, and flags that pathlib does not pass.

from __future__ import annotations

import json
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from enum import Enum

from tdomcheck.errors import WriteError
from tdomcheck.hashes import sha256
from tdomcheck.model.paths import is_of_git
from tdomcheck.regex import regex
from tdomcheck.values import dataclass, fields, replace

VERSION = 2
"""1 knew files that change their content, and neither new, deleted nor moved ones."""
KEEP = 10
MAX_MANIFEST = 64 << 20
RUN = regex(r"run-(\d{6,9})")
BACKUP = regex(r"\d{1,9}\.before")
TEMPORARY = regex(r"\.tdomcheck-[0-9a-f]{8}-\d{1,9}\.tmp")
DIGEST = regex(r"[0-9a-f]{64}")


class State(Enum):
    """How far a run came; the value is the name of its manifest."""

    UNFINISHED = "unfinished.json"
    """It may have swapped any of its files, or was being undone: whoever finds it takes the rest back."""
    FINISHED = "finished.json"
    UNDONE = "undone.json"


class BrokenJournalError(Exception):
    """A manifest that cannot be believed; the text says why."""


class NewerJournalError(Exception):
    """A manifest of a format that only a newer tdomcheck knows."""


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One file of a run."""

    path: str
    """Relative to the root, with `/`; no link on the way."""
    before: str
    after: str
    """SHA-256 of the content; empty: nothing stands there."""
    backup: str
    temporary: str
    """The name of the file beside it that is swapped in."""
    mode: int = 0o600
    """Of what stood there, for a file that is put back where nothing is."""


@dataclass(frozen=True, slots=True)
class JournalRun:
    """What the manifest of a run says, once it is believed."""

    folder: str
    state: State
    root: str
    label: str
    entries: tuple[JournalEntry, ...]
    folders: tuple[str, ...] = ()
    """Folders that the run makes, relative to the root, outermost first."""

    @property
    def name(self) -> str:
        return os.path.basename(self.folder)


def digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def run_folders(journal_folder: str) -> list[str]:
    """The folders of all runs, oldest first."""
    try:
        with os.scandir(journal_folder) as listing:
            runs = [entry for entry in listing if RUN.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)]
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        reason = (
            f"the journal of changes cannot be listed ({error.strerror}); make it readable or choose another cache-dir"
        )
        raise WriteError(journal_folder, reason) from error
    return [entry.path for entry in sorted(runs, key=lambda entry: int(entry.name[4:]))]


def state_of(folder: str) -> State | None:
    """How far a run came, without reading its manifest; None: it was killed before it touched any file."""
    return next((state for state in State if os.path.lexists(os.path.join(folder, state.value))), None)


def new_folder(journal_folder: str) -> str:
    """The folder of the next run, which is not made yet."""
    last = max((int(os.path.basename(folder)[4:]) for folder in run_folders(journal_folder)), default=0)
    return os.path.join(journal_folder, f"run-{last + 1:06}")


def begin(run: JournalRun, befores: Sequence[bytes | None]) -> JournalRun:
    """Copies and manifest on disk for good, before the first file is touched."""
    folder, journal_folder = run.folder, os.path.dirname(run.folder)
    os.mkdir(folder, 0o700)
    try:
        paths: list[str] = []
        for entry, data in zip(run.entries, befores, strict=True):
            if data is not None:
                paths.append(os.path.join(folder, entry.backup))
                write_new(paths[-1], data)
        # Syncing after all is written lets the system write many files in one go.
        for path in paths:
            sync(path)
        save(run)
        sync_folder(journal_folder)
    except BaseException:
        discard(folder)
        raise
    return run


def _as_table(value: JournalEntry) -> dict[str, object]:
    return {field.name: getattr(value, field.name) for field in fields(value)}


def save(run: JournalRun) -> None:
    """Write the manifest of a run, in one step."""
    document = {
        "version": VERSION,
        "root": run.root,
        "label": run.label,
        "files": [_as_table(entry) for entry in run.entries],
        "folders": run.folders,
    }
    path = os.path.join(run.folder, run.state.value)
    draft = os.path.join(run.folder, "draft")
    with suppress(FileNotFoundError):
        os.unlink(draft)
    write_new(draft, json.dumps(document, indent=1).encode("ascii"))  # names that are not UTF-8 survive as \udcxx
    sync(draft)
    os.replace(draft, path)
    sync_folder(run.folder)


def advance(run: JournalRun, state: State) -> JournalRun:
    os.replace(os.path.join(run.folder, run.state.value), os.path.join(run.folder, state.value))
    sync_folder(run.folder)
    return replace(run, state=state)


def load(folder: str, state: State) -> JournalRun:
    """The run that a manifest describes; raises BrokenJournalError or NewerJournalError."""
    try:
        data = read_regular(os.path.join(folder, state.value), limit=MAX_MANIFEST)[0]
        document = json.loads(data)
    except (OSError, ValueError, RecursionError) as error:
        raise BrokenJournalError(f"its manifest cannot be read ({error})") from None
    match document:
        case {"version": int(version)} if version > VERSION:
            raise NewerJournalError
        case {"version": 1, "root": str(root), "label": str(label), "files": list(files)} if os.path.isabs(root):
            return JournalRun(folder, state, root, label, tuple(_old_entry(file) for file in files))
        case {
            "version": 2,
            "root": str(root),
            "label": str(label),
            "files": list(files),
            "folders": list(folders),
        } if os.path.isabs(root):
            entries = tuple(_entry(file) for file in files)
            return JournalRun(folder, state, root, label, entries, tuple(_folder(path) for path in folders))
    raise BrokenJournalError("its manifest does not have the form of one")


def _old_entry(file: object) -> JournalEntry:
    entry = _entry({**file, "mode": 0} if isinstance(file, dict) else file)
    if not (entry.before and entry.after):
        raise _strange()
    return entry


def _entry(file: object) -> JournalEntry:
    match file:
        case {
            "path": str(path),
            "before": str(before),
            "after": str(after),
            "backup": str(backup),
            "temporary": str(temporary),
            "mode": int(mode),
        } if _is_plain(path) and (before or after) and all(map(DIGEST.fullmatch, filter(None, (before, after)))):
            if BACKUP.fullmatch(backup) and TEMPORARY.fullmatch(temporary):
                # A journal that somebody made must not give a program the rights of whoever runs tdomcheck.
                return JournalEntry(path, before, after, backup, temporary, mode & 0o777)
    raise _strange()


def _folder(path: object) -> str:
    if isinstance(path, str) and _is_plain(path):
        return path
    raise _strange()


def _strange() -> BrokenJournalError:
    return BrokenJournalError("it names a file in a way that tdomcheck never does")


def _is_plain(path: str) -> bool:
    """Whether a path stays below where it starts, by its spelling."""
    parts = path.replace(os.sep, "/").split("/")
    return (
        not os.path.isabs(path)
        and not os.path.splitdrive(path)[0]
        and "\0" not in path
        and not {"", ".", ".."} & {*parts}
        and not is_of_git(path)  # what stands there is run, and no rule has ever changed it
    )


def backup(run: JournalRun, entry: JournalEntry) -> bytes | None:
    """The content before the run, or None if the copy is damaged."""
    try:
        data = read_regular(os.path.join(run.folder, entry.backup))[0]
    except OSError:
        return None
    return data if digest(data) == entry.before else None


def set_aside(folder: str) -> str:
    """Rename the folder of a run so that nobody follows it again, and say where it is."""
    parent, name = os.path.split(folder)
    for number in range(1, 1000):
        aside = os.path.join(parent, f"broken-{name}-{number}")
        if not os.path.lexists(aside):
            os.rename(folder, aside)
            return aside
    raise OSError("too many broken runs")


def discard(folder: str) -> None:
    """Remove a run; what cannot be removed does no harm, as its manifest goes first."""
    names = [state.value for state in State]
    with suppress(OSError):
        names += sorted(set(os.listdir(folder)) - set(names))
    for name in names:
        with suppress(OSError):
            os.unlink(os.path.join(folder, name))
    with suppress(OSError):
        os.rmdir(folder)


def prune(journal_folder: str) -> None:
    """Keep the last runs only."""
    for folder in run_folders(journal_folder)[:-KEEP]:
        if state_of(folder) is not State.UNFINISHED:
            discard(folder)


def read_regular(path: str, *, limit: int | None = None) -> tuple[bytes, os.stat_result]:
    """The content of a file that is no link, pipe or device; raises OSError."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(0, "it is not a regular file")
        if limit is not None and status.st_size > limit:
            raise OSError(0, "it is too large")
        with open(descriptor, "rb", closefd=False) as file:
            return file.read(), status
    finally:
        os.close(descriptor)


def write_new(path: str, data: bytes) -> None:
    """Write a file that must not exist yet; what is left of it after a failure is removed."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
    except BaseException:
        with suppress(OSError):
            os.unlink(path)
        raise


def sync(path: str) -> None:
    """Wait until the content of a file is on disk."""
    descriptor = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: str) -> None:
    """Wait until the names in a folder are on disk, where the system can say so."""
    if os.name == "nt":
        return
    with suppress(OSError):  # some network file systems refuse; the swap itself is done
        sync(folder)
