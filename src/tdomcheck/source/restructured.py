"""The Python in reStructuredText: code directives, and sessions at a prompt wherever they stand."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.regex import regex
from tdomcheck.source.fences import Fence, Lines, body_lines, is_prompt, loose_sessions, session
from tdomcheck.source.markdown import CODE, CONSOLE, PYTHON, TESTS, judged
from tdomcheck.values import replace

_DIRECTIVE = regex(
    rb"^(?P<indent>[ \t]*(?:[-*+#][ ]+|\d+\.[ ]+)?)\.\.[ ]+(?P<name>[\w-]+)::[ \t]*(?P<argument>\S*)[ \t]*$"
)
_OPTION = regex(rb"^[ \t]+:[\w-]+:")
_OTHERS = frozenset({"testoutput", "literalinclude", "parsed-literal", "math", "raw"})


def restructured_fences(lines: Lines) -> tuple[list[Fence], list[int]]:
    """The Python blocks of a document, and the lines outside of all blocks."""
    fences: list[Fence] = []
    prose: list[int] = []
    above: list[str] = []
    index = 0
    while index < len(lines):
        directive = _DIRECTIVE.match(lines.text(index))
        name = directive["name"].decode("ascii", "replace") if directive else ""
        if directive is None or name not in CODE | TESTS | _OTHERS:
            prose.append(index)
            above.append(lines.text(index).decode("utf-8", "replace"))
            index += 1
            continue
        body = _body(lines, index, len(directive["indent"]))
        fence = _fence(lines, index, body, name, directive["argument"].decode("utf-8", "replace").lower())
        if fence is not None:
            fences.append(judged(lines, fence, above[-200:]))
        above.append("```")
        index = body[-1] + 1 if body else index + 1
    fences += [judged(lines, fence, lines.above(fence.line - 1)) for fence in loose_sessions(lines, prose)]
    return sorted(fences, key=lambda fence: fence.start), prose


def _body(lines: Lines, opening: int, indent: int) -> list[int]:
    """The lines below a directive that are indented more than it is."""
    last = opening
    for index in range(opening + 1, len(lines)):
        text = lines.text(index)
        if not text.strip():
            continue
        if len(text) - len(text.lstrip(b" \t")) <= indent:
            break
        last = index
    return list(range(opening + 1, last + 1))


def _fence(lines: Lines, opening: int, body: list[int], name: str, argument: str) -> Fence | None:
    language = name if name in TESTS else argument if name in CODE else ""
    indices = list(body)
    while indices and _OPTION.match(lines.text(indices[0])):
        del indices[0]
    has_prompts = _begins_with_prompt(lines, indices)
    is_bare_session = has_prompts and language in {"", "default"} and name in CODE
    if language not in PYTHON | TESTS and not is_bare_session:
        return None
    start, end = lines.spans[opening][0], lines.spans[body[-1] if body else opening][2]
    if language in CONSOLE or has_prompts:
        fence = session(lines, indices or [opening], opening + 1, language or "pycon")
        return replace(fence, start=start, end=end)
    return Fence(opening + 1, language, start, end, body_lines(lines, indices, b""))


def _begins_with_prompt(lines: Lines, indices: Sequence[int]) -> bool:
    """Whether the first line that is not blank has a prompt."""
    texts = (lines.text(index) for index in indices)
    first = next((text for text in texts if text.strip()), None)
    return first is not None and is_prompt(first)
