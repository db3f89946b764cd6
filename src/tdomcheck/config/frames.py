"""Problems of a configuration as a person sees them: the sentence, and the line it is about."""

from __future__ import annotations

from collections.abc import Iterable

from tdomcheck.config.marks import Mark

TAB = 4


def frame(name: str, text: str, mark: Mark | None, message: str) -> str:
    """`name:line: message`, and below it the line with carets."""
    lines = text.split("\n")
    if mark is None or mark.line > len(lines):
        return f"{name}: {message}"
    line = lines[mark.line - 1]
    before = len(_shown(line[: mark.column - 1]).expandtabs(TAB)) + max(0, mark.column - 1 - len(line))
    number = str(mark.line)
    gutter = " " * len(number)
    return "\n".join(
        (
            f"{name}:{mark.line}: {message}",
            f"{gutter} |",
            f"{number} | {_shown(line).expandtabs(TAB)}".rstrip(),
            f"{gutter} | {' ' * before}{'^' * mark.width}",
        )
    )


def _shown(line: str) -> str:
    """A broken file may hold anything; nothing of it may steer a terminal."""
    return "".join(letter if letter.isprintable() or letter == "\t" else "?" for letter in line)


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """`; did you mean ...?` with the nearest known name, or nothing."""
    from difflib import get_close_matches

    folded = {name.casefold(): name for name in sorted(names, reverse=True)}
    close = get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.65)
    return f"; did you mean `{folded[close[0]]}`?" if close else ""
