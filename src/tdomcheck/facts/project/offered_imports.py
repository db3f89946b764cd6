"""What the files of a project take from modules that only imported it themselves, by their text: rather too much.

No file is parsed: an import must not go where another file may ask for it, and that is known from a glance."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from tdomcheck.model.suffixes import SOURCES
from tdomcheck.regex import regex
from tdomcheck.values import dataclass, field

EVERYTHING = "*"
"""What a star takes: any public name."""
_IMPORT = regex(
    rb"\bfrom[ \t\\]*+([.]*+)((?:(?!\bimport\b)[\w.])*+)[ \t\\]*+\bimport\b[ \t\\]*+"
    rb"(\((?:[^()#]++|#[^\r\n]*+)*+\)|(?:[^\r\n\\#;(]|\\\r?\n)*+)"
    rb"|\bimport[ \t\\]++([\w.][\w., \t]*+)"
)
_COMMENT = regex(rb"#[^\r\n]*")
_PART = regex(rb"([\w.]++)(?:\s++as\s++\w++)?|\*")
_ATTRIBUTE = regex(rb"\b(\w++)\s*+\.\s*+(?=(\w++))")
_QUOTED = regex(rb"[\"'](\w++)[\"']")


@dataclass(slots=True)
class _Takers:
    """What is taken from modules whose last name is the same."""

    names: list[tuple[str, str, str]] = field(default_factory=list)
    """Who takes it, the dotted module as far as it is known, and the name."""
    attributes: set[str] = field(default_factory=set)
    """What is asked of a module by its own name, in any file: also by way of a package."""
    wholes: list[tuple[str, str]] = field(default_factory=list)
    """Who imports the module itself, and its dotted name as far as it is known."""


class OfferedImports:
    """The names that files take from each other; all of them are read, once, when somebody asks."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self._contents = contents
        self._takers: dict[str, _Takers] = {}
        self._words: dict[str, frozenset[str]] = {}
        self._is_read = False

    def of(self, path: str) -> frozenset[str]:
        """The names that other files may take from the module at `path`, with EVERYTHING where a star takes all."""
        self._read()
        dotted = _module(path)
        takers = self._takers.get(dotted.rpartition(".")[2])
        if takers is None:
            return frozenset()
        names = set(takers.attributes)
        names.update(name for taker, module, name in takers.names if taker != path and _is_of(dotted, module))
        for taker, module in takers.wholes:
            if taker != path and _is_of(dotted, module):
                names |= self._words.get(taker, frozenset())
        if EVERYTHING in names and b"__all__" in self._contents.get(path, b""):
            names.discard(EVERYTHING)
        return frozenset(names)

    def _read(self) -> None:
        if self._is_read:
            return
        self._is_read = True
        paths = [path for path in self._contents if path.endswith(SOURCES)]
        self._takers = {_module(path).rpartition(".")[2]: _Takers() for path in paths}
        for path in paths:
            self._take(path, self._contents.get(path) or b"")

    def _take(self, path: str, data: bytes) -> None:
        attributes = {(owner.decode(errors="replace"), name.decode(errors="replace")) for owner, name in _asked(data)}
        for owner, name in attributes:
            if owner in self._takers:
                self._takers[owner].attributes.add(name)
        is_whole = False
        for module, name in _imported(path, data):
            source, whole = self._takers.get(module.rpartition(".")[2]), f"{module}.{name}" if name else module
            if source is not None and name:
                source.names.append((path, module, name))
            own = self._takers.get(whole.rpartition(".")[2])
            if own is not None and name != EVERYTHING:
                own.wholes.append((path, whole))
                is_whole = True
        if is_whole:
            quoted = {name.decode(errors="replace") for name in _QUOTED.findall(data)}
            self._words[path] = frozenset({name for _, name in attributes} | quoted)


def is_offered(name: str, offered: Collection[str]) -> bool:
    """Whether a name is among what others take: a star takes no private one."""
    return name in offered or (EVERYTHING in offered and not name.startswith("_"))


def _asked(data: bytes) -> set[tuple[bytes, bytes]]:
    return set(_ATTRIBUTE.findall(data))


def _imported(path: str, data: bytes) -> Iterator[tuple[str, str]]:
    """Each module that a file imports from, with the name; with none, the module itself."""
    for dots, module, names, modules in _IMPORT.findall(data):
        if modules:
            yield from ((part.decode(errors="replace"), "") for part in _parts(modules))
            continue
        source = module.decode(errors="replace")
        if dots:
            folders = path.split("/")[: -len(dots)]
            source = ".".join([*folders, *([source] if source else [])])
        yield from ((source, part.decode(errors="replace")) for part in _parts(names))


def _parts(text: bytes) -> Iterator[bytes]:
    for found in _PART.finditer(_COMMENT.sub(b"", text)):
        yield found[1] or found[0]


def _module(path: str) -> str:
    """The dotted name of a file from the root of the project."""
    dotted = path.rpartition(".")[0].replace("/", ".")
    return dotted.removesuffix(".__init__")


def _is_of(dotted: str, module: str) -> bool:
    """Whether an import may mean a file: the folder that it starts from is not known."""
    return f".{dotted}".endswith(f".{module}")
