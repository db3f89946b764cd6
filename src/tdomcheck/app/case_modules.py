"""Where `rule test` finds further cases: `tests/rules/cases` of the project that it was started in, or a folder."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from tdomcheck.app.session import Session
from tdomcheck.catalog.catalog import Entry
from tdomcheck.contract.cases import case_files, load_cases
from tdomcheck.errors import CatalogError, UsageError

FOLDER = os.path.join("tests", "rules", "cases")
"""Below the root of a project."""


def case_modules(session: Session, entries: Sequence[Entry], named: str) -> Mapping[str, str]:
    """The modules of cases of some rules, by code; each has been imported once, so that what is wrong is told here."""
    folder = _folder(session, named)
    if not folder or session.request.is_safe:
        return {}
    session.trust.check_cases(folder, is_named=bool(named))
    rules = session.catalog(session.settings).entries
    files = case_files(folder, [entry.info.slug for entry in rules if entry.spec is None])
    if named and not files:
        raise UsageError(f"--cases {named}: no module of cases is there")
    modules = {entry.info.code: files[entry.info.slug] for entry in entries if entry.info.slug in files}
    problems: list[str] = []
    for path in modules.values():
        try:
            load_cases(path)
        except CatalogError as error:
            problems += error.problems
    if problems:
        raise CatalogError(tuple(problems))
    return modules


def _folder(session: Session, named: str) -> str:
    """Where to look, or '': where nothing marks a project, or none is wanted, nothing is looked for."""
    if named:
        folder = os.path.join(session.cwd, named)
        if not os.path.isdir(folder):
            raise UsageError(f"--cases {named}: no such folder")
        return folder
    settings = session.settings
    if session.request.is_isolated or session.is_loose(settings):
        return ""
    folder = os.path.join(settings.root, FOLDER)
    return folder if os.path.isdir(folder) else ""
