"""What happened in the repository, as the runner tells it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

_SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_MOST_BYTES = 64 << 20

_OWN = frozenset(
    {"create", "delete", "deployment", "deployment_status", "issues", "merge_group", "push", "release", "schedule",
     "workflow_call", "workflow_dispatch"}
)  # fmt: skip
"""Events that are about commits of the repository itself; of any other the payload has to say whose they are."""
_SOMETIMES = frozenset({"issue_comment", "repository_dispatch"})
"""Events that are about a pull request if the payload names one."""
_REQUESTS = frozenset({"pull_request", "pull_request_target", "pull_request_review", "pull_request_review_comment"})
_CHANGES = (("pull_request",), ("workflow_run",), ("issue", "pull_request"), ("client_payload", "pull_request"))
"""Where a payload names code that may come from elsewhere."""


@dataclass(frozen=True)
class Event:
    """The event of a run."""

    name: str = ""
    base: str = ""
    """The commit that it is about compares itself with; empty where it names none."""
    head: str = ""
    """The newest commit of a pull request, which a merge has as its second parent."""
    is_stranger: bool = False
    """It is about code that may come from a fork, or of somebody whose jobs may not write."""
    trouble: str = ""
    """Why nothing is known of it."""

    @property
    def is_change(self) -> bool:
        """Whether it asks to change a branch."""
        return self.name in {"pull_request", "merge_group"}


def read_event(environ: Mapping[str, str]) -> Event:
    """The event of this run; what cannot be read is an event that says nothing."""
    name = environ.get("GITHUB_EVENT_NAME", "")
    try:
        with open(environ.get("GITHUB_EVENT_PATH", ""), "rb") as file:
            payload = json.loads(file.read(_MOST_BYTES))
    except (OSError, ValueError, RecursionError) as error:
        return Event(name, is_stranger=name not in _OWN, trouble=f"the event cannot be read: {error}")
    return event_of(name, payload, environ.get("GITHUB_ACTOR", ""))


def event_of(name: str, payload: object, actor: str = "") -> Event:
    """An event from what GitHub says of it."""
    is_stranger = _is_of_stranger(name, payload) or (name in _REQUESTS and actor == "dependabot[bot]")
    match name:
        case "pull_request" | "pull_request_target":
            head, base = _text(payload, "pull_request", "head", "sha"), _text(payload, "pull_request", "base", "sha")
            return Event(name, _sha(base), _sha(head), is_stranger)
        case "merge_group":
            return Event(name, _sha(_text(payload, "merge_group", "base_sha")), is_stranger=is_stranger)
        case "push":
            return Event(name, _sha(_text(payload, "before")), is_stranger=is_stranger)
        case _:
            return Event(name, is_stranger=is_stranger)


def _is_of_stranger(name: str, payload: object) -> bool:
    changes = [change for keys in _CHANGES if (change := _inner(payload, *keys)) is not None]
    if any(_is_foreign(change, payload) for change in changes):
        return True
    if name in _REQUESTS or name == "workflow_run":
        return not changes
    return name not in _OWN and name not in _SOMETIMES


def _is_foreign(change: object, payload: object) -> bool:
    theirs = _text(change, "head", "repo", "full_name") or _text(change, "head_repository", "full_name")
    ours = _text(change, "base", "repo", "full_name") or _text(payload, "repository", "full_name")
    return not theirs or theirs != ours  # a fork may be gone already, and a comment names none


def _inner(value: object, *keys: str) -> object:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _text(value: object, *keys: str) -> str:
    text = _inner(value, *keys)
    return text if isinstance(text, str) else ""


def _sha(text: str) -> str:
    return text if _SHA.match(text) else ""
