"""`what-if CODE`: what a rule would find, where and whose, and how a project could begin with it."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Sequence

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.baselines import keys_of, opened, usual_path
from tdomcheck.app.check import check
from tdomcheck.app.conclude import commented
from tdomcheck.app.migrate.owners import read_owners
from tdomcheck.app.migrate.patches import patch_of
from tdomcheck.app.migrate.told import inner_path, top_of
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.baseline.entries import Baseline, counted, write_baseline
from tdomcheck.config.regular import read_regular
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileWrite
from tdomcheck.errors import ExitCode, UsageError
from tdomcheck.model import Finding, RuleInfo, RunResult, Safety
from tdomcheck.report.escape import told, visible
from tdomcheck.report.jsontext import Json, JsonObject, dump
from tdomcheck.report.summary import plural, ranked
from tdomcheck.stitch.splice import splice
from tdomcheck.stitch.targets import PathTarget, Wish
from tdomcheck.values import dataclass, replace

Answer = tuple[str, int, str]
_MOST_OVERRIDES = 20
_OWN = "tdomcheck.toml"


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What a rule would find in a project."""

    info: RuleInfo
    files: int
    safe: int
    unsafe: int
    by_package: Counter[str]
    """By folder, from the configuration."""
    by_owner: Counter[str]

    @property
    def findings(self) -> int:
        return self.by_package.total()


def what_if(request: Request, name: str, *, is_json: bool, is_patch: bool) -> Answer:
    """What turning a rule on would mean, as text, JSON or a patch that proposes how to begin."""
    session = Session(request)
    info = _rule(session, name)
    look = Session(
        replace(
            request,
            overrides={**request.overrides, "select": [info.code], "ignore": [], "preview": True, "baseline": ""},
        )
    )
    try:
        run = check(look)
        result = commented(look, run)
    finally:
        look.close()
    if result.errors:
        return "", ExitCode.UNTRUSTWORTHY, told("error", result.errors)
    findings = [finding for finding in result.findings if finding.code == info.code]
    counts = _counted(session, info, findings)
    if is_patch:
        return patch_of(session, _proposal(session, run, counts, findings)), ExitCode.CLEAN, ""
    text = dump(_object(counts)) if is_json else _text(counts, is_on=_is_on(session, info))
    return text, ExitCode.CLEAN, _not_run(result, info)


def _rule(session: Session, name: str) -> RuleInfo:
    infos = session.catalog(session.settings).infos
    found = next((info for info in infos if name.lower() in {info.code.lower(), info.slug}), None)
    if found is None:
        import difflib

        near = difflib.get_close_matches(name, [word for info in infos for word in (info.code, info.slug)], 1)
        hint = f"; did you mean `{near[0]}`?" if near else "; `tdomcheck rule --all` names all"
        raise UsageError(f"there is no rule `{name}`{hint}")
    return found


def _not_run(result: RunResult, info: RuleInfo) -> str:
    outcome = next((rule for rule in result.rules if rule.code == info.code), None)
    if outcome is None or not outcome.detail:
        return ""
    return told("note", [f"{info.code} did not run: {outcome.detail}"])


def _is_on(session: Session, info: RuleInfo) -> bool:
    return info.code in session.enabled(session.settings, os.path.join(session.settings.root, "x.py"))


def _counted(session: Session, info: RuleInfo, findings: Sequence[Finding]) -> WhatIf:
    owners = read_owners(top_of(session))
    safeties = [finding.fix.safety for finding in findings if finding.fix is not None]
    return WhatIf(
        info,
        len({finding.path for finding in findings}),
        safeties.count(Safety.SAFE),
        safeties.count(Safety.UNSAFE),
        Counter(_package(session, finding) for finding in findings),
        Counter(owners.of(inner_path(session, os.path.join(session.cwd, finding.path))) for finding in findings),
    )


def _package(session: Session, finding: Finding) -> str:
    path = os.path.relpath(os.path.join(session.cwd, finding.path), session.settings.root)
    return os.path.dirname(path).replace(os.sep, "/")


