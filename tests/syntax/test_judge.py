"""Whether a file is Python: what is said of it, what is forgiven, and what is left alone."""

from __future__ import annotations

import re
import sys
import warnings

import pytest
from mutations import mutants

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.node_index import _DEFINITIONS
from tdomcheck.source.text import SourceText
from tdomcheck.syntax import Refusal, Unfinished, Verdict, judge_syntax
from tdomcheck.syntax.codegen import needs_compiler
from tdomcheck.syntax.interpreter import compiled, parsed
from tdomcheck.syntax.judge import judge_text
from tdomcheck.syntax.prefixes import without_templates
from tdomcheck.syntax.verdict import Complaint


def judged(text: str) -> Verdict:
    return judge_syntax(ModuleView(SourceText(text.encode())))


def line_of(text: str) -> int:
    verdict = judged(text)
    assert isinstance(verdict, Refusal), verdict
    return SourceText(text.encode()).position(verdict.span.start).line


@pytest.mark.parametrize("seed", range(6))
def test_the_verdict_is_that_of_the_compiler_on_any_seed(seed: int) -> None:
    """The compiler is asked about few files; none of those that it would refuse is among the others."""
    wrong = []
    for text in mutants(seed, 400):
        verdict = judged(text)
        if (verdict is None) is not (judge_text(text, compiled) is None):
            wrong.append((text, verdict))
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "type Pair[T: int, *Ts, **P] = tuple[T, *Ts]\n",
        "def first[T: (int, str) = int](items: list[T]) -> T: return items[0]\n",
        "def first[\n    T,  # one\n    *Ts = *tuple[int],\n\n](items): pass\n",
        "class A[T: 'B[int]' = str](B[T]): pass\n",
        "if x: type X = int; type Y[T] = T\n",
        "type = 1\ntype(x)\nif type in [1]: pass\ntype.x = 2\n",
        "def f():\n    type\n    X = 1\n",
        "try:\n    a\nexcept A, B:\n    b\n",
        "try:\n    a\nexcept A if x else B, c(d, e),:\n    b\n",
        "try:\n    a\nexcept* A, B:\n    b\n",
        "lazy import json\nlazy from a import b\nlazy = 1\n",
        "f'{x['a']} {\"b\"}'\n",
        "x = f'{a!r:>{w}.{p}} {{}} {b = } {c =!s} {d:%H:%M}'\n",
        "x = f'{\n    a  # why\n}'\n",
        "f'{'\\n'.join(x)}' 'a' rf'\\{x}' \"b\"\n",
        "x = f'{f'{f'{1}'}'}'\n",
        "x = f'''\n{a}\n'''\ny = 'b'\n",
        "'''doc'''\nf'{x}'\n",
        "t'<p {a}>{t\"{b}\"}</p>' t'{c:{d}}'\n",
        "x = rt'{a}' tr'\\{b}' T'{c}'\n",
        "x = [*a for a in b]\ny = {**c for c in d}\nz = {*e for e in f}\n",
        "x = 'don\\'t' # t'\n",
        "x = f'{a['b']} \\x41 \\N{BULLET} \\d' rf'{a['b']} \\x \\N'\n",
        "x = f'{1+2 = # why\n}' f'{a[\"b\"] = # why\n:>{3}}'\n",
        "global_ = '''type X[T'''\n",
    ],
)
def test_what_any_release_takes_is_taken(text: str) -> None:
    assert judged(text) is None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x = 1\n    y = 2\n", 2),
        ("if x:\n\ty = 1\n        z = 2\n", 3),
        ("x = 1\nprint 'a'\n", 2),
        ("x = 1\ny = 0777\n", 2),
        ("x = 1\nf(a=1, 2)\n", 2),
        ("x = 1\ny = b'a' 'b'\n", 2),
        ("x = 1\ny = t'{a!z}'\n", 2),
        ("x = 1\ny = t'{}'\n", 2),
        ("x = 1\ny = t'a}'\n", 2),
        ("x = 1\ny = t'{a'\nz = 1\n", 2),
        ("x = 1\ny = t'a' 'b'\n", 2),
        ("x = 1\ny = t'{a b}'\n", 2),
        ("x = 1\nyield x\n", 2),
        ("x = 1\nawait x\n", 2),
        ("class A:\n    return 1\n", 2),
        ("def f():\n    class A:\n        yield\n", 3),
        ("while x: pass\nelse:\n    break\n", 3),
        ("for x in y:\n    def f():\n        continue\n", 3),
        ("def f():\n    await x\n", 2),
        ("async def f():\n    g = lambda: await x\n", 2),
        ("async def f():\n    yield\n    return 1\n", 3),
        ("f(\n    a=1,\n    a=2,\n)\n", 3),
        ("try: pass\nexcept: pass\nexcept A: pass\n", 2),
        ("x = 1\nfrom __future__ import annotations\n", 2),
        ("x = 1\n*a, *b = c\n", 2),
        ("x = 1\ny = *x\n", 2),
        ("x = 1\n__debug__ = 2\n", 2),
        ("match x:\n    case y: pass\n    case 1: pass\n", 2),
        ("def f():\n    nonlocal x\n", 2),
        ("def f(a,\n      a): pass\n", 2),
        ("x = 1\ntype Y[T, T] = int\n", 2),
        ("x = 1\ndef f[T: ](): pass\n", 2),
        ("x = 1\ndef f[T = int, S](): pass\n", 2),
        ("x = 1\ndef f[T: a b](): pass\n", 2),
        ("x = 1\nclass A[1]: pass\n", 2),
        ("def f[\n    T: int = str,\n    S: int = a b,\n](): pass\n", 3),
        ("x = 1\n" * 5 + "type A[T = ] = T\n", 6),
        ("type None = int\n", 1),
        ("try: pass\nexcept A, B as e: pass\n", 2),
        ("x = f'{a}' = 1\n", 1),
        ("x = [*a b for a in c]\n", 1),
        ("x = 1\ny = f'{a['b']} \\x1'\n", 2),
        ("x = 1\ny = t'{a['b']} \\N{'\n", 2),
        ("lazy x\n", 1),
    ],
)
def test_what_no_release_takes_is_refused_in_its_place(text: str, line: int) -> None:
    assert abs(line_of(text) - line) <= 1


