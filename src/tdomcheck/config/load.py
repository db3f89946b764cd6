"""Finds the configuration of a folder and makes settings of it; every problem is reported at once."""
# pathlib would cost more than the questions, which are asked for every folder of a walk

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import tdomcheck
from tdomcheck.config.documents import NAMES, PYPROJECT, ConfigFiles, Document
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

Catalog: TypeAlias = Sequence[RuleInfo] | Callable[[tuple[str, ...], str], Sequence[RuleInfo]]
"""The rules; or what makes them of the `plugins` of a configuration and its root, which only it knows."""


def find_config(folder: str, *, stop: str | None = None, files: ConfigFiles | None = None) -> str | None:
    """The closest configuration at or above a folder, up to `stop` or the root of the file system."""
    known = ConfigFiles() if files is None else files
    folder = named(folder)
    last = named(stop) if stop else ""
    while True:
        found = _in_folder(folder, known)
        parent = os.path.dirname(folder)
        if found or folder in {parent, last}:
            return found
        folder = parent


def _in_folder(folder: str, files: ConfigFiles) -> str | None:
    for name in NAMES:
        path = os.path.join(folder, name)
        if files.is_present(path) and (name != PYPROJECT or files.document(path).table is not None):
            return path
    return None


def load_settings(
    path: str | None,
    *,
    overrides: Mapping[str, object] | None = None,
    inline: Sequence[str] = (),
    catalog: Catalog,
    files: ConfigFiles | None = None,
    root: str = "",
) -> Settings:
    """Settings of a file (None: the defaults, for `root`), of `--config 'key = value'` and of the command line."""
    problems: list[str] = []
    source = named(path) if path else ""
    home = os.path.dirname(source) if source else named(root or ".")
    documents = chain(source, ConfigFiles() if files is None else files, problems)
    documents += [*inline_documents(inline, problems), command_line(overrides or {})]
    rules = catalog(_plugins(documents, home), home) if callable(catalog) else catalog
    names = RuleNames.of([*rules, *map(pattern_info, _first(documents, home).get("pattern", ()))])
    layers = [_layer(document, names, problems) for document in documents]
    if problems:
        raise ConfigError(tuple(dict.fromkeys(problems)))
    values, origins = merge(layers, home)
    return Settings(root=home, source=source, **decided(values, origins, home))


def _plugins(documents: Sequence[Document], root: str) -> tuple[str, ...]:
    return tuple(_first(documents, root).get("plugins", ()))


def _first(documents: Sequence[Document], root: str) -> dict[str, Any]:
    """Plugins and patterns, read before anything else: what the other keys may name depends on them."""
    keys = tuple(key for key in KEYS if key.name in {"plugins", "pattern"})
    layers = []
    for document in documents:
        table = {name: value for name, value in (document.table or {}).items() if name in {"plugins", "pattern"}}
        reader = Reader(document, RuleNames.of(()), tdomcheck.__version__)
        layers.append(Layer(document, read_table(reader, table, keys)))
    return merge(layers, root)[0]


def _layer(document: Document, names: RuleNames, problems: list[str]) -> Layer:
    reader = Reader(document, names, tdomcheck.__version__)
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
    root: str = "."
    """The root of the settings where there is no configuration file."""
    stop: str | None = None
    files: ConfigFiles = field(default_factory=ConfigFiles)
    _closest: dict[str, str | None] = field(default_factory=dict)
    _settings: dict[str | None, Settings] = field(default_factory=dict)

    def settings_for(self, folder: str) -> Settings:
        """The settings that hold for files in an absolute folder; a ConfigError lists all that is wrong with them."""
        path = self._path(folder)
        if path not in self._settings:
            self._settings[path] = load_settings(
                path,
                overrides=self.overrides,
                inline=self.inline,
                catalog=self.catalog,
                files=self.files,
                root=self.root,
            )
        return self._settings[path]

    def _path(self, folder: str) -> str | None:
        if self.is_isolated or self.config:
            return None if self.is_isolated else self.config
        asked: list[str] = []
        found: str | None = None
        while folder not in self._closest:
            asked.append(folder)
            found = _in_folder(folder, self.files)
            parent = os.path.dirname(folder)
            if found or folder in {parent, self.stop}:
                break
            folder = parent
        else:
            found = self._closest[folder]
        self._closest.update(dict.fromkeys(asked, found))
        return found

    @property
    def all_settings(self) -> tuple[Settings, ...]:
        """All different settings so far, by root."""
        return tuple(sorted(self._settings.values(), key=lambda settings: settings.source))

    @property
    def watched(self) -> tuple[str, ...]:
        """All files that were read, and all places where there was none: if one changes or appears, ask anew."""
        return tuple(sorted(self.files.asked))
