"""docs/what-tdom-tells-you.md: what happens at run time, and which rule says so before."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator

from mistakes import GROUPS, MISTAKES, Mistake

from _generate.evidence import observed
from _generate.judged import infos, new_on
from _generate.shown import cell, code, fenced
from tdomcheck.model import Finding

TITLES = {
    "templates": "Templates",
    "values": "Values",
    "components": "Components",
    "services": "Services, injection and middleware",
    "older": "What older versions took",
}
WHEN = {
    "parsing": "tdom raises while it parses the template",
    "rendering": "tdom raises while it renders",
    "resolving": "the container raises when it is asked for the service",
    "scanning": "the scan raises",
    "middleware": "tdom-svcs raises when it runs the middleware",
    "importing": "the module cannot be imported",
    "running": "Python raises when the line is run",
}
SHORT = {
    "parsing": "while parsing",
    "rendering": "while rendering",
    "resolving": "when asked for",
    "scanning": "at the scan",
    "middleware": "when run",
    "importing": "at import",
    "running": "when run",
}


def page() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    versions = observed()["versions"]
    yield from _introduction(versions)
    yield from _summary()
    for group, mistakes in GROUPS.items():
        yield from ("", f"## {TITLES[group]}")
        for mistake in mistakes:
            yield ""
            yield from _section(mistake)


def _introduction(versions: dict[str, str]) -> Iterator[str]:
    outcomes = [observed()["examples"][mistake.slug]["bad"] for mistake in MISTAKES]
    raised = sum(outcome["how"] == "raises" for outcome in outcomes)
    parsing = sum(outcome.get("while") == "parsing" for outcome in outcomes)
    seen = sum(bool(said(mistake)) for mistake in MISTAKES)
    named = [f"{name} {version}" for name, version in versions.items() if version]
    copies = [name for name, version in versions.items() if not version]
    yield "# What tdom tells you, and when"
    yield ""
    yield "<!-- made by docs/generate.py from docs/evidence -->"
    yield "<!-- fmt: off -->"
    yield ""
    yield f"Below are {len(MISTAKES)} mistakes. `docs/evidence/observe.py` ran each of them, and what is quoted is what"
    yield "came of it. What tdomcheck says about the same code was computed when this page was made, with the rules in"
    yield "preview switched on."
    yield ""
    yield f"Versions: {', '.join(named)}{_copies(copies)}."
    yield ""
    yield f"- {raised} raise an exception, {parsing} of them while the template is parsed. A template is parsed when it"
    yield "  is rendered for the first time, so an exception is seen only if that branch is run."
    yield f"- {len(MISTAKES) - raised} raise nothing. The page, or the value, is just not what was meant."
    yield f"- tdomcheck reports {seen} of them without running anything."
    yield ""
    yield "The examples are minimal, and shown without their imports. They are kept, each with a right twin, in"
    yield "`docs/evidence/mistakes`."


def _copies(names: list[str]) -> str:
    return f"; {' and '.join(names)} from copies that carry no version" if names else ""


def _summary() -> Iterator[str]:
    for group, mistakes in GROUPS.items():
        yield from ("", f"**{TITLES[group]}**", "")
        yield "| mistake | at run time | tdomcheck |"
        yield "| --- | --- | --- |"
        for mistake in mistakes:
            outcome = observed()["examples"][mistake.slug]["bad"]
            when = f"raises {SHORT[outcome['while']]}" if outcome["how"] == "raises" else "says nothing"
            yield f"| [{cell(mistake.title)}](#{mistake.slug}) | {when} | {_codes(mistake)} |"


def _codes(mistake: Mistake) -> str:
    codes = sorted({finding.code for finding in said(mistake)})
    return ", ".join(f"[{name}](rules/{name}.md)" for name in codes) or "no rule yet"


def _section(mistake: Mistake) -> Iterator[str]:
    yield f'<a id="{mistake.slug}"></a>'
    yield ""
    yield f"### {mistake.title}"
    yield ""
    yield from fenced(mistake.shown[0])
    yield ""
    yield f"- At run time: {_outcome(mistake)}"
    found = said(mistake)
    yield from (f"- tdomcheck: {_finding(finding)}" for finding in found)
    if not found:
        yield "- tdomcheck: nothing; there is no rule for it yet."


def _outcome(mistake: Mistake) -> str:
    both: dict[str, dict[str, str]] = observed()["examples"][mistake.slug]
    bad, good = both["bad"], both["good"]
    if bad["how"] == "raises":
        return f"{WHEN[bad['while']]}: {code(bad['text'])}"
    verb = "it renders" if bad["how"] == "renders" else "the result is"
    if bad["text"] == good["text"]:
        return f"nothing is said, and {verb} {code(bad['text'])}, as the right code does."
    return f"nothing is said; {verb} {code(bad['text'])} where {code(good['text'])} was meant."


def _finding(finding: Finding) -> str:
    preview = any(info.preview for info in infos() if info.code == finding.code)
    level = f"{finding.severity.value}{', in preview' if preview else ''}"
    return f"[{finding.code}](rules/{finding.code}.md) ({level}): {' '.join(finding.message.split())}"


def said(mistake: Mistake) -> t.Sequence[Finding]:
    """What tdomcheck says about the marked lines, one for each rule."""
    found: dict[str, Finding] = {}
    for finding in new_on(mistake.marked_lines, *mistake.files):
        found.setdefault(finding.code, finding)
    return tuple(found.values())
