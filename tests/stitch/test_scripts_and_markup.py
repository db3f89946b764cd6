"""JavaScript, TypeScript, JSX, HTML and CSS."""

from __future__ import annotations

import pytest
from stitching import AFTER, BEFORE, DELETE, REPLACE, after, node, refused, spliced

TABLE = """\
import React from "react";

/** A table. */
@Dec({ a: 1 })
export class Table extends Base {
  // counted
  @Input() rows = 1;

  /** The size. */
  @memo
  get size(): number {
    return 1;
  }
  set size(value) {}

  static #secret() {}

  draw = () => {};
}

export function TableBody({ data }) {
  const inner = () => 1;
  return (
    <tbody>
      {data}
    </tbody>
  );
} // trailing

function over(a: string): void;
function over(a: number): void;
function over(a: any) {}

export const Card = () => <b />;

interface Shape {
  area(): number;
  name: string;
}

export type Id = string;
enum Color { Red }
namespace Inner {
  export function deep() {}
}
if (x) {
  function branch() {}
}
export default function () {}
"""


def replaced(before: str, after: str) -> str:
    assert TABLE.count(before) == 1
    return TABLE.replace(before, after)


@pytest.mark.parametrize(
    ("target", "text", "result"),
    [
        (
            "function TableBody",
            "export function TableBody() {\n    return `\n  a\n`;\n}",
            replaced(TABLE[TABLE.index("export function TableBody") : TABLE.index("\n\nfunction over")],
                     "export function TableBody() {\n  return `\n  a\n`;\n}"),
        ),
        ("component Card", "const Card = () => <i />;", replaced("export const Card = () => <b />;", "export const Card = () => <i />;")),
        ("function Card", "export function Card() {}", replaced("export const Card = () => <b />;", "export function Card() {}")),
        (
            "method Table.size",
            "get size(): string {\n    return '';\n}",
            replaced("get size(): number {\n    return 1;\n  }", "get size(): string {\n    return '';\n  }"),
        ),
        (
            "method Table.size",
            "// new\n@fresh\nget size() {}",
            replaced("/** The size. */\n  @memo\n  get size(): number {\n    return 1;\n  }", "// new\n  @fresh\n  get size() {}"),
        ),
        ("method Table.size@setter", "set size(v) {\n\tthis.x = v;\n}", replaced("set size(value) {}", "set size(v) {\n    this.x = v;\n  }")),
        ("method Table.#secret", "#open() {}", replaced("static #secret() {}", "#open() {}")),
        ("method Table.draw", "draw = 1;", None),
        ("constant Table.draw", "draw = 1;", replaced("draw = () => {};", "draw = 1;")),
        ("constant Table.rows", "rows = 2;", replaced("@Input() rows = 1;", "@Input() rows = 2;")),
        ("class Table", "export class Table {}", replaced(TABLE[TABLE.index("export class Table") : TABLE.index("\n\nexport function TableBody")], "export class Table {}")),
        ("function over#2", "function over(a: Date): void;", replaced("function over(a: number): void;", "function over(a: Date): void;")),
        ("interface Shape", "interface Shape {}", replaced("interface Shape {\n  area(): number;\n  name: string;\n}", "interface Shape {}")),
        ("method Shape.area", "area(x: number): number;", replaced("area(): number;", "area(x: number): number;")),
        ("constant Shape.name", "title: string;", replaced("name: string;", "title: string;")),
        ("type Id", "export type Id = number;", replaced("export type Id = string;", "export type Id = number;")),
        ("type Color", "enum Color { Blue }", replaced("enum Color { Red }", "enum Color { Blue }")),
        ("function Inner.deep", "function deep(a) {}", replaced("export function deep() {}", "export function deep(a) {}")),
        ("function TableBody.inner", "const inner = () => 2;", replaced("const inner = () => 1;", "const inner = () => 2;")),
        ("function default", "function () { return 1; }", replaced("export default function () {}", "export default function () { return 1; }")),
        ("function branch", "function branch() { return 1; }", replaced("function branch() {}", "function branch() { return 1; }")),
        ("constant TableBody.inner", "const inner = 2;", replaced("const inner = () => 1;", "const inner = 2;")),
        ("function default", "export default function () { return 1; }", replaced("export default function () {}", "export default function () { return 1; }")),
    ],
)  # fmt: skip
def test_a_node_of_typescript_is_replaced(target: str, text: str, result: str | None) -> None:
    if result is None:
        assert "where a method is expected" in refused("a.tsx", TABLE, node(REPLACE, target, text))
    else:
        assert after("a.tsx", TABLE, node(REPLACE, target, text)) == result


