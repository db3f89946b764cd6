"""Places that are seldom: stars in documents, stubs alone, several names for one thing."""

from __future__ import annotations

import pytest
from refactorings import moved, renamed, sources_of

from tdomcheck.refactor.outcome import accepted
from tdomcheck.refactor.problems import Ambiguous, NotFound
from tdomcheck.refactor.rename import RenameOptions, rename
from tdomcheck.refactor.target import target_of


def test_stars_bring_no_private_names_and_documents_may_have_them() -> None:
    files = {
        "m.py": "def _old(): pass\ndef old(): pass\n",
        "app.py": "from m import *\n_old()\n",
        "README.md": "```python\nfrom m import *\nold()\n```\n",
    }
    assert renamed(files, "m._old", "_new") == {"m.py": "def _new(): pass\ndef old(): pass\n"}
    assert renamed(files, "m.old", "new") == {
        "m.py": "def _old(): pass\ndef new(): pass\n",
        "README.md": "```python\nfrom m import *\nnew()\n```\n",
    }


def test_a_circle_of_stars_ends() -> None:
    files = {"a.py": "from b import *\nold\n", "b.py": "from a import *\nold\n"}
    with pytest.raises(NotFound):
        rename(sources_of(files), "a.old", "new")


def test_a_name_that_only_a_stub_has() -> None:
    files = {"m.py": "import native\n", "m.pyi": "def old(): ...\n", "app.py": "from m import old\n"}
    assert renamed(files, "m.old", "new") == {"m.pyi": "def new(): ...\n", "app.py": "from m import new\n"}


def test_names_by_way_of_modules_and_classes() -> None:
    files = {
        "p/__init__.py": "from . import m as n\nfrom .m import C\n",
        "p/m.py": "class C:\n    class D:\n        def old(self): pass\n    def f(self, x): return x\n",
        "app.py": "import p\nfrom p import C as K\np.n.C.D.old\nK.D().old()\np.C.D.old\n",
    }
    after = {
        "p/m.py": files["p/m.py"].replace("old", "new"),
        "app.py": files["app.py"].replace("old", "new"),
    }
    assert renamed(files, "p.n.C.D.old", "new") == after
    with pytest.raises(NotFound):
        target_of(sources_of(files), "p.m.C.f.y")
    with pytest.raises(NotFound):
        target_of(sources_of(files), "p.m.C.f.<locals>.y")
    assert target_of(sources_of(files), "p.m.C.f.x") == target_of(sources_of(files), "p.C.f.<locals>.x")


def test_modules_of_one_name_are_told_apart_by_their_files() -> None:
    files = {"a/app.py": "x = 1\n", "b/app.py": "x = 2\n"}
    sources = sources_of(files)
    assert rename(sources, "a.app.x", "y").rewrite.files
    files = {"m.py": "x = 1\n", "m/__init__.py": "x = 2\n"}
    with pytest.raises(Ambiguous, match=r"`m/__init__\.py` and `m\.py` tell them apart"):
        target_of(sources_of(files), "m")


def test_proposals_are_taken_where_they_are() -> None:
    files = {"m.py": "class C:\n    def old(self): pass\ndef f(c): c.old()\n", "n.py": "def f(c): c.old()\n"}
    outcome = accepted(rename(sources_of(files), "m.C.old", "new"))
    assert [(wish.path, len(wish.edits)) for wish in outcome.rewrite.files] == [("m.py", 2), ("n.py", 1)]  # type: ignore[union-attr]


def test_a_keyword_of_an_unknown_method_is_proposed() -> None:
    files = {"m.py": "class C:\n    def run(self, old): pass\ndef f(c): c.run(old=1), c.other(old=1)\n"}
    outcome = rename(sources_of(files), "m.C.run.old", "new")
    assert [each.reason for each in outcome.rewrite.proposals] == ["what it is called on is not known"]


LOCAL = "def g():\n    def card(old): ...\n"
ATTRIBUTES = [
    ("def card(old): ...\n", "m.card.old", "card"),
    ("class Card:\n    def __init__(self, old): ...\n", "m.Card.__init__.old", "Card"),
    ("class C:\n    def run(self, old): ...\n", "m.C.run.old", "run"),
]


@pytest.mark.parametrize(("code", "source", "name"), ATTRIBUTES)
def test_what_is_spread_into_an_attribute_of_an_unknown_object_is_listed(code: str, source: str, name: str) -> None:
    files = {"m.py": code, "app.py": f"def f(x, **kw): return x.{name}(**kw), x.{name}(old=1)\n"}
    rewrite = rename(sources_of(files), source, "new").rewrite
    assert [(row.path, row.reason) for row in rewrite.remainders] == [
        ("app.py", "nobody can see whether `old` is among what is spread here")
    ]
    assert [each.reason for each in rewrite.proposals] == ["what it is called on is not known"]


