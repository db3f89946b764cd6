"""Modules and packages: their files, all who import them, and the relative imports within."""

from __future__ import annotations

import pytest
from refactorings import renamed, sources_of, written

from tdomcheck.refactor.places import path_of_module, relative
from tdomcheck.refactor.problems import BadName, Collision
from tdomcheck.refactor.rename import RenameOptions, rename

PACKAGE = {
    "pkg/__init__.py": "from . import mod\nfrom .mod import A\nfrom pkg import other, mod as m2\n",
    "pkg/mod.py": "from .other import B\nfrom . import other\nfrom .sub.deep import C\nimport pkg.other\nA = 1\n",
    "pkg/other.py": "import pkg.mod\nB = pkg.mod.A\nx: 'pkg.mod.A'\n",
    "pkg/sub/__init__.py": "",
    "pkg/sub/deep.py": "from ..mod import A\nfrom .. import mod, other\nC = mod.A\n",
    "app.py": "import pkg.mod as q\nfrom pkg import mod\ndef f(): return mod.A, q.A\n",
    "pyproject.toml": '[project.scripts]\nx = "pkg.mod:main"\n',
    "README.md": "```python\nfrom pkg.mod import A\n```\n",
}


def test_a_module_gets_another_name() -> None:
    assert renamed(PACKAGE, "pkg.mod", "core") == {
        "pkg/__init__.py": "from . import core\nfrom .core import A\nfrom pkg import other, core as m2\n",
        "pkg/core.py": PACKAGE["pkg/mod.py"],
        "pkg/other.py": "import pkg.core\nB = pkg.core.A\nx: 'pkg.core.A'\n",
        "pkg/sub/deep.py": "from ..core import A\nfrom .. import core, other\nC = core.A\n",
        "app.py": "import pkg.core as q\nfrom pkg import core\ndef f(): return core.A, q.A\n",
        "pyproject.toml": '[project.scripts]\nx = "pkg.core:main"\n',
        "README.md": "```python\nfrom pkg.core import A\n```\n",
    }


def test_a_module_goes_into_another_package() -> None:
    assert renamed(PACKAGE, "pkg.mod", "pkg.sub.core") == {
        "pkg/__init__.py": (
            "from .sub import core\nfrom .sub.core import A\nfrom pkg import other\nfrom pkg.sub import core as m2\n"
        ),
        "pkg/sub/core.py": (
            "from ..other import B\nfrom .. import other\nfrom .deep import C\nimport pkg.other\nA = 1\n"
        ),
        "pkg/other.py": "import pkg.sub.core\nB = pkg.sub.core.A\nx: 'pkg.sub.core.A'\n",
        "pkg/sub/deep.py": "from .core import A\nfrom .. import other\nfrom . import core\nC = core.A\n",
        "app.py": "import pkg.sub.core as q\nfrom pkg.sub import core\ndef f(): return core.A, q.A\n",
        "pyproject.toml": '[project.scripts]\nx = "pkg.sub.core:main"\n',
        "README.md": "```python\nfrom pkg.sub.core import A\n```\n",
    }


def test_a_module_that_is_reached_through_another_where_that_is_spread() -> None:
    files = {"pkg/__init__.py": "", "pkg/mod.py": "A = []\n", "app.py": "import pkg.mod\n[*pkg.mod.A, * pkg.mod.A]\n"}
    assert renamed(files, "pkg.mod", "core")["app.py"] == "import pkg.core\n[*pkg.core.A, * pkg.core.A]\n"
    assert renamed(files, "pkg.mod", "new.core")["app.py"] == "import new.core\n[*new.core.A, * new.core.A]\n"


