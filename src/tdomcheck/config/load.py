"""Finds the configuration of a folder and makes settings of it; every problem is reported at once."""
# pathlib would cost more than the questions, which are asked for every folder of a walk

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import tdomcheck
from tdomcheck.config.documents import ConfigDocument, ConfigFiles
from tdomcheck.config.hidden import hidden_configurations
from tdomcheck.config.homes import Home, Homes
from tdomcheck.config.layers import Layer, chain, command_line, inline_documents, merge, named
from tdomcheck.config.patterns import pattern_info
from tdomcheck.config.profile import decided
from tdomcheck.config.reader import Reader
from tdomcheck.config.schema import KEYS
from tdomcheck.config.selectors import RuleNames
from tdomcheck.config.settings import Settings
from tdomcheck.config.tables import read_table
from tdomcheck.errors import ConfigError
from tdomcheck.model.rule import RuleInfo
from tdomcheck.values import dataclass, field, replace

Catalog: TypeAlias = Sequence[RuleInfo] | Callable[[tuple[str, ...], str], Sequence[RuleInfo]]
"""The rules; or what makes them of the `plugins` of a configuration and its root, which only it knows."""


@dataclass(frozen=True, slots=True)
class ConfigScope:
    """What a configuration is read for, and how far it is trusted."""

    root: str = ""
    """The folder that globs are relative to; that of the file if nothing is said."""
    workspace: str = ""
    checkout: str = ""
    """The folder that `extend` must not leave; '' if it may."""
    start: str = ""
    """The folder that the run was started in; the current one if nothing is said."""
    admits: Callable[[tuple[str, ...], str], bool] = lambda _names, _origin: True
    """Whether plugins may be loaded, by their names and the file that names them."""


def load_settings(
    path: str | None,
    *,
    overrides: Mapping[str, object] | None = None,
    inline: Sequence[str] = (),
    catalog: Catalog,
    files: ConfigFiles | None = None,
    place: ConfigScope | None = None,
) -> Settings:
    """Settings of a file (None: the defaults), of `--config 'key = value'` and of the command line.

    Plugins that are refused are not loaded, and names that only they could define are no mistakes."""
    place = place or ConfigScope()
    problems: list[str] = []
    source = named(path) if path else ""
    root = named(place.root) if place.root else os.path.dirname(source) or named(".")
    documents = chain(source, ConfigFiles() if files is None else files, problems, place.checkout)
    documents += [*inline_documents(inline, problems, place.start), command_line(overrides or {})]
    first = _first(documents, root)
    refused = _refused_plugins(first, documents, place)
    names = RuleNames.of(_rules(catalog, first, root, is_without_plugins=bool(refused)))
    absent: set[str] | None = set() if refused else None
    layers = [_layer(document, names, problems, absent) for document in documents]
    if problems:
        raise ConfigError(tuple(dict.fromkeys(problems)))
    values, origins = merge(layers, root)
    values = {**values, "plugins": ()} if refused else values
    return Settings(
        root=root,
        source=source,
        workspace=place.workspace,
        refused_plugins=refused,
        absent_rules=tuple(sorted(absent or ())),
        **decided(values, origins, root),
    )


def _refused_plugins(
    first: Mapping[str, Any], documents: Sequence[ConfigDocument], place: ConfigScope
) -> tuple[str, ...]:
    """The plugins that are named and may not be loaded: all or none."""
    plugins = tuple(first.get("plugins", ()))
    return () if not plugins or place.admits(plugins, _origin(documents, "plugins")) else plugins


def _rules(catalog: Catalog, first: Mapping[str, Any], root: str, *, is_without_plugins: bool) -> list[RuleInfo]:
    """The rules that a configuration may name: ours, those of its plugins, and its patterns."""
    if callable(catalog):
        catalog = catalog(() if is_without_plugins else tuple(first.get("plugins", ())), root)
    return [*catalog, *map(pattern_info, first.get("pattern", ()))]


def _origin(documents: Sequence[ConfigDocument], key: str) -> str:
    """The file that has the last word on a key; '' where the command line has it."""
    return next((document.path for document in reversed(documents) if key in (document.table or {})), "")


