"""The end of a report for people: how much was found, what can be fixed, and where every file ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from tdomcheck.model import (
    Acceptance,
    Bucket,
    Doubt,
    FileOutcome,
    Finding,
    FixSummary,
    RuleState,
    RunResult,
    Safety,
    Severity,
)
from tdomcheck.model.run import IGNORED_BY_GIT
from tdomcheck.model.shard import Stage
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import visible
from tdomcheck.values import dataclass

_MOST_NAMED = 20
_MOST_STALE = 10
_MOST_IGNORED = 5


@dataclass(frozen=True, slots=True)
class Tally:
    """Findings by severity, and their fixes by safety."""

    errors: int
    warnings: int
    infos: int
    safe: int
    unsafe: int

    def words(self) -> str:
        """As in `3 errors and 1 warning`."""
        numbers = ((self.errors, "error"), (self.warnings, "warning"), (self.infos, "info"))
        parts = [plural(number, noun) for number, noun in numbers if number]
        return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def tally(findings: Iterable[Finding]) -> Tally:
    shown = list(findings)
    levels = [finding.severity for finding in shown]
    fixes = [finding.fix.safety for finding in shown if finding.fix]
    return Tally(
        levels.count(Severity.ERROR),
        levels.count(Severity.WARNING),
        levels.count(Severity.INFO),
        fixes.count(Safety.SAFE),
        fixes.count(Safety.UNSAFE),
    )


def ranked(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    """The most frequent first."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def summary(result: RunResult, context: ReportContext) -> Iterator[str]:
    """What the run found and did, then its ledger."""
    counted = tally(result.findings)
    if result.fixes is not None:
        yield from _fixed(result.fixes, context)
    yield from _verdict(result, counted, fixing=result.fixes is not None)
    if context.is_fix_only:
        return
    yield from fixable(counted, context)
    if result.suppressed:
        yield from _accepted(result)
    if result.known:
        yield f"{plural(result.known, 'finding')} not new"
    if result.focus is not None and result.focus.beside:
        yield f"{plural(len(result.focus.beside), 'finding')} elsewhere that the changes do not concern"
    yield from _stale(result)
    if result.files or result.dependents.judged:
        yield ledger(result)


def _accepted(result: RunResult) -> Iterator[str]:
    """How many findings are not shown because somebody accepts them; an audit shows them."""
    shown = {finding.sort_key for finding in result.findings}
    unseen = Counter(each.kind for each in result.suppressed if each.finding.sort_key not in shown)
    if unseen[Acceptance.COMMENT]:
        yield f"{plural(unseen[Acceptance.COMMENT], 'finding')} suppressed"
    if unseen[Acceptance.BASELINE]:
        yield f"{plural(unseen[Acceptance.BASELINE], 'finding')} in the baseline"


def _stale(result: RunResult) -> Iterator[str]:
    """Entries of the baseline that nothing needs any more, one by one as far as there are few."""
    stale = result.baseline.stale if result.baseline is not None else ()
    if not stale:
        return
    count = sum(entry.count for entry in stale)
    noun = "entry" if count == 1 else "entries"
    homes = sorted({entry.folder for entry in stale})
    where = f" in {' and in '.join(visible(home) or 'this folder' for home in homes)}" if any(homes) else ""
    yield f"{count} stale {noun} in the baseline; `tdomcheck baseline prune`{where} takes them out:"
    for entry in stale[:_MOST_STALE]:
        scope = f" in {visible(entry.scope)}" if entry.scope else ""
        yield f"  {visible(entry.code)} {visible(entry.path)}{scope}"
    if len(stale) > _MOST_STALE:
        yield f"  and {len(stale) - _MOST_STALE} more"


def _verdict(result: RunResult, counted: Tally, *, fixing: bool) -> Iterator[str]:
    if not result.findings:
        yield all_clear(result)
    elif fixing:
        yield f"{counted.words()} {'remains' if len(result.findings) == 1 else 'remain'}."
    else:
        yield f"Found {counted.words()}."


def all_clear(result: RunResult) -> str:
    """What to say when there are no findings; green only if something was looked at."""
    if result.exit_code > 1 or any(True for _ in troubles(result)):
        return "Nothing was found, but the run is not to be trusted: see the errors."
    if result.idle:
        return f"Nothing to check: {visible(result.idle)}."
    if result.files and not files_of(result, Bucket.CHECKED, Bucket.CACHED):
        return "No files were checked."
    return "All checks passed!"


