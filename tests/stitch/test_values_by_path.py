"""Values in JSON, TOML and YAML: only they change, and nothing is guessed."""

from __future__ import annotations

import pytest
from stitching import DELETE, after, node, refused, spliced, value

from tdomcheck.stitch.targets import BadTarget, path_target, shown_path

PACKAGE = """\
{
  "name": "x", // c
  "deps": {
    "react": "1"
  },
  "list": [1, 2],
  "empty": {},
  "last": null // d
}
"""
PROJECT = """\
# top
name = "x" # c
a.b = 1

[project]
name = "y"
deps = [
    "a",  # first
    "b"
]
done = [
    1,  # one
]
opt = {x = 1}
nothing = {}

# of ruff
[tool.ruff] # head
line-length = 100 # ll

[tool.ruff.lint]
# why
select = ["E"]

[[item]]
n = 1

[[item]]
n = 2

[void]
"""
HOOKS = """\
# top
repos:
  - repo: https://a  # url
    rev: v1
    hooks:
      - id: ruff
        args: [--fix]
  - repo: local
    hooks: []

ci:  # of ci
  skip: [a, b]
text: |
  a
  b
anchor: &x hello
alias: *x
none:
"q.r": 1
flow: {a: 1, b: , c: {}}
tagged: !t
  - a
"""
FILES = {"a.json": PACKAGE, "a.toml": PROJECT, "a.yaml": HOOKS}


