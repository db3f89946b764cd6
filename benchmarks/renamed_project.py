"""A project whose places are marked, so that what a tool made of it can be scored: `[[kind:old]]`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

NAME, TAG, ATTRIBUTE = "name", "tag", "attribute"
KINDS = (NAME, TAG, ATTRIBUTE)
"""What only Python says, what names a component in a template, what gives it a prop there."""
_MARK = re.compile(r"\[\[(component|prop):(name|tag|attribute):([\w-]+)\]\]")
_LEFT = re.compile(r"[\w-]*")


@dataclass(frozen=True)
class Wish:
    """A renaming that everybody is asked for."""

    what: str
    """`component` or `prop`: whose marks are the places."""
    source: str
    """As tdomcheck is told."""
    new: str
    path: str
    """Where the definition is, for those who are told a place."""
    line: str
    """The line of it, as it begins."""

    def spelled(self, old: str) -> str:
        """The new name as it belongs into the place of an old one."""
        return self.new.replace("_", "-") if "-" in old else self.new


WISHES = (
    Wish("component", "shop.cards.Card", "Tile", "shop/cards.py", "class Card"),
    Wish("prop", "shop.cards.Card.user_name", "login_name", "shop/cards.py", "    user_name"),
)

MARKED: Mapping[str, str] = {
    "shop/__init__.py": "",
    "shop/cards.py": """\
from __future__ import annotations

from dataclasses import dataclass
from string.templatelib import Template


@dataclass
class [[component:name:Card]]:
    [[prop:name:user_name]]: str
    size: int = 1
    children: Template | None = None

    def __call__(self) -> Template:
        return t"<b class=size-{self.size}>{self.[[prop:name:user_name]]}{self.children}</b>"


def first(card: [[component:name:Card]]) -> str:
    return card.[[prop:name:user_name]][:1]
""",
    "shop/pages.py": '''\
from __future__ import annotations

from string.templatelib import Template

from tdom import html

from shop import cards
from shop.cards import [[component:name:Card]]


class User:
    def __init__(self, user_name: str) -> None:
        self.user_name = user_name


def page(user: User) -> str:
    card = [[component:name:Card]]([[prop:name:user_name]]=user.user_name, size=2)
    return html(
        t"""<main id=user-name>
            <{[[component:tag:Card]]} [[prop:attribute:user-name]]={user.user_name} size=3 />
            <{[[component:tag:Card]]} [[prop:attribute:user_name]]="nobody">
                <i>{card.[[prop:name:user_name]]}</i>
            </{[[component:tag:Card]]}>
            <{cards.[[component:tag:Card]]} [[prop:attribute:user-name]]="all" />
            <p user-name="none">{card}</p>
        </main>"""
    )


def row(user: User) -> Template:
    return t"<li><{[[component:tag:Card]]} [[prop:attribute:user-name]]={user.user_name} /></li>"
''',
    "shop/other.py": """\
from __future__ import annotations

from string.templatelib import Template


def Card(user_name: str) -> Template:
    return t"<{Frame} user-name={user_name} />"


def Frame(user_name: str) -> Template:
    return t"<p>{user_name}</p>"
""",
    "test_cards.py": """\
from dataclasses import replace

from tdom import html

from shop import cards
from shop.cards import [[component:name:Card]] as Shown
from shop.cards import first


def test_first() -> None:
    assert first(cards.[[component:name:Card]]([[prop:name:user_name]]="ada")) == "a"


def test_shown() -> None:
    assert "ada" in html(t'<{Shown} [[prop:attribute:user-name]]="ada" />')
    assert replace(Shown("ada"), [[prop:name:user_name]]="bob").[[prop:name:user_name]] == "bob"
""",
}


def plain(text: str) -> str:
    """A text without its marks."""
    return _MARK.sub(lambda mark: mark[3], text)


def files() -> dict[str, str]:
    """The project as it is written to disk."""
    return {path: plain(text) for path, text in MARKED.items()}


def digest() -> str:
    """What tells this project from another that somebody measured on."""
    return hashlib.sha256(repr(sorted(MARKED.items())).encode()).hexdigest()[:16]


def expected(wish: Wish) -> dict[str, str]:
    """The project as it has to be afterwards."""
    return {
        path: _MARK.sub(lambda mark: wish.spelled(mark[3]) if mark[1] == wish.what else mark[3], text)
        for path, text in MARKED.items()
    }


@dataclass(frozen=True)
class Score:
    """What a tool made of the project."""

    renamed: Mapping[str, int]
    """Places by kind."""
    total: Mapping[str, int]
    broken: int = 0
    """Files that no longer parse."""
    strayed: int = 0
    """Files in which something else has changed."""

    def left(self, kind: str) -> int:
        return self.total[kind] - self.renamed[kind]


def score(wish: Wish, after: Mapping[str, str], is_broken: Mapping[str, bool]) -> Score:
    """Look at every place; what is not there any more counts as left, and its file as strayed."""
    renamed = dict.fromkeys(KINDS, 0)
    total = dict.fromkeys(KINDS, 0)
    strayed = 0
    for path, marked in MARKED.items():
        marks = [mark for mark in _MARK.finditer(marked) if mark[1] == wish.what]
        words = _words(wish, marked, after.get(path, ""))
        strayed += words is None
        for mark, word in zip(marks, words or [""] * len(marks), strict=True):
            total[mark[2]] += 1
            renamed[mark[2]] += word == wish.spelled(mark[3])
    return Score(renamed, total, sum(is_broken.get(path, False) for path in MARKED), strayed)


def _words(wish: Wish, marked: str, after: str) -> list[str] | None:
    """What stands in the places of a file; None where anything around them is other than it was."""
    words: list[str] = []
    position = 0
    for literal, is_place in _pieces(wish, marked):
        if is_place:
            match = _LEFT.match(after, position)
            words.append(match[0] if match else "")
            position = match.end() if match else position
        elif after.startswith(literal, position):
            position += len(literal)
        else:
            return None
    return words if position == len(after) else None


def _pieces(wish: Wish, marked: str) -> Iterator[tuple[str, bool]]:
    position = 0
    for mark in _MARK.finditer(marked):
        yield plain(marked[position : mark.start()]), False
        yield mark[3], mark[1] == wish.what
        position = mark.end()
    yield marked[position:], False
