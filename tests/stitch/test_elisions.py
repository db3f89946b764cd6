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
        "# noqa",
    ],
)
def test_other_comments(comment: str) -> None:
    assert elisions(f"def f():\n    {comment}\n    return 1\n", "a.py") == {}


def test_what_stands_behind_code_leaves_nothing_out() -> None:
    assert elisions("x = [1]  # ...\n", "a.py") == {}
    assert elisions("def f(): ...  # unchanged\n", "a.py") == {}
    assert elisions("def f():\n    ...  # unchanged\n", "a.py") == {"# unchanged": 2}


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
