"""What a run wrote, as events and in the ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from tdomcheck.app.events.recorder import Recorder
from tdomcheck.config.regular import read_regular
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileDeletion, FileMove, FileWrite
from tdomcheck.model import Edit, FixSummary
from tdomcheck.model.delta import FileDelta
from tdomcheck.model.events import AppliedDelta, CodemodApplied, EventEdit, FixApplied, FixRejected
from tdomcheck.model.fingerprints import ChangedFile, diff_stats, mutation_fingerprint, repository_state


def note_writes(recorder: Recorder, writes: Iterable[FileWrite], symbols: Iterable[str] = ()) -> None:
    """What the run changed, for its place in the ledger; a run that changed nothing is a change of nothing."""
    _note(recorder, [each for write in writes for each in _changed(recorder, write)], symbols)


def _note(recorder: Recorder, files: Sequence[ChangedFile], symbols: Iterable[str] = ()) -> None:
    account, commit = recorder.account, recorder.identity.commit
    account.stats = diff_stats(files)
    account.changed_paths = tuple(sorted(file.path for file in files))
    account.mutation_fingerprint = mutation_fingerprint(files, account.stats, symbols)
    account.repo_before = repository_state(commit, ((file.path, file.before) for file in files))
    account.repo_after = repository_state(commit, ((file.path, file.after) for file in files))
    account.counts["changed"] = len(files)


def note_restored(recorder: Recorder, held: Mapping[str, bytes | None]) -> None:
    """The files that have their old content again, with what they held until then."""
    shown = recorder.session.shown
    _note(recorder, [ChangedFile(shown(path), before, _content(path)) for path, before in sorted(held.items())])


def _content(path: str) -> bytes | None:
    try:
        return read_regular(path)
    except OSError:
        return None  # it was made by the run that was taken back


def _changed(recorder: Recorder, write: FileWrite) -> list[ChangedFile]:
    shown = recorder.session.shown
    match write:
        case FileChange():
            return [ChangedFile(shown(write.path), write.before, write.after)]
        case FileCreation():
            return [ChangedFile(shown(write.path), None, write.after)]
        case FileDeletion():
            return [ChangedFile(shown(write.path), write.before, None)]
        case FileMove():
            gone = ChangedFile(shown(write.path), write.before, None)
            return [gone, ChangedFile(shown(write.new_path), None, write.after)]
    raise AssertionError(f"unreachable: {write}")


def tell_fixes(recorder: Recorder, fixes: FixSummary, rooted: Callable[[str], str]) -> None:
    """Every fix that was written, and every one that was tried and was not."""
    recorder.emit(
        *(
            FixApplied(
                rooted(applied.path),
                applied.code,
                applied.fix.safety,
                _edits(applied.fix.edits),
                applied.old_sha256,
                applied.new_sha256,
            )
            for applied in fixes.fixes
        )
    )
    for lost in fixes.lost:
        recorder.emit(FixRejected(rooted(lost.path), lost.code, lost.reason, lost.winner or None))


def tell_deltas(recorder: Recorder, codemod: str, options: Mapping[str, object], files: Sequence[FileDelta]) -> None:
    """Every file that codemods, a refactoring or a patch changed."""
    for file in files:
        delta = AppliedDelta(
            file.path, file.new_path or None, file.old_sha256, file.new_sha256, _edits(file.edits), file.symbols
        )
        recorder.emit(CodemodApplied(codemod, options, delta))


def _edits(edits: Iterable[Edit]) -> tuple[EventEdit, ...]:
    return tuple(EventEdit(edit.start, edit.end, edit.text) for edit in edits)
