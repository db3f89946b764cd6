"""Where the SARIF goes, what it is filed under, and whether it may be uploaded."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from tdomcheck_action.event import Event
from tdomcheck_action.inputs import Choice, Inputs

_OURS = (".sarif", ".json")
"""Only what is called so gives way to a report."""


class NoPlace(Exception):
    """A sentence on why a report cannot be written where it should be."""


def place(source: str, wanted: str, allowed: tuple[str, ...]) -> str:
    """Move a report to where it is wanted: not through a link that came with the checkout, nor into a folder of git."""
    folder = os.path.realpath(os.path.dirname(wanted))
    if not is_allowed(folder, allowed):
        raise NoPlace(f"the SARIF is not written to {wanted}: that is not inside of the workspace")
    target = os.path.join(folder, os.path.basename(wanted))
    try:
        if os.path.isdir(target):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if os.path.lexists(target) and not target.endswith(_OURS):
            raise FileExistsError(errno.EEXIST, "another file is there, which is called like no SARIF")
        os.makedirs(folder, exist_ok=True)
        with open(source, "rb") as file:
            data = file.read()
        temporary = os.path.join(folder, f".{os.getpid()}.sarif")
        with open(temporary, "xb") as file, _removed_where_it_fails(temporary):
            file.write(data)
            file.close()  # other systems move no open file
            os.replace(temporary, target)
    except OSError as error:
        raise NoPlace(f"the SARIF could not be written to {wanted}: {error.strerror or error}") from None
    return target


@contextmanager
def _removed_where_it_fails(path: str) -> Iterator[None]:
    try:
        yield
    except OSError:
        with suppress(OSError):
            os.unlink(path)
        raise


def is_allowed(folder: str, tops: Sequence[str]) -> bool:
    """Whether files may be written to a folder; systems that know one name by many spellings are asked by one."""
    inner = os.path.join(os.path.normcase(folder), "")
    roots = [os.path.join(os.path.normcase(os.path.realpath(top)), "") for top in tops if top]
    return ".git" not in folder.lower().split(os.sep) and any(map(inner.startswith, roots))


def file_under(path: str, category: str) -> None:
    """Code scanning keeps one result for each category, and the one in the file wins over what an upload says."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    for run in document["runs"]:
        run["automationDetails"] = {**run.get("automationDetails", {}), "id": f"{category}/"}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file, ensure_ascii=False, separators=(",", ":"))


def why_not_uploaded(inputs: Inputs, event: Event, code: int) -> str:
    """Why the SARIF stays here; empty where it is uploaded.

    Code scanning closes every alert that an upload lacks, so a run that missed something must not upload.
    """
    if not inputs.sarif:
        return "the input `sarif` is empty"
    match inputs.upload_sarif:
        case Choice.NEVER:
            return "the input `upload-sarif` is false"
        case _ if code > 1:
            return f"the run is not to be trusted (exit code {code})"
        case Choice.AUTO if event.is_stranger and event.name != "pull_request":
            return f"the event `{event.name}` may be about the code of a stranger"
        case Choice.AUTO if event.is_stranger:
            return "a pull request from a fork may not write to code scanning"
        case _:
            return ""
