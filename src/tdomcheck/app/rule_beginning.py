"""How a project could begin with a rule: the configuration and the baseline with which only what is new is told."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.baselines import keys_of, opened, usual_path
from tdomcheck.app.plan_files import PlannedFile
from tdomcheck.app.session import Session
from tdomcheck.app.shorter_lists import without_name
from tdomcheck.baseline.entries import Baseline, BaselineKey, counted, write_baseline
from tdomcheck.config.globs import escaped
from tdomcheck.config.regular import read_regular
from tdomcheck.config.selectors import best
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileWrite
from tdomcheck.errors import ConfigError, Unparsable, UsageError
from tdomcheck.model import Finding, RuleInfo, Severity
from tdomcheck.report.summary import plural
from tdomcheck.source.toml import TomlText
from tdomcheck.stitch.splice import splice
from tdomcheck.stitch.targets import PathTarget, Wish
from tdomcheck.values import dataclass, replace

_MOST_OVERRIDES = 20
_OWN = "tdomcheck.toml"
_LISTS = ("ignore", "extend-ignore")
_TABLE = ("tool", "tdomcheck")


@dataclass(frozen=True, slots=True)
class Beginning:
    """What is to be written, and what that leaves as it is."""

    writes: tuple[FileWrite, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Look:
    """The files of one configuration, and what the rule found in them."""

    session: Session
    """As the project is configured."""
    asked: Session
    """With the rule, and no other."""
    info: RuleInfo
    files: tuple[PlannedFile, ...]
    findings: tuple[Finding, ...]


def beginning(
    session: Session, asked: Session, run: RunAnalysis, info: RuleInfo, found: Sequence[Finding]
) -> Beginning:
    """The rule as an error where the project is clean, a warning where it is not yet, and a baseline of what is there.

    Whether the configuration does that is tried; UsageError says why it cannot."""
    look, elsewhere = _own(session, asked, run, info, found)
    source = session.settings.source or os.path.join(session.settings.root, _OWN)
    before = read_regular(source) if session.settings.source else b""
    after, kept, hard = _configured(look, source, before)
    baseline = _baseline(session, run, info, kept)
    configuration = FileChange(source, before, after) if session.settings.source else FileCreation(source, after)
    writes = [*baseline, *([configuration] if after != before else [])]
    return Beginning(
        tuple(sorted(writes, key=lambda write: write.path)),
        (*_notes(info, elsewhere, len(look.findings) - len(kept)), *hard),
    )


def _notes(info: RuleInfo, elsewhere: Sequence[str], left: int) -> Iterator[str]:
    if elsewhere:
        yield f"findings in {_listed(elsewhere)} are not in the patch: {_there(info)}"
    if left:
        yield f"{plural(left, 'finding')} in files for which `overrides` or `per-file-ignores` turn it off: as it was"


def _there(info: RuleInfo) -> str:
    return f"a configuration of its own is for them, so run `tdomcheck what-if {info.code} --diff` there"


def _own(
    session: Session, asked: Session, run: RunAnalysis, info: RuleInfo, found: Sequence[Finding]
) -> tuple[_Look, list[str]]:
    """What the configuration of the run is for, and the folders with findings that another one is for."""
    identity = session.settings.identity
    homes = {state.planned.shown: state.planned.settings for state in run.states.values()}
    files = [state.planned for state in run.states.values() if state.planned.settings.identity == identity]
    own = [finding for finding in found if homes.get(finding.path, session.settings).identity == identity]
    others = {homes[each.path].root for each in found if each.path in homes} - {session.settings.root}
    elsewhere = sorted(map(session.shown, others))
    if elsewhere and not own:
        raise UsageError(
            f"there is nothing to begin with here: all findings are in {_listed(elsewhere)}; {_there(info)}"
        )
    return _Look(session, asked, info, tuple(files), tuple(own)), elsewhere


def _listed(folders: Sequence[str]) -> str:
    shown = [*folders[:5], *([f"{len(folders) - 5} more"] if len(folders) > 5 else [])]
    return ", ".join(shown)


def _configured(look: _Look, source: str, before: bytes) -> tuple[bytes, list[Finding], list[str]]:
    """The configuration with the rule, and the findings that it then has; softened where that changes nothing else.

    Last come the notes on what is an error at once, though it is not clean yet."""
    plain = _with_rule(look, source, before)
    softened, notes = _with_override(look, source, plain)
    trouble = ""
    for after in dict.fromkeys((softened, plain)):
        trial = _Trial(look, source, after)
        if trouble:
            notes = [f"{look.info.code} is an error in all packages at once: {trouble}"]
        trouble = trial.trouble()
        if not trouble:
            return after, [finding for finding in look.findings if trial.is_on(finding.path)], notes
    raise UsageError(f"{look.session.shown(source)}: no patch turns {look.info.code} on here: {trouble}")


class _Trial:
    """A configuration that is not written yet, as tdomcheck would read it."""

    def __init__(self, look: _Look, source: str, data: bytes) -> None:
        self._look = look
        self._paths = {file.shown: file.path for file in look.files}
        self._session = Session(look.session.request)
        files = self._session.settings_cache.files
        read, exists = files.read, files.exists
        files.read = lambda path: data if path == source else read(path)
        files.exists = lambda path: path == source or exists(path)

    def is_on(self, shown: str) -> bool:
        path = self._paths.get(shown) or os.path.join(self._session.cwd, shown)
        return self._look.info.code in self._session.enabled(self._session.settings, path)

    def trouble(self) -> str:
        """Why this would not tell what is new, and nothing else."""
        look, code = self._look, self._look.info.code
        try:
            settings = self._session.settings
        except ConfigError as error:
            return str(error)
        plain = self._session.enabled(settings, os.path.join(settings.root, "new package", "x.py")).get(code)
        is_found = any(self.is_on(finding.path) for finding in look.findings)
        if not is_found and (look.findings or plain is None):
            return _reason(look)
        for file in look.files:
            is_asked = code in look.asked.enabled(look.asked.settings_for(os.path.dirname(file.path)), file.path)
            if self.is_on(file.shown) and not is_asked:
                return f"it would be on in {file.shown}, too, where the configuration turns it off"
        return "" if plain is None or plain.severity is Severity.ERROR else "another `severity` has the last word"


def _reason(look: _Look) -> str:
    """What keeps a rule off that the file itself turns on."""
    settings, info = look.session.settings, look.info
    origins = dict(settings.origins)
    for key, selectors in (("ignore", settings.ignore), ("extend-ignore", settings.extend_ignore)):
        if best(selectors, info.code, info.slug, is_exact=True):
            return f"`{key}` ({origins.get(key, '')}) names it: take it out there"
    return "`overrides` or `per-file-ignores` turn it off wherever it finds something: change these first"


def _with_rule(look: _Look, source: str, before: bytes) -> bytes:
    """The rule selected, ignored nowhere, and an error; with a name for the baseline."""
    session, info = look.session, look.info
    table = () if os.path.basename(source) == _OWN else _TABLE
    data = before
    for key in _LISTS:
        for name in (info.code, info.slug):
            data = without_name(data, (*table, key), name)
    wishes = [Wish(PathTarget((*table, "severity", info.code)), '"error"', creates=True)]
    if look.findings and not session.settings.baseline:
        name = os.path.relpath(usual_path(session.settings), session.settings.root)
        wishes.append(Wish(PathTarget((*table, "baseline")), _quoted(name.replace(os.sep, "/")), creates=True))
    if not _is_selected(look):
        listed = f"[{', '.join(map(_quoted, [*session.settings.extend_select, info.code]))}]"
        wishes.append(Wish(PathTarget((*table, "extend-select")), listed, creates=True))
    spliced = splice(source, data, wishes)
    if spliced.refusals:
        raise UsageError(f"{session.shown(source)}: it could not be changed: {spliced.refusals[0].reason}")
    return spliced.after


def _is_selected(look: _Look) -> bool:
    """Whether the rule is on once nothing ignores it by its name."""
    settings, info = look.session.settings, look.info
    names = {info.code, info.slug}
    freed = replace(
        settings,
        ignore=tuple(name for name in settings.ignore if name not in names),
        extend_ignore=tuple(name for name in settings.extend_ignore if name not in names),
        severity=(*settings.severity, (info.code, "error")),
        overrides=(),
        per_file_ignores=(),
    )
    from tdomcheck.config.select import rules_for

    return info.code in rules_for(freed, look.session.catalog(settings).infos, "x.py")


def _with_override(look: _Look, source: str, data: bytes) -> tuple[bytes, list[str]]:
    """The packages that are not clean yet, as a table at the end; where that cannot stand they are errors as well."""
    root = look.session.settings.root
    counts: dict[str, int] = {}
    suffixes: dict[str, set[str]] = {}
    for finding in look.findings:
        inner = os.path.relpath(os.path.join(look.session.cwd, finding.path), root)
        name = os.path.dirname(inner).replace(os.sep, "/")
        counts[name] = counts.get(name, 0) + 1
        suffixes.setdefault(name, set()).add(os.path.splitext(inner)[1])
    packages = sorted(counts, key=lambda name: (-counts[name], name))
    if packages in ([], [""]):
        return data, []
    table = "overrides" if os.path.basename(source) == _OWN else ".".join((*_TABLE, "overrides"))
    told = sorted(packages[:_MOST_OVERRIDES])
    globs = ", ".join(_quoted(f"{escaped(name)}/*{suffix}") for name in told for suffix in sorted(suffixes[name]))
    newline = "\r\n" if b"\r\n" in data else "\n"
    lines = ["", f"[[{table}]]", f"paths = [{globs}]", f'severity = {{{look.info.code} = "warning"}}', ""]
    longer = data.rstrip(b"\r\n") + newline.encode() + newline.join(lines).encode()
    try:
        _ = TomlText(longer).values
    except Unparsable:
        reason = "`overrides` is an array in one piece: write it as tables to have a warning in some"
        return data, [f"{look.info.code} is an error in all packages at once: {reason}"]
    rest = len(packages) - len(told)
    return longer, [f"{plural(rest, 'more package')} with findings: an error there at once"] if rest else []


def _baseline(session: Session, run: RunAnalysis, info: RuleInfo, findings: Sequence[Finding]) -> list[FileWrite]:
    """The baseline with these findings of the rule, and what it has of others."""
    path = usual_path(session.settings)
    is_there = bool(session.settings.baseline) and os.path.lexists(path)
    known = opened(session, path) if is_there else Baseline()
    seen = {state.planned.path for state in run.states.values()}
    others = {line: count for line, count in known.counts.items() if not _is_of(info, path, line, seen)}
    counts = {**others, **counted(keys_of(session, run, path, findings))}
    if counts == known.counts:
        return []
    text = write_baseline(counts, known.comments).encode()
    return [FileChange(path, read_regular(path), text) if is_there else FileCreation(path, text)]


def _is_of(info: RuleInfo, baseline: str, line: str, seen: Collection[str]) -> bool:
    """Whether an entry is of the rule, and its file was looked at or is gone."""
    key = BaselineKey.of_line(line)
    path = os.path.normpath(os.path.join(os.path.dirname(baseline), *key.path.split("/")))
    return key.code == info.code and (path in seen or not os.path.lexists(path))


def _quoted(text: str) -> str:
    from json import dumps

    return dumps(text, ensure_ascii=False)
