"""What the baselines of a run accept, and what is stale in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.passes.state import FileState
from tdomcheck.app.session import Session
from tdomcheck.baseline.entries import Baseline, BaselineKey, read_baseline
from tdomcheck.baseline.keys import baseline_keys
from tdomcheck.baseline.matching import Matching, match
from tdomcheck.config.layers import COMMAND_LINE
from tdomcheck.config.selectors import INDISPENSABLE
from tdomcheck.config.settings import Settings
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.errors import UsageError
from tdomcheck.lint.suppression import UNUSED
from tdomcheck.model import (
    Acceptance,
    AcceptedFinding,
    BaselineOutcome,
    Bucket,
    Finding,
    RuleKind,
    RuleState,
    RunResult,
    StaleEntry,
)
from tdomcheck.model.paths import is_within
from tdomcheck.model.shard import EntryUse, ShardAccount
from tdomcheck.values import dataclass, replace

DEFAULT_NAME = "tdomcheck-baseline.txt"


@dataclass(frozen=True, slots=True)
class BaselineFile:
    """A baseline with what it was compared with."""

    path: str
    baseline: Baseline
    findings: tuple[Finding, ...]
    """Those of the files that it is for, without what no baseline can accept."""
    keys: tuple[BaselineKey, ...]
    matching: Matching
    stale: Mapping[str, int]
    """Of the entries that no finding needs those about which this run can tell."""
    told: Mapping[str, int]
    """Those about which a shard can tell: what other shards do not need either is stale."""


def baseline_path(settings: Settings) -> str:
    """Where the baseline of a configuration is; empty where it has none. Raises UsageError for one outside of it."""
    if not settings.baseline:
        return ""
    path = os.path.normpath(os.path.join(settings.root, settings.baseline))
    is_typed = settings.origin("baseline") == COMMAND_LINE
    home = settings.project or settings.root
    if not is_typed and not is_within(os.path.realpath(path), os.path.realpath(home)):
        raise UsageError(f"`baseline` leads out of the project, to {settings.baseline}; name a file inside of it")
    return path


def usual_path(settings: Settings) -> str:
    """The file that is configured, else one of the usual name beside the configuration."""
    return baseline_path(settings) or os.path.join(settings.root, DEFAULT_NAME)


def accepted_by_baselines(session: Session, run: RunAnalysis, result: RunResult) -> RunResult:
    """The result without the findings that a baseline accepts."""
    files = compared(session, run, result)
    if not files:
        return result
    accepted = {id(file.findings[index]) for file in files for index in file.matching.matched}
    taken = [finding for finding in result.findings if id(finding) in accepted]
    known = (AcceptedFinding(finding, Acceptance.BASELINE) for finding in taken)
    suppressed = sorted((*result.suppressed, *known), key=lambda each: each.finding.sort_key)
    outcome = BaselineOutcome(
        matched=len(taken),
        new=sum(len(file.findings) for file in files) - len(taken),
        stale=tuple(entry for file in files for entry in _stale_entries(session, file)),
    )
    findings = tuple(finding for finding in result.findings if id(finding) not in accepted)
    warnings = (*result.warnings, *_strangers(session, files))
    return replace(
        result,
        findings=findings,
        suppressed=tuple(suppressed),
        baseline=outcome,
        warnings=warnings,
        shard=_account(session, result.shard, files),
    )


def _account(session: Session, shard: ShardAccount | None, files: Sequence[BaselineFile]) -> ShardAccount | None:
    """What the merge has to know of the baselines."""
    if shard is None:
        return None
    entries = tuple(entry for file in files for entry in _uses(session, file))
    return replace(shard, entries=entries, moved=tuple(each for file in files for each in _moved(session, file)))


def _uses(session: Session, file: BaselineFile) -> Iterator[EntryUse]:
    top = repository_top(session.cwd) or session.settings.project or session.cwd
    path, unused = os.path.relpath(file.path, top), file.matching.unused
    for line, count in file.told.items():
        yield EntryUse(path, line, _entry(session, file, line, count), count - unused.get(line, 0))


def _moved(session: Session, file: BaselineFile) -> Iterator[tuple[str, str]]:
    folder = os.path.dirname(file.path)
    for old, new in file.matching.moved.items():
        yield session.shown(outer_path(folder, old)), session.shown(outer_path(folder, new))


def compared(session: Session, run: RunAnalysis, result: RunResult) -> list[BaselineFile]:
    """Every baseline of the run with the findings that it is for."""
    homes = _homes(session, run)
    by_path: dict[str, list[Finding]] = {path: [] for path in sorted({path for path in homes.values() if path})}
    for finding in result.findings:
        home = homes.get(finding.path, "")
        if home and finding.code not in INDISPENSABLE:
            by_path[home].append(finding)
    return [_compared(session, run, result, path, findings) for path, findings in by_path.items()]


def _homes(session: Session, run: RunAnalysis) -> dict[str, str]:
    """The baseline of each file, by the path that it is shown under."""
    files = (
        *(state.planned for state in (*run.states.values(), *run.dependents.states)),
        *run.plan.elsewhere,
    )
    paths: dict[tuple[str, str], str] = {}
    homes: dict[str, str] = {}
    for file in files:
        settings = file.settings
        if settings.identity not in paths:
            paths[settings.identity] = baseline_path(settings)
        homes[file.shown] = paths[settings.identity]
    own = baseline_path(session.settings)
    return homes if files or not own else {"": own}


def _compared(
    session: Session, run: RunAnalysis, result: RunResult, path: str, findings: Sequence[Finding]
) -> BaselineFile:
    baseline = opened(session, path)
    keys = tuple(keys_of(session, run, path, findings))
    folder = os.path.dirname(path)
    matching = match(
        baseline,
        keys,
        lambda inner: not session.exists(outer_path(folder, inner)),
        lambda lost, found: _renamed(session, run, folder, lost, found),
    )
    is_whole = run.plan.has_walked(folder)
    counts = matching.unused if result.shard is None else baseline.counts
    told = dict(_told(session, run, result, folder, counts, is_whole=is_whole))
    stale, shared = (told, {}) if result.shard is None else ({}, told)
    return BaselineFile(path, baseline, tuple(findings), keys, matching, stale, shared)


def _renamed(
    session: Session, run: RunAnalysis, folder: str, gone: Iterable[str], present: Iterable[str]
) -> Mapping[str, str]:
    """From files that are gone to where git says that they are now: no other takes over what they were allowed."""
    from tdomcheck.edges.git_renames import renamed_files  # starts processes: only where a file is gone

    session.is_watched = False  # what git says depends on files that nobody watches
    read = _reader(session, run)
    pairs = renamed_files(
        folder,
        [outer_path(folder, inner) for inner in gone],
        [outer_path(folder, inner) for inner in present],
        lambda path: read(session.shown(path)),
    )
    inner = _relative(folder)
    return {inner(old): inner(new) for old, new in pairs.items()}


def opened(session: Session, path: str) -> Baseline:
    """The entries of a file; raises UsageError where it is not there or cannot be understood."""
    shown = session.shown(path)
    try:
        text = session.read(path).decode("utf-8")
    except FileNotFoundError:
        is_unstaged = session.tree is not None and os.path.lexists(path)
        advice = "`git add` it" if is_unstaged else "write it with `tdomcheck baseline create`, or take the key out"
        raise UsageError(f"the baseline {shown} is not {'staged' if is_unstaged else 'there'}: {advice}") from None
    except OSError as error:
        raise UsageError(f"the baseline {shown} could not be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"the baseline {shown} is no text in UTF-8; restore it from git") from None
    return read_baseline(text, shown)


def keys_of(session: Session, run: RunAnalysis, path: str, findings: Sequence[Finding]) -> list[BaselineKey]:
    """What findings are called in the baseline at a path."""
    folder = os.path.dirname(path)
    return baseline_keys(findings, _reader(session, run), lambda shown: _inner(session, folder, shown))


def _reader(session: Session, run: RunAnalysis) -> Callable[[str], bytes]:
    contents = run.projects[0].context.contents if run.projects else {}

    def read(shown: str) -> bytes:
        path = os.path.realpath(os.path.join(session.cwd, shown))
        if path in contents:
            return contents[path]
        try:
            return session.read(path)
        except OSError:
            return b""

    return read


def _inner(session: Session, folder: str, shown: str) -> str:
    return _relative(folder)(os.path.join(session.cwd, shown))


def _relative(folder: str) -> Callable[[str], str]:
    return lambda path: os.path.relpath(path, folder).replace(os.sep, "/")


def outer_path(folder: str, inner: str) -> str:
    """The file that an entry of the baseline in a folder is about."""
    return os.path.normpath(os.path.join(folder, *inner.split("/")))


def _told(
    session: Session, run: RunAnalysis, result: RunResult, folder: str, unused: Mapping[str, int], *, is_whole: bool
) -> Iterator[tuple[str, int]]:
    """The entries about which this run can tell: their rule ran, and their file was looked at or is gone.

    Without its plugins a run does not know which comments name rules of theirs."""
    ran = {rule.code for rule in result.rules if rule.state is RuleState.RAN}
    if any(settings.refused_plugins for settings in session.settings_cache.all_settings):
        ran.discard(UNUSED)
    looked_at, lent = _looked_at(run)
    of_project = {rule.code for rule in result.catalog if rule.kind is RuleKind.PROJECT} | {UNUSED}
    for line, count in unused.items():
        key = BaselineKey.of_line(line)
        path = outer_path(folder, key.path)
        is_seen = path in looked_at or (path in lent and key.code in of_project)
        is_told = is_seen or (is_whole and not session.exists(path))
        if key.code in ran and is_told:
            yield line, count


def _looked_at(run: RunAnalysis) -> tuple[set[str], set[str]]:
    """The files that were judged, and those in which only the rules of the project have looked."""
    lent = {path: state for path, state in run.others.items() if state.planned.is_lent}
    judged, seen = ({path for path, state in states.items() if _is_known(state)} for states in (run.states, lent))
    return judged, seen


def _is_known(state: FileState) -> bool:
    return state.bucket in {Bucket.CHECKED, Bucket.CACHED}


def _stale_entries(session: Session, file: BaselineFile) -> Iterator[StaleEntry]:
    return (_entry(session, file, line, count) for line, count in sorted(file.stale.items()))


def _entry(session: Session, file: BaselineFile, line: str, count: int) -> StaleEntry:
    folder, key = os.path.dirname(file.path), BaselineKey.of_line(line)
    home = "" if file.path == baseline_path(session.settings) else session.shown(folder)
    return StaleEntry(key.code, session.shown(outer_path(folder, key.path)), key.scope, count, home)


def _strangers(session: Session, files: Sequence[BaselineFile]) -> Iterator[str]:
    """Entries of rules that are not known: of another version, or of a plugin that was not loaded."""
    known = {info.code for settings in session.settings_cache.all_settings for info in session.catalog(settings).infos}
    for file in files:
        strange = {line.partition("\t")[0] for line in file.baseline.counts} - known
        if strange:
            names = ", ".join(sorted(strange))
            yield f"{session.shown(file.path)}: no rule is known by {names}; their entries are kept, and accept nothing"
