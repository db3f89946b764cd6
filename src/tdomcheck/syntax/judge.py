"""The verdict on the syntax of a file."""

from __future__ import annotations

import sys
import typing as t
from collections.abc import Callable

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Span
from tdomcheck.regex import regex
from tdomcheck.source.text import SourceText
from tdomcheck.syntax.annotations import mistake_in_annotations, mistake_in_definition
from tdomcheck.syntax.codegen import needs_compiler
from tdomcheck.syntax.costs import may_be_dear, too_dear_to_compile
from tdomcheck.syntax.interpreter import Answer, compiled, confined, parsed
from tdomcheck.syntax.limits import too_dear
from tdomcheck.syntax.prefixes import without_templates
from tdomcheck.syntax.strings import mistake_in_strings
from tdomcheck.syntax.verdict import Complaint, Fault, Refusal, Unfinished, Verdict
from tdomcheck.values import replace

if t.TYPE_CHECKING:
    from tdomcheck.syntax.older import Older, Release

_NEWEST = (3, 15)
"""The release whose syntax is understood."""
_OUTGROWN = regex(r"no binding for nonlocal '_\w+__\w+' found")
"""Before 3.13 private names were not found where they were assigned in a comprehension."""
_NEW_SCOPE = regex(r"Cannot use (?:comprehension|lambda) in annotation scope within class scope")
"""What 3.12 could not yet do where it has type parameters."""
_SHALLOW = "f-string: expressions nested too deeply"
"""Of specs in specs, of which 3.11 takes one less."""
_LETTER = regex(r"[^\r\n]")
Judge = Callable[[str], Answer]


def judge_syntax(view: ModuleView) -> Verdict:
    """What Python says of a file, whichever release of it is running."""
    reason = too_dear(view)
    if reason:
        return Unfinished(reason)
    mistake = None if view.tree.is_broken else mistake_in_strings(view)
    if mistake is not None:
        return mistake
    is_compiled = needs_compiler(view)
    reason = too_dear_to_compile(view) if is_compiled else ""
    judge = _judge_for(view) if is_compiled and not reason else parsed
    answer = judge_text(view.source.text, judge, has_templates=view.concerns_domain)
    match answer if answer is not None else _overlooked(view, reason):
        case Complaint() as complaint:
            return _placed(view.source, complaint)
        case Fault(reason=reason):
            return Unfinished(reason)
        case verdict:
            return verdict


def _overlooked(view: ModuleView, reason: str) -> Complaint | Verdict:
    """What is wrong with a file that the running release takes; `reason` says why it was not compiled."""
    is_old = sys.version_info < (3, 14)
    if view.tree.is_broken and is_old:
        from tdomcheck.syntax.older import older

        complaint = older(view.source.text, sys.version_info[:2]).complaint  # 3.11 takes `f"{x for x in y}"`
        if complaint is not None:
            return complaint
    if reason:
        return Unfinished(reason)
    mistake = mistake_in_annotations(view) if is_old else None
    return Refusal(view.span(mistake[0]), mistake[1]) if mistake else None


def _judge_for(view: ModuleView) -> Judge:
    return confined if may_be_dear(view) else compiled


def judge_text(
    text: str, judge: Judge, release: Release = sys.version_info[:2], *, has_templates: bool = True
) -> Answer:
    """What a judge says of a text when it is put to it in words that it knows."""
    plain = without_templates(text) if has_templates and release < (3, 14) else text
    answer = judge(plain)
    if isinstance(answer, Complaint):
        if release < (3, 13) and _OUTGROWN.fullmatch(answer.message):
            return None
        if release == (3, 12) and _NEW_SCOPE.fullmatch(answer.message):
            return judge_text(text, judge, (3, 11))
    answer = _judged_again(text, plain, answer, judge, release)
    if isinstance(answer, Complaint) and plain != text and "f-string" in answer.message:
        return _of_template(text, answer)
    return answer


def _judged_again(text: str, plain: str, answer: Answer, judge: Judge, release: Release) -> Answer:
    """The answer to the same in the words of this release, where what is newer or deeper may have misled it."""
    if answer is None:
        return None
    from tdomcheck.syntax.older import older  # a twentieth of a hook, and most files are in order

    if isinstance(answer, Complaint) and release < _NEWEST:
        written = older(text, release)
        if written.is_new(plain):
            answer = _judged_older(text, written, judge)
    if isinstance(answer, Unfinished) and release < (3, 12) and _SHALLOW in answer.reason:
        answer = _judged_older(text, older(text, release), judge)
    if isinstance(answer, Fault) and release < (3, 13):  # over the fields of f-strings, which 3.12 had just learned
        answer = _judged_older(text, older(text, (3, 11)), judge)
    return answer


def _judged_older(text: str, written: Older, judge: Judge) -> Answer:
    """The second try, for what may be wrong to this release alone."""
    answer = judge(written.text)
    if written.complaint is not None and not _is_above(answer, written.stop):
        return written.complaint
    if answer is None:
        answer = _judged_expressions(text, written, judge)
    return answer or written.late


def _is_above(answer: Answer, place: tuple[int, int]) -> bool:
    """Whether a text is wrong before a place from which on it was cut: there a string is open on purpose."""
    if not isinstance(answer, Complaint):
        return False
    return (answer.line, answer.column) < place and not answer.message.startswith("unterminated string")


def _judged_expressions(text: str, written: Older, judge: Judge) -> Answer:
    """What is wrong with code that had to be left out, all of it as one list, each where it was."""
    if not written.expressions:
        return None
    letters = list(_LETTER.sub(" ", text))
    for offset, code in written.expressions:
        letters[offset : offset + len(code) + 1] = [*code, ","]  # where a bracket, a comma or `=` was
    code = f"[{''.join(letters)}\n]"
    answer = judge_text(code, judge)
    mistake = mistake_in_definition(code) if answer is None else None
    if mistake is None:
        return answer
    from tdomcheck.syntax.older import place_of

    node, message = mistake
    line, column = place_of(text, len(code.encode()[: node.start_byte].decode()) - 1)
    return Complaint(message, line, column)


def _of_template(text: str, complaint: Complaint) -> Complaint:
    """The kind of string that the complaint is about, whatever it was called before the parser."""
    from tdomcheck.syntax.older import kind_at, offset_of

    offset = offset_of(text, complaint.line, complaint.column)
    return replace(complaint, message=complaint.message.replace("f-string", kind_at(text, offset)))


def _placed(source: SourceText, complaint: Complaint) -> Refusal:
    """A complaint on the bytes of the file, one of which at least is marked if there is any."""
    start = source.offset(complaint.line, complaint.column)
    end = source.offset(complaint.line, complaint.end_column) if complaint.end_column else start
    size = len(source.data)
    return Refusal(Span(min(start, size), min(max(end, start + 1), size)), complaint.message)
