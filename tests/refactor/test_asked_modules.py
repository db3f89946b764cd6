"""What a module has, where the module is asked for it by another name."""

from __future__ import annotations

import pytest
from refactorings import moved, renamed, sources_of

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.move import move
from tdomcheck.refactor.problems import StillUsed
from tdomcheck.refactor.rename import rename

FILES = {
    "lib/__init__.py": "from . import sub\ndef old(items=None): ...\n",
    "lib/sub.py": "def other(): ...\n",
    "k.py": "def old(items=None): ...\n",
    "named.py": "import lib\nweb = lib\n",
    "chosen.py": "import k\nimport lib\nweb = lib\nweb = k\n",
}
HEAD = "import k\nimport lib\nimport named\n"

CERTAIN = {
    "a variable": "web = lib\n@{0}.old\ndef f(): ...",
    "a variable with a type": "from types import ModuleType\nweb: ModuleType = lib\n{0}.old()",
    "a variable of a function": "def f():\n    web = lib\n    return {0}.old",
    "a walrus": "if web := lib: {0}.old()",
    "a second name of a second name": "one = lib\nweb = one\n{0}.old()",
    "one that was None": "web = None\nweb = lib\n{0}.old()",
    "one that is set elsewhere": "web = None\ndef f():\n    global web\n    web = lib\ndef g(): return {0}.old",
    "a type in quotes": "web = lib\nx: 'list[{0}.old]'",
    "a tag": "from tdom import html\nweb = lib\nhtml(t'<{{{0}.old}} />')",
    "one of another file": "from named import web\n{0}.old()",
    "one of another file, by that": "{1}.old()",
    "what is spread": "web = lib\n[*{0}.old()]",
}


@pytest.mark.parametrize("code", CERTAIN.values(), ids=CERTAIN)
def test_a_module_by_another_name(code: str) -> None:
    text = f"{HEAD}{code.format('web', 'named.web')}\n"
    files = {**FILES, "app.py": text}
    assert renamed(files, "lib.old", "new")["app.py"] == text.replace(".old", ".new")
    assert not rename(sources_of(files), "lib.old", "new").rewrite.proposals
    after = moved(files, "lib.old", "there")["app.py"]
    assert after.replace("import there\n", "") == f"{HEAD}{code.format('there', 'there')}\n"
    with pytest.raises(StillUsed, match=r"app\.py"):
        delete(sources_of(files), "lib.old")


def test_modules_of_a_package_by_another_name() -> None:
    code = "import lib\nweb = lib.sub\nlibrary = lib\nweb.other(library.sub.other)\n"
    files = {**FILES, "app.py": code}
    assert renamed(files, "lib.sub.other", "new")["app.py"] == code.replace("other", "new")
    after = "import lib\nimport there\nweb = lib.sub\nlibrary = lib\nthere.other(there.other)\n"
    assert moved(files, "lib.sub.other", "there")["app.py"] == after


def test_the_parameter_of_a_function_of_a_module_by_another_name() -> None:
    files = {**FILES, "app.py": "import lib\nweb = lib\nweb.old(items=1)\n"}
    assert renamed(files, "lib.old.items", "new")["app.py"] == "import lib\nweb = lib\nweb.old(new=1)\n"


def test_documents_and_doctests() -> None:
    code = "import lib\nweb = lib\nweb.{0}()\n"
    files = {**FILES, "README.md": f"```python\n{code.format('old')}```\n"}
    assert renamed(files, "lib.old", "new")["README.md"] == f"```python\n{code.format('new')}```\n"


SUBMODULES = {
    "a variable": "web = lib\nweb.{0}.other()",
    "a variable of a function": "def f():\n    web = lib\n    return web.{0}.other()",
    "one of another file": "named.web.{0}.other()",
}


@pytest.mark.parametrize("code", SUBMODULES.values(), ids=SUBMODULES)
def test_a_module_that_is_reached_by_another_name_of_its_package(code: str) -> None:
    files = {**FILES, "app.py": f"{HEAD}{code.format('sub')}\n", "app2.py": "import k\nweb = k\nweb.sub\n"}
    files["k.py"] += "sub = 1\n"
    after = renamed(files, "lib.sub", "core")
    assert after["app.py"] == f"{HEAD}{code.format('core')}\n"
    assert "app2.py" not in after
    (proposal,) = rename(sources_of(files), "lib.sub", "there.core").rewrite.proposals
    assert proposal.reason == "the module is reached through another, which it leaves"


def test_a_module_that_is_reached_through_one_of_two_is_proposed() -> None:
    files = {**FILES, "app.py": f"{HEAD}for web in (lib, k): web.sub\n"}
    (proposal,) = rename(sources_of(files), "lib.sub", "core").rewrite.proposals
    assert proposal.reason == "what it is asked of may be another module"


