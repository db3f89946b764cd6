"""What values in JSON, TOML and YAML have in common: how far a path leads, and what it should come to."""

from __future__ import annotations

import difflib
import typing as t
from collections.abc import Iterable, Sequence

from tdomcheck.stitch.targets import shown_path

Steps = tuple[str | int, ...]
Plain = t.Any
"""What a reader makes of a document: dicts and lists, and leaves that can be compared."""


class NoValue(Exception):
    """A path that leads nowhere, or to something else than a value can replace; the message says what there is."""


class BadValue(Exception):
    """A text that is no value of its language."""


_MOST_COMPARED = 500
_LONGEST = 60
"""Letters of a key that are compared: it takes time with the square of them."""
COMMENT_OUTSIDE = "a comment above or behind a value is no part of it: send the value alone"


def missing(steps: Steps, index: int, keys: Iterable[str]) -> NoValue:
    """What to say where a path ends before its last step."""
    around = shown_path(steps[:index])
    where = f"in `{around}`" if around else "at the top"
    step = steps[index]
    known = sorted({key for key in keys if len(key) <= _LONGEST})[:_MOST_COMPARED]
    near = difflib.get_close_matches(str(step)[:_LONGEST], known, 5, 0) if isinstance(step, str) else []
    hint = f"; the nearest: {', '.join(near)}" if near else ""
    return NoValue(f"there is no `{shown_path((step,))}` {where}, on the way to `{shown_path(steps)}`{hint}")


def no_item(steps: Steps, index: int, count: int) -> NoValue:
    around = shown_path(steps[:index])
    return NoValue(f"`{around}` has {count} item{'' if count == 1 else 's'}, so `[{steps[index]}]` is none of them")


def no_container(steps: Steps, index: int, what: str) -> NoValue:
    around = shown_path(steps[:index]) or "the file"
    wanted = "an item by `[n]`" if isinstance(steps[index], int) else "a key"
    return NoValue(f"`{around}` is {what}, in which `{shown_path(steps[index:])}` cannot be {wanted}")


def changed(document: Plain, steps: Steps, value: Plain) -> Plain:
    """A document with another value at a path; what is missing on the way is made."""
    if not steps:
        return value
    step, *rest = steps
    if isinstance(step, int):
        items = list(document) if isinstance(document, list) else []
        if step == len(items):
            items.append(None)
        items[step] = changed(items[step], tuple(rest), value)
        return items
    pairs = dict(document) if isinstance(document, dict) else {}
    pairs[step] = changed(pairs.get(step), tuple(rest), value)
    return pairs


def refuse_wrapped(value: Plain, old: t.Callable[[], Plain], steps: Steps) -> None:
    """Raise NoValue for `{"a": {...}}` at the path `a`, unless what is there has a key of that name, too."""
    for index in range(len(steps)):
        inner = value
        for step in steps[index:]:
            if not (isinstance(inner, dict) and isinstance(step, str) and inner.keys() == {step}):
                break
            inner = inner[step]
        else:
            known = old()
            if not (isinstance(known, dict) and steps[index] in known):
                keys = shown_path(steps[index:])
                raise NoValue(f"the new value is wrapped in its own key: send only what belongs behind `{keys}`")


def found(document: Plain, steps: Steps) -> Plain:
    """What a document has at a path; None where that is nothing."""
    for step in steps:
        if isinstance(step, int):
            document = document[step] if isinstance(document, list) and step < len(document) else None
        else:
            document = document.get(step) if isinstance(document, dict) else None
    return document


def wrapped(steps: Sequence[str | int], value: Plain) -> Plain:
    """A value inside of the containers that a path names."""
    return changed(None, tuple(steps), value)
