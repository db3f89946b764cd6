"""What a patch is about: a node by its kind and name, a value by its path, or all of a file."""

from __future__ import annotations

import re
from enum import Enum

from tdomcheck.regex import regex
from tdomcheck.values import dataclass


class NodeKind(Enum):
    """What a node can be called in a patch."""

    FUNCTION = "function"
    CLASS = "class"
    METHOD = "method"
    INTERFACE = "interface"
    COMPONENT = "component"
    """A function, a class, or a constant that holds one."""
    TYPE = "type"
    CONSTANT = "constant"
    ELEMENT = "element"
    RULE = "rule"


class Operation(Enum):
    """What is done at a node, by the directive that asks for it."""

    REPLACE = "TARGET_NODE"
    INSERT_BEFORE = "INSERT_BEFORE"
    INSERT_AFTER = "INSERT_AFTER"
    DELETE = "DELETE_NODE"


@dataclass(frozen=True, slots=True)
class NodeTarget:
    """A node: `function save`, `method Store.save`, `method Store.size@setter`, `function load#2`."""

    operation: Operation
    kind: NodeKind | None
    """None where the name is enough."""
    name: str
    """With dots for what it stands in; `#2` for the second of that name."""

    @property
    def node(self) -> str:
        return f"{self.kind.value} {self.name}" if self.kind is not None else self.name

    def __str__(self) -> str:
        return self.node if self.operation is Operation.REPLACE else f"{self.operation.value} {self.node}"


@dataclass(frozen=True, slots=True)
class PathTarget:
    """A value: `tool.ruff.lint.select`, `repos[0].rev`, `tool."a.b".c`."""

    steps: tuple[str | int, ...]

    def __str__(self) -> str:
        return shown_path(self.steps)


@dataclass(frozen=True, slots=True)
class WholeFile:
    """The text is all of the file."""

    def __str__(self) -> str:
        return "the whole file"


Target = NodeTarget | PathTarget | WholeFile


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants at a target."""

    target: Target
    text: str = ""
    """The new node, value or file, with LF; empty where the node goes."""
    creates: bool = False
    """Tables on the way to a value are made where they are missing."""


class BadTarget(Exception):
    """A target that says nothing; the message says how one is written."""


KINDS = {kind.value: kind for kind in NodeKind}
_STEP = regex(r"""(?P<dot>\.)?(?:(?P<bare>[^\s./"'\[\]]+)|(?P<quoted>"(?:[^"\\]|\\.)*"|'[^']*')|\[(?P<index>\d+)\])""")


def node_target(operation: Operation, argument: str) -> NodeTarget:
    """The target that a directive names: `kind NAME`, or `NAME` where one node has that name."""
    word, _, name = argument.partition(" ")
    kind, name = KINDS.get(word.lower()), " ".join(name.split())
    if kind is None and word and not name:
        return NodeTarget(operation, None, word)
    if kind is None or not name:
        words = ", ".join(KINDS)
        raise BadTarget(f"{operation.value} takes a kind and a name, as in `function save`; kinds are {words}")
    return NodeTarget(operation, kind, name)


def path_target(argument: str) -> PathTarget:
    """The value that a path names."""
    steps: list[str | int] = []
    place = 0
    while place < len(argument):
        match = _STEP.match(argument, place)
        # Keys are parted by dots; an index needs none.
        if match is None or bool(match["dot"]) != (bool(steps) and match["index"] is None):
            raise BadTarget(_no_path(argument))
        steps.append(_step(match))
        place = match.end()
    if not steps:
        raise BadTarget("TARGET_PATH names no value, as `tool.ruff.line-length` does")
    return PathTarget(tuple(steps))


def _no_path(argument: str) -> str:
    """What is wrong with a path, and how it is written where that can be known."""
    dotted, quoted = argument.strip("/").replace("/", "."), _SLASHED.sub(r'"\g<0>"', argument)
    hint = f"; write `{dotted}`, or for a key with a slash `{quoted}`" if "/" in argument.strip("/\"'") else ""
    return (
        f"TARGET_PATH {argument} is no path: keys are parted by dots, those with dots or slashes are in quotes, "
        f"and `[0]` is the first of a list{hint if not _QUOTE.search(argument) else ''}"
    )


def _step(match: re.Match[str]) -> str | int:
    if match["index"] is not None:
        return int(match["index"])
    if match["quoted"] is None:
        return match["bare"]
    inner = match["quoted"][1:-1]
    return inner if match["quoted"].startswith("'") else re.sub(r"\\(.)", r"\1", inner)


_PLAIN = regex(r"[^\s./\"'\[\]]+")
_SLASHED = regex(r"[^\s.\"'\[\]]*/[^\s.\"'\[\]]*")
"""A key with a slash."""
_QUOTE = regex(r"[\"']")


def shown_path(steps: tuple[str | int, ...]) -> str:
    """A path as a directive writes it."""
    text = ""
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            key = step if _PLAIN.fullmatch(step) else '"' + re.sub(r'(["\\])', r"\\\1", step) + '"'
            text += f".{key}" if text else key
    return text