def _text(counts: WhatIf, *, is_on: bool) -> str:
    info, total = counts.info, counts.findings
    lines = [f"{info.code} {info.slug}: {plural(total, 'finding')} in {plural(counts.files, 'file')}"]
    if not total:
        state = "it is on already" if is_on else f'turn it on with extend-select = ["{info.code}"]'
        return f"{lines[0]}; {state}\n"
    rest = total - counts.safe - counts.unsafe
    lines += [
        f"fixable: {counts.safe} safely ({counts.safe * 100 // total} %), {counts.unsafe} unsafely, {rest} by hand",
        "by package:",
        *(f"{count:6} {visible(name) or '.'}" for name, count in ranked(counts.by_package)),
        "by owner:",
        *(f"{count:6} {visible(name) or 'nobody'}" for name, count in ranked(counts.by_owner)),
    ]
    lines += [f"tdomcheck fix --select {info.code} mends {counts.safe} of them"] if counts.safe else []
    lines.append(f"tdomcheck what-if {info.code} --diff | git apply   accepts what is there, and nothing new")
    return "".join(f"{line}\n" for line in lines)


def _object(counts: WhatIf) -> JsonObject:
    packages: list[Json] = [{"path": visible(name), "findings": n} for name, n in ranked(counts.by_package)]
    owners: list[Json] = [{"owner": visible(name), "findings": n} for name, n in ranked(counts.by_owner)]
    return {
        "code": visible(counts.info.code),
        "rule": visible(counts.info.slug),
        "findings": counts.findings,
        "files": counts.files,
        "fixable": counts.safe,
        "fixable_unsafe": counts.unsafe,
        "packages": packages,
        "owners": owners,
    }


def _proposal(session: Session, run: RunAnalysis, counts: WhatIf, findings: Sequence[Finding]) -> list[FileWrite]:
    """An error where the project is clean, a warning where it is not yet, and a baseline of what is there."""
    settings = session.settings
    path = usual_path(settings)
    writes: list[FileWrite] = []
    if findings:
        is_there = bool(settings.baseline) and os.path.lexists(path)
        known = opened(session, path) if is_there else Baseline()
        own = counted(keys_of(session, run, path, findings))
        others = {line: count for line, count in known.counts.items() if not line.startswith(f"{counts.info.code}\t")}
        text = write_baseline({**others, **own}, known.comments).encode()
        writes.append(FileChange(path, read_regular(path), text) if is_there else FileCreation(path, text))
    source = settings.source or os.path.join(settings.root, _OWN)
    before = read_regular(source) if settings.source else b""
    after = _configured(session, source, before, counts, os.path.relpath(path, settings.root))
    if not settings.source:
        writes.append(FileCreation(source, after))
    elif after != before:
        writes.append(FileChange(source, before, after))
    return sorted(writes, key=lambda write: write.path)


def _configured(session: Session, source: str, before: bytes, counts: WhatIf, baseline: str) -> bytes:
    code, table = counts.info.code, () if os.path.basename(source) == _OWN else ("tool", "tdomcheck")
    wishes = [Wish(PathTarget((*table, "severity", code)), '"error"', creates=True)]
    if counts.findings and not session.settings.baseline:
        wishes.append(Wish(PathTarget((*table, "baseline")), _quoted(baseline.replace(os.sep, "/")), creates=True))
    if not _is_on(session, counts.info):
        words = [*session.settings.extend_select, code]
        listed = f"[{', '.join(map(_quoted, words))}]"
        wishes.append(Wish(PathTarget((*table, "extend-select")), listed, creates=True))
    spliced = splice(source, before, wishes)
    if spliced.refusals:
        raise UsageError(f"{session.shown(source)}: it could not be changed: {spliced.refusals[0].reason}")
    packages = [name for name, _ in ranked(counts.by_package)][:_MOST_OVERRIDES]
    return _with_override(spliced.after, ".".join((*table, "overrides")), code, packages)


def _with_override(data: bytes, table: str, code: str, packages: Sequence[str]) -> bytes:
    """The packages that are not clean yet, as a table at the end; where that cannot stand they are errors as well."""
    if not packages or packages == [""]:
        return data
    globs = ", ".join(_quoted(f"{name}/*.py" if name else "*.py") for name in sorted(packages))
    newline = "\r\n" if b"\r\n" in data else "\n"
    lines = ["", f"[[{table}]]", f"paths = [{globs}]", f'severity = {{{code} = "warning"}}', ""]
    longer = data.rstrip(b"\r\n") + newline.encode() + newline.join(lines).encode()
    try:
        tomllib.loads(longer.decode())
    except tomllib.TOMLDecodeError:  # `overrides` is an array in one piece there
        return data
    return longer


def _quoted(text: str) -> str:
    from json import dumps

    return dumps(text, ensure_ascii=False)
