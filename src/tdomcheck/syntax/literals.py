"""String literals and comments, as Python 3.14 finds them: quotes may nest in the fields of f-strings and t-strings."""

from __future__ import annotations

import re

from tdomcheck.regex import regex
from tdomcheck.values import dataclass, field

_PREFIXES = frozenset({"", "r", "u", "b", "br", "rb", "f", "fr", "rf", "t", "tr", "rt"})
_QUOTED = r"""(?P<prefix>(?<!\w)[a-zA-Z]{1,2}(?=["']))?(?P<quote>"{3}|'{3}|"|')"""
_OUTSIDE = regex(rf"(?P<comment>\#[^\r\n]*)|{_QUOTED}|(?P<bracket>[(\[{{}}\])])")
_IN_FIELD = regex(rf"(?P<comment>\#[^\r\n]*)|{_QUOTED}|(?P<bracket>[(\[{{}}\])])|(?P<operator>[=!<>]=|[!:=]|\bfor\b)")
_ENDS = {
    "'": r"\\(?:\r\n|.)|'|\r|\n",
    '"': r'\\(?:\r\n|.)|"|\r|\n',
    "'''": r"\\.|'''",
    '"""': r'\\.|"""',
}
_PLAIN = {quote: regex(end, re.DOTALL) for quote, end in _ENDS.items()}
_FORMATTED = {quote: regex(rf"{end}|\{{\{{|\}}\}}|[{{}}]", re.DOTALL) for quote, end in _ENDS.items()}
_SPEC = {quote: regex(rf"{end}|[{{}}]", re.DOTALL) for quote, end in _ENDS.items()}
_BAD_ESCAPE = regex(r"\\(?:x(?![0-9a-fA-F]{2})|u(?![0-9a-fA-F]{4})|U(?![0-9a-fA-F]{8})|N(?!\{[^}\r\n]+\}))")
_NAMED = regex(r"\\N\{[^}\r\n]*\}")
_SELF_DOCUMENTING = regex(r"=(?:\s|\\(?=[\r\n])|#[^\r\n]*)*(?=[!:}])")
_CONVERSION = regex(r"!(?P<gap>\s*)(?P<name>\w*)\s*")
_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_MOST_NESTED = 50
"""Literals in literals. Python takes 150, and nobody reads three."""
_MOST_SPECS = 2
"""Specs in specs of one literal, which 3.12 and later follow."""


class Malformed(Exception):
    """A literal that cannot be read: the sentence of Python 3.14, and where."""

    def __init__(self, message: str, offset: int, *, is_limit: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.is_limit = is_limit


@dataclass(frozen=True, slots=True)
class StringLiteral:
    """One string literal; offsets are in the text."""

    start: int
    end: int
    prefix: str
    quote: str
    fields: tuple[ReplacementField, ...] = ()

    @property
    def kind(self) -> str:
        """What Python calls it: `t-string`, `f-string` or `string`."""
        lower = self.prefix.lower()
        return "t-string" if "t" in lower else "f-string" if "f" in lower else "string"

    @property
    def is_formatted(self) -> bool:
        return self.kind != "string"


@dataclass(frozen=True, slots=True)
class ReplacementField:
    """One `{expression!r:spec}`."""

    start: int
    """Of the opening brace."""
    expression_end: int
    """Where `=`, the conversion, the spec or the closing brace begins."""
    end: int
    """Behind the closing brace."""
    literals: tuple[StringLiteral, ...]
    """Those in the expression."""
    inner: tuple[ReplacementField, ...] = ()
    """Those in the spec."""


@dataclass(slots=True)
class Scan:
    """The outermost literals and the comments of a text, as far as they can be read."""

    literals: list[StringLiteral] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)
    brackets: list[tuple[int, int]] = field(default_factory=list)
    """The offset of every bracket outside of literals, and how deep it is behind it."""
    problem: Malformed | None = None
    broken_at: int = -1
    """Where the literal begins that cannot be read."""


