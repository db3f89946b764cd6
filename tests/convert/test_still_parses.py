"""What Python rejects is neither changed nor written."""

from __future__ import annotations

import pytest

from tdomcheck.convert.still_parses import damage

DAMAGE = {
    "a body that is gone": ("a.py", "def f():\n    return 1\n", "def f():\n"),
    "a line that stands too far in": ("a.py", "x = 1\n", "x = 1\n\n\n    x += 1\n"),
    "a stub": ("a.pyi", "x: int\n", "x: (\n"),
    "what was broken before": ("a.py", "def (\n", "def ( #\n"),
    "what only the compiler rejects": ("a.py", "x = 1\n", "return 1\n"),
    "a new file": ("a.py", "", "def (\n"),
    "what no encoding reads": ("a.py", "x = 1\n", "# coding: nothing\n"),
    "a block": ("a.md", "```python\nx = 1\n```\n", "```python\nx = (\n```\n"),
}
LEFT_ALONE = {
    "another name": ("a.py", "x = 1\n", "y = 1\n"),
    "syntax that is new": ("a.py", "", "type X[T = int] = list[T]\ny = t'a' t'b'\n"),
    "settings": ("a.toml", "x = 1\n", "x = (\n"),
    "a block that was broken before": ("a.md", "```python\nx = (\n```\n", "```python\ny = (\n```\n"),
    "a block that goes": ("a.md", "```python\nx = 1\n```\n", "words\n"),
    "a session that goes": ("a.py", "def f():\n    '''\n    >>> f()\n    '''\n", "x = 1\n"),
}


@pytest.mark.parametrize(("path", "before", "after"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_told(path: str, before: str, after: str) -> None:
    assert damage(path, before.encode(), after.encode())


@pytest.mark.parametrize(("path", "before", "after"), LEFT_ALONE.values(), ids=LEFT_ALONE)
def test_the_rest_is_left_alone(path: str, before: str, after: str) -> None:
    assert not damage(path, before.encode(), after.encode())
