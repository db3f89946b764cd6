"""Comments that accept the finding of an example, in every place where they may stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tdomcheck.contract.examples import Example, Source, TextChange, edited
from tdomcheck.contract.expect import contents
from tdomcheck.contract.judge import Judge, JudgeOutcome
from tdomcheck.contract.positions import over_lines, placed
from tdomcheck.contract.show import found_frames, framed, whole
from tdomcheck.contract.syntax import Syntax
from tdomcheck.model import Finding

Writer = Callable[[Source, str], Source | None]
"""A source with a directive for some name put into it."""


def behind(source: Source, name: str) -> Source | None:
    """At the end of the line, or behind the closing quote of a string over several lines."""
    return _behind(source, f"# tdomcheck: ignore[{name}] proved")


def fixit_behind(source: Source, name: str) -> Source | None:
    """Fixit's own comment, which it looks for in Python only."""
    return _behind(source, f"# lint-ignore: {name}") if source.is_python else None


def _behind(source: Source, comment: str) -> Source | None:
    end = _comment_place(source)
    return None if end is None else edited(source, [(end, end, f"  {comment}")])


def _comment_place(source: Source) -> int | None:
    if source.is_python:
        return Syntax(source.text).comment_place(source.mark[0])
    ending = source.text.find("\n", source.mark[0])
    return len(source.text) if ending < 0 else ending


def above(source: Source, name: str) -> Source | None:
    """On a line of its own above the innermost statement, or clause of one, that begins a line."""
    lines = _statement_lines(source)
    if lines is None:
        return None
    return edited(source, [_own_line(source, lines[0], f"# tdomcheck: ignore[{name}] proved")])


def above_in_brackets(source: Source, name: str) -> Source | None:
    """On a line of its own inside brackets, above the physical line."""
    if not source.is_python:
        return None
    syntax = Syntax(source.text)
    start = syntax.line_start(source.mark[0])
    lines = _statement_lines(source)
    if lines is None or start <= lines[0] or not syntax.is_own_line(start):
        return None
    return edited(source, [_own_line(source, start, f"# tdomcheck: ignore[{name}] proved")])


def at_the_top(source: Source, name: str) -> Source | None:
    return edited(source, [(0, 0, f"# tdomcheck: file-ignore[{name}] proved\n")])


def at_the_end(source: Source, name: str) -> Source | None:
    return edited(source, [_last_line(source, f"# tdomcheck: file-ignore[{name}] proved")])


def between(source: Source, name: str) -> Source | None:
    """Between `disable` and `enable` around the whole file."""
    if not source.is_python:
        return None
    first = (0, 0, f"# tdomcheck: disable[{name}] proved\n")
    return edited(source, [first, _last_line(source, f"# tdomcheck: enable[{name}]")])


def between_around(source: Source, name: str) -> Source | None:
    """Between `disable` and `enable` around the statement."""
    lines = _statement_lines(source) if source.is_python else None
    if lines is None:
        return None
    opening = _own_line(source, lines[0], f"# tdomcheck: disable[{name}] proved")
    indent = opening[2].partition("#")[0]
    ending = f"{indent}# tdomcheck: enable[{name}]"
    if lines[1] == len(source.text) and not source.text.endswith("\n"):
        return edited(source, [opening, _last_line(source, ending)])
    return edited(source, [opening, (lines[1], lines[1], f"{ending}\n")])


def _own_line(source: Source, start: int, comment: str) -> TextChange:
    line = source.text[start:].partition("\n")[0]
    indent = line[: len(line) - len(line.lstrip())]
    return (start, start, f"{indent}{comment}\n")


def _last_line(source: Source, comment: str) -> TextChange:
    end = len(source.text)
    return (end, end, f"{comment}\n" if source.text.endswith("\n") else f"\n{comment}\n")


