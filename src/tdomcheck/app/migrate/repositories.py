"""`--repos`: the same run over local checkouts, one after the other, with a patch and a line of report each."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from tdomcheck.edges.files import write_report
from tdomcheck.errors import ExitCode, TdomcheckError, UsageError
from tdomcheck.regex import regex
from tdomcheck.report.jsontext import JsonObject, dump
from tdomcheck.values import dataclass

_PLAIN = regex(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class RepositoryOutcome:
    """What a run came to in one checkout."""

    path: str
    exit_code: int
    patch: str = ""
    changed: int = 0
    left: int = 0
    trouble: str = ""
    files: tuple[str, ...] = ()
    """What tells more of it: its delta, plan, rows and reports."""


Run = Callable[[str, str], RepositoryOutcome]
"""The run in a folder, and what the checkout is called."""


def read_checkouts(path: str) -> tuple[str, ...]:
    """The folders that a file lists, one a line, whether they are there or not."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            lines = [line.strip() for line in file]
    except OSError as error:
        raise UsageError(f"--repos {path}: it could not be read: {error.strerror}") from None
    home = os.path.dirname(os.path.abspath(path))
    folders = [os.path.join(home, line) for line in lines if line and not line.startswith("#")]
    if not folders:
        raise UsageError(f"--repos {path}: it lists no folder")
    if len({os.path.realpath(folder) for folder in folders}) < len(folders):
        raise UsageError(f"--repos {path}: it lists a folder twice")
    return tuple(folders)


def run_everywhere(folders: Sequence[str], run: Run, patches: str) -> tuple[str, int]:
    """A JSON line for each checkout, and the worst of their exit codes; one that fails stops none of the others."""
    names = names_of(folders)
    outcomes = [_tried(folder, name, run) for folder, name in zip(folders, names, strict=True)]
    for outcome, name in zip(outcomes, names, strict=True):
        if outcome.patch:
            write_report(os.path.join(patches, f"{name}.patch"), outcome.patch)
    lines = [dump(_line(outcome, name), None) for outcome, name in zip(outcomes, names, strict=True)]
    return "".join(lines), max((outcome.exit_code for outcome in outcomes), default=0)


def _tried(folder: str, name: str, run: Run) -> RepositoryOutcome:
    if not os.path.isdir(folder):
        return RepositoryOutcome(folder, ExitCode.UNTRUSTWORTHY, trouble=f"{folder} is not a folder")
    try:
        return run(folder, name)
    except TdomcheckError as error:
        return RepositoryOutcome(folder, ExitCode.UNTRUSTWORTHY, trouble=str(error))


def names_of(folders: Sequence[str]) -> list[str]:
    """What the checkouts are called."""
    return list(_names(folders))


def named_file(path: str, name: str) -> str:
    """The file of one checkout: `rows.csv` is `rows.one.csv`; what is no file, as a device, is one for all."""
    if not path or not _is_own(path):
        return path
    stem, suffix = os.path.splitext(path)
    return f"{stem}.{name}{suffix}"


def check_files(paths: Sequence[str], names: Sequence[str]) -> None:
    """Raise UsageError where the documents of all checkouts would not have a file each."""
    if "-" in paths:
        raise UsageError("--repos prints a line for each checkout, and a document each: name a file, and not -")
    files = [named_file(path, name) for path in paths for name in names]
    counts = Counter(os.path.abspath(file) for file in files if _is_own(file))
    twice = [file for file, count in counts.items() if count > 1]
    if twice:
        raise UsageError(f"{twice[0]} would be written for two checkouts: give other names than {', '.join(paths)}")


def _is_own(path: str) -> bool:
    """Whether a document is a file, and not a device that takes all of them."""
    return not os.path.exists(path) or os.path.isfile(path)


def _names(folders: Sequence[str]) -> Iterator[str]:
    """By the folder, with a number where two have the same name."""
    seen: dict[str, int] = {}
    for folder in folders:
        name = _PLAIN.sub("-", os.path.basename(os.path.normpath(folder))) or "checkout"
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name}-{seen[name]}"


def _line(outcome: RepositoryOutcome, name: str) -> JsonObject:
    return {
        "repository": name,
        "exit_code": int(outcome.exit_code),
        "changed": outcome.changed,
        "left": outcome.left,
        "patch": f"{name}.patch" if outcome.patch else None,
        "files": list(outcome.files),
        "error": outcome.trouble or None,
    }
