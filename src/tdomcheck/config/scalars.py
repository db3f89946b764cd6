"""Values that stand for themselves: flags, numbers, words, versions, and arrays of words."""

from __future__ import annotations

from tdomcheck.config.frames import did_you_mean
from tdomcheck.config.marks import Path
from tdomcheck.config.reader import BadValueError, Reader, dotted, wrong_type
from tdomcheck.config.schema import Key
from tdomcheck.regex import regex

PYTHON = regex(r"py3(\d{1,2})|3\.(\d{1,2})(?:\.\d+)?")
VERSION = regex(r"\d+(?:\.\d+)*(?:(?:a|b|rc|\.post|\.dev)\d+)*")


def read_bool(_: Reader, path: Path, key: Key, value: object) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(path, value, key.kind.value)
    return value


def read_count(_: Reader, path: Path, key: Key, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(path, value, key.kind.value)
    if value < 0:
        raise BadValueError(f"`{key.name}` must be {key.kind.value}, not {value}")
    return value


def read_string(_: Reader, path: Path, key: Key, value: object) -> str:
    if not isinstance(value, str):
        raise wrong_type(path, value, key.kind.value)
    return value


def read_choice(reader: Reader, path: Path, key: Key, value: object) -> str:
    word = read_string(reader, path, key, value)
    if word in key.choices:
        return word
    choices = ", ".join(f"`{choice}`" for choice in key.choices)
    raise BadValueError(f"`{key.name}` must be one of {choices}, not `{word}`{did_you_mean(word, key.choices)}")


def read_python(reader: Reader, path: Path, key: Key, value: object) -> str:
    """`3.11` for all ways to write it."""
    word = read_string(reader, path, key, value)
    match = PYTHON.fullmatch(word)
    if match is None and word != "auto":
        raise BadValueError(f"`{key.name}` must be {key.kind.value}, not `{word}`")
    return f"3.{int(match[1] or match[2])}" if match else word


def read_version(reader: Reader, path: Path, key: Key, value: object) -> str:
    word = read_string(reader, path, key, value)
    if word != "auto" and not VERSION.fullmatch(word):
        raise BadValueError(f"`{key.name}` must be {key.kind.value}, not `{word}`")
    return word


def read_specifier(reader: Reader, path: Path, key: Key, value: object) -> str:
    """The version that is asked for, which must be the one that runs."""
    word = read_string(reader, path, key, value)
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        wanted = SpecifierSet(f"=={word}" if VERSION.fullmatch(word) else word)
    except InvalidSpecifier:
        raise BadValueError(f"`{key.name}` must be {key.kind.value}, not `{word}`") from None
    if not wanted.contains(reader.running, prereleases=True):
        raise BadValueError(f"this is tdomcheck {reader.running}, but the configuration requires {wanted}")
    return word


def read_strings(reader: Reader, path: Path, key: Key, value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise wrong_type(path, value, key.kind.value)
    good: list[str] = []
    for index, item in enumerate(value):
        if not isinstance(item, str):
            reader.expect((*path, index), item, key.kind.value)
        elif not item.strip():
            reader.complain((*path, index), f"`{dotted(path)}` has an empty entry")
        else:
            good.append(item)
    return tuple(good)
