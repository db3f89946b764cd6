"""Strings that may be a name are proposed, so that nobody takes a renaming for done; all others are left alone."""

from __future__ import annotations

import pytest
from refactorings import sources_of

from tdomcheck.refactor.rename import RenameOptions, rename

LOOKUP = "def ask(obj, name): return getattr(obj, name)\n"
APP = {
    "app/__init__.py": "",
    "app/m.py": (
        "class TinyBox:\n    def parse_list(self, head=1): return head\n    def heading(self): ...\n\n\n"
        "class Box: ...\n\n\ndef render(text, head=None): ...\n\n\ndef tiny_box(): ...\n"
        "\n\ndef local():\n    inner = 1\n    return inner\n"
    ),
}
LEFT_ALONE = {
    "a key where nothing is looked up": ("app.m.TinyBox.heading", "x = {'type': 'heading'}\n"),
    "more than the name": ("app.m.TinyBox.heading", LOOKUP + "x = 'a heading'\n"),
    "an attribute of another class": (
        "app.m.TinyBox.heading",
        LOOKUP + "class C:\n    heading = 1\n\n\ngetattr(C(), 'heading')\n",
    ),
    "a word of prose": ("app.m.Box", "x = 'A Box of things', 'Box'\n"),
    "a docstring": ("app.m.TinyBox", "'''TinyBox('''\n\n# TinyBox(\n"),
    "a key of a function that is only called": ("app.m.render.head", "from app.m import render\nrender({'head': 1})\n"),
    "a string that is no key": ("app.m.render.head", "x = 'head'\n"),
    "a word before a sign": ("app.m.render.head", "x = 'the head = 1', 'head=1'\n"),
    "a partial": (
        "app.m.render.head",
        "from functools import partial\nfrom app.m import render\npartial(render)({'head': 1})\n",
    ),
    "names that are put together, of another kind": (
        "app.m.TinyBox.parse_list",
        "def ask(obj, name): return getattr(obj, 'read_' + name)\n",
    ),
    "texts that are put together, and asked for nothing": ("app.m.TinyBox.parse_list", "x = 'parse_' + name\n"),
    "a name where nothing is looked up": ("app.m.Box", "x = ('Box', 'Other')\n"),
    "a word where only the name of the module is asked for": ("app.m.Box", "x = __name__, 'Box'\n"),
    "more than the name, where names are looked up": ("app.m.Box", LOOKUP + "x = ('A Box', 'Boxes')\n"),
    "a key of another class": (
        "app.m.TinyBox.heading",
        "from dataclasses import asdict\nclass C:\n    heading = 1\n\n\nasdict(C())['heading']\n",
    ),
    "a word of a format": ("app.m.TinyBox.heading", "x = 'c.heading {c}, {heading}, {c.headings}'.format(c=1)\n"),
    "another module": ("app.m", "x = 'see other.m for more'\n"),
    "code that imports from others": ("app.m.Box", "x = 'import os, apps; Box', 'from lib.app import Box'\n"),
    "an import in another string": ("app.m.Box", "x = ['import app', 'Box']\n"),
    "a word of a program that is no member": ("app.m.TinyBox.heading", "x = 'import app; heading + 1'\n"),
    "a word of a program that is no keyword": ("app.m.render.head", "x = 'import app; head == 1'\n"),
    "a local name": ("app.m.local.<locals>.inner", "x = 'import app; inner = 1'\n"),
    "an import that is prose": ("app.m.Box", "x = 'Box is imported from the app'\n"),
    "the option of another program": ("app", "x = 'do -o app', 'python -ma app'\n"),
    "the name of the package, of which nothing is asked": ("app", "x = ['app']\n"),
    "a module that is called like a word": ("app.m", "x = ['m']\n"),
    "a path of no file": ("app.m", "x = 'app/m.txt', 'lib/app/m.py', 'app/m'\n"),
}
PROPOSED = {
    "a string, where attributes are looked up": ("app.m.TinyBox.heading", LOOKUP + "x = {'type': 'heading'}\n"),
    "names that are looked up in a loop": (
        "app.m.Box",
        "from app import m\nx = [getattr(m, n) for n in ('Box', 'render')]\n",
    ),
    "a global that is looked up": ("app.m.Box", "from app.m import *\nx = {'a': 'Box'}\nglobals()[x['a']]\n"),
    "a field of a text that is formatted elsewhere": ("app.m.TinyBox.heading", "x = 'a {c.heading}'\n"),
    "a field of a format": ("app.m.TinyBox.heading", "x = 'a {c.heading!r}'.format(c=1)\n"),
    "one of a method that is looked up": (
        "app.m.TinyBox.heading",
        "class C:\n    def get(self, n): return object.__getattribute__(self, n)\n\n\nx = 'heading'\n",
    ),
    "a name that is compared": ("app.m.Box", "x = type(y).__name__ == 'Box'\n"),
    "a key of what classes are registered in": ("app.m.Box", "def add(cls): x[cls.__name__] = cls\n\n\nx['Box']\n"),
    "what repr shows": ("app.m.Box", "x = '<Box at 0>'\n"),
    "what a message shows": ("app.m.render", "x = r'render\\(\\) takes one argument'\n"),
    "a keyword that a text of a call shows": ("app.m.render.head", "x = \"render('a', head=None)\"\n"),
    "a name that is no word": ("app.m.TinyBox", "x = 'storage=(TinyBox|Other)'\n"),
    "a list of what is public": ("app.m.tiny_box", "public = ['tiny_box']\n"),
    "a dotted name in a pattern": ("app.m", "x = r'at <app\\.m\\.(Box|Other)>'\n"),
    "a dotted name in a text": ("app.m.Box", "x = 'see app.m.Box for more'\n"),
    "code that imports it": ("app.m.Box", "run(['python', '-c', 'from app.m import Box'])\n"),
    "a program that imports": ("app.m.TinyBox.heading", "x = '''\nimport app.m as m\n\nm.TinyBox().heading()\n'''\n"),
    "a program that names a parameter": ("app.m.render.head", "x = f'from app.m import *; render(1, {a}, head=2)'\n"),
    "a program in pieces": ("app.m.Box", "x = ('from app import m;'\n    'm.Box')\n"),
    "code that imports the module": ("app.m", "x = 'from app import m'\n"),
    "code that imports the package": ("app", "x = 'import app'\n"),
    "the package by its name": ("app", "from importlib.resources import files\nfiles('app')\n"),
    "the path of the module": ("app.m", "x = open('app/m.py')\n"),
    "a path in the package": ("app", "x = open('app/m.py')\n"),
    "a program that Python runs": ("app", "run(['python', '-m', 'app'])\n"),
    "a program that a shell runs": ("app", "run('python -m app --help')\n"),
    "a key of a function that is given away": (
        "app.m.render.head",
        "from app.m import render\nregister('cell', render)\nx = {'head': 1}\nx['head']\n",
    ),
    "a key that such a function may be asked with": (
        "app.m.render.head",
        "from app.m import render\nregister('cell', render)\ny = 'head' in x or x.get('head')\n",
    ),
}
ROWS = {
    "a prefix": "def ask(obj, name): return getattr(obj, 'parse_' + name)\n",
    "a prefix in an f-string": 'def ask(obj, name): return getattr(obj, f"parse_{name}")\n',
    "a prefix by itself": "def ask(obj, name):\n    name = 'parse_%s' % name\n    return getattr(obj, name)\n",
    "an ending": 'def ask(obj, name): return getattr(obj, f"{name}_list")\n',
}