@pytest.mark.parametrize(
    ("operation", "target", "text", "result"),
    [
        (AFTER, "method Table.size@setter", "fold() {}", replaced("set size(value) {}\n", "set size(value) {}\n\n  fold() {}\n")),
        (BEFORE, "function TableBody", "function head() {}", replaced("export function TableBody", "function head() {}\n\nexport function TableBody")),
        (AFTER, "type Id", "type Ids = Id[];", replaced("export type Id = string;\n", "export type Id = string;\n\ntype Ids = Id[];\n")),
        (DELETE, "method Table.size", "", replaced("  /** The size. */\n  @memo\n  get size(): number {\n    return 1;\n  }\n", "")),
        (DELETE, "function over#1", "", replaced("function over(a: string): void;\n", "")),
        (DELETE, "function branch", "", replaced("  function branch() {}\n", "")),
        (DELETE, "component Card", "", replaced("export const Card = () => <b />;\n\n", "")),
    ],
)  # fmt: skip
def test_nodes_come_and_go(operation: object, target: str, text: str, result: str) -> None:
    if "Ids" in text:
        result = result.replace("\n\ntype Ids", "\ntype Ids")  # types stand together where nothing tells otherwise
    assert after("a.tsx", TABLE, node(operation, target, text)) == result  # type: ignore[arg-type]


def test_several_in_one_statement_have_no_range_of_their_own() -> None:
    assert "there is no `constant a`" in refused("a.js", "const a = 1, b = 2;\n", node(DELETE, "constant a"))


def test_on_one_line_they_stand_beside_each_other() -> None:
    source = "class A { one() {} two() {} }\n"
    assert after("a.js", source, node(AFTER, "method A.one", "x() {}")) == "class A { one() {} x() {} two() {} }\n"
    assert after("a.js", source, node(BEFORE, "method A.one", "x() {}")) == "class A { x() {} one() {} two() {} }\n"
    assert after("a.js", source, node(DELETE, "method A.one")) == "class A { two() {} }\n"
    assert "line of its own" in refused("a.js", source, node(REPLACE, "method A.one", "one() {} // why"))


