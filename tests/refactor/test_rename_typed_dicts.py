"""Keys of a `TypedDict`, and the variables of comprehensions."""

from __future__ import annotations

import pytest
from refactorings import changed, renamed, sources_of, written

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.move import move
from tdomcheck.refactor.problems import Collision, NotFound, NotMovable, RefactoringRefusal, StillUsed
from tdomcheck.refactor.rename import rename

PROPS = "from typing import TypedDict\nclass Props(TypedDict, total=False):\n    user: str\n    size: int\n"
CALLED = """\
import typing as t
Props = t.TypedDict(
    'Props',
    {
        'user': 'str',
        "size": t.NotRequired[int],  # why
    },
    total=False,
)
"""
HEAD = "from m import Props\n"

KEYS = {
    "a call": "Props({0}=1, size=2)",
    "a literal in a call": "Props({{'{0}': 1}})",
    "a subscript": "def f(p: Props): return p['{0}']",
    "an assignment": "def f(p: Props): p['{0}'] = 1",
    "a deletion": "def f(p: Props):\n    del p['{0}']",
    "a question": "def f(p: Props): return '{0}' in p and p.get('{0}', 1) or p.pop('{0}')",
    "an annotated literal": "p: Props = {{'{0}': 1, 'size': 2}}",
    "a returned literal": "def f() -> Props:\n    return {{'{0}': 1}}",
    "one of two literals": "def f(x) -> Props:\n    return ({{'{0}': 1}} if x else {{}})",
    "an argument": "def f(a, p: Props): ...\nf(1, {{'{0}': 1}})\nf(1, p={{'{0}': 1}})",
    "an argument of a method": "class C:\n    def m(self, p: Props): ...\nC().m({{'{0}': 1}})",
    "a field": (
        "from dataclasses import dataclass\n@dataclass\nclass C:\n    p: Props\nC({{'{0}': 1}})\nC(p={{'{0}': 1}})"
    ),
    "literals in a list": "ps: list[Props] = [{{'{0}': 1}}, {{'{0}': 2}}]",
    "a default": "def f(p: Props = {{'{0}': 1}}): ...",
    "an attribute": "class C:\n    p: Props\n    def m(self): return self.p['{0}']",
    "what a function returns": "def make() -> Props: ...\nmake()['{0}']",
    "a heir": "class More(Props):\n    rest: int\ndef f(p: More): return p['{0}']",
    "what keywords come to": "from typing import Unpack\ndef f(**p: Unpack[Props]): return p['{0}'], p.get('{0}')",
    "keywords": "from typing import Unpack\ndef f(**p: Unpack[Props]): ...\nf({0}=1, size=2)",
    "keywords of a quoted one": "import typing as t\ndef f(**p: 't.Unpack[Props]'): ...\nf({0}=1)",
    "keywords of a method": (
        "from typing import Unpack\nclass C:\n    def m(self, **p: Unpack[Props]): ...\nC().m({0}=1)"
    ),
    "attributes of a tag": (
        "from typing import Unpack\nfrom tdom import html\n"
        "def Card(**p: Unpack[Props]): ...\nhtml(t'<{{Card}} {0}=x />')"
    ),
    "keywords of a class with a dotted name": (
        "import m\nfrom typing import Unpack\ndef f(**p: Unpack[m.Props]): ...\nf({0}=1)"
    ),
    "a name that is given one later": "p: Props\np = {{'{0}': 1}}\np['{0}']",
}


@pytest.mark.parametrize("code", KEYS.values(), ids=KEYS)
def test_keys_follow_their_class(code: str) -> None:
    files = {"m.py": PROPS, "app.py": HEAD + code.format("user") + "\n"}
    assert renamed(files, "m.Props.user", "login") == {
        "m.py": PROPS.replace("user", "login"),
        "app.py": HEAD + code.format("login") + "\n",
    }
    assert not rename(sources_of(files), "m.Props.user", "login").rewrite.proposals