def scan(text: str) -> Scan:
    """Read the literals of a text."""
    result = Scan()
    position = depth = 0
    while (match := _OUTSIDE.search(text, position)) is not None:
        position = match.end()
        if match["comment"] is not None:
            result.comments.append(match.span())
        elif match["bracket"] is not None:
            depth = depth + 1 if match["bracket"] in _CLOSERS else max(depth - 1, 0)
            result.brackets.append((match.start(), depth))
        else:
            try:
                literal = _literal(text, match, 0)
            except Malformed as problem:
                result.problem, result.broken_at = problem, match.start()
                break
            result.literals.append(literal)
            position = literal.end
    return result


def _literal(text: str, opening: re.Match[str], level: int) -> StringLiteral:
    """The literal whose prefix and quote were matched."""
    prefix, quote = opening["prefix"] or "", opening["quote"]
    if prefix.lower() not in _PREFIXES:
        prefix = ""  # a name in front of a string, which the parser refuses
    begun = StringLiteral(opening.end("quote") - len(prefix) - len(quote), opening.end(), prefix, quote)
    if begun.is_formatted:
        return _formatted(text, begun, level)
    position = begun.end
    while True:
        match = _PLAIN[quote].search(text, position)
        if match is None or match.group() in "\r\n":
            raise _unterminated(text, begun, match.start() if match else len(text))
        position = match.end()
        if match.group() == quote:
            return StringLiteral(begun.start, position, prefix, quote)


def _unterminated(text: str, literal: StringLiteral, stop: int) -> Malformed:
    kind = f"triple-quoted {literal.kind}" if len(literal.quote) == 3 else literal.kind
    line = text.count("\n", 0, stop) + 1
    return Malformed(f"unterminated {kind} literal (detected at line {line})", literal.start)


def _formatted(text: str, begun: StringLiteral, level: int) -> StringLiteral:
    """An f-string or t-string whose opening quote was read."""
    if level > _MOST_NESTED:
        raise Malformed("too many nested f-strings or t-strings", begun.start, is_limit=True)
    fields: list[ReplacementField] = []
    position = begun.end
    while True:
        match = _FORMATTED[begun.quote].search(text, position)
        if match is None or match.group() in "\r\n":
            raise _unterminated(text, begun, match.start() if match else len(text))
        piece, position = match.group(), match.end()
        if piece == begun.quote:
            return StringLiteral(begun.start, position, begun.prefix, begun.quote, tuple(fields))
        if piece == "{":
            fields.append(_field(text, match.start(), begun, level))
            position = fields[-1].end
        elif piece == "}":
            raise Malformed(f"{begun.kind}: single '}}' is not allowed", match.start())
        elif piece[0] == "\\":
            position = _behind_escape(text, match, begun)


def _behind_escape(text: str, escape: re.Match[str], literal: StringLiteral) -> int:
    """Where the text goes on: a backslash does not take the meaning from a brace."""
    is_raw = "r" in literal.prefix.lower()
    if not is_raw and _BAD_ESCAPE.match(text, escape.start()):
        raise Malformed(f"(unicode error) malformed {escape.group()} escape", escape.start())
    named = None if is_raw else _NAMED.match(text, escape.start())
    if named is not None:
        return named.end()
    return escape.start() + 1 if escape.group()[1] in "{}" else escape.end()


def _field(text: str, start: int, literal: StringLiteral, level: int, specs: int = 0) -> ReplacementField:
    """The field whose opening brace is at an offset, in some specs of its literal."""
    if specs > _MOST_SPECS:
        raise Malformed(f"{literal.kind}: expressions nested too deeply", start, is_limit=True)
    position = start + 1
    brackets: list[str] = []
    literals: list[StringLiteral] = []
    while True:
        match = _IN_FIELD.search(text, position)
        if match is None:
            raise Malformed("'{' was never closed", start)
        position = match.end()
        bracket, operator = match["bracket"], match["operator"]
        if match["quote"] is not None:
            literals.append(_nested(text, match, literal, level))
            position = literals[-1].end
        elif bracket is not None and bracket in _CLOSERS:
            brackets.append(bracket)
        elif bracket is not None and (brackets or bracket != "}"):
            _close(brackets, bracket, match.start(), literal)
        elif not brackets and (bracket or _ends_expression(text, match.start(), operator)):
            break
        elif not brackets and operator in {"=", "for"}:  # which a call or a pair of parentheses would take
            raise Malformed(f"{literal.kind}: expecting '!', or ':', or '}}'", match.start())
    end = match.start()
    _check_expression(text, start, end, literal)
    return _behind_expression(text, ReplacementField(start, end, end, tuple(literals)), literal, level, specs)