def test_the_sentence_is_that_of_python() -> None:
    verdict = judged("if x\n    pass\n")
    assert isinstance(verdict, Refusal)
    assert verdict == Refusal(verdict.span, "expected ':'")


def test_a_template_is_called_by_its_name() -> None:
    verdict = judged("a = f'{b}'\nx = t'a}'\n")
    assert isinstance(verdict, Refusal)
    assert verdict.message == "t-string: single '}' is not allowed"


@pytest.mark.parametrize("release", [(3, 11), (3, 12), (3, 13), (3, 14), (3, 15)])
@pytest.mark.parametrize(
    "text",
    ["x = t'{a}'\n", "def f[T = int](a: T): return f'{a!r:>{b}}'\n", "try: a\nexcept A, B: c\n", "lazy import a\n"],
)
def test_the_words_for_an_older_release_are_words_of_this_one(text: str, release: tuple[int, int]) -> None:
    if release > sys.version_info[:2]:
        pytest.skip("this release does not know the words of that one")
    assert judge_text(text, parsed, release) is None


def test_lines_and_columns_are_those_of_the_file() -> None:
    text = "é = 1\r\ny = t'é{a}' + f'{b['c']}' + ?\r\n"
    source = SourceText(text.encode())
    verdict = judge_syntax(ModuleView(source))
    assert isinstance(verdict, Refusal)
    assert (source.position(verdict.span.start).line, source.slice(verdict.span.start, verdict.span.end)) == (2, "?")


def test_warnings_are_neither_shown_nor_raised(recwarn: pytest.WarningsRecorder) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert judged("x = '\\d'\nassert (x, 1)\ny = x is 1\nz = 1()\n") is None
        assert judged("def f():\n    try: pass\n    finally: return\n") is None
    assert list(recwarn) == []


NESTED = {
    "lists": "[" * 60_000 + "]" * 60_000,
    "sum": "y = " + " + ".join(["x"] * 20_000),
    "or": "y = " + " or ".join(["x"] * 40_000),
    "ternary": "y = " + "1 if x else " * 15_000 + "1",
    "elif": "if x: pass\n" + "elif x: pass\n" * 15_000,
    "lambda": "y = " + "lambda: " * 20_000 + "1",
    "unary": "y = " + "-" * 100_000 + "x",
    "brackets": "(" * 300 + ")" * 300,
    "open brackets": "y = " + "[x, " * 40_000,
    "deep and wide": "y = " + "(" * 90 + "a," * 40_000 + ")" * 90 + " = 1 = f()",
    "names": "def f():\n" + "".join(f" a{i} = 1\n" for i in range(7_000)) + " y = [" + "lambda: 0, " * 9_000 + "]",
    "fields": "y = f'" + "{a}" * 60_000 + "'",
    "comprehensions": "yield\ny = " + "[" * 60 + "x" + " for x in y]" * 60,
    "dotted import": "import a" + ".b" * 90_000,
    "keywords": "yield\nf(" + ", ".join(f"a{i}=1" for i in range(15_000)) + ")",
    "finally in finally": "".join(f"{' ' * i}try:\n{' ' * i} yield\n{' ' * i}finally:\n" for i in range(19))
    + " " * 19 + "pass",
    "many ways out": "yield\ndef f():\n try:\n" + "  if x: return\n" * 5_000 + " finally:\n" + "  x = 1\n" * 5_000,
    "finally in a broken tree": "x = $\n" + "".join(f"{' ' * i}try: a\n{' ' * i}finally:\n" for i in range(19))
    + " " * 19 + "pass",
}  # fmt: skip