@pytest.mark.parametrize("suffix", ["js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "JS"])
def test_every_suffix_has_its_grammar(suffix: str) -> None:
    assert after(f"a.{suffix}", "function f() {}\n", node(REPLACE, "function f", "function f() { 1; }")) == (
        "function f() { 1; }\n"
    )


@pytest.mark.parametrize("path", ["a.ts", "a.css", "a.json", "a.toml", "a.yaml"])
def test_a_file_that_does_not_parse_is_left_alone(path: str) -> None:
    result = spliced(path, "{ ( [\n", node(DELETE, "function f"))
    assert "it does not parse" in result.refusals[0].reason
    assert result.refusals[0].is_syntax


PAGE = """\
<!doctype html>
<html>
  <body>
    <!-- the way -->
    <nav id="top">
      <a href=x>y</a>
    </nav>
    <p>one <b id=bold>two</b> three</p>
    <pre>
 x
    </pre>
    <ul>
      <li>1</li>
      <li>2</li>
    </ul>
  </body>
</html>
"""


@pytest.mark.parametrize(
    ("operation", "target", "text", "old", "new"),
    [
        (REPLACE, "element #top", '<nav id="top">\n\t<ul>\n\t\t<li>a</li>\n\t</ul>\n</nav>', "<a href=x>y</a>", "<ul>\n        <li>a</li>\n      </ul>"),
        (REPLACE, "element nav#top", '<nav id="top">\n  <a href=z>y</a>\n</nav>', "href=x", "href=z"),
        (REPLACE, "element NAV", '<nav id="top">\n  <a href=z>y</a>\n</nav>', "href=x", "href=z"),
        (REPLACE, "element b", "<i>x</i>", "<b id=bold>two</b>", "<i>x</i>"),
        (AFTER, "element p", "<p>x</p>", "three</p>\n", "three</p>\n    <p>x</p>\n"),
        (AFTER, "element b", "<i>x</i>", "two</b>", "two</b><i>x</i>"),
        (BEFORE, "element #bold", "<i>x</i>", "<b id", "<i>x</i><b id"),
        (DELETE, "element b", "", "<b id=bold>two</b>", ""),
        (DELETE, "element nav", "", '    <!-- the way -->\n    <nav id="top">\n      <a href=x>y</a>\n    </nav>\n', ""),
        (REPLACE, "element pre", "<pre>\ny\n</pre>", "<pre>\n x\n    </pre>", "<pre>\ny\n</pre>"),
        (DELETE, "element li#2", "", "      <li>2</li>\n", ""),
        (BEFORE, "element li#2", "<li>new</li>", "      <li>2", "      <li>new</li>\n      <li>2"),
    ],
)  # fmt: skip
def test_elements_are_named_by_tag_and_id(operation: object, target: str, text: str, old: str, new: str) -> None:
    assert PAGE.count(old) == 1
    assert after("a.html", PAGE, node(operation, target, text)) == PAGE.replace(old, new)  # type: ignore[arg-type]


def test_an_element_is_listed_by_the_number_that_names_it() -> None:
    source = "<p id=a>1</p>\n<p>2</p>\n"
    assert "element p#2, line 2: <p>2</p>" in refused("a.html", source, node(DELETE, "element q"))
    assert after("a.html", source, node(DELETE, "element p#2")) == "<p id=a>1</p>\n"


def test_an_element_that_is_there_twice_asks_which() -> None:
    assert "element li#2, line 14: <li>2</li>" in refused("a.html", PAGE, node(DELETE, "element li"))


STYLE = """\
/* links */
.a:hover,
b { color: red }

@media print {
  .a { top: 0 } /* why */
  .c { top: 0 }
}
"""


@pytest.mark.parametrize(
    ("operation", "target", "text", "old", "new"),
    [
        (REPLACE, "rule .a:hover, b", ".a:hover, b {\n    color: blue;\n}", ".a:hover,\nb { color: red }", ".a:hover, b {\n    color: blue;\n}"),
        (REPLACE, "rule .a", ".a {\n    top: 1;\n}", ".a { top: 0 } /* why */", ".a {\n    top: 1;\n  }"),
        (AFTER, "rule .a", ".b { top: 1 }", "/* why */\n", "/* why */\n  .b { top: 1 }\n"),
        (DELETE, "rule .c", "", "  .c { top: 0 }\n", ""),
        (DELETE, "rule .a:hover, b", "", "/* links */\n.a:hover,\nb { color: red }\n\n", ""),
    ],
)  # fmt: skip
def test_rules_are_named_by_their_selectors(operation: object, target: str, text: str, old: str, new: str) -> None:
    assert STYLE.count(old) == 1
    assert after("a.css", STYLE, node(operation, target, text)) == STYLE.replace(old, new)  # type: ignore[arg-type]


CELLS = {
    "a.js": (
        "/** f */\nfunction f() {\n  return 1;\n}\n\nclass A {\n  m() {\n    return 2;\n  }\n}\n",
        "method A.m",
        "m() {\n   return `\n  x`;\n}",
        "m() {\n    return `\n  x`;\n  }",
        "m() {\n    return 2;\n  }",
    ),
    "a.html": (
        "<main>\n  <p id='a'>\n    x\n  </p>\n</main>\n",
        "element #a",
        "<p id='a'>\n    y\n</p>",
        "<p id='a'>\n    y\n  </p>",
        "<p id='a'>\n    x\n  </p>",
    ),
    "a.css": (
        "@media x {\n  .a {\n    top: 0;\n  }\n\n  .b {\n    top: 0;\n  }\n}\n",
        "rule .b",
        ".b {\n    top: 1;\n}",
        ".b {\n    top: 1;\n  }",
        ".b {\n    top: 0;\n  }",
    ),
}


@pytest.mark.parametrize("trait", ["CRLF", "BOM", "tabs", "no final newline"])
@pytest.mark.parametrize("path", CELLS)
def test_the_rest_of_the_file_stays_byte_for_byte(path: str, trait: str) -> None:
    source, target, text, new, old = CELLS[path]
    result = spliced(path, as_file(source, trait), node(REPLACE, target, text))
    assert [each.reason for each in result.refusals] == []
    assert result.after == as_file(source.replace(old, new), trait)
    assert spliced(path, result.after, node(REPLACE, target, text)).after == result.after


def as_file(text: str, trait: str) -> bytes:
    if trait == "tabs":
        lines = text.split("\n")
        text = "\n".join(line if "x`" in line else tabbed(line) for line in lines)
    if trait == "no final newline":
        text = text.removesuffix("\n")
    data = text.replace("\n", "\r\n" if trait == "CRLF" else "\n").encode()
    return b"\xef\xbb\xbf" + data if trait == "BOM" else data


def tabbed(line: str) -> str:
    rest = line.lstrip(" ")
    return "\t" * ((len(line) - len(rest)) // 2) + rest


def test_decorators_behind_export_are_not_lost() -> None:
    source = "export @one class A {\n  x = 1\n}\n"
    assert "send them along" in refused("a.ts", source, node(REPLACE, "class A", "export class A {}"))
    assert after("a.ts", source, node(REPLACE, "class A", "export @two class A {}")) == "export @two class A {}\n"
    assert after("a.ts", source, node(REPLACE, "class A", "@two export class A {}")) == "@two export class A {}\n"


@pytest.mark.parametrize(
    ("source", "target", "text", "result"),
    [
        ("export function f() {}\n", "function f", "function f(a) {}", "export function f(a) {}\n"),
        ("export default class A {}\n", "class A", "class A { x = 1 }", "export default class A { x = 1 }\n"),
        ("export default class A {}\n", "class A", "export class A {}", "export class A {}\n"),
        ("export function f() {}\n", "function f", "async function f() {}", "export async function f() {}\n"),
        ("export async function f() {}\n", "function f", "function f() {}", "export function f() {}\n"),
        ("export const a = 1;\n", "constant a", "// why\nconst a = 2;", "// why\nexport const a = 2;\n"),
        ("// old\nexport const a = 1;\n", "constant a", "const a = 2;", "// old\nexport const a = 2;\n"),
        ("export abstract class A {}\n", "class A", "@one\nclass A {}", "@one\nexport class A {}\n"),
        ("@one\nexport class A {}\n", "class A", "class A { x = 1 }", "@one\nexport class A { x = 1 }\n"),
        ("export default () => 1;\n", "function default", "() => 2;", "export default () => 2;\n"),
        ("function f() {}\nexport { f };\n", "function f", "function f(a) {}", "function f(a) {}\nexport { f };\n"),
        ("function f() {}\n", "function f", "export function f() {}", "export function f() {}\n"),
    ],
)
def test_what_is_exported_stays_so(source: str, target: str, text: str, result: str) -> None:
    assert after("a.ts", source, node(REPLACE, target, text)) == result
    assert after("a.ts", result, node(REPLACE, target, text)) == result


def test_what_comes_beside_it_is_not_exported() -> None:
    source = "export function f() {}\n"
    assert after("a.ts", source, node(AFTER, "function f", "function g() {}")) == source + "\nfunction g() {}\n"


def test_what_cannot_be_exported_by_default_is_refused() -> None:
    source = "export default function Card() {}\n"
    assert "`export default` cannot stand before" in refused(
        "a.ts", source, node(REPLACE, "component Card", "const Card = () => 1;")
    )
    assert "does not parse" in refused("a.ts", source, node(REPLACE, "component Card", "function Card( {}"))
