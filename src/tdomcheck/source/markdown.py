"""The Python in Markdown and MyST: fenced blocks, also in lists, in quotes and in directives that hold prose."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tdomcheck.regex import regex
from tdomcheck.source.fences import CodeLine, Fence, Lines, body_lines, is_prompt, loose_sessions, session
from tdomcheck.source.wrong import is_good_comment, is_old_title, is_wrong_title, wrong_lead
from tdomcheck.values import replace

_OPEN = regex(
    rb"^(?P<lead>(?:[ \t]|>|(?:[-*+]|\d{1,3}[.)])[ ](?=[ ]*[`~]))*)(?P<ticks>`{3,}|~{3,}|:{3,})(?P<info>[^`]*)$"
)
_WORD = regex(r"(?:\{\s*\.?)?(?P<word>[\w+-]*)")
_DIRECTIVE = regex(r"\{(?P<name>[\w:-]+)\}\s*(?P<argument>\S*)")
_OPTION = regex(rb"^[ \t>]*:[\w-]+:")
PYTHON = frozenset({"python", "py", "python3", "py3", "pycon", "pycon3", "python-console", "ipython", "ipython3"})
CONSOLE = frozenset({"pycon", "pycon3", "python-console", "doctest"})
CODE = frozenset({"code-block", "code", "sourcecode", "code-cell"})
"""Directives whose argument is the language."""
TESTS = frozenset({"testcode", "testsetup", "testcleanup", "doctest"})
"""Directives that hold Python, whatever follows."""
_VERBATIM = CODE | TESTS | {"testoutput", "literalinclude", "parsed-literal", "mermaid", "math", "raw", "eval-rst"}


def markdown_fences(lines: Lines) -> tuple[list[Fence], list[int]]:
    """The Python blocks of a document, and the lines outside of all blocks."""
    scan = _Scan(lines)
    scan.run()
    return scan.found, scan.prose


def indented_sessions(lines: Lines, prose: Sequence[int]) -> list[Fence]:
    """The sessions that are set off by indentation alone; what begins a line with `>>>` is a quote of a quote."""
    loose = (fence for fence in loose_sessions(lines, prose) if lines.text(fence.line - 1)[:1] in {b" ", b"\t"})
    return [judged(lines, fence, lines.above(fence.line - 1)) for fence in loose]


class _Scan:
    """One walk over the lines."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self.found: list[Fence] = []
        self.prose: list[int] = []
        self._containers: list[bytes] = []
        self._above: list[str] = []
        """The prose so far; every block of code is one line of it."""

    def run(self) -> None:
        index = 0
        while index < len(self._lines):
            index = self._step(index)

    def _step(self, index: int) -> int:
        """Take one line, or a block or a comment of many; the line to go on with."""
        text = self._lines.text(index)
        stripped = text.strip()
        if stripped.startswith(b"<!--") and b"-->" not in stripped:
            return self._behind_comment(index)
        opening = _OPEN.match(text) if stripped[:1] in b"`~:>-*+0123456789" else None
        if opening is None:
            self.prose.append(index)
            self._above.append(text.decode("utf-8", "replace"))
            return index + 1
        ticks, info = opening["ticks"], opening["info"].decode("utf-8", "replace").strip()
        if not info and any(_closes(ticks, container) for container in self._containers):
            while not _closes(ticks, self._containers.pop()):
                pass
            return index + 1
        directive = _DIRECTIVE.match(info)
        if directive and directive["name"] not in _VERBATIM:
            self._containers.append(ticks)
            return index + 1
        if ticks.startswith(b":") and not directive:
            return index + 1
        return self._block(index, opening["lead"], ticks, info)

    def _behind_comment(self, index: int) -> int:
        following = index + 1
        while following < len(self._lines) and b"-->" not in self._lines.text(following):
            following += 1
        return following + 1

    def _block(self, index: int, lead: bytes, ticks: bytes, info: str) -> int:
        quotes = lead.count(b">")
        closing = index + 1
        while closing < len(self._lines):
            text = self._lines.text(closing)
            if (
                _closes(text.strip(b" \t>"), ticks)
                or text[: len(text) - len(text.lstrip(b" \t>"))].count(b">") < quotes
            ):
                break
            closing += 1
        is_closed = closing < len(self._lines)
        language = _language(info)
        indices = list(range(index + 1, closing))
        if language or (not info and indices and any(map(is_prompt, map(self._lines.text, indices[:3])))):
            self._keep(index, indices, lead, language or "pycon", info, is_closed=is_closed)
        self._above.append("```")
        return closing + 1 if is_closed and _closes(self._lines.text(closing).strip(b" \t>"), ticks) else closing

    def _keep(self, index: int, indices: list[int], lead: bytes, language: str, info: str, *, is_closed: bool) -> None:
        if info.startswith("{"):
            indices = _without_options(self._lines, indices)
        filled = [line for line in indices if self._lines.text(line).strip(b" \t>")]
        start, end = self._lines.spans[index][0], self._lines.spans[indices[-1] if indices else index][2]
        if language in CONSOLE or (filled and is_prompt(self._lines.text(filled[0]))):
            fence = session(self._lines, indices or [index], index + 1, language)
            fence = replace(fence, start=start, end=end)
        else:
            blank = re.sub(rb"[^>\t]", b" ", lead)
            fence = Fence(index + 1, language, start, end, body_lines(self._lines, indices, blank))
        reason = "" if is_closed else "it is never closed"
        self.found.append(judged(self._lines, fence, self._above[-200:], reason))


def judged(lines: Lines, fence: Fence, above: Sequence[str], reason: str = "") -> Fence:
    """A block, skipped where its surroundings call it wrong."""
    if reason:
        return replace(fence, skipped=reason)
    lead = wrong_lead(above)
    texts = [_text(lines, line) for line in fence.lines]
    first = next((text for text in texts if text.strip()), "")
    good = [number for number, text in enumerate(texts) if is_good_comment(text)]
    new = next((number for number in good if texts[number][:1] == "#"), None) if is_old_title(first) else None
    if lead:
        reason = f'it is shown as wrong ("{lead[-60:]}")'
    elif new is not None:
        fence = replace(fence, lines=fence.lines[new:])
    elif is_wrong_title(first) and not good:
        reason = f'it is shown as wrong ("{first.strip()[:60]}")'
    elif not first:
        reason = "it is empty"
    return replace(fence, skipped=reason)


def _text(lines: Lines, line: CodeLine) -> str:
    return lines.data[line.code : line.end].decode("utf-8", "replace")


def _closes(text: bytes, ticks: bytes) -> bool:
    """A line of the same signs, at least as many."""
    return len(text) >= len(ticks) and not text.strip(ticks[:1])


def _language(info: str) -> str:
    """`python` and its like, as the report shows it; empty for all else."""
    directive = _DIRECTIVE.match(info)
    if directive and directive["name"] in _VERBATIM:
        name, argument = directive["name"], directive["argument"].lower()
        if name in TESTS:
            return "doctest" if name == "doctest" else name
        return argument if name in CODE and argument in PYTHON else ""
    word = _WORD.match(info)
    language = word["word"].lower() if word else ""
    return language if language in PYTHON else ""


def _without_options(lines: Lines, indices: list[int]) -> list[int]:
    """The body of a directive: what stands below its options, `:name: value` or YAML between dashes."""
    texts = [lines.text(index).strip(b" \t>") for index in indices]
    if texts[:1] == [b"---"] and b"---" in texts[1:]:
        return indices[texts.index(b"---", 1) + 1 :]
    count = 0
    while count < len(indices) and _OPTION.match(lines.text(indices[count])):
        count += 1
    return indices[count:]
