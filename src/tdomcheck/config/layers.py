"""Who says what: the chain of files, `--config`, the command line; and how the later is laid over the earlier."""
# paths are plain strings here, as the walk has them

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from tdomcheck.config.documents import ConfigDocument, ConfigFiles, parse, shown
from tdomcheck.config.frames import frame
from tdomcheck.config.marks import DEFAULT, Origin, Origins
from tdomcheck.config.schema import BY_NAME, KEYS, Key, KeyType
from tdomcheck.errors import ConfigError
from tdomcheck.model.paths import is_within
from tdomcheck.values import dataclass, replace

COMMAND_LINE = "command line"
INLINE = "--config"
SELECTING = ("extend_select", "ignore", "extend_ignore")


@dataclass(frozen=True, slots=True)
class Layer:
    """The values of one document, by field."""

    document: ConfigDocument
    values: dict[str, Any]  # each key has a type of its own; `tables.READERS` holds them


def chain(path: str, files: ConfigFiles, problems: list[str], checkout: str = "") -> list[ConfigDocument]:
    """A file and what it builds on, the farthest first; with a `checkout`, nothing outside of it is opened."""
    documents: list[ConfigDocument] = []
    while path:
        if documents and checkout and not is_within(os.path.realpath(path), checkout):
            problems.extend(_blamed(documents[-1], ConfigError((f"cannot read {shown(path)}: {_OUTSIDE}",))))
            break
        try:
            document = files.document(path)
        except ConfigError as error:
            problems.extend(error.problems if not documents else _blamed(documents[-1], error))
            break
        if document.table is None:
            silent = ConfigError((f"cannot read {document.name}: it has no [tool.tdomcheck] table",))
            problems.extend(_blamed(documents[-1], silent) if documents else silent.problems)
            break
        if document in documents:
            problems.append(_circle([*documents, document]))
            break
        documents.append(document)
        base = document.table.get("extend", "")
        path = os.path.normpath(os.path.join(os.path.dirname(path), base)) if base and isinstance(base, str) else ""
    return documents[::-1]


_OUTSIDE = "it lies outside of the checkout, and --safe stays inside"


def _blamed(document: ConfigDocument, error: ConfigError) -> Iterable[str]:
    """A file that cannot be read is the fault of the line that asks for it; a broken one has a line of its own."""
    for problem in error.problems:
        is_own = not problem.startswith("cannot read")
        mark = document.value_mark(("extend",))
        yield problem if is_own else frame(document.name, document.text, mark, f"`extend`: {problem}")


def _circle(documents: list[ConfigDocument]) -> str:
    last = documents[-2]
    way = " -> ".join(document.name for document in documents[documents.index(documents[-1]) :])
    mark = last.value_mark(("extend",))
    return frame(last.name, last.text, mark, f"`extend` goes in a circle: {way}")


def inline_documents(texts: Sequence[str], problems: list[str], start: str = "") -> list[ConfigDocument]:
    """One document per `--config 'key = value'`."""
    documents: list[ConfigDocument] = []
    for text in texts:
        try:
            documents.append(ConfigDocument(INLINE, text=text, table=parse(INLINE, text), start=start or os.getcwd()))
        except ConfigError as error:
            problems.extend(error.problems)
    return documents


def command_line(overrides: Mapping[str, object]) -> ConfigDocument:
    """What options say; None and the empty tuple are how click says that an option was not given."""
    table = {name: value for name, value in overrides.items() if value is not None and value != ()}
    return ConfigDocument(COMMAND_LINE, table=table)


def merge(layers: Sequence[Layer], root: str) -> tuple[dict[str, Any], Origins]:
    """The values of all layers, and where each key comes from."""
    merged: dict[str, Any] = {}
    origins = {key.name: DEFAULT for key in KEYS}
    for layer in layers:
        if layer.document.name == COMMAND_LINE and "select" in layer.values:
            _forget_selection(merged, origins)
        for field, value in layer.values.items():
            key = BY_NAME[field.replace("_", "-")]
            fresh = _rebased(key, value, layer.document, root)
            both = _both(key, merged[field], fresh) if field in merged else None
            merged[field] = fresh if both is None else both
            origin = layer.document.origin(key.name)
            origins[key.name] = (origin,) if both is None else (*origins[key.name], Origin(", "), origin)
    return merged, tuple(sorted(origins.items()))


def _forget_selection(merged: dict[str, Any], origins: dict[str, tuple[Origin, ...]]) -> None:
    """`--select` has the last word: no file may take away again what it asks for by selecting something else."""
    for field in SELECTING:
        merged.pop(field, None)
        origins[field.replace("_", "-")] = DEFAULT
    narrowed = (replace(override, select=None, extend_select=()) for override in merged.get("overrides", ()))
    merged["overrides"] = tuple(narrowed)


_NAMED = {KeyType.PATTERNS: "id", KeyType.CODEMODS: "name"}
"""Lists whose items replace those of the same name."""


def _both(key: Key, old: Any, new: Any) -> Any:  # values of any key, of the same type
    """The inherited value and the new one together, or None where the new one replaces it."""
    if key.is_adding:
        return old + tuple(item for item in new if item not in old)
    if key.kind is KeyType.OPTIONS:
        options = {code: dict(values) for code, values in old}
        for code, values in new:
            options.setdefault(code, {}).update(values)
        return tuple((code, tuple(sorted(values.items()))) for code, values in sorted(options.items()))
    if key.kind is KeyType.VIEWS:
        return replace(old, **{name.replace("-", "_"): value for name, value in new.options})
    if key.kind in _NAMED:
        name_of = attrgetter(_NAMED[key.kind])
        names = {name_of(item) for item in new}
        return (*(item for item in old if name_of(item) not in names), *new)
    if key.kind in {KeyType.SEVERITIES, KeyType.BUDGETS, KeyType.IGNORES}:
        return tuple({**dict(old), **dict(new)}.items())
    return None


def _rebased(key: Key, value: Any, document: ConfigDocument, root: str) -> Any:  # values of any key
    """Paths of things that exist once are meant from the file that names them; globs and `src` from the root."""
    if not document.path and key.kind is KeyType.PLUGINS:
        here = document.start  # whoever types a path means it from where they are
        return tuple(os.path.join(here, item) if _is_path(item, here) else item for item in value)
    folder = os.path.dirname(document.path)
    if not document.path or folder == root or key.name == "extend":
        return value
    if key.kind is KeyType.PATH:
        return _from_root(value, folder, root)
    if key.kind is KeyType.PLUGINS:
        return tuple(_from_root(item, folder, root) if _is_path(item, folder) else item for item in value)
    return value


def _is_path(plugin: str, folder: str) -> bool:
    """Whether a plugin is a folder or a file and not a dotted module."""
    return "/" in plugin or plugin.startswith(".") or os.path.exists(os.path.join(folder, plugin))


def _from_root(path: str, folder: str, root: str) -> str:
    if not path or os.path.isabs(path):
        return path
    return os.path.relpath(os.path.join(folder, path), root).replace(os.sep, "/")


def named(path: str) -> str:
    """An absolute path for a file that a person named."""
    return os.path.normpath(os.path.join(os.getcwd(), path))
