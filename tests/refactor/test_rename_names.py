"""Functions, classes, variables and locals: every reference by scope and import, and nothing else."""

from __future__ import annotations

import pytest
from refactorings import changed, renamed, sources_of

from tdomcheck.refactor.problems import Ambiguous, BadName, Collision, NotFound, RefactoringRefusal, UnreadableFiles
from tdomcheck.refactor.rename import RenameOptions, rename

LEFT_ALONE = {
    "a parameter of that name": "def f(old): return old",
    "a local of that name": "def f():\n    old = 1\n    return old",
    "a comprehension of that name": "xs = [old for old in range(3)]",
    "an attribute": "x.old = y.old",
    "the label of an argument": "f(old=1)",
    "a method": "class C:\n    def old(self): pass",
    "a field": "class C:\n    old: int",
    "a lambda's parameter": "f = lambda old: old",
    "a capture in a function": "def f(x):\n    match x:\n        case [old]: return old",
    "a type parameter": "def f[old](x: old) -> old: return x",
    "an import of another thing": "from elsewhere import old",
    "a string": "x = 'old'",
    "a comment": "# old",
    "a part of a longer name": "older = _old = old_ = 1",
    "what another module has": "import other\nother.old",
    "a literal type": "import typing\nx: typing.Literal['old']",
    "data beside a type": "from typing import Annotated\nx: Annotated[int, 'old']",
    "a key": "d['old']",
    "an except name in a function": "def f():\n    try: pass\n    except E as old: old",
    "a star import of another module": "from other import *\nold()",
}


@pytest.mark.parametrize("code", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_what_only_looks_like_it_is_left_alone(code: str) -> None:
    files = {"mod.py": "def old(): pass\n", "other.py": "def old(): pass\n", "app.py": code + "\n"}
    assert renamed(files, "mod.old", "new") == {"mod.py": "def new(): pass\n"}


FOLLOWED = {
    "an import": ("from mod import old\nold()", "from mod import new\nnew()"),
    "an import beside others": ("from mod import a, old, b\nold()", "from mod import a, new, b\nnew()"),
    "an alias": ("from mod import old as o\no()", "from mod import new as o\no()"),
    "an alias that says the same": ("from mod import old as old\nold()", "from mod import new as new\nnew()"),
    "a module": ("import mod\nmod.old()", "import mod\nmod.new()"),
    "a module by another name": ("import mod as m\nm.old()", "import mod as m\nm.new()"),
    "an import in a function": (
        "def f():\n    from mod import old\n    return old\nold = 1",
        "def f():\n    from mod import new\n    return new\nold = 1",
    ),
    "a star": ("from mod import *\nold()", "from mod import *\nnew()"),
    "a default": ("from mod import old\ndef f(a=old): pass", "from mod import new\ndef f(a=new): pass"),
    "a nested function": (
        "from mod import old\ndef f():\n    def g(): return old\n    return g",
        "from mod import new\ndef f():\n    def g(): return new\n    return g",
    ),
    "a class that has a method of that name": (
        "from mod import old\nclass C:\n    def old(self): return old()",
        "from mod import new\nclass C:\n    def old(self): return new()",
    ),
    "the value of an attribute that is called the same": (
        "from mod import old\nclass C:\n    old = old",
        "from mod import new\nclass C:\n    old = new",
    ),
    "what a comprehension runs over": (
        "from mod import old\n[old for old in old]",
        "from mod import new\n[old for old in new]",
    ),
    "a quoted annotation": ("from mod import old\nx: 'old | None'", "from mod import new\nx: 'new | None'"),
    "a quoted module": ("import mod\nx: list['mod.old']", "import mod\nx: list['mod.new']"),
    "a cast": (
        "from typing import cast\nfrom mod import old\ncast('old', x)",
        "from typing import cast\nfrom mod import new\ncast('new', x)",
    ),
    "a type variable": (
        "from typing import TypeVar\nfrom mod import old\nT = TypeVar('T', bound='old')",
        "from typing import TypeVar\nfrom mod import new\nT = TypeVar('T', bound='new')",
    ),
    "imports for types": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from mod import old\ndef f(x: 'old'): pass",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from mod import new\ndef f(x: 'new'): pass",
    ),
    "__all__": ("from mod import old\n__all__ = ['old', 'x']", "from mod import new\n__all__ = ['new', 'x']"),
    "__all__ that grows": ("from mod import old\n__all__ += ['old']", "from mod import new\n__all__ += ['new']"),
    "__all__ that is extended": (
        "from mod import old\n__all__.extend(['old'])",
        "from mod import new\n__all__.extend(['new'])",
    ),
    "a fallback": (
        "try:\n    from mod import old\nexcept ImportError:\n    old = None\nold",
        "try:\n    from mod import new\nexcept ImportError:\n    new = None\nnew",
    ),
    "a fallback to another module keeps its name": (
        "try:\n    from mod import old\nexcept ImportError:\n    from other import old\nold",
        "try:\n    from mod import new as old\nexcept ImportError:\n    from other import old\nold",
    ),
    "a value in an f-string": ("from mod import old\nf'{old!r:>{old}}'", "from mod import new\nf'{new!r:>{new}}'"),
    "what is spread in a list": ("import mod\n[*mod.old, *mod.old()]", "import mod\n[*mod.new, *mod.new()]"),
    "what is spread in a set": ("import mod\n{*mod.old[0], *  mod.old}", "import mod\n{*mod.new[0], *  mod.new}"),
    "what is spread without brackets": ("import mod\nx = *mod.old, 1", "import mod\nx = *mod.new, 1"),
    "a decorator": ("from mod import old\n@old\ndef f(): pass", "from mod import new\n@new\ndef f(): pass"),
    "a pattern": (
        "import mod\nmatch x:\n    case mod.old(): pass",
        "import mod\nmatch x:\n    case mod.new(): pass",
    ),
    "del and global": (
        "from mod import old\ndef f():\n    global old\n    old = 1\ndel old",
        "from mod import new\ndef f():\n    global new\n    new = 1\ndel new",
    ),
    "component tags": (
        'from mod import old\nfrom tdom import html\nhtml(t"<{old} x=1>a</{old}><{old} />")',
        'from mod import new\nfrom tdom import html\nhtml(t"<{new} x=1>a</{new}><{new} />")',
    ),
    "what a container fills in": (
        "from svcs_di import Inject\nfrom mod import old\nclass C:\n    a: Inject[old]",
        "from svcs_di import Inject\nfrom mod import new\nclass C:\n    a: Inject[new]",
    ),
    "a registration": (
        "from mod import old\n@injectable(for_=old)\nclass C: pass\nregistry.register_factory(old, old)",
        "from mod import new\n@injectable(for_=new)\nclass C: pass\nregistry.register_factory(new, new)",
    ),
}