@pytest.mark.parametrize(
    ("path", "steps", "text", "old", "new"),
    [
        ("a.json", "deps", '{\n    "react": "2",\n    "b": [\n        1\n    ]\n}', '    "react": "1"\n', '    "react": "2",\n    "b": [\n      1\n    ]\n'),
        ("a.json", "deps.vue", '"3"', '"1"\n', '"1",\n    "vue": "3"\n'),
        ("a.json", "list[2]", "3", "[1, 2]", "[1, 2, 3]"),
        ("a.json", "list[0]", '"NaN"', "[1, 2]", '["NaN", 2]'),
        ("a.json", "list[0]", '{"a": 1}', "[1, 2]", '[{"a": 1}, 2]'),
        ("a.json", "empty.a", "3", "{}", '{\n    "a": 3\n  }'),
        ("a.json", "new", "true", "null // d\n", 'null, // d\n  "new": true\n'),
        ("a.toml", "name", '"z"', '"x"', '"z"'),
        ("a.toml", "a.c", "2", "a.b = 1\n", "a.b = 1\na.c = 2\n"),
        ("a.toml", "project.deps", '["x"]', '[\n    "a",  # first\n    "b"\n]', '["x"]'),
        ("a.toml", "project.deps[1]", '"x"', '"b"', '"x"'),
        ("a.toml", "project.deps[2]", '"x"', '"b"\n', '"b",\n    "x"\n'),
        ("a.toml", "project.done[1]", "2", "# one\n", "# one\n    2,\n"),
        ("a.toml", "project.opt.y", "2", "{x = 1}", "{x = 1, y = 2}"),
        ("a.toml", "project.opt.x", "2", "{x = 1}", "{x = 2}"),
        ("a.toml", "project.nothing.x", "2", "nothing = {}", "nothing = { x = 2 }"),
        ("a.toml", "project.version", '"1"', "nothing = {}\n", 'nothing = {}\nversion = "1"\n'),
        ("a.toml", 'project."a b"', "1", "nothing = {}\n", 'nothing = {}\n"a b" = 1\n'),
        ("a.toml", "tool.ruff.line-length", "120", "100 # ll", "120 # ll"),
        ("a.toml", "tool.ruff.lint", 'select = ["F"]\nignore = [\n  "E1",\n]', 'select = ["E"]', 'select = ["F"]\nignore = [\n  "E1",\n]'),
        ("a.toml", "tool.ruff.lint", '{select = ["F"], ignore = []}', 'select = ["E"]', 'select = ["F"]\nignore = []'),
        ("a.toml", "tool.ruff.lint", "{}", 'select = ["E"]\n', ""),
        ("a.toml", "tool.ruff.format", 'quote-style = "single"', '["E"]\n', '["E"]\n\n[tool.ruff.format]\nquote-style = "single"\n'),
        ("a.toml", "tool.ruff.format", "{a = 1}", "# ll\n", "# ll\nformat = {a = 1}\n"),
        ("a.toml", "item[1].n", "3", "n = 2", "n = 3"),
        ("a.toml", "item[1].m", "3", "n = 2\n", "n = 2\nm = 3\n"),
        ("a.toml", "item[2]", "n = 3", "n = 2\n", "n = 2\n\n[[item]]\nn = 3\n"),
        ("a.toml", "void", "x = 1", "[void]\n", "[void]\nx = 1\n"),
        ("a.toml", "void.x", "1", "[void]\n", "[void]\nx = 1\n"),
        ("a.toml", "new", '"top"', "a.b = 1\n", 'a.b = 1\nnew = "top"\n'),
        ("a.yaml", "repos[0].rev", "v2", "v1", "v2"),
        ("a.yaml", "repos[0].repo", "b", "https://a  # url", "b  # url"),
        ("a.yaml", "repos[0].hooks", "- id: a\n- id: b\n  args:\n  - c", "- id: ruff\n        args: [--fix]", "- id: a\n      - id: b\n        args:\n        - c"),
        ("a.yaml", "repos[1].hooks", "- id: a\n- id: b", "hooks: []", "hooks:\n      - id: a\n      - id: b"),
        ("a.yaml", "repos[0].hooks[1]", "id: x\nargs: [a]", "[--fix]\n", "[--fix]\n      - id: x\n        args: [a]\n"),
        ("a.yaml", "repos[0].hooks[0]", "id: x\nargs: [a]", "id: ruff\n        args: [--fix]", "id: x\n        args: [a]"),
        ("a.yaml", "repos[0].hooks[0]", "plain", "id: ruff\n        args: [--fix]", "plain"),
        ("a.yaml", "repos[0].hooks[0].args[1]", "b", "[--fix]", "[--fix, b]"),
        ("a.yaml", "repos[0].hooks[0].args[0]", "b", "[--fix]", "[b]"),
        ("a.yaml", "repos[2]", "repo: b\nhooks:\n  - id: 1", "hooks: []\n", "hooks: []\n  - repo: b\n    hooks:\n      - id: 1\n"),
        ("a.yaml", "ci", "none", "ci:  # of ci\n  skip: [a, b]\n", "ci: none  # of ci\n"),
        ("a.yaml", "ci", "skip: c", "skip: [a, b]", "skip: c"),
        ("a.yaml", "ci.skip", "- a\n- b", "skip: [a, b]", "skip:\n    - a\n    - b"),
        ("a.yaml", "ci.x", "{a: 1}", "[a, b]\n", "[a, b]\n  x: {a: 1}\n"),
        ("a.yaml", "text", "|\n  c\n  d", "  a\n  b\n", "  c\n  d\n"),
        ("a.yaml", "text", "|\nc\nd", "  a\n  b\n", "  c\n  d\n"),
        ("a.yaml", "text", "plain", "|\n  a\n  b", "plain"),
        ("a.yaml", "alias", "bye", "*x", "bye"),
        ("a.yaml", "none", "a: 1\nb: 2", "none:\n", "none:\n  a: 1\n  b: 2\n"),
        ("a.yaml", "none", "1", "none:\n", "none: 1\n"),
        ("a.yaml", '"q.r"', "2", '"q.r": 1', '"q.r": 2'),
        ("a.yaml", "flow.a", "[2]", "a: 1,", "a: [2],"),
        ("a.yaml", "flow.b", "2", "b: ,", "b: 2 ,"),
        ("a.yaml", "flow.d", "2", "c: {}}", "c: {}, d: 2}"),
        ("a.yaml", "flow.c.x", "2", "c: {}", "c: {x: 2}"),
        ("a.yaml", "new", "a:\n  - b", "  - a\n", "  - a\nnew:\n  a:\n    - b\n"),
        ("a.yaml", "yes", "1", "  - a\n", '  - a\n"yes": 1\n'),
        ("a.yaml", "tagged", "c: 1", " !t\n  - a", "\n  c: 1"),
    ],
)  # fmt: skip
def test_a_value_is_put_where_its_path_leads(path: str, steps: str, text: str, old: str, new: str) -> None:
    source = FILES[path]
    if path == "a.yaml" and steps == "yes":
        new = new.replace('"yes"', "yes")  # to YAML 1.2 it is a word
    assert source.count(old) == 1
    once = after(path, source, value(steps, text + "\n"))
    assert once == source.replace(old, new)
    assert after(path, once, value(steps, text + "\n")) == once


