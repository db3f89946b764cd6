"""Newer syntax in the words of an older release, every line and column as it was, for its parser to judge.

What is new since 3.11: fields of f-strings that hold any code (3.12), type parameters and `type` (3.12), their
defaults (3.13), t-strings and `except A, B:` (3.14), `lazy import` and unpacking in comprehensions (3.15).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from keyword import iskeyword

from tdomcheck.regex import regex
from tdomcheck.syntax.laziness import complaints_of_laziness
from tdomcheck.syntax.literals import Malformed, ReplacementField, Scan, StringLiteral, scan
from tdomcheck.syntax.prefixes import without_templates
from tdomcheck.syntax.unpacking import has_unpacking, stars_of_comprehensions
from tdomcheck.syntax.verdict import Complaint, Unfinished
from tdomcheck.values import dataclass

Release = tuple[int, int]
_OPENING = regex(r"""(?<!\w)([fFtT][rR]?|[rR][fFtT])["']""")
_LAZY = regex(r"(?m)(?:^|[:;])[ \t\f]*(?P<words>lazy[ \t]+(?P<keyword>import|from))(?=[ \t\\.])")
_HEADER = regex(r"\b(?:def|class)[ \t]+\w+[ \t]*(?P<bracket>\[)")
_ALIAS = regex(
    r"(?m)(?:^[ \t\f]*|[:;][ \t]*)type(?P<gap>[ \t]+)(?!(?:in|is|not|and|or|if|for)\b)\w+[ \t]*"
    r"(?:=(?!=)|(?P<bracket>\[))"
)
_EQUALS = regex(r"(?:[ \t]|\\(?:\r\n|\r|\n))*=(?!=)")
_EXCEPT = regex(r"(?m)^[ \t\f]*except\b")
_PARAMETER = regex(r"\s*(?P<stars>\*{0,2})\s*(?P<name>\w+)\s*")
_LINE_END = regex(r"\r\n|\r|\n")
_CLOSERS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True)
class Older:
    """A text that an older release takes if a newer one takes what it was written from."""

    text: str
    complaint: Complaint | Unfinished | None = None
    """What a newer release says of it; it stands if nothing is wrong before `stop`."""
    stop: tuple[int, int] = (0, 0)
    """The line and column from which on the text says nothing."""
    expressions: tuple[tuple[int, str], ...] = ()
    """Code that was left out, with its offset: bounds and defaults of type parameters."""
    late: Complaint | Unfinished | None = None
    """What a newer release says of it if its parser finds nothing."""

    def is_new(self, text: str) -> bool:
        """Whether there is more to judge than a text that was judged."""
        return self.complaint is not None or self.late is not None or self.text != text


def kind_at(text: str, offset: int) -> str:
    """Which kind of string the last prefix at or before an offset opens."""
    kind = "f-string"
    for match in _OPENING.finditer(text, 0, offset + 4):
        if match.start() <= offset:
            kind = "t-string" if "t" in match[1].lower() else "f-string"
    return kind