def test_a_package_takes_all_that_lies_in_it_along() -> None:
    files = {
        **{f"src/{path}": text for path, text in PACKAGE.items() if path.startswith("pkg/")},
        "src/pkg/style.css": "a {}",
        "tests/test_a.py": "import pkg\nfrom pkg.sub import deep\npkg.mod.A\nwith patch('pkg.mod.A'): pkg\n",
        "pyproject.toml": '[project.scripts]\nx = "pkg.mod:main"\n',
        "README.md": "# Pkg\n\nThe pkg has pkg.mod.\n",
    }
    after = renamed(files, "pkg", "lib", strings=True, prose=True)
    assert sorted(after) == [
        "README.md",
        "pyproject.toml",
        "src/lib/__init__.py",
        "src/lib/mod.py",
        "src/lib/other.py",
        "src/lib/style.css",
        "src/lib/sub/__init__.py",
        "src/lib/sub/deep.py",
        "tests/test_a.py",
    ]
    assert after["src/lib/__init__.py"] == "from . import mod\nfrom .mod import A\nfrom lib import other, mod as m2\n"
    assert after["src/lib/mod.py"] == files["src/pkg/mod.py"].replace("import pkg", "import lib")
    assert after["tests/test_a.py"] == files["tests/test_a.py"].replace("pkg", "lib")
    assert after["pyproject.toml"] == '[project.scripts]\nx = "lib.mod:main"\n'
    assert after["README.md"] == "# Lib\n\nThe lib has lib.mod.\n"


def test_a_package_between_is_made_where_there_is_none() -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/mod.py": "from .x import y\n",
        "pkg/x.py": "y = 1\n",
        "pkg/mod.pyi": "a: int\n",
    }
    assert renamed(files, "pkg.mod", "new.place.core") == {
        "new/__init__.py": "",
        "new/place/__init__.py": "",
        "new/place/core.py": "from pkg.x import y\n",
        "new/place/core.pyi": "a: int\n",
    }


LEFT_ALONE = {
    "a local of that name": "def f(mod): return mod.A",
    "another module of that name": "from other import mod\nmod.A",
    "an attribute": "x.mod",
    "a longer name": "import pkg.model\npkg.model",
    "a string": "x = 'mod'",
}


@pytest.mark.parametrize("code", LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_what_only_looks_like_it_is_left_alone(code: str) -> None:
    files = {"pkg/__init__.py": "", "pkg/mod.py": "", "pkg/model.py": "", "other/mod.py": "", "app.py": code + "\n"}
    assert renamed(files, "pkg.mod", "core") == {"pkg/core.py": ""}


REFUSED = {
    "a keyword": ("class", BadName, "keyword"),
    "one that is there": ("other", Collision, "pkg/other.py is imported by that name"),
    "one that the package binds": ("A", Collision, "binds `A`"),
    "into itself": ("pkg.mod.inner", Collision, "into itself"),
    "into a module": ("pkg.other.mod", Collision, "no package"),
    "one that an importer binds": ("f", Collision, r"app\.py"),
}


@pytest.mark.parametrize(("to", "kind", "says"), REFUSED.values(), ids=REFUSED)
def test_misuse_is_refused_with_a_sentence(to: str, kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says):
        rename(sources_of(PACKAGE), "pkg.mod", to)


@pytest.mark.parametrize("to", ["json", "os", "json.tools"])
def test_a_module_of_the_standard_library_is_not_hidden(to: str) -> None:
    with pytest.raises(BadName, match=r"is a module of the standard library.*--allow-shadowing"):
        rename(sources_of({"a.py": "", "src/b.py": ""}), "a", to)
    assert renamed({"a.py": ""}, "a", "json", allow_shadowing=True) == {"json.py": ""}


def test_a_name_of_the_standard_library_within_a_package_hides_nothing() -> None:
    files = {"pkg/__init__.py": "", "pkg/a.py": ""}
    assert renamed(files, "pkg.a", "json") == {"pkg/json.py": ""}
    files = {"calendar/__init__.py": "", "calendar/a.py": ""}
    assert renamed(files, "calendar.a", "b") == {"calendar/b.py": ""}
    assert renamed(files, "calendar.a", "calendar.sub.b") == {"calendar/sub/__init__.py": "", "calendar/sub/b.py": ""}


def test_a_module_reached_through_another_that_it_leaves_is_proposed() -> None:
    files = {"a/__init__.py": "", "a/m.py": "", "b/__init__.py": "", "app.py": "import a as x\nimport a.m\nx.m.y\n"}
    outcome = rename(sources_of(files), "a.m", "b.m")
    assert [(each.path, each.reason) for each in outcome.rewrite.proposals] == [
        ("app.py", "the module is reached through another, which it leaves")
    ]


def test_modules_of_others_that_stand_in_go_on_being_called_that() -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/fast.py": "",
        "app.py": "try:\n    from pkg import fast\nexcept ImportError:\n    from other import fast\nfast.x\n",
    }
    expected = "try:\n    from pkg import quick\nexcept ImportError:\n    from other import fast as quick\nquick.x\n"
    assert renamed(files, "pkg.fast", "quick")["app.py"] == expected
    files = {"fast.py": "", "app.py": "try:\n    import fast\nexcept ImportError:\n    from o import fast\nfast.x\n"}
    expected = "try:\n    import quick\nexcept ImportError:\n    from o import fast as quick\nquick.x\n"
    assert renamed(files, "fast", "quick")["app.py"] == expected


