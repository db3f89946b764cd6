"""`components-to-template` over several files: what others do with what a component gives."""

from __future__ import annotations

from textwrap import dedent

import pytest
from conversions import converted_project

HEAD = "from tdom import Node, html\n\n\n"
CARD = HEAD + 'def Card(x) -> Node:\n    return html(t"<p>{x}</p>")\n'
NEW_CARD = 'from string.templatelib import Template\n\n\ndef Card(x) -> Template:\n    return t"<p>{x}</p>"\n'
BOX = (
    HEAD
    + """class Box:
    def __call__(self) -> Node:
        return html(t"<p></p>")

    def icon(self) -> Node:
        return html(t"<i></i>")

    @property
    def body(self) -> Node:
        return html(t"<b></b>")
"""
)

TEXT = "is called there for the text that it gives"
HANDED_ON = "is handed on there, to what may want text"

STAYS = {
    "its text is asked for": (CARD, "from card import Card\n\nprint(str(Card(1)))\n", f"page.py:3: `Card` {TEXT}"),
    "it is joined": (
        CARD,
        'from card import Card\n\n\ndef page(xs):\n    return "".join(Card(x) for x in xs)\n',
        f"page.py:5: `Card` {TEXT}",
    ),
    "a handler returns it": (
        CARD,
        'import card\nfrom shop import app\n\n\n@app.get("/")\ndef home():\n    return card.Card(1)\n',
        f"page.py:7: `Card` {TEXT}",
    ),
    "by another name": (CARD, "from card import Card as C\n\ntext = C(1).upper()\n", f"page.py:3: `Card` {TEXT}"),
    "a global holds it": (CARD, "from card import Card\n\ntext = Card(1)\n", f"page.py:3: `Card` {TEXT}"),
    "by a star": (CARD, "from card import *\n\nprint(Card(1))\n", f"page.py:3: `Card` {TEXT}"),
    "it is handed on": (CARD, "from card import Card\n\nroutes = [Card]\n", f"page.py:3: `Card` {HANDED_ON}"),
    "by a name for it": (CARD, "from card import Card\n\nC = Card\nprint(C(1))\n", f"page.py:3: `Card` {HANDED_ON}"),
    "a file that is no Python says its name": (
        CARD,
        "from card import Card\n\nprint(Card(1\n",
        "cannot be read as Python",
    ),
    "its object is called": (BOX, "from card import Box\n\nprint(Box()())\n", f"page.py:3: `Box` {TEXT}"),
    "its object has a name": (
        BOX,
        "from card import Box\n\nbox = Box()\n\n\ndef page():\n    return str(box())\n",
        f"page.py:7: `Box` {TEXT}",
    ),
    "its object is a parameter": (
        BOX,
        "from card import Box\n\n\ndef page(box: Box):\n    return str(box())\n",
        f"page.py:5: `Box` {TEXT}",
    ),
    "an heir asks itself": (
        BOX,
        "from card import Box\n\n\nclass Far(Box):\n    def __str__(self):\n        return str(self())\n",
        f"page.py:6: `Box` {TEXT}",
    ),
    "an heir asks the class": (
        BOX,
        "from card import Box\n\n\nclass Far(Box):\n    def text(self):\n        return str(super().__call__())\n",
        f"page.py:6: `Box` {TEXT}",
    ),
    "an heir's object is called": (
        BOX,
        "from card import Box\n\n\nclass Far(Box): ...\n\n\nprint(Far()())\n",
        f"page.py:7: `Box` {TEXT}",
    ),
    "a method of whoever it is": (
        BOX,
        "def page(box):\n    return str(box.icon())\n",
        f"page.py:2: `Box.icon` {TEXT}",
    ),
    "a method that is handed on": (
        BOX,
        "def page(box):\n    return map(box.icon, [])\n",
        f"page.py:2: `Box.icon` {HANDED_ON}",
    ),
    "a property": (BOX, "def page(box):\n    return len(box.body)\n", f"page.py:2: `Box.body` {TEXT}"),
    "a method of the class": (
        BOX,
        "from card import Box\n\nprint(Box.icon(Box()))\n",
        f"page.py:3: `Box.icon` {TEXT}",
    ),
}