@pytest.mark.parametrize(
    ("path", "steps", "text", "reason"),
    [
        ("a.json", "dep.react", '"3"', "there is no `dep` at the top, on the way to `dep.react`; the nearest: deps"),
        ("a.json", "list[5]", "3", "`list` has 2 items, so `[5]` is none of them"),
        ("a.json", "name.x", "3", "`name` is a plain value, in which `x` cannot be a key"),
        ("a.json", "list.x", "3", "`list` is a list, in which `x` cannot be a key"),
        ("a.json", "deps[0]", "3", "`deps` is an object, in which `[0]` cannot be an item by `[n]`"),
        ("a.json", "name", "{a: 1}", "it is no JSON: line 1"),
        ("a.json", "name", "NaN", "`NaN` is no value of JSON: write a number, a text or `null`"),
        ("a.json", "name", '{"a": [1, -Infinity]}', "`-Infinity` is no value of JSON"),
        ("a.json", "new", "Infinity", "`Infinity` is no value of JSON"),
        ("a.json", "name", "1" * 5_000, "it is no JSON that could be read"),
        ("a.toml", "tool.ruff", "a = 1", "`tool.ruff` has a table of its own below it, `tool.ruff.lint` (line 21)"),
        ("a.toml", "item", "n = 1", "`item` is spread over the file; name one of its tables, as in `[0]`"),
        ("a.toml", "tool", "n = 1", "`tool` is spread over the file; name one of its values"),
        ("a.toml", "item[4]", "n = 1", "`item` has 2 items, so `[4]` is none of them"),
        ("a.toml", "tool[0]", "n = 1", "`tool` is a table, in which `[0]` cannot be an item by `[n]`"),
        ("a.toml", "tool.mypy.strict", "true", "there is no `mypy` in `tool`, on the way to `tool.mypy.strict`; the nearest: ruff"),
        ("a.toml", "project.name.x", "1", "`project.name` is a plain value, in which `x` cannot be a key"),
        ("a.toml", "project.deps[7]", "1", "`project.deps` has 2 items"),
        ("a.toml", "project.deps.x", "1", "`project.deps` is a list"),
        ("a.toml", "project.name.x.y", "1", "`project.name` is a plain value"),
        ("a.toml", "many[0].x", "1", "there is no `many` at the top"),
        ("a.toml", "name", "nope", "the new value is no value of TOML"),
        ("a.toml", "name", "a = 1", "`name` is a value in a line: write the new one as `{ key = value }`"),
        ("a.toml", "tool.ruff.lint", "1", "this is a table: write its lines"),
        ("a.toml", "name", '"x" # why', "a comment above or behind a value is no part of it"),
        ("a.toml", "void", "# why\nx = 1", "a comment above or behind a value is no part of it"),
        ("a.yaml", "cj.x", "1", "there is no `cj` at the top, on the way to `cj.x`; the nearest: ci"),
        ("a.yaml", "repos[5]", "1", "`repos` has 2 items"),
        ("a.yaml", "alias.x", "1", "`alias` is an alias of another value, in which `x` cannot be a key"),
        ("a.yaml", "text.x", "1", "`text` is a plain value"),
        ("a.yaml", "repos.x", "1", "`repos` is a list"),
        ("a.yaml", "ci[0]", "1", "`ci` is a mapping"),
        ("a.yaml", "none.x", "1", "`none` is empty"),
        ("a.yaml", "anchor", "bye", "found undefined alias"),
        ("a.yaml", "ci.skip[0]", "- a", "it stands in brackets or braces"),
        ("a.yaml", "flow.x.y", "1", "there is no `x` in `flow`"),
        ("a.yaml", "text", "a: b: c", "the new value is no value of YAML: line 1"),
        ("a.yaml", "text", "plain # c", "a comment above or behind a value is no part of it"),
        ("a.yaml", "text", "# only", "the new value is none: write `null`"),
        ("a.yaml", "ci", '"multi\n  line"', "the file would say more than was asked for"),
    ],
)  # fmt: skip
def test_what_cannot_be_met_is_told(path: str, steps: str, text: str, reason: str) -> None:
    assert reason in refused(path, FILES[path], value(steps, text + "\n"))