@pytest.mark.parametrize(("before", "after"), FOLLOWED.values(), ids=FOLLOWED)
def test_references_follow(before: str, after: str) -> None:
    files = {"mod.py": "def old(): pass\n", "other.py": "def old(): pass\n", "app.py": before + "\n"}
    assert renamed(files, "mod.old", "new") == {"mod.py": "def new(): pass\n", "app.py": after + "\n"}


def test_re_exports_are_followed_from_either_end() -> None:
    files = {
        "pkg/__init__.py": "from .a import Card\nfrom .a import Card as Karte\n",
        "pkg/a.py": "from ._b import *\n",
        "pkg/_b.py": "class Card: pass\n",
        "app.py": "from pkg import Card, Karte\nimport pkg.a\nCard, Karte, pkg.a.Card, pkg._b.Card\n",
    }
    after = {
        "pkg/__init__.py": "from .a import Tile\nfrom .a import Tile as Karte\n",
        "pkg/_b.py": "class Tile: pass\n",
        "app.py": "from pkg import Tile, Karte\nimport pkg.a\nTile, Karte, pkg.a.Tile, pkg._b.Tile\n",
    }
    assert renamed(files, "pkg._b.Card", "Tile") == after
    sources = sources_of(files)
    assert rename(sources, "pkg.Card", "Tile") == rename(sources, "pkg._b.Card", "Tile")


def test_stubs_doctests_fences_and_entry_points_belong_to_the_code() -> None:
    files = {
        "src/pkg/__init__.py": "",
        "src/pkg/m.py": 'def old():\n    """Twice.\n\n    >>> old()\n    """\n',
        "src/pkg/m.pyi": "def old() -> int: ...\n",
        "README.md": "# Title\n\n```python\nfrom pkg.m import old\nold()\n```\n\nOr `old`.\n",
        "docs/a.rst": "Use old\n\n>>> from pkg.m import old\n>>> old()\n1\n",
        "pyproject.toml": '[project.scripts]\nx = "pkg.m:old"\n[project.entry-points."a.b"]\nold = "pkg.m:old"\n',
    }
    assert renamed(files, "pkg.m.old", "new") == {
        "src/pkg/m.py": 'def new():\n    """Twice.\n\n    >>> new()\n    """\n',
        "src/pkg/m.pyi": "def new() -> int: ...\n",
        "README.md": "# Title\n\n```python\nfrom pkg.m import new\nnew()\n```\n\nOr `old`.\n",
        "docs/a.rst": "Use old\n\n>>> from pkg.m import new\n>>> new()\n1\n",
        "pyproject.toml": '[project.scripts]\nx = "pkg.m:new"\n[project.entry-points."a.b"]\nold = "pkg.m:new"\n',
    }


