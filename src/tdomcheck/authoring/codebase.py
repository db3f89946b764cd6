"""The files of a project as a codemod asks for them: read, parsed and told of one at a time, when it asks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property

import tree_sitter

from tdomcheck.authoring.shown import ShownCode, code_shown_in
from tdomcheck.errors import Undecodable
from tdomcheck.facts.extract.file import extract_facts
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.project.offered_imports import OfferedImports
from tdomcheck.facts.records import STARRED, FileFacts
from tdomcheck.model import Span, Targets
from tdomcheck.model.suffixes import SOURCES, is_document
from tdomcheck.source.text import SourceText


class Codebase:
    """A project with the contents that its files have now."""

    def __init__(
        self,
        contents: Mapping[str, bytes],
        *,
        roots: Sequence[str] = ("",),
        writable: Collection[str] | None = None,
        targets: Targets | None = None,
        kept: Callable[[str], Sequence[Span]] | None = None,
    ) -> None:
        self.contents = contents
        """By path from the root of the project, with `/`; one that cannot be read is not among them."""
        self.roots = tuple(roots)
        """The folders that imports start from."""
        self.targets = targets or Targets()
        self._writable = writable
        self._kept = kept
        self._views: dict[str, ModuleView | None] = {}
        self._shown: dict[str, ShownCode] = {}

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self.contents))

    @property
    def sources(self) -> tuple[str, ...]:
        """The Python files."""
        return tuple(path for path in self.paths if path.endswith(SOURCES))

    def is_writable(self, path: str) -> bool:
        """Whether the run may change a file: PATHS bound what is written, not what is read."""
        return self._writable is None or path in self._writable

    def is_kept(self, path: str, start: int, end: int) -> bool:
        """Whether a comment keeps some bytes of a file as they are, all of them or a part."""
        kept = self._kept(path) if self._kept is not None and b"tdomcheck:" in self.contents[path] else ()
        return any(start <= span.end and span.start <= end for span in kept)

    def view(self, path: str) -> ModuleView | None:
        """A Python file as tree-sitter, names and templates; None for what is no text, or no Python file."""
        if path not in self._views:
            self._views[path] = self._read(path) if path.endswith(SOURCES) else None
        return self._views[path]

    def _read(self, path: str) -> ModuleView | None:
        try:
            return ModuleView(SourceText(self.contents[path])).closely
        except Undecodable:
            return None

    def shown(self, path: str) -> ShownCode:
        """The code blocks of a document, or the sessions in the docstrings of a Python file."""
        if path not in self._shown:
            data, module = self.contents[path], self.view(path)
            has_code = is_document(path) or (module is not None and b">>> " in data)
            self._shown[path] = code_shown_in(data, path, module) if has_code else ShownCode(path, data)
        return self._shown[path]

    def shown_reference(self, path: str, block: ModuleView, node: tree_sitter.Node) -> str:
        """The same as `reference`, of a block that a file shows; what a block defines itself nobody else refers to."""
        reference = block.resolve(node)
        is_known = reference and not reference.startswith(STARRED)  # the project does not know the stars of a block
        if is_known or node.type != "identifier" or _is_bound(block, node):
            return "" if reference.startswith(":") else reference
        name, module = block.text(node), self.view(path)
        if module is not None and _is_at_top(module, name):
            return module.scopes.scopes[0].bindings.get(name, "")
        stars = [
            *self.shown(path).stars,
            *(fact.module for fact in (module.imports if module else ()) if fact.name == "*"),
        ]
        starred = (f"{star}.{name}" for star in stars)
        return next((dotted for dotted in starred if self.project.resolve(path, dotted) is not None), "")

    def is_unknown(self, path: str, block: ModuleView, name: tree_sitter.Node) -> bool:
        """Whether nothing in a file tells what a name of a block that it shows means."""
        text, module = block.text(name), self.view(path)
        is_bound = (
            (module is not None and _is_at_top(module, text)) or _is_bound(block, name) or self.shown(path).binds(text)
        )
        return not is_bound and not self.shown_reference(path, block, name)

    def reference(self, path: str, node: tree_sitter.Node, offset: int | None = None) -> str:
        """What a name or a chain of attributes refers to.

        With an `offset` in `utf8`, what it would refer to there."""
        view = self.view(path)
        if view is None:
            return ""
        return view.resolve(node) if offset is None else view.scopes.resolve(view.dotted(node), offset)

    def offered(self, path: str) -> frozenset[str]:
        """The names that others take from a Python file, be they defined or only imported there: rather too many."""
        return self._offered.of(path)

    @cached_property
    def _offered(self) -> OfferedImports:
        return OfferedImports(self.contents)

    @cached_property
    def project(self) -> Project:
        """The facts of all Python files, each read when it is asked for, and what a reference means across them."""
        return Project(_LazyFacts(self.sources, self._facts), self.roots)

    def _facts(self, path: str) -> FileFacts:
        view = self.view(path)
        return FileFacts(is_incomplete=True) if view is None else extract_facts(view)


def _is_at_top(view: ModuleView, name: str) -> bool:
    top = view.scopes.scopes[0]
    return name in top.bindings or name in top.names


def _is_bound(view: ModuleView, name: tree_sitter.Node) -> bool:
    """Whether a scope around a name binds it."""
    text, index = view.text(name), view.scopes.index_at(name.start_byte)
    while index >= 0:
        scope = view.scopes.scopes[index]
        if text in scope.names or text in scope.bindings:
            return True
        index = scope.parent
    return False


class _LazyFacts(Mapping[str, FileFacts]):
    """The facts of files, worked out one by one: to follow a name takes a few of a thousand."""

    def __init__(self, paths: Sequence[str], read: Callable[[str], FileFacts]) -> None:
        self._read = read
        self._known: dict[str, FileFacts | None] = dict.fromkeys(paths)

    def __getitem__(self, path: str) -> FileFacts:
        facts = self._known[path]
        if facts is None:
            facts = self._known[path] = self._read(path)
        return facts

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)
