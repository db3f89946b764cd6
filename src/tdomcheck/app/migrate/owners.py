"""Who owns a file, as CODEOWNERS says it."""

from __future__ import annotations

import os
import re

from tdomcheck.config.globs import translate
from tdomcheck.config.regular import read_regular
from tdomcheck.values import dataclass

_PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
_MOST_LINES = 10_000


@dataclass(frozen=True, slots=True)
class Owners:
    """The lines of CODEOWNERS; the last one that matches decides."""

    lines: tuple[tuple[re.Pattern[str], str], ...] = ()

    def of(self, path: str) -> str:
        """The owners of a path from the root of the repository, with blanks between; empty: nobody."""
        return next((names for pattern, names in reversed(self.lines) if pattern.fullmatch(path)), "")


def read_owners(top: str) -> Owners:
    """The first CODEOWNERS that GitHub would read."""
    for place in _PLACES:
        try:
            text = read_regular(os.path.join(top, *place.split("/"))).decode("utf-8", "replace")
        except OSError:
            continue
        return Owners(tuple(_line(line) for line in text.splitlines()[:_MOST_LINES] if _is_rule(line)))
    return Owners()


def _is_rule(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _line(line: str) -> tuple[re.Pattern[str], str]:
    glob, *names = line.partition("#")[0].split()
    return re.compile(translate(glob), re.DOTALL), " ".join(names)
