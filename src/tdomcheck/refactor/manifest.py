"""Entry points and console scripts: `module:attribute` in `pyproject.toml` and `setup.cfg`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from tdomcheck.errors import Unparsable
from tdomcheck.model import Span
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.chosen_names import is_chosen
from tdomcheck.refactor.origins import Definition, dotted_home
from tdomcheck.refactor.sites import Site
from tdomcheck.refactor.sources import Sources
from tdomcheck.regex import regex
from tdomcheck.source.toml import TomlText
from tdomcheck.values import dataclass

_POINT = regex(r"([A-Za-z_][\w.]*)(?:\s*:\s*([A-Za-z_][\w.]*))?(?:\s*\[[^\]]*\])?")
_TABLES = regex(r"(?:project|tool\.poetry)\.(?:scripts|gui-scripts|plugins|entry-points)\.|project\.readme\.")


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """What a manifest says a script or a plugin is."""

    path: str
    module: str
    attribute: str
    """Dotted; empty for the module itself."""
    module_start: int
    attribute_start: int


def entry_points(sources: Sources, name: str) -> Iterator[EntryPoint]:
    """Those of the manifests that mention a name."""
    wanted = set(sources.mentioning(name))
    for path in sources.manifests:
        if path in wanted:
            yield from _points(TomlText(sources.files[path]), path)
    for path in sorted(wanted):
        if path.rpartition("/")[2] == "setup.cfg":
            yield from _configured_points(path, sources.files[path])


def _configured_points(path: str, data: bytes) -> Iterator[EntryPoint]:
    """Those of `setup.cfg`: below their group as `name = module:attribute`, or behind it on one line."""
    section, start = b"", 0
    for line in data.splitlines(keepends=True):
        header = _SECTION.match(line)
        section = header[1].strip() if header is not None else section
        value = _value(line) if section in _ENTRY_SECTIONS and header is None else b""
        match = _POINT.fullmatch(value.decode("ascii")) if value.isascii() else None
        if match is not None:
            offset = start + line.rindex(value)
            yield EntryPoint(path, match[1], match[2] or "", offset, offset + max(match.start(2), 0))
        start += len(line)


def _value(line: bytes) -> bytes:
    """What stands behind the name of a point; a line that is not indented begins with the group."""
    parts = line.split(b"=")
    is_point = len(parts) == (_INDENTED if line[:1] in {b" ", b"\t"} else _INDENTED + 1)
    return parts[-1].strip() if is_point and not line.lstrip().startswith((b"#", b";")) else b""


_INDENTED = len(("name", "module:attribute"))
_SECTION = regex(rb"\[([^\]]*)\]")
_ENTRY_SECTIONS = frozenset({b"options.entry_points", b"entry_points"})


def _points(file: TomlText, path: str) -> Iterator[EntryPoint]:
    with suppress(Unparsable):
        for piece in file.strings:
            match = _POINT.fullmatch(piece.text) if _TABLES.match(piece.where) is not None else None
            place = file.place(piece) if match is not None else Span(0, 0)
            if match is not None and file.data[place.start + 1 : place.end - 1] == piece.text.encode():
                start = place.start + 1
                yield EntryPoint(path, match[1], match[2] or "", start, start + max(match.start(2), 0))


def manifest_sites(sources: Sources, definition: Definition) -> Iterator[Site]:
    """The entry points that name a definition, or what stands in it."""
    name = definition.last
    for point in entry_points(sources, name):
        parts = point.attribute.split(".") if point.attribute else []
        offset = point.attribute_start
        for index, part in enumerate(parts):
            dotted = ".".join([point.module, *parts[: index + 1]])
            if part == name and dotted_home(sources, dotted) == definition and not is_chosen(sources, dotted):
                yield Site(point.path, Span(offset, offset + len(name)), name, Tier.STRONG)
            offset += len(part) + 1
