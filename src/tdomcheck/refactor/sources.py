"""The files of a project, read when somebody asks: a file that does not mention a name is never parsed."""

from __future__ import annotations

import typing as t
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from tdomcheck.errors import Undecodable, Unparsable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.python.occurrences import NameRole, occurrences_of, word
from tdomcheck.facts.records import FileFacts
from tdomcheck.model.suffixes import DOCUMENTS, MANIFEST, SOURCES, is_document
from tdomcheck.refactor.problems import Failure
from tdomcheck.source.fences import Fence
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import MOST_LEVELS, is_deeper_than
from tdomcheck.values import dataclass

CONFIGURATION = (".toml", ".cfg", ".ini", ".yaml", ".yml", ".json")
LINE = b"\n"
_READ = (*SOURCES, *DOCUMENTS, *CONFIGURATION)


@dataclass(frozen=True, slots=True)
class SourceReading:
    """Python in a file: all of a module, the sessions in its docstrings, or the blocks of a document."""

    path: str
    view: ModuleView
    around: SourceReading | None = None
    """The module whose docstrings hold it."""

    @property
    def is_module(self) -> bool:
        return not self.view.source.is_hosted

    def place(self, start: int) -> str:
        """`path:line` of an offset in `utf8`."""
        source = self.view.source
        return f"{self.path}:{source.data.count(LINE, 0, source.from_utf8(start)) + 1}"