def fixable(counted: Tally, context: ReportContext) -> Iterator[str]:
    """As in `[*] 3 fixable with tdomcheck fix (2 more with --unsafe-fixes)`."""
    if context.unsafe_fixes and counted.unsafe:
        yield f"[*] {counted.safe + counted.unsafe} fixable with tdomcheck fix --unsafe-fixes"
    elif counted.safe:
        more = f" ({counted.unsafe} more with --unsafe-fixes)" if counted.unsafe else ""
        yield f"[*] {counted.safe} fixable with tdomcheck fix{more}"
    elif counted.unsafe:
        yield f"[-] {counted.unsafe} fixable with tdomcheck fix --unsafe-fixes"


def ledger(result: RunResult) -> str:
    """As in `829 files: 812 checked (640 cached), 15 excluded, 2 skipped`."""
    counts = result.counts()
    cached = counts[Bucket.CACHED.value]
    parts = [f"{counts[Bucket.CHECKED.value] + cached} checked{f' ({cached} cached)' if cached else ''}"]
    others = (Bucket.EXCLUDED.value, Bucket.SKIPPED.value, Bucket.LIMITED.value, Bucket.FAILED.value)
    parts += [f"{counts[name]} {name}" for name in others if counts[name]]
    besides = f"{_blocks(result)}{_dependents(result)}{_foreign(result)}{_unfollowed(result)}{_left_out(result)}"
    return f"{plural(len(result.files), 'file')}: {', '.join(parts)}{besides}"


def _left_out(result: RunResult) -> str:
    """As in `; left out by default: build (2), 1 virtual environment; ignored by git: lib/, gen.py`.

    Hidden folders are in the JSON only."""
    kinds = Counter(folder.reason for folder in result.left_out if folder.reason != "hidden folder")
    venvs = kinds.pop("virtual environment", 0)
    del kinds[IGNORED_BY_GIT]
    parts = [f"{visible(kind)}/{f' ({count})' if count > 1 else ''}" for kind, count in sorted(kinds.items())]
    parts += [plural(venvs, "virtual environment")] if venvs else []
    by_default = f"; left out by default: {', '.join(parts)}" if parts else ""
    ignored = [visible(each.path) for each in result.left_out if each.reason == IGNORED_BY_GIT]
    named = ", ".join(ignored[:_MOST_IGNORED])
    more = f" and {len(ignored) - _MOST_IGNORED} more" if len(ignored) > _MOST_IGNORED else ""
    return f"{by_default}; ignored by git: {named}{more}" if ignored else by_default


def _dependents(result: RunResult) -> str:
    """As in `; 12 dependents judged`, or `; 3 dependents not judged (--dependents judges them)`."""
    counted = result.dependents
    judged = f"; {plural(counted.judged, 'dependent')} judged" if counted.judged else ""
    reason = visible(counted.reason)
    rest = f"; {plural(counted.unjudged, 'dependent')} not judged ({reason})" if counted.unjudged else ""
    unread = f"; {plural(counted.unread, 'file')} not read that may depend on them (--dependents reads all)"
    return judged + rest + (unread if counted.unread else "")


def _foreign(result: RunResult) -> str:
    """As in `; templates in 3 files not judged (nothing says that they are tdom's)`."""
    if not result.foreign:
        return ""
    return f"; templates in {plural(result.foreign, 'file')} not judged (nothing says that they are tdom's)"


def _unfollowed(result: RunResult) -> str:
    """As in `; 3 components not judged: their modules are outside the project`, for each reason."""
    components = {(each.reason, each.module, each.tag) for each in result.unfollowed}
    counts = Counter(reason for reason, _, _ in components)
    return "".join(
        f"; {plural(counts[reason], 'component')} not judged: {reason.value if counts[reason] == 1 else words}"
        for reason, words in _OF_SEVERAL.items()
        if counts[reason]
    )


_OF_SEVERAL = {
    Doubt.OUTSIDE: "their modules are outside the project",
    Doubt.GUARDED: "their imports may be skipped, or may fail",
    Doubt.UNREADABLE: "nobody can tell what their modules define",
    Doubt.AMBIGUOUS: "several folders have their modules",
    Doubt.MOVED: "their files change where Python looks for modules",
}


