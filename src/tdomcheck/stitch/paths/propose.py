"""Wishes for values met together, and the proof that nothing else changes."""

from __future__ import annotations

import contextlib
import typing as t
from collections.abc import Sequence
from itertools import pairwise

from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import Undecodable
from tdomcheck.model import Edit
from tdomcheck.source.text import SourceText
from tdomcheck.stitch.languages import JSON, TOML, DataLanguage, parsed
from tdomcheck.stitch.paths.values import BadValue, NoValue, Plain, Steps, changed, found, refuse_wrapped
from tdomcheck.stitch.proposals import WishRefusal, joined
from tdomcheck.stitch.targets import PathTarget, Wish

if t.TYPE_CHECKING:
    import tree_sitter


class ValueFile(t.Protocol):
    """A file whose values have paths."""

    @property
    def plain(self) -> Plain:
        """What it says; raises BadValue."""
        ...

    def read(self, body: str, steps: Steps) -> Plain:
        """What the text of a value says; raises BadValue."""
        ...

    def span(self, steps: Steps) -> tuple[int, int] | None:
        """Where a value stands; None where there is none. Raises NoValue."""
        ...

    def edits(self, steps: Steps, body: str, *, creates: bool) -> list[Edit]:
        """The edits that put a value at a path; raises NoValue."""
        ...


def splice_values(source: SourceText, language: DataLanguage, wishes: Sequence[Wish]) -> bytes | list[WishRefusal]:
    """The file after all wishes, or why there is none: all of them are met, or none."""
    refusals = _overlaps(wishes)
    if refusals:
        return refusals
    utf8 = SourceText(source.utf8, is_python=False)
    try:
        after = _together(utf8, language, wishes)
    except _Refused as refused:
        return refused.refusals
    met = after if after is not None else _in_turn(utf8, language, wishes)
    return [met] if isinstance(met, WishRefusal) else source.mark + met


MOST_IN_TURN = 500
"""Values that are put into a file one by one."""


class _Refused(Exception):
    def __init__(self, refusals: list[WishRefusal]) -> None:
        super().__init__()
        self.refusals = refusals


def _together(source: SourceText, language: DataLanguage, wishes: Sequence[Wish]) -> bytes | None:
    """All edits at once; None where they get in each other's way, as the first two keys of an empty table do."""
    if len(wishes) > 1 and not source.utf8.strip():
        return None
    file = value_file(language, source.utf8)
    refusals: list[WishRefusal] = []
    edits: list[Edit] = []
    for index, wish in enumerate(wishes):
        try:
            edits += _edits(file, wish, language)
        except (NoValue, BadValue) as error:
            refusals.append(WishRefusal(index, str(error)))
    if refusals:
        raise _Refused(refusals)
    try:
        after = apply_edits(source, joined(edits, source))
    except ValueError:
        return None
    return None if _broken_promise(file, after, language, wishes) else after


def _in_turn(source: SourceText, language: DataLanguage, wishes: Sequence[Wish]) -> bytes | WishRefusal:
    """One after the other, each on what the ones before have made: each is a parse of all of the file."""
    if len(wishes) > MOST_IN_TURN:
        return WishRefusal(MOST_IN_TURN, f"more than {MOST_IN_TURN} values depend on each other; send fewer at once")
    for index, wish in enumerate(wishes):
        file = value_file(language, source.utf8)
        try:
            after = apply_edits(source, sorted(_edits(file, wish, language)))
        except (NoValue, BadValue) as error:
            return WishRefusal(index, str(error))
        reason = _broken_promise(file, after, language, [wish])
        if reason:
            return WishRefusal(index, reason)
        source = SourceText(after, is_python=False)
    return source.data


def _edits(file: ValueFile, wish: Wish, language: DataLanguage) -> list[Edit]:
    """Raises NoValue and BadValue."""
    if not isinstance(wish.target, PathTarget):
        raise NoValue(f"{language.name} has no nodes with names; write TARGET_PATH: key.key[0].key")
    steps = wish.target.steps
    refuse_wrapped(_read(file, wish.text, steps, language), lambda: found(file.plain, steps), steps)
    return file.edits(wish.target.steps, wish.text, creates=wish.creates)


def _read(file: ValueFile, text: str, steps: Steps, language: DataLanguage) -> Plain:
    """What a new value says; raises BadValue, and NoValue where it would be one without its key or its header."""
    try:
        return file.read(text, steps)
    except BadValue:
        with contextlib.suppress(BadValue):
            refuse_wrapped(_in_full(text, language), lambda: None, steps)
        raise


def _in_full(text: str, language: DataLanguage) -> Plain:
    """What a text says as a file, or as the inside of one; raises BadValue."""
    if language is JSON:
        return value_file(language, b"{}").read(f"{{{text.strip().removesuffix(',')}}}", ())
    return value_file(language, text.encode()).plain


def _overlaps(wishes: Sequence[Wish]) -> list[WishRefusal]:
    """Wishes for a value and for a part of it, or for one value twice."""
    targets = [(wish.target, index) for index, wish in enumerate(wishes) if isinstance(wish.target, PathTarget)]
    paths = sorted((_sortable(target.steps), target.steps, index) for target, index in targets)
    refusals: list[WishRefusal] = []
    for (_, steps, first), (_, further, second) in pairwise(paths):
        if further[: len(steps)] == steps:
            refusals.append(
                WishRefusal(second, f"it changes what `{wishes[first].target}` changes, too; send one of them")
            )
    return refusals


def _sortable(steps: Steps) -> tuple[tuple[bool, str], ...]:
    """Paths in an order in which a value stands right before its parts."""
    return tuple((isinstance(step, int), str(step)) for step in steps)


def value_file(language: DataLanguage, utf8: bytes) -> ValueFile:
    root = parsed(language, utf8)
    return _reader(language)(utf8, root)


def _reader(language: DataLanguage) -> t.Callable[[bytes, tree_sitter.Node], ValueFile]:
    if language is JSON:
        from tdomcheck.stitch.paths.json_values import JsonFile

        return JsonFile
    if language is TOML:
        from tdomcheck.stitch.paths.toml_values import TomlFile

        return TomlFile
    from tdomcheck.stitch.paths.yaml_values import YamlFile

    return YamlFile


def _broken_promise(file: ValueFile, after: bytes, language: DataLanguage, wishes: Sequence[Wish]) -> str:
    """Why values cannot be put there, or nothing: afterwards the file must say the same but for them."""
    try:
        said = value_file(language, after).plain
        wanted = file.plain
    except (BadValue, NoValue, Undecodable) as error:
        return f"with this value the file could not be read: {error}"
    for wish in wishes:
        if isinstance(wish.target, PathTarget):  # others were refused
            wanted = changed(wanted, wish.target.steps, file.read(wish.text, wish.target.steps))
    if said != wanted:
        return "with this value the file would say more than was asked for; change it by hand, or give the whole file"
    return ""
