"""Arguments as they are kept: with `***` for secrets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.report.events.secret_shapes import MASK, masked

_WORDS = ("token", "password", "secret", "key")


def masked_arguments(arguments: Sequence[str]) -> tuple[str, ...]:
    """What was typed, with `***` for values of options that are named like a secret; what follows `--` are names."""
    return tuple(_masked(arguments))


def _masked(arguments: Sequence[str]) -> Iterator[str]:
    is_value = are_names = False
    for argument in arguments:
        name = None if are_names else _secret_name(argument)
        if is_value:
            is_value = False
            yield MASK
        elif name is not None and "=" in argument:
            yield f"{masked(name)}={MASK}"
        else:
            is_value = name is not None and argument.startswith("-")
            are_names = are_names or argument == "--"
            yield masked(argument)


def _secret_name(argument: str) -> str | None:
    """All up to the first `=` behind what is named like a secret, as in `--config=api-key="abc"`."""
    parts = argument.split("=")
    for count in range(1, max(len(parts), 2)):
        if any(word in parts[count - 1].lower() for word in _WORDS):
            return "=".join(parts[:count])
    return None