def test_a_field_that_may_be_among_what_is_spread_into_an_unknown_modules_class_is_listed() -> None:
    code = "from dataclasses import dataclass\n@dataclass\nclass Card:\n    old: int\n"
    files = {"m.py": code, "app.py": "def f(x, **kw): return x.Card(**kw)\n"}
    assert [row.path for row in rename(sources_of(files), "m.Card.old", "new").rewrite.remainders] == ["app.py"]


@pytest.mark.parametrize(
    ("code", "source"),
    [*((code, source) for code, source, _ in ATTRIBUTES), (LOCAL, "m.g.<locals>.card.old")],
)
def test_what_is_known_not_to_be_asked_for_it_is_left_alone(code: str, source: str) -> None:
    user = (
        "import os, other\nclass D:\n    def run(self, old): ...\n"
        "def f(x, **kw):\n    os.card(**kw), os.Card(old=1), D().run(**kw), D().run(old=1), x.cards(**kw)\n"
        "    other.Card(**kw), other.card(old=1), x.card, x.Card({**kw}), x.run(**{'a': 1})\n"
    )
    files = {"m.py": code, "app.py": user, "other.py": "def card(old): ...\ndef Card(old): ...\n"}
    rewrite = rename(sources_of(files), source, "new").rewrite
    assert rewrite.remainders == rewrite.proposals == ()
    assert [each.path for each in rewrite.files] == ["m.py"]


def test_a_local_function_is_no_attribute() -> None:
    files = {"m.py": f"{LOCAL}def f(x, **kw): return x.card(**kw), x.card(old=1)\n"}
    rewrite = rename(sources_of(files), "m.g.<locals>.card.old", "new").rewrite
    assert rewrite.remainders == rewrite.proposals == ()


def test_names_of_members_and_modules_in_strings() -> None:
    files = {
        "p/__init__.py": "",
        "p/m.py": "class C:\n    def old(self): pass\n",
        "app.py": "patch('p.m.C.old')\npatch('p.m.D.old')\nload('p.m')\nload('p.m:C')\n",
    }
    assert renamed(files, "p.m.C.old", "new", strings=True)["app.py"] == files["app.py"].replace("C.old", "C.new")
    assert renamed(files, "p.m", "k", strings=True)["app.py"] == files["app.py"].replace("p.m", "p.k").replace(
        "p.k.D", "p.k.D"
    )


def test_the_methods_of_containers_and_factories() -> None:
    code = (
        "import svcs\nclass C:\n    def old(self): pass\n    @classmethod\n    def make(cls) -> 'C': return cls()\n"
        "def f(box: svcs.Container):\n    C.make().old()\n    box.get(C).old()\n    lambda c: c.old()\n"
        "    [c for c in (C(),)][0].old()\n"
    )
    after = renamed({"m.py": code}, "m.C.old", "new")["m.py"]
    assert after.count("new") == 3


def test_moves_by_the_names_of_modules() -> None:
    files = {
        "p/__init__.py": "",
        "p/a.py": "def f(): pass\n\n\nx = 1\n",
        "p/b.py": "from p.a import f, x\nf, x\n",
        "app.py": "from p import a\nimport p.a\n\n\ndef g(b): return a.f, a.x\n",
        "other.py": "from p import a\na.f\n",
        "dotted.py": "import p.a\np.a.f\n",
    }
    after = moved({**files, "app.py": "x = 1\n"}, "p.a.f", "p.b")
    assert after["p/b.py"] == "from p.a import x\n\n\ndef f(): pass\n\n\nf, x\n"
    assert after["other.py"] == "from p import a, b\nb.f\n"
    assert after["dotted.py"] == "import p.a\nimport p.b\np.b.f\n"
    assert moved({**files, "p/b.py": ""}, "p.a.f", "p.b")["app.py"] == (
        "from p import a, b as p_b\nimport p.a\n\n\ndef g(b): return p_b.f, a.x\n"
    )


BESIDE = {
    "tests/helpers.py": "def old(): pass\n",
    "tests/unit/test_a.py": "from helpers import old\nimport helpers\nimport helpers as h\nold, helpers.old, h.old\n",
    "tests/pkg/__init__.py": "",
    "src/helpers2.py": "def old(): pass\n",
}