@pytest.mark.parametrize(
    ("code", "source", "expected"),
    [
        (
            "x = 0\ndef f():\n    x = 1\n    def g():\n        nonlocal x\n        x += 1\n    return x, lambda: x\n",
            "m.f.<locals>.x",
            "x = 0\ndef f():\n    n = 1\n    def g():\n        nonlocal n\n        n += 1\n    return n, lambda: n\n",
        ),
        (
            "def f():\n    def x(): return x\n    class C:\n        x = 1\n    return x\n",
            "m.f.<locals>.x",
            "def f():\n    def n(): return n\n    class C:\n        x = 1\n    return n\n",
        ),
        (
            "class C:\n    def m(self):\n        for x in self.x: print(x)\n        x = [x for x in x]\n",
            "m.C.m.<locals>.x",
            "class C:\n    def m(self):\n        for n in self.x: print(n)\n        n = [x for x in n]\n",
        ),
        (
            "def f():\n    def g():\n        x = 1\n        return x\n    x = 2\n",
            "m.f.<locals>.g.<locals>.x",
            "def f():\n    def g():\n        n = 1\n        return n\n    x = 2\n",
        ),
    ],
)
def test_locals(code: str, source: str, expected: str) -> None:
    assert changed({"m.py": code, "o.py": "x = 1\n"}, source, "n") == expected


FOREIGN_IMPORTS = {
    "a fallback": (
        "try:\n    from json import old\nexcept ImportError:\n    def old(): pass\nold()\n",
        "m.old",
        "try:\n    from json import old as new\nexcept ImportError:\n    def new(): pass\nnew()\n",
    ),
    "a module that may be missing": (
        "try:\n    import old, sys\nexcept ImportError:\n    old = None\nold.x\n",
        "m.old",
        "try:\n    import old as new, sys\nexcept ImportError:\n    new = None\nnew.x\n",
    ),
    "in a function": (
        "def f():\n    from json import (\n        old,\n        dumps,\n    )\n    return old\n",
        "m.f.<locals>.old",
        "def f():\n    from json import (\n        old as new,\n        dumps,\n    )\n    return new\n",
    ),
    "of the project, in a function": (
        "def f():\n    from o import old\n    return old\n",
        "m.f.<locals>.old",
        "def f():\n    from o import old as new\n    return new\n",
    ),
    "in a class": (
        "class K:\n    from json import old\n    x = old\nK.old\n",
        "m.K.old",
        "class K:\n    from json import old as new\n    x = new\nK.new\n",
    ),
    "of what a parameter may be given": (
        "def f(old=None):\n    if not old:\n        import old\n    return old\n",
        "m.f.old",
        "def f(new=None):\n    if not new:\n        import old as new\n    return new\n",
    ),
    "by `global`": (
        "old = None\ndef f():\n    global old\n    import old\n",
        "m.old",
        "new = None\ndef f():\n    global new\n    import old as new\n",
    ),
}


@pytest.mark.parametrize(("code", "source", "expected"), FOREIGN_IMPORTS.values(), ids=FOREIGN_IMPORTS)
def test_what_others_call_by_the_name_goes_on_being_called_that(code: str, source: str, expected: str) -> None:
    assert changed({"m.py": code, "o.py": "old = 1\n"}, source, "new") == expected


IMPORTS_LEFT_ALONE = {
    "an alias": (
        "try:\n    from json import loads as old\nexcept ImportError:\n    def old(): pass\n",
        "try:\n    from json import loads as new\nexcept ImportError:\n    def new(): pass\n",
    ),
    "one of another scope": (
        "def old(): pass\ndef f():\n    from json import old\n    return old\n",
        "def new(): pass\ndef f():\n    from json import old\n    return old\n",
    ),
    "an inner module in another scope": (
        "def old(): pass\ndef f():\n    import old.inner\n    return old\n",
        "def new(): pass\ndef f():\n    import old.inner\n    return old\n",
    ),
}


