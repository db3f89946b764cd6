"""Random files, random wishes: what is outside of a node stays, the result parses, and a second run changes nothing."""

from __future__ import annotations

import json
import re
import textwrap
import tomllib

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from stitching import spliced

from tdomcheck.stitch.splice import Spliced
from tdomcheck.stitch.stitcher import owned_ranges
from tdomcheck.stitch.targets import NodeKind, NodeTarget, Operation, PathTarget, Wish
from tdomcheck.syntax.interpreter import parsed

NAMES = ("alpha", "beta", "gamma")
LEADS = ("", "# touches\n", "@mark\n", "# touches\n@mark\n# between\n@mark(1)\n")
GAPS = ("", "\n", "\n\n", "\n# apart\n\n", "\f\n")
LINES = (
    "pass\n",
    "return 1  # tail\n",
    '"""Doc\n  of it."""\n',
    "x = [\n    1,\n]\n",
    "if x:\n    y = 2\n# below\n",
    "'''\n\n'''\n",
)


@st.composite
def definitions(draw: st.DrawFn, depth: int = 0) -> str:
    name = draw(st.sampled_from(NAMES))
    lead = draw(st.sampled_from(LEADS))
    if draw(st.booleans()) and depth < 2:
        inner = "".join(draw(st.lists(statements(depth + 1), min_size=1, max_size=3)))
        return f"{lead}class {name}:\n" + indented(inner, draw(st.sampled_from(["  ", "    ", "\t"])))
    if draw(st.booleans()):
        return f"{lead}def {name}(self): pass\n"
    return f"{lead}def {name}(self):\n" + indented(
        "".join(draw(st.lists(st.sampled_from(LINES), min_size=1, max_size=3))),
        draw(st.sampled_from(["  ", "    ", "\t"])),
    )


def statements(depth: int = 0) -> st.SearchStrategy[str]:
    simple = st.sampled_from(["x = 1\n", "import os\n", "x = 1; y = 2\n", "call(\n  1)\n"])
    return st.one_of(definitions(depth), definitions(depth), simple).flatmap(
        lambda text: st.sampled_from(GAPS).map(lambda gap: gap + text)
    )


def indented(text: str, unit: str) -> str:
    return textwrap.indent(text, unit, lambda line: bool(line.strip()))


@st.composite
def modules(draw: st.DrawFn) -> bytes:
    text = draw(st.sampled_from(["", "#!/bin/python\n", '"""Doc."""\n'])) + "".join(
        draw(st.lists(statements(), min_size=1, max_size=4))
    )
    if draw(st.booleans()):
        text = text.rstrip("\n")
    newline = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    mark = draw(st.sampled_from([b"", b"\xef\xbb\xbf"]))
    return mark + text.replace("\n", newline).encode()


TARGETS = st.sampled_from(
    [*NAMES, *(f"{outer}.{inner}" for outer in NAMES for inner in NAMES), "alpha#2", "alpha.beta#2"]
)
TEXTS = st.sampled_from(
    [
        "def alpha(self):\n   if self:\n      return 1\n",
        "# new\n@new\ndef beta(self): pass\n",
        '\tdef gamma(self):\n\t\t"""Of\n two."""\n\t\treturn """\n"""\n',
        "class alpha:\n  x = 1\n\n  def beta(self):\n    pass\n",
    ]
)


