"""Strings and prose: what is taken by flag, what is proposed, what is left alone."""

from __future__ import annotations

import pytest
from refactorings import renamed, sources_of

from tdomcheck.refactor.delete import delete
from tdomcheck.refactor.problems import StillUsed
from tdomcheck.refactor.rename import RenameOptions, rename

HOME = {"pkg/__init__.py": "from .m import Card\n", "pkg/m.py": "class Card: pass\n"}

STRINGS = {
    "a patch target": "patch('pkg.m.Card')",
    "a re-export": "patch('pkg.Card')",
    "what stands in it": "patch('pkg.m.Card.x')",
    "an entry point": "x = 'pkg.m:Card'",
    "an argument": "import_string('pkg.m.Card')",
}


@pytest.mark.parametrize("code", STRINGS.values(), ids=STRINGS)
def test_strings_that_say_the_dotted_name_are_taken_by_flag(code: str) -> None:
    files = {**HOME, "app.py": f"{code}\n"}
    assert renamed(files, "pkg.m.Card", "Tile", strings=True)["app.py"] == f"{code}\n".replace("Card", "Tile")
    outcome = rename(sources_of(files), "pkg.m.Card", "Tile")
    assert [each.reason for each in outcome.rewrite.proposals] == ["a string says the dotted name; --strings takes it"]


OTHER_STRINGS = {
    "the bare name": "x = 'Card'",
    "a key": "x['Card']",
    "another dotted name": "x = 'other.m.Card'",
    "a longer name": "x = 'pkg.m.Cards'",
    "within a sentence": "x = 'see pkg.m.Card'",
    "a path": "x = 'pkg/m/Card'",
    "a template": "x = t'pkg.m.Card'",
}


@pytest.mark.parametrize("code", OTHER_STRINGS.values(), ids=OTHER_STRINGS)
def test_other_strings_are_left_alone(code: str) -> None:
    files = {**HOME, "app.py": f"{code}\n"}
    assert "app.py" not in renamed(files, "pkg.m.Card", "Tile", strings=True)


def test_settings_say_dotted_names_too() -> None:
    files = {
        **HOME,
        "setup.cfg": "[x]\na = pkg.m:Card\nb = Card\n",
        "pyproject.toml": '[tool.x]\nplugin = "pkg.m.Card"  # pkg.m.Card\n',
        "a.json": '{"x": "pkg.m.Card", "Card": "other.Card"}',
    }
    after = renamed(files, "pkg.m.Card", "Tile", strings=True)
    assert after["setup.cfg"] == "[x]\na = pkg.m:Tile\nb = Card\n"
    assert after["pyproject.toml"] == '[tool.x]\nplugin = "pkg.m.Tile"  # pkg.m.Card\n'
    assert after["a.json"] == '{"x": "pkg.m.Tile", "Card": "other.Card"}'


PROSE = {
    "a comment": ("from pkg import Card\n# A Card.\n", "from pkg import Tile\n# A Tile.\n"),
    "a docstring": (
        'from pkg import Card\ndef f():\n    """Of a Card, `Card`."""\n',
        'from pkg import Tile\ndef f():\n    """Of a Tile, `Tile`."""\n',
    ),
    "a back-ticked word": ("# `Card` of others\n", "# `Tile` of others\n"),
    "a dotted name": ("# See pkg.m.Card.\n", "# See pkg.m.Tile.\n"),
    "a role of Sphinx": ("# :class:`~pkg.Card`\n", "# :class:`~pkg.Tile`\n"),
}


@pytest.mark.parametrize(("before", "after"), PROSE.values(), ids=PROSE)
def test_prose_is_taken_by_flag(before: str, after: str) -> None:
    files = {**HOME, "app.py": before}
    assert renamed(files, "pkg.m.Card", "Tile", prose=True)["app.py"] == after
    assert renamed(files, "pkg.m.Card", "Tile").get("app.py", before) == before.replace("import Card", "import Tile")


BY_NAME = {
    "a patch of a module": "from unittest.mock import patch\nfrom pkg import m\npatch.object(m, 'Card', 1)\n",
    "a monkeypatch": "import pkg.m\ndef test_it(monkeypatch): monkeypatch.setattr(pkg.m, 'Card', 1)\n",
    "getattr of whoever exports it": "import pkg\ngetattr(pkg, 'Card')\n",
}


@pytest.mark.parametrize("code", BY_NAME.values(), ids=BY_NAME)
def test_strings_that_name_it_to_its_module_are_taken_by_flag(code: str) -> None:
    files = {**HOME, "app.py": code}
    assert renamed(files, "pkg.m.Card", "Tile", strings=True)["app.py"] == code.replace("Card", "Tile")
    outcome = rename(sources_of(files), "pkg.m.Card", "Tile")
    assert [each.reason for each in outcome.rewrite.proposals] == ["a string names it; --strings takes it"]


