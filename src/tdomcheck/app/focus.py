"""`check --focus REF`: everything is looked at, and what the changes since a revision concern is reported.

That is what is found in changed files, what has one of its places there, and what was not there at the revision,
wherever it is now: a registration that goes breaks a component that nobody touched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.conclude import exit_code
from tdomcheck.app.new_only import configuration_warnings, telling_past, tells_something, was_there
from tdomcheck.app.session import Session
from tdomcheck.config.regular import read_regular
from tdomcheck.edges import git
from tdomcheck.edits.matching import unequal
from tdomcheck.model import Focus, RunResult
from tdomcheck.regex import regex
from tdomcheck.values import replace

_LINE = regex(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)", re.DOTALL)
_MOST_BYTES = 1 << 20
"""Of larger files every line counts as changed: which findings come first is not worth more."""


def focused(
    session: Session, run: RunAnalysis, result: RunResult, base: str, contents: Mapping[str, bytes]
) -> RunResult:
    """The result with what does not concern the changes set apart; raises GitError for a revision that is not known."""
    change = git.changed(session.cwd, base, tells_something)
    touched = {os.path.realpath(path) for path in (*change.changed, *change.old)}

    def is_touched(path: str) -> bool:
        return os.path.realpath(os.path.join(session.cwd, path)) in touched

    near = [is_touched(each.path) or any(is_touched(place.path) for place in each.related) for each in result.findings]
    known: Collection[int]
    if result.shard is not None:  # whoever merges shards asks all of them what has moved
        past = was_there(session, run, result.findings, change)
        past = replace(past, budgets=[each for each in past.budgets if not is_touched(each.path)])
        known, result = past.known, telling_past(session, result, change, past)
    else:
        known = _known(session, run, result, near, change)
    concerned = [is_near or index not in known for index, is_near in enumerate(near)]
    rows = tuple(zip(result.findings, concerned, strict=True))
    findings = tuple(finding for finding, is_concerned in rows if is_concerned)
    beside = tuple(finding for finding, is_concerned in rows if not is_concerned)
    lines = _changed_lines(session, change, {finding.path for finding in findings}, contents)
    warnings = (*configuration_warnings(change), *result.warnings)
    fresh = replace(result, findings=findings, warnings=warnings, focus=Focus(len(touched), lines, beside))
    return replace(fresh, exit_code=exit_code(fresh, session))


def _known(
    session: Session, run: RunAnalysis, result: RunResult, near: Sequence[bool], change: git.ChangeSet
) -> set[int]:
    """The indices of findings in files with one that is not near, as far as the revision had them already."""
    names = {finding.path for finding, is_near in zip(result.findings, near, strict=True) if not is_near}
    if not names:
        return set()
    asked = [index for index, finding in enumerate(result.findings) if finding.path in names]
    past = was_there(session, run, [result.findings[index] for index in asked], change, names)
    return {asked[index] for index in past.known}


def _changed_lines(
    session: Session, change: git.ChangeSet, names: set[str], contents: Mapping[str, bytes]
) -> dict[str, frozenset[int]]:
    changed = {os.path.realpath(path): path for path in change.changed}
    paths = {name: os.path.realpath(os.path.join(session.cwd, name)) for name in sorted(names)}
    there = {name: path for name, path in paths.items() if path in changed}
    blobs = {path: change.old.get(changed[path]) for path in there.values()}
    old = git.contents(change.root, (blob.oid for blob in blobs.values() if blob is not None and blob.is_file))
    lines: dict[str, frozenset[int]] = {}
    for name, path in there.items():
        blob = blobs[path]
        new = contents[path] if path in contents else _read(path)
        lines[name] = added_lines(old.get(blob.oid, b"") if blob is not None else b"", new)
    return lines


def _read(path: str) -> bytes:
    try:
        return read_regular(path)
    except OSError:
        return b""  # the ledger says what is wrong with it


def added_lines(old: bytes, new: bytes) -> frozenset[int]:
    """The numbers of the lines that only the new text has, where it has them."""
    before, after = _split(old), _split(new)
    if len(old) + len(new) > _MOST_BYTES:
        return frozenset(range(1, len(after) + 1))
    ranges = [range(first + 1, last + 1) for _, _, first, last in unequal(before, after)]
    return frozenset(number for numbers in ranges for number in numbers)


def _split(data: bytes) -> list[str]:
    return [line.decode("latin-1") for line in _LINE.findall(data) if line]