LIKELY = {
    "a choice": "web = lib if x else k\nweb.old()",
    "branches": "if x:\n    web = lib\nelse:\n    web = k\nweb.old()",
    "a loop": "for web in (lib, k): web.old()",
    "a default": "def f(web=lib): return web.old()",
    "a variable of another file": "from chosen import web\nweb.old()",
    "what nobody knows": "web = lib\nif x: web = unknown()\nweb.old()",
}


@pytest.mark.parametrize("code", LIKELY.values(), ids=LIKELY)
def test_what_may_be_another_module_is_a_proposal_and_a_row(code: str) -> None:
    text = f"{HEAD}{code}\n"
    files = {**FILES, "app.py": text}
    outcome = rename(sources_of(files), "lib.old", "new")
    assert [(each.path, each.reason) for each in outcome.rewrite.proposals] == [
        ("app.py", "what it is asked of may be another module")
    ]
    assert renamed(files, "lib.old", "new", takes_proposals=True)["app.py"] == text.replace(".old", ".new")
    (row,) = move(sources_of(files), "lib.old", "there").rewrite.remainders
    assert (row.path, row.span.start) == ("app.py", text.index(".old") + 1)
    assert "look there" in row.reason
    assert not move(sources_of(files), "lib.old", "there", reexport=True).rewrite.remainders


def test_what_heirs_may_change_is_left_with_a_row_by_move() -> None:
    text = f"{HEAD}class A:\n    web = lib\n    def f(self): return self.web.old()\n"
    files = {**FILES, "app.py": text}
    assert renamed(files, "lib.old", "new")["app.py"] == text.replace(".old", ".new")
    outcome = move(sources_of(files), "lib.old", "there")
    assert [(row.path, row.span.start) for row in outcome.rewrite.remainders] == [("app.py", text.index("old"))]


LEFT = {
    "another module": "web = k\nweb.old()",
    "a module from outside": "import os\nweb = os\nweb.old()",
    "an object": "web = object()\nweb.old()",
    "a call of the module": "web = lib.old\nweb.old()",
    "names that lead to each other": "a = b.x\nb = a.x\na.old()\nb.old.x",
    "a name that is itself": "web = web\nweb.old()",
    "the attribute of another": "web = lib\nx.web.old()",
    "a class": "class web:\n    old = lib\nweb.old",
}


@pytest.mark.parametrize("code", LEFT.values(), ids=LEFT)
def test_what_is_no_such_module_is_left_alone(code: str) -> None:
    text = f"{HEAD}{code}\n"
    files = {**FILES, "app.py": text}
    expected = text.replace("lib.old", "lib.new")
    assert renamed(files, "lib.old", "new").get("app.py", text) == expected
    assert not rename(sources_of(files), "lib.old", "new").rewrite.proposals


def test_the_variable_itself_is_renamed_and_not_the_module() -> None:
    files = {**FILES, "app.py": "import named\nnamed.web.old()\n"}
    assert renamed(files, "named.web", "site") == {
        "named.py": "import lib\nsite = lib\n",
        "app.py": "import named\nnamed.site.old()\n",
    }


def test_a_long_chain_of_names_ends() -> None:
    names = "".join(f"a{number + 1} = a{number}.x\n" for number in range(500))
    files = {**FILES, "app.py": f"import lib\na0 = lib\n{names}a500.old()\n"}
    assert "app.py" not in renamed(files, "lib.old", "new")


BLIND = {"blind/__init__.py": "import sys\nimport lib\nsys.modules[__name__].__dict__.update(lib.__dict__)\n"}
UNSEEN = {
    "an attribute": ("lib.old", "import blind\nblind.old()\n"),
    "an import": ("lib.old", "from blind import old\n"),
    "an import under another name": ("lib.old", "from blind import old as one\n"),
    "a module": ("lib.sub", "import blind\nblind.sub\n"),
    "an import of a module": ("lib.sub", "from blind import sub\n"),
    "an import of a module by its whole name": ("lib.sub", "import blind.sub\n"),
}


@pytest.mark.parametrize(("source", "code"), UNSEEN.values(), ids=UNSEEN)
def test_what_a_module_is_not_seen_to_bind_may_be_anything(source: str, code: str) -> None:
    rewrite = rename(sources_of({**FILES, **BLIND, "app.py": code}), source, "new").rewrite
    assert [each.path for each in rewrite.proposals] == ["app.py"]
    assert "app.py" not in {each.path for each in rewrite.files}


SEEN = {
    "a name of its own": "import k\nk.old()\nfrom k import old\n",
    "a name from outside": "import os\nos.old()\nfrom os import old\n",
    "what an object has": "blind = 1\nblind.old()\n",
}


@pytest.mark.parametrize("code", SEEN.values(), ids=SEEN)
def test_a_name_of_others_is_left_alone(code: str) -> None:
    rewrite = rename(sources_of({**FILES, **BLIND, "app.py": code}), "lib.old", "new").rewrite
    assert "app.py" not in {each.path for each in (*rewrite.proposals, *rewrite.files)}
