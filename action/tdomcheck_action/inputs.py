"""The inputs of the action, which are strings, as values."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Choice(Enum):
    """Whether something is done: where it makes sense, always, or never."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


FAIL_ON = ("error", "warning", "note", "never")
_VERSION = re.compile(r"[0-9][0-9A-Za-z.+!]{0,63}\Z")
_TRUE, _FALSE = frozenset({"true", "always"}), frozenset({"false", "never"})


@dataclass(frozen=True)
class Inputs:
    """What the workflow asks for."""

    paths: tuple[str, ...] = (".",)
    args: tuple[str, ...] = ()
    changed_only: Choice = Choice.AUTO
    fail_on: str = ""
    annotations: Choice = Choice.AUTO
    max_annotations: int = 10
    summary: bool = True
    sarif: str = "tdomcheck.sarif"
    upload_sarif: Choice = Choice.AUTO
    sarif_category: str = "tdomcheck"
    select_tests: bool = False
    safe: Choice = Choice.AUTO
    working_directory: str = "."
    version: str = ""
    cache: bool = True
    only_install: bool = False


class BadInputs(Exception):
    """Sentences on inputs that cannot be meant."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def inputs_from(environ: Mapping[str, str]) -> Inputs:
    """The inputs, all that is wrong with them at once."""
    reader = _Reader(environ)
    inputs = Inputs(
        paths=reader.words("paths") or (".",),
        args=reader.words("args"),
        changed_only=reader.choice("changed-only"),
        fail_on=reader.one_of("fail-on", FAIL_ON, ""),
        annotations=reader.choice("annotations"),
        max_annotations=reader.number("max-annotations", 10),
        summary=reader.flag("summary", default=True),
        sarif=reader.text("sarif", "tdomcheck.sarif"),
        upload_sarif=reader.choice("upload-sarif"),
        sarif_category=reader.text("sarif-category", "tdomcheck").strip("/") or "tdomcheck",
        select_tests=reader.flag("select-tests", default=False),
        safe=reader.choice("safe"),
        working_directory=reader.text("working-directory", ".") or ".",
        version=reader.version("version"),
        cache=reader.flag("cache", default=True),
        only_install=reader.flag("only-install", default=False),
    )
    if "--" in inputs.args:
        reader.problems.append("the input `args` holds `--`: name files and folders in the input `paths`")
    if reader.problems:
        raise BadInputs(tuple(reader.problems))
    return inputs


class _Reader:
    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.problems: list[str] = []

    def text(self, name: str, default: str = "") -> str:
        return self._environ.get(f"INPUT_{name.upper().replace('-', '_')}", default).strip()

    def words(self, name: str) -> tuple[str, ...]:
        try:
            return tuple(shlex.split(self.text(name)))
        except ValueError as error:
            self.problems.append(f"the input `{name}` cannot be split into words as a shell does: {error}")
            return ()

    def one_of(self, name: str, values: tuple[str, ...], default: str) -> str:
        value = self.text(name) or default
        if value and value not in values:
            self.problems.append(f"the input `{name}` is {value!r}: it is one of {', '.join(values)}")
        return value

    def choice(self, name: str) -> Choice:
        value = self.text(name).lower() or "auto"
        if value in _TRUE | _FALSE:
            return Choice.ALWAYS if value in _TRUE else Choice.NEVER
        self.one_of(name, ("auto", "always", "never"), "auto")
        return Choice.AUTO

    def flag(self, name: str, *, default: bool) -> bool:
        return self.one_of(name, ("true", "false"), "true" if default else "false") == "true"

    def version(self, name: str) -> str:
        value = self.text(name)
        if value and not _VERSION.match(value):
            self.problems.append(f"the input `{name}` is {value!r}: it is a version as in 0.1.0")
            return ""
        return value

    def number(self, name: str, default: int) -> int:
        value = self.text(name)
        if value and not (value.isascii() and value.isdecimal() and 0 < int(value[:6]) <= 1000):
            self.problems.append(f"the input `{name}` is {value!r}: it is a number from 1 to 1000")
            return default
        return int(value or default)