def place_of(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, from one."""
    starts = [0, *(match.end() for match in _LINE_END.finditer(text, 0, offset))]
    return len(starts), offset - starts[-1] + 1


def offset_of(text: str, line: int, column: int) -> int:
    """The offset of a line and column, or that of the end."""
    start = 0
    for _ in range(line - 1):
        match = _LINE_END.search(text, start)
        start = match.end() if match else len(text)
    return min(start + column - 1, len(text))


def older(text: str, release: Release) -> Older:
    """A text in the words of a release."""
    return _Writer(text, release).write()


class _Writer:
    """Changes a text character by character, so that every one stays where it was."""

    def __init__(self, text: str, release: Release) -> None:
        self._text = text
        self._release = release
        self._scan = scan(text)
        self._code = _code_of(text, self._scan)
        self._letters = list(text)
        self._expressions: list[tuple[int, str]] = []
        self._problem: Malformed | None = None
        self._late: Malformed | None = None

    def write(self) -> Older:
        if self._release < (3, 15):
            self._write_lazy_imports()
            self._write_unpacking()
        if self._release < (3, 14):
            self._write_exceptions()
        if self._release < (3, 13):
            self._write_type_parameters()
        for group in _joined(self._text, self._scan) if self._release < (3, 14) else ():
            message = _mixture(group)
            if message:
                self._refuse(message, group[0].start)
        if self._release < (3, 12):
            return self._without_fields()
        text = "".join(self._letters)
        return self._written(without_templates(text) if self._release < (3, 14) else text)

    def _written(self, text: str, stop: int = -1) -> Older:
        problem = self._problem
        late = self._complaint(self._late) if self._late is not None else None
        if problem is None:
            return Older(text, expressions=tuple(self._expressions), late=late)
        place = place_of(self._text, problem.offset if stop < 0 else min(stop, problem.offset))
        return Older(text, self._complaint(problem), place, tuple(self._expressions), late)

    def _complaint(self, problem: Malformed) -> Complaint | Unfinished:
        line, column = place_of(self._text, problem.offset)
        if problem.is_limit:
            return Unfinished(f"line {line}: {problem.message}")
        return Complaint(problem.message, line, column)

    def _refuse(self, message: str, offset: int) -> None:
        if self._problem is None or offset < self._problem.offset:
            self._problem = Malformed(message, offset)

    def _refuse_late(self, message: str, offset: int) -> None:
        """Of what the parser takes: it stands where nothing is wrong with the spelling of the file."""
        if self._late is None or offset < self._late.offset:
            self._late = Malformed(message, offset)

    def _blank(self, start: int, end: int) -> None:
        """Spaces for everything but line ends."""
        self._letters[start:end] = [letter if letter in "\r\n" else " " for letter in self._letters[start:end]]

    def _write_lazy_imports(self) -> None:
        matches = list(_LAZY.finditer(self._code))
        lazies = [(match.start("words"), match.start("words") + len("lazy")) for match in matches]
        for offset, message in complaints_of_laziness(self._code, self._scan.brackets, lazies):
            self._refuse_late(message, offset)
        for match in matches:
            start, end = match.span("words")
            self._letters[start:end] = match["keyword"].ljust(end - start)

    def _write_unpacking(self) -> None:
        """In code, and in the fields of strings, which are code by themselves."""
        if not has_unpacking(self._text):
            return
        pieces = [(0, self._code)]
        literals = list(self._scan.literals)
        while literals:
            for start, code, inner in _fields_of(self._text, literals.pop()):
                pieces.append((start, code))
                literals += inner
        for offset, code in pieces:
            for start, end in stars_of_comprehensions(code):
                self._blank(offset + start, offset + end)

    def _write_exceptions(self) -> None:
        """`except A, B:` as `except A| B:`; with `as` it needs its parentheses in every release."""
        for match in _EXCEPT.finditer(self._code):
            commas, end = _split(self._code, match.end(), ":\r\n")
            if not commas or " as " in self._code[match.end() : end]:
                continue
            for comma, following in zip(commas, [*commas[1:], end], strict=True):
                if self._code[comma + 1 : following].strip():
                    self._letters[comma] = "|"
                elif following == end:
                    self._letters[comma] = " "

    def _write_type_parameters(self) -> None:
        has_parameters = self._release >= (3, 12)
        for match in _HEADER.finditer(self._code):
            self._write_parameters(match.start("bracket"), has_parameters=has_parameters)
        for match in _ALIAS.finditer(self._code):
            if match["bracket"]:
                end = self._write_parameters(match.start("bracket"), has_parameters=has_parameters)
                if not _EQUALS.match(self._code, end):
                    self._refuse("invalid syntax", end)
            if not has_parameters:  # `type X = int` as the assignment `type.X = int`
                self._letters[match.end("gap") - 1] = "."

    def _write_parameters(self, opening: int, *, has_parameters: bool) -> int:
        """Type parameters, of which each bound and each default is judged alone, and where they end."""
        commas, end = _split(self._code, opening + 1, "]")
        if end == len(self._code):
            return end
        names: set[str] = set()
        is_default_seen = False
        for start, stop in zip([opening + 1, *(comma + 1 for comma in commas)], [*commas, end], strict=True):
            if not self._code[start:stop].strip() and (stop == end and start > opening + 1):
                continue  # behind the last comma
            has_default = self._read_parameter(start, stop, names, only_default=has_parameters)
            if is_default_seen and not has_default:
                self._refuse_late("non-default type parameter follows default type parameter", start)
            is_default_seen = is_default_seen or has_default
        if not has_parameters:
            self._blank(opening, end + 1)
            for match in _LINE_END.finditer(self._text, opening, end):
                self._letters[match.start()] = "\\" + match.group()[0]
        return end + 1

    def _read_parameter(self, start: int, stop: int, names: set[str], *, only_default: bool) -> bool:
        """Whether the parameter has a default."""
        match = _PARAMETER.match(self._code, start, stop)
        name = match["name"] if match else ""
        if match is None or not name.isidentifier() or iskeyword(name):
            self._refuse("invalid syntax", start)
            return False
        if name == "__debug__":
            self._refuse_late("cannot assign to __debug__", match.start("name"))
        if name in names:
            self._refuse_late(f"duplicate type parameter '{name}'", match.start("name"))
        names.add(name)
        equals = _split(self._code, match.end(), "=]", stop)[1]
        has_default = equals < stop
        if has_default:
            self._leave_out(equals + 1, stop, is_starred=match["stars"] == "*")
            self._blank(equals, stop)
        annotation = self._code[match.end() : equals]
        if only_default or not annotation.strip():
            return has_default
        if not annotation.startswith(":"):
            self._refuse("invalid syntax", match.end())
        elif match["stars"]:
            kind = "TypeVarTuple" if match["stars"] == "*" else "ParamSpec"
            self._refuse(f"cannot use bound with {kind}", match.end())
        else:
            self._leave_out(match.end() + 1, equals, is_starred=False)
        return has_default

    def _leave_out(self, start: int, stop: int, *, is_starred: bool) -> None:
        if not self._code[start:stop].strip():
            self._refuse("invalid syntax", stop)
            return
        code = self._text[start:stop]
        if code.lstrip().startswith("*"):
            code = code.replace("*", " ", 1)
            if not is_starred:
                self._refuse("invalid syntax", start)
        self._expressions.append((start, code))

    def _without_fields(self) -> Older:
        """f-strings and t-strings as calls of what is in their fields."""
        written = "".join(self._letters)
        for group in _joined(self._text, self._scan):
            self._write_call(group, written)
        problem = self._scan.problem
        if problem is None:
            return self._written("".join(self._letters))
        if self._problem is None or problem.offset < self._problem.offset:
            self._problem = problem
        stop = self._scan.broken_at
        return self._written("".join(self._letters[:stop]) + "'", stop)

    def _write_call(self, group: Sequence[StringLiteral], written: str) -> None:
        """`f"a{x!r:>{width}}" "b"` as `_( (x    (width) )    )`: a call cannot be assigned to either."""
        if not any(literal.is_formatted for literal in group):
            return
        start, end = group[0].start, group[-1].end
        self._blank(start, end)
        size = max(len(group[0].prefix), 1)
        self._letters[start : start + size + 1] = "_" * size + "("
        self._letters[end - 1] = ")"
        for literal in group:
            for field in literal.fields:
                self._write_field(field, written)

    def _write_field(self, field: ReplacementField, written: str) -> None:
        self._letters[field.start] = "("
        self._letters[field.start + 1 : field.expression_end] = written[field.start + 1 : field.expression_end]
        self._letters[field.end - 1] = ")"
        for group in _joined(self._text, Scan(list(field.literals)), is_bracketed=True):
            self._write_call(group, written)
        for inner in field.inner:
            self._write_field(inner, written)


def _fields_of(text: str, literal: StringLiteral) -> Iterator[tuple[int, str, tuple[StringLiteral, ...]]]:
    """The code in the fields of a literal without the strings in it, with its offset, and those strings."""
    fields = list(literal.fields)
    while fields:
        field = fields.pop()
        fields += field.inner
        pieces, position = [], field.start + 1
        for inner in field.literals:
            pieces += [text[position : inner.start], "_" * (inner.end - inner.start)]
            position = inner.end
        yield field.start + 1, "".join([*pieces, text[position : field.expression_end]]), field.literals


def _code_of(text: str, literals: Scan) -> str:
    """A text in which strings are underscores and comments are spaces, as far as its strings can be read."""
    blanks = sorted(
        [(literal.start, literal.end, "_") for literal in literals.literals]
        + [(start, end, " ") for start, end in literals.comments]
    )
    pieces, position = [], 0
    for start, end, letter in blanks:
        pieces += [text[position:start], letter * (end - start)]
        position = end
    if literals.problem is None:
        pieces.append(text[position:])
    else:
        pieces += [text[position : literals.broken_at], "_" * (len(text) - literals.broken_at)]
    return "".join(pieces)


def _split(code: str, start: int, stops: str, limit: int = -1) -> tuple[list[int], int]:
    """The commas outside of brackets before the first of some letters outside of brackets, and where that is."""
    commas: list[int] = []
    depth = 0
    limit = len(code) if limit < 0 else limit
    for match in _MARKS.finditer(code, start, limit):
        mark = match.group()
        if depth == 0 and mark in stops:
            return commas, match.start()
        if mark in _CLOSERS:
            depth += 1
        elif mark in ")]}":
            depth -= 1
        elif depth == 0 and mark == ",":
            commas.append(match.start())
    return commas, limit


_MARKS = regex(r"[(\[{}\]),:\r\n]|(?<![=!<>:])=(?!=)")


def _joined(text: str, scan: Scan, *, is_bracketed: bool = False) -> Iterator[list[StringLiteral]]:
    """Literals that Python joins because they are side by side."""
    offsets = [offset for offset, _ in scan.brackets]
    group: list[StringLiteral] = []
    for literal in scan.literals:
        if group:
            index = bisect_right(offsets, group[-1].end) - 1
            depth = scan.brackets[index][1] if index >= 0 else 0
            gap = _COMMENT.sub("", text[group[-1].end : literal.start])
            if not (_WHITE if is_bracketed or depth else _CONTINUED).fullmatch(gap):
                yield group
                group = []
        group.append(literal)
    if group:
        yield group


_COMMENT = regex(r"#[^\r\n]*")
_WHITE = regex(r"(?:\s|\\(?=[\r\n]))*")
_CONTINUED = regex(r"(?:[ \t\f]|\\(?:\r\n|\r|\n))*")


def _mixture(group: Sequence[StringLiteral]) -> str:
    """What Python says of literals that it does not join."""
    if len({literal.kind == "t-string" for literal in group}) > 1:
        return "cannot mix t-string literals with string or bytes literals"
    if len({"b" in literal.prefix.lower() for literal in group}) > 1:
        return "cannot mix bytes and nonbytes literals"
    return ""
