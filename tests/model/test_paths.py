"""Paths as they are written down: relative, and with `/`."""

from __future__ import annotations

import os

import pytest

from tdomcheck.model.paths import path_from

PATHS = [("a.py", "a.py"), ("pkg/a.py", "pkg/a.py"), ("", "."), ("../b.py", "../b.py"), ("pkg/../a.py", "a.py")]


@pytest.mark.parametrize(("path", "inner"), PATHS)
def test_a_path_from_a_folder(path: str, inner: str) -> None:
    folder = os.path.join(os.sep, "home", "project")
    assert path_from(folder, os.path.join(folder, *path.split("/"))) == inner
