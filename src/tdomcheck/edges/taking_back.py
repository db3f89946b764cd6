"""The way back: runs that were killed are rolled back, and the last one is undone when somebody asks for it."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from tdomcheck.edges import journal
from tdomcheck.edges.file_writes import WriteRefusal
from tdomcheck.edges.journal import JournalEntry, JournalRun, State
from tdomcheck.edges.locks import PATIENCE, HeldSignals, folder_lock
from tdomcheck.errors import WriteError
from tdomcheck.values import dataclass

Step = Callable[[str], None]
"""Told before each step that a run could be killed at."""
Done = Callable[[int], None]
"""Told how many files have a new content, or their old one again, for good."""
Back = Callable[[str, bytes | None], None]
"""Told of each file that has its old content again, with what it held until then; None: it was not there."""


@dataclass(frozen=True, slots=True)
class RecoverReport:
    """What was found of runs that had been killed: they are rolled back, so that the old tree is whole again."""

    rolled_back: tuple[str, ...] = ()
    """Files that are as they were again, absolute."""
    refused: tuple[WriteRefusal, ...] = ()
    problems: tuple[str, ...] = ()
    """Sentences about journals that could not be followed."""
    runs: int = 0
    """How many runs were rolled back, also those that had not changed a file yet."""


@dataclass(frozen=True, slots=True)
class UndoReport:
    """What an undo took back."""

    run: str = ""
    """Empty: there was nothing to undo."""
    label: str = ""
    restored: tuple[str, ...] = ()
    refused: tuple[WriteRefusal, ...] = ()
    recovered: RecoverReport = RecoverReport()
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Return:
    """What became of the files of a run that was taken back."""

    restored: tuple[str, ...]
    refused: tuple[WriteRefusal, ...]
    """Others changed them since."""
    failed: tuple[WriteRefusal, ...]
    """The system did not let them."""


def is_unfinished(journal_folder: str) -> bool:
    """Whether a run was killed while it wrote, and nobody has rolled it back yet."""
    return any(journal.state_of(folder) in {None, State.UNFINISHED} for folder in journal.run_folders(journal_folder))


def unfinished_label(journal_folder: str, root: str) -> str | None:
    """What the last run that was killed was to do; None: there is none, or its journal cannot be followed."""
    for folder in reversed(journal.run_folders(journal_folder)):
        if journal.state_of(folder) is State.UNFINISHED:
            try:
                run = journal.load(folder, State.UNFINISHED)
            except (journal.NewerJournalError, journal.BrokenJournalError):
                return None
            return None if _is_elsewhere(run, os.path.realpath(root)) else run.label
    return None


def recover(journal_folder: str, root: str, *, patience: float = PATIENCE) -> RecoverReport:
    """Roll back every run that was killed; costs next to nothing if there is none."""
    if not is_unfinished(journal_folder):
        return RecoverReport()
    with blamed(journal_folder), folder_lock(journal_folder, patience=patience), HeldSignals():
        return recover_locked(journal_folder, os.path.realpath(root))


def undo(
    journal_folder: str,
    root: str,
    *,
    on_step: Step = lambda _: None,
    on_done: Done = lambda _: None,
    on_back: Back = lambda _path, _held: None,
    patience: float = PATIENCE,
) -> UndoReport:
    """Take back one run: one that was killed, else the last that was not taken back; not files that changed since."""
    root = os.path.realpath(root)
    if not journal.run_folders(journal_folder):
        return UndoReport()
    with blamed(journal_folder), folder_lock(journal_folder, patience=patience), HeldSignals():
        recovered = recover_locked(journal_folder, root, on_back)
        if recovered.runs or recovered.problems:
            on_done(len(recovered.rolled_back))
            return UndoReport(recovered=recovered)
        run = _last_finished(journal_folder, root)
        if run is None or isinstance(run, str):
            # A run that cannot be followed ends the search: to undo an older one instead would be a surprise.
            return UndoReport(recovered=recovered, problems=(run,) if run else ())
        # Unfinished from here on: if this is killed, whoever comes next takes the rest back.
        run = journal.advance(run, State.UNFINISHED)
        back = take_back(run, root, on_step, on_back)
        on_done(len(back.restored))
        if not back.failed:
            journal.advance(run, State.UNDONE)
        return UndoReport(run.name, run.label, back.restored, tuple(sorted((*back.refused, *back.failed))), recovered)


def recover_locked(journal_folder: str, root: str, on_back: Back = lambda _path, _held: None) -> RecoverReport:
    """Roll back every run that was killed; the caller holds the lock."""
    rolled_back: list[str] = []
    refused: list[WriteRefusal] = []
    problems: list[str] = []
    runs = 0
    for folder in journal.run_folders(journal_folder):
        state = journal.state_of(folder)
        if state is None:
            journal.discard(folder)  # killed while it wrote its journal; no file was touched yet
        if state is not State.UNFINISHED:
            continue
        run = _load(folder, state)
        if isinstance(run, str) or _is_elsewhere(run, root):
            where = (
                run if isinstance(run, str) else f"{folder}: is unfinished; run tdomcheck in {run.root} to take it back"
            )
            problems.append(where)
            continue
        back = take_back(run, root, lambda _: None, on_back)
        runs += 1
        rolled_back += back.restored
        refused += (*back.refused, *back.failed)
        if back.refused and not back.failed:
            journal.advance(run, State.UNDONE)  # the copies stay for whoever has to sort it out
        elif not back.failed:
            journal.discard(folder)
    return RecoverReport(tuple(sorted(rolled_back)), tuple(sorted(refused)), tuple(problems), runs)


def _last_finished(journal_folder: str, root: str) -> JournalRun | str | None:
    for folder in reversed(journal.run_folders(journal_folder)):
        if journal.state_of(folder) is State.FINISHED:
            run = _load(folder, State.FINISHED)
            if isinstance(run, str) or not _is_elsewhere(run, root):
                return run
    return None


def _load(folder: str, state: State) -> JournalRun | str:
    """A run to be followed, or the sentence on why it is not."""
    try:
        return journal.load(folder, state)
    except journal.NewerJournalError:
        return f"{folder}: was written by a newer tdomcheck; use that one to take it back"
    except journal.BrokenJournalError as error:
        return f"{folder}: {error}. It was not followed, and is now {journal.set_aside(folder)}"


def _is_elsewhere(run: JournalRun, root: str) -> bool:
    """Whether a run belongs to another project that shares the journal; one that was moved is still the same."""
    return run.root != root and os.path.isdir(run.root)


def take_back(run: JournalRun, root: str, step: Step, on_back: Back = lambda _path, _held: None) -> Return:
    """Put back every file that is as the run left it, and the folders around them."""
    restored: list[str] = []
    refused: list[WriteRefusal] = []
    failed: list[WriteRefusal] = []
    # What comes back first: until a file stands at its old place, the one at its new place is all there is of it.
    for entry in sorted(run.entries, key=lambda entry: bool(entry.after)):
        step("restore")
        place = place_of(root, entry.path)
        held = _held(place)
        try:
            reason = _restore(run, entry, place)
        except OSError as error:
            saved = f"; its old content is {os.path.join(run.folder, entry.backup)}" if entry.before else ""
            failed.append(WriteRefusal(place, f"{trouble(error)}{saved}"))
            continue
        if reason is None:
            restored.append(place)
            on_back(place, held)
        elif reason:
            refused.append(WriteRefusal(place, reason))
    step("unmake")
    for path in reversed(run.folders):
        with suppress(OSError):  # not empty: somebody uses it
            os.rmdir(place_of(root, path))
    return Return(tuple(sorted(restored)), tuple(sorted(refused)), tuple(sorted(failed)))


def _held(place: str) -> bytes | None:
    try:
        return journal.read_regular(place)[0]
    except OSError:
        return None


def _restore(run: JournalRun, entry: JournalEntry, place: str) -> str | None:
    """None: as it was; empty: it was not touched; else why it is left."""
    if os.path.realpath(place) != place:
        return "is reached through a link now"
    waiting = _status(temporary_of(place, entry))
    remove(temporary_of(place, entry))
    try:
        data, status = journal.read_regular(place)
    except (FileNotFoundError, NotADirectoryError):
        if not entry.after:
            return _put_back(run, entry, place, None)
        return "was deleted since" if waiting is None and entry.before else ""
    digest = journal.digest(data)
    if digest != entry.after:
        is_touched = waiting is None and digest != entry.before
        return "was changed since" if is_touched else ""
    if entry.before:
        return _put_back(run, entry, place, status)
    if waiting is not None and not os.path.samestat(waiting, status):
        return ""  # a file of somebody else, who was faster
    os.unlink(place)
    journal.sync_folder(os.path.dirname(place))
    return None


def _put_back(run: JournalRun, entry: JournalEntry, place: str, like: os.stat_result | None) -> str | None:
    """The old content, over a file that has the new one, or where nothing stands."""
    before = journal.backup(run, entry)
    if before is None:
        return f"its copy {os.path.join(run.folder, entry.backup)} is damaged"
    os.makedirs(os.path.dirname(place), exist_ok=True)
    temporary = write_beside(place, entry, before, like)
    journal.sync(temporary)
    if like is not None:
        os.replace(temporary, place)
    elif not put_new(temporary, place):
        return "was changed since"
    journal.sync_folder(os.path.dirname(place))
    return None


def write_beside(target: str, entry: JournalEntry, data: bytes, like: os.stat_result | None) -> str:
    """Content for a target in the same folder, with the owner and the mode that the target has."""
    path = temporary_of(target, entry)
    remove(path)  # left by an undo that was killed
    journal.write_new(path, data)
    if like is None:
        os.chmod(path, entry.mode)
        return path
    status = os.stat(path)
    if hasattr(os, "chown") and (status.st_uid, status.st_gid) != (like.st_uid, like.st_gid):
        with suppress(OSError):  # only root may give files away
            os.chown(path, like.st_uid, like.st_gid)
    os.chmod(path, stat.S_IMODE(like.st_mode))  # after chown, which may clear bits
    return path


def put_new(temporary: str, target: str) -> bool:
    """Put a file where none stands; False, and it is gone, if there is one by now."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        os.unlink(temporary)
        return False
    except OSError:  # a file system without hard links: what is left between this look and the rename are microseconds
        if os.path.lexists(target):
            os.unlink(temporary)
            return False
        os.rename(temporary, target)
        return True
    os.unlink(temporary)
    return True


def remove(path: str) -> None:
    """Remove a file, if there is one."""
    with suppress(FileNotFoundError, NotADirectoryError):
        os.unlink(path)


def _status(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def place_of(root: str, path: str) -> str:
    return os.path.join(root, *path.split("/"))


def temporary_of(target: str, entry: JournalEntry) -> str:
    return os.path.join(os.path.dirname(target), entry.temporary)


@contextmanager
def blamed(path: str) -> Iterator[None]:
    """Trouble with the system in this block is trouble with writing `path`."""
    try:
        yield
    except OSError as error:
        raise WriteError(path, trouble(error)) from error


def trouble(error: OSError) -> str:
    reason = f"could not be written ({error.strerror or error})"
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return f"{reason}; free some space and run again"
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return f"{reason}; see who may write in its folder"
    return reason
