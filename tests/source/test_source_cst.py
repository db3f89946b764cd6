"""LibCST with what it refuses made acceptable, and tree-sitter with what it does not know masked."""

from __future__ import annotations

import libcst as cst
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.errors import Unparsable
from tdomcheck.source.cst import LazyMetadata, accept_template_concatenation, parse_module
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import first_error, is_deeper_than, parse_tree

ACCEPTED = (
    'x = t"a" t"b{c}"\n',
    'x = (t"a"\n     t"b{c}"\n     t"d")\n',
    'x = t"a" t"b" t"c" t"d{e}"\n',
    "x = rt\"a\" t'b'\n",
    'x = "a" "b" f"c{d}"\n',
    'x = b"a" b"b"\n',
    "class Box[T = int]:\n    pass\n",
    "type Pair[T = dict[str, int], *Ts = *tuple[int], **P = [int]] = T\n",
    "def f[T: (int, str) = int](a: T) -> T: ...\n",
    "match x:\n    case {'a': 1, **rest}: pass\n",
    "async def f():\n    return [x async for x in y]\n",
    "x = f'{a!r:>{width}}'\n",
    "with (a as b, c as d):\n    pass\n",
    "try:\n    pass\nexcept* E:\n    pass\n",
    "\f\nx = 1\n",
    "x = 1",
    "",
    "\r\nx = 1\r\n",
)


@pytest.mark.parametrize("text", ACCEPTED)
def test_it_round_trips(text: str) -> None:
    assert parse_module(SourceText(text.encode())).code == text


@pytest.mark.parametrize("text", ['x = tr"\\d{a}"\n', "x = Tr'a' tR'b'\n", 'x = (tr"a"\n     t"b")\n'])
def test_the_prefix_tr_is_accepted_with_all_offsets_kept(text: str) -> None:
    code = parse_module(SourceText(text.encode())).code
    assert len(code) == len(text)
    assert code.lower().replace("rt", "tr") == text.lower()


@pytest.mark.parametrize("text", ['x = b"a" "b"\n', 'x = "a" b"b"\n'])
def test_what_cannot_be_concatenated_is_still_refused(text: str) -> None:
    with pytest.raises((Unparsable, cst.CSTValidationError)):
        parse_module(SourceText(text.encode()))


def test_the_shim_is_laid_on_once() -> None:
    accept_template_concatenation()
    first = cst.ConcatenatedString._validate
    accept_template_concatenation()
    assert cst.ConcatenatedString._validate is first


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("def f(:\n", 1, 7),
        ("x = (\n", 1, 5),
        ("x = 1\n\nif x\n  y\n", 3, 4),
        ("a b\n", 1, 3),
        ("x = 1\n  y = 2\n", 2, 3),
        ("é = 'é' é\n", 1, 9),
        ("def f():\npass\n", 2, 1),
        ("x = 1\ny = 'abc\nz = 1\n", 2, 5),
        ("if x:\n    y\n  z\n", 3, 3),
        ("x = 1 +  # why\ny = 2\n", 1, 7),
    ],
)
def test_what_is_no_python_is_refused_where_it_goes_wrong(text: str, line: int, column: int) -> None:
    source = SourceText(text.encode())
    with pytest.raises(Unparsable) as caught:
        parse_module(source)
    place = source.position(caught.value.offset)
    assert (place.line, place.column) == (line, column)
    assert str(caught.value)
    assert "tokenizer" not in str(caught.value)


@given(st.text(st.sampled_from("()[]{}:=+'\"tf\\ \n\tx1,.#éif def"), max_size=30))
def test_any_text_parses_or_is_refused_at_a_place(text: str) -> None:
    source = SourceText(text.encode())
    try:
        place = len(parse_module(source).code) * 0
    except Unparsable as error:
        place = error.offset
    except cst.CSTValidationError:
        return
    assert 0 <= place <= len(source.data)


@pytest.mark.parametrize(
    "text",
    [
        "lazy import json\n",
        "    lazy from a import b\n".lstrip(),
        "lazy from .a import (b,\n    c as d)\n",
        "class Box[T = int]:\n    pass\n",
        "type Pair[T = dict[str, int], U = list[T]] = tuple[T, U]\n",
        "def f[T = int](a: T = 1) -> T: ...\n",
        'x = tr"a{b}"\n',
        'x = t"a" t"b"\n',
    ],
)
def test_newer_syntax_breaks_no_tree(text: str) -> None:
    tree = parse_tree(text.encode())
    assert not tree.is_broken
    assert tree.utf8 == text.encode()


@pytest.mark.parametrize("text", ["lazy = 1\n", "x = lazy\n", "lazy(import_)\n", "a[b] = c\n", "def f(a=[1]): ...\n"])
def test_ordinary_code_is_not_masked(text: str) -> None:
    tree = parse_tree(text.encode())
    assert not tree.is_broken
    assert tree.root.text == text.encode()


def test_names_keep_their_offsets_behind_lazy() -> None:
    from source_examples import view_of

    view = view_of("lazy from tdom import html as h\n")
    (fact,) = view.imports
    assert (fact.module, fact.name, fact.alias) == ("tdom", "html", "h")
    assert (fact.start, fact.end) == (0, 31)


def test_an_error_has_a_place() -> None:
    tree = parse_tree(b"x = 1\ny = )\n")
    assert tree.is_broken
    node = first_error(tree.root)
    assert node is not None
    assert node.start_point.row == 1
    assert first_error(parse_tree(b"x = 1\n").root) is None


@pytest.mark.parametrize(("depth", "is_deep"), [(10, False), (500, False), (1_005, True)])
def test_depth_is_measured_without_recursion(depth: int, is_deep: bool) -> None:
    tree = parse_tree(b"x = " + b"(" * depth + b"1" + b")" * depth)
    assert is_deeper_than(tree.root, 1_000) is is_deep


def test_metadata_is_resolved_when_it_is_asked_for() -> None:
    asked: list[object] = []

    class Wrapper:
        def resolve(self, provider: object) -> str:
            asked.append(provider)
            return "found"

    metadata = LazyMetadata(Wrapper())  # type: ignore[arg-type]
    assert asked == []
    assert "anything" in metadata
    assert (len(metadata), list(metadata)) == (0, [])
    assert metadata["positions"] == "found"
    assert asked == ["positions"]
