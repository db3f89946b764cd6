"""A patch document: Markdown whose fences say which file they are for."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence

from tdomcheck.regex import regex
from tdomcheck.stitch.targets import (
    BadTarget,
    Operation,
    Target,
    WholeFile,
    Wish,
    node_target,
    path_target,
)
from tdomcheck.values import dataclass

_OPEN = regex(r"(?P<lead>(?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t]++(?=[`~]))*+)(?P<ticks>`{3,}|~{3,})(?P<info>.*)")
_LONGEST = 4_096
"""Letters of a directive: a path has no more."""
_DIRECTIVE = regex(
    r"[ \t]*(?:\#|//|/\*+|<!--|\{/\*)[ \t]*(?P<name>FILE|[A-Z]+_[A-Z]+):(?P<value>.*?)(?:\*/\}?|-->)?[ \t]*"
)
_COMMENT = r"[ \t]*(?:\#+|//+|/\*+|<!--|\{/\*)[ \t]*"
_PATH = r"`?(?P<path>[^\s`]*\.[A-Za-z]\w{0,9})`?[ \t]*(?:\*/\}?|-->)?[ \t]*"
_RIGHT = "write `# FILE: path` in the first line of the fence, `# TARGET_NODE: kind NAME` below it, then the new node"
_Forms = tuple[tuple[re.Pattern[str], str], ...]
_ANYWHERE: _Forms = (
    (regex(r"[ \t]*(?:<{5,9}|-{5,9})[ \t]*(?:SEARCH|ORIGINAL)[ \t]*"), "SEARCH/REPLACE blocks are not applied"),
    (regex(r"\*\*\* (?:Begin Patch|(?:Update|Add|Delete) File: .*)"), "patches by context are not applied"),
)
_AT_TOP: _Forms = (
    (
        regex(r"diff --git \S+ \S+|--- (?:/dev/null|[^\s/.]*[/.]\S+)(?:\t.*)?"),
        "diffs are not applied here, but by `git apply`",
    ),
    (regex(rf"(?i:{_COMMENT}file(?:name|path)?[ \t]*[:=][ \t]*{_PATH})"), "this is not a line `# FILE: path`"),
    (regex(rf"(?:{_COMMENT}|\**)FILE(?::|[ \t])[ \t]*{_PATH}\**"), "this is not a line `# FILE: path`"),
)
_BELOW_IMPORTS: _Forms = ((regex(rf"{_COMMENT}FILE:[ \t]*{_PATH}"), "FILE is not in the first line of the fence"),)
_BELOW_FILE: _Forms = (
    (
        regex(rf"(?i:{_COMMENT}(?:(?:target|delete)[_ -](?:node|path)|insert[_ -](?:after|before))[ \t]*[:=].*)"),
        "this is not a line `# TARGET_NODE: kind NAME`",
    ),
)
"""Lines of what is meant as a patch but is not one, and what is wrong with it."""
_PROLOGUE = regex(
    r"[ \t]*(?:(?:import|from|use|using|package|const)\b.*|(?:\#|//|/?\*|<!|[\"']use ).*|[\w. ]+,?|[)}].*)"
)
"""Imports and comments."""
_INNER_FENCE = regex(r"[ \t>]*(?:`{3,}|~{3,}).*")
_OF_OURS = regex(r"(?:TARGET|INSERT|DELETE|REPLACE|APPEND|REMOVE|CREATE|UPDATE|ADD|OVERWRITE)_")
_TARGETS = (*(operation.value for operation in Operation), "TARGET_PATH")


@dataclass(frozen=True, slots=True)
class Block:
    """A fence that is a patch."""

    number: int
    """Counted from one, over the patches of the document."""
    line: int
    """Where its fence opens, counted from one."""
    path: str
    wish: Wish
    text_line: int = 0
    """Where its text begins."""

    @property
    def target(self) -> Target:
        return self.wish.target

    def __str__(self) -> str:
        return f"block {self.number} (line {self.line}: {self.target} of {self.path})"


@dataclass(frozen=True, slots=True)
class PatchDocument:
    """What could be read of a patch document."""

    blocks: tuple[Block, ...] = ()
    problems: tuple[str, ...] = ()
    """Sentences; with any of them nothing is applied."""


@dataclass(frozen=True, slots=True)
class _Fence:
    line: int
    lines: tuple[str, ...]
    is_closed: bool


def read_patches(text: str) -> PatchDocument:
    """The patches of a document."""
    blocks: list[Block] = []
    problems: list[str] = []
    for fence in _fences(re.split(r"\r\n|\r|\n", text)):
        if not fence.is_closed:
            problems.append(f"line {fence.line}: the fence is never closed; end it with a line of as many signs")
            continue
        try:
            block = _block(fence, len(blocks) + 1)
        except BadTarget as error:
            problems.append(f"line {fence.line}: {error}")
            continue
        if block is not None:
            blocks.append(block)
    if not blocks and not problems:
        problems.append("the document holds no patch: no fence begins with `# FILE: path` in a comment of its language")
    return PatchDocument(tuple(blocks), tuple(problems))


def _fences(lines: Sequence[str]) -> Iterator[_Fence]:
    """Every fence of Markdown, also in lists and quotes; one in a comment is none."""
    index = 0
    while index < len(lines):
        line = lines[index]
        if line.lstrip().startswith("<!--") and "-->" not in line:
            index = _behind(lines, index)
            continue
        opening = _OPEN.fullmatch(line)
        if opening is None or (opening["ticks"].startswith("`") and "`" in opening["info"]):
            index += 1
            continue
        closing = _closing(lines, index, opening)
        width = len(opening["lead"])
        body = tuple(_without_lead(line, opening["lead"], width) for line in lines[index + 1 : closing])
        yield _Fence(index + 1, body, closing < len(lines))
        index = closing + 1


def _behind(lines: Sequence[str], index: int) -> int:
    index += 1
    while index < len(lines) and "-->" not in lines[index]:
        index += 1
    return index + 1


def _closing(lines: Sequence[str], index: int, opening: re.Match[str]) -> int:
    """The line that closes a fence, or the end of the document; further in than by three it is text."""
    ticks, lead = opening["ticks"], opening["lead"]
    for closing in range(index + 1, len(lines)):
        line = _without_lead(lines[closing], lead, len(lead))
        text = line.strip(" \t")
        indentation = line[: len(line) - len(line.lstrip(" \t"))].expandtabs(4)
        if len(text) >= len(ticks) and len(indentation) < 4 and not text.strip(ticks[0]):
            return closing
    return len(lines)


def _without_lead(line: str, lead: str, width: int) -> str:
    """A line without what its fence stands behind: the indentation of a list, the marks of a quote."""
    if ">" not in lead:
        return line[min(width, len(line) - len(line.lstrip(" \t"))) :]
    marks = re.match(rf"(?:[ \t]*>[ ]?){{0,{lead.count('>')}}}", line)
    return line[marks.end() :] if marks else line


def _block(fence: _Fence, number: int) -> Block | None:
    """The patch that a fence is; None where it is text. Raises BadTarget."""
    directives, rest = _header(fence.lines)
    names = [name for name, _ in directives]
    if not names:
        _refuse_strange(fence)
        return None
    text_line = fence.line + 1 + len(fence.lines) - len(rest)
    if rest and len(rest[0]) <= _LONGEST:
        _refuse_forms(rest[0], text_line, [*_ANYWHERE, *_BELOW_FILE])
    targets = [(name, value) for name, value in directives if name != "FILE"]
    for name, _ in targets:
        if name not in _TARGETS:
            near = difflib.get_close_matches(name, _TARGETS, 1, 0.4)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise BadTarget(f"there is no directive {name}{hint}")
    if names.count("FILE") != 1:
        raise BadTarget("a patch has one line `# FILE: path`" + (f", and {names[0]} goes below it" if targets else ""))
    if len(targets) > 1:
        raise BadTarget(f"a patch has one target; this one has {' and '.join(name for name, _ in targets)}")
    path = dict(directives)["FILE"]
    if not path:
        raise BadTarget("FILE names no file")
    return Block(number, fence.line, path, _wish(targets, "\n".join(rest)), text_line)


def _refuse_strange(fence: _Fence) -> None:
    """Raise BadTarget for what is meant as a patch and would be taken for text, while others are applied."""
    is_top, is_prologue = True, True
    for number, line in enumerate(fence.lines, fence.line + 1):
        if _INNER_FENCE.fullmatch(line):  # a document within the document
            return
        if not line.strip() or len(line) > _LONGEST:
            continue
        _refuse_forms(line, number, [*_ANYWHERE, *_AT_TOP * is_top, *_BELOW_IMPORTS * is_prologue])
        is_top = False
        is_prologue = is_prologue and _PROLOGUE.fullmatch(line) is not None


def _refuse_forms(line: str, number: int, forms: Sequence[tuple[re.Pattern[str], str]]) -> None:
    for form, reason in forms:
        if form.fullmatch(line):
            raise BadTarget(f"{reason} (line {number}: {line.strip()}); {_RIGHT}")


def _header(lines: Sequence[str]) -> tuple[list[tuple[str, str]], Sequence[str]]:
    """The directives at the top of a fence, and what stands below them."""
    directives: list[tuple[str, str]] = []
    index = 0
    while index < len(lines):
        match = _DIRECTIVE.fullmatch(lines[index]) if len(lines[index]) <= _LONGEST else None
        name = match["name"] if match else ""
        if match and (name == "FILE" or name in _TARGETS or _OF_OURS.match(name)):
            directives.append((name, match["value"].strip()))
        elif lines[index].strip():
            break
        index += 1
    return directives, lines[index:]


def _wish(targets: Sequence[tuple[str, str]], text: str) -> Wish:
    text = text.rstrip("\n") + "\n" if text.strip() else ""
    if not targets:
        return Wish(WholeFile(), text)
    name, value = targets[0]
    if name == "TARGET_PATH":
        if not text:
            raise BadTarget("TARGET_PATH comes with a value below it")
        return Wish(path_target(value), text)
    operation = Operation(name)
    target = node_target(operation, value)
    if operation is Operation.DELETE and text:
        raise BadTarget("DELETE_NODE stands alone: nothing follows it in its fence")
    if operation is not Operation.DELETE and not text:
        raise BadTarget(f"{name} comes with the text of a node below it; to take one away write DELETE_NODE")
    return Wish(target, text)
