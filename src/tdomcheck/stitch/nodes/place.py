"""What a wish does to the range of its node."""

from __future__ import annotations

import re
from functools import cached_property

from tdomcheck.model import Edit
from tdomcheck.regex import regex
from tdomcheck.stitch.nodes.fragment import Fragment
from tdomcheck.stitch.nodes.indent import Indentation
from tdomcheck.stitch.nodes.outline import CodeBody, Outline, Owner
from tdomcheck.stitch.nodes.text import Text

_BLANK = regex(rb"[ \t]*(?:\r\n|\r|\n)")
_NEAR = 50
"""Statements up and down that tell how far apart those of their sort are."""


class NoPlace(Exception):
    """A wish that cannot be met where its node stands; the message says what to do."""


class Surroundings:
    """A file as wishes see it."""

    def __init__(self, text: Text, outline: Outline, *, is_python: bool, is_inline: bool = False) -> None:
        self.text = text
        self.outline = outline
        self._is_python = is_python
        self._is_inline = is_inline
        """Nodes stand beside each other without white space, as elements may."""

    def replacement(self, owner: Owner, new: Fragment) -> list[Edit]:
        """The new node in the range of the old one; comments and decorators stay where it brings none."""
        if not owner.is_alone and (new.ends_in_comment or (self._is_python and not new.is_one_line)):
            raise NoPlace(_SHARED.format(line=owner.line))
        if owner.has_inner_decorators and not (new.has_decorators or new.owner.has_inner_decorators):
            raise NoPlace("its decorators stand behind `export`: send them along, or write them above it first")
        place = self._place(owner)
        if new.has_comments and not new.has_decorators and owner.decorators < owner.core:
            comments = new.comments(place).rstrip(" \t\n") + "\n" + place.prefix
            return [
                Edit(owner.lead, owner.decorators, comments),
                Edit(owner.core, owner.end, new.rest(place)),
            ]
        start = owner.lead if new.has_comments else owner.decorators if new.has_decorators else owner.core
        return [Edit(start, owner.end, new.whole(place))]

    def insertion_after(self, owner: Owner, new: Fragment) -> list[Edit]:
        place = self._place(owner)
        text = new.whole(place)
        if self._stands(owner, text, 1):
            return []
        if not owner.is_alone:
            return [Edit(owner.end, owner.end, self._beside(owner) + text)]
        gap = self._gap(owner, 1, is_definition=new.owner.is_definition)
        at = self.text.line_end(owner.end)
        below = self._missing_below(owner, gap) if new.owner.is_definition > owner.is_definition else 0
        return [Edit(at, at, "\n" * (gap + 1) + place.prefix + text + "\n" * below)]

    def insertion_before(self, owner: Owner, new: Fragment) -> list[Edit]:
        place = self._place(owner)
        text = new.whole(place)
        if self._stands(owner, text, -1):
            return []
        if not owner.is_alone:
            return [Edit(owner.lead, owner.lead, text + self._beside(owner))]
        gap = self._gap(owner, -1, is_definition=new.owner.is_definition)
        above = self._missing_above(owner, gap) if new.owner.is_definition > owner.is_definition else 0
        lead = "\n" * above + place.prefix if above else ""
        return [Edit(owner.lead, owner.lead, lead + text + "\n" * (gap + 1) + place.prefix)]

    def deletion(self, owner: Owner) -> Edit:
        """The node with the blank lines after it."""
        if not owner.is_alone:
            return self._inline_deletion(owner)
        utf8 = self.text.utf8
        start = self.text.line_start(owner.lead)
        start += utf8[start : owner.lead].rfind(b"\f") + 1  # a page goes on being a page
        end = self.text.behind_line(owner.end)
        while blank := _BLANK.match(utf8, end):
            end = blank.end()
        if end == len(utf8) and not utf8.endswith((b"\n", b"\r")):
            start = self._end_of_rest(start)  # a file that ends without a line end goes on to do so
        return Edit(start, end, "")

    def _end_of_rest(self, start: int) -> int:
        """Where the last line above a place ends that is not blank."""
        while start > 0:
            above = self.text.line_start(start - 1)
            if self.text.utf8[above:start].strip(b" \t\r\n"):
                return self.text.line_end(above)
            start = above
        return 0

    def emptied(self, owner: Owner) -> Edit:
        """The node becomes what keeps its body from being empty."""
        return Edit(owner.lead, owner.end, "pass")

    def _inline_deletion(self, owner: Owner) -> Edit:
        utf8 = self.text.utf8
        behind = re.compile(rb"[ \t]*[;,]?[ \t]*").match(utf8, owner.end)
        end = behind.end() if behind else owner.end
        if self._is_inline:
            return Edit(owner.lead, owner.end, "")
        if utf8[end : end + 1] not in {b"", b"\r", b"\n", b"#"}:
            return Edit(owner.lead, end, "")
        line = self.text.line_start(owner.lead)
        before = utf8[line : owner.lead].rstrip(b" \t").removesuffix(b";").rstrip(b" \t")
        return Edit(line + len(before), owner.end, "")

    def _beside(self, owner: Owner) -> str:
        """What stands between two nodes on one line."""
        if self._is_python:
            raise NoPlace(_SHARED.format(line=owner.line))
        return "" if self._is_inline else " "

    def _place(self, owner: Owner) -> Indentation:
        prefix = owner.prefix
        if owner.inner.startswith(prefix) and len(owner.inner) > len(prefix):
            return Indentation(prefix, owner.inner[len(prefix) :])
        around = self.outline.bodies[owner.body].around
        if prefix.startswith(around) and len(prefix) > len(around):
            return Indentation(prefix, prefix[len(around) :])
        return Indentation(prefix, self._unit)

    @cached_property
    def _unit(self) -> str:
        """What the first node of the file adds that has a body on lines of its own."""
        for owner in self.outline.owners:
            if owner.inner.startswith(owner.prefix) and len(owner.inner) > len(owner.prefix):
                return owner.inner[len(owner.prefix) :]
        return ""

    def _stands(self, owner: Owner, text: str, step: int) -> bool:
        """Whether the neighbour is what would be inserted: then a document is applied for the second time."""
        if self._is_inline:
            return False
        neighbour = self._neighbour(owner, step)
        if neighbour is None:
            return False
        return self.text.utf8[neighbour.lead : neighbour.end].replace(b"\r\n", b"\n").decode("utf-8", "replace") == text

    def _neighbour(self, owner: Owner, step: int) -> Owner | None:
        return self.outline.by_place.get((owner.body, owner.place + step))

    def _gap(self, owner: Owner, step: int, *, is_definition: bool) -> int:
        """How many blank lines nodes of this sort have between them, here or else in this body."""
        body = self.outline.bodies[owner.body]
        ways = (owner.place, owner.place - 1) if step > 0 else (owner.place - 1, owner.place)
        near = range(max(owner.place - _NEAR, 0), min(owner.place + _NEAR, len(body.statements) - 1))
        others = sorted(near, key=lambda index: abs(index - owner.place))
        for index in (*ways, *others):
            gap = self._gap_behind(body, index, is_definition=is_definition)
            if gap is not None:
                return gap
        if not is_definition or self._is_inline:
            return 0
        return 2 if self._is_python and body.depth == 0 else 1

    def _gap_behind(self, body: CodeBody, index: int, *, is_definition: bool) -> int | None:
        """The blank lines between two statements of the same sort; None where that tells nothing."""
        if not 0 <= index < len(body.statements) - 1:
            return None
        first, second = body.statements[index], body.statements[index + 1]
        if {first.is_definition, second.is_definition} != {is_definition}:
            return None
        return self._blank_lines(first.end, second.lead)

    def _blank_lines(self, start: int, end: int) -> int | None:
        between = self.text.utf8[start:end]
        lines = re.split(rb"\r\n|\r|\n", between)
        return len(lines) - 2 if len(lines) > 1 and not between.strip(b" \t\r\n;,") else None

    def _missing_below(self, owner: Owner, gap: int) -> int:
        body = self.outline.bodies[owner.body]
        if owner.place + 1 >= len(body.statements):
            return 0
        blank = self._blank_lines(owner.end, body.statements[owner.place + 1].lead)
        return 0 if blank is None else max(gap - blank, 0)

    def _missing_above(self, owner: Owner, gap: int) -> int:
        body = self.outline.bodies[owner.body]
        if owner.place == 0:
            return 0
        blank = self._blank_lines(body.statements[owner.place - 1].end, owner.lead)
        return 0 if blank is None else max(gap - blank, 0)


_SHARED = "it stands on line {line} together with other code; give it a line of its own first"