@pytest.mark.parametrize("case", STAYS)
def test_what_another_file_does_with_its_text_keeps_a_component(case: str) -> None:
    card, page, reason = STAYS[case]
    after, reasons = converted_project("components-to-template", {"card.py": card, "page.py": page})
    assert any(reason in each for each in reasons), reasons
    name = reason.partition("`")[2].partition("`")[0].rpartition(".")[2]
    kept = {"Box": "__call__"}.get(name, name or "Card")
    assert f"def {kept}({'self' if card is BOX else 'x'}) -> Node:" in after["card.py"]
    assert after["page.py"] == page


def test_a_base_class_of_another_file_asks_for_the_text() -> None:
    base = "class Base:\n    def __str__(self):\n        return str(self())\n"
    card = f"from base import Base\n{BOX}".replace("class Box:", "class Box(Base):")
    after, reasons = converted_project("components-to-template", {"base.py": base, "card.py": card})
    assert any(f"base.py:3: `Box` {TEXT}" in reason for reason in reasons), reasons
    assert "def __call__(self) -> Node:" in after["card.py"]


def test_what_follows_from_what_must_stay_stays() -> None:
    """`Page` gives what `Card` gives, and that is wanted as text in a third file."""
    files = {
        "card.py": CARD,
        "page.py": "from tdom import Node, html\nfrom card import Card\n\n\ndef Page() -> Node:\n    return Card(1)\n",
        "main.py": "from page import Page\n\nprint(Page())\n",
    }
    after, reasons = converted_project("components-to-template", files)
    assert after == files
    assert len(reasons) == 2
    assert f"main.py:3: `Page` {TEXT}" in reasons[1]
    assert f"page.py:6: `Card` {TEXT}" in reasons[0]


TAKEN = {
    "a template": "from tdom import html\nfrom card import Card\n\npage = html(t'<p>{Card(1)}</p>')\n",
    "a tag": "from tdom import html\nimport card\n\npage = html(t'<{card.Card} x={1} />')\n",
    "html()": "from tdom import html\nfrom card import Card\n\npage = str(html(Card(1)))\n",
    "a list in a template": (
        "from tdom import html\nfrom card import Card\n\n\ndef page(xs):\n"
        "    cards = [Card(x) for x in xs]\n    return html(t'<p>{cards}</p>')\n"
    ),
    "nothing": "from card import Card\n\nassert callable(Card)\n\n\ndef f(x: Card): ...\n",
    "another one of that name": "from shop import Card\n\nprint(str(Card(1)))\n",
    "one of its own": "def Card(x): ...\n\n\nprint(str(Card(1)))\n",
    "a word": "# Card(1)\nx = 'str(Card(1))'\n",
}


@pytest.mark.parametrize("case", TAKEN)
def test_what_takes_templates_keeps_nothing(case: str) -> None:
    after, reasons = converted_project("components-to-template", {"card.py": CARD, "page.py": TAKEN[case]})
    assert reasons == []
    assert after["card.py"] == NEW_CARD
    assert converted_project("components-to-template", after) == (after, [])


def test_those_that_use_each_other_are_converted_together() -> None:
    files = {
        "card.py": CARD,
        "page.py": "from tdom import Node, html\nfrom card import Card\n\n\ndef Page() -> Node:\n    return Card(1)\n",
        "box.py": BOX,
        "view.py": "from tdom import Node, html\n"
        "from box import Box\n\ndef View(box: Box) -> Node:\n    return Box()()\n",
    }
    after, reasons = converted_project("components-to-template", files)
    assert reasons == []
    assert after["card.py"] == NEW_CARD
    assert "def Page() -> Template:\n    return Card(1)\n" in after["page.py"]
    assert "def View(box: Box) -> Template:\n    return Box()()\n" in after["view.py"]
    assert "Node" not in "".join(after.values())


