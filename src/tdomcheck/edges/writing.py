"""The one door through which source files are written, and the way back."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress

from tdomcheck.edges import journal
from tdomcheck.edges.journal import JournalEntry, JournalRun, State
from tdomcheck.edges.locks import PATIENCE, HeldSignals, folder_lock
from tdomcheck.errors import WriteError
from tdomcheck.model.paths import is_of_git
from tdomcheck.values import dataclass, replace

CHANGED = "changed while tdomcheck was running"


@dataclass(frozen=True, slots=True)
class FileChange:
    """The new content of a file, and the content that it was made from."""

    path: str
    """Absolute; a link is written through."""
    before: bytes
    after: bytes


@dataclass(frozen=True, slots=True, order=True)
class WriteRefusal:
    """A file that was left as it is, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecoverReport:
    """What was found of runs that had been killed: they are rolled back, so that the old tree is whole again."""

    rolled_back: tuple[str, ...] = ()
    """Files that have their old content again, absolute."""
    refused: tuple[WriteRefusal, ...] = ()
    problems: tuple[str, ...] = ()
    """Sentences about journals that could not be followed."""
    runs: int = 0
    """How many runs were rolled back, also those that had not changed a file yet."""


@dataclass(frozen=True, slots=True)
class WriteReport:
    """What a run wrote."""

    written: tuple[str, ...] = ()
    skipped: tuple[WriteRefusal, ...] = ()
    run: str = ""
    """The name of the run in the journal; empty if nothing was written."""
    recovered: RecoverReport = RecoverReport()


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
class _Planned:
    change: FileChange
    target: str
    status: os.stat_result


Step = Callable[[str], None]
"""Told before each step that a run could be killed at."""
Done = Callable[[int], None]
"""Told how many files have a new content, or their old one again, for good."""


def write_all(  # noqa: PLR0913  # how long to wait and whom to tell have defaults
    changes: Sequence[FileChange],
    journal_folder: str,
    *,
    label: str,
    root: str,
    together: bool = False,
    on_step: Step = lambda _: None,
    on_done: Done = lambda _: None,
    patience: float = PATIENCE,
) -> WriteReport:
    """Write all changes or, if the system fails on the way, none; raises WriteError.

    A file that is not as it was read is skipped and the others are written; with `together` it stops them all.
    """
    root = os.path.realpath(root)
    with _blamed(journal_folder), folder_lock(journal_folder, patience=patience), HeldSignals() as signals:

        def step(name: str) -> None:
            on_step(name)
            signals.check()

        recovered = _recover(journal_folder, root)
        planned, skipped = _plan(changes, root)
        if skipped and together:
            reason = f"{skipped[0].reason}. Nothing was written, as the changes belong together"
            raise WriteError(skipped[0].path, reason)
        if not planned:
            return WriteReport(skipped=tuple(sorted(skipped)), recovered=recovered)
        run, late = _write(planned, journal_folder, root, label, together=together, step=step)
        on_done(len(planned) - len(late))
        journal.prune(journal_folder)
        gone = {refusal.path for refusal in late}
        written = tuple(sorted(plan.change.path for plan in planned if plan.change.path not in gone))
        return WriteReport(written, tuple(sorted((*skipped, *late))), run.name if written else "", recovered)


def is_unfinished(journal_folder: str) -> bool:
    """Whether a run was killed while it wrote, and nobody has rolled it back yet."""
    return any(journal.state_of(folder) in {None, State.UNFINISHED} for folder in journal.run_folders(journal_folder))


def recover(journal_folder: str, root: str, *, patience: float = PATIENCE) -> RecoverReport:
    """Roll back every run that was killed; costs next to nothing if there is none."""
    if not is_unfinished(journal_folder):
        return RecoverReport()
    with _blamed(journal_folder), folder_lock(journal_folder, patience=patience), HeldSignals():
        return _recover(journal_folder, os.path.realpath(root))


def undo(
    journal_folder: str,
    root: str,
    *,
    on_step: Step = lambda _: None,
    on_done: Done = lambda _: None,
    patience: float = PATIENCE,
) -> UndoReport:
    """Take back one run: one that was killed, else the last that was not taken back; not files that changed since."""
    root = os.path.realpath(root)
    if not journal.run_folders(journal_folder):
        return UndoReport()
    with _blamed(journal_folder), folder_lock(journal_folder, patience=patience), HeldSignals():
        recovered = _recover(journal_folder, root)
        if recovered.runs or recovered.problems:
            on_done(len(recovered.rolled_back))
            return UndoReport(recovered=recovered)
        run = _last_finished(journal_folder, root)
        if run is None or isinstance(run, str):
            # A run that cannot be followed ends the search: to undo an older one instead would be a surprise.
            return UndoReport(recovered=recovered, problems=(run,) if run else ())
        # Unfinished from here on: if this is killed, whoever comes next takes the rest back.
        run = journal.advance(run, State.UNFINISHED)
        restored, refused, failed = _take_back(run, root, on_step)
        on_done(len(restored))
        if not failed:
            journal.advance(run, State.UNDONE)
        return UndoReport(run.name, run.label, restored, tuple(sorted((*refused, *failed))), recovered)