OTHERS = {
    "a dictionary": "d = {'user': 1}\nd['user']",
    "a dictionary that goes elsewhere": "def f(o, p: Props): ...\nd = {'user': 1}\nf(d, {})\nprint(d)",
    "another of its name": "def f(p: Props): ...\ndef g(): d = {'user': 1}\ndef h(d): f(d)",
    "a value": "p: Props = {'size': 'user'}",
    "a literal within": "p: Props = {'size': {'user': 1}}",
    "another class": (
        "from typing import TypedDict\nclass Other(TypedDict):\n    user: str\ndef f(o: Other): return o['user']"
    ),
    "an attribute": "def f(p): return p.user",
    "another argument": "def f(a, p: Props): ...\nf({'user': 1}, {})",
    "keywords of another": "def f(**p: Props): ...\nf(user=1)",
    "keywords that nothing types": "def f(p: Props, **rest): return rest['size']\nf({}, user=1)",
    "positional ones": "from typing import Unpack\ndef f(*p: Unpack[Props]): return p[0]\nf(user=1)",
    "what is not known": (
        "from typing import Unpack\ndef f(**p: Unpack): ...\ndef g(**p: Unpack[Nobody.x]): ...\ng(user=f(user=1))"
    ),
    "text": "def f(p: Props): return print('user', p)",
    "a key that is worked out": "def f(p: Props, x): return p[f'{x}user']",
    "an item of a list": "def f(p: Props): return [1, 2]['user']",
}


@pytest.mark.parametrize("code", OTHERS.values(), ids=OTHERS)
def test_other_keys_stay(code: str) -> None:
    files = {"m.py": PROPS, "app.py": HEAD + code + "\n"}
    assert set(renamed(files, "m.Props.user", "login", takes_proposals=True)) == {"m.py"}


def test_keys_of_nobody_knows_what_are_proposed_where_the_class_is_spoken_of() -> None:
    code = "def f(p): return p['user']\n"
    files = {"m.py": PROPS, "app.py": HEAD + code, "other.py": code}
    outcome = rename(sources_of(files), "m.Props.user", "login")
    assert [each.path for each in outcome.rewrite.proposals] == ["app.py"]


LOOK_HERE = {
    "an update": "def f(p: Props): p.update({'user': 1})",
    "an update by keywords": "def f(p: Props): p.update(user=1)",
    "an update of nobody knows what": "def f(p: Props, o): o.update(user=1)",
    "a union": "def f(p: Props): return p | {'user': 1}",
    "a union from the other side": "def f(p: Props): return {'user': 1} | p",
    "a pattern": "def f(p: Props):\n    match p:\n        case {'user': x}: return x",
    "a pattern within": "def f(p: Props):\n    match p:\n        case {'size': [{'user': x}]}: return x",
}


@pytest.mark.parametrize("code", LOOK_HERE.values(), ids=LOOK_HERE)
def test_keys_that_go_into_another_mapping_are_proposed(code: str) -> None:
    files = {"m.py": PROPS, "app.py": HEAD + code + "\n"}
    outcome = rename(sources_of(files), "m.Props.user", "login")
    assert [(each.path, each.is_reference) for each in outcome.rewrite.proposals] == [("app.py", True)]
    assert set(renamed(files, "m.Props.user", "login", takes_proposals=True)) == {"m.py", "app.py"}
    with pytest.raises(StillUsed, match="what it is a key of is not known"):
        delete(sources_of(files), "m.Props.user")


def test_a_literal_for_one_of_several_overloads_is_proposed() -> None:
    code = (
        "from typing import overload\n@overload\ndef f(p: Props): ...\n@overload\ndef f(p: Other): ...\n"
        "def f(p): ...\nf({'user': 1})\n"
    )
    outcome = rename(sources_of({"m.py": PROPS, "app.py": HEAD + code}), "m.Props.user", "login")
    assert [each.path for each in outcome.rewrite.proposals] == ["app.py"]
    assert [wish.path for wish in outcome.rewrite.files] == ["m.py"]


@pytest.mark.parametrize("use", ["f(d)", "f(p=d)", "g(1, d)", "def h() -> Props:\n    d = {'user': 1}\n    return d"])
def test_a_dictionary_that_goes_where_one_is_wanted_is_proposed(use: str) -> None:
    code = f"def f(p: Props): ...\ndef g(o, p: Props): ...\nd = {{'user': 1}}\n{use}\n"
    outcome = rename(sources_of({"m.py": PROPS, "app.py": HEAD + code}), "m.Props.user", "login")
    assert [(each.path, each.reason) for each in outcome.rewrite.proposals] == [
        ("app.py", "what it is a key of is not known")
    ]


