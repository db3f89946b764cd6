"""Text as XML 1.0 takes it."""

from __future__ import annotations

from tdomcheck.regex import regex

_FORBIDDEN = regex("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """Text between tags; what XML has no way to say becomes a replacement character."""
    legal = _FORBIDDEN.sub("\ufffd", text)
    return legal.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def quoted(text: str) -> str:
    """The value of an attribute with its quotes."""
    return f'"{escaped(text).replace(chr(34), "&quot;")}"'
