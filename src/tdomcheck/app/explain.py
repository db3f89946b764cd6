"""`rule`, `check --why` and their like: words about rules, files and settings."""

from __future__ import annotations

import os
from collections.abc import Iterator

from tdomcheck.app.session import Session
from tdomcheck.app.targets import explained, holds
from tdomcheck.config.profile import profile_reason
from tdomcheck.config.select import PROFILES
from tdomcheck.edges.discovery import discover
from tdomcheck.errors import UsageError
from tdomcheck.lint.parts import fences_of
from tdomcheck.model import RuleInfo, RuleKind
from tdomcheck.model.suffixes import is_document, is_project_file
from tdomcheck.report.escape import visible
from tdomcheck.values import replace


def rule_text(session: Session, name: str) -> str:
    """Everything that is known about one rule."""
    catalog = session.catalog(session.settings)
    info = catalog.find(name)
    if info is None:
        import difflib

        names = [word for rule in catalog.infos for word in (rule.code, rule.slug)]
        near = difflib.get_close_matches(name, names, 1)
        hint = f"; did you mean `{near[0]}`?" if near else "; see `tdomcheck rule --all`"
        raise UsageError(f"no rule is called `{name}`{hint}")
    return "\n".join(_lines(info)) + "\n"


def _lines(info: RuleInfo) -> Iterator[str]:
    yield f"# {info.code}{'' if info.slug == info.code else f' {info.slug}'}"
    yield ""
    yield summary_sentence(info)
    yield ""
    yield from (f"- {name}: {value}" for name, value in rule_facts(info))
    yield ""
    yield info.docs
    if info.options:
        yield ""
        yield "## Options"
        yield ""
        for spec in info.options:
            yield f"- `{spec.name}` ({spec.type}, default `{toml_value(spec.default)}`): {spec.help}"
        yield ""
        yield f"Set them in `[tool.tdomcheck.options.{info.slug}]`."


def summary_sentence(info: RuleInfo) -> str:
    """The summary as a sentence of its own."""
    return f"{info.summary[:1].upper()}{info.summary[1:].rstrip('.')}."


def rule_facts(info: RuleInfo) -> Iterator[tuple[str, str]]:
    """What can be said about a rule in a word or two; `rule CODE` and its page show the same."""
    others = ", ".join(severity.value for severity in info.other_severities)
    yield "severity", f"{info.severity.value}; {others} for some findings" if others else info.severity.value
    yield "group", info.group
    yield "fix", FIXES[info.fixable]
    if info.kind is not RuleKind.META:
        yield "holds for", info.versions or "all versions"
    if info.code[:4] in PROFILES:
        yield "profile", f"{PROFILES[info.code[:4]]} only"
    if info.preview:
        yield "preview", "yes; select it by its code, or set `preview = true`"
    if info.needs:
        yield "needs", f"the option `{info.needs}`; without it the rule does not run"


FIXES = {
    "safe": "safe; `tdomcheck fix` applies it",
    "unsafe": "unsafe; only `tdomcheck fix --unsafe-fixes` applies it",
    "sometimes": "for some findings; `tdomcheck fix` applies the safe ones, `--unsafe-fixes` the others as well",
    "no": "none",
}


