"""`[[tool.tdomcheck.pattern]]`: rules that are written as pieces of code."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tdomcheck.config.frames import did_you_mean
from tdomcheck.config.marks import Path
from tdomcheck.config.reader import Reader, dotted, wrong_type
from tdomcheck.config.schema import CONSTRAINT_KEYS, EXAMPLE_KEYS, PATTERN_KEYS, Key
from tdomcheck.model.finding import Severity
from tdomcheck.model.pattern import Constraint, PatternExample, PatternSpec
from tdomcheck.model.rule import RuleInfo, RuleKind
from tdomcheck.regex import regex

_ID = regex(r"[A-Za-z][A-Za-z0-9_-]*")
_LEVELS = ("info", "warning", "error")


def read_patterns(reader: Reader, path: Path, key: Key, value: object) -> tuple[PatternSpec, ...]:
    if not isinstance(value, list | tuple):
        raise wrong_type(path, value, key.kind.value)
    good: list[PatternSpec] = []
    for index, table in enumerate(value):
        spec = _pattern(reader, (*path, index), table)
        if spec is None:
            continue
        if any(other.id == spec.id for other in good):
            reader.complain((*path, index, "id"), f"`{spec.id}` is the id of another pattern")
        good.append(spec)
    return tuple(good)


def _pattern(reader: Reader, path: Path, table: object) -> PatternSpec | None:
    if isinstance(table, PatternSpec):
        return table
    if not isinstance(table, dict):
        reader.expect(path, table, "a table")
        return None
    _known(reader, path, table, PATTERN_KEYS)
    name, code = _word(reader, path, table, "id"), _word(reader, path, table, "pattern")
    for missing in [needed for needed in ("id", "pattern") if needed not in table]:
        reader.complain(path, f"a pattern needs `{missing}`", at_value=False)
    if name and (not _ID.fullmatch(name) or name.upper().startswith("TDC") or name == "ALL"):
        reader.complain((*path, "id"), "an `id` is letters, digits and hyphens, and does not begin with TDC")
    return PatternSpec(
        name,
        code,
        _word(reader, path, table, "message"),
        _constraints(reader, (*path, "where"), table.get("where", {})),
        _word(reader, path, table, "fix"),
        has_fix="fix" in table,
        is_unsafe=_flag(reader, path, table, "unsafe"),
        severity=_severity(reader, path, table),
        help=_word(reader, path, table, "help"),
        valid=_words(reader, (*path, "valid"), table.get("valid", [])),
        invalid=_examples(reader, (*path, "invalid"), table.get("invalid", [])),
    )


def _known(reader: Reader, path: Path, table: Mapping[str, object], keys: Sequence[Key]) -> None:
    names = [key.name for key in keys]
    for name in table:
        if name not in names:
            reader.unknown((*path, name), "key", did_you_mean(name, names))


def _word(reader: Reader, path: Path, table: Mapping[str, object], name: str) -> str:
    value = table.get(name, "")
    if not isinstance(value, str):
        reader.expect((*path, name), value, "a string")
        return ""
    return value


def _flag(reader: Reader, path: Path, table: Mapping[str, object], name: str) -> bool:
    value = table.get(name, False)
    if not isinstance(value, bool):
        reader.expect((*path, name), value, "true or false")
        return False
    return value


def _severity(reader: Reader, path: Path, table: Mapping[str, object]) -> Severity:
    word = _word(reader, path, table, "severity") or "warning"
    if word not in _LEVELS:
        hint = did_you_mean(word, _LEVELS)
        reader.complain((*path, "severity"), f"severity must be info, warning or error, not `{word}`{hint}")
        return Severity.WARNING
    return Severity(word)


def _words(reader: Reader, path: Path, value: object) -> tuple[str, ...]:
    """A string, or an array of them."""
    listed = [value] if isinstance(value, str) else value
    if not isinstance(listed, list | tuple):
        reader.expect(path, value, "a string or an array of strings")
        return ()
    for index, item in enumerate(listed):
        if not isinstance(item, str):
            reader.expect((*path, index), item, "a string")
    return tuple(item for item in listed if isinstance(item, str))


def _constraints(reader: Reader, path: Path, value: object) -> tuple[Constraint, ...]:
    if not isinstance(value, dict):
        reader.expect(path, value, "a table of metavariable -> table")
        return ()
    constraints: list[Constraint] = []
    for name, table in value.items():
        place = (*path, name)
        if not isinstance(table, dict):
            reader.expect(place, table, "a table")
            continue
        _known(reader, place, table, CONSTRAINT_KEYS)
        constraints.append(
            Constraint(
                name.lstrip("$"),
                _regex(reader, place, table, "regex"),
                _regex(reader, place, table, "not-regex"),
                _words(reader, (*place, "kind"), table.get("kind", [])),
                _words(reader, (*place, "resolves-to"), table.get("resolves-to", [])),
            )
        )
    return tuple(constraints)


def _regex(reader: Reader, path: Path, table: Mapping[str, object], name: str) -> str:
    text = _word(reader, path, table, name)
    try:
        re.compile(text)
    except re.error as error:
        reader.complain((*path, name), f"`{dotted((*path, name))}` is no regular expression: {error}")
        return ""
    return text


def _examples(reader: Reader, path: Path, value: object) -> tuple[PatternExample, ...]:
    if not isinstance(value, list | tuple):
        reader.expect(path, value, "an array of strings or of tables")
        return ()
    examples: list[PatternExample] = []
    for index, item in enumerate(value):
        if isinstance(item, str):
            examples.append(PatternExample(item))
        elif isinstance(item, dict):
            _known(reader, (*path, index), item, EXAMPLE_KEYS)
            code, fixed = (_word(reader, (*path, index), item, name) for name in ("code", "fixed"))
            examples.append(PatternExample(code, fixed))
        else:
            reader.expect((*path, index), item, "a string or a table")
    return tuple(examples)


def pattern_info(spec: PatternSpec) -> RuleInfo:
    """A specification as the configuration, the reports and the documentation see it."""
    fixable = ("unsafe" if spec.is_unsafe else "safe") if spec.has_fix else "no"
    summary = spec.message or f"code that matches `{spec.pattern}`"
    docs = f"## What\n\n{summary}\n\n## Pattern\n\n```python\n{spec.pattern}\n```"
    if spec.has_fix:
        docs += f"\n\n## Instead\n\n```python\n{spec.fix}\n```"
    return RuleInfo(
        code=spec.id,
        slug=spec.id,
        name=spec.id,
        group="patterns",
        kind=RuleKind.TEMPLATE,
        severity=spec.severity,
        summary=summary,
        docs=docs,
        fixable=fixable,
    )