@pytest.mark.parametrize(
    ("path", "source", "steps", "text", "result"),
    [
        ("a.json", '{"a":{"b":1},"c":{}}', "a.c", '{"x": 2}', '{"a":{"b":1, "c": {"x": 2}},"c":{}}'),
        ("a.json", '{"a":{"b":1},"c":{}}', "c.d", "2", '{"a":{"b":1},"c":{"d": 2}}'),
        ("a.json", "{}\n", "c", "2", '{\n  "c": 2\n}\n'),
        ("a.json", "{\n}\n", "c", "2", '{\n  "c": 2\n}\n'),
        ("a.json", '{"é": "ü"}\n', "é", '"ö"', '{"é": "ö"}\n'),
        ("a.toml", "", "new", "1", "new = 1\n"),
        ("a.toml", "[a]\nb=1\n", "new", "1", "new = 1\n\n[a]\nb=1\n"),
        ("a.toml", "# c\n\n# of a\n[a]\nb=1\n", "new", "1", "# c\n\nnew = 1\n\n# of a\n[a]\nb=1\n"),
        ("a.toml", "[a]\nb=1", "a.c", "1", "[a]\nb=1\nc = 1"),
        ("a.toml", "[a.b]\nc=1\n", "a.d", "1", "[a.b]\nc=1\n\n[a]\nd = 1\n"),
        ("a.toml", "x = nan\ny = true\nz = 1\n", "z", "2", "x = nan\ny = true\nz = 2\n"),
        ("a.toml", "[a]\n  b = 1\n  c = 2\n", "a", "d = 1\ne = 2", "[a]\n  d = 1\n  e = 2\n"),
        ("a.yaml", "", "a", "1", "a: 1\n"),
        ("a.yaml", "# c\n", "a", "- b: 1\n  c: 2", "# c\na:\n  - b: 1\n    c: 2\n"),
        ("a.yaml", "a:\n- b\n", "c", "- d", "a:\n- b\nc:\n- d\n"),
        ("a.yaml", "a:\n    b: 1\n", "c", "d: 1", "a:\n    b: 1\nc:\n    d: 1\n"),
        ("a.yaml", "- a\n- b", "[2]", "c", "- a\n- b\n- c"),
        ("a.yaml", "- a\n-\n- c\n", "[1]", "b: 1\nc: 2", "- a\n- b: 1\n  c: 2\n- c\n"),
        ("a.yaml", "a: # c\n", "a", "1", "a: 1 # c\n"),
        ("a.yaml", "a: # c\n", "a", "- 1", "a: # c\n  - 1\n"),
        ("a.yaml", "a: 1 # c\n", "a", "b: 1", "a: # c\n  b: 1\n"),
        ("a.yaml", "---\na: 1\n...\n", "a", "2", "---\na: 2\n...\n"),
        ("a.yaml", "a: {}\n", "a.b", "1", "a: {b: 1}\n"),
        ("a.yaml", "? [x]\n: 1\na: 1\n", "a", "2", "? [x]\n: 1\na: 2\n"),
        ("a.yaml", "'it''s': 1\n", '"it\'s"', "2", "'it''s': 2\n"),
    ],
)
def test_in_small_files(path: str, source: str, steps: str, text: str, result: str) -> None:
    assert after(path, source, value(steps, text + "\n")) == result


@pytest.mark.parametrize(
    ("path", "source", "reason"),
    [
        ("a.json", '{"a": 1, "a": 2}', "the key `a` is there 2 times, on lines 1 and 1"),
        ("a.json", "", "it does not parse"),
        ("a.json", "1 2", "it does not parse"),
        ("a.json", '{"a": NaN}', "it does not parse"),
        ("a.yaml", "a: 1\na: 2\n", "the key `a` is there 2 times, on lines 1 and 2"),
        ("a.yaml", "a: 1\n---\nb: 2\n", "the file holds 2 documents"),
        ("a.yaml", "a: *x\n", "found undefined alias"),
        ("a.toml", "a = 1\na = 2\n", "it does not parse: line 2"),
    ],
)
def test_files_that_say_two_things_or_none(path: str, source: str, reason: str) -> None:
    assert reason in refused(path, source, value("a", "1\n"))


