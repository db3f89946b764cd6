"""The catalogue kept as data, so that a run that judges nothing imports no rule."""

from __future__ import annotations

import importlib.util
import os
import sys
import typing as t
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache

import tdomcheck
from tdomcheck.catalog.catalog import Catalog, Entry
from tdomcheck.hashes import sha256
from tdomcheck.model import codec
from tdomcheck.model.codec import Unreadable
from tdomcheck.model.paths import is_within
from tdomcheck.values import dataclass


class Keeper(t.Protocol):
    """Where a manifest is kept between runs; the cache is one."""

    def get_text(self, key: str) -> str | None: ...

    def put_text(self, key: str, text: str) -> None: ...


def open_catalog(plugins: Sequence[str], root: str, keeper: Keeper | None = None) -> Catalog:
    """The rules of a run, from the manifest when no source has changed since it was written."""
    stamp = sources_stamp(plugins, root) if plugins else own_stamp()
    text = keeper.get_text(f"catalog {stamp}") if keeper is not None else None
    if text is not None:
        try:
            manifest = codec.loads(text, Manifest)
        except Unreadable:
            pass  # an unreadable manifest is made anew
        else:
            if manifest.helpers_stamp == _stamp_of(manifest.helpers):
                return manifest.catalog(stamp)
    manifest = _loaded(plugins, root)
    if keeper is not None:
        keeper.put_text(f"catalog {stamp}", codec.dumps(manifest))
    return manifest.catalog(stamp)


@dataclass(frozen=True, slots=True)
class Manifest:
    """The catalogue, and the files that plugins import besides: a rule may be changed through them."""

    entries: tuple[Entry, ...]
    helpers: tuple[str, ...]
    helpers_stamp: str
    codemods: tuple[str, ...] = ()

    def catalog(self, stamp: str) -> Catalog:
        return Catalog(self.entries, f"{stamp}{self.helpers_stamp}", self.helpers, self.codemods)


def _loaded(plugins: Sequence[str], root: str) -> Manifest:
    from tdomcheck.catalog.codemods import builtin_names
    from tdomcheck.catalog.load import (  # 0.16 s
        builtin_sources,
        codemod_names,
        import_source,
        load_entries,
        plugin_sources,
    )

    own = load_entries(builtin_sources())
    before = set(sys.modules)
    entries = load_entries([*builtin_sources(), *plugin_sources(plugins, root)]) if plugins else own
    helpers = tuple(sorted(_helpers(set(sys.modules) - before)))
    plugin_modules = [import_source(source) for source in plugin_sources(plugins, root)]
    codemods = {name for module in plugin_modules for name in codemod_names(module)} | set(builtin_names())
    return Manifest(entries, helpers, _stamp_of(helpers), tuple(sorted(codemods)))


def _helpers(modules: Iterable[str]) -> Iterator[str]:
    """The files of modules that came with plugins, without those of packages: with these their folder changes."""
    for name in modules:
        path = getattr(sys.modules.get(name), "__file__", None)
        if path and path.endswith(".py") and "site-packages" not in path and not path.startswith(sys.base_prefix):
            yield os.path.abspath(path)


def sources_stamp(plugins: Sequence[str], root: str) -> str:
    """Changes with every change to a file of ours or of a plugin: names, sizes and times, no contents.

    The names of the plugins belong to it: one that is not there must be looked for, and told. So do the packages that
    are installed, as a plugin may import them, or find that they are not there.
    """
    where = f"{root} {_stamp_of(installed_folders())}" if plugins else ""
    python = f"{sys.implementation.name} {sys.version_info[:3]}"  # whose parser judges the syntax, in its words
    head = f"{tdomcheck.__version__} {python} {sorted(plugins)} {where}"
    return sha256(f"{head}{_stamp_of(source_files(plugins, root))}".encode("utf-8", "replace")).hexdigest()[:32]


@cache
def own_stamp() -> str:
    """The stamp of our own sources; what this process runs was loaded from them, whatever becomes of them."""
    return sources_stamp((), "")


