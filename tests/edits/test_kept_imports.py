"""Imports that a comment keeps, and comments that keep none."""

from __future__ import annotations

import pytest

from tdomcheck.edits.orphans import unused_imports
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.text import SourceText


def unused(source: str) -> list[str]:
    view = ModuleView(SourceText(source.encode())).closely
    return [view.text(name) for _, names in unused_imports(view) for name in names]


@pytest.mark.parametrize(
    "source",
    [
        "import a  # noqa\n",
        "import a  # NOQA\n",
        "import a  #noqa:F401\n",
        "import a  # noqa: E501, F401\n",
        "import a  # noqa:E501 F401\n",
        "import a  # noqa: F\n",
        "import a  # type: ignore  # noqa: F401\n",
        "import a  # nopycln: import\n",
        "import a  # pylint: disable=cyclic-import,unused-import\n",
        "import a  # pyright: ignore\n",
        "import a  # pyright: ignore[reportUnusedImport]\n",
        "from m import (  # noqa: F401\n    a,\n    b,\n)\n",
        "from m import (\n    a,  # noqa: F401\n)\n",
        "from m import (\n    a, b  # noqa\n)\n",
        "from m import (\n    a,\n    b,\n)  # noqa\n",
        "import a; import b  # noqa\n",
        "# ruff: noqa\nimport a\n",
        "# ruff: noqa: F401\nimport a\n",
        "import a\n    # flake8: NOQA\n",
        "# pylint: disable=unused-import\nimport a\n",
        "# pylint: disable=W0611\nimport a\n",
    ],
)
def test_a_comment_keeps_it(source: str) -> None:
    assert unused(source) == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import a  # noqa: E501\n", ["a"]),
        ("import a  # noqa: F811\n", ["a"]),
        ("import a  # no quarrel\n", ["a"]),
        ("import a  # type: ignore\n", ["a"]),
        ("import a  # pylint: disable=import-error\n", ["a"]),
        ("import a  # pyright: ignore[reportMissingImports]\n", ["a"]),
        ("from m import (\n    a,\n    b,  # noqa: F401\n    c,\n)\n", ["a", "c"]),
        ("import a\nimport b  # noqa\n", ["a"]),
        ("# ruff: noqa: E501\nimport a\n", ["a"]),
        ("x = '# ruff: noqa'\nimport a\n", ["a"]),
        ("import a\nx = 1  # pylint: disable=unused-import\n", ["a"]),
        ('"""Of a."""\nimport a\n', ["a"]),
    ],
)
def test_it_keeps_none(source: str, names: list[str]) -> None:
    assert unused(source) == names
