"""Secrets out of what is kept: values of options that are called like one, and who logs in by a URL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.regex import regex

MASK = "***"
_WORDS = ("token", "password", "secret", "key")
_ASSIGNED = regex(
    r"(?i)((?:token|password|secret|key)\w{0,40}[\"']?[ \t]{0,8}"  # the end of a name, or of a key of a dict
    r"(?::[ \t]{0,8}\w{1,40}[ \t]{0,8})?[=:][ \t]{0,8}[rbuft]{0,2})"  # its annotation
    r"([\"'])([^\"'\n]{4,})\2"
)
_KNOWN = regex(
    r"AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|xox[abprs]-[\w-]{10,}|sk-[\w-]{20,}"
    r"|-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----"
)


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
                yield f"{name}={MASK}"
            else:
                are_names = argument == "--"
                is_value = name is not None and argument.startswith("-")
                yield masked_urls(argument)


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
        end = next((index for index, char in enumerate(part) if char in "/?# \t\n\"'"), len(part))
        _, at, host = part[:end].rpartition("@")
        parts.append(f"{MASK}@{host}{part[end:]}" if at else part)
    return "://".join(parts)


def masked_code(code: str) -> str:
    """Code in which no literal that is called like a secret, or looks like one of a known service, says its value."""
    shown = _ASSIGNED.sub(lambda match: f"{match[1]}{match[2]}{MASK}{match[2]}", code)
    return masked_urls(_KNOWN.sub(MASK, shown))