def test_a_module_of_others_by_the_same_name_is_left_alone() -> None:
    files = {"pkg/__init__.py": "", "pkg/fast.py": "", "app.py": "from other import fast\nfast.x\n"}
    assert "app.py" not in renamed(files, "pkg.fast", "quick")


def test_nothing_to_do() -> None:
    assert "is called that" in rename(sources_of(PACKAGE), "pkg.mod", "mod").notice


def test_there_and_back_gives_the_same_bytes() -> None:
    sources = sources_of(PACKAGE)
    once = written(sources, rename(sources, "pkg.mod", "pkg.sub.core", RenameOptions()))
    back = written(sources_of(once), rename(sources_of(once), "pkg.sub.core", "pkg.mod", RenameOptions()))
    split = {"pkg/__init__.py", "pkg/sub/deep.py"}
    assert {path: text for path, text in back.items() if path not in split} == {
        path: text for path, text in PACKAGE.items() if path not in split
    }


@pytest.mark.parametrize(
    ("importer", "target", "is_from_package", "spelled"),
    [
        ("a.b", "a.c", False, ".c"),
        ("a.b", "a", False, "."),
        ("a.b.c", "a.d", False, "..d"),
        ("a", "a.c", True, ".c"),
        ("a.b", "a.c", True, "..c"),
        ("a.b", "d.c", False, "d.c"),
        ("a", "b", False, "b"),
    ],
)
def test_relative_names(importer: str, target: str, is_from_package: bool, spelled: str) -> None:
    assert relative(importer, target, is_from_package=is_from_package) == spelled


def test_the_path_of_a_module() -> None:
    assert path_of_module("src/a/b.py", "a.b", "c.d") == "src/c/d.py"
    assert path_of_module("src/a/b/__init__.py", "a.b", "a.c") == "src/a/c/__init__.py"
    assert path_of_module("b.py", "b", "c") == "c.py"


def test_no_package_is_made_of_a_folder_that_is_none() -> None:
    files = {"demo/shop/__init__.py": "", "demo/shop/a.py": "x = 1\n", "demo/b.py": "from demo.shop.a import x\n"}
    assert renamed(files, "demo.shop.a", "c") == {
        "demo/shop/c.py": "x = 1\n",
        "demo/b.py": "from demo.shop.c import x\n",
    }


def test_a_module_that_goes_by_two_names() -> None:
    files = {
        "demo/shop/__init__.py": "",
        "demo/shop/a.py": "x = 1\n",
        "b.py": "from demo.shop.a import x\nfrom demo.shop import a\nimport demo.shop.a\nfrom shop import a as c\n",
    }
    after = {
        "demo/shop/z.py": "x = 1\n",
        "b.py": "from demo.shop.z import x\nfrom demo.shop import z\nimport demo.shop.z\nfrom shop import z as c\n",
    }
    assert renamed(files, "shop.a", "z") == after
    assert written(sources_of(files), rename(sources_of(files), "demo/shop/a.py", "z")) == {
        "demo/shop/__init__.py": "",
        **after,
    }


def test_relative_imports_of_documents_are_left_alone() -> None:
    files = {"__init__.py": "", "a.py": "x = 1\n", "README.md": "```python\nfrom .b import y\nfrom . import a\n```\n"}
    assert renamed(files, "a", "c") == {"c.py": "x = 1\n"}
