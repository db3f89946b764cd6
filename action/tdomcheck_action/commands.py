"""What a runner reads: commands in the log, and files of outputs. Nothing that was checked can write either."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Mapping

_UNSEEN = re.compile(r"[^\x20-\x7e\n\u00a0-\u200a\u2010-\u2027\u2030-\u205f\u2070-\ud7ff\uf900-\ufdff\ufe10-\ufefe]")
_CAP = 4096


def command(level: str, text: str) -> str:
    """An annotation without a place, as in `::notice title=tdomcheck::text`."""
    return f"::{level} title=tdomcheck::{escaped(text)}"


def escaped(text: str) -> str:
    """The message of a command: one line, and no part of it is another command."""
    return cut(visible(text)).replace("%", "%25").replace("\n", "%0A")


def cut(text: str) -> str:
    """As much of a text as an annotation shows: with more, an environment variable holds it no longer."""
    return text if len(text) <= _CAP else f"{text[: _CAP - 3]}..."


def visible(text: str) -> str:
    """Text without anything that moves a cursor, turns letters around, or is not there to be seen."""
    return _UNSEEN.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def fenced(text: str, token: str = "") -> str:
    """Text in which the runner looks for no commands."""
    if not text:
        return ""
    token = token or secrets.token_hex(16)
    end = "" if text.endswith("\n") else "\n"
    return f"::stop-commands::{token}\n{text}{end}::{token}::\n"


def outputs(values: Mapping[str, str], token: str = "") -> str:
    """What goes into $GITHUB_OUTPUT; the end of a value is a word that nobody can guess."""
    token = token or secrets.token_hex(16)
    return "".join(f"{name}<<{token}\n{value}\n{token}\n" for name, value in values.items())


def say(text: str) -> None:
    """Print, whatever letters the terminal of the runner knows."""
    data = text.encode("utf-8", "backslashreplace")
    stream = getattr(sys.stdout, "buffer", None)
    if stream is None:
        sys.stdout.write(data.decode("utf-8"))
    else:
        sys.stdout.flush()
        stream.write(data)
    sys.stdout.flush()
