"""The templates on which the real tdom has spoken, each as a file of its own."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("tdom-0.1.20.jsonl")


@dataclass(frozen=True, slots=True)
class Vector:
    number: int
    source: bytes
    outcome: str
    """`ok`, or the stage that fails: `parse` or `render`."""
    message: str
    html: str = ""
    """What is rendered."""


@cache
def vectors() -> tuple[Vector, ...]:
    """All of them, behind the prelude that they refer to."""
    first, *lines = FILE.read_text(encoding="utf-8").splitlines()
    prelude = json.loads(first)["prelude"]
    return tuple(_vector(prelude, json.loads(line)) for line in lines)


def _vector(prelude: str, record: dict[str, str]) -> Vector:
    source = f"{prelude}\nresult = {record['source']}\n".encode()
    return Vector(
        int(record["id"]), source, record.get("stage", "ok"), record.get("message", ""), record.get("html", "")
    )