def _statement_lines(source: Source) -> tuple[int, int] | None:
    """From the line on which the innermost statement or clause that begins one starts, to behind its last line."""
    if not source.is_python:
        start = source.text.rfind("\n", 0, source.mark[0]) + 1
        return start, source.text.find("\n", start) % (len(source.text) + 1)
    syntax = Syntax(source.text)
    for node in reversed(syntax.logical_lines(source.mark)):
        start, end = syntax.place(node)
        first = syntax.line_start(start)
        before = source.text[first:start].strip()
        if not before or (before.endswith(";") and syntax.is_own_line(first)):
            return first, min(syntax.line_end(end) + 1, len(source.text))
    return None


WRITERS: Mapping[str, Writer] = {
    "a comment behind the line": behind,
    "a comment above the statement": above,
    "a comment above the line in brackets": above_in_brackets,
    "file-ignore at the top": at_the_top,
    "file-ignore at the end": at_the_end,
    "disable and enable around the file": between,
    "disable and enable around the statement": between_around,
}


def unsuppressed(judge: Judge, example: Example, writer: Writer, name: str) -> str | None:
    """Why a directive does not do its work; None where it cannot stand."""
    written = writer(example.marked[1], name)
    if written is None:
        return None
    changed = example.with_marked(written)
    outcome = judge.say(contents(changed.files), example.options)
    accepted, reported = judge.suppressed(outcome)
    if not outcome.trouble and len(accepted) == 1 and not reported and _is_there(changed, accepted[0]):
        return ""
    return _difference(changed, outcome, reported)


def oversuppressed(judge: Judge, example: Example) -> str | None:
    """Whether a directive for another code accepts the finding; None where no directive can stand."""
    written = behind(example.marked[1], "TDC001")
    if written is None:
        return None
    changed = example.with_marked(written)
    outcome = judge.say(contents(changed.files), example.options)
    accepted, reported = judge.suppressed(outcome)
    if not outcome.trouble and not accepted and len(reported) == 1:
        return ""
    rows = "a directive for TDC001 must leave the finding as it is"
    return f"{rows}: {len(accepted)} accepted, {len(reported)} left {outcome.trouble}\n{whole(contents(changed.files))}"


def _is_there(example: Example, finding: Finding) -> bool:
    path, source = example.marked
    return finding.path == path and finding.span == source.marked_span


def _difference(example: Example, outcome: JudgeOutcome, reported: list[Finding]) -> str:
    path, source = example.marked
    files = contents(example.files)
    if outcome.trouble:
        return f"{outcome.trouble}\n{whole(files)}"
    if not reported:
        rows = ["the directive accepts another finding than the marked one, or there is none"]
    else:
        rows = ["the directive does not accept the finding, or it is called unused"]
    return "\n".join(
        [
            *rows,
            framed("expected to be accepted", path, files[path], source.marked_span),
            *found_frames(reported, files),
        ]
    )


def in_position(judge: Judge, example: Example, statement: str) -> str | None:
    """The directives in one place of the grammar; None where the rule finds nothing there."""
    moved = placed(example.marked[1], statement) if example.marked[1].is_python else None
    return None if moved is None else _where_it_fires(judge, example.with_marked(moved))


def over_several_lines(judge: Judge, example: Example) -> str | None:
    """The directives around a t-string over several lines."""
    moved = over_lines(example.marked[1]) if example.marked[1].is_python else None
    return None if moved is None else _where_it_fires(judge, example.with_marked(moved))


def _where_it_fires(judge: Judge, example: Example) -> str | None:
    outcome = judge.say(contents(example.files), example.options)
    if outcome.trouble or len(outcome.findings) != 1 or not _is_there(example, outcome.findings[0]):
        return None
    answers = [
        unsuppressed(judge, example, writer, judge.cls.CODE)
        for writer in (behind, above, above_in_brackets, between_around)
    ]
    answers.append(oversuppressed(judge, example))
    return "\n\n".join(answer for answer in answers if answer)