def _check_expression(text: str, start: int, end: int, literal: StringLiteral) -> None:
    """Refuse what would be fine in a call, or in a pair of parentheses."""
    expression = text[start + 1 : end].strip()
    if not expression:
        raise Malformed(f"{literal.kind}: valid expression required before '{text[end]}'", end)
    if expression.startswith("**") or (expression.startswith("*") and "," not in expression):
        raise Malformed(f"{literal.kind}: can't use starred expression here", start + 1)


def _nested(text: str, opening: re.Match[str], literal: StringLiteral, level: int) -> StringLiteral:
    try:
        return _literal(text, opening, level + 1)
    except Malformed as problem:
        is_outer = problem.message.startswith("unterminated") and opening["quote"] == literal.quote
        if is_outer and problem.offset >= opening.start() and not opening["prefix"]:
            raise Malformed(f"{literal.kind}: expecting '}}'", opening.start()) from None
        raise


def _close(brackets: list[str], bracket: str, offset: int, literal: StringLiteral) -> None:
    """Take the opening bracket that a closing one belongs to away."""
    if not brackets:
        raise Malformed(f"{literal.kind}: unmatched '{bracket}'", offset)
    opening = brackets.pop()
    if _CLOSERS[opening] != bracket:
        message = f"closing parenthesis '{bracket}' does not match opening parenthesis '{opening}'"
        raise Malformed(message, offset)


def _ends_expression(text: str, offset: int, operator: str | None) -> bool:
    """Whether an operator outside of brackets is no part of the expression."""
    return operator in {"!", ":"} or (operator == "=" and _SELF_DOCUMENTING.match(text, offset) is not None)


def _behind_expression(
    text: str, begun: ReplacementField, literal: StringLiteral, level: int, specs: int
) -> ReplacementField:
    """The field whose expression was read, with its conversion and spec."""
    position = begun.end
    documenting = _SELF_DOCUMENTING.match(text, position)
    if documenting is not None:
        position = documenting.end()
    if text[position] == "!":
        position = _behind_conversion(text, position, literal)
    inner: list[ReplacementField] = []
    if text[position : position + 1] == ":":
        position, inner = _spec(text, position + 1, literal, level, specs)
    if text[position : position + 1] != "}":
        raise Malformed(f"{literal.kind}: expecting ':' or '}}'", min(position, len(text)))
    return ReplacementField(begun.start, begun.expression_end, position + 1, begun.literals, tuple(inner))


def _behind_conversion(text: str, start: int, literal: StringLiteral) -> int:
    match = _CONVERSION.match(text, start)
    name = match["name"] if match else ""
    if match is None or not name:
        raise Malformed(f"{literal.kind}: missing conversion character", start)
    if match["gap"]:
        message = f"{literal.kind}: conversion type must come right after the exclamation mark"
        raise Malformed(message, start)
    if name not in {"r", "s", "a"}:
        message = f"{literal.kind}: invalid conversion character '{name}': expected 's', 'r', or 'a'"
        raise Malformed(message, match.start("name"))
    return match.end()


def _spec(
    text: str, position: int, literal: StringLiteral, level: int, specs: int
) -> tuple[int, list[ReplacementField]]:
    """Where the brace is that closes a spec, and the fields in it."""
    fields: list[ReplacementField] = []
    while True:
        match = _SPEC[literal.quote].search(text, position)
        if match is None or match.group() == literal.quote:
            raise Malformed(f"{literal.kind}: expecting '}}', or format specs", match.start() if match else position)
        piece, position = match.group(), match.end()
        if piece in "\r\n":
            message = f"newlines are not allowed in format specifiers for single quoted {literal.kind}s"
            raise Malformed(f"{literal.kind}: {message}", match.start())
        if piece == "}":
            return match.start(), fields
        if piece == "{":
            fields.append(_field(text, match.start(), literal, level, specs + 1))
            position = fields[-1].end
        elif piece[0] == "\\":
            position = _behind_escape(text, match, literal)