def test_a_tag_of_another_file_makes_a_component() -> None:
    files = {
        "card.py": 'from markupsafe import Markup\n\n\ndef Card(x):\n    return Markup(f"<p>{x}</p>")\n',
        "page.py": "from tdom import html\nfrom card import Card\n\npage = html(t'<{Card} x=1 />')\n",
    }
    after, reasons = converted_project("components-to-template", files)
    assert (after["card.py"], reasons) == ('def Card(x):\n    return t"<p>{x}</p>"\n', [])
    alone, _ = converted_project("components-to-template", {"card.py": files["card.py"]})
    assert alone == {"card.py": files["card.py"]}


def test_a_receiver_that_is_known_to_be_something_else_keeps_nothing() -> None:
    page = dedent(
        """
        from pathlib import Path

        import requests


        class Other:
            def icon(self): ...

            def text(self):
                return str(self.icon())


        def page(path: Path, other: Other):
            answer = Other()
            return str(answer.icon()) + str(other.body) + str(path.body) + str(requests.body)
        """
    )
    after, reasons = converted_project("components-to-template", {"card.py": BOX, "page.py": page})
    assert reasons == []
    assert "Node" not in after["card.py"]


def test_text_that_is_wanted_elsewhere_is_no_t_string() -> None:
    """`fstring-to-tstring` converts functions as well."""
    card = "from tdom import html\n\n\ndef Card(x):\n    return f'<p>{x}</p>'\n\n\npage = html(t'<{Card} x=1 />')\n"
    files = {"card.py": card, "page.py": "from card import Card\n\nprint(Card(1).upper())\n"}
    after, reasons = converted_project("fstring-to-tstring", files)
    assert after == files
    assert [f"page.py:3: `Card` {TEXT}" in reason for reason in reasons] == [True]
    assert "t'<p>{x}</p>'" in converted_project("fstring-to-tstring", {"card.py": card})[0]["card.py"]


def test_a_chain_that_is_too_long_stays_as_a_whole() -> None:
    """Each round finds one more that must stay; in the end all that hang together do."""
    files = {"f0.py": HEAD + 'def F0() -> Node:\n    return html(t"<p></p>")\n'}
    for number in range(1, 25):
        before = number - 1
        body = f"from f{before} import F{before}\n\n\ndef F{number}() -> Node:\n    return F{before}()\n"
        files[f"f{number}.py"] = "from tdom import Node, html\n" + body
    files["main.py"] = "from f24 import F24\n\nprint(F24())\n"
    after, reasons = converted_project("components-to-template", files)
    assert after == files
    assert len(reasons) == 25


PLAIN = "from markupsafe import Markup\nfrom tdom import Node, html\n"
ICON = PLAIN + "\n\ndef icon():\n    return html(t'<b/>')\n"
SHOWS = (
    "\n\ndef Page({given}):\n    return Markup(f'<p>{{{shown}}}</p>')\n\n\npage = html(t'<{{Page}} />')\nlast: Node\n"
)


def page_of(imports: str, shown: str, given: str = "") -> str:
    return PLAIN + imports + SHOWS.format(given=given, shown=shown)


