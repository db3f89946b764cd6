"""What happened in the repository, as the runner tells it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

_SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?\Z")
_MOST_BYTES = 64 << 20


@dataclass(frozen=True)
class Event:
    """The event of a run."""

    name: str = ""
    base: str = ""
    """The commit that it is about compares itself with; empty where it names none."""
    head: str = ""
    """The newest commit of a pull request, which a merge has as its second parent."""
    is_stranger: bool = False
    """It is a pull request from a fork, or of somebody whose jobs may not write."""
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
        return Event(name, is_stranger=name == "pull_request", trouble=f"the event cannot be read: {error}")
    return event_of(name, payload, environ.get("GITHUB_ACTOR", ""))


def event_of(name: str, payload: object, actor: str = "") -> Event:
    """An event from what GitHub says of it."""
    match name:
        case "pull_request" | "pull_request_target":
            head, base = _text(payload, "pull_request", "head", "sha"), _text(payload, "pull_request", "base", "sha")
            theirs = _text(payload, "pull_request", "head", "repo", "full_name")
            ours = _text(payload, "pull_request", "base", "repo", "full_name")
            is_stranger = not theirs or theirs != ours or actor == "dependabot[bot]"  # a fork may be gone already
            return Event(name, _sha(base), _sha(head), is_stranger)
        case "merge_group":
            return Event(name, _sha(_text(payload, "merge_group", "base_sha")))
        case "push":
            return Event(name, _sha(_text(payload, "before")))
        case _:
            return Event(name)


def _text(value: object, *keys: str) -> str:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""


def _sha(text: str) -> str:
    return text if _SHA.match(text) else ""