def toml_value(value: object) -> str:
    """A default as it would stand in the configuration."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        return f"[{', '.join(toml_value(item) for item in value)}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def rule_table(session: Session) -> str:
    """All rules, a line each; behind the summary, what keeps a rule from running everywhere."""
    infos = session.catalog(session.settings).infos
    width = max(len(info.slug) for info in infos)
    return "".join(
        f"{info.code}  {info.slug:<{width}}  {info.severity.value:<7}  {info.fixable:<9}  {_limited(info)}\n"
        for info in infos
    )


def _limited(info: RuleInfo) -> str:
    limits = [
        info.versions,
        f"profile {PROFILES[info.code[:4]]}" if info.code[:4] in PROFILES else "",
        "in preview" if info.preview else "",
        f"needs `{info.needs}`" if info.needs else "",
    ]
    notes = ", ".join(limit for limit in limits if limit)
    return f"{info.summary} ({notes})" if notes else info.summary


def target_text(session: Session) -> str:
    """Which versions the code is judged for, how that is known, and which rules that turns off."""
    settings = session.settings
    configured = {"tdom": settings.target_tdom, "svcs-di": settings.target_svcs_di, "svcs": settings.target_svcs}
    lines: list[str] = []
    for package, target in session.targets(settings).items():
        lines.append(f"{package} {target.version}")
        places = explained(package, settings.root, configured[package])
        width = max(len(place) for place, _ in places)
        lines += [f"  {place:<{width}}  {reason}" for place, reason in places]
        lines.append("")
    idle = [info for info in session.catalog(settings).infos if not holds(info.versions, session.targets(settings))]
    lines += [f"{info.code} {info.slug} does not hold here: it is for {info.versions}" for info in idle]
    lines += [""] if idle else []
    lines.append("Set `target-tdom`, `target-svcs-di` or `target-svcs` to judge for another version.")
    return "".join(f"{visible(line.rstrip())}\n" for line in lines)


def why(session: Session, name: str) -> str:
    """The path of one file through discovery, configuration and rules."""
    path = os.path.realpath(os.path.join(session.cwd, name))
    if not os.path.exists(path):
        raise UsageError(f"{name}: no such file")
    return "".join(f"{visible(line)}\n" for line in _why_lines(session, name, path))


def _why_lines(session: Session, name: str, path: str) -> Iterator[str]:
    settings = session.settings_for(os.path.dirname(path))
    yield f"{session.shown(path)}"
    yield f"  configuration: {session.shown(settings.source) if settings.source else 'none, the defaults hold'}"
    yield f"  root: {session.shown(settings.root)}"
    yield f"  profile: {profile_reason(settings)}"
    start = session.cwd if path.startswith(session.cwd.rstrip(os.sep) + os.sep) else os.path.dirname(path)
    by_walk = discover([start], cwd=session.cwd, settings_for=session.walk_settings)
    by_name = discover([name], cwd=session.cwd, settings_for=session.walk_settings)
    yield f"  found by a walk of {session.shown(start)}: {'yes' if path in by_walk.files else 'no'}"
    for outcome in (*by_walk.outcomes, *by_name.outcomes):
        left_out = os.path.join(session.cwd, outcome.path.rstrip("/"))
        if path == left_out or path.startswith(left_out + os.sep):
            yield f"  {outcome.bucket.value}: {outcome.reason}"
            break
    yield f"  checked when named by hand: {'yes' if path in by_name.files else 'no'}"
    yield from _blocks(path)
    yield from _unfollowed(session, path)
    yield from _targets(session, path)
    yield from _rules(session, path)


def _blocks(path: str) -> Iterator[str]:
    """The code blocks of a document, or the sessions in docstrings, and what becomes of each."""
    if is_project_file(path):
        return
    with open(path, "rb") as file:
        fences = fences_of(file.read(), path)
    if fences or is_document(path):
        yield f"  code blocks: {len(fences)}"
    for fence in fences:
        end = f"skipped, {visible(fence.skipped)}" if fence.skipped else "checked"
        yield f"    line {fence.line}, {visible(fence.language)}: {end}"


def _unfollowed(session: Session, path: str) -> Iterator[str]:
    """The components of a file that no rule can look at."""
    from tdomcheck.app.check import check  # the other lines need no analysis

    request = replace(session.request, paths=(path,), stdin=None, staged=False, changed=False, since=None)
    looked = Session(request)
    try:
        run = check(looked)
    finally:
        looked.close()
    for each in (each for project in run.projects for outcome in project.outcomes for each in outcome.unfollowed):
        yield f"  not judged: <{{{visible(each.tag)}}}> from {visible(each.module)}: {each.reason.value}"


def _targets(session: Session, path: str) -> Iterator[str]:
    settings = session.settings_for(os.path.dirname(path))
    for package, target in session.targets(settings).items():
        yield f"  target {package}: {target.version} ({target.origin})"


def _rules(session: Session, path: str) -> Iterator[str]:
    settings = session.settings_for(os.path.dirname(path))
    enabled = session.enabled(settings, path)
    targets = session.targets(settings)
    off: list[str] = []
    for info in session.catalog(settings).infos:
        rule = enabled.get(info.code)
        if rule is None:
            off.append(info.code)
        elif not holds(info.versions, targets):
            yield f"  {info.code} {info.slug}: not applicable, it holds for {info.versions}"
        else:
            options = ", ".join(f"{name} = {value!r}" for name, value in rule.options)
            yield f"  {info.code} {info.slug}: {rule.severity.value}{f' ({options})' if options else ''}"
    if off:
        yield f"  off: {', '.join(off)}"