@contextmanager
def _blamed(path: str) -> Iterator[None]:
    """Trouble with the system in this block is trouble with writing `path`."""
    try:
        yield
    except OSError as error:
        raise WriteError(path, _trouble(error)) from error


def _plan(changes: Sequence[FileChange], root: str) -> tuple[list[_Planned], list[WriteRefusal]]:
    """The changes that can be written, sorted; what cannot is said before anything is touched."""
    planned: dict[str, _Planned] = {}
    refused: list[WriteRefusal] = []
    for change in sorted(changes, key=lambda change: change.path):
        if change.before == change.after:
            continue
        target = os.path.realpath(change.path)
        checked = _check(change, target, root)
        if isinstance(checked, str):
            refused.append(WriteRefusal(change.path, checked))
        elif target in planned:
            refused.append(WriteRefusal(change.path, f"is the same file as {planned[target].change.path}"))
        else:
            planned[target] = _Planned(change, target, checked)
    return list(planned.values()), refused


def _check(change: FileChange, target: str, root: str) -> os.stat_result | str:
    """The status of a file that may be replaced, or why it may not."""
    if not target.startswith(root.rstrip(os.sep) + os.sep):
        return f"leads out of the project, to {target}"
    if is_of_git(os.path.relpath(target, root)):
        return "lies in a folder of git, where nothing is written"
    try:
        data, status = journal.read_regular(target)
    except FileNotFoundError:
        return "was deleted while tdomcheck was running"
    except OSError as error:
        return f"cannot be read any more ({error.strerror})"
    return CHANGED if data != change.before else _forbidden(target, status) or status


def _forbidden(target: str, status: os.stat_result) -> str:
    # The bits are asked as well, as they say what somebody wanted even where they do not bind (root).
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
        return "is read-only; make it writable and run again"
    if not os.access(os.path.dirname(target), os.W_OK):
        return "lies in a folder that is read-only; make it writable and run again"
    return ""


def _write(
    planned: Sequence[_Planned], journal_folder: str, root: str, label: str, *, together: bool, step: Step
) -> tuple[JournalRun, list[WriteRefusal]]:
    step("journal")
    befores = [plan.change.before for plan in planned]
    run = journal.begin(journal_folder, root, label, _entries(planned, root), befores)
    try:
        with _blamed(run.folder):
            _prepare(planned, run, step)
            late = _swap(planned, run, root, together=together, step=step)
            step("finish")
            swapped = {plan.target for plan in planned} - {os.path.realpath(refusal.path) for refusal in late}
            run = _finish(run, root, swapped)
    except WriteError as error:
        raise WriteError(error.path, f"{error.reason}. {_roll_back(run, root)}") from error
    except BaseException:
        _roll_back(run, root)
        raise
    return run, late


def _entries(planned: Sequence[_Planned], root: str) -> list[JournalEntry]:
    token = os.urandom(4).hex()
    return [
        JournalEntry(
            path=os.path.relpath(plan.target, root).replace(os.sep, "/"),
            before=journal.digest(plan.change.before),
            after=journal.digest(plan.change.after),
            backup=f"{number}.before",
            temporary=f".tdomcheck-{token}-{number}.tmp",
        )
        for number, plan in enumerate(planned)
    ]


def _prepare(planned: Sequence[_Planned], run: JournalRun, step: Step) -> None:
    """All new content on disk, beside the files that it is for."""
    temporaries: list[str] = []
    for plan, entry in zip(planned, run.entries, strict=True):
        step("temporary")
        with _blamed(plan.change.path):
            temporaries.append(_write_beside(plan.target, entry, plan.change.after, plan.status))
    # Syncing after all is written lets the system write many files in one go.
    for plan, path in zip(planned, temporaries, strict=True):
        step("sync")
        with _blamed(plan.change.path):
            journal.sync(path)


def _write_beside(target: str, entry: JournalEntry, data: bytes, like: os.stat_result) -> str:
    """Content for a target in the same folder, with the owner and the mode that the target has."""
    path = _temporary(target, entry)
    _remove(path)  # left by an undo that was killed
    journal.write_new(path, data)
    status = os.stat(path)
    if hasattr(os, "chown") and (status.st_uid, status.st_gid) != (like.st_uid, like.st_gid):
        with suppress(OSError):  # only root may give files away
            os.chown(path, like.st_uid, like.st_gid)
    os.chmod(path, stat.S_IMODE(like.st_mode))  # after chown, which may clear bits
    return path


