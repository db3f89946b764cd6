"""Code as documents show it."""

from __future__ import annotations

from collections.abc import Iterator


def fenced(text: str, language: str = "python") -> Iterator[str]:
    """A code block, with a fence that is longer than any in the text."""
    longest = max((len(line) - len(line.lstrip("`")) for line in text.split("\n")), default=0)
    fence = "`" * max(3, longest + 1)
    yield f"{fence}{language}"
    yield from (line.rstrip() for line in text.split("\n"))
    yield fence


def marked(text: str, start: int, end: int) -> str:
    """A text with carets below the letters of a place."""
    lines: list[str] = []
    position = 0
    for line in text.split("\n"):
        lines.append(line)
        first, last = max(start - position, 0), min(end - position, len(line))
        first += len(line[first:last]) - len(line[first:last].lstrip())
        if first < last:
            lines.append(" " * first + "^" * (last - first))
        position += len(line) + 1
    return "\n".join(lines)


def code(text: str) -> str:
    """Text as inline code, which may hold backticks and must not be empty; one line."""
    line = " ".join(text.split())
    if not line:
        return "(nothing)"
    longest = max((len(part) for part in line.replace("`", " ` ").split() if set(part) == {"`"}), default=0)
    if not longest:
        return f"`{line}`"
    return f"`` {line} ``"


def cell(text: str) -> str:
    """Text within a table."""
    return text.replace("|", "\\|")
