"""`what-if CODE`: what a rule would find, where and whose."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

from tdomcheck.app.check import check
from tdomcheck.app.conclude import commented
from tdomcheck.app.migrate.owners import read_owners
from tdomcheck.app.migrate.told import inner_path, top_of
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.errors import ExitCode, UsageError
from tdomcheck.model import Finding, RuleInfo, RunResult, Safety
from tdomcheck.report.escape import told, visible
from tdomcheck.report.jsontext import Json, JsonObject, dump
from tdomcheck.report.summary import plural, ranked
from tdomcheck.values import dataclass, replace

Answer = tuple[str, int, str]


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


def what_if(request: Request, name: str, *, is_json: bool) -> Answer:
    """What turning a rule on would mean, as text or JSON."""
    session = Session(request)
    info = _rule(session, name)
    look = Session(
        replace(
            request,
            overrides={
                **request.overrides,
                "select": [info.code],
                "severity": {info.code: info.severity.value},
                "preview": True,
                "baseline": "",
            },
        )
    )
    try:
        result = commented(look, check(look))
    finally:
        look.close()
    if result.errors:
        return "", ExitCode.UNTRUSTWORTHY, told("error", result.errors)
    findings = [finding for finding in result.findings if finding.code == info.code]
    counts = _counted(session, info, findings)
    text = dump(_object(counts)) if is_json else _text(session, counts)
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


def _text(session: Session, counts: WhatIf) -> str:
    info, total = counts.info, counts.findings
    lines = [f"{info.code} {info.slug}: {plural(total, 'finding')} in {plural(counts.files, 'file')}"]
    if not total:
        return f"{lines[0]}; {'it is on already' if _is_on(session, info) else 'it is off, and can be turned on'}\n"
    rest = total - counts.safe - counts.unsafe
    lines += [
        f"fixable: {counts.safe} safely ({counts.safe * 100 // total} %), {counts.unsafe} unsafely, {rest} by hand",
        "by package:",
        *(f"{count:6} {visible(name) or '.'}" for name, count in ranked(counts.by_package)),
        "by owner:",
        *(f"{count:6} {visible(name) or 'nobody'}" for name, count in ranked(counts.by_owner)),
    ]
    lines += [f"tdomcheck fix --select {info.code} mends {counts.safe} of them"] if counts.safe else []
    verb = "update" if session.settings.baseline else "create"
    lines.append(f"tdomcheck baseline {verb} accepts what is there, once the rule is on")
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
