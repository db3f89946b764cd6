"""Regular expressions of globs that are matched without trying every way: `*a*a*a*b` would take for ever otherwise.

What stands between two stars has a fixed length, so its first place is as good as any, and what follows has the most
room behind it. So it is between two `**/`, with whole names of folders. Each such step is an atomic group, which is not
entered again; only the last one, which has to reach the end, tries further places.
"""

from __future__ import annotations

from collections.abc import Sequence

STAR = "[^/]*"
"""Any part of a name."""
ANY_FOLDERS = "(?:.*/)?"
SOME_FOLDERS = "(?:.+/)?"
"""The same, but none with an empty name."""
_LAZY = {ANY_FOLDERS: "(?:.*?/)??", SOME_FOLDERS: "(?:.+?/)??"}


def joined(pieces: Sequence[str]) -> str:
    """Pieces as one expression: those above, and any that match a fixed number of letters; the last may match more."""
    steps: list[tuple[str, list[str]]] = [("", [])]
    for piece in pieces:
        if piece in _LAZY:
            steps.append((piece, []))
        else:
            steps[-1][1].append(piece)
    *first, (folders, last) = steps
    atoms = (f"(?>{_LAZY.get(span, '')}{_names(group, is_last=False)})" for span, group in first)
    return f"{''.join(atoms)}{folders}{_names(last, is_last=True)}"


def _names(pieces: Sequence[str], *, is_last: bool) -> str:
    """What stands between two `**/`."""
    runs: list[list[str]] = [[]]
    for place, piece in enumerate(pieces):
        if piece != STAR:
            runs[-1].append(piece)
        elif not place or pieces[place - 1] != STAR:
            runs.append([])
    start, *fixed = map("".join, runs)
    if not fixed:
        return start
    end = f"{STAR}{fixed[-1]}" if is_last else f"(?>{STAR}?{fixed[-1]})"
    return f"{start}{''.join(f'(?>{STAR}?{run})' for run in fixed[:-1])}{end}"