def _swap(planned: Sequence[_Planned], run: JournalRun, root: str, *, together: bool, step: Step) -> list[WriteRefusal]:
    """Put the new files in place; those that somebody changed meanwhile are left, and returned."""
    late: list[WriteRefusal] = []
    for plan, entry in zip(planned, run.entries, strict=True):
        step("swap")
        path = plan.change.path
        with _blamed(path):
            # What is left between this look and the swap are microseconds.
            reason = _late_reason(plan, root)
            if not reason:
                os.replace(_temporary(plan.target, entry), plan.target)
                continue
            if together:
                raise WriteError(path, reason)
            os.unlink(_temporary(plan.target, entry))
            late.append(WriteRefusal(path, reason))
    for folder in {os.path.dirname(plan.target) for plan in planned}:
        journal.sync_folder(folder)
    return late


def _late_reason(plan: _Planned, root: str) -> str:
    target = os.path.realpath(plan.change.path)
    checked = _check(plan.change, target, root)
    if isinstance(checked, str):
        return checked
    return "" if target == plan.target else CHANGED


def _finish(run: JournalRun, root: str, swapped: set[str]) -> JournalRun:
    """Files that were skipped at the last moment leave the manifest, or an undo would wonder about them."""
    entries = tuple(entry for entry in run.entries if _place(root, entry) in swapped)
    if not entries:
        journal.discard(run.folder)
        return run
    if len(entries) < len(run.entries):
        run = replace(run, entries=entries)
        journal.save(run)
    return journal.advance(run, State.FINISHED)


def _roll_back(run: JournalRun, root: str) -> str:
    """Everything as it was before the run; says so, or what could not be put back and where it is."""
    _, refused, failed = _take_back(run, root, lambda _: None)
    if failed:
        names = ", ".join(refusal.path for refusal in failed)
        return f"These could not be put back: {names}. Copies are in {run.folder}; the next run tries again"
    if refused:
        journal.advance(run, State.UNDONE)
        names = ", ".join(refusal.path for refusal in refused)
        return f"All files are as they were, but for what others did meanwhile to {names} (copies in {run.folder})"
    journal.discard(run.folder)
    return "All files are as they were"


def _recover(journal_folder: str, root: str) -> RecoverReport:
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
        restored, changed, failed = _take_back(run, root, lambda _: None)
        runs += 1
        rolled_back += restored
        refused += (*changed, *failed)
        if changed and not failed:
            journal.advance(run, State.UNDONE)  # the copies stay for whoever has to sort it out
        elif not failed:
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


def _take_back(
    run: JournalRun, root: str, step: Step
) -> tuple[tuple[str, ...], tuple[WriteRefusal, ...], tuple[WriteRefusal, ...]]:
    """Put back every file that is as the run left it: those put back, those changed since, those that failed."""
    restored: list[str] = []
    refused: list[WriteRefusal] = []
    failed: list[WriteRefusal] = []
    for entry in run.entries:
        step("restore")
        place = _place(root, entry)
        try:
            reason = _restore(run, entry, place)
        except OSError as error:
            failed.append(
                WriteRefusal(place, f"{_trouble(error)}; its old content is {os.path.join(run.folder, entry.backup)}")
            )
            continue
        if reason is None:
            restored.append(place)
        elif reason:
            refused.append(WriteRefusal(place, reason))
    return tuple(sorted(restored)), tuple(sorted(refused)), tuple(sorted(failed))


def _restore(run: JournalRun, entry: JournalEntry, place: str) -> str | None:
    """None: put back; empty: there is nothing to put back; else why it is left."""
    if os.path.realpath(place) != place:
        return "is reached through a link now"
    is_swapped = not _remove(_temporary(place, entry))
    try:
        data, status = journal.read_regular(place)
    except (FileNotFoundError, NotADirectoryError):
        return "was deleted since" if is_swapped else ""
    digest = journal.digest(data)
    if digest != entry.after:
        return "was changed since" if is_swapped and digest != entry.before else ""
    before = journal.backup(run, entry)
    if before is None:
        return f"its copy {os.path.join(run.folder, entry.backup)} is damaged"
    temporary = _write_beside(place, entry, before, status)
    journal.sync(temporary)
    os.replace(temporary, place)
    journal.sync_folder(os.path.dirname(place))
    return None


def _remove(path: str) -> bool:
    """Remove a file and say whether there was one."""
    try:
        os.unlink(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _place(root: str, entry: JournalEntry) -> str:
    return os.path.join(root, *entry.path.split("/"))


def _temporary(target: str, entry: JournalEntry) -> str:
    return os.path.join(os.path.dirname(target), entry.temporary)


def _trouble(error: OSError) -> str:
    reason = f"could not be written ({error.strerror or error})"
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return f"{reason}; free some space and run again"
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return f"{reason}; see who may write in its folder"
    return reason
