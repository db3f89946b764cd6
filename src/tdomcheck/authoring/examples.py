"""Examples of a rule: the wrong place is marked in the source, and the fix is given beside it."""

from __future__ import annotations

import re
import textwrap

from fixit import Invalid as FixitInvalid
from fixit import Valid
from libcst.metadata import CodePosition, CodeRange

OPENING, CLOSING = "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}", "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"
_FILE = re.compile(r"^# file: (\S+)$", re.MULTILINE)


class Invalid(FixitInvalid):
    """A Fixit example that also knows the marked place and how sure its fix is."""

    marked: str
    is_unsafe: bool
    options: dict[str, object]


def invalid(
    source: str,
    *,
    fixed: str | None = None,
    unsafe: bool = False,
    message: str | None = None,
    options: dict[str, object] | None = None,
) -> Invalid:
    """A wrong source, the finding's range between `\u00ab` and `\u00bb`, and what the fix makes of it."""
    marked = dedent(source)
    start, end = marked.find(OPENING), marked.find(CLOSING)
    if start < 0 or end < start:
        raise ValueError(f"the example marks no place with {OPENING}{CLOSING}:\n{marked}")
    code = marked.replace(OPENING, "").replace(CLOSING, "")
    found = CodeRange(_position(code, start), _position(code, end - 1))
    example = Invalid(code, found, message, dedent(fixed) if fixed is not None else None)
    object.__setattr__(example, "marked", marked)
    object.__setattr__(example, "is_unsafe", unsafe)
    object.__setattr__(example, "options", options or {})
    return example


def dedent(source: str) -> str:
    """Fixit dedents examples in the same way."""
    return textwrap.dedent(re.sub(r"\A\n", "", source))


def _position(code: str, index: int) -> CodePosition:
    before = code[:index]
    return CodePosition(before.count("\n") + 1, index - (before.rfind("\n") + 1))


def split_files(source: str) -> dict[str, str]:
    """The files of an example project: `# file: path` lines begin each; without any it is `example.py`."""
    marks = list(_FILE.finditer(source))
    if not marks:
        return {"example.py": source}
    ends = [mark.start() for mark in marks[1:]] + [len(source)]
    return {mark[1]: source[mark.end() + 1 : end] for mark, end in zip(marks, ends, strict=True)}


__all__ = ["CLOSING", "OPENING", "Invalid", "Valid", "dedent", "invalid", "split_files"]