@pytest.mark.parametrize("path", FILES)
def test_they_have_no_nodes(path: str) -> None:
    assert "has no nodes with names; write TARGET_PATH" in refused(path, FILES[path], node(DELETE, "function f"))


def test_code_has_no_paths() -> None:
    assert "TARGET_PATH is for JSON, TOML and YAML" in refused("a.py", "x = 1\n", value("x", "1\n"))


@pytest.mark.parametrize("path", FILES)
def test_a_value_and_its_part_are_not_changed_at_once(path: str) -> None:
    steps = {"a.json": ("deps", "deps.react"), "a.toml": ("project.opt", "project.opt.x"), "a.yaml": ("ci", "ci.skip")}
    around, part = steps[path]
    assert f"it changes what `{around}` changes, too" in refused(
        path, FILES[path], value(part, "1"), value(around, "1")
    )


def test_the_first_keys_of_an_empty_table_do_not_get_in_each_others_way() -> None:
    assert after("a.json", '{"a": {}}\n', value("a.b", "1"), value("a.c", "2")) == '{"a": {"b": 1, "c": 2}}\n'
    assert after("a.yaml", "", value("a", "1"), value("b", "2")) == "a: 1\nb: 2\n"
    reason = refused("a.json", '{"a": {}}\n', value("a.b", "1"), value("x.c", "2"))
    assert "there is no `x`" in reason


@pytest.mark.parametrize("trait", ["CRLF", "BOM", "tabs", "no final newline"])
@pytest.mark.parametrize("path", FILES)
def test_the_rest_of_the_file_stays_byte_for_byte(path: str, trait: str) -> None:
    source = FILES[path].replace(" // c", "").replace(" // d", "")
    steps, text, old, new = {
        "a.json": ("deps", '{\n    "b": 1\n}', '{\n    "react": "1"\n  }', '{\n    "b": 1\n  }'),
        "a.toml": ("project.deps", '[\n    "x",\n]', '[\n    "a",  # first\n    "b"\n]', '[\n    "x",\n]'),
        "a.yaml": ("repos[1].hooks", "- id: a\n", "hooks: []", "hooks:\n      - id: a"),
    }[path]
    if trait == "tabs" and path != "a.json":
        source, old, new = (each.replace(" = ", "\t=\t").replace("  #", "\t#") for each in (source, old, new))
    wish = value(steps, text + "\n")
    result = spliced(path, as_file(source, trait, path), wish)
    assert [each.reason for each in result.refusals] == []
    assert result.after == as_file(source.replace(old, new), trait, path)
    assert spliced(path, result.after, wish).after == result.after


def as_file(text: str, trait: str, path: str) -> bytes:
    if trait == "tabs" and path == "a.json":
        text = text.replace("  ", "\t")
    if trait == "no final newline":
        text = text.removesuffix("\n")
    data = text.replace("\n", "\r\n" if trait == "CRLF" else "\n").encode()
    return b"\xef\xbb\xbf" + data if trait == "BOM" else data


@pytest.mark.parametrize("argument", ["", "a..b", ".a", "a.", "a b", "a[x]", "a[-1]", '"a', "a[0]b"])
def test_what_is_no_path(argument: str) -> None:
    with pytest.raises(BadTarget):
        path_target(argument)


@pytest.mark.parametrize("argument", ["a", "a.b", "a[0].b", "[0]", 'a."b.c"', '"a \\"b\\""[1][2]', "a-b_c./d"])
def test_a_path_is_shown_as_it_is_written(argument: str) -> None:
    steps = path_target(argument.replace("./d", "")).steps
    assert path_target(shown_path(steps)).steps == steps


def test_tabs_between_tokens_are_white_space() -> None:
    source = 'a:\t1\t# c\nb: |\n  \tx\nc:\t["\t",\t2]\nd: a\tb\n'
    assert after("a.yaml", source, value("a", "2\n")) == source.replace("1", "2")
    assert after("a.yaml", source, value("c[0]", "2\n")) == source.replace('"\t"', "2")
    assert "it does not parse" in refused("a.yaml", "a:\n\tb: 1\n", value("a", "1"))


