"""Small words that messages of several rules need."""

from __future__ import annotations

import re

from tdomcheck.regex import regex

_VOWEL = regex(r"_*(?:[aeio]|u(?!ni|s|til))", re.IGNORECASE)


def article(name: str) -> str:
    """The article of a name, by its sound: a `User`, an `Outbox`."""
    return "an" if _VOWEL.match(name.lstrip("`")) else "a"


def with_article(name: str) -> str:
    """A name behind its article: `an int`."""
    return f"{article(name)} {name}"


def shortened(text: str, most: int = 40) -> str:
    """A text that a message quotes, cut off where it is long."""
    return text if len(text) <= most else f"{text[: most - 3]}..."