class Sources:
    """The bytes of the files of a project by path, with `/`, relative to one folder."""

    def __init__(self, files: Mapping[str, bytes], roots: Sequence[str] = ("",)) -> None:
        self.files = files
        self.memory: dict[t.Any, t.Any] = {}
        """What is worked out `@once`, by the function that does it."""
        self.failures: dict[str, Failure] = {}
        """Files that somebody asked for and that could not be read."""
        self.unread: dict[str, Sequence[Fence]] = {}
        """The blocks of documents that were read and that hold no Python that anybody can read."""
        self._roots = roots
        self._modules: dict[str, SourceReading | None] = {}
        self._sessions_read: dict[tuple[str, ...], SourceReading | None] = {}
        self._documents: dict[str, list[SourceReading]] = {}

    @cached_property
    def naming(self) -> Project:
        """Which file is which module; it knows nothing of what they say."""
        return Project({path: FileFacts() for path in self.files if path.endswith(SOURCES)}, self._roots)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The files that may say something: code, documents, settings."""
        return tuple(sorted(path for path in self.files if path.endswith(_READ)))

    def mentioning(self, *names: str) -> Iterator[str]:
        """The files that hold any of some names as words of their own."""
        wanted = [(name.encode(), word(name)) for name in names]
        for path in self.paths:
            data = self.files[path]
            if any(plain in data and pattern.search(data) for plain, pattern in wanted):
                yield path

    def giving(self, *names: str) -> Iterator[str]:
        """The files that mention any of some names, or have tags and may say one in other letters, as attributes do."""
        known = frozenset(self.mentioning(*names))
        wanted = [(name.lower().encode(), word(name.lower())) for name in names]
        for path in self.paths:
            data = b"" if path in known or b"<{" not in self.files[path] else self.files[path].lower()
            if path in known or any(plain in data and pattern.search(data) for plain, pattern in wanted):
                yield path

    def holding(self, text: bytes) -> Iterator[str]:
        """The files of code and the documents that hold some bytes."""
        yield from (path for path in self.paths if path.endswith((*SOURCES, *DOCUMENTS)) and text in self.files[path])

    def place(self, path: str, start: int) -> str:
        """`path:line` of an offset in a file."""
        return f"{path}:{self.files[path].count(LINE, 0, start) + 1}"

    def is_top(self, name: str) -> bool:
        """Whether a name is that of an outermost module or package, by the folders that imports start from."""
        return name in self._tops

    @cached_property
    def _tops(self) -> frozenset[str]:
        modules = (path for path in self.files if path.endswith(SOURCES))
        names = frozenset(self.module_name(path).partition(".")[0] for path in modules)
        return frozenset(name for name in names if self.naming.module_path(name))

    @cached_property
    def namespaces(self) -> Mapping[str, tuple[str, ...]]:
        """The folders that hold modules and have no `__init__.py`, by the names that they are imported by."""
        folders: dict[str, set[str]] = {}
        for path in self.files:
            name = self.module_name(path) if path.endswith(SOURCES) else ""
            folder, _, file = path.rpartition("/")
            name = name if file.startswith("__init__.") else name.rpartition(".")[0]
            while name and folder and not name.startswith("/"):
                if not self.naming.module_path(name):
                    folders.setdefault(name, set()).add(folder)
                name, folder = name.rpartition(".")[0], folder.rpartition("/")[0]
        return {name: tuple(sorted(paths)) for name, paths in folders.items()}

    def has_folder(self, folder: str) -> bool:
        """Whether anything lies in a folder: then it is a package already, or meant to be none."""
        return any(path.startswith(f"{folder}/") for path in self.files)

    def module_name(self, path: str) -> str:
        return self.naming.module_name(path)

    def canonical(self, path: str) -> str:
        """The one file that a module is known by: that of its code and not its stub."""
        return self.naming.module_path(self.module_name(path)) or path

    def module(self, path: str) -> SourceReading | None:
        """A module, parsed; None where it is none, or cannot be read."""
        if path not in self._modules:
            self._modules[path] = self._read_module(path) if path.endswith(SOURCES) else None
        return self._modules[path]

    def readings(self, path: str, names: Sequence[str]) -> list[SourceReading]:
        """All Python in a file that may say something of some names."""
        if is_document(path):
            if path not in self._documents:
                self._documents[path] = self._document(path)
            return self._documents[path]
        reading = self.module(path)
        if reading is None:
            return []
        key = (path, *names)
        if key not in self._sessions_read:
            self._sessions_read[key] = self._sessions(reading, names)
        sessions = self._sessions_read[key]
        return [reading] if sessions is None else [reading, sessions]

    @property
    def manifests(self) -> Iterator[str]:
        """Each `pyproject.toml`."""
        yield from (path for path in self.paths if path.rpartition("/")[2] == MANIFEST)

    def fail(self, path: str, reason: str) -> None:
        self.failures.setdefault(path, Failure(path, reason))

    def _read_module(self, path: str) -> SourceReading | None:
        data = self.files.get(path)
        if data is None:
            return None
        view = readable(data)
        if isinstance(view, str):
            self.fail(path, view)
            return None
        return SourceReading(path, view)

    def _sessions(self, module: SourceReading, names: Iterable[str]) -> SourceReading | None:
        """The sessions in the docstrings of a module, where any of them may say something."""
        view = module.view
        if b">>> " not in view.source.data or not any(_is_in_session(view, name) for name in names):
            return None
        from tdomcheck.source.docstrings import docstring_fences, docstring_text  # documents only

        text = docstring_text(view.source.data, docstring_fences(view.source, view.tree.root, of_any=True))
        return SourceReading(module.path, ModuleView(text).closely, module) if text.fences else None

    def _document(self, path: str) -> list[SourceReading]:
        from tdomcheck.source.documents import document_text, read_document  # documents only

        data = self.files[path]
        document = read_document(data, path, is_indented=True)
        self.unread[path] = tuple(fence for fence in document.fences if fence.skipped and fence.lines)
        text = document_text(data, document)
        return [SourceReading(path, ModuleView(text).closely)] if text.fences else []


def readable(data: bytes) -> ModuleView | str:
    """A module, parsed; or why no name of it can be trusted."""
    try:
        view = ModuleView(SourceText(data)).closely
    except Undecodable as error:
        return f"it cannot be read: {error}"
    return view.tree.excess or _trouble(view) or view


def _is_in_session(view: ModuleView, name: str) -> bool:
    """Whether a string with a prompt in it says a name."""
    texts = (each for each in occurrences_of(view, name) if each.role is NameRole.TEXT)
    return any(b">>> " in (each.node.text or b"") for each in texts)


def _trouble(view: ModuleView) -> str:
    """Why no name of a file can be trusted, or nothing."""
    if is_deeper_than(view.tree.root, MOST_LEVELS):
        return f"the code nests deeper than {MOST_LEVELS} levels"
    if not view.tree.is_broken:
        return ""
    from tdomcheck.source.cst import parse_module  # imports LibCST: 0.1 s, for broken files only

    try:
        parse_module(view.source)
    except Unparsable as error:
        return f"line {view.source.position(error.offset).line} does not parse: {error}"
    except Exception as error:  # noqa: BLE001  # LibCST raises other things on odd code; nobody promised that it is code
        return f"it does not parse: {type(error).__name__}"
    return "the grammar of tree-sitter does not know its syntax"
