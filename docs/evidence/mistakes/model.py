"""One mistake: the wrong code, the right code, and both as files."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

OPENING, CLOSING = "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}", "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}"

_MODULES = {
    "dataclasses": ("dataclass",),
    "pathlib": ("PurePath",),
    "string.templatelib": ("Template",),
    "typing": ("Annotated",),
    "svcs": ("",),
    "tdom_svcs": (
        "",
        "execute_middleware",
        "execute_target_middleware",
        "hookable",
        "middleware",
        "register_middleware",
    ),
    "svcs_di": ("Inject", "auto"),
    "svcs_hopscotch": ("HopscotchContainer", "HopscotchRegistry", "injectable", "scan"),
    "tdom": ("Markup", "html"),
}
"""What the examples import, and from where; nothing is the module itself."""


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


def pair(before: str, wrong: str, right: str, after: str) -> tuple[str, str]:
    """Both codes of a mistake that lies in one place; marks behind that place are of the wrong one."""
    return f"{before}{wrong}\n{after}", _unmarked(f"{before}{right}\n{after}")


@dataclass(frozen=True, slots=True)
class Correct:
    """Code that is right, which a linter may take for wrong."""

    slug: str
    title: str
    code: str

    @property
    def file(self) -> str:
        """The same as a file that runs."""
        text = _clean(self.code)
        return "\n".join(_imports(text)) + f"\n\n{text}\n"


def _imports(text: str) -> Iterator[str]:
    """One line for each module that the text uses and does not import by itself."""
    words = set(re.findall(r"(?<![\w.])[A-Za-z_]\w*", text))
    for module, names in _MODULES.items():
        used = ", ".join(name for name in names if name in words)
        if "" in names and re.search(rf"(?<![\w.]){module}\.", text):
            yield f"import {module}"
        if used and f"from {module} import" not in text:
            yield f"from {module} import {used}"


def _clean(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def _unmarked(text: str) -> str:
    return text.replace(OPENING, "").replace(CLOSING, "")