@pytest.mark.parametrize("shape", NESTED)
def test_no_shape_is_passed_over(shape: str) -> None:
    """Each is 200 KB at most; any of these takes a release seconds or gigabytes, or ends it."""
    verdict = judged(NESTED[shape] + "\n")
    is_fast = shape in {"fields", "or"}
    assert isinstance(verdict, Unfinished | Refusal) or (is_fast and verdict is None)


@pytest.mark.parametrize(
    "shape",
    [
        "sum",
        "or",
        "ternary",
        "elif",
        "lambda",
        "unary",
        "brackets",
        "names",
        "comprehensions",
        "keywords",
        "dotted import",
    ],
)
def test_what_is_too_large_is_not_called_wrong(shape: str) -> None:
    assert not isinstance(judged(NESTED[shape].removeprefix("yield\n") + "\n"), Refusal)


@pytest.mark.parametrize(
    "text",
    [
        "y = " + " + ".join(["x"] * 900),
        "y = " + "(" * 150 + "x" + ")" * 150,
        "if x: pass\n" + "elif x: pass\n" * 900,
        "def f():\n try:\n  return 1\n finally:\n  try:\n   return 2\n  finally:\n   pass",
        "f(" + ", ".join(f"a{i}=1" for i in range(2_000)) + ")",
        "x = [" + "[1, 2, (3, 4)], " * 20_000 + "]",
        "def f():\n" + "".join(f" a{i} = lambda: a{i}\n" for i in range(900)),
    ],
)
def test_what_is_merely_large_is_judged(text: str) -> None:
    assert judged(text + "\n") is None


def test_a_complaint_says_where_it_ends() -> None:
    complaint = parsed("x = (1 +\ny = 2 3\n")
    assert isinstance(complaint, Complaint)
    assert complaint.line <= 2


@pytest.mark.parametrize("text", ["t''", 'x = T"a"', "(rt'')", "Rt'''a'''", "f'{tr\"b\"}'", "'don' t''", "at''\nt''"])
def test_templates_are_seen(text: str) -> None:
    assert len(without_templates(text)) == len(text)
    assert without_templates(text) != text


@pytest.mark.parametrize(
    "text", ["", "x = 'text'", "not'a'", "_t''", "str'a'", "art''", 'x = "it\'s"', "t", "r''", "4t''"]
)
def test_words_before_quotes_are_no_templates(text: str) -> None:
    assert without_templates(text) == text


def test_no_pattern_of_every_file_is_quadratic_in_depth() -> None:
    """tree-sitter keeps a state for every open node that waits for a child: 64 KB of `[` cost it 5 s."""
    waiting = set(re.findall(r"^\((\w+)[^()\n]*\(", _DEFINITIONS, re.MULTILINE))
    assert waiting <= {"module", "as_pattern_target"}  # neither is ever in its like


@pytest.mark.parametrize(
    "text",
    [
        "f(a=1, b=g(a=1), c=h(a=2)(a=3))\nf(a=1)\n",
        "f('x', a=1); g('y', a=1)\nh(a=')', b='(')\n",
        "class A(B, k=1): x = f(k=2)\n",
        "def f(*a, **k): return g(*a, *b, **k), [*a, *b], (*a, b)\n",
        "a, *b = c\nd, *e = f\n",
    ],
)
def test_what_is_plainly_right_is_not_compiled(text: str) -> None:
    assert not needs_compiler(ModuleView(SourceText(text.encode())))


@pytest.mark.parametrize(
    "text",
    ["f(a=1, *g(x), a=2)\n", "f(b=g(a=1), c=1, b=2)\n", "[*a,\n *b] = c\n", "x = *a\n", "*a = b\n", "for *a in b: c\n"],
)
def test_what_may_be_wrong_is_compiled(text: str) -> None:
    assert needs_compiler(ModuleView(SourceText(text.encode())))
