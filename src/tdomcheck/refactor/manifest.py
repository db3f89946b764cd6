"""Entry points and console scripts: `module:attribute` in `pyproject.toml`."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.model import Span
from tdomcheck.model.changes import Tier
from tdomcheck.refactor.origins import Definition, dotted_home
from tdomcheck.refactor.sites import Site
from tdomcheck.refactor.sources import Sources
from tdomcheck.regex import regex
from tdomcheck.source.toml import Piece, TomlText
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
            for piece in TomlText(sources.files[path]).strings:
                yield from _point(path, piece, sources.files[path])


def _point(path: str, piece: Piece, data: bytes) -> Iterator[EntryPoint]:
    match = _POINT.fullmatch(piece.text)
    literal = data[piece.span.start + 1 : piece.span.end - 1]
    if _TABLES.match(piece.where) is None or match is None or literal != piece.text.encode():
        return
    start = piece.span.start + 1
    yield EntryPoint(path, match[1], match[2] or "", start, start + max(match.start(2), 0))


def manifest_sites(sources: Sources, definition: Definition) -> Iterator[Site]:
    """The entry points that name a definition, or what stands in it."""
    name = definition.last
    for point in entry_points(sources, name):
        parts = point.attribute.split(".") if point.attribute else []
        offset = point.attribute_start
        for index, part in enumerate(parts):
            dotted = ".".join([point.module, *parts[: index + 1]])
            if part == name and dotted_home(sources, dotted) == definition:
                yield Site(point.path, Span(offset, offset + len(name)), name, Tier.STRONG)
            offset += len(part) + 1
