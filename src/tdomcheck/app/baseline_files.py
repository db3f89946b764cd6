"""`baseline create|update|prune|show`: the file of accepted findings is written, and told of."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.baselines import BaselineFile, baseline_path, compared, keys_of, opened, usual_path
from tdomcheck.app.budgets import lowered
from tdomcheck.app.check import check
from tdomcheck.app.conclude import commented
from tdomcheck.app.events.changes import note_writes
from tdomcheck.app.events.recorder import Answer, Recorder, RecordingOrder, record
from tdomcheck.app.lowered_budgets import lowered_budgets
from tdomcheck.app.progress import wrote
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.baseline.entries import counted, entries_of, write_baseline
from tdomcheck.baseline.matching import renamed
from tdomcheck.config.documents import NAMES, PYPROJECT
from tdomcheck.config.regular import read_regular
from tdomcheck.config.selectors import INDISPENSABLE
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileWrite
from tdomcheck.edges.writing import write_all
from tdomcheck.edits.toml import with_value
from tdomcheck.errors import ExitCode, TdomcheckError, UsageError
from tdomcheck.model import Finding, RunResult
from tdomcheck.model.fingerprints import failure_fingerprint
from tdomcheck.model.ledger import RunKind
from tdomcheck.model.paths import is_within
from tdomcheck.report.escape import told, visible
from tdomcheck.report.jsontext import Json, dump
from tdomcheck.report.summary import plural, ranked
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class _Look:
    """A project with all of its findings."""

    session: Session
    run: RunAnalysis
    result: RunResult
    """As if there were no baseline."""


def _recorded(request: Request, command: str, body: Callable[[Recorder], Answer]) -> Answer:
    """What writes is in the ledger, and a task may not let it."""
    return record(Session(request), RecordingOrder(command, RunKind.MUTATION), os.environ, body)


def _refused(recorder: Recorder, errors: Sequence[str]) -> Answer:
    code = ExitCode.UNTRUSTWORTHY
    recorder.account.failure_fingerprint = failure_fingerprint(errors, code)
    return "", code, told("error", errors) + "error: nothing was written\n"


def _look(request: Request, recorder: Recorder) -> _Look:
    """The findings of the whole project, none of them accepted by a baseline."""
    session = Session(replace(request, overrides={**request.overrides, "baseline": ""}))
    try:
        run = check(session, on_plan=recorder.start_plan)
        return _Look(session, run, commented(session, run))
    finally:
        session.close()


def create_baseline(request: Request, *, configures: bool = True) -> Answer:
    """Write all findings into a file that is not there yet, and its name into the configuration."""
    return _recorded(request, "baseline create", lambda recorder: _created(request, recorder, configures=configures))


def _created(request: Request, recorder: Recorder, *, configures: bool) -> Answer:
    session = recorder.session
    path = usual_path(session.settings)
    if os.path.lexists(path):
        raise UsageError(f"{session.shown(path)} is there already; `tdomcheck baseline update` brings it up to date")
    look = _look(request, recorder)
    if look.result.errors:
        return _refused(recorder, look.result.errors)
    findings = _acceptable(look.result)
    own = findings if "baseline" in request.overrides else _own(look, findings)
    counts = counted(keys_of(look.session, look.run, path, own))
    naming = _naming(session, path) if configures and not session.settings.baseline else None
    _write(recorder, [FileCreation(path, write_baseline(counts, {}).encode()), *([naming] if naming else [])])
    text = f"{visible(session.shown(path))}: {plural(sum(counts.values()), 'finding')} accepted\n"
    if len(own) < len(findings):
        others = plural(len(findings) - len(own), "finding")
        text += f"{others} in folders with configurations of their own: a `baseline` in these accepts them\n"
    if naming is not None:
        text += f"{visible(session.shown(naming.path))}: the key `baseline` names it\n"
    elif not session.settings.baseline:
        text += f'name it in the configuration, so that it holds: baseline = "{visible(_name(session, path))}"\n'
    return text, ExitCode.CLEAN, ""


def _name(session: Session, path: str) -> str:
    """What the configuration calls a baseline."""
    return os.path.relpath(path, session.settings.root).replace(os.sep, "/")


def _naming(session: Session, path: str) -> FileChange | FileCreation | None:
    """The configuration with the name of a new baseline; None where somebody has to look at it."""
    settings = session.settings
    manifest = os.path.join(settings.root, PYPROJECT)
    source = settings.source or (manifest if os.path.isfile(manifest) else os.path.join(settings.root, NAMES[0]))
    if session.request.is_isolated or not is_within(os.path.realpath(source), os.path.realpath(settings.root)):
        return None
    before = read_regular(source) if os.path.isfile(source) else b""
    steps = ("tool", "tdomcheck", "baseline") if os.path.basename(source) == PYPROJECT else ("baseline",)
    try:
        after = with_value(before, steps, _name(session, path))
    except TdomcheckError:  # whatever is wrong with a file that nobody had to read
        return None
    if after is None:
        return None
    return FileChange(source, before, after) if os.path.lexists(source) else FileCreation(source, after)


def _own(look: _Look, findings: Sequence[Finding]) -> list[Finding]:
    """Those in files that no configuration further down is for."""
    root = look.session.settings.root
    own = {state.planned.shown for state in look.run.states.values() if state.planned.settings.root == root}
    return [finding for finding in findings if finding.path in own]


def _acceptable(result: RunResult) -> list[Finding]:
    return [finding for finding in result.findings if finding.code not in INDISPENSABLE]


def update_baseline(request: Request) -> Answer:
    """Accept all that is there and nothing else; budgets fall to what is left, and never rise."""
    return _recorded(request, "baseline update", _updated)


def _updated(recorder: Recorder) -> Answer:
    settings = recorder.session.settings
    if settings.budgets and not settings.baseline:
        return _only_lowered(recorder)
    file, look = _compared(recorder)
    new = [key for index, key in enumerate(file.keys) if index not in file.matching.matched]
    counts = _kept(file)
    for line, count in counted(new).items():
        counts[line] = counts.get(line, 0) + count
    return _rewritten(recorder, file, look, counts, added=len(new), lowers=True)


def prune_baseline(request: Request) -> Answer:
    """Take out what nothing needs any more; nothing is added."""
    return _recorded(request, "baseline prune", _pruned)


def _pruned(recorder: Recorder) -> Answer:
    file, look = _compared(recorder)
    return _rewritten(recorder, file, look, _kept(file), added=0, lowers=False)


def pruned_baselines(session: Session, run: RunAnalysis) -> list[FileChange]:
    """The baselines of a run without their stale entries; those that have none are none of them."""
    files = compared(session, run, commented(session, run))
    return [change for file in files for change in _changes(file, _kept(file))]


def _kept(file: BaselineFile) -> dict[str, int]:
    """The entries without the stale ones, with the paths that their files have now."""
    left = Counter({line: count - file.stale.get(line, 0) for line, count in file.baseline.counts.items()})
    left.update(new for old, new in file.matching.lessened if file.stale.get(old))
    return renamed({line: count for line, count in left.items() if count}, file.matching.moved)


def _changes(file: BaselineFile, counts: Mapping[str, int]) -> list[FileChange]:
    """What is to be written so that a file has these entries; nothing where it has."""
    if counts == file.baseline.counts:
        return []
    before = read_regular(file.path)
    after = write_baseline(counts, file.baseline.comments).encode()
    return [FileChange(file.path, before, after)] if after != before else []


def _configured(session: Session) -> str:
    path = baseline_path(session.settings)
    if not path:
        raise UsageError("no baseline is configured; `tdomcheck baseline create` writes one")
    return path


def _compared(recorder: Recorder) -> tuple[BaselineFile, _Look]:
    session = recorder.session
    path = _configured(session)
    opened(session, path)  # what is wrong with it is told before anything is judged
    try:
        run = check(session, on_plan=recorder.start_plan)
        everything = commented(session, run)
        files = [file for file in compared(session, run, everything) if file.path == path]
    finally:
        session.close()
    if not files:
        raise UsageError(f"no file was looked at that {session.shown(path)} is for")
    return files[0], _Look(session, run, everything)


def _rewritten(
    recorder: Recorder, file: BaselineFile, look: _Look, counts: dict[str, int], *, added: int, lowers: bool
) -> Answer:
    session = look.session
    if look.result.errors:
        return _refused(recorder, look.result.errors)
    budgets = lowered_budgets(session, lowered(session, look.run, look.result) if lowers else {})
    _write(recorder, [*_changes(file, counts), *budgets.changes])
    gone = sum(file.stale.values())
    text = f"{visible(session.shown(file.path))}: {plural(sum(counts.values()), 'finding')} accepted"
    text += f", {added} of them new, {gone} taken out\n" if lowers else f", {gone} taken out\n"
    text += "".join(f"moved: {visible(old)} -> {visible(new)}\n" for old, new in sorted(file.matching.moved.items()))
    return text + budgets.told, ExitCode.CLEAN, ""


def _only_lowered(recorder: Recorder) -> Answer:
    """Budgets need no baseline to fall."""
    session = recorder.session
    try:
        run = check(session, on_plan=recorder.start_plan)
        result = commented(session, run)
    finally:
        session.close()
    if result.errors:
        return _refused(recorder, result.errors)
    budgets = lowered_budgets(session, lowered(session, run, result))
    _write(recorder, budgets.changes)
    return budgets.told or "no budget is larger than what is there\n", ExitCode.CLEAN, ""


def _write(recorder: Recorder, writes: Sequence[FileWrite]) -> None:
    session = recorder.session
    if writes:
        settings = session.settings
        root = settings.project or session.cwd
        journal = session.journal_to_write(settings)
        report = write_all(writes, journal, label="baseline", root=root, on_done=wrote)
        if report.skipped:
            raise UsageError(
                "; ".join(f"{session.shown(item.path)}: not written: {item.reason}" for item in report.skipped)
            )
    note_writes(recorder, writes)


def show_baseline(request: Request, *, is_json: bool) -> Answer:
    """What is accepted, by rule and folder."""
    session = Session(request)
    path = _configured(session)
    baseline = opened(session, path)
    by_rule: Counter[str] = Counter()
    by_file: Counter[str] = Counter()
    for key, count in entries_of(baseline.counts):
        by_rule[key.code] += count
        by_file[key.path] += count
    if is_json:
        rules: list[Json] = [{"code": visible(code), "findings": count} for code, count in sorted(by_rule.items())]
        files: list[Json] = [{"path": visible(name), "findings": count} for name, count in sorted(by_file.items())]
        document: Json = {
            "path": visible(session.shown(path)),
            "findings": baseline.size,
            "rules": rules,
            "files": files,
        }
        return dump(document), ExitCode.CLEAN, ""
    lines = [f"{visible(session.shown(path))}: {plural(baseline.size, 'finding')} accepted"]
    lines += [f"{count:6} {visible(code)}" for code, count in ranked(by_rule)]
    lines += [f"{count:6} {visible(name)}" for name, count in ranked(by_file)[:20]]
    lines += [f"       and {len(by_file) - 20} more files"] if len(by_file) > 20 else []
    return "".join(f"{line}\n" for line in lines), ExitCode.CLEAN, ""
