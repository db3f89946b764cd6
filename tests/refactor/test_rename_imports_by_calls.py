"""`import_module("lib")` is an import; and a name that is imported from one module or another is none of theirs."""

from __future__ import annotations

import pytest
from refactorings import renamed, sources_of

from tdomcheck.refactor.problems import Ambiguous
from tdomcheck.refactor.rename import rename

LIB = {"lib/__init__.py": "", "lib/inner.py": "x = 1\n"}
FOLLOWED = {
    "import importlib\nm = importlib.import_module('lib')\n": "import importlib\nm = importlib.import_module('new')\n",
    "from importlib import import_module as load\nload('lib.inner')\n": (
        "from importlib import import_module as load\nload('new.inner')\n"
    ),
    "__import__('lib')\n": "__import__('new')\n",
    "import importlib\nimportlib.__import__('lib', fromlist=['x'])\n": (
        "import importlib\nimportlib.__import__('new', fromlist=['x'])\n"
    ),
    'import importlib\nimportlib.import_module("lib.gone")\n': (
        'import importlib\nimportlib.import_module("new.gone")\n'
    ),
}
LEFT = [
    "import importlib\nimportlib.import_module('other', 'lib')\n",
    "import importlib\nimportlib.import_module(f'lib')\n",
    "import importlib\nimportlib.import_module('other.lib')\n",
    "import importlib\nimportlib.reload('lib')\n",
    "def import_module(name): ...\nimport_module('lib')\n",
    "name = 'lib'\n",
]


@pytest.mark.parametrize(("before", "after"), FOLLOWED.items())
def test_it_is_followed(before: str, after: str) -> None:
    assert renamed({**LIB, "user.py": before}, "lib", "new")["user.py"] == after


@pytest.mark.parametrize("user", LEFT)
def test_the_rest_is_left_alone(user: str) -> None:
    assert "user.py" not in renamed({**LIB, "user.py": user}, "lib", "new")


def test_a_module_below_that_goes_elsewhere_is_spelt_out() -> None:
    user = "import importlib\nm = importlib.import_module('lib.inner')\n"
    files = {**LIB, "other/__init__.py": "", "user.py": user}
    assert "import_module('other.deep')" in renamed(files, "lib.inner", "other.deep")["user.py"]


BOTH = {
    "p/__init__.py": "",
    "p/a.py": "class X: ...\n",
    "p/b.py": "class X:\n    def m(self): ...\n",
    "p/c.py": "try:\n    from p.a import X\nexcept ImportError:\n    from p.b import X\n",
    "p/d.py": "from p.c import X\n",
}


@pytest.mark.parametrize("source", ["p.c.X", "p.d.X", "p.c.X.m"])
def test_a_name_from_one_of_two_modules_is_refused_with_both(source: str) -> None:
    with pytest.raises(Ambiguous, match=r"is imported as `p\.a\.X` or `p\.b\.X`: name the one that is meant"):
        rename(sources_of(BOTH), source, "y")


def test_one_of_them_by_its_own_name_is_renamed() -> None:
    assert renamed(BOTH, "p.a.X", "Y")["p/a.py"] == "class Y: ...\n"


def test_one_module_by_two_spellings_is_one() -> None:
    files = {**BOTH, "p/c.py": "try:\n    from p.a import X\nexcept ImportError:\n    from .a import X\n"}
    assert renamed(files, "p.c.X", "Y")["p/a.py"] == "class Y: ...\n"


APP = {"app/__init__.py": "", "app/c.py": "def Card(title): return title\n"}
ASKED = [
    "import importlib\ndef f(**kw):\n    m = importlib.import_module('app.c')\n    return m.Card(title=1)\n",
    "from importlib import import_module\nm = import_module('app.c')\nm.Card(title=1)\n",
    "import importlib\nimportlib.import_module('app.c').Card(title=1)\n",
    "try:\n    m = __import__('app.c', fromlist='c')\nexcept ImportError:\n    m = None\nm.Card(title=1)\n",
    "m = __import__('app.c', fromlist=['x'])\nm.Card(title=1)\n",
    "m = __import__('app.c', None, None, ['x'])\nm.Card(title=1)\n",
    "__import__('app.c').c.Card(title=1)\n",
    "from importlib import import_module\nm = import_module('.c', 'app')\nm.Card(title=1)\n",
    "from importlib import import_module\nm = import_module('.c', package='app')\nm.Card(title=1)\n",
    "import importlib\nif (m := importlib.import_module('app.c')):\n    m.Card(title=1)\n",
]
OTHER = [
    "import importlib\ndef f():\n    m = importlib.import_module('app.d')\n    return m.Card(title=1)\n",
    "import importlib\ndef f(n):\n    m = importlib.import_module(f'app.{n}')\n    return m.Card(title=1)\n",
    "import importlib\ndef f(n):\n    m = importlib.import_module('other.c')\n    return m.Card(title=1)\n",
    "def import_module(name): ...\ndef f():\n    m = import_module('app.c')\n    return m.Card(title=1)\n",
    "def f():\n    m = __import__('app.c')\n    return m.Card(title=1)\n",
    "def f():\n    m = g('app.c')\n    g = m('app.c')\n    return m.Card(title=1)\n",
    "from importlib import import_module\nm = import_module('.c', 'other')\nm.Card(title=1)\n",
    "from importlib import import_module\nm = import_module('.c')\nm.Card(title=1)\n",
    "import importlib\nimportlib.reload('app.c').Card(title=1)\n",
]


@pytest.mark.parametrize("user", ASKED)
def test_what_such_an_import_gives_is_asked_like_the_module(user: str) -> None:
    files = {**APP, "user.py": user}
    assert renamed(files, "app.c.Card", "Tile")["user.py"] == user.replace("Card", "Tile")
    assert renamed(files, "app.c.Card.title", "name")["user.py"] == user.replace("title", "name")


def test_one_of_the_package_itself_is_followed() -> None:
    user = "from importlib import import_module\nm = import_module('.c', __package__)\nm.Card(title=1)\n"
    files = {**APP, "app/user.py": user}
    assert renamed(files, "app.c.Card", "Tile")["app/user.py"] == user.replace("Card", "Tile")


@pytest.mark.parametrize("user", OTHER)
def test_what_another_call_gives_is_left_alone(user: str) -> None:
    files = {**APP, "app/d.py": "def Card(title): ...\n", "user.py": user}
    assert "user.py" not in renamed(files, "app.c.Card", "Tile")
    assert "user.py" not in renamed(files, "app.c.Card.title", "name")


def test_what_may_be_another_module_is_proposed() -> None:
    user = "import importlib\ndef f(x):\n    m = importlib.import_module('app.c')\n    m = x or m\n    return m.Card\n"
    outcome = rename(sources_of({**APP, "user.py": user}), "app.c.Card", "Tile")
    assert [each.path for each in outcome.rewrite.proposals] == ["user.py"]
