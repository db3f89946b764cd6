"""Values that name rules: selections, severities, options, and rules per path."""

from __future__ import annotations

from collections.abc import Mapping

from tdomcheck.config.frames import did_you_mean
from tdomcheck.config.marks import Path
from tdomcheck.config.reader import BadValueError, Reader, dotted, wrong_type
from tdomcheck.config.scalars import read_strings
from tdomcheck.config.schema import SEVERITIES, Key
from tdomcheck.config.selectors import INDISPENSABLE
from tdomcheck.config.settings import Budgets, Options, OptionValue, Severities
from tdomcheck.model.rule import OptionSpec, RuleInfo

OPTION_TYPES = {
    "bool": "true or false",
    "int": "a whole number",
    "str": "a string",
    "list[str]": "an array of strings",
}


def read_selectors(reader: Reader, path: Path, key: Key, value: object) -> tuple[str, ...]:
    words = read_strings(reader, path, key, value)
    for index, word in enumerate(value if isinstance(value, list | tuple) else ()):
        if word not in words:
            continue
        if not reader.names.is_known(word):
            if reader.is_excused(word):
                continue
            message = f"unknown rule `{word}` in `{dotted(path)}`{_nearest_rule(reader, word)}"
            reader.complain((*path, index), message)
        elif "ignore" in key.name and _is_indispensable(reader, word):
            reader.complain((*path, index), _never_off(word))
    return words


def read_severities(reader: Reader, path: Path, key: Key, value: object) -> Severities:
    if not isinstance(value, dict):
        raise wrong_type(path, value, key.kind.value)
    for selector, level in value.items():
        place = (*path, selector)
        if not reader.names.is_known(selector) and not reader.is_excused(selector):
            reader.unknown(place, "rule", _nearest_rule(reader, selector))
        if not isinstance(level, str):
            reader.expect(place, level, "off, info, warning or error")
        elif level not in SEVERITIES:
            nearest = did_you_mean(level, SEVERITIES)
            reader.complain(place, f"severity must be off, info, warning or error, not `{level}`{nearest}")
        elif level == "off" and _is_indispensable(reader, selector):
            reader.complain(place, _never_off(selector))
        elif level != "error" and _is_indispensable(reader, selector):
            reader.complain(place, f"`{selector}` is always an error: {_EXCLUDE}")
    return tuple((selector, level) for selector, level in value.items() if level in SEVERITIES)


def read_budgets(reader: Reader, path: Path, key: Key, value: object) -> Budgets:
    """Of single rules: a prefix would say nothing about any of its rules."""
    if not isinstance(value, dict):
        raise wrong_type(path, value, key.kind.value)
    good: list[tuple[str, int]] = []
    for name, most in value.items():
        place = (*path, name)
        info = reader.names.by_name.get(name)
        if info is None and not reader.is_excused(name):
            hint = (
                "; a budget is of one rule" if reader.names.is_known(name) else did_you_mean(name, reader.names.by_name)
            )
            reader.unknown(place, "rule", hint)
        elif isinstance(most, bool) or not isinstance(most, int):
            reader.expect(place, most, "a whole number, 0 or more")
        elif most < 0:
            reader.complain(place, f"`{dotted(place)}` must be a whole number, 0 or more, not {most}")
        elif info is not None and info.code in dict(good):
            reader.complain(place, f"`{name}` is {info.code}, which has a budget already: keep one of the two")
        else:
            good.append((name if info is None else info.code, most))
    return tuple(good)


def _nearest_rule(reader: Reader, selector: str) -> str:
    """A prefix is the nearest only to itself: `TDC` is near to every code, and no help."""
    upper = selector.upper()
    return did_you_mean(selector, {*reader.names.by_name, *({upper} if reader.names.is_known(upper) else ())})


def _is_indispensable(reader: Reader, selector: str) -> bool:
    info = reader.names.by_name.get(selector)
    return info is not None and info.code in INDISPENSABLE


def _never_off(selector: str) -> str:
    return f"`{selector}` cannot be turned off: {_EXCLUDE}"


_EXCLUDE = "nobody has looked at a file that cannot be read; leave it out with `exclude`"


def read_ignores(reader: Reader, path: Path, key: Key, value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        raise wrong_type(path, value, key.kind.value)
    good: list[tuple[str, tuple[str, ...]]] = []
    for glob, rules in value.items():
        try:
            good.append((glob, read_selectors(reader, (*path, glob), key, rules)))
        except BadValueError:
            reader.expect((*path, glob), rules, "an array of rule codes, prefixes or slugs")
    return tuple(good)


def read_options(reader: Reader, path: Path, key: Key, value: object) -> Options:
    """By code, also what was given by slug."""
    if not isinstance(value, dict):
        raise wrong_type(path, value, key.kind.value)
    good: dict[str, dict[str, OptionValue]] = {}
    for name, table in value.items():
        info = reader.names.by_name.get(name)
        if info is None:
            if not reader.is_excused(name):
                reader.unknown((*path, name), "rule", did_you_mean(name, reader.names.by_name))
        elif not isinstance(table, dict):
            reader.expect((*path, name), table, "a table of options")
        else:
            good.setdefault(info.code, {}).update(_options_of(reader, (*path, name), info, table))
    return tuple((code, tuple(sorted(options.items()))) for code, options in sorted(good.items()))


def _options_of(reader: Reader, path: Path, info: RuleInfo, table: Mapping[str, object]) -> dict[str, OptionValue]:
    specs = {spec.name: spec for spec in info.options}
    good: dict[str, OptionValue] = {}
    for name, value in table.items():
        if name not in specs:
            hint = did_you_mean(name, specs) if specs else "; it has none"
            reader.unknown((*path, name), "option", f" of {info.code}{hint}")
        elif (option := _option(specs[name], value)) is None:
            reader.expect((*path, name), value, OPTION_TYPES[specs[name].type])
        else:
            good[name] = option
    return good


def _option(spec: OptionSpec, value: object) -> OptionValue | None:
    """The value, or None if it is of another type than the rule asks for."""
    match spec.type, value:
        case "list[str]", list() if all(isinstance(item, str) for item in value):
            return tuple(value)
        case "bool", bool():
            return value
        case "str", str():
            return value
        case "int", int() if not isinstance(value, bool):
            return value
        case _:
            return None