def test_the_keys_of_two_that_are_one_collide() -> None:
    with pytest.raises(Collision, match=r"binds it|`Props` of m\.py has it"):
        rename(sources_of({"m.py": PROPS}), "m.Props.user", "size")


COMPREHENSIONS = {
    "of a function": ("def f(xs):\n    return [old + 1 for old in xs if old]\n", "m.f.<locals>.<listcomp>.old"),
    "in a comprehension": (
        "def f(xs):\n    return {old: [y + old for y in old] for old in xs}\n",
        "m.f.<locals>.<dictcomp>.old",
    ),
    "of a method": (
        "class C:\n    def m(self):\n        return sum(old for old in self)\n",
        "m.C.m.<locals>.<genexpr>.old",
    ),
    "of a module": ("xs = {old for old in range(3)}\nx = xs[0]\n", "m.<setcomp>.old"),
    "of several": ("def f(xs):\n    return [old for old in xs] + [old for old in xs]\n", "m.f.<locals>.<listcomp>.old"),
    "of a pattern": ("def f(xs):\n    return [old for old, y in xs]\n", "m.f.<locals>.<listcomp>.old"),
}


@pytest.mark.parametrize(("code", "source"), COMPREHENSIONS.values(), ids=COMPREHENSIONS)
def test_variables_of_comprehensions(code: str, source: str) -> None:
    assert changed({"m.py": code}, source, "new") == code.replace("old", "new")


def test_a_variable_of_the_function_is_another_than_that_of_its_comprehension() -> None:
    code = "def f(xs):\n    old = 1\n    return old, [old for old in xs], {old for old in xs}\n"
    after = "def f(xs):\n    new = 1\n    return new, [old for old in xs], {old for old in xs}\n"
    assert changed({"m.py": code}, "m.f.<locals>.old", "new") == after
    after = "def f(xs):\n    old = 1\n    return old, [new for new in xs], {old for old in xs}\n"
    assert changed({"m.py": code}, "m.f.<locals>.<listcomp>.old", "new") == after
    module = "old = 1\nxs = [old for old in range(old)]\n"
    assert changed({"m.py": module}, "m.old", "new") == "new = 1\nxs = [old for old in range(new)]\n"


def test_a_variable_of_a_comprehension_collides() -> None:
    sources = sources_of({"m.py": "def f(xs, new):\n    return [old + new for old in xs]\n"})
    with pytest.raises(Collision):
        rename(sources, "m.f.<locals>.<listcomp>.old", "new")


@pytest.mark.parametrize("source", ["m.<listcomp>.old.x", "m.<listcomp>", "m.<listcomp>.y", "m.<genexpr>.old", "m.old"])
def test_what_no_comprehension_has(source: str) -> None:
    with pytest.raises(NotFound):
        rename(sources_of({"m.py": "xs = [old for old in range(3)]\n"}), source, "new")


def test_a_variable_of_a_comprehension_is_nothing_to_others() -> None:
    files = {"m.py": "xs = [old for old in range(3)]\n", "app.py": "from m import old\n"}
    source = "m.<listcomp>.old"
    assert set(renamed(files, source, "new")) == {"m.py"}
    with pytest.raises(NotMovable):
        move(sources_of(files), source, "app")
    with pytest.raises(RefactoringRefusal, match="a comprehension, which needs it"):
        delete(sources_of(files), source, force=True)


def test_what_is_spread_into_keywords_is_told() -> None:
    code = "from typing import Unpack\nfrom m import Props\ndef f(**p: Unpack[Props]): ...\ndef g(x): f(**x)\n"
    rows = rename(sources_of({"m.py": PROPS, "app.py": code}), "m.Props.user", "login").rewrite.remainders
    assert [(row.path, row.reason) for row in rows] == [
        ("app.py", "nobody can see whether `user` is among what is spread here")
    ]


def test_keys_beside_what_is_spread_are_proposed() -> None:
    files = {"m.py": PROPS, "app.py": HEAD + "def f(p: Props, o: dict): return {**p, 'user': 1}, {**o, 'user': 2}\n"}
    proposals = rename(sources_of(files), "m.Props.user", "login").rewrite.proposals
    assert [files["app.py"][each.span.start - 1 :][:9] for each in proposals] == ["'user': 1"]


