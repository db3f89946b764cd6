"""Names that one import or another gives: they stay, also for those who take them from there."""

from __future__ import annotations

import pytest
from refactorings import moved, renamed, sources_of, written

from tdomcheck.refactor.move import move
from tdomcheck.refactor.rename import RenameOptions, rename

CODEC = "try:\n    from orjson import old\nexcept ImportError:\n    from shop.compat import {0}\n"
FILES = {"shop/__init__.py": "", "shop/compat.py": "def old(x): return str(x)\n", "shop/codec.py": CODEC.format("old")}
AFTER = {"shop/compat.py": "def new(x): return str(x)\n", "shop/codec.py": CODEC.format("new as old")}

STAYS = {
    "an import": {"shop/main.py": "from shop.codec import old\nold(1)\n"},
    "a relative import": {"shop/main.py": "from .codec import old\nold(1)\n"},
    "an attribute of the module": {
        "shop/main.py": "from shop import codec\ncodec.old(1)\nimport shop.codec as c\nc.old\n"
    },
    "an attribute of a second name": {"shop/main.py": "import shop.codec\nweb = shop.codec\nweb.old(1)\n"},
    "an import in a function": {"shop/main.py": "def f():\n    from shop.codec import old\n    return old(1)\n"},
    "an import under another name": {"shop/main.py": "from shop.codec import old as other\nother(1)\n"},
    "a star": {"shop/main.py": "from shop.codec import *\nold(1)\n"},
    "an import of an import": {
        "shop/api.py": "from shop.codec import old\n__all__ = ['old']\n",
        "shop/main.py": "from shop.api import old\nimport shop.api\nold(shop.api.old)\n",
    },
    "an import of a star": {
        "shop/api.py": "from .codec import *\n",
        "shop/main.py": "from shop.api import old\nold(1)\n",
    },
    "a quoted annotation": {"shop/main.py": "from shop import codec\nx: 'codec.old'\n"},
    "a string": {"shop/main.py": "patch('shop.codec.old')\n"},
    "an entry point": {"pyproject.toml": "[project.scripts]\nx = 'shop.codec:old'\n"},
    "a document": {"README.md": "```python\nfrom shop.codec import old\nold(1)\n```\n"},
    "a circle": {"shop/a.py": "from shop.main import old\n", "shop/main.py": "from shop.a import old\nold\n"},
}


@pytest.mark.parametrize("others", STAYS.values(), ids=STAYS)
def test_what_is_taken_from_where_a_name_stays_keeps_it(others: dict[str, str]) -> None:
    assert renamed({**FILES, **others}, "shop.compat.old", "new", strings=True) == AFTER


FOLLOWS = {
    "an import of the very module": "from shop.compat import {0}\n{0}(1)\n",
    "an attribute of the very module": "from shop import compat, codec\ncompat.{0}(1)\ncodec.dumps\n",
    "an import of one that has it alone": "from shop.plain import {0}\n{0}(1)\n",
    "an import or a value": "try:\n    from shop.compat import {0}\nexcept ImportError:\n    {0} = None\n",
    "the same thing twice": "if X:\n    from shop.plain import {0}\nelse:\n    from shop.compat import {0}\n{0}(1)\n",
}


@pytest.mark.parametrize("code", FOLLOWS.values(), ids=FOLLOWS)
def test_what_is_taken_from_elsewhere_follows(code: str) -> None:
    plain = "from shop.compat import {0}\n"
    files = {**FILES, "shop/plain.py": plain.format("old"), "shop/main.py": code.format("old")}
    after = {**AFTER, "shop/plain.py": plain.format("new"), "shop/main.py": code.format("new")}
    assert renamed(files, "shop.compat.old", "new") == after


def test_a_module_that_takes_it_from_both_keeps_the_name() -> None:
    code = "try:\n    from shop.codec import old\nexcept ImportError:\n    from shop.compat import {0}\nold(1)\n"
    after = renamed({**FILES, "shop/main.py": code.format("old")}, "shop.compat.old", "new")
    assert after == {**AFTER, "shop/main.py": code.format("new as old")}


def test_sessions_of_a_module_that_keeps_it_keep_it() -> None:
    head = '"""\n>>> old(1)\n"""\n'
    after = renamed({**FILES, "shop/codec.py": head + CODEC.format("old")}, "shop.compat.old", "new")
    assert after["shop/codec.py"] == head + CODEC.format("new as old")


def test_the_stub_of_a_module_that_keeps_it_keeps_it() -> None:
    stub = "from shop.compat import {0} as old\n"
    after = renamed({**FILES, "shop/codec.pyi": stub.format("old")}, "shop.compat.old", "new")
    assert after == {**AFTER, "shop/codec.pyi": stub.format("new")}


CHOSEN = "try:\n    import orjson as js\nexcept ImportError:\n    import shop.compat as js\n"
ASKED = {
    "in the module": {"shop/main.py": CHOSEN + "js.old(1)\n"},
    "in a function": {"shop/main.py": "def f():\n" + CHOSEN.replace("\n", "\n    ").rstrip() + "\n    js.old(1)\n"},
    "of another module": {"shop/js.py": CHOSEN, "shop/main.py": "from shop import js\njs.js.old(1)\n"},
    "by an import": {"shop/js.py": CHOSEN, "shop/main.py": "from shop.js import js\njs.old(1)\n"},
    "by a star": {"shop/js.py": CHOSEN, "shop/main.py": "from shop.js import *\njs.old(1)\n"},
    "in a document": {"shop/js.py": CHOSEN, "shop/main.md": "```python\nfrom shop.js import *\njs.old(1)\n```\n"},
}


@pytest.mark.parametrize("others", ASKED.values(), ids=ASKED)
def test_what_one_module_or_another_is_asked_for_is_proposed(others: dict[str, str]) -> None:
    files = {"shop/__init__.py": "", "shop/compat.py": FILES["shop/compat.py"], **others}
    outcome = rename(sources_of(files), "shop.compat.old", "new", RenameOptions())
    (proposal,) = outcome.rewrite.proposals
    assert (proposal.path.partition(".")[0], proposal.reason) == (
        "shop/main",
        "what it is asked of may be another module",
    )
    after = written(sources_of(files), outcome)
    assert {path for path in files if files[path] != after[path]} == {"shop/compat.py"}


def test_what_one_module_or_another_is_asked_for_has_a_row_when_it_moves() -> None:
    files = {"shop/__init__.py": "", "shop/compat.py": "def old(x): return 1\n", "shop/main.py": CHOSEN + "js.old(1)\n"}
    (row,) = move(sources_of(files), "shop.compat.old", "shop.b").rewrite.remainders
    assert (row.path, "it may be asked of `shop.compat`" in row.reason) == ("shop/main.py", True)


def test_an_import_that_keeps_its_name_follows_a_move() -> None:
    main = "from shop.codec import old\nfrom shop import codec\nold(codec.old(1))\n"
    after = moved({**FILES, "shop/main.py": main}, "shop.compat.old", "shop.b")
    assert "shop/main.py" not in after
    assert after["shop/codec.py"] == CODEC.format("old").replace("shop.compat", "shop.b")
