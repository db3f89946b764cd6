"""The baselines with what a change makes of their entries: code that is called otherwise is still accepted."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain

from tdomcheck.app.baselines import BaselineFile, baseline_path, compared, keys_of, opened, outer_path
from tdomcheck.app.check import check
from tdomcheck.app.conclude import commented
from tdomcheck.app.plan_files import PlannedFile, RunPlan, rest_of_project
from tdomcheck.app.session import Session
from tdomcheck.baseline.entries import BaselineKey, write_baseline
from tdomcheck.config.regular import read_regular
from tdomcheck.config.settings import Settings
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileDeletion, FileMove, FileWrite
from tdomcheck.edits.difference import difference
from tdomcheck.model import Finding
from tdomcheck.model.suffixes import is_input
from tdomcheck.values import dataclass


def carried_baselines(session: Session, writes: Sequence[FileWrite]) -> list[FileChange]:
    """The baselines of the files that a change is about, with the entries of its findings as they are afterwards."""
    inputs = [write for write in writes if is_input(write.path)]
    # some may be written already
    before = {write.path: write.before for write in inputs if not isinstance(write, FileCreation)}
    if not _has_entries(session, before.keys()):
        return []
    contents = {_place(write): write.after for write in writes if not isinstance(write, FileDeletion)}
    gone = {write.path for write in writes if isinstance(write, FileDeletion | FileMove)}
    run = check(session, before, plan=_plan(session, before, gone=()))
    files = compared(session, run, commented(session, run))
    wanted = filter(is_input, contents)
    then = check(session, contents, plan=_plan(session, wanted, gone=gone, created=contents.keys()))
    after = commented(session, then).findings
    moves, texts = _moves(session, inputs)
    changes: list[FileChange] = []
    for file in files:
        keys = keys_of(session, then, file.path, after)
        changes += _change(file, _Pairs(file, moves, texts, list(zip(after, keys, strict=True))).accepted())
    return changes


def _moves(
    session: Session, writes: Iterable[FileWrite]
) -> tuple[Mapping[str, str], Mapping[str, tuple[bytes, bytes]]]:
    """What files that last are called afterwards, and their contents before and after."""
    lasting = [write for write in writes if isinstance(write, FileChange | FileMove)]
    moves = {session.shown(write.path): session.shown(_place(write)) for write in lasting}
    return moves, {session.shown(write.path): (write.before, write.after) for write in lasting}


def _place(write: FileWrite) -> str:
    return write.new_path if isinstance(write, FileMove) else write.path


def _has_entries(session: Session, paths: Collection[str]) -> bool:
    """Whether a baseline accepts something in one of some files."""
    folders = {os.path.dirname(path) for path in paths}
    homes = {baseline_path(session.settings_for(folder)) for folder in folders}
    for home in (home for home in homes if home and os.path.isfile(home)):
        inner = {BaselineKey.of_line(line).path for line in opened(session, home).counts}
        if not {outer_path(os.path.dirname(home), path) for path in inner}.isdisjoint(paths):
            return True
    return False


def _plan(session: Session, paths: Iterable[str], *, gone: Collection[str], created: Collection[str] = ()) -> RunPlan:
    """Some files, with the rest of their projects as it is once others are gone and there."""
    wanted = tuple(_planned(session, path, is_wanted=True) for path in sorted(paths))
    plan = RunPlan(wanted)

    def rest(settings: Settings, known: Collection[str]) -> list[PlannedFile]:
        others = [file for file in rest_of_project(session, plan, settings, known).files if file.path not in gone]
        new = {path for path in created if is_input(path)}.difference(known, (file.path for file in others))
        made = [_planned(session, path, is_wanted=False) for path in sorted(new)]
        return [*others, *(file for file in made if file.settings.project == settings.project)]

    return RunPlan(wanted, rest=rest)


def _planned(session: Session, path: str, *, is_wanted: bool) -> PlannedFile:
    folder = os.path.dirname(path)
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return PlannedFile(path, session.shown(path), session.settings_for(folder), is_wanted)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Findings before and after a change."""

    file: BaselineFile
    moves: Mapping[str, str]
    texts: Mapping[str, tuple[bytes, bytes]]
    after: Sequence[tuple[Finding, BaselineKey]]

    def accepted(self) -> Iterator[tuple[BaselineKey, BaselineKey]]:
        """The entries that are in use as they are, each with what its finding is afterwards.

        That is the finding of the same rule at the same place, else one that came with the definition that it is in."""
        places: dict[tuple[str, str, int], list[BaselineKey]] = {}
        for finding, key in reversed(self.after):
            places.setdefault((finding.code, finding.path, finding.span.start), []).append(key)
        lost: list[BaselineKey] = []
        for index, place in enumerate(self._places()):
            key, same = self.file.keys[index], places.get(place)
            new = same.pop() if same else None
            is_accepted = index in self.file.matching.matched and key.line in self.file.baseline.counts
            if is_accepted and new is not None:
                yield key, new
            elif is_accepted:
                lost.append(key)
        left: dict[BaselineKey, list[BaselineKey]] = {}
        for key in chain.from_iterable(places.values()):
            left.setdefault(key._replace(path=""), []).append(key)
        yield from ((key, same.pop()) for key in lost if (same := left.get(key._replace(path=""))))

    def _places(self) -> Iterator[tuple[str, str, int]]:
        """What findings are at once the change is made."""
        shifts = {path: _Shift.of(*texts) for path, texts in self.texts.items()}
        for finding in self.file.findings:
            path, start = finding.path, finding.span.start
            yield finding.code, self.moves.get(path, path), shifts[path].place(start) if path in shifts else start


@dataclass(frozen=True, slots=True)
class _Shift:
    """Where the bytes of a file are after a change."""

    starts: Sequence[int]
    ends: Sequence[int]
    shifts: Sequence[int]
    """How far what is behind each replacement moves."""

    @classmethod
    def of(cls, before: bytes, after: bytes) -> _Shift:
        # in Latin-1 each byte is a character
        edits = difference(before.decode("latin-1"), after.decode("latin-1"))
        growth = (len(edit.text) - (edit.end - edit.start) for edit in edits)
        return cls([edit.start for edit in edits], [edit.end for edit in edits], [0, *accumulate(growth)])

    def place(self, offset: int) -> int:
        """What begins within a replacement begins where that does."""
        index = bisect_right(self.ends, offset)
        is_within = index < len(self.starts) and self.starts[index] < offset
        return (self.starts[index] if is_within else offset) + self.shifts[index]


def _change(file: BaselineFile, pairs: Iterable[tuple[BaselineKey, BaselineKey]]) -> Iterator[FileChange]:
    """A baseline in which entries are what their findings are now; comments stay above them."""
    counts = Counter(file.baseline.counts)
    comments = dict(file.baseline.comments)
    for old, new in pairs:
        counts[old.line] -= 1
        counts[new.line] += 1
        if old.line != new.line and old.line in comments:
            comments[new.line] = (*comments.get(new.line, ()), *comments.pop(old.line))
    if counts != Counter(file.baseline.counts):
        before = read_regular(file.path)
        yield FileChange(file.path, before, write_baseline(counts, comments).encode())
