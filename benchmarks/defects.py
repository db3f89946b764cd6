"""What a finding needs: a few lines for each of the twelve rules."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from words import NOUNS


@dataclass(frozen=True)
class Defect:
    """A few lines with one finding in them; `WORD` stands for a noun."""

    code: str
    text: str

    def lines(self, random: Random) -> list[str]:
        word = random.choice(NOUNS)
        return ["", "", *self.text.strip("\n").replace("WORD", word).split("\n")]


RETURNS = Defect(
    "TDC201",
    """
def WORD_badge(text: str) -> "Template":
    from string.templatelib import Template
    return f"<b>{text}</b>"


def WORD_badges(text: str) -> object:
    return t"<{WORD_badge} text={text} />"
""",
)
TEXT = Defect(
    "TDC124",
    """
def WORD_page(text: str) -> str:
    from tdom import html
    return html(f"<p>{text}</p>")
""",
)
NESTED = Defect(
    "TDC121",
    """
def WORD_outer(text: str) -> object:
    from tdom import html
    return t"<div>{html(t'<b>{text}</b>')}</div>"
""",
)
LOCATION = Defect(
    "TDC601",
    """
def WORD_wiring(registry: object, locator: object) -> object:
    from svcs_hopscotch import HopscotchContainer
    return HopscotchContainer(registry, location="/WORD")
""",
)
MOVED = Defect(
    "TDC902",
    """
def WORD_imports() -> object:
    from svcs_di import HopscotchContainer
    return HopscotchContainer
""",
)
JUDGED = (TEXT, NESTED, LOCATION, MOVED, TEXT, RETURNS)
"""Found by rules that look at one file."""

DEFECTS = (
    TEXT,
    NESTED,
    LOCATION,
    MOVED,
    RETURNS,
    Defect("TDC101", 'def WORD_list() -> object:\n    return t"<ul><li>one<li>two</ul>"'),
    Defect("TDC102", 'def WORD_field(value: str) -> object:\n    return t"<input value={value}/>"'),
    Defect(
        "TDC104",
        'def WORD_box(Panel: object) -> object:\n    return t"<{Panel}>text</Panel>"',
    ),
    Defect(
        "TDC106",
        "def WORD_button(busy: bool) -> object:\n    return t\"<button {'disabled' if busy else ''}>Go</button>\"",
    ),
    Defect(
        "TDC208",
        'def WORDTag(title: str) -> object:\n    return t"<i>{title}</i>"\n\n\nWORD_tag = t"<{WORDTag} />"',
    ),
    Defect(
        "TDC401",
        """
def WORD_registry(registry: object, container: object) -> object:
    from dataclasses import dataclass
    from svcs_di import Inject

    @dataclass
    class Shelf:
        box: Inject[int]

    registry.register_factory(Shelf, Shelf)
    return container.get(Shelf)
""",
    ),
    Defect(
        "TDC408",
        """
class WORDHolder:
    def __init__(self) -> None:
        self.held = None


def WORD_wants(held: "Inject[WORDHolder]") -> object:
    return held
""",
    ),
)


def many_fixes(count: int) -> str:
    """One file with so many safe fixes."""
    lines = ["from tdom import html", ""]
    for number in range(count):
        lines += ["", f"def page_{number}(text: str) -> str:", f'    return html(f"<p id=p{number}>{{text}}</p>")', ""]
    return "\n".join(lines) + "\n"
