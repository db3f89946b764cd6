"""One mistake: the wrong code, the right code, and both as files."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

OPENING, CLOSING = "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}", "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"

_IMPORTS = {
    "asyncio": "import asyncio",
    "dataclass": "from dataclasses import dataclass",
    "field": "from dataclasses import field",
    "Path": "from pathlib import Path",
    "PurePath": "from pathlib import PurePath",
    "Template": "from string.templatelib import Template",
    "svcs": "import svcs",
    "Inject": "from svcs_di import Inject",
    "auto": "from svcs_di import auto",
    "HopscotchContainer": "from svcs_hopscotch import HopscotchContainer",
    "HopscotchRegistry": "from svcs_hopscotch import HopscotchRegistry",
    "injectable": "from svcs_hopscotch import injectable",
    "scan": "from svcs_hopscotch import scan",
    "Markup": "from tdom import Markup",
    "html": "from tdom import html",
    "tdom_svcs": "import tdom_svcs",
    "middleware": "from tdom_svcs import middleware",
    "hookable": "from tdom_svcs import hookable",
    "register_middleware": "from tdom_svcs import register_middleware",
    "execute_middleware": "from tdom_svcs import execute_middleware",
    "execute_target_middleware": "from tdom_svcs import execute_target_middleware",
}
"""What a name in an example is imported by; the order is that of the files."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong between marks, and the same without the mistake; each binds what it comes to, to `page`."""

    slug: str
    title: str
    code: str
    """The rule that is for it; empty where no rule is."""
    bad: str
    good: str

    @property
    def shown(self) -> tuple[str, str]:
        """The wrong and the right code without imports and marks."""
        return _unmarked(_clean(self.bad)), _clean(self.good)

    @property
    def files(self) -> tuple[str, str]:
        """Both as files that run; they begin with the same lines."""
        bad, good = self.shown
        head = "\n".join(_imports(f"{bad}\n{good}"))
        return f"{head}\n\n{bad}\n", f"{head}\n\n{good}\n"

    @property
    def marked_lines(self) -> frozenset[int]:
        """The lines of the wrong file that a mark touches."""
        before = self.files[0].count("\n") - _clean(self.bad).count("\n") - 1
        lines: set[int] = set()
        is_open = False
        for number, line in enumerate(_clean(self.bad).splitlines(), before + 1):
            if is_open or OPENING in line:
                lines.add(number)
            is_open = line.rfind(OPENING) > line.rfind(CLOSING) or (is_open and CLOSING not in line)
        return frozenset(lines)


def _imports(text: str) -> Iterator[str]:
    words = set(re.findall(r"(?<![\w.])[A-Za-z_]\w*", text))
    is_qualified = "tdom_svcs.html" in text and not re.search(r"(?<![\w.])html\(", text)
    for name, line in _IMPORTS.items():
        if name in words and line not in text and not (name == "html" and is_qualified):
            yield line


def _clean(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def _unmarked(text: str) -> str:
    return text.replace(OPENING, "").replace(CLOSING, "")