def _first(
    documents: Sequence[ConfigDocument], root: str, names: frozenset[str] = frozenset({"plugins", "pattern"})
) -> dict[str, Any]:
    """Some keys, read before anything else: what the others may name depends on plugins and patterns."""
    keys = tuple(key for key in KEYS if key.name in names)
    layers = []
    for document in documents:
        table = {name: value for name, value in (document.table or {}).items() if name in names}
        reader = Reader(document, RuleNames.of(()), tdomcheck.__version__)
        layers.append(Layer(document, read_table(reader, table, keys)))
    return merge(layers, root)[0]


def _layer(document: ConfigDocument, names: RuleNames, problems: list[str], absent: set[str] | None) -> Layer:
    reader = Reader(document, names, tdomcheck.__version__, absent=absent)
    values = read_table(reader, document.table or {}, KEYS)
    if "extend" in values and not document.path:
        reader.complain(("extend",), "`extend` can only stand in a file")
    problems.extend(text for _, text in sorted(reader.problems, key=lambda problem: problem[0]))
    return Layer(document, values)


@dataclass(slots=True)
class SettingsCache:
    """Settings per folder: each folder is asked about once, each file is read once."""

    catalog: Catalog
    overrides: Mapping[str, object] = field(default_factory=dict)
    inline: Sequence[str] = ()
    config: str | None = None
    """`--config PATH`: this file for all folders."""
    is_isolated: bool = False
    is_safe: bool = False
    """`extend` does not leave the checkout."""
    root: str = "."
    """The folder that the run was started in."""
    loose_root: Callable[[str], str] | None = None
    """The root of the settings for a folder that no project holds; `root` if nothing is said."""
    files: ConfigFiles = field(default_factory=ConfigFiles)
    admits: Callable[[Home, tuple[str, ...], str], bool] = lambda _home, _names, _origin: True
    """Whether the plugins that a file names for a project may be loaded."""
    _homes: Homes = field(init=False)
    _settings: dict[Home, Settings] = field(default_factory=dict)

    def __post_init__(self) -> None:
        is_fixed = self.is_isolated or self.config is not None
        self._homes = Homes(self.files, self._workspaces, named(self.root), is_isolated=is_fixed)

    def home_of(self, folder: str) -> Home:
        """The project that the files in an absolute folder belong to."""
        if self.config is None or self.is_isolated:
            return self._homes.of(folder)
        path = named(self.config)
        inside = os.path.realpath(os.path.dirname(path))
        source = os.path.join(inside, os.path.basename(path))
        if folder == inside or folder.startswith(inside.rstrip(os.sep) + os.sep):
            return Home(inside, source)
        return replace(self._homes.of(folder), source=source)

    def repository_of(self, folder: str) -> str:
        """The root of the repository around a folder, or ''."""
        return self._homes.top(folder)

    def settings_for(self, folder: str) -> Settings:
        """The settings that hold for files in an absolute folder; a ConfigError lists all that is wrong with them."""
        home = self.home_of(folder)
        if not home.root:
            loose = self.loose_root(folder) if self.loose_root else self.root
            home = replace(home, root=named(loose))
        if home not in self._settings:
            self._settings[home] = load_settings(
                home.source or None,
                overrides=self.overrides,
                inline=self.inline,
                catalog=self.catalog,
                files=self.files,
                place=self._place(home),
            )
        return self._settings[home]

    def _place(self, home: Home) -> ConfigScope:
        checkout = (self._homes.top(home.root) or home.root) if self.is_safe else ""
        return ConfigScope(home.root, home.workspace, checkout, named(self.root), partial(self.admits, home))

    def _workspaces(self, source: str) -> tuple[str, ...]:
        """What a configuration lists, read without the rest of it: that is for who checks its own files."""
        root = os.path.dirname(source)
        return tuple(_first(chain(source, self.files, []), root, frozenset({"workspaces"})).get("workspaces", ()))

    @property
    def all_settings(self) -> tuple[Settings, ...]:
        """All different settings so far, by root."""
        return tuple(sorted(self._settings.values(), key=lambda settings: (settings.source, settings.root)))

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about configurations that are there and not read."""
        is_fixed = self.is_isolated or self.config is not None
        sources = () if is_fixed else (settings.source for settings in self.all_settings)
        return tuple(hidden_configurations(sources, self.files))

    @property
    def watched(self) -> tuple[str, ...]:
        """All files that were read, and all places where there was none: if one changes or appears, ask anew."""
        return tuple(sorted({*self.files.asked, *self.files.marks}))
