"""Imports that a change leaves without a use: first those that stay, then those that go."""

from __future__ import annotations

import pytest

from tdomcheck.edits.orphans import orphan_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.text import SourceText


def cleaned(before: str, after: str) -> str:
    old, new = (ModuleView(SourceText(text.encode())).closely for text in (before, after))
    return apply_edits(new.source, orphan_edits(old, new)).decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import a\n\nx = 1\n", "import a\n\nx = 2\n"),
        ("import a\n\na.x\na.y\n", "import a\n\na.x\n"),
        ("import a\n\na.x\n", "import a\n\nx: 'a.x'\n"),
        ("from a import b as b\n\nb\n", "from a import b as b\n\n1\n"),
        ("from a import *\n\nb\n", "from a import *\n\n1\n"),
        ("try:\n    import a\nexcept ImportError: ...\na.x\n", "try:\n    import a\nexcept ImportError: ...\n1\n"),
        (
            "def f():\n    try:\n        import a\n    finally:\n        a.x\n",
            "def f():\n    try:\n        import a\n    finally:\n        1\n",
        ),
        ("def f():\n    import a\n    a.x\n\n\na = 1\n", "def f():\n    import a\n    1\n\n\na = 1\n"),
        ("import a\n\n__all__ = ['a']\na.x\n", "import a\n\n__all__ = ['a']\n"),
        ('"""\n>>> a.x\n"""\nimport a\n\na.x\n', '"""\n>>> a.x\n"""\nimport a\n\n1\n'),
        ('import a\n\nx = """Of a."""\na.x\n', 'import a\n\nx = """Of a."""\n1\n'),
        ('import a\n\nf"{a}"\na.x\n', 'import a\n\nf"{a}"\n1\n'),
    ],
)
def test_what_stays(before: str, after: str) -> None:
    assert cleaned(before, after) == after


@pytest.mark.parametrize(
    ("imports", "left"),
    [
        ("import a\nimport c\n", "import c\n"),
        ("import a  # noqa: F401\nimport c\n", "import c\n"),
        ("import c\nimport a  # why it is here\n", "import c\n# why it is here\n"),
        ("from m import a, c\n", "from m import c\n"),
        ("from m import c, a\n", "from m import c\n"),
        ("from m import c, x as a\n", "from m import c\n"),
        ("from m import (\n    a,\n    c,\n)\n", "from m import (\n    c,\n)\n"),
        ("from m import (\n    c,\n    a,\n)\n", "from m import (\n    c,\n)\n"),
        ("import a; import c\n", "import c\n"),
        ("import c; import a\n", "import c\n"),
        ("import a; import c; import a\n", "import c\n"),
        ("x = 1\nimport a; import a;\n", "x = 1\n"),
        ("import c; import a  # noqa\n", "import c  # noqa\n"),
        ("import c\nimport a  # noqa: E501  # why it is here\n", "import c\n# why it is here\n"),
        ("import c\nimport a  # type: ignore  # NoQA\n", "import c\n"),
        ("import c\nif TYPE_CHECKING:\n    # those\n    import a\n    import a\n", "import c\n"),
        (
            "import c\nif TYPE_CHECKING:\n    import a\n    import a\nelse:\n    x = 1\n",
            "import c\nif TYPE_CHECKING:\n    pass\nelse:\n    x = 1\n",
        ),
        (
            "from m import (\n    c,  # why c\n    a,  # why a\n)\n",
            "from m import (\n    c,  # why c\n    # why a\n)\n",
        ),
        ("from m import (\n    c,  # why c\n    a,\n)\n", "from m import (\n    c,  # why c\n)\n"),
        (
            "from m import (\n    c,  # why c\n    a,  # noqa\n    a as a2,\n)\na2\n",
            "from m import (\n    c,  # why c\n    a as a2,\n)\na2\n",
        ),
        (
            "from m import (\n    a,  # why a\n    c,  # why c\n)\n",
            "from m import (\n    # why a\n    c,  # why c\n)\n",
        ),
        ("from m import (\n    c, a,  # both\n)\n", "from m import (\n    c,  # both\n)\n"),
        ("from m import (  # all\n    a, c,  # both\n)\n", "from m import (  # all\n    c,  # both\n)\n"),
        ("import b\n\nimport a\n\nimport c\nb\n", "import b\n\nimport c\nb\n"),
        ("import c\nif TYPE_CHECKING:\n    import a\n", "import c\n"),
        ("import c\nif TYPE_CHECKING:\n    import a\nelse:\n    x = 1\n", None),
    ],
)
def test_what_goes(imports: str, left: str | None) -> None:
    use = "\nTYPE_CHECKING\nc.x\n"
    expected = imports.replace("import a", "pass") if left is None else left
    assert cleaned(f"{imports}{use}a.x\n", f"{imports}{use}") == expected + use


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        ("def f():\n    import a\n    a.x\n", "def f():\n    import a\n    1\n", "def f():\n    1\n"),
        ("class C:\n    from m import a\n    x: a\n", "class C:\n    from m import a\n", "class C:\n    pass\n"),
        (
            "if __name__ == '__main__':\n    from m import a, b\n    a, b\n",
            "if __name__ == '__main__':\n    from m import a, b\n    b\n",
            "if __name__ == '__main__':\n    from m import b\n    b\n",
        ),
    ],
)
def test_what_goes_from_further_in(before: str, after: str, left: str) -> None:
    assert cleaned(before, after) == left


def test_a_docstring_uses_nothing() -> None:
    before = '"""Takes a."""\nimport a\n\ndef f(x: a.X):\n    """Of a."""\n'
    after = before.replace("a.X", "X")
    assert cleaned(before, after) == after.replace("import a\n\n", "\n")


def test_an_attribute_of_the_same_name_uses_nothing() -> None:
    before = "from m import List\n\nx: List = ast.List\n"
    after = before.replace(": List", "")
    assert cleaned(before, after) == "x = ast.List\n"


def test_a_letter_of_a_word_with_an_apostrophe_uses_nothing() -> None:
    before = "import typing as t\n\nx: t.List  # it isn't one\n"
    after = before.replace("t.List", "list")
    assert cleaned(before, after) == "x: list  # it isn't one\n"


def test_line_ends_and_marks_of_a_file_stay() -> None:
    before = b"\xef\xbb\xbfimport a\r\nimport c\r\n\r\na.x(c)\r\n"
    old, new = (ModuleView(SourceText(data)).closely for data in (before, before.replace(b"a.x(c)", b"c")))
    assert apply_edits(new.source, orphan_edits(old, new)) == b"\xef\xbb\xbfimport c\r\n\r\nc\r\n"