@pytest.mark.parametrize(("code", "expected"), IMPORTS_LEFT_ALONE.values(), ids=IMPORTS_LEFT_ALONE)
def test_imports_that_say_another_name_are_left_alone(code: str, expected: str) -> None:
    assert changed({"m.py": code}, "m.old", "new") == expected


def test_what_comes_from_the_future_is_no_name_of_ours() -> None:
    code = "from __future__ import annotations\n{0} = {{}}\nprint({0})\n"
    assert changed({"m.py": code.format("annotations")}, "m.annotations", "new") == code.format("new")


def test_an_inner_module_cannot_be_bound_by_another_name() -> None:
    code = "try:\n    import old \\\n        .inner\nexcept ImportError:\n    old = None\n"
    with pytest.raises(RefactoringRefusal, match=r"`import old\.inner` \(m\.py:2\) binds `old`, too"):
        rename(sources_of({"m.py": code}), "m.old", "new")


def test_line_ends_marks_and_encodings_stay() -> None:
    data = b"\xef\xbb\xbfdef old():\r\n\treturn 1\r\n\x0c\r\nold()  # \xc3\xa4"
    sources = sources_of({})
    sources.files = {"m.py": data, "l.py": b"# coding: latin-1\nfrom m import old\nx = '\xe4' + old()\n"}  # type: ignore[assignment]
    outcome = rename(sources, "m.old", "neu")
    from refactorings import apply_edits

    from tdomcheck.source.text import SourceText

    after = {w.path: apply_edits(SourceText(sources.files[w.path]), w.edits) for w in outcome.rewrite.files}  # type: ignore[union-attr]
    assert after["m.py"] == data.replace(b"old", b"neu")
    assert after["l.py"] == b"# coding: latin-1\nfrom m import neu\nx = '\xe4' + neu()\n"


OUTSIDE = {
    "an import": ("from json import loads as load\n", "json.loads"),
    "a module": ("import json as load\n", "json"),
    "one of two": ("try:\n    from x import load\nexcept ImportError:\n    from y import load\n", "x.load"),
    "of another module": ("from p.b import load\n", "json.loads"),
}


@pytest.mark.parametrize(("code", "home"), OUTSIDE.values(), ids=OUTSIDE)
def test_what_is_imported_from_outside_is_told_as_such(code: str, home: str) -> None:
    files = {"p/__init__.py": "", "p/a.py": code, "p/b.py": "from json import loads as load\n"}
    says = f"defines `p.a.load`: it is `{home}`, by an import, and has to be changed by hand where that is$"
    with pytest.raises(NotFound, match=says):
        rename(sources_of(files), "p.a.load", "read")


def test_an_import_of_the_project_is_what_it_is_of() -> None:
    files = {"p/__init__.py": "", "p/a.py": "from p.b import load\n", "p/b.py": "def load(): ...\n"}
    assert renamed(files, "p.a.load", "read") == {
        "p/a.py": "from p.b import read\n",
        "p/b.py": "def read(): ...\n",
    }


REFUSED = {
    "a keyword": ("m.f", "class", BadName, "keyword"),
    "no name": ("m.f", "a-b", BadName, "no name"),
    "a builtin": ("m.f", "list", BadName, "--allow-shadowing"),
    "a dotted name": ("m.f", "n.f", RefactoringRefusal, "use `move`"),
    "a name that is bound there": ("m.f", "g", Collision, r"m\.py:2 binds it"),
    "a name that an importer binds": ("m.f", "taken", Collision, r"app\.py:2 binds it"),
    "a name of a scope inside": ("m.f", "inner", Collision, r"app\.py:4"),
    "a name that would be captured": ("m.h.<locals>.x", "g", Collision, r"m\.py:5 reads"),
    "nothing of that name": ("m.ff", "n", NotFound, "did you mean `m.f`"),
    "a name of another module": ("f", "n", NotFound, "did you mean `m.f`"),
    "a module that is not there": ("mm.f", "n", NotFound, "did you mean `m.f`"),
}


@pytest.mark.parametrize(("source", "to", "kind", "says"), REFUSED.values(), ids=REFUSED)
def test_misuse_is_refused_with_a_sentence(source: str, to: str, kind: type[Exception], says: str) -> None:
    files = {
        "m.py": "def f(): pass\ndef g(): pass\ndef h():\n    x = 1\n    return g, x\n",
        "app.py": "from m import f\ntaken = 1\ndef k(inner):\n    return f\n",
    }
    with pytest.raises(kind, match=says):
        rename(sources_of(files), source, to)


