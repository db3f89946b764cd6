"""Props are given by attributes: by names that tdom finds, in whatever letters the attributes are written."""

from __future__ import annotations

import pytest
from refactorings import renamed, sources_of

from tdomcheck.refactor.problems import BadName
from tdomcheck.refactor.rename import rename

CARD = """\
from dataclasses import dataclass
from string.templatelib import Template

@dataclass
class Card:
    user_name: str
    children: Template

    def __call__(self) -> Template:
        return t"<b>{self.user_name}</b>{self.children}"
"""
PLAIN = "class Node:\n    children: list[int]\n\n\ndef tree(children): return children\n"
APP = 'from tdom import html\nfrom c import Card\nhtml(t"<{Card} USER-NAME=x>a</{Card}><p USER-NAME=x></p>")\n'
TREE = 'from tdom import html\nfrom c import tree\nhtml(t"<{tree}>a</{tree}>")\n'


@pytest.mark.parametrize("spelling", ["USER-NAME", "User_Name", "user-name", "user_name"])
def test_attributes_in_other_letters_follow(spelling: str) -> None:
    after = renamed(
        {"c.py": CARD, "app.py": APP.replace("<{Card} USER-NAME", f"<{{Card}} {spelling}")},
        "c.Card.user_name",
        "full_name",
    )
    new = "full-name" if "-" in spelling else "full_name"
    assert after["app.py"] == APP.replace("<{Card} USER-NAME", f"<{{Card}} {new}")


def test_a_parameter_in_other_letters_follows() -> None:
    code = "def Card(user_name): ...\n"
    after = renamed({"c.py": code, "app.py": APP}, "c.Card.user_name", "name")
    assert after["app.py"] == APP.replace("<{Card} USER-NAME", "<{Card} name")


REFUSED = {
    "children of a class": ({"c.py": CARD}, "c.Card.children", "kids", "what tdom fills"),
    "children of a function": (
        {"c.py": PLAIN, "app.py": TREE},
        "c.tree.children",
        "kids",
        "the parameter `children` of `tree`",
    ),
    "capitals": (
        {"c.py": CARD, "app.py": APP},
        "c.Card.user_name",
        "userName",
        r"app\.py:3 would do: tdom lower-cases",
    ),
    "children as the new name": (
        {"c.py": CARD.replace("    children: Template\n", "").replace("{self.children}", ""), "app.py": APP},
        "c.Card.user_name",
        "children",
        "between the tags",
    ),
}


@pytest.mark.parametrize(("files", "source", "to", "says"), REFUSED.values(), ids=REFUSED)
def test_a_name_by_which_tdom_finds_nothing_is_refused(files: dict[str, str], source: str, to: str, says: str) -> None:
    with pytest.raises(BadName, match=says):
        rename(sources_of(files), source, to)


ALLOWED = {
    "children of what is no component": ({"c.py": PLAIN}, "c.Node.children", "kids"),
    "children of a function without tags": ({"c.py": PLAIN}, "c.tree.children", "kids"),
    "children of a method": ({"c.py": CARD + "\n    def m(self, children): ...\n"}, "c.Card.m.children", "kids"),
    "capitals that no tag gives": ({"c.py": CARD}, "c.Card.user_name", "userName"),
}


@pytest.mark.parametrize(("files", "source", "to"), ALLOWED.values(), ids=ALLOWED)
def test_other_names_are_nobodys_business(files: dict[str, str], source: str, to: str) -> None:
    assert renamed(files, source, to)


FANCY = CARD.replace("Card", "Fancy").replace("    children: Template\n", "").replace("{self.children}", "")
RENDERED = {
    "a parameter": 'def show(comp): return html(t"<{comp} user-name=x />")\nshow(Fancy)\n',
    "an attribute": 'class A:\n    kind = None\n    def show(self): return html(t"<{self.kind} user_name=x />")\n',
    "an item": 'def show(kinds): return [html(t"<{kinds[0]} user_name=x />")]\n',
    "a parameter with a default": 'def show(comp=Other): return html(t"<{comp} user_name=x />")\n',
}


def at_tags(code: str, source: str) -> list[str]:
    head = "from tdom import html\nfrom c import Fancy, plain\ndef Other(user_name, age): ...\n"
    plain = "def plain(user_name, age): ...\n"
    outcome = rename(sources_of({"c.py": FANCY + plain, "app.py": head + code}), source, "full_name")
    return [each.reason for each in outcome.rewrite.proposals if each.is_reference and each.path == "app.py"]


@pytest.mark.parametrize("source", ["c.Fancy.user_name", "c.plain.user_name"])
@pytest.mark.parametrize("code", RENDERED.values(), ids=RENDERED)
def test_a_tag_of_nobody_knows_what_is_proposed(code: str, source: str) -> None:
    assert at_tags(code, source) == ["what the tag is of is not known"]


@pytest.mark.parametrize(
    "code",
    [
        'html(t"<{Other} user_name=x />")\n',
        'def show(comp: type[Other2]): return html(t"<{comp} user_name=x />")\nclass Other2: ...\n',
        'def show(comp): return html(t"<{comp} age=x /><p user_name=x></p>")\n',
        'def show(comp): return html(t"<{comp} full_name=x>{user_name}</{comp}>")\n',
        'import other\nhtml(t"<{other.Card} user_name=x />")\n',
        'from other import Card\nhtml(t"<{Card} user_name=x />")\n',
    ],
)
def test_other_tags_are_left_alone(code: str) -> None:
    assert at_tags(code, "c.Fancy.user_name") == []
