"""The fixes of rules as a step of a run of codemods: proved as `fix` proves them, told as codemods are."""

from __future__ import annotations

import os
from collections.abc import Mapping

from tdomcheck.app.fix import fix
from tdomcheck.app.request import FixOptions
from tdomcheck.app.session import Session
from tdomcheck.model import Finding, RunResult
from tdomcheck.model.codemod import CodemodOption, CodemodStep, OpenSite
from tdomcheck.model.suffixes import DOCUMENTS, SOURCES
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class FixedFiles:
    """What the fixes of some rules make of the files of a run."""

    changes: tuple[tuple[str, bytes, bytes], ...] = ()
    """Absolute path, before and after."""
    looked_at: tuple[str, ...] = ()
    sites: tuple[tuple[str, OpenSite], ...] = ()
    """Findings of those rules that no fix mends."""
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def fixed_files(
    session: Session, step: CodemodStep, options: Mapping[str, CodemodOption], contents: Mapping[str, bytes]
) -> FixedFiles:
    """Ask `fix` for rounds of fixes, and write nothing; `contents` are the files that an earlier step has changed."""
    select = options["select"]
    chosen = list(select) if isinstance(select, tuple) else [str(select)]
    overrides = {**session.request.overrides, **({"select": chosen} if chosen else {})}
    inner = Session(replace(session.request, overrides=overrides, reads_index=False))
    try:
        readable = {path: data for path, data in contents.items() if path.endswith((*SOURCES, *DOCUMENTS))}
        outcome = fix(inner, FixOptions(takes_unsafe=bool(options["unsafe"]), writes=False), readable)
    finally:
        inner.close()
    result = outcome.result
    return FixedFiles(
        tuple((change.path, change.before, change.after) for change in outcome.changes),
        tuple(os.path.join(session.cwd, outcome.path) for outcome in result.files),
        tuple(_sites(session, step, result)),
        result.errors,
        result.warnings,
    )


def _sites(session: Session, step: CodemodStep, result: RunResult) -> list[tuple[str, OpenSite]]:
    return [
        (os.path.join(session.cwd, each.path), OpenSite(each.span, step.name, _reason(each), recipe=step.recipe))
        for each in result.findings
    ]


def _reason(finding: Finding) -> str:
    if finding.fix is not None:
        return f"{finding.code} {finding.message}; its fix is unsafe: {finding.fix.unsafe_because}"
    return f"{finding.code} {finding.message}"
