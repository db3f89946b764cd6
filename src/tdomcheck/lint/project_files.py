"""What pyproject.toml and the locks say by themselves: facts, comments to tdomcheck, and whether they are TOML."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from tdomcheck.facts.records import FileFacts
from tdomcheck.facts.targets.requirements import required_in
from tdomcheck.lint.plan import FileAnalysis
from tdomcheck.lint.remarks import remarks_in
from tdomcheck.model import Span
from tdomcheck.regex import regex
from tdomcheck.source.documents import Remark
from tdomcheck.source.toml import TomlText

_OURS = regex(r"#\s*(?=tdomcheck:)")
_LINE = regex(rb"[^\n]*\n?")


def look_at_project_file(data: bytes, path: str) -> tuple[FileAnalysis, FileFacts]:
    """Raises Undecodable and Unparsable; what no rule asks about is not even read as TOML."""
    file = TomlText(data)
    remarks = remarks_in(path, tuple(_remarks(file)), len(data)) if b"tdomcheck:" in data else ()
    return FileAnalysis(directives=remarks), required_in(file, path)


def _remarks(file: TomlText) -> Iterator[Remark]:
    """The comments that speak to us, each with what it covers: its own line, or the one below that says something."""
    lines = [Span(match.start(), match.end()) for match in _LINE.finditer(file.data) if match[0]]
    starts = [line.start for line in lines]
    for comment in file.comments:
        match = _OURS.search(words := file.data[comment.start : comment.end].decode("utf-8", "replace").rstrip())
        if match is None:
            continue
        start = comment.start + len(words[: match.start()].encode())
        index = bisect_right(starts, start) - 1
        before = file.data[lines[index].start : start]
        if before.strip():
            removal = Span(lines[index].start + len(before.rstrip()), comment.end)
            covered: Span | None = Span(lines[index].start, start)
        else:
            removal = lines[index]
            covered = _below(file, lines[index + 1 :])
        yield Remark(words[match.end() :], start + len(match[0].encode()), removal, covered)


def _below(file: TomlText, lines: list[Span]) -> Span | None:
    """The next line that is neither blank nor a comment; all of what begins there, if something does."""
    for line in lines:
        text = file.data[line.start : line.end]
        if text.strip() and not text.strip().startswith(b"#"):
            begin = line.start + len(text) - len(text.lstrip())
            return next((entry for entry in file.entries if entry.start == begin), line)
    return None
