"""Comments that stand for code which an author left out."""

from __future__ import annotations

import pytest

from tdomcheck.stitch.elisions import elisions


@pytest.mark.parametrize(
    "comment",
    [
        "# ... rest of the class unchanged ...",
        "# ...",
        "# … existing code …",
        "# ...existing code...",
        "# [... other imports ...]",
        "# ... (rest of file)",
        "# ... the same as before",
        "# rest of the code unchanged",
        "# rest of the class remains unchanged",
        "# existing code here",
        "# existing code",
        "# other methods remain the same",
        "# the rest of the file stays unchanged",
        "# remaining methods omitted for brevity",
        "# (unchanged)",
        "# --- snip ---",
    ],
)
def test_code_that_is_left_out(comment: str) -> None:
    assert elisions(f"def f():\n    {comment}\n    return 1\n", "a.py") == {comment: 2}
    assert elisions(f"def f():  {comment}\n    pass\n", "a.py") == {comment: 1}


@pytest.mark.parametrize(
    "comment",
    [
        "# existing users are kept",
        "# existing fields",
        "# other fields",
        "# rest of the arguments",
        "# the rest",
        "# same as above",
        "# same as before",
        "# everything is here",
        "# e.g. ...",
        "# Loading...",
        "# ... and so on",
        "# todo: the rest of the class",
        "# we keep the rest of the path, unchanged by callers",
        "# keep f and g as they are",
        "# snippets",
        "# noqa",
    ],
)
def test_other_comments(comment: str) -> None:
    assert elisions(f"def f():\n    {comment}\n    return 1\n", "a.py") == {}


def test_what_stands_behind_code_leaves_nothing_out() -> None:
    assert elisions("x = [1]  # ...\n", "a.py") == {}
    assert elisions("x = 1  # unchanged\n", "a.py") == {}
    assert elisions("x: int  # the rest\n", "a.py") == {}


@pytest.mark.parametrize(
    "comment", ["# unchanged", "# existing methods", "# same as before", "# the rest of the class"]
)
def test_a_stub_with_a_comment(comment: str) -> None:
    assert elisions(f"def f():\n    ...  {comment}\n", "a.py") == {comment: 2}
    assert elisions(f"class A:\n    x = 1\n    pass  {comment}\n    y = 1\n", "a.py") == {comment: 3}


@pytest.mark.parametrize("comment", ["# avoid masking the original error", "# as others do", "# for other threads"])
def test_a_stub_that_is_meant(comment: str) -> None:
    assert elisions(f"try:\n    f()\nexcept E:\n    pass  {comment}\n", "a.py") == {}


@pytest.mark.parametrize("comment", ["# as in PEP 544", "# noqa: E704", "# other threads call it", "# same as g"])
def test_a_stub_in_its_own_right(comment: str) -> None:
    assert elisions(f"class A(Protocol):\n    def f(self): ...  {comment}\n", "a.py") == {}
    assert elisions("class A(Protocol):\n    def f(self): ...  # unchanged\n", "a.py") == {"# unchanged": 2}


@pytest.mark.parametrize(
    "comment",
    [
        "# same as before",
        "# keep f and g as they are",
        "# leave the other methods alone",
        "# existing methods",
        "# the rest of the class",
        "# other methods",
    ],
)
def test_what_nothing_is_below(comment: str) -> None:
    """It speaks of what the author does not write, and elsewhere of what follows."""
    source = f"class A:\n    x = 2\n\n    {comment}\n"
    assert elisions(source, "a.py") == {comment: 4}
    assert elisions(f"{source}\nx = 1\n", "a.py") == {comment: 4}
    assert elisions(f"{source}\n    y = 1\n", "a.py") == {}
    assert elisions(f"class A:\n    x = 2  {comment}\n", "a.py") == {}


@pytest.mark.parametrize("comment", ["# fmt: on", "# end of the class", "# see the other module", "# x = 3"])
def test_other_comments_that_nothing_is_below(comment: str) -> None:
    assert elisions(f"class A:\n    x = 2\n    {comment}\n", "a.py") == {}


def test_strings_hold_no_comments_but_those_of_markup() -> None:
    source = "def f():\n    return '''\n# ... existing code ...\n<!-- ... rest of the page ... -->\n<!-- x -->'''\n"
    assert elisions(source, "a.py") == {"<!-- ... rest of the page ... -->": 4}


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("a.ts", "class A {\n  // ... existing code ...\n  f() { /* ... */ }\n}\n", [2, 3]),
        ("a.ts", "save() {\n  // ... existing code ...\n}\n", [2]),
        ("a.tsx", "const A = () => <p>{/* ... */}</p>\n", [1]),
        ("a.html", "<ul>\n<!-- ... existing items ... -->\n<!-- items -->\n</ul>\n", [2]),
        ("a.css", "a {\n  /* ... */\n}\n", [2]),
        ("a.json", "{\n  // ... existing dependencies ...\n}\n", [2]),
        ("a.toml", "[\n  # ...\n]\n", [2]),
        ("a.yaml", "run: |\n  # ... rest unchanged ...\n", [2]),
        ("Dockerfile", "FROM x\n# ... rest unchanged\n", [2]),
        ("a.md", "# ...\n", []),
        ("a.txt", "# ...\n", []),
    ],
)
def test_languages(path: str, text: str, found: list[int]) -> None:
    assert list(elisions(text, path).values()) == found