def test_a_bomb_of_aliases_is_no_work() -> None:
    lines = ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)), "z: 1"]
    source = "\n".join(lines) + "\n"
    assert after("a.yaml", source, value("z", "2\n")) == source.replace("z: 1", "z: 2")


@pytest.mark.parametrize(
    ("path", "source"), [("a.json", "[" * 20_000), ("a.yaml", "[" * 5_000), ("a.toml", "a = " + "[" * 5_000)]
)
def test_deep_nesting_is_told(path: str, source: str) -> None:
    assert "it does not parse" in refused(path, source, value("a", "1"))


def test_a_value_is_one_document() -> None:
    reason = refused("a.yaml", "a: 1\n", value("a", "1\n---\n2\n"))
    assert reason == "the new value is no value of YAML: it holds 2 documents, and no path says which"


SCALAR = "repos:\n- name: x\n  text: |\n    a\n    b\n"


@pytest.mark.parametrize(
    ("source", "path", "text", "expected"),
    [
        (SCALAR, "repos[0].text", '"one"', 'repos:\n- name: x\n  text: "one"\n'),
        (SCALAR, "repos[0].text", "|\n  c\n", "repos:\n- name: x\n  text: |\n    c\n"),
        (SCALAR, "repos[0].new", "[1]", f"{SCALAR}  new: [1]\n"),
        (SCALAR, "repos[1]", "name: y", f"{SCALAR}- name: y\n"),
        (SCALAR, "new", "1", f"{SCALAR}new: 1\n"),
        (f"{SCALAR}# end\n", "new", "1", f"{SCALAR}new: 1\n# end\n"),
        (SCALAR.replace("|", ">-"), "new", "1", SCALAR.replace("|", ">-") + "new: 1\n"),
        (SCALAR.replace("|", "|+") + "\n", "new", "1", SCALAR.replace("|", "|+") + "\nnew: 1\n"),
        (SCALAR.replace("\n", "\r\n"), "new", "1", f"{SCALAR}new: 1\n".replace("\n", "\r\n")),
        ("- |\n  a\n", "[0]", '"x"', '- "x"\n'),
    ],
)
def test_a_text_of_several_lines_at_the_end_of_a_file(source: str, path: str, text: str, expected: str) -> None:
    assert after("a.yaml", source, value(path, text)) == expected


JSON = '{"dependencies": {"a": "1"}, "x": {"x": 1}}\n'
TOML = "[tool.ruff]\nline-length = 100\n"
YAML = "job:\n  when: manual\n"


@pytest.mark.parametrize(
    ("path", "source", "target", "text", "keys"),
    [
        ("a.json", JSON, "dependencies", '{"dependencies": {"b": 2}}', "dependencies"),
        ("a.json", JSON, "dependencies", '"dependencies": {"b": 2},', "dependencies"),
        ("a.json", JSON, "dependencies.react", '{"dependencies": {"react": 2}}', "dependencies.react"),
        ("a.json", JSON, "new", '{"new": 1}', "new"),
        ("a.toml", TOML, "tool.ruff.line-length", "line-length = 120", "line-length"),
        ("a.toml", TOML, "tool.ruff", "[tool.ruff]\nline-length = 120", "tool.ruff"),
        ("a.yaml", YAML, "job.when", "when: always", "when"),
        ("a.yaml", YAML, "job", "job:\n  when: always", "job"),
    ],
)
def test_a_value_in_its_own_key_is_refused(path: str, source: str, target: str, text: str, keys: str) -> None:
    reason = f"the new value is wrapped in its own key: send only what belongs behind `{keys}`"
    assert refused(path, source, value(target, text)) == reason


def test_a_key_of_the_same_name_that_is_there_is_no_wrapping() -> None:
    assert after("a.json", JSON, value("x", '{"x": 2}')) == JSON.replace('"x": 1', '"x": 2')
    assert after("a.json", "{}\n", value("a", '{"b": 2}'))


def test_anchors_that_are_used_again_are_nothing_to_warn_of(recwarn: pytest.WarningsRecorder) -> None:
    assert after("a.yaml", "x: &a 1\ny: &a 2\nq: 5\n", value("q", "6")) == "x: &a 1\ny: &a 2\nq: 6\n"
    assert not recwarn.list
