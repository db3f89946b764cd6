"""What SARIF says about the tool and its rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tdomcheck.model import Finding, RuleInfo, RunResult, Severity
from tdomcheck.regex import regex
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import paragraph, visible
from tdomcheck.report.jsontext import JsonObject

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_PROBLEMS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}
_PRECISIONS = frozenset({"very-high", "high", "medium", "low"})
_MOST_NAME, _MOST_DESCRIPTION, _MOST_TAGS = 255, 1024, 10
_PEP440 = re.compile(r"(\d+)\.(\d+)(?:\.(\d+))?(?:(a|b|rc)(\d+))?(?:\.post\d+)?(?:\.dev(\d+))?(?:\+(.+))?")
_HEADING = regex(r"^(#+ .*|\**(What|Why|Instead|Example)\**:?)$")


def message(text: str) -> str:
    """Text for a SARIF message: brackets that would make a link are escaped."""
    if "](" not in text:
        return text
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")


def sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def driver(rules: list[JsonObject], context: ReportContext) -> JsonObject:
    version = semantic_version(context.version)
    return {
        "name": "tdomcheck",
        "version": context.version,
        **({"semanticVersion": version} if version else {}),
        "informationUri": context.home,
        "rules": rules,
    }


def semantic_version(version: str) -> str:
    """A Python version as SemVer: `0.1.0rc1` is none, `0.1.0-rc.1` is; empty if there is no telling."""
    match = _PEP440.fullmatch(version)
    if match is None:
        return ""
    major, minor, patch, stage, number, dev, local = match.groups()
    before = [f"{stage}.{int(number)}"] if stage else []
    before += [f"dev.{int(dev)}"] if dev else []
    core = f"{int(major)}.{int(minor)}.{int(patch or 0)}"
    build = re.sub(r"[^0-9A-Za-z.-]", "-", local) if local else ""
    return core + (f"-{'.'.join(before)}" if before else "") + (f"+{build}" if build else "")


def descriptors(findings: Sequence[Finding], result: RunResult, context: ReportContext) -> list[JsonObject]:
    """The enabled rules and any other that fired, sorted by code."""
    rules = {rule.code: _rule(rule, context) for rule in result.catalog}
    for finding in sorted(findings, key=lambda item: (item.code, item.slug)):
        rules.setdefault(finding.code, _unlisted(finding))
    return [rules[code] for code in sorted(rules)]


def _rule(rule: RuleInfo, context: ReportContext) -> JsonObject:
    docs = "\n".join(paragraph(rule.docs)) or visible(rule.summary)
    address = context.page_of(rule)
    return {
        "id": visible(rule.code),
        **_name(rule.name, rule.code),
        "shortDescription": {"text": sentence(_cut(visible(rule.summary)))},
        "fullDescription": {"text": sentence(_cut(_description(rule)))},
        "help": {"text": docs, "markdown": docs},
        **({"helpUri": address} if address else {}),
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
        "properties": _properties(rule),
    }


def _unlisted(finding: Finding) -> JsonObject:
    """A rule that the catalog does not hold."""
    name = "".join(part.capitalize() for part in re.split(r"[^0-9A-Za-z]+", finding.slug))
    text = sentence(visible(finding.slug.replace("-", " ").capitalize()))
    return {
        "id": visible(finding.code),
        **_name(name, finding.code),
        "shortDescription": {"text": text},
        "fullDescription": {"text": text},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": LEVELS[finding.severity]},
        "properties": {"precision": "high", "problem.severity": _PROBLEMS[finding.severity]},
    }


def _name(name: str, code: str) -> JsonObject:
    """The name of a rule; one that only repeats its id must be left out."""
    shown = visible(name)[:_MOST_NAME]
    return {"name": shown} if shown and shown.lower() != code.lower() else {}


def _properties(rule: RuleInfo) -> JsonObject:
    score = _score(rule.security_severity)
    tags = [tag for tag in (visible(rule.group), "preview" if rule.preview else "", "security" if score else "") if tag]
    return {
        "tags": sorted(set(tags))[:_MOST_TAGS],
        "precision": rule.precision if rule.precision in _PRECISIONS else "medium",
        "problem.severity": _PROBLEMS[rule.severity],
        **({"security-severity": score} if score else {}),
    }


def _score(text: str) -> str:
    """A security severity that code scanning takes; any other makes it reject the whole file."""
    if re.fullmatch(r"\d{1,2}(\.\d+)?", text) and 0 < float(text) <= 10:
        return text
    return ""


def _description(rule: RuleInfo) -> str:
    """The first paragraph of the documentation, below its headings."""
    for block in re.split(r"\n\s*\n", "\n".join(paragraph(rule.docs))):
        lines = [line.strip() for line in block.splitlines() if not _HEADING.match(line.strip())]
        if any(lines):
            return " ".join(lines)
    return visible(rule.summary)


def _cut(text: str) -> str:
    return text if len(text) < _MOST_DESCRIPTION else f"{text[: _MOST_DESCRIPTION - 4]}..."