BY_CALL = {
    "a call": CALLED,
    "one line": "from typing import TypedDict\nProps = TypedDict('Props', {'user': str, 'size': int})",
    "another function": "def TypedDict(name, keys): ...\nP = TypedDict('P', {'user': str})",
    "another library": "from other import TypedDict\nP = TypedDict('P', {'user': str})",
    "a dictionary": "P = {'user': str}",
    "a variable": "from typing import TypedDict\nkeys = {'user': str}\nP = TypedDict('P', keys)",
    "a key that is worked out": "from typing import TypedDict\nuser = 'user'\nP = TypedDict('P', {user: str})",
}


@pytest.mark.parametrize("code", BY_CALL.values(), ids=BY_CALL)
def test_keys_that_no_class_writes_down_are_changed_by_hand(code: str) -> None:
    sources = sources_of({"m.py": f"{code}\n".replace("Props", "P")})
    for refactor in (lambda: rename(sources, "m.P.user", "login"), lambda: delete(sources, "m.P.user", force=True)):
        with pytest.raises(
            NotFound, match=r"^`P` of m\.py has no `class` or `def` of its own: change `user` by hand there$"
        ):
            refactor()


@pytest.mark.parametrize("props", [PROPS, CALLED], ids=["a class", "a call"])
def test_keys_of_a_heir_of_what_a_call_makes_are_found(props: str) -> None:
    app = "from m import Props\nclass More(Props):\n    rest: int\ndef f(p: More): return p['rest']\n"
    files = {"m.py": props, "app.py": app}
    assert renamed(files, "app.More.rest", "left")["app.py"] == app.replace("rest", "left")
    with pytest.raises(StillUsed, match=r"proven \(1\): app\.py:4$"):
        delete(sources_of(files), "app.More.rest")


TOLD = {
    "a TypedDict": "from typing import TypedDict\n{0} = TypedDict('{0}', {{'old': int}})",
    "a type variable": "import typing as t\n{0} = t.TypeVar('{0}', bound=int)\ndef f(x: {0}): ...",
    "a new type": 'from typing_extensions import NewType\n{0} = NewType("{0}", int)',
    "a named tuple": "from collections import namedtuple\n{0} = namedtuple('{0}', 'a b')\n{0}(1, 2)",
    "an Enum": "from enum import Enum\n{0} = Enum('{0}', 'A B')\n{0}.A",
    "one with a type": "from typing import Any, NamedTuple\n{0}: Any = NamedTuple('{0}', [('a', int)])",
}


@pytest.mark.parametrize("code", TOLD.values(), ids=TOLD)
def test_a_name_that_a_call_is_told_follows(code: str) -> None:
    text = code.format("Old") + "\n"
    assert changed({"m.py": text}, "m.Old", "New") == code.format("New") + "\n"
    sources = sources_of({"m.py": text.partition("\ndef f")[0].partition("\nOld.A")[0].partition("\nOld(")[0] + "\n"})
    assert "Old" not in written(sources, delete(sources, "m.Old"))["m.py"]


UNTOLD = {
    "another name": "from typing import NewType\n{0} = NewType('Other', int)",
    "another string": "from collections import namedtuple\n{0} = namedtuple('Other', 'Old')",
    "another function": "def namedtuple(*x): ...\n{0} = namedtuple('Old', 'a')",
    "a call for something else": "from typing import NewType\n{0} = 1\nOther = NewType('Old', int)",
    "a name of a function": "from typing import NewType\n{0} = 1\ndef f():\n    Old = NewType('Old', int)",
}


@pytest.mark.parametrize("code", UNTOLD.values(), ids=UNTOLD)
def test_other_strings_that_calls_are_told_stay(code: str) -> None:
    assert changed({"m.py": code.format("Old") + "\n"}, "m.Old", "New") == code.format("New") + "\n"


@pytest.mark.parametrize("source", ["m.f.user", "m.Props.user", "m.Same.user", "m.user"])
def test_what_is_written_down_and_has_no_such_name_is_not_found(source: str) -> None:
    code = "def f(size): ...\nclass Props: ...\nSame = Props\n"
    with pytest.raises(NotFound, match="nothing in the project is called"):
        rename(sources_of({"m.py": code}), source, "login")