def _blocks(result: RunResult) -> str:
    """As in `; 40 code blocks in documents checked, 3 skipped`."""
    read, skipped = result.blocks
    if not (read or skipped):
        return ""
    more = f", {skipped} skipped" if skipped else ""
    return f"; {plural(read, 'code block')} in documents checked{more}"


def troubles(result: RunResult) -> Iterator[str]:
    """Why the run is not to be trusted: its errors, then what the ledger knows and they do not say."""
    yield from result.errors
    said = "\n".join(result.errors)
    for file in files_of(result, Bucket.FAILED, Bucket.LIMITED):
        if not _names(said, file.path):
            yield f"{file.path}: {file.reason or 'it could not be checked'}"
    for rule in sorted(result.rules, key=lambda outcome: outcome.code):
        if rule.state is RuleState.CRASHED and not _names(said, rule.code):
            yield f"rule {rule.code} crashed{f': {rule.detail}' if rule.detail else ''}"


def unread(files: Iterable[FileOutcome]) -> Iterator[str]:
    """Why files were not looked at, a sentence each."""
    for outcome in filter(lambda outcome: outcome.is_unseen, files):
        verb = "skipped" if outcome.bucket is Bucket.SKIPPED else "not checked"
        yield f"{outcome.path}: {verb}: {outcome.reason}"


def told_errors(errors: Iterable[tuple[Stage, str]], files: Iterable[FileOutcome]) -> tuple[str, ...]:
    """What went wrong in the order of the run; that files were not looked at is told by their outcomes, sorted."""
    staged = [*errors, *((Stage.FILES, sentence) for sentence in unread(files))]
    order = list(Stage).index
    return tuple(sentence for _, sentence in sorted(staged, key=lambda each: order(each[0])))


def files_of(result: RunResult, *buckets: Bucket) -> list[FileOutcome]:
    """The files that ended in some buckets, by path."""
    files = [file for file in result.files if file.bucket in buckets]
    return sorted(files, key=lambda file: (file.path, file.bucket.value, file.reason))


def _names(text: str, name: str) -> bool:
    """Whether a text holds a name, and not just one that contains it."""
    return re.search(rf"(?<![\w./-]){re.escape(name)}(?![\w/-])", text) is not None


def skips(result: RunResult) -> Iterator[str]:
    """Files that were planned and not looked at, with the reason."""
    files = files_of(result, Bucket.SKIPPED)
    for file in files[:_MOST_NAMED]:
        yield f"skipped: {visible(file.path)}{f': {visible(file.reason)}' if file.reason else ''}"
    if len(files) > _MOST_NAMED:
        yield f"skipped: {plural(len(files) - _MOST_NAMED, 'more file')}"


def _fixed(fixes: FixSummary, context: ReportContext) -> Iterator[str]:
    verb = "Would fix" if context.verb == "diff" else "Fixed"
    files = len({path for path, _, _ in fixes.applied})
    if fixes.count:
        yield f"{verb} {plural(fixes.count, 'finding')} in {plural(files, 'file')}."
    yield from (f"Took stale entries out of {visible(path)}." for path in fixes.pruned)
    if context.show_fixes:
        yield from _applied(fixes)
        yield from _lost(fixes)
    elif fixes.lost:
        was = "was" if len(fixes.lost) == 1 else "were"
        yield f"{plural(len(fixes.lost), 'fix').replace('fixs', 'fixes')} {was} not applied (--show-fixes names them)"


def _applied(fixes: FixSummary) -> Iterator[str]:
    previous = None
    for path, code, number in sorted(fixes.applied):
        if path != previous:
            yield f"  {visible(path)}:"
        yield f"    {number} x {visible(code)}"
        previous = path


def _lost(fixes: FixSummary) -> Iterator[str]:
    for lost in sorted(fixes.lost, key=lambda item: (item.path, item.code, item.winner, item.reason)):
        winner = f" (lost to {visible(lost.winner)})" if lost.winner else ""
        yield f"  not applied: {visible(lost.code)} in {visible(lost.path)}: {visible(lost.reason)}{winner}"