def test_modules_that_only_a_folder_of_tests_leads_to() -> None:
    after = renamed(BESIDE, "tests.helpers.old", "new")
    assert after == {
        path: text.replace("old", "new") for path, text in BESIDE.items() if path.startswith("tests/") and text
    }
    after = renamed(BESIDE, "tests.helpers", "aids")
    assert after == {
        "tests/aids.py": BESIDE["tests/helpers.py"],
        "tests/unit/test_a.py": BESIDE["tests/unit/test_a.py"].replace("helpers", "aids"),
    }


def test_a_package_of_its_own_name_comes_first() -> None:
    files = {
        "helpers/__init__.py": "def old(): pass\n",
        "tests/helpers.py": "def old(): pass\n",
        "tests/test_a.py": "from helpers import old\n",
        "lib/inner/__init__.py": "",
        "lib/inner/helpers.py": "def old(): pass\n",
        "lib/inner/b.py": "from outside import old\n",
    }
    assert renamed(files, "tests.helpers.old", "new") == {"tests/helpers.py": "def new(): pass\n"}
    assert sorted(renamed(files, "helpers.old", "new")) == ["helpers/__init__.py", "tests/test_a.py"]


def test_files_that_are_no_text_or_too_deep_are_named() -> None:
    sources = sources_of({"m.py": "def f(): pass\n", "deep.py": "f = " + "(" * 300 + "1" + ")" * 300 + "\n"})
    sources.files = {**sources.files, "latin.py": b"f = '\xe4'\n"}
    outcome = rename(sources, "m.f", "g", RenameOptions(keep_going=True))
    assert [str(failure) for failure in outcome.failures] == [
        "deep.py: the code nests deeper than 200 levels",
        "latin.py: it cannot be read: byte 0xe4 at offset 5 is not utf-8",
    ]


def test_what_pytest_may_fill_with_a_fixture_is_proposed() -> None:
    files = {
        "tests/conftest.py": "import pytest\n@pytest.fixture\ndef shared(): return 1\n",
        "tests/test_a.py": "def test_a(shared): assert shared\n",
    }
    outcome = rename(sources_of(files), "tests.conftest.shared", "common")
    assert [each.reason for each in outcome.rewrite.proposals] == ["pytest may fill the parameter with the fixture"] * 2
    after = renamed(files, "tests.conftest.shared", "common", takes_proposals=True)
    assert after["tests/test_a.py"] == "def test_a(common): assert common\n"
    plain = {"m.py": "def shared(): return 1\n", "tests/test_a.py": files["tests/test_a.py"]}
    assert not rename(sources_of(plain), "m.shared", "common").rewrite.proposals


def test_fields_of_named_tuples() -> None:
    code = "from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\np = P(x=1)\np._replace(x=p.x)\n"
    assert renamed({"m.py": code}, "m.P.x", "y") == {
        "m.py": code.replace("x:", "y:").replace("x=", "y=").replace(".x", ".y")
    }


def test_strings_that_name_a_fixture_to_pytest_are_proposed() -> None:
    code = (
        "import pytest\n@pytest.mark.usefixtures('shared')\ndef test_a(): print('shared')\n"
        "@pytest.mark.parametrize('x, shared', [], indirect=True)\n"
        "def test_b(request, x): request.getfixturevalue('shared')\n"
    )
    fixture = "import pytest\n@pytest.fixture\ndef shared(): return 1\n"
    outcome = rename(sources_of({"conftest.py": fixture, "test_a.py": code}), "conftest.shared", "common")
    lines = [code.count("\n", 0, each.span.start) + 1 for each in outcome.rewrite.proposals]
    assert lines == [2, 4, 5]
    assert {each.reason for each in outcome.rewrite.proposals} == {"pytest may look for the fixture by this name"}
    plain = rename(sources_of({"m.py": "def shared(): ...\n", "test_a.py": code}), "m.shared", "common")
    assert not plain.rewrite.proposals


PROTOCOL = "from typing import Protocol\nclass Saver(Protocol):\n    def save(self): ...\n    def load(self): ...\n"


def test_classes_that_fulfil_a_protocol_are_proposed() -> None:
    other = "class Disk:\n    size = 1\n    def save(self): ...\n    def load(self): ...\n"
    other += "class Half:\n    def save(self): ...\n"
    proposals = rename(sources_of({"m.py": PROTOCOL, "n.py": other}), "m.Saver.save", "store").rewrite.proposals
    assert [other.count("\n", 0, each.span.start) + 1 for each in proposals] == [3]
    assert proposals[0].reason == "it may be meant for the protocol that asks for the name"


def test_a_class_that_says_its_protocol_follows_it() -> None:
    heir = "class Disk(Saver):\n    def save(self): ...\n"
    after = renamed({"m.py": PROTOCOL + heir}, "m.Saver.save", "store")
    assert after["m.py"] == (PROTOCOL + heir).replace("save", "store")
