"""What may follow `tdomcheck:`, wherever it is written."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence

from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_CODES = regex(r"\[(?P<codes>[^\]]*)\]\s*(?P<tail>.*)", re.DOTALL)
_UNTIL = regex(r"until=(?P<day>\S*)\s*")
_OWNER = regex(r"@(?P<owner>[\w./-]+)\s*")
_DAY = regex(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Words:
    """A suppression taken apart."""

    codes: str = ""
    """What stands in the brackets."""
    codes_start: int = 0
    names: tuple[str, ...] = ()
    reason: str = ""
    until: str = ""
    owner: str = ""
    problem: str = ""
    """Why it is malformed."""


def words_in(verb: str, rest: str, verbs: Sequence[str]) -> Words:
    """The parts of what follows the verb; `verbs` are those that may stand here."""
    codes = _CODES.match(rest)
    if verb not in verbs:
        return Words(problem=f"`{verb}` is none of {', '.join(verbs)}")
    if codes is None or not codes["codes"].strip():
        return Words(problem=f"`{verb}` needs codes in brackets: there is no blanket form")
    names = tuple(name.strip() for name in codes["codes"].split(",") if name.strip())
    reason, until, owner = _tail(codes["tail"])
    if until and not _is_day(until):
        return Words(problem=f"`until={until}` is no day; write it as 2027-03-01")
    return Words(codes["codes"], codes.start("codes"), names, reason, until, owner)


def _tail(text: str) -> tuple[str, str, str]:
    """Reason, day and owner of what follows the brackets."""
    until = owner = ""
    text = text.strip()
    while True:
        day, person = _UNTIL.match(text), _OWNER.match(text)
        if day:
            until, text = day["day"], text[day.end() :]
        elif person:
            owner, text = person["owner"], text[person.end() :]
        else:
            return text.strip(), until, owner


def _is_day(text: str) -> bool:
    if not _DAY.fullmatch(text):
        return False
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True
