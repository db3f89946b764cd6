"""Reads one document, notes whatever is wrong with it, and goes on."""

from __future__ import annotations

from tdomcheck.config.documents import ConfigDocument
from tdomcheck.config.frames import frame
from tdomcheck.config.marks import Path
from tdomcheck.config.selectors import RuleNames
from tdomcheck.errors import ConfigError
from tdomcheck.values import dataclass, field

MOST_PROBLEMS = 100
"""Problems of one document that are told: each is shown with its line, and a near name is looked for."""
KINDS = {
    bool: "a boolean",
    int: "an integer",
    float: "a float",
    str: "a string",
    list: "an array",
    tuple: "an array",
    dict: "a table",
}


@dataclass
class BadValueError(Exception):
    """A value that is of no use; where it stands is for the reader to add."""

    message: str


@dataclass(slots=True)
class Reader:
    """One document, read against the names of a catalogue."""

    document: ConfigDocument
    names: RuleNames
    running: str
    """The version of tdomcheck that runs."""
    problems: list[tuple[int, str]] = field(default_factory=list)
    """Each with its line."""
    absent: set[str] | None = None
    """Names that only plugins which are not loaded could define; None where all are."""

    def complain(self, path: Path, message: str, *, at_value: bool = True) -> None:
        """Note a problem with a value, or with its key; too many end the run at once."""
        if len(self.problems) == MOST_PROBLEMS:
            more = f"{self.document.name}: there may be more problems; the first {MOST_PROBLEMS} are told"
            raise ConfigError((*(text for _, text in sorted(self.problems, key=lambda problem: problem[0])), more))
        document = self.document
        mark = document.value_mark(path) if at_value else document.key_mark(path)
        text = frame(document.name, document.text, mark, message)
        self.problems.append((mark.line if mark else 0, text))

    def is_excused(self, name: str) -> bool:
        """Whether a rule that nobody knows may be one of a plugin that is not loaded; notes it if so."""
        if self.absent is None:
            return False
        self.absent.add(name)
        return True

    def unknown(self, path: Path, what: str, hint: str) -> None:
        """Note a key that nobody knows, with a hint at what is known."""
        self.complain(path, f"unknown {what} `{path[-1]}`{hint}", at_value=False)

    def expect(self, path: Path, value: object, wanted: str) -> None:
        """Note a value of the wrong type."""
        self.complain(path, wrong_type(path, value, wanted).message)


def wrong_type(path: Path, value: object, wanted: str) -> BadValueError:
    return BadValueError(f"`{dotted(path)}` must be {wanted}, not {KINDS.get(type(value), 'a date or time')}")


def dotted(path: Path) -> str:
    """A path as the documentation writes it, without positions in arrays."""
    return ".".join(part for part in path if isinstance(part, str))
