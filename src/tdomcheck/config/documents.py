"""Configuration files as they were read, each once; with the problems of reading them told clearly."""
# pathlib would cost more than the questions, which are asked for every folder of a walk

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from itertools import islice
from typing import TypeAlias

from tdomcheck.config.frames import frame
from tdomcheck.config.marks import Mark, Marks, Origin, Path
from tdomcheck.config.regular import read_regular
from tdomcheck.errors import ConfigError
from tdomcheck.regex import regex
from tdomcheck.values import dataclass, field

ReadBytes: TypeAlias = Callable[[str], bytes]
IsThere: TypeAlias = Callable[[str], bool]

PYPROJECT = "pyproject.toml"
GIT = ".git"
NAMES = ("tdomcheck.toml", ".tdomcheck.toml", PYPROJECT)
"""Where a configuration can be, in one folder: the first that there is counts."""

POSITION = regex(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


def is_there(path: str) -> bool:
    """Whether a name exists, also as a broken link, which then cannot be read and is told."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


@dataclass(slots=True)
class ConfigDocument:
    """One TOML text and the table in it that speaks to us."""

    name: str
    """As problems call it."""
    path: str = ""
    text: str = ""
    table: Mapping[str, object] | None = None
    """None if it does not speak to us."""
    prefix: Path = ()
    """Where the table stands in the text."""
    start: str = ""
    """The folder in which a text that is no file was typed."""
    _marks: Marks | None = None

    @property
    def marks(self) -> Marks:
        if self._marks is None:
            self._marks = Marks(self.text)
        return self._marks

    def key_mark(self, path: Path) -> Mark | None:
        return self.marks.key((*self.prefix, *path))

    def value_mark(self, path: Path) -> Mark | None:
        return self.marks.value((*self.prefix, *path))

    def origin(self, key: str) -> Origin:
        """Where a key was set: `file:line`, or the name of what is no file."""
        return Origin(self.name, self.text, (*self.prefix, key)) if self.path else Origin(self.name)


@dataclass(slots=True)
class ConfigFiles:
    """All configuration files of a run: what was asked for, and what was read, each once."""

    read: ReadBytes = read_regular
    exists: IsThere = is_there
    documents: dict[str, ConfigDocument] = field(default_factory=dict)
    asked: dict[str, bool] = field(default_factory=dict)
    """Every candidate, and whether it was there."""
    repositories: dict[str, bool] = field(default_factory=dict)
    """Every folder that was asked for its `.git`, and whether it has one."""

    def is_present(self, path: str) -> bool:
        if path not in self.asked:
            try:
                self.asked[path] = self.exists(path)
            except OSError as error:
                folder = os.path.dirname(path)
                raise _trouble(f"cannot look for a configuration in {folder}: {error.strerror or error}") from None
        return self.asked[path]

    def is_repository(self, folder: str) -> bool:
        """Whether a folder has a `.git`: a folder, or the file of a worktree or a submodule."""
        if folder not in self.repositories:
            try:
                self.repositories[folder] = self.exists(os.path.join(folder, GIT))
            except OSError:  # the configuration is looked for at the same place, and that is told
                self.repositories[folder] = False
        return self.repositories[folder]

    @property
    def marks(self) -> tuple[str, ...]:
        """What tells that a repository is still there, or still not; the folder `.git` itself changes all the time."""
        paths = (os.path.join(folder, GIT) for folder in self.repositories)
        return tuple(os.path.join(path, "HEAD") if os.path.isdir(path) else path for path in paths)

    def document(self, path: str) -> ConfigDocument:
        """The parsed file; a ConfigError if it cannot be read, or is no TOML."""
        if path not in self.documents:
            self.asked[path] = True
            try:
                data = self.read(path)
            except OSError as error:
                raise _trouble(f"cannot read the configuration {shown(path)}: {error.strerror or error}") from None
            self.documents[path] = _document(path, data)
        return self.documents[path]


def shown(path: str) -> str:
    """A path as a person who stands in the current folder would write it."""
    here = os.getcwd()
    inside = path.startswith(here.rstrip(os.sep) + os.sep)
    return os.path.relpath(path, here).replace(os.sep, "/") if inside else path


def parse(name: str, text: str) -> dict[str, object]:
    """The table of a TOML text; a ConfigError frames what is wrong with it."""
    import tomllib

    if key := _LONG_KEY.search(text):
        line = text.count("\n", 0, key.end()) + 1
        raise _trouble(f"{name}:{line}: a key has more than {MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, mark = _position(str(error), text)
        raise _trouble(frame(name, text, mark, f"not valid TOML: {reason}{_advice(text, mark)}")) from None
    except RecursionError:
        raise _trouble(f"{name}: not valid TOML: nested too deeply") from None


def _advice(text: str, mark: Mark) -> str:
    """What to write for `profile = auto`."""
    lines = text.splitlines()
    match = _BARE.fullmatch(lines[mark.line - 1]) if mark.line <= len(lines) else None
    return f'; text stands in quotes: {match[1]} = "{match[2]}"' if match is not None else ""


MOST_PARTS = 100
"""Of a dotted key: to read one takes time in the square of them."""
_PART = r"""(?:[\w-]++|"[^".\n]*+"|'[^'.\n]*+')[ \t]*+"""
_LONG_KEY = regex(rf"(?m)(?:^[ \t]*+\[*+|[{{,])[ \t]*+(?:{_PART}\.[ \t]*+){{{MOST_PARTS}}}")
_BARE = regex(r"\s*([\w.-]+)\s*=\s*([A-Za-z][\w./-]*)\s*")


def _document(path: str, data: bytes) -> ConfigDocument:
    name = shown(path)
    is_pyproject = os.path.basename(path) == PYPROJECT
    if is_pyproject and not _may_speak_to_us(data):  # most of them, and not ours to judge
        return ConfigDocument(name, path)
    text = _decoded(name, data)
    top = parse(name, text)
    if not is_pyproject:
        return ConfigDocument(name, path, text, top)
    _refuse_near_misses(ConfigDocument(name, path, text), top)
    tool = top.get("tool")
    if not isinstance(tool, dict) or "tdomcheck" not in tool:
        return ConfigDocument(name, path, text)
    document = ConfigDocument(name, path, text, {}, ("tool", "tdomcheck"))
    table = tool["tdomcheck"]
    if not isinstance(table, dict):
        raise _trouble(frame(name, text, document.key_mark(()), "`tool.tdomcheck` must be a table"))
    document.table = table
    return document


_WORDS = regex(rb"(?<![\w-])[tT][\w-]{7,12}(?![\w-])")
_MOST_WORDS = 1_000
"""Different ones that are compared with our name: no manifest that people write has as many."""
_OURS = "tdomcheck"
_ALIKE = 0.85


def _may_speak_to_us(data: bytes) -> bool:
    """Whether our name is in a manifest, or one that may be meant for it."""
    words = islice(dict.fromkeys(_WORDS.findall(data)), _MOST_WORDS)
    return _OURS.encode() in data or any(_is_near(word.decode("ascii", "replace")) for word in words)


def _refuse_near_misses(document: ConfigDocument, top: Mapping[str, object]) -> None:
    """A table that is nobody else's, and is not read as it is called."""
    tables: dict[tuple[str, ...], object] = {(): top}
    tables.update({(name,): table for name, table in top.items() if name.casefold() in {"tool", "tools"}})
    for prefix, table in tables.items():
        for name in table if isinstance(table, dict) else ():
            path = (*prefix, name)
            if path != ("tool", _OURS) and _is_near(name):
                head = ".".join(path)
                problem = f"nothing reads the table `{head}`; did you mean `tool.{_OURS}`?"
                raise _trouble(frame(document.name, document.text, document.key_mark(path), problem))


def _is_near(name: str) -> bool:
    """Whether a name is ours but for its case, its dashes, and a letter or two."""
    folded = name.casefold().replace("-", "").replace("_", "")
    if folded == _OURS:
        return True
    if folded[:1] != "t" or abs(len(folded) - len(_OURS)) > 1 or len({*_OURS} - {*folded}) > 1:
        return False
    from difflib import SequenceMatcher  # few names come this far

    return SequenceMatcher(None, folded, _OURS).ratio() >= _ALIKE


def _decoded(name: str, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _trouble(f"{name}:{line}: not valid TOML: not UTF-8") from None
    return text.replace("\r\n", "\n")


def _position(message: str, text: str) -> tuple[str, Mark]:
    """The reason without its place, and the place."""
    match = POSITION.fullmatch(message)
    if match is None or match[2] is None:
        body = text.rstrip()
        last = body.rpartition("\n")[2]
        return (match[1] if match else message), Mark(body.count("\n") + 1, len(last) + 1, 1)
    return match[1], Mark(int(match[2]), int(match[3]), 1)


def _trouble(problem: str) -> ConfigError:
    return ConfigError((problem,))
