"""Making untrusted text harmless: no terminal escapes, no invisible letters, no workflow commands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from tdomcheck.regex import regex

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # emoji and several scripts are spelt with them
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_SURROGATE = regex("[\ud800-\udfff]")
RUNNER_PREFIXES = ("##[", "##vso[")
"""The runner of GitHub, and that of Azure, read these as commands anywhere in a line."""


def glyph(char: str) -> str:
    """A letter, or its escape if a terminal would act on it or not show it."""
    if char.isprintable() or char in _JOINERS or unicodedata.category(char) not in _HIDDEN:
        return char
    return _SHORT.get(char) or _escaped(ord(char))


def _escaped(number: int) -> str:
    if 0xDC80 <= number <= 0xDCFF:  # a byte that was not UTF-8, smuggled in by surrogateescape
        return f"\\x{number - 0xDC00:02x}"
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def visible(text: str) -> str:
    """One line that may be printed anywhere, whatever it was made from."""
    shown = text if text.isprintable() else "".join(map(glyph, text))
    for prefix in RUNNER_PREFIXES:
        shown = shown.replace(prefix, f"#\\x23{prefix[2:]}")
    if shown.lstrip().startswith("::"):
        return shown.replace(":", "\\x3a", 1)
    return shown


def harmless(text: str) -> str:
    """Lines that may be printed anywhere, whatever they were made from; what it ends with stays."""
    return "\n".join(visible(line) for line in text.split("\n"))


def told(kind: str, sentences: Iterable[str]) -> str:
    """`warning: ...` or `error: ...`, a line for each."""
    return "".join(f"{kind}: {visible(sentence)}\n" for sentence in sentences)


def paragraph(text: str) -> list[str]:
    """The lines of a longer text, each made harmless."""
    return [visible(line.rstrip()) for line in re.split(r"\r\n|\r|\n", text.strip())]


def encodable(text: str) -> str:
    """The text as it is, but for lone surrogates, which no encoding has."""
    return _SURROGATE.sub(lambda match: _escaped(ord(match[0])), text)


def path_bytes(path: str) -> bytes:
    """The name of a file as the file system has it."""
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return encodable(path).encode()
