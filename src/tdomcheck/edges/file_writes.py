"""What a run is to write, checked against what stands there before anything is touched."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence

from tdomcheck.edges import journal
from tdomcheck.model.paths import is_of_git
from tdomcheck.values import dataclass, field

CHANGED = "changed while tdomcheck was running"
DELETED = "was deleted while tdomcheck was running"
OCCUPIED = "stands there already"


@dataclass(frozen=True, slots=True)
class FileChange:
    """The new content of a file, and the content that it was made from."""

    path: str
    """Absolute; a link is written through."""
    before: bytes
    after: bytes


@dataclass(frozen=True, slots=True)
class FileCreation:
    """A file that is not there yet; folders on the way are made."""

    path: str
    after: bytes


@dataclass(frozen=True, slots=True)
class FileDeletion:
    """A file that goes, and the folders that it leaves empty with it."""

    path: str
    """Absolute; neither a link nor what one leads to."""
    before: bytes


@dataclass(frozen=True, slots=True)
class FileMove:
    """A file that goes to another place, with its mode, and its entry in git's index if it is clean there."""

    path: str
    """Absolute; neither a link nor what one leads to."""
    new_path: str
    before: bytes
    after: bytes


FileWrite = FileChange | FileCreation | FileDeletion | FileMove


@dataclass(frozen=True, slots=True, order=True)
class WriteRefusal:
    """A file that was left as it is, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Transition:
    """What one place holds before and after; None: nothing stands there."""

    path: str
    """As the caller names it."""
    target: str
    before: bytes | None
    after: bytes | None
    like: os.stat_result | None = None
    """Whose mode and owner the new content gets; None: those of a new file."""
    old: os.stat_result | None = None
    """Of what stands there before."""


@dataclass(frozen=True, slots=True)
class WritePlan:
    """All transitions, sorted, and what cannot be written."""

    transitions: tuple[Transition, ...]
    refused: tuple[WriteRefusal, ...]


@dataclass(slots=True)
class _Planner:
    root: str
    transitions: dict[str, Transition] = field(default_factory=dict)
    refused: list[WriteRefusal] = field(default_factory=list)

    def take(self, write: FileWrite) -> None:
        match write:
            case FileChange():
                if write.before != write.after:
                    target = os.path.realpath(write.path)
                    status = self._leave(write.path, target, write.before)
                    if status is not None:
                        self._arrive(write.path, target, write.after, status)
            case FileDeletion():
                self._leave(write.path, named_place(write.path), write.before)
            case FileMove():
                target, place = named_place(write.path), named_place(write.new_path)
                status = self._leave(write.path, target, write.before)
                if status is not None:
                    self._arrive(write.new_path, place, write.after, status)
            case FileCreation():
                self._arrive(write.path, named_place(write.path), write.after, None)

    def _leave(self, path: str, target: str, before: bytes) -> os.stat_result | None:
        """What stands there gives way; its status."""
        known = self.transitions.get(target)
        checked = check_old(target, before, self.root)
        if known is not None and known.before is not None:
            self._refuse(path, _twice(path, known))
        elif isinstance(checked, str):
            self._refuse(path, checked)
        else:
            after = known.after if known is not None else None
            like = known.like if known is not None else None
            self.transitions[target] = Transition(path, target, before, after, like, checked)
            return checked
        return None

    def _arrive(self, path: str, target: str, after: bytes, like: os.stat_result | None) -> None:
        known = self.transitions.get(target)
        if known is not None and known.after is not None:
            self._refuse(path, _twice(path, known))
            return
        before, old = (known.before, known.old) if known is not None else (None, None)
        self.transitions[target] = Transition(path, target, before, after, like, old)

    def _refuse(self, path: str, reason: str) -> None:
        if path not in {refusal.path for refusal in self.refused}:
            self.refused.append(WriteRefusal(path, reason))

    def finish(self) -> WritePlan:
        """What nothing gives way to must find its place free; asked last, as a move may make it so."""
        for transition in self.transitions.values():
            if transition.before is None:
                reason = check_free(transition.target, self.root)
                if reason:
                    self._refuse(transition.path, reason)
        refused = {refusal.path for refusal in self.refused}
        kept = [each for _, each in sorted(self.transitions.items()) if each.path not in refused]
        return WritePlan(tuple(kept), tuple(sorted(self.refused)))


def _twice(path: str, known: Transition) -> str:
    return "is to be written twice" if path == known.path else f"is the same file as {known.path}"


def plan_writes(writes: Sequence[FileWrite], root: str) -> WritePlan:
    """What can be written and what cannot; nothing is touched."""
    planner = _Planner(root)
    for write in sorted(writes, key=lambda write: write.path):
        planner.take(write)
    return planner.finish()


def named_place(path: str) -> str:
    """Where a path lies, without following the link that it may be itself."""
    folder, name = os.path.split(os.path.normpath(path))
    return os.path.join(os.path.realpath(folder), name)


def check_old(target: str, before: bytes, root: str) -> os.stat_result | str:
    """The status of a file that may be replaced, or why it may not."""
    outside = _outside(target, root)
    if outside:
        return outside
    if os.path.islink(target):
        return "is a link; name the file that it leads to"
    try:
        data, status = journal.read_regular(target)
    except FileNotFoundError:
        return DELETED
    except OSError as error:
        return f"cannot be read any more ({error.strerror})"
    return CHANGED if data != before else _forbidden(target, status) or status


def check_free(target: str, root: str) -> str:
    """Why nothing can be created at a place, or nothing."""
    outside = _outside(target, root)
    if outside:
        return outside
    if os.path.lexists(target):
        return OCCUPIED
    folder = os.path.dirname(target)
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    if not os.path.isdir(folder):
        return f"needs a folder where {folder} is a file"
    return "" if os.access(folder, os.W_OK) else "lies in a folder that is read-only; make it writable and run again"


def _outside(target: str, root: str) -> str:
    if not target.startswith(root.rstrip(os.sep) + os.sep):
        return f"leads out of the project, to {target}"
    if is_of_git(os.path.relpath(target, root)):
        return "lies in a folder of git, where nothing is written"
    return ""


def _forbidden(target: str, status: os.stat_result) -> str:
    # The bits are asked as well, as they say what somebody wanted even where they do not bind (root).
    if not stat.S_IMODE(status.st_mode) & 0o222 or not os.access(target, os.W_OK):
        return "is read-only; make it writable and run again"
    if not os.access(os.path.dirname(target), os.W_OK):
        return "lies in a folder that is read-only; make it writable and run again"
    return ""
