"""What the rules say of a document of patches that they did not say before, in its files and in their dependents."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence

from tdomcheck.app.check import check
from tdomcheck.app.conclude import conclude
from tdomcheck.app.dependents import judge_dependents
from tdomcheck.app.patching.contents import NewContent
from tdomcheck.app.plan_files import PlannedFile, RunPlan
from tdomcheck.app.session import Session
from tdomcheck.edges.git import Blob, ChangeSet
from tdomcheck.model import Finding, RunResult
from tdomcheck.model.suffixes import is_input, is_module
from tdomcheck.source.text import line_start
from tdomcheck.values import replace


def new_findings(session: Session, top: str, changes: Sequence[NewContent]) -> RunResult:
    """What is new once all files have their new content; the document is judged, not its blocks."""
    changes = [change for change in changes if is_input(change.file.path)]
    if not changes:
        return RunResult(())
    before = {change.file.path: change.file.before for change in changes if change.file.before is not None}
    after = {change.file.path: change.after for change in changes}
    known = _concluded(session, before, None).findings if before else ()
    old = {path: data for path, data in before.items() if is_module(path)}
    blobs = {path: Blob("100644", "") for path in old}
    result = _concluded(session, after, (ChangeSet(top, tuple(after), blobs), old))
    shown = [{session.shown(path): data for path, data in contents.items()} for contents in (before, after)]
    return replace(result, findings=_beyond(known, result.findings, *shown))


def _concluded(
    session: Session, contents: Mapping[str, bytes], change: tuple[ChangeSet, Mapping[str, bytes]] | None
) -> RunResult:
    run = check(session, contents, plan=RunPlan(tuple(_planned(session, path) for path in sorted(contents))))
    if change is not None:
        run = judge_dependents(session, run, contents, *change)
    return conclude(session, run)


def _planned(session: Session, path: str) -> PlannedFile:
    return PlannedFile(path, session.shown(path), session.settings_for(os.path.dirname(path)), is_wanted=True)


def _beyond(
    known: Sequence[Finding], findings: Sequence[Finding], before: Mapping[str, bytes], after: Mapping[str, bytes]
) -> tuple[Finding, ...]:
    """Findings without as many of each kind as there were before, those on the same lines first: they have moved."""
    lines = Counter(_key(finding, before) for finding in known)
    new: list[Finding] = []
    for finding in findings:
        key = _key(finding, after)
        lines[key] -= 1
        if lines[key] < 0:
            new.append(finding)
    kinds = Counter({key: count for key, count in lines.items() if count > 0})
    left = Counter(key[:3] for key in kinds.elements())
    beyond: list[Finding] = []
    for finding in new:
        kind = finding.path, finding.code, finding.message
        left[kind] -= 1
        if left[kind] < 0:
            beyond.append(finding)
    return tuple(beyond)


def _key(finding: Finding, contents: Mapping[str, bytes]) -> tuple[str, str, str, bytes]:
    data = contents.get(finding.path, b"")
    start = line_start(data, finding.span.start)
    return finding.path, finding.code, finding.message, data[start:].partition(b"\n")[0].strip()
