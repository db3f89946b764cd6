"""Secrets out of what is kept: values of options that are called like one, and who logs in by a URL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.regex import regex
from tdomcheck.report.events.secret_places import ODD_LOGIN, secret_places

MASK = "***"
_WORDS = ("token", "password", "secret", "key")
_AUTHORITY = regex(r"[^/?# \t\n\"']*")
_ODD_LOGIN = regex(rf"{ODD_LOGIN}@")
_FILLED_IN = regex(r"\{\w+\}(?::\{\w+\})?")


def masked_arguments(arguments: Sequence[str]) -> tuple[str, ...]:
    """What was typed, with `***` for secrets; what stands behind `--` are names."""
    return tuple(_masked(arguments))


def _masked(arguments: Sequence[str]) -> Iterator[str]:
    is_value = are_names = False
    for argument in arguments:
        if are_names:
            yield masked_urls(argument)
        elif is_value:
            is_value = False
            yield MASK
        else:
            name = _secret_name(argument)
            if name is not None and "=" in argument:
                yield f"{masked_code(name)}={MASK}"
            else:
                are_names = argument == "--"
                is_value = name is not None and argument.startswith("-")
                yield masked_code(argument)


def _secret_name(argument: str) -> str | None:
    """All up to the first `=` behind what is called like a secret, as in `--config=api-key="abc"`; None: nothing is."""
    parts = argument.split("=")
    for count in range(1, max(len(parts), 2)):
        if any(word in parts[count - 1].lower() for word in _WORDS):
            return "=".join(parts[:count])
    return None


def masked_urls(text: str) -> str:
    """A text in which no URL says who logs in."""
    first, *rest = text.split("://")
    parts = [first]
    for part in rest:
        user, at, host = part[: _authority_end(part)].rpartition("@")
        is_said = at and not _FILLED_IN.fullmatch(user)
        parts.append(f"{MASK}@{host}{part[len(user) + len(at) + len(host) :]}" if is_said else part)
    return "://".join(parts)


def _authority_end(part: str) -> int:
    """Where the host ends, with who logs in before it; a password that nobody quoted may hold `/` and `#`."""
    authority = _AUTHORITY.match(part)
    end = authority.end() if authority is not None else 0
    login = None if "@" in part[:end] else _ODD_LOGIN.match(part)
    return end if login is None else login.end()


def masked_code(code: str) -> str:
    """Code without secrets: what is called like one, private keys, logins, and tokens of known services."""
    return _masked_at(code, secret_places(code))


def masked_text(text: str) -> str:
    """What a person wrote without secrets, also those that would be names if it were code."""
    return _masked_at(text, secret_places(text, is_prose=True))


def _masked_at(code: str, places: Sequence[tuple[int, int]]) -> str:
    shown, end = "", 0
    for place in places:
        shown, end = f"{shown}{code[end : place[0]]}{MASK}", place[1]
    return masked_urls(shown + code[end:])
