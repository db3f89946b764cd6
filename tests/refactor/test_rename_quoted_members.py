"""Classes in classes, where a type in quotes names them."""

from __future__ import annotations

import pytest
from refactorings import renamed, sources_of

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.problems import StillUsed
from tdomcheck.refactor.rename import rename

CARD = "class Card:\n    class Part: ...\n"
IN_BODY = {
    "by its class": "    def f(self) -> 'Card.{0}': ...\n",
    "by itself": "    def f(self, x: 'list[{0}] | None'): ...\n",
    "with what is in it": "    def f(self, x: 'Card.{0}.Inner'): ...\n",
}
ELSEWHERE = {
    "by the module": "from pkg import a\nx: 'a.Card.{0}'\n",
    "by the class": "from pkg.a import Card\nx: 'Card.{0} | None'\n",
    "by an heir": "from pkg.a import Card\nclass D(Card): ...\nx: 'D.{0}'\n",
    "in a cast": "from typing import cast\nimport pkg.a\ncast('pkg.a.Card.{0}', 1)\n",
}


@pytest.mark.parametrize("body", IN_BODY.values(), ids=IN_BODY)
def test_types_in_quotes_follow_in_the_body(body: str) -> None:
    files = {"pkg/__init__.py": "", "pkg/a.py": CARD + body.format("Part")}
    expected = {"pkg/a.py": CARD.replace("Part", "Bit") + body.format("Bit")}
    assert renamed(files, "pkg.a.Card.Part", "Bit") == expected


@pytest.mark.parametrize("code", ELSEWHERE.values(), ids=ELSEWHERE)
def test_types_in_quotes_follow_elsewhere(code: str) -> None:
    files = {"pkg/__init__.py": "", "pkg/a.py": CARD, "use.py": code.format("Part")}
    expected = {"pkg/a.py": CARD.replace("Part", "Bit"), "use.py": code.format("Bit")}
    assert renamed(files, "pkg.a.Card.Part", "Bit") == expected
    with pytest.raises(StillUsed, match=r"strong \(1\): use\.py"):
        delete(sources_of(files), "pkg.a.Card.Part")


LEFT_ALONE = {
    "another class": "class D:\n    class Part: ...\nx: 'D.Part'\n",
    "another module": "import x\ny: 'x.Part'\n",
    "a bare name outside of the body": "Part = int\nx: 'Part'\n",
    "what is called": "from pkg.a import Card\nx: 'make().Part'\n",
    "a string that is no type": "from pkg.a import Card\nx = 'Card.Part of it'\n",
    "a literal": "from typing import Literal\nx: Literal['Part']\n",
}


@pytest.mark.parametrize("code", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_others_are_left_alone(code: str) -> None:
    files = {"pkg/__init__.py": "", "pkg/a.py": CARD, "use.py": code}
    outcome = rename(sources_of(files), "pkg.a.Card.Part", "Bit")
    assert [wish.path for wish in outcome.rewrite.files] == ["pkg/a.py"]
    assert not outcome.rewrite.proposals
