"""`events export`: examples out of events, with what the project says of files, rules and specifications."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache

from tdomcheck.app.events.recorder import Answer
from tdomcheck.app.events.streams import events_of, read_streams, troubles_of
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.config.globs import PathMatcher
from tdomcheck.config.regular import read_regular
from tdomcheck.edges.discovery import discover
from tdomcheck.edges.files import write_report
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.errors import ExitCode, UsageError
from tdomcheck.model import RuleInfo
from tdomcheck.model.paths import is_of_git, is_within
from tdomcheck.report.escape import told
from tdomcheck.report.events.examples import ExportKnowledge, examples_of
from tdomcheck.report.events.exporting import rows, spec_summary
from tdomcheck.values import dataclass, replace

MOST_OF_SPEC = 256 * 1024


@dataclass(frozen=True, slots=True)
class ExportOrder:
    """Which examples, in which form."""

    form: str = "pairs"
    since: str = ""
    min_weight: float = 0.0


def run_export(request: Request, names: Sequence[str], order: ExportOrder, output_file: str) -> Answer:
    """The rows; how many are left out because they have no code is said besides."""
    since = _since(order.since)
    session = Session(request)
    streams = read_streams(session, names)
    every, lacking = examples_of(events_of(streams), knowledge_of(session))
    examples = [
        example
        for example in every
        if example.weight >= order.min_weight and (since is None or datetime.fromisoformat(example.time) >= since)
    ]
    notice = told("warning", troubles_of(streams)) + told("note", _lacking(lacking))
    text = rows(examples, order.form)
    if output_file:
        write_report(output_file, text)
        text = ""
    return text, ExitCode.CLEAN, notice


def _since(text: str) -> datetime | None:
    if not text:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"--since {text}: write a day (2026-11-19) or a time (2026-11-19T08:00:00Z)") from None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _lacking(count: int) -> Sequence[str]:
    if not count:
        return ()
    left_out = "1 correction is left out" if count == 1 else f"{count} corrections are left out"
    return [f"{left_out}: the code was not kept; runs keep it where `events.capture = true` is set"]


def knowledge_of(session: Session) -> ExportKnowledge:
    """What the project knows; streams may come from anywhere, so nothing outside of it is read for them."""
    files = _ProjectFiles(session)
    infos = {info.code: info for info in session.catalog(session.settings).infos}

    def explain(error: str) -> str:
        code, _, _ = error.partition(":")
        return f"{error}\n  {_explanation(infos[code])}" if code in infos else error

    return ExportKnowledge(explain, cache(files.summary), cache(files.is_excluded))


def _explanation(info: RuleInfo) -> str:
    """What a rule is about, and why."""
    why = info.docs.partition("## Why")[2].partition("\n## ")[0]
    return f"{info.slug}: {info.summary}. {' '.join(why.split())}".strip()


class _ProjectFiles:
    """The files of a project by the paths that events have."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._project = os.path.realpath(session.settings.project or session.cwd)
        self._top = os.path.realpath(repository_top(session.cwd) or session.cwd)

    def is_excluded(self, path: str) -> bool:
        """Whether a file is not in the project, or is left out by its configuration."""
        if "\0" in path:
            return True
        whole = os.path.normpath(os.path.join(self._top, path))
        real = os.path.realpath(whole)
        if not is_within(real, self._project) or is_of_git(os.path.relpath(real, self._project)):
            return True
        folder = os.path.dirname(real)
        while not os.path.isdir(folder):
            folder = os.path.dirname(folder)
        settings = self._session.settings_for(folder)
        if PathMatcher.of(settings.all_excludes).is_match(self._session.inside(settings, real)):
            return True
        return os.path.isfile(real) and not self._is_found(real)

    def _is_found(self, path: str) -> bool:
        """Whether a walk comes to it: the ignore files of git count, too."""
        session = self._session
        found = discover(
            [path],
            cwd=session.cwd,
            settings_for=lambda folder: replace(session.walk_settings(folder), force_exclude=True),
        )
        return bool(found.files)

    def summary(self, spec: str | None) -> str:
        """What a specification of the project is about; nothing of one that is elsewhere."""
        if not spec or "\0" in spec:
            return ""
        for start in (self._session.cwd, self._top):
            path = os.path.realpath(os.path.join(start, spec))
            if is_within(path, self._top) and not is_of_git(os.path.relpath(path, self._top)):
                try:
                    return spec_summary(read_regular(path, MOST_OF_SPEC).decode("utf-8-sig"))
                except (OSError, UnicodeDecodeError, ValueError):
                    continue
        return ""
