"""New values of YAML, as they read at their place."""

from __future__ import annotations

import json
import textwrap

from tdomcheck.regex import regex
from tdomcheck.stitch.languages import YAML, parsed
from tdomcheck.stitch.paths.values import BadValue, Plain, Steps
from tdomcheck.stitch.paths.yaml_reading import read_yaml
from tdomcheck.stitch.paths.yaml_tree import BLOCKS, content_of, top_of
from tdomcheck.values import dataclass

_PLAIN_KEY = regex(r"[A-Za-z_./][\w./-]*")


@dataclass(frozen=True, slots=True)
class NewValue:
    """The text of a new value."""

    lines: tuple[str, ...]
    """Without what all of them are indented by."""
    is_block: bool
    """A mapping or a sequence in block style, which begins a line."""
    is_deep: bool
    """Its further lines are further in than its first."""

    @classmethod
    def of(cls, text: str) -> NewValue:
        lines = tuple(textwrap.dedent(text).strip("\n").split("\n"))
        root = parsed(YAML, ("\n".join(lines) + "\n").encode())
        content = content_of(top_of(root))
        kind = content.type if content is not None else ""
        is_deep = all(line.startswith(" ") for line in lines[1:] if line.strip())
        return cls(lines, kind in BLOCKS, is_deep)

    def at(self, prefix: str) -> str:
        """The lines of a block, each but the first behind a prefix."""
        return "\n".join([self.lines[0], *(f"{prefix}{line}" if line.strip() else "" for line in self.lines[1:])])

    def inline(self, prefix: str, unit: str) -> tuple[str, str]:
        """What stands behind a key, and the lines below: they are further in than the key."""
        inner = prefix if self.is_deep else prefix + unit
        first, _, rest = self.at(inner).partition("\n")
        return first, f"\n{rest}" if rest else ""


def nested(steps: Steps, body: NewValue, unit: str, *, is_flat: bool = False) -> str:
    """A value below the keys that lead to it, as lines that begin at the margin; flat sequences are as far in."""
    lines = list(body.lines)
    is_block = body.is_block
    for number, step in enumerate(reversed(steps)):
        inner = unit if number or is_block or not body.is_deep else ""
        if isinstance(step, int):
            lines = [f"- {lines[0]}", *(f"  {line}" if line.strip() else "" for line in lines[1:])]
        elif is_block:
            inner = "" if is_flat and lines[0].startswith("- ") else inner
            lines = [f"{shown_key(step)}:", *(f"{inner}{line}" if line.strip() else "" for line in lines)]
        else:
            head = f"{shown_key(step)}: {lines[0]}"
            lines = [head, *(f"{inner}{line}" if line.strip() else "" for line in lines[1:])]
        is_block = True
    return "\n".join(lines)


def shown_key(step: str | int) -> str:
    text = str(step)
    if _PLAIN_KEY.fullmatch(text) and isinstance(_said(text), tuple) and _said(text)[0].endswith(":str"):
        return text
    return json.dumps(text, ensure_ascii=False)


def _said(text: str) -> Plain:
    try:
        return read_yaml(text)
    except BadValue:
        return None
