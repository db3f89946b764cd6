"""Reading a plan: whatever is wrong is a sentence, and nothing is believed before all of it is checked."""

from __future__ import annotations

import json
import os
from itertools import pairwise

from tdomcheck.errors import UsageError
from tdomcheck.model.changes import Tier
from tdomcheck.model.delta import Delta, FileDelta, ProposalRow, RemainderRow, Repository
from tdomcheck.model.fix import Edit
from tdomcheck.model.paths import is_of_git
from tdomcheck.regex import regex
from tdomcheck.report.delta import SCHEMA, delta_id

_DIGEST = regex(r"[0-9a-f]{64}")
_NO_PLAN = f"it is no plan: a plan is an object with schema {SCHEMA!r}, id, repository and files"
_NEWLINES = ("\n", "\r\n", "\r")


class _Wrong(Exception):
    """A part of a plan that is of no use; the text says which and why."""


def read_delta(text: str | bytes, name: str) -> Delta:
    """The delta that a document holds; raises UsageError with what is wrong, under the name of its file."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{name}: it is no plan: it cannot be read as JSON ({error})") from None
    try:
        return _delta(document)
    except _Wrong as error:
        raise UsageError(f"{name}: {error}") from None


def _delta(document: object) -> Delta:
    if not isinstance(document, dict):
        raise _Wrong(_NO_PLAN)
    match document:
        case {"schema": str(schema)} if schema != SCHEMA:
            raise _Wrong(f"its schema is {schema!r}, and this tdomcheck reads {SCHEMA!r}")
        case {"schema": str(), "id": str(given), "repository": repository, "files": list(files)}:
            deltas = tuple(_file(file, f"files[{number}]") for number, file in enumerate(files))
        case _:
            raise _Wrong(_NO_PLAN)
    _check_places(deltas)
    tests = document.get("affected_tests", [])
    delta = Delta(
        deltas,
        _repository(repository),
        tuple(_proposal(row, f"proposals[{n}]") for n, row in enumerate(_rows(document, "proposals"))),
        tuple(_remainder(row, f"remainder[{n}]") for n, row in enumerate(_rows(document, "remainder"))),
        _texts(tests, "affected_tests"),
    )
    if delta_id(delta) != given:
        raise _Wrong("its id is not that of its files: it was changed after it was written; write it anew with --plan")
    return delta


def _rows(document: dict[str, object], key: str) -> list[object]:
    rows = document.get(key, [])
    if not isinstance(rows, list):
        raise _Wrong(f"{key} is no array")
    return rows


def _repository(value: object) -> Repository:
    match value:
        case {"head": (str() | None) as head, "dirty": bool(dirty)}:
            return Repository(head, dirty)
    raise _Wrong("its repository is no object with head and dirty")


_FILE_KEYS = {"path", "new_path", "old_sha256", "new_sha256", "newline", "edits", "symbols"}


def _file(value: object, where: str) -> FileDelta:
    if not isinstance(value, dict) or set(value) != _FILE_KEYS:
        raise _Wrong(f"{where} is no object with {', '.join(sorted(_FILE_KEYS))}")
    path = _path(value["path"], f"{where}.path")
    new_path = "" if value["new_path"] is None else _path(value["new_path"], f"{where}.new_path")
    old, new = (_digest(value[key], f"{where}.{key}") for key in ("old_sha256", "new_sha256"))
    if old is None and new is None:
        raise _Wrong(f"{where} is neither there before nor afterwards: one of its hashes must be given")
    if new_path and (old is None or new is None or new_path == path):
        raise _Wrong(f"{where}.new_path: what is created, deleted, or stays where it is goes nowhere")
    if value["newline"] not in _NEWLINES:
        raise _Wrong(f"{where}.newline is none of \\n, \\r\\n and \\r")
    edits = _edits(value["edits"], f"{where}.edits")
    if new is None and edits:
        raise _Wrong(f"{where} is deleted, and has edits")
    symbols = _texts(value["symbols"], f"{where}.symbols")
    return FileDelta(path, old, new, edits, new_path, str(value["newline"]), symbols)


def _path(value: object, where: str) -> str:
    if not isinstance(value, str) or not value or "\0" in value:
        raise _Wrong(f"{where} is no path")
    parts = value.replace(os.sep, "/").split("/")
    if os.path.isabs(value) or os.path.splitdrive(value)[0] or {"", ".", ".."} & {*parts}:
        raise _Wrong(f"{where} is {value!r}, which is no plain path below the root of the repository")
    if is_of_git(value):
        raise _Wrong(f"{where} is {value!r}, which lies in a folder of git, where nothing is written")
    return value


def _digest(value: object, where: str) -> str | None:
    if value is None or (isinstance(value, str) and _DIGEST.fullmatch(value)):
        return value
    raise _Wrong(f"{where} is neither a SHA-256 in hexadecimal nor null")


def _edits(value: object, where: str) -> tuple[Edit, ...]:
    if not isinstance(value, list):
        raise _Wrong(f"{where} is no array")
    edits = tuple(_edit(edit, f"{where}[{number}]") for number, edit in enumerate(value))
    for number, (one, two) in enumerate(pairwise(edits), 1):
        if two.start < one.end:
            place = f"{where}[{number}] begins at byte {two.start}"
            raise _Wrong(f"{place}, which is inside of the edit before it, or in front of it")
    return edits


def _edit(value: object, where: str) -> Edit:
    match value:
        case {"start_byte": int(start), "end_byte": int(end), "text": str(text), **rest} if not rest:
            if isinstance(start, bool) or isinstance(end, bool) or not 0 <= start <= end:
                raise _Wrong(f"{where} goes from byte {start} to byte {end}, which is no range")
            return Edit(start, end, text)
    raise _Wrong(f"{where} is no object with start_byte, end_byte and text")


def _texts(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _Wrong(f"{where} is no array of texts")
    return tuple(value)


def _check_places(files: tuple[FileDelta, ...]) -> None:
    """No file is changed twice, and no two come to stand at one place."""
    for name, paths in (
        ("stands for", [file.path for file in files]),
        ("is the new place of", [file.new_path or file.path for file in files if file.new_sha256 is not None]),
    ):
        seen: set[str] = set()
        for path in paths:
            if path in seen:
                raise _Wrong(f"{path} {name} more than one of its files")
            seen.add(path)


def _proposal(value: object, where: str) -> ProposalRow:
    match value:
        case {"path": str(path), "line": int(line), "tier": str(tier), "reason": str(reason), "text": str(text)}:
            if tier in {each.value for each in Tier}:
                return ProposalRow(path, line, Tier(tier), reason, text)
    raise _Wrong(f"{where} is no proposal")


def _remainder(value: object, where: str) -> RemainderRow:
    match value:
        case {
            "path": str(path),
            "line": int(line),
            "symbol": str(symbol),
            "codemod": str(codemod),
            "recipe": str(recipe),
            "cycle": int(cycle),
            "reason": str(reason),
            "owner": str(owner),
        }:
            return RemainderRow(path, line, symbol, codemod, recipe, cycle, reason, owner)
    raise _Wrong(f"{where} is no remainder")
