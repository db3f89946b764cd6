"""What files take from each other: first what nobody takes."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.facts.project.offered_imports import EVERYTHING, OfferedImports, is_offered


def offered(files: Mapping[str, str], path: str = "shop/e.py") -> frozenset[str]:
    return OfferedImports({"shop/e.py": b"import os\n"} | {name: text.encode() for name, text in files.items()}).of(
        path
    )


@pytest.mark.parametrize(
    "text",
    [
        "from shop.f import os\n",
        "from e.shop import os\n",
        "import shop.f as e2\n\ne2.os\n",
        "os.e\n",
        "from shop import f\n\nf.os\n",
        "import os\n\nos.path\n",
    ],
)
def test_what_is_taken_elsewhere_is_not_taken_here(text: str) -> None:
    assert "os" not in offered({"a.py": text, "shop/f.py": ""})


def test_a_file_takes_nothing_from_itself() -> None:
    assert offered({"shop/e.py": "from shop.e import os\n"}) == frozenset()
    assert offered({"notes.txt": "from shop.e import os\n"}) == frozenset()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "from shop.e import os\n"),
        ("a.py", "from e import x as y, os as z\n"),
        ("a.py", "from shop.e import (\n    x,  # (of e)\n    os,\n)\n"),
        ("a.py", "from shop.e import x, \\\n    os\n"),
        ("a.py", "if x: from shop.e import os\n"),
        ("shop/a.py", "from .e import os\n"),
        ("shop/a.py", "from . import e\n\ne.os\n"),
        ("shop/deep/a.py", "from ..e import os\n"),
        ("shop/deep/a.py", "from .. import e as tools\n\ntools . os\n"),
        ("a.py", "import shop.e as e2\n\ngetattr(e2, 'os')\n"),
        ("a.py", "import x, shop.e as e2\n\ne2.os.path\n"),
        ("a.py", "import shop\n\nshop.e.os\n"),
        ("a.py", "mock.patch('shop.e.os.path')\n"),
        ("shop/__init__.py", "from .e import os\n"),
    ],
)
def test_what_is_taken_is_offered(path: str, text: str) -> None:
    assert "os" in offered({path: text})


def test_a_package_offers_too() -> None:
    assert "os" in offered({"shop/__init__.py": "import os\n", "a.py": "from shop import os\n"}, "shop/__init__.py")


def test_a_star_takes_what_is_public_unless_all_says_otherwise() -> None:
    star = "from shop.e import *\n"
    assert is_offered("os", offered({"a.py": star}))
    assert not is_offered("_os", offered({"a.py": star}))
    assert EVERYTHING not in offered({"a.py": star, "shop/e.py": "import os\n__all__ = []\n"})


@given(st.text(alphabet="from import.e\\\n(),*#as ", max_size=80))
def test_any_text_is_read(text: str) -> None:
    assert isinstance(offered({"a.py": text}), frozenset)
