"""`--repos`: the same run over local checkouts, one after the other, with a patch and a line of report each."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence

from tdomcheck.edges.files import write_report
from tdomcheck.errors import ExitCode, TdomcheckError, UsageError
from tdomcheck.report.jsontext import JsonObject, dump
from tdomcheck.values import dataclass

_PLAIN = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class RepositoryOutcome:
    """What a run came to in one checkout."""

    path: str
    exit_code: int
    patch: str = ""
    changed: int = 0
    left: int = 0
    trouble: str = ""


Run = Callable[[str], RepositoryOutcome]


def read_checkouts(path: str) -> tuple[str, ...]:
    """The folders that a file lists, one a line; raises UsageError for one that is none."""
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            lines = [line.strip() for line in file]
    except OSError as error:
        raise UsageError(f"--repos {path}: it could not be read: {error.strerror}") from None
    home = os.path.dirname(os.path.abspath(path))
    folders = [os.path.join(home, line) for line in lines if line and not line.startswith("#")]
    missing = [folder for folder in folders if not os.path.isdir(folder)]
    if missing or not folders:
        reason = f"{missing[0]} is not a folder" if missing else "it lists no folder"
        raise UsageError(f"--repos {path}: {reason}")
    if len({os.path.realpath(folder) for folder in folders}) < len(folders):
        raise UsageError(f"--repos {path}: it lists a folder twice")
    return tuple(folders)


def run_everywhere(folders: Sequence[str], run: Run, patches: str) -> tuple[str, int]:
    """A JSON line for each checkout, and the worst of their exit codes; one that fails stops none of the others."""
    outcomes = [_tried(folder, run) for folder in folders]
    names = list(_names(folders))
    for outcome, name in zip(outcomes, names, strict=True):
        if outcome.patch:
            write_report(os.path.join(patches, f"{name}.patch"), outcome.patch)
    lines = [dump(_line(outcome, name), None) for outcome, name in zip(outcomes, names, strict=True)]
    return "".join(lines), max((outcome.exit_code for outcome in outcomes), default=0)


def _tried(folder: str, run: Run) -> RepositoryOutcome:
    try:
        return run(folder)
    except TdomcheckError as error:
        return RepositoryOutcome(folder, ExitCode.UNTRUSTWORTHY, trouble=str(error))


def _names(folders: Sequence[str]) -> Iterator[str]:
    """What the patches are called: by the folder, with a number where two have the same name."""
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
        "error": outcome.trouble or None,
    }