def _stamp_of(paths: Iterable[str]) -> str:
    states: list[str] = []
    stat = os.stat
    for path in paths:
        try:
            status = stat(path)
        except OSError:
            states.append(f"{path}\0-")
        else:
            states.append(f"{path}\0{status.st_size}\0{status.st_mtime_ns}\0{status.st_ctime_ns}")
    return sha256("\0".join(states).encode("utf-8", "surrogateescape")).hexdigest()[:32]


def source_files(plugins: Sequence[str], root: str) -> Iterator[str]:
    """Every file whose change changes what a run finds: the engine, our rules, the plugins."""
    ours = os.path.dirname(os.path.abspath(tdomcheck.__file__))
    rules = importlib.util.find_spec("tdomcheck.rules")
    elsewhere = rules.submodule_search_locations or () if rules else ()  # in a checkout they are not below ours
    apart = frozenset(os.path.join(ours, *room.split("/")) for room in CHANGING)
    yield from _python_files(ours, apart)
    for folder in (folder for folder in elsewhere if not folder.startswith(ours + os.sep)):
        yield from _python_files(folder)
    yield from _parser_files()
    yield from sources_of_plugins(plugins, root)


CHANGING = (
    "app/events", "app/migrate", "app/patching", "convert", "refactor", "report/events", "stitch",
)  # fmt: skip
"""Rooms that change files or tell of it: nothing in them says what is found. To stat them is a tenth of a short run."""
_PARSERS = ("libcst", "tree_sitter", "tree_sitter_python")
_LIBRARIES = (".so", ".pyd", "__init__.py")


def installed_folders() -> list[str]:
    """Where the packages are that we run with; one that is upgraded changes its folder."""
    return [path for path in sys.path if os.path.basename(path) in {"site-packages", "dist-packages"}]


def _parser_files() -> Iterator[str]:
    """The files of each parser that another release of it changes: what they take decides what is found."""
    for parser in _PARSERS:
        for folder in (os.path.join(folder, parser) for folder in installed_folders()):
            names = sorted(os.listdir(folder)) if os.path.isdir(folder) else ()
            yield from (os.path.join(folder, name) for name in names if name.endswith(_LIBRARIES))


def sources_of_plugins(plugins: Sequence[str], root: str) -> Iterator[str]:
    """The sources of plugins."""
    for plugin in plugins:
        path = os.path.join(root, plugin)
        if os.path.isdir(path):
            yield from _python_files(path)
        elif os.path.isfile(path):
            yield path
        else:
            yield from _module_files(plugin)


def plugin_files(name: str, root: str, project: str) -> Iterator[str]:
    """What would be read to import a plugin, found without importing anything: files, and the folders of modules.

    Of a module by its dotted name, only what lies in the project: the rest is installed, as we are."""
    path = os.path.join(root, name)
    if os.path.isdir(path):
        yield path
        yield from _tree(path)
    elif os.path.lexists(path):
        yield path
    else:
        for place in _top_places(name):
            if project and is_within(os.path.realpath(place), project):
                yield place
                yield from _tree(place) if os.path.isdir(place) else ()


def _top_places(name: str) -> Iterator[str]:
    """Where the outermost package of a dotted name is; to look for the inner ones would import it."""
    top = name.partition(".")[0]
    try:
        spec = importlib.util.find_spec(top) if top.isidentifier() else None
    except (ImportError, ValueError):
        return
    if spec is not None:
        yield from spec.submodule_search_locations or ()
        if spec.origin and not spec.submodule_search_locations:
            yield spec.origin


def _tree(folder: str, apart: Container[str] = frozenset()) -> Iterator[str]:
    """The Python files below a folder and the folders that they are in, but for links to others and what is apart."""
    pending = [folder]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.name.endswith(".py"):
                    yield entry.path
                elif entry.name.isidentifier() and entry.path not in apart and entry.is_dir(follow_symlinks=False):
                    yield entry.path
                    pending.append(entry.path)


def _module_files(name: str) -> Iterator[str]:
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return
    if spec is not None and spec.origin:
        yield spec.origin


def _python_files(folder: str, apart: Container[str] = frozenset()) -> Iterator[str]:
    return (path for path in _tree(folder, apart) if path.endswith(".py"))