RENDERED_ELSEWHERE = {
    "a function": {"lib.py": ICON, "a.py": page_of("from lib import icon\n", "icon()")},
    "a function by its module": {"lib.py": ICON, "a.py": page_of("import lib\n", "[lib.icon()]")},
    "a function by a star": {"lib.py": ICON, "a.py": page_of("from lib import *\n", "[icon()]")},
    "a function of a package": {
        "shop/__init__.py": "",
        "shop/lib.py": ICON,
        "shop/a.py": page_of("from .lib import icon\n", "[icon()]"),
    },
    "a function by another name of another file": {
        "lib.py": ICON,
        "more.py": "from lib import icon as i\n",
        "a.py": page_of("from more import i\n", "[i()]"),
    },
    "a constant that two files hand on": {
        "lib.py": PLAIN + "ICON = [html(t'<b/>')]\n",
        "more.py": "from lib import ICON as I\n",
        "most.py": "from more import *\n\nJ = I\n",
        "a.py": page_of("from most import J\n", "[J]"),
    },
    "a function of a file that does not know tdom": {
        "lib.py": ICON,
        "more.py": "from lib import icon\n\n\ndef icons():\n    return [icon()]\n",
        "a.py": page_of("from more import icons\n", "[icons()]"),
    },
    "a prop": {
        "a.py": page_of("", "x", "x"),
        "b.py": PLAIN + "from a import Page\n\npage = html(t\"<{Page} x={html(t'<b/>')} />\")\nlast: Node | Markup\n",
    },
    "an argument": {
        "a.py": page_of("", "x", "x"),
        "b.py": (
            PLAIN + "from a import Page\n\n\ndef two():\n    return html(t\"<p>{Page(html(t'<b/>'))}</p>\")\n\n\n"
            "last: Node | Markup\n"
        ),
    },
}


@pytest.mark.parametrize("case", RENDERED_ELSEWHERE)
def test_what_another_file_renders_keeps_a_component_with_a_row(case: str) -> None:
    files = RENDERED_ELSEWHERE[case]
    after, reasons = converted_project("components-to-template", files)
    home = next(path for path in files if path.endswith("a.py"))
    assert after[home] == files[home]
    assert any("Page" in reason and "stays" in reason for reason in reasons), reasons


@pytest.mark.parametrize(
    ("lib", "imports", "shown"),
    [
        (
            PLAIN + "\n\ndef icon():\n    return html(t'<b/>')\n\n\ndef name():\n    return 1\n",
            "from lib import name\n",
            "name()",
        ),
        (PLAIN + "\n\ndef show():\n    x = html(t'<b/>')\n    print(x)\n", "from lib import show\n", "show()"),
        (ICON, "from other import icon\n", "icon()"),
        (ICON, "from lib import *\n", "[icon for icon in (1, 2)]"),
        (PLAIN + "\n\nclass Other:\n    name = html(t'')\n", "", "q.name"),
    ],
)
def test_what_another_file_renders_for_others_keeps_nobody(lib: str, imports: str, shown: str) -> None:
    files = {"lib.py": lib + "\nlast: Node | Markup\n", "a.py": page_of(imports, shown, "q=None")}
    after, _ = converted_project("components-to-template", files)
    assert after["a.py"] != files["a.py"]


def test_a_chain_that_is_longer_than_is_followed_keeps_what_may_be_at_its_end() -> None:
    files = {"f00.py": ICON.replace("icon", "f00")} | {
        f"f{n:02}.py": f"from f{n - 1:02} import f{n - 1:02}\n\n\ndef f{n:02}():\n    return [f{n - 1:02}()]\n"
        for n in range(1, 40)
    }
    files["a.py"] = page_of("from f39 import f39\n", "[f39()]")
    after, reasons = converted_project("components-to-template", files)
    assert after["a.py"] == files["a.py"]
    assert any("too many functions hang together" in reason for reason in reasons)


@pytest.mark.parametrize("is_guarded", [True, False])
def test_a_stub_file_stays_as_the_code_stays(is_guarded: bool) -> None:
    code = CARD
    if is_guarded:
        code = HEAD + "def Card(x) -> Node:\n    with x:\n        return html(t'<{Box} />')\n"
    stub = "from tdom import Node\n\ndef Card(x) -> Node: ...\n"
    after, reasons = converted_project("components-to-template", {"card.py": code, "card.pyi": stub})
    assert (after["card.pyi"] == stub) is is_guarded
    assert [each for each in reasons if "stands for" in each] == ["`Card` stays: the code that it stands for stays"] * (
        is_guarded
    )