@pytest.mark.parametrize("strings", [False, True])
@pytest.mark.parametrize("target", ["m", "'pkg.m'", "'pkg'", "target=m", "make()", "'other'"])
def test_keywords_that_may_name_it_to_its_module_are_proposed(target: str, *, strings: bool) -> None:
    code = f"from unittest.mock import patch\nfrom pkg import m\npatch.multiple({target}, Card=1)\n"
    files = {**HOME, "app.py": code}
    outcome = rename(sources_of(files), "pkg.m.Card", "Tile", RenameOptions(strings=strings))
    assert [each.reason for each in outcome.rewrite.proposals] == ["a keyword of `patch.multiple` may name it"]
    with pytest.raises(StillUsed, match=r"a keyword of `patch\.multiple` may name it"):
        delete(sources_of(files), "pkg.m.Card")


def test_what_a_keyword_of_a_patch_never_names_is_left_alone() -> None:
    code = "def f(size):\n    x = 1\n    return size, x\n"
    files = {"m.py": code, "t.py": "patch.multiple('m', size=1, x=2)\n"}
    for source in ("m.f.size", "m.f.<locals>.x"):
        assert not rename(sources_of(files), source, "other").rewrite.proposals


OTHERS_BY_NAME = {
    "an option of a patch": "from unittest.mock import patch\npatch.multiple('pkg.m', spec=1)\ndict(Card=1)\n",
    "of another module": "import other\ngetattr(other, 'Card')\n",
    "of a variable": "def f(m): return getattr(m, 'Card')\n",
    "of nothing": "getattr()\nsetattr('Card')\n",
    "no name of an attribute": "from pkg import m\nprint(m, 'Card')\ngetattr(m, 'A Card')\n",
}


@pytest.mark.parametrize("code", OTHERS_BY_NAME.values(), ids=OTHERS_BY_NAME)
def test_strings_that_name_something_else_are_left_alone(code: str) -> None:
    files = {**HOME, "other.py": "Card = 1\n", "app.py": code}
    assert "app.py" not in renamed(files, "pkg.m.Card", "Tile", strings=True)
    assert not rename(sources_of(files), "pkg.m.Card", "Tile").rewrite.proposals


OTHER_PROSE = {
    "a part of a longer word": "from pkg import Card\n# my-Card Card-like Card_ a/Card $Card\n",
    "another dotted name": "from pkg import Card\n# other.Card and x.Card\n",
}


@pytest.mark.parametrize("code", OTHER_PROSE.values(), ids=OTHER_PROSE)
def test_other_prose_is_left_alone(code: str) -> None:
    files = {**HOME, "app.py": code}
    after = renamed(files, "pkg.m.Card", "Tile", prose=True)["app.py"]
    assert after == code.replace("import Card", "import Tile")
    assert not rename(sources_of(files), "pkg.m.Card", "Tile", RenameOptions(prose=True)).rewrite.proposals


LOOSE = {
    "a word in a file that does not refer to it": "# A Card.\n",
    "a word where another thing has the name": "# A Card.\nclass Card: pass\n",
    "a back-ticked word where another thing has the name": "# `Card`\ndef f(Card): pass\n",
}


@pytest.mark.parametrize("code", LOOSE.values(), ids=LOOSE)
def test_loose_words_are_proposed(code: str) -> None:
    outcome = rename(sources_of({**HOME, "app.py": code}), "pkg.m.Card", "Tile", RenameOptions(prose=True))
    assert [(each.path, each.reason) for each in outcome.rewrite.proposals] == [
        ("app.py", "a word that may mean something else")
    ]


def test_messages_need_both_flags() -> None:
    files = {**HOME, "app.py": "from pkg import Card\nf'no Card for {x}'\nprint('Card')\n"}
    both = renamed(files, "pkg.m.Card", "Tile", prose=True, strings=True)
    assert both["app.py"] == "from pkg import Tile\nf'no Tile for {x}'\nprint('Card')\n"
    outcome = rename(sources_of(files), "pkg.m.Card", "Tile", RenameOptions(prose=True))
    assert [each.reason for each in outcome.rewrite.proposals] == [
        "a word in a string; --strings with --prose takes it"
    ]


@pytest.mark.parametrize("indent", ["    ", "\t", "      "])
def test_sessions_that_indentation_sets_off_in_markdown(indent: str) -> None:
    code = "from pkg.m import {0}\n{0}('Card')\nfor x in {0}: {0}\n".splitlines()
    session = "# T\n\n- Card\n\n" + "".join(f"{indent}>>> {line}\n" for line in code) + f"{indent}'Card'\n"
    files = {**HOME, "README.md": session.format("Card")}
    assert renamed(files, "pkg.m.Card", "Tile")["README.md"] == session.format("Tile")


def test_a_session_that_does_not_say_where_a_name_is_from_is_proposed() -> None:
    files = {**HOME, "README.md": "# T\n\n    >>> Card()\n"}
    outcome = rename(sources_of(files), "pkg.m.Card", "Tile")
    assert [(each.path, each.reason) for each in outcome.rewrite.proposals] == [
        ("README.md", "the document does not say where it is from")
    ]


