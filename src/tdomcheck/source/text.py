"""Bytes to text and back: encodings, line ends, and positions between bytes, lines and columns."""

from __future__ import annotations

import codecs
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from tdomcheck.errors import Undecodable, Unlocatable
from tdomcheck.model import Edit
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_COOKIE = regex(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BLANK = regex(rb"^[ \t\f]*(?:#[^\r\n]*)?$")
_LINE_END = regex(r"\r\n|\r|\n")
_LINE_BYTES = regex(rb"\r\n|\r|\n")
_SAMPLE = "Aa_#'\"\\+\n"
"""What must look in any encoding as it does in ASCII."""


def line_start(data: bytes, offset: int) -> int:
    """Where the line begins that an offset is in."""
    return max(data.rfind(b"\n", 0, offset), data.rfind(b"\r", 0, offset)) + 1


def before_on_line(data: bytes, offset: int) -> bytes:
    """What stands before an offset on its line."""
    return data[line_start(data, offset) : offset]


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place as people count it: lines and columns from one, columns in code points."""

    line: int
    column: int


class SourceText:
    """The text of a file beside the very bytes that it came from."""

    is_hosted = False
    """The text is code in something else, whose bytes are more than the code."""
    is_session = False
    """Its first block is one of prompts."""

    def __init__(self, data: bytes, *, is_python: bool = True) -> None:
        self.data = data
        self.mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        body = data[len(self.mark) :]
        if b"\x00" in body and is_python:
            raise Undecodable("it contains a NUL byte, so it is no Python source", data.index(b"\x00"))
        self.encoding = _encoding(body, marked=bool(self.mark)) if is_python else "utf-8"
        self.text = _decode(body, self.encoding, len(self.mark))
        self.is_utf8 = self.encoding == "utf-8"
        if self.encoding not in _ASCII_SUPERSETS:
            self._check_lines()

    def _check_lines(self) -> None:
        """Codecs are code: some refuse part of what they have read themselves, and places are counted line by line."""
        try:
            self.text.encode()
        except UnicodeEncodeError:
            raise Undecodable(f"its bytes are lone surrogates in {self.encoding}, which no source can hold") from None
        try:
            self.data[:1].decode(self.encoding, "replace")
            for start, end in pairwise([*self.line_starts, len(self.text)]):
                self._length(self.text[start:end])
        except Exception:  # noqa: BLE001  # whatever a codec raises
            message = f"its encoding, {self.encoding}, does not tell where its characters are; save it as UTF-8"
            raise Unlocatable(message) from None

    @cached_property
    def utf8(self) -> bytes:
        """What tree-sitter parses: the text in UTF-8, without a mark."""
        if self.is_utf8:
            return self.data[len(self.mark) :] if self.mark else self.data
        return self.text.encode()

    @cached_property
    def newline(self) -> str:
        """The line end that the file uses most; LF in a file without any."""
        ends = Counter(_LINE_END.findall(self.text))
        return max(ends, key=lambda end: (ends[end], end == "\n")) if ends else "\n"

    @cached_property
    def line_starts(self) -> list[int]:
        """Index in `text` of the first character of every line."""
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    @cached_property
    def _byte_starts(self) -> list[int]:
        """Offset in the file of the first byte of every line."""
        starts = self.line_starts
        offset = len(self.mark)
        lines = [offset]
        for start, end in pairwise(starts):
            offset += self._length(self.text[start:end])
            lines.append(offset)
        return lines

    @cached_property
    def _utf8_starts(self) -> list[int]:
        """Offset in `utf8` of the first byte of every line."""
        if self.is_utf8:
            shift = len(self.mark)
            return [start - shift for start in self._byte_starts]
        starts = self.line_starts
        offset = 0
        lines = [offset]
        for start, end in pairwise(starts):
            offset += len(self.text[start:end].encode())
            lines.append(offset)
        return lines

    @cached_property
    def _is_plain(self) -> bool:
        """A character is a byte: then no line has to be decoded to count it, which is dear where a file is one line."""
        return not self.mark and self.data.isascii() and self.encoding in _ASCII_SUPERSETS

    def _length(self, text: str) -> int:
        if text.isascii() and self.encoding in _ASCII_SUPERSETS:
            return len(text)
        return len(text.encode(self.encoding))

    def position(self, offset: int) -> Position:
        """Line and column of a byte offset in the file."""
        starts = self._byte_starts
        line = max(bisect_right(starts, offset) - 1, 0)
        if self._is_plain:
            return Position(line + 1, max(min(offset, len(self.data)) - starts[line], 0) + 1)
        within = self.data[starts[line] : max(offset, starts[line])]
        return Position(line + 1, len(within.decode(self.encoding, "replace")) + 1)

    def offset(self, line: int, column: int) -> int:
        """Byte offset in the file of a line and column, both counted from one."""
        starts = self.line_starts
        line = min(max(line, 1), len(starts))
        start = starts[line - 1]
        if self._is_plain:
            return min(start + max(column - 1, 0), len(self.data))
        return self._byte_starts[line - 1] + self._length(self.text[start : start + column - 1])

    def from_utf8(self, offset: int) -> int:
        """Byte offset in the file of an offset in `utf8`."""
        if self.is_utf8:
            return offset + len(self.mark)
        starts = self._utf8_starts
        line = bisect_right(starts, offset) - 1
        within = self.utf8[starts[line] : offset].decode("utf-8", "replace")
        return self._byte_starts[line] + self._length(within)

    def to_utf8(self, offset: int) -> int:
        """Offset in `utf8` of a byte offset in the file."""
        if self.is_utf8:
            return max(offset - len(self.mark), 0)
        starts = self._byte_starts
        line = max(bisect_right(starts, offset) - 1, 0)
        within = self.data[starts[line] : offset].decode(self.encoding, "replace")
        return self._utf8_starts[line] + len(within.encode())

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        starts = self.line_starts
        if not 1 <= number <= len(starts):
            return ""
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    @property
    def line_count(self) -> int:
        return len(self.line_starts)

    def slice(self, start: int, end: int) -> str:
        """The text between two byte offsets of the file."""
        return self.data[start:end].decode(self.encoding, "replace")

    def settled(self, edits: Sequence[Edit]) -> tuple[Edit, ...] | None:
        """Edits of the text as edits of the file; None where they cannot be."""
        return tuple(edits)

    def encode(self, text: str) -> bytes:
        """Text in the encoding and the line ends of this file."""
        lines = _LINE_END.sub("\n", text)
        return lines.replace("\n", self.newline).encode(self.encoding)


_ASCII_SUPERSETS = frozenset({"utf-8", "ascii", "iso-8859-1", "iso8859-1", "iso8859-15", "cp1252", "latin-1"})


def _encoding(body: bytes, *, marked: bool) -> str:
    """The encoding that PEP 263 gives to these bytes."""
    for line in _LINE_BYTES.split(body, 2)[:2]:
        cookie = _COOKIE.match(line)
        if cookie:
            return _known_encoding(cookie.group(1).decode("ascii", "replace"), marked=marked)
        if not _BLANK.match(line):
            break
    return "utf-8"


def _known_encoding(name: str, *, marked: bool) -> str:
    try:
        codec = codecs.lookup(_normal(name))
    except LookupError:
        raise Undecodable(f"its coding cookie names an encoding that Python does not know: {name}") from None
    if not getattr(codec, "_is_text_encoding", True):
        raise Undecodable(f"its coding cookie names something that is no text encoding: {name}")
    if not _holds_source(codec.name):
        raise Undecodable(f"its coding cookie names an encoding that Python source cannot be in: {name}")
    if marked and _normal(name) != "utf-8":  # Python compares the name, not what it names: `utf8` is refused
        raise Undecodable(f"it starts with a UTF-8 byte order mark, but its coding cookie says {name}")
    return codec.name


def _normal(name: str) -> str:
    """As Python's tokenizer does: the suffixes by which editors tell line ends are no part of the name."""
    short = name[:12].lower().replace("_", "-")
    for spelling in ("utf-8", "latin-1", "iso-8859-1", "iso-latin-1"):
        if short == spelling or short.startswith(f"{spelling}-"):
            return "utf-8" if spelling == "utf-8" else "iso-8859-1"
    return name


def _holds_source(encoding: str) -> bool:
    try:
        return _SAMPLE.encode(encoding) == _SAMPLE.encode("ascii")
    except Exception:  # noqa: BLE001  # a codec may raise anything
        return False


def _decode(body: bytes, encoding: str, shift: int) -> str:
    try:
        return body.decode(encoding)
    except UnicodeDecodeError as error:
        byte = body[error.start]
        raise Undecodable(
            f"byte 0x{byte:02x} at offset {error.start + shift} is not {encoding}", error.start + shift
        ) from None
    except Exception as error:  # noqa: BLE001  # a codec may raise anything
        raise Undecodable(f"its bytes are not {encoding}: {error}") from None
