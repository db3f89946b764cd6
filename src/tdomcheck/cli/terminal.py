"""What standard output takes: colours, links, how many letters a line."""

from __future__ import annotations

import contextlib
import os
import sys
import typing as t
from collections.abc import Mapping

_PROGRAMS = frozenset({"Hyper", "Tabby", "WezTerm", "WarpTerminal", "ghostty", "iTerm.app", "mintty", "vscode"})
_TERMS = frozenset({"alacritty", "foot", "xterm-ghostty", "xterm-kitty"})
_FIRST_VTE = 5000
"""0.50, the first version whose terminals take links."""


def wants_color(choice: str, environ: Mapping[str, str], *, is_terminal: bool) -> bool:
    """The conventions of NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE and TERM."""
    if choice != "auto":
        return choice == "always"
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in {"", "0"} or environ.get("CLICOLOR_FORCE", "0") not in {"", "0"}:
        return True
    return is_terminal and environ.get("TERM") != "dumb"


def takes_links(environ: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Whether a terminal is known to take OSC 8; others may print it as it is, and none can be asked."""
    if environ.get("GITHUB_ACTIONS"):
        return False  # its log shows none, and the problem matcher does not know them
    forced = environ.get("FORCE_HYPERLINK", "")
    if forced:
        return forced != "0"
    if not is_terminal or environ.get("TERM") == "dumb":
        return False
    if environ.get("TERM_PROGRAM") in _PROGRAMS or environ.get("TERM") in _TERMS or environ.get("WT_SESSION"):
        return True
    version = environ.get("VTE_VERSION", "")
    return version.isdecimal() and int(version) >= _FIRST_VTE


def width() -> int:
    """The columns of a line, as `shutil` has it, which takes longer to import than all options together."""
    stated = os.environ.get("COLUMNS", "")
    columns = int(stated) if stated.isdecimal() else 0
    if not columns:
        with contextlib.suppress(AttributeError, ValueError, OSError):  # no stream, a closed one, no terminal
            columns = os.get_terminal_size(t.cast("t.TextIO", sys.__stdout__).fileno()).columns
    return max(40, columns or 100)
