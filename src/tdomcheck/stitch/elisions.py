"""Comments by which an author leaves code out: `# ... rest of the class unchanged ...`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tdomcheck.model.suffixes import is_document
from tdomcheck.regex import regex
from tdomcheck.stitch.languages import CodeLanguage, language_of, parsed
from tdomcheck.stitch.nodes.text import Text, comments_of

_DOTS = r"(?:\.{3,}|…)"
_WHAT = r"(?:rest|remainder|remaining|others?|everything|existing|previous|original)"
_STATE = r"(?:unchanged|unmodified|untouched|omitted|elided|same|before|code(?: goes)? here|code|brevity|is)"
_FILLER = (
    r"(?:the|this|of|your|all|as|are|is|remains?|stays?|kept|keep|goes|for|and|else|"
    r"class|function|method|module|file|component|implementation|logic|body|markup|template|content|"
    r"methods|functions|imports|fields|props|attributes|tests|definitions|cases|entries|styles|rules)"
)
_ELISION = regex(
    rf"(?i){_DOTS}"
    rf"|{_DOTS} *\S[^.…]{{0,80}}{_DOTS}"
    rf"|{_DOTS} *(?=[^.…]*\b(?:{_WHAT}|unchanged|omitted|same|as before)\b)[^.…]{{1,80}}"
    rf"|(?=[^.…]*\b(?:{_WHAT}|unchanged|omitted|same|as before)\b)[^.…]{{1,80}}{_DOTS}"
    rf"|(?=.*\b{_WHAT}\b)(?:(?:{_WHAT}|{_FILLER}|{_STATE}) +){{1,8}}{_STATE}"
    r"|(?:unchanged|unmodified|no changes|omitted(?: for brevity)?|snip(?:ped)?)"
)
"""All of a comment, without its signs."""
_ELISION_ALONE = regex(
    rf"(?i)(?=.*\b{_WHAT}\b)(?:(?:{_WHAT}|{_FILLER}|{_STATE}) +){{0,8}}(?:{_WHAT}|{_FILLER}|{_STATE})"
    r"|(?:the |all )?(?:same )?as (?:before|above)"
    r"|(?:keep|leave)s? .{1,80} (?:as (?:is|before|it is|they are|it was|they were)|alone|unchanged)"
)
"""The same where nothing is below it in its block, or `...` before it, which it might be about."""
_LONGEST = 200
_LINE_COMMENT = regex(rb"(?m)^[ \t]*(?P<comment>(?:#|//|/\*|<!--|--|;|\{/\*)[^\n]*)")
_MARKUP_COMMENT = regex(rb"<!--[^<>]{0,200}-->")
_SIGNS = " \t\r\n#/*{}<>!-;()[]"
_NOTHING = regex(r"(?:.*[{\[(:>;])?[ \t]*(?P<stub>pass\b|\.\.\.)?[ \t]*")
"""What may stand before such a comment on its line: code behind which nothing is left out holds more."""
_NEXT = regex(rb"[^\n]*\n(?:[ \t]*\n)*(?P<indentation>[ \t]*)(?=\S)")


def elisions(text: str, path: str) -> Mapping[str, int]:
    """The comments of a text, with LF, that stand for missing code, with their lines; raises MissingExtra."""
    found: dict[str, int] = {}
    utf8 = text.encode("utf-8", "replace")
    comments = {start: end for start, end in _comments(utf8, path) if end - start < _LONGEST}
    lines = Text(utf8, comments)
    for start, end in comments.items():
        comment = utf8[start:end].decode("utf-8", "replace").strip()
        before = utf8[max(lines.line_start(start), start - _LONGEST) : start].decode("utf-8", "replace")
        words, nothing = " ".join(comment.strip(_SIGNS).split()), _NOTHING.fullmatch(before)
        if nothing is None:
            continue
        is_alone = before.strip() == nothing["stub"] or (not before.strip() and _ends_block(lines, end, before))
        if _ELISION.fullmatch(words) or (is_alone and _ELISION_ALONE.fullmatch(words)):
            found.setdefault(comment, lines.line(start))
    return found


def _ends_block(lines: Text, end: int, before: str) -> bool:
    """Whether the next line of a text is less far in than a comment, or there is none."""
    following = _NEXT.match(lines.utf8, end)
    return following is None or len(following["indentation"]) < len(before)


def _comments(utf8: bytes, path: str) -> Iterator[tuple[int, int]]:
    """What is a comment in the language of a file; of HTML also in strings."""
    language = language_of(path)
    if isinstance(language, CodeLanguage):
        yield from comments_of(parsed(language, utf8), language.nodes().comments).items()
        yield from (match.span() for match in _MARKUP_COMMENT.finditer(utf8))
    elif not (is_document(path) or path.endswith(".txt")):
        yield from (match.span("comment") for match in _LINE_COMMENT.finditer(utf8))
