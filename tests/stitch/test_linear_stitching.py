"""Patches take the time that their files and their document take, whatever these hold."""

from __future__ import annotations

import pickle

import pytest
from counting import opcodes
from stitching import AFTER, DELETE, REPLACE, node, refused, spliced, value
from timely import ended

from tdomcheck.stitch import splice as splicing
from tdomcheck.stitch.document import read_patches
from tdomcheck.stitch.paths import propose
from tdomcheck.stitch.splice import splice
from tdomcheck.stitch.stitcher import owned_ranges
from tdomcheck.stitch.targets import path_target

pytestmark = pytest.mark.one_python

FILES = {
    "a.py": ("class A{0}:\n    def f(self):\n        return {0}\n\n\n", "method A{0}.f", "def f(self): ..."),
    "a.ts": ("class A{0} {{\n  @d\n  f() {{}}\n  x = 1;\n}}\n\n", "method A{0}.f", "f() {{ 1; }}"),
    "a.css": (".a{0} {{ top: 0 }}\n", "rule .a{0}", ".a{0} {{ top: 1 }}"),
    "a.html": ("<p id='a{0}'>x</p>\n", "element #a{0}", "<p>y</p>"),
}


def work(path: str, size: int) -> int:
    piece, target, text = FILES[path]
    source = "".join(piece.format(number) for number in range(size)).encode()
    wishes = [node(REPLACE, target.format(number), text.format(number)) for number in range(0, size, 5)]
    assert splice(path, source, wishes).refusals == ()
    return opcodes(lambda: splice(path, source, wishes))


@pytest.mark.parametrize("path", FILES)
def test_twice_as_much_takes_twice_as_long(path: str) -> None:
    assert work(path, 80) < 2.4 * work(path, 40)


@pytest.mark.parametrize(
    "document",
    [
        "```\n" * 50_001,
        "- " * 50_000 + "`",
        "-" + " " * 200_000 + "`",
        ">" * 200_000,
        "1. " * 50_000,
        "```\n# FILE:" + " " * 200_000 + "x\n```",
        "```\n" + "# FILE: x\n" * 50_000 + "```",
        "<!--\n" * 50_000,
        "`" * 100_000 + "\n" + "`" * 99_999,
    ],
)
def test_documents_that_are_made_to_take_long(document: str) -> None:
    with ended():
        assert read_patches(document).problems


def test_names_that_are_made_to_take_long() -> None:
    source = "".join(f"{'a' * 2_000}{number} = 1\n" for number in range(600))
    with ended():
        assert "the nearest" in refused("a.py", source, node(DELETE, f"function {'a' * 100_000}b"))
    tables = "".join(f"a{'b' * 50}{number} = 1\n" for number in range(600))
    with ended():
        assert "there is no" in refused("a.toml", tables, value(f"{'ab' * 5_000}.x", "1"))


def test_files_are_patched_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splicing, "MOST_BYTES", 1 << 20)
    source = b"x = 1\n" * 200_000
    assert refused("a.py", source, node(DELETE, "constant x")) == (
        "it is larger than 1 MB, past which no file is patched"
    )


def test_values_that_depend_on_each_other_are_put_there_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(propose, "MOST_IN_TURN", 2)
    wishes = [value(f"a{number}", "1") for number in range(3)]
    assert "more than 2 values depend on each other" in refused("a.yaml", "", *wishes)
    assert spliced("a.yaml", "", *wishes[:2]).after == b"a0: 1\na1: 1\n"


def test_what_crosses_processes_can_be_pickled() -> None:
    result = spliced("a.py", "def f(): ...\n", node(AFTER, "function f", "def g(): ..."))
    document = read_patches("```\n# FILE: a\n# TARGET_PATH: a[0].b\n1\n```")
    for each in (result, document, *owned_ranges("a.toml", b"a = 1\n", [path_target("a")])):
        assert pickle.loads(pickle.dumps(each)) == each
    assert result.symbols == ("g",)


@pytest.mark.parametrize(
    ("path", "source", "reason"),
    [
        ("a.json", "[" * 500_000 + "]" * 500_000, "it is no JSON that could be read"),
        ("a.yaml", "[" * 3_000 + "]" * 3_000, "it nests too deeply"),
        ("a.toml", "a = " + "[" * 3_000 + "]" * 3_000, "nests too deeply"),
        ("a.py", "x = 1\n" + "\\\n" * 200 + "y = 2\n", "lines with nothing but a backslash follow each other"),
    ],
)
def test_nesting_has_an_end(path: str, source: str, reason: str) -> None:
    with ended():
        assert reason in refused(path, source, value("a", "1") if path != "a.py" else node(DELETE, "constant x"))


def test_a_new_text_that_is_no_text_of_its_file_is_told() -> None:
    with ended():
        deep = "x = " + "(" * 30_000 + ")" * 30_000
        assert "does not parse" in refused("a.py", "x = 1\n", node(REPLACE, "constant x", deep))