def test_an_indented_session_that_cannot_be_read_has_a_row() -> None:
    files = {**HOME, "README.md": "# T\n\n    >>> Card(\n"}
    (row,) = rename(sources_of(files), "pkg.m.Card", "Tile").rewrite.remainders
    assert (row.path, row.span.start) == ("README.md", 13)


@pytest.mark.parametrize("code", [">>> from pkg.m import Card\n", "    from pkg.m import Card\n", "    > > Card\n"])
def test_what_is_no_session_in_markdown_is_left_alone(code: str) -> None:
    files = {**HOME, "README.md": f"# T\n\n{code}"}
    assert "README.md" not in renamed(files, "pkg.m.Card", "Tile")


def test_documents() -> None:
    files = {
        **HOME,
        "README.md": "# Card\n\nA `Card`, a Card.\n\n```bash\nrun Card\n```\n\n```python\nCard()\n```\n",
        "docs/a.rst": "A Card of others.\n",
    }
    after = renamed(files, "pkg.m.Card", "Tile", prose=True)
    assert after["README.md"] == files["README.md"].replace("Card", "Tile")
    assert "docs/a.rst" not in after
    assert set(renamed(files, "pkg.m.Card", "Tile")) == {"pkg/__init__.py", "pkg/m.py"}


def test_the_docstring_of_a_function_speaks_of_its_parameters() -> None:
    code = 'def f(size):\n    """Doc.\n\n    :param size: the size\n    """\n    return size  # size\n\n\n# size\n'
    after = renamed({"m.py": code}, "m.f.size", "width", prose=True)["m.py"]
    assert after == code.replace("size", "width").replace("\n# width\n", "\n# size\n")


def test_words_as_code_has_them_leave_no_doubt_about_the_others_of_the_file() -> None:
    files = {
        **HOME,
        "a.py": '"""For Card[T] fields."""\n# A Card.\n',
        "b.py": "# Card() and Card(s)\n",
        "c.py": "# Some Card(s), Card [1]\n",
    }
    after = renamed(files, "pkg.m.Card", "Tile", prose=True)
    assert after["a.py"] == files["a.py"].replace("Card", "Tile")
    assert after["b.py"] == files["b.py"].replace("Card", "Tile")
    assert "c.py" not in after


def test_locals_in_the_prose_of_their_function_alone() -> None:
    code = "def f():\n    size = 1  # the size\n    return size\n\n\n# size\ndef g():\n    # size\n    pass\n"
    after = renamed({"m.py": code, "o.py": "# size\n"}, "m.f.<locals>.size", "width", prose=True)
    assert after == {"m.py": code.replace("size", "width", 3)}


def test_the_capital_letter_of_a_package_in_code() -> None:
    files = {
        "shop/__init__.py": "",
        "shop/m.py": '"""The Shop."""\nimport shop\n# Shopping in Shop\nx = "Shop"\n',
        "other.py": "# The Shop\n",
    }
    after = renamed(files, "shop", "store", prose=True)
    assert after["store/m.py"] == '"""The Store."""\nimport store\n# Shopping in Store\nx = "Shop"\n'
    assert "other.py" not in after


def test_broken_settings_and_documents_without_code() -> None:
    files = {
        **HOME,
        "a.toml": "x = [",
        "b.toml": 'x = "pkg.m.Card"\n',
        "c.md": "Card\n",
        "d.md": "```python\n```\nCard\n",
    }
    after = renamed(files, "pkg.m.Card", "Tile", strings=True, prose=True)
    assert after["b.toml"] == 'x = "pkg.m.Tile"\n'
    assert {"a.toml", "c.md", "d.md"}.isdisjoint(after)


BROKEN = "# Title\n\n```python\nfrom m import old\nold(\n```\n"


def test_a_code_block_that_cannot_be_read_has_a_row() -> None:
    files = {"m.py": "def old(a): ...\n", "a.md": BROKEN, "b.md": BROKEN.replace("old(", "old()")}
    outcome = rename(sources_of(files), "m.old", "new")
    (row,) = outcome.rewrite.remainders
    assert (row.path, BROKEN[row.span.start : row.span.end]) == ("a.md", "old")
    assert "the code block says `old` and cannot be read: it is no Python" in row.reason
    assert [wish.path for wish in outcome.rewrite.files] == ["b.md", "m.py"]


@pytest.mark.parametrize(
    "text",
    [
        BROKEN.replace("old", "older"),
        BROKEN.replace("```python", "```console"),
        "old(\n",
        "```python\nx(\n```\nold\n",
    ],
)
def test_other_blocks_have_none(text: str) -> None:
    files = {"m.py": "def old(a): ...\n", "a.md": text}
    assert not rename(sources_of(files), "m.old", "new").rewrite.remainders


def test_a_broken_block_is_about_a_member_where_it_says_its_class() -> None:
    files = {
        "m.py": "class C:\n    def old(self): ...\n",
        "a.md": BROKEN,
        "b.md": BROKEN.replace("m import", "C import"),
    }
    assert [row.path for row in rename(sources_of(files), "m.C.old", "new").rewrite.remainders] == ["b.md"]
