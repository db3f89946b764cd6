"""What the name of a thing says of what it is given: that it is a secret, or that it may be one."""

from __future__ import annotations

from enum import Enum

from tdomcheck.regex import regex

_LOGINS = "db|database|user|admin|root|my|mysql|pg|postgres|smtp|mail|ftp|ssh|redis|login|auth|proxy|sudo"
WORD = (
    rf"(?:token|passwd|password|passphrase|pwd|secret|key(?!word|board)|(?:{_LOGINS})_?pass(?![a-z])"
    r"|(?-i:_PASS(?![A-Za-z])))"
)
"""What the names of secrets hold; `first_pass` is none of them."""
_HUMP = regex(r"(?<=[a-z0-9])(?=[A-Z])|-")
_KEYS = (
    "api|secret|access|private|auth|encrypt|encryption|decryption|signing|master|license|shared|ssh|consumer"
    "|subscription|storage|account|rsa|aes|hmac|jwt|fernet|stripe|openai"
)
_SAID = regex(
    rf"(?i)\w*(?:passwd|passwords?|passphrase|pwd|secrets?|(?:{_LOGINS})_?pass|(?-i:_PASS)|[a-z0-9]_?token)"
    rf"|(?:\w*_)?(?:{_KEYS})_?keys?"
)
_TOKEN = regex(r"(?i)_*token")
_LOWER = regex(r"[a-z]+")
_LETTERS = regex(r"[\W_]+")
_OF_WORDS = regex(r"[^\w]*+(?:[A-Za-z]*\d{0,4}(?:[\W_]+|\Z))*+")
_REFERENCE = regex(r"/|\.|[a-z]+://|-")
_PLACEHOLDER = regex(r"\$|%[sdr(]|\*|\.\.\.|:\w+\Z|\?|(?i:true|false|none|null)\b")
_BRACES = regex(r"(?:\{[^{}\"']*\}[\s:/@._-]*)+")
_MASKED = regex(r"(?:\*\*\*|\\[nrt]|\s)*")


class Certainty(Enum):
    """How sure it is that what a name is given is a secret."""

    SAID = "said"
    """`password`, `api_key`, `github_token`, `DB_PASS`."""
    LIKELY = "likely"
    """`token` alone is often one of a parser, whose value is a word."""
    POSSIBLE = "possible"
    """`key`, `cache_key`, `token_type`, `SECRET_HELP`: only what looks like the value of one is."""


def certainty(name: str) -> Certainty:
    """What a name says that holds a word for secrets; numbers behind it say nothing."""
    words = _HUMP.sub("_", name).rstrip("_0123456789")
    if _SAID.fullmatch(words):
        return Certainty.SAID
    return Certainty.LIKELY if _TOKEN.fullmatch(words) else Certainty.POSSIBLE


def is_secret(name: str, text: str, *, is_argument: bool) -> bool:
    """Whether a text that a name is given is a secret; nothing that only says the names of what is put in is."""
    if len(text) < 4 or _MASKED.fullmatch(text) or is_interpolated(text):
        return False
    said = certainty(name)
    if said is Certainty.SAID:
        return _LETTERS.sub("", name).lower() != _LETTERS.sub("", text).lower()
    if said is Certainty.LIKELY and is_word(text):
        return is_argument or _LOWER.fullmatch(text) is None
    return looks_like_key("".join(text.split()) if _is_block_of_words(text) else text)


def is_word(text: str) -> bool:
    """Whether it may be one value: no sentence, and nothing that is put together."""
    return "{" not in text and len(text.split()) == 1 and _MASKED.fullmatch(text) is None


def is_interpolated(text: str) -> bool:
    """Whether it only says the names of what is put in."""
    return _BRACES.fullmatch(text) is not None


def is_placeholder(text: str) -> bool:
    """Whether something else stands there for the value."""
    return _PLACEHOLDER.match(text) is not None or is_interpolated(text)


def is_random(value: str, least: int) -> bool:
    """Whether it is long enough, and no plain word."""
    return (len(value) >= least and any(map(str.isdigit, value))) or (len(value) >= 24 and value.isalnum())


def _is_block_of_words(text: str) -> bool:
    return "\n" in text.strip() and all(len(line.split()) <= 1 for line in text.splitlines())


def looks_like_key(text: str) -> bool:
    """Whether nobody would think of it as a name: `user_12`, `sha256`, `v1.2` and `/reset/2` are names."""
    if not is_word(text) or _REFERENCE.match(text) or _OF_WORDS.fullmatch(text):
        return False
    return is_random(text, 8)