def test_a_builtin_may_be_shadowed_on_request() -> None:
    assert changed({"m.py": "def f(): pass\n"}, "m.f", "list", allow_shadowing=True) == "def list(): pass\n"


def test_two_definitions_that_fit_are_told_apart() -> None:
    files = {"pkg/__init__.py": "mod = 1\n", "pkg/mod.py": ""}
    with pytest.raises(Ambiguous, match=r"the module `pkg\.mod` \(pkg/mod\.py\) and `mod` of pkg/__init__\.py:1"):
        rename(sources_of(files), "pkg.mod", "n")


def test_a_second_run_says_that_there_is_nothing_to_do() -> None:
    outcome = rename(sources_of({"m.py": "def new(): pass\n"}), "m.old", "new")
    assert outcome.notice == "`m.old` is gone and `m.new` stands there: nothing to do"
    assert "is called that" in rename(sources_of({"m.py": "def new(): pass\n"}), "m.new", "new").notice


def test_a_file_that_does_not_parse_and_mentions_the_name_stops_all() -> None:
    files = {"m.py": "def f(): pass\n", "bad.py": "def f(:\n", "worse.py": "def g(:\n"}
    with pytest.raises(UnreadableFiles, match=r"bad\.py: line 1 does not parse.*--keep-going"):
        rename(sources_of(files), "m.f", "n")
    outcome = rename(sources_of(files), "m.f", "n", RenameOptions(keep_going=True))
    assert [failure.path for failure in outcome.failures] == ["bad.py"]
    assert [wish.path for wish in outcome.rewrite.files] == ["m.py"]


def test_a_name_that_only_a_function_gives_the_module_is_taken() -> None:
    code = "def f():\n    global g\n    f\ndef h(x=g.y): pass\n"
    with pytest.raises(Collision, match=r"m\.py:2 reads what that is called"):
        rename(sources_of({"m.py": code}), "m.f", "g")


BODIES_OF_CLASSES = {
    "of a parameter": "def f(old):\n    class C:\n        old = old\n    return old\n",
    "of a local": "def f():\n    old = 1\n    class C:\n        old = old\n    return old\n",
    "that is bound only further down": "def f(old):\n    class C:\n        x = old\n        old = 1\n",
    "that is only annotated": "def f(old):\n    class C:\n        x = old\n        old: int\n",
    "in a class in a class": "def f(old):\n    class B:\n        class C:\n            old = old\n",
}


@pytest.mark.parametrize("code", BODIES_OF_CLASSES.values(), ids=BODIES_OF_CLASSES)
def test_a_class_body_reads_a_name_of_its_own_among_the_globals(code: str) -> None:
    body = code.index("    class ")
    source = "m.f.old" if "(old)" in code else "m.f.<locals>.old"
    inside = code[body:].removesuffix("    return old\n")
    expected = code[:body].replace("old", "new") + inside + ("    return new\n" if "return" in code else "")
    assert changed({"m.py": code}, source, "new") == expected


def test_a_class_body_reads_other_names_of_the_function_around() -> None:
    code = "old = 1\ndef f(old):\n    class C:\n        x = old\n        def old(self): return old\n"
    after = "old = 1\ndef f(new):\n    class C:\n        x = new\n        def m(self): return new\n"
    assert changed({"m.py": code.replace("def old", "def m")}, "m.f.old", "new") == after
    after = "new = 1\ndef f(old):\n    class C:\n        x = new\n        def old(self): return old\n"
    assert changed({"m.py": code}, "m.old", "new") == after


def test_a_class_body_of_the_module_follows_the_module() -> None:
    code = "old = 1\nclass C:\n    old = old\n    x = old\n"
    assert changed({"m.py": code}, "m.old", "new") == "new = 1\nclass C:\n    old = new\n    x = old\n"


def test_a_name_that_a_class_body_would_look_for_among_the_globals_collides() -> None:
    code = "def f(old):\n    class C:\n        new = old\n"
    with pytest.raises(Collision, match=r"m\.py:3"):
        rename(sources_of({"m.py": code}), "m.f.old", "new")
    module = "old = 1\nclass C:\n    new = old\n"
    assert changed({"m.py": module}, "m.old", "new") == "new = 1\nclass C:\n    new = new\n"


def test_a_class_body_that_looks_past_the_function_is_no_collision() -> None:
    code = "new = 1\ndef f(old):\n    class C:\n        new = new\n    return old\n"
    assert changed({"m.py": code}, "m.f.old", "new") == code.replace("old", "new")