@settings(deadline=None)
@given(modules(), TARGETS, st.sampled_from(list(Operation)), TEXTS)
def test_what_is_outside_of_a_node_stays_and_the_result_parses(
    data: bytes, name: str, operation: Operation, text: str
) -> None:
    kind = NodeKind.CLASS if "class " in text else NodeKind.FUNCTION
    target = NodeTarget(operation, kind, name)
    result = spliced("a.py", data, Wish(target, "" if operation is Operation.DELETE else text))
    if result.refusals:
        assert result.after == data
        return
    [owned] = owned_ranges("a.py", data, [target])
    assert owned.span is not None
    before, behind = data[: owned.span.start], data[owned.span.end :]
    assert_kept(result, before, behind, operation)
    assert parsed(result.after.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")) is None
    own = re.search(r"(?:def|class) (\w+)", text)
    if operation is Operation.REPLACE and own is not None and own[1] == name.rpartition(".")[2]:
        again = spliced("a.py", result.after, Wish(target, text))
        assert (again.after, again.refusals) == (result.after, ())


def assert_kept(result: Spliced, before: bytes, behind: bytes, operation: Operation) -> None:
    """Bytes around a node stay but for the blank lines and the indentation that go with it."""
    white = b" \t\r\n"
    if operation is Operation.DELETE:
        assert result.after.startswith(before.rstrip(white))
        assert result.after.endswith(behind.lstrip(white)) or result.after == before.rstrip(white)
    else:
        assert result.after.startswith(before)
        assert result.after.endswith(behind)


KEYS = st.sampled_from(["a", "b", "c d", "é", "x.y", "1"])
LEAVES = st.one_of(st.booleans(), st.integers(-5, 5), st.text(st.characters(codec="utf-8"), max_size=5))
TREES = st.dictionaries(
    KEYS,
    st.recursive(
        LEAVES, lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3))
    ),
    max_size=4,
)


def paths_in(value: object) -> list[tuple[str | int, ...]]:
    found: list[tuple[str | int, ...]] = [()]
    if isinstance(value, dict):
        found += [(key, *rest) for key, inner in value.items() for rest in paths_in(inner)]
    if isinstance(value, list):
        found += [(index, *rest) for index, inner in enumerate(value) for rest in paths_in(inner)]
    return found


@settings(deadline=None)
@given(TREES, st.data(), st.sampled_from([None, 2, "\t"]), st.sampled_from(["a.json", "a.yaml"]))
def test_any_value_of_a_tree_can_be_another(tree: dict, data: st.DataObject, indent: object, path: str) -> None:
    """JSON is YAML, too, unless it is indented with tabs."""
    source = json.dumps(tree, indent=None if path == "a.yaml" and indent == "\t" else indent, ensure_ascii=True)
    steps = data.draw(st.sampled_from([steps for steps in paths_in(tree) if steps] or [("é",)]))
    value = data.draw(TREES | LEAVES)
    assume(not isinstance(value, dict) or all(value.keys() != {step} for step in steps))  # wrapped in its own key
    wish = Wish(PathTarget(steps), json.dumps(value, ensure_ascii=True) + "\n")
    result = spliced(path, source, wish)
    assert [each.reason for each in result.refusals] == []
    assert json.loads(result.after) == with_value(tree, steps, value)
    assert spliced(path, result.after, wish).after == result.after


def with_value(tree: object, steps: tuple[str | int, ...], value: object) -> object:
    if not steps:
        return value
    step, *rest = steps
    changed = dict(tree) if isinstance(tree, dict) else list(tree)  # type: ignore[call-overload]
    inner = changed[step] if rest else None
    changed[step] = with_value(inner, tuple(rest), value)
    return changed


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["a", "b.c", "b.d.e", "f"]), unique=True),
    st.sampled_from(["a", "b.c", "b.d.e", "f", "b.n"]),
)
def test_tables_stay_as_they_were(paths: list[str], path: str) -> None:
    source = "".join(f"# of {path}\n[{path}] # head\nk   = '{path}' # tail\n\n" for path in paths)
    steps = (*path.split("."), "n")
    wish = Wish(PathTarget(steps), "[1,\n 2]\n", creates=True)
    result = spliced("a.toml", source, wish)
    assert [each.reason for each in result.refusals] == []
    assert without_new(tomllib.loads(result.after.decode())) == without_new(tomllib.loads(source))
    lines = result.after.decode().split("\n")
    assert [line for line in source.split("\n") if line not in lines] == []
    assert spliced("a.toml", result.after, wish).after == result.after


def without_new(tables: dict) -> dict:
    """Without what was put there, and the tables that came with it."""
    inner = {key: without_new(value) for key, value in tables.items() if isinstance(value, dict)}
    return {key: value for key, value in inner.items() if value} | {
        key: value for key, value in tables.items() if isinstance(value, str)
    }
