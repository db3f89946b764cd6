"""Examples of a rule: the wrong place is marked in the source, and the fix is given beside it."""

from __future__ import annotations

import re
import textwrap

from tdomcheck.regex import regex
from tdomcheck.values import dataclass, field

OPENING, CLOSING = "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}", "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
_FILE = regex(r"^# file: (\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Valid:
    """A source that has no finding; plain text says the same where no option matters."""

    code: str
    options: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Invalid:
    """A source that has a finding, its place, and what the fix makes of it; as written until somebody asks."""

    source: str
    fixed: str | None = None
    expected_message: str | None = None
    is_unsafe: bool = False
    options: dict[str, object] = field(default_factory=dict)

    @property
    def marked(self) -> str:
        """The source with its place between the marks."""
        return dedent(self.source)

    @property
    def code(self) -> str:
        return self.marked.replace(OPENING, "").replace(CLOSING, "")

    @property
    def expected_replacement(self) -> str | None:
        return None if self.fixed is None else dedent(self.fixed)


def invalid(
    source: str,
    *,
    fixed: str | None = None,
    unsafe: bool = False,
    message: str | None = None,
    options: dict[str, object] | None = None,
) -> Invalid:
    """A wrong source, the finding's range between `\u00ab` and `\u00bb`, and what the fix makes of it."""
    start, end = source.find(OPENING), source.find(CLOSING)
    if start < 0 or end < start:
        raise ValueError(f"the example marks no place with {OPENING}{CLOSING}:\n{dedent(source)}")
    if source.count(OPENING) > 1:
        raise ValueError(f"the example marks several places; make an example of each finding:\n{dedent(source)}")
    if fixed is not None and _FILE.search(dedent(source)) and not _FILE.search(dedent(fixed)):
        raise ValueError(f"the example has several files: begin each in `fixed`, too, with `# file: path`:\n{fixed}")
    return Invalid(source, fixed, message, unsafe, options or {})


def dedent(source: str) -> str:
    """Fixit dedents examples in the same way."""
    return textwrap.dedent(re.sub(r"\A\n", "", source))


def split_files(source: str) -> dict[str, str]:
    """The files of an example project: `# file: path` lines begin each; without any it is `example.py`."""
    marks = list(_FILE.finditer(source))
    if not marks:
        return {"example.py": source}
    ends = [mark.start() for mark in marks[1:]] + [len(source)]
    return {mark[1]: source[mark.end() + 1 : end] for mark, end in zip(marks, ends, strict=True)}


__all__ = ["CLOSING", "OPENING", "Invalid", "Valid", "dedent", "invalid", "split_files"]