@pytest.mark.parametrize(("source", "user"), LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_the_rest_is_left_alone(source: str, user: str) -> None:
    outcome = rename(sources_of({**APP, "user.py": user}), source, "other")
    assert not [each for each in outcome.rewrite.proposals if each.path == "user.py"]
    assert not [each for each in outcome.rewrite.remainders if each.path == "user.py"]


@pytest.mark.parametrize(("source", "user"), PROPOSED.values(), ids=PROPOSED)
@pytest.mark.parametrize("strings", [False, True])
def test_it_is_proposed(source: str, user: str, *, strings: bool) -> None:
    outcome = rename(sources_of({**APP, "user.py": user}), source, "other", RenameOptions(strings=strings))
    proposals = [each for each in outcome.rewrite.proposals if each.path == "user.py"]
    assert proposals
    assert all(each.is_reference for each in proposals)


@pytest.mark.parametrize("strings", [False, True])
def test_a_key_of_what_asdict_gives_is_asked_for_like_an_attribute(*, strings: bool) -> None:
    user = "from dataclasses import asdict\nfrom app.m import TinyBox\nasdict(TinyBox())['heading']\n"
    sources = sources_of({**APP, "user.py": user})
    rewrite = rename(sources, "app.m.TinyBox.heading", "other", RenameOptions(strings=strings)).rewrite
    places = rewrite.files if strings else rewrite.proposals
    assert "user.py" in {each.path for each in places}


def test_a_name_that_its_own_module_looks_up_is_proposed_elsewhere() -> None:
    files = {"m.py": "class Box: ...\ndef look(n): return globals()[n]\n", "n.py": "from m import look\nlook('Box')\n"}
    assert [each.path for each in rename(sources_of(files), "m.Box", "Bin").rewrite.proposals] == ["n.py"]


@pytest.mark.parametrize("user", ROWS.values(), ids=ROWS)
def test_names_that_are_put_together_have_a_row(user: str) -> None:
    outcome = rename(sources_of({**APP, "user.py": user}), "app.m.TinyBox.parse_list", "other")
    rows = [each.reason for each in outcome.rewrite.remainders]
    assert rows == ["names that are put together here may be `parse_list`"]


VISITOR = (
    "class V:\n    def get(self, n): return getattr(self, f'visit_{type(n).__name__}')\n    def visit_Box(self): ...\n"
)


@pytest.mark.parametrize(
    ("user", "count"),
    [
        (VISITOR, 1),
        (VISITOR.replace("f'visit_{type(n).__name__}'", "'visit_' + n.__class__.__name__"), 1),
        (VISITOR.replace("visit_Box", "leave_Box"), 0),
        (VISITOR.replace("visit_Box", "visit_Boxes"), 0),
        (VISITOR.replace("type(n).__name__", "n"), 0),
    ],
)
def test_what_is_looked_up_by_the_name_of_a_class_has_a_row(user: str, count: int) -> None:
    outcome = rename(sources_of({**APP, "user.py": user}), "app.m.Box", "Bin")
    assert [each.reason for each in outcome.rewrite.remainders] == ["it may be looked up by the name of `Box`"] * count


def test_nothing_is_looked_up_by_the_name_of_a_function() -> None:
    user = VISITOR.replace("visit_Box", "visit_render")
    assert not rename(sources_of({**APP, "user.py": user}), "app.m.render", "other").rewrite.remainders


GIVEN = {
    "a list": ("m.f.a", "def f(a): ...\nx = [f]\n", True),
    "an argument": ("m.f.a", "import m2\n\n\ndef f(a): ...\n\n\nm2.use(f)\n", True),
    "a decorator of others": ("m.f.a", "import web\n\n\n@web.route('/')\ndef f(a): ...\n", True),
    "a fixture": ("m.f.a", "from pytest import fixture\n\n\n@fixture\ndef f(a): ...\n", True),
    "a test": ("m.test_it.a", "def test_it(a): ...\n", True),
    "a method": ("m.C.f.a", "import web\n\n\nclass C:\n    @web.route('/')\n    def f(self, a): ...\n", True),
    "it is called": ("m.f.a", "def f(a): ...\nf(1)\n", False),
    "a decorator of the standard library": ("m.f.a", "from functools import cache\n\n\n@cache\ndef f(a): ...\n", False),
    "a builtin": ("m.C.f.a", "class C:\n    @staticmethod\n    def f(a): ...\n", False),
    "nobody may name it": ("m.f.a", "def f(a, /): ...\nx = [f]\n", False),
    "another of its name": ("m.f.a", "def f(a): ...\ndef g(f): return [f]\n", False),
}


@pytest.mark.parametrize(("source", "code", "is_told"), GIVEN.values(), ids=GIVEN)
def test_a_function_that_somebody_is_given_may_be_called_by_names(source: str, code: str, *, is_told: bool) -> None:
    outcome = rename(sources_of({"m.py": code}), source, "other")
    reasons = [each.reason for each in outcome.rewrite.remainders]
    assert reasons == ["what it is given to may call it by the names of its parameters"] * is_told


BASE = "class Base:\n    def say(self): return self.text()\n\n\nclass Heir(Base):\n    def text(self): ...\n"


def test_what_a_class_above_asks_its_heirs_for_is_proposed() -> None:
    outcome = rename(sources_of({"m.py": BASE}), "m.Heir.text", "words")
    assert [each.reason for each in outcome.rewrite.proposals] == ["a class above asks for what only its heirs have"]
    other = BASE.replace("class Heir(Base)", "class Heir")
    assert not rename(sources_of({"m.py": other}), "m.Heir.text", "words").rewrite.proposals


FIELDS = """\
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


@dataclass
class Card:
    title: str

    def show(self): ...


class Pair(NamedTuple):
    left: int


class Color(Enum):
    RED = "r"


class Plain:
    def __init__(self): self.size = 1


def send(title): return title


class Post:
    def send(self, title): return title
"""
DUMP = "from dataclasses import asdict\n\n\ndef dump(x): return asdict(x)\n"
MOCK = "from unittest.mock import Mock, call\n\nsend = Mock()\n"
SHOWN = {
    "what asdict gives": ("m.Card.title", DUMP + "from m import Card\nassert dump(Card('a')) == {'title': 'a'}\n"),
    "an item of it": ("m.Card.title", DUMP + "from m import Card\nload(dump(Card('a')))['title']\n"),
    "what a named tuple gives": ("m.Pair.left", "from m import Pair\nx = Pair(1)._asdict()['left']\n"),
    "what vars gives": ("m.Plain.size", "from m import Plain\nx = vars(made(Plain))['size']\n"),
    "what repr shows": ("m.Card.title", "x = \"Card(title='a')\"\n"),
    "what repr shows behind another": ("m.Pair.left", "x = 'Pair(right=1, left=2)'\n"),
    "the names of fields": (
        "m.Card.title",
        "from dataclasses import fields\nfrom m import Card\nassert [f.name for f in fields(Card)] == ['title']\n",
    ),
    "those of a named tuple": ("m.Pair.left", "from m import Pair\nassert Pair._fields == ('left',)\n"),
    "the name of a member": ("m.Color.RED", "from m import Color\nX = {'RED': 1}\ndef f(c): return X[c.name]\n"),
    "a member that is compared": ("m.Color.RED", "from m import Color\ndef f(c: Color): return c.name == 'RED'\n"),
    "what a mock is called with": ("m.send.title", f"{MOCK}send.assert_called_once_with(title=1)\n"),
    "what a mock of a method is": ("m.Post.send.title", f"{MOCK}x.send.assert_any_call(title=1)\n"),
    "one of some calls": ("m.send.title", f"{MOCK}send.assert_has_calls([call(title=1)])\n"),
    "the arguments of a mock": ("m.send.title", f"{MOCK}x = send.call_args.kwargs['title']\n"),
    "a lambda in its place": ("m.send.title", "def test(p): p.setattr('m.send', lambda title: 2)\n"),
    "a function in its place": ("m.send.title", "import m\ndef f(title): ...\ndef test(p): p.setattr(m, 'send', f)\n"),
    "a side effect": (
        "m.Post.send.title",
        "@patch.object(Post, 'send', side_effect=lambda title: 1)\ndef test(): ...\n",
    ),
}
NOT_SHOWN = {
    "a key where nothing makes any": ("m.Card.title", "from m import Card\nx = {'title': Card}\n"),
    "a key of a file that is about other things": ("m.Card.title", DUMP + "x = {'title': 1}\n"),
    "a word where keys are made": ("m.Card.title", DUMP + "from m import Card\nx = ['title']\n"),
    "a word where fields of others are asked": ("m.Card.title", "from n import Pair\nx = Pair._fields == ('title',)\n"),
    "a method where fields are asked": ("m.Card.show", "from m import Card\nx = Card.__annotations__, 'show'\n"),
    "a method": ("m.Card.show", DUMP + "from m import Card\nx = {'show': 1}, vars(Card('a'))\n"),
    "what repr shows of another": ("m.Card.title", "x = \"Page(title='a')\", 'Card(a) title='\n"),
    "a word where no names are asked": ("m.Color.RED", "from m import Color\nx = {'RED': 1}, Color.RED.value\n"),
    "a name of other things": ("m.Color.RED", "x = {'RED': y.name}\n"),
    "a mock of another": ("m.send.title", "post.assert_called_with(title=1)\n"),
    "a call of no mock": ("m.send.title", "from m import send\nclient.call(title=1)\n"),
    "a call of another": ("m.send.title", "def f(send): return f(title=1), f.assert_title(title=1)\n"),
    "a function where another is patched": ("m.send.title", "def f(title): send\ndef g(p): p.setattr('m.post', f)\n"),
    "a test that patches": ("m.send.title", "def test(p, title): p.setattr('m.send', lambda x: title)\n"),
    "a function beside a string": ("m.send.title", "def f(title): return ['send'], print('send')\n"),
}


def rows(source: str, code: str) -> list[str]:
    outcome = rename(sources_of({"m.py": FIELDS, "user.py": code}), source, "other")
    return [each.reason for each in outcome.rewrite.proposals if each.is_reference and each.path == "user.py"]


@pytest.mark.parametrize(("source", "code"), SHOWN.values(), ids=SHOWN)
def test_names_that_objects_show_are_proposed(source: str, code: str) -> None:
    assert len(rows(source, code)) == 1


@pytest.mark.parametrize(("source", "code"), NOT_SHOWN.values(), ids=NOT_SHOWN)
def test_names_that_nothing_shows_are_left_alone(source: str, code: str) -> None:
    assert rows(source, code) == []
