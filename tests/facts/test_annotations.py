"""What an annotation says: the same in quotes and without, and nothing where nobody could tell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdomcheck.facts.html.return_kinds import gives_template
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.annotations import Annotation, annotation_in, annotation_of
from tdomcheck.source.text import SourceText

_HEAD = """
from dataclasses import InitVar
from typing import Annotated, ClassVar, Literal, Optional, Union
from shop import Cart
from string.templatelib import Template
import shop.models as m
"""


def read(annotation: str) -> Annotation:
    view = ModuleView(SourceText(f"{_HEAD}def page(cart: {annotation}): ...\n".encode()))
    (parameter,) = view.nodes["function"][0].child_by_field_name("parameters").named_children  # type: ignore[union-attr]
    return annotation_of(view, parameter.child_by_field_name("type"))


@pytest.mark.parametrize(
    ("written", "name", "reference"),
    [
        ("Cart", "Cart", "shop.Cart"),
        ("m.Cart", "m.Cart", "shop.models.Cart"),
        ("(Cart)", "Cart", "shop.Cart"),
        ("Cart[int]", "Cart", "shop.Cart"),
        ("list[Cart]", "list", ""),
        ("unknown", "unknown", ""),
        ("None", "", ""),
        ("make().Cart", "", ""),
        ("[Cart]", "", ""),
        ("Cart | None", "", ""),
        ("3", "", ""),
    ],
)
def test_the_name_that_counts(written: str, name: str, reference: str) -> None:
    assert (read(written).name, read(written).reference) == (name, reference)


@pytest.mark.parametrize(
    ("written", "members"),
    [
        ("Cart | None", ["Cart", "None"]),
        ("Cart | int | None", ["Cart", "int", "None"]),
        ("Optional[Cart]", ["Cart", "None"]),
        ("Union[Cart, None]", ["Cart", "None"]),
        ("Union[Cart, int | str]", ["Cart", "int", "str"]),
        ("Optional['Cart | int']", ["Cart", "int", "None"]),
        ("Cart", []),
        ("Union[Cart]", []),
        ("list[Cart | None]", []),
        ("Cart & None", []),
        ("Cart | int & None", []),
    ],
)
def test_the_members_of_a_union(written: str, members: list[str]) -> None:
    assert [member.text for member in read(written).members] == members


@pytest.mark.parametrize(
    ("written", "wrapped"),
    [
        ("Annotated[Cart, 1]", "Cart"),
        ("InitVar[Annotated[Cart, 1]]", "Cart"),
        ("ClassVar['Cart']", "Cart"),
        ("Cart", "Cart"),
        ("list[Cart]", "list[Cart]"),
        ("Annotated", "Annotated"),
    ],
)
def test_what_is_wrapped(written: str, wrapped: str) -> None:
    assert read(written).wrapped.text == wrapped


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("dict[str, list[Cart]]", ["dict", "str", "list", "Cart"]),
        ("Annotated[Cart, m.Get('x', by='Cart')]", ["Annotated", "Cart", "m.Get"]),
        ("list['Cart | None']", ["list", "Cart"]),
        ("Union[Cart, None]", ["Union", "Cart"]),
        ("Literal['Cart']", ["Literal"]),
        ("Annotated[int, 'Cart']", ["Annotated", "int"]),
        ("f'Cart'", []),
        ("b'Cart'", []),
        ("'Cart' 'Cart'", []),
        (r"'\x43art'", []),
        ("'Cart; Cart'", []),
        ("'Cart = 1'", []),
        ("''", []),
        ("'[' ", []),
    ],
)
def test_the_names_that_it_mentions(written: str, names: list[str]) -> None:
    assert [part.name for part in read(written).walk() if part.name] == names


@pytest.mark.parametrize(
    ("written", "builtin"),
    [
        ("int", "int"),
        ("list[Cart]", "list"),
        ("'dict[str, int]'", "dict"),
        ("int | None", ""),
        ("list[int] | set[int]", ""),
        ("Cart", ""),
        ("Cart[int]", ""),
        ("object", ""),
    ],
)
def test_the_builtin_that_it_names(written: str, builtin: str) -> None:
    assert read(written).builtin == builtin


_NAMES = st.sampled_from(["Cart", "m.Cart", "int", "None", "unknown"])
_HEADS = st.sampled_from(["list", "Optional", "Union", "Cart", "InitVar", "dict"])


def _more(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    generic = st.builds(
        lambda head, parts: f"{head}[{', '.join(parts)}]", _HEADS, st.lists(inner, min_size=1, max_size=3)
    )
    return generic | st.lists(inner, min_size=2, max_size=3).map(" | ".join) | inner.map(lambda part: f"({part})")


@given(st.recursive(_NAMES, _more, max_leaves=8))
def test_what_is_quoted_says_the_same(written: str) -> None:
    bare, quoted = read(written), read(f'"{written}"')
    told = [(part.text, part.name, part.reference, part.is_generic) for part in bare.walk()]
    assert [(part.text, part.name, part.reference, part.is_generic) for part in quoted.walk()] == told
    assert quoted.is_quoted
    assert not bare.is_quoted


@given(st.text(max_size=60))
def test_no_text_is_too_strange(text: str) -> None:
    assert [part.text for part in annotation_in(text).walk()]


@pytest.mark.parametrize("deep", ["[" * 300 + "]" * 300, "|".join(["int"] * 300), "(" * 300 + ")" * 300])
def test_what_nests_too_deep_is_not_read(deep: str) -> None:
    for annotation in (annotation_in(deep), read(deep), read(f"'{deep}'")):
        assert [*annotation.walk()] == [annotation]
        assert not annotation.name


@pytest.mark.parametrize(
    ("returns", "expected"),
    [
        ("Template", True),
        ("'Template'", True),
        ("Template | None", False),
        ("list[Template]", False),
        ("str", False),
        ("'str'", False),
    ],
)
def test_a_function_that_says_that_it_gives_a_template(returns: str, *, expected: bool) -> None:
    view = ModuleView(SourceText(f"{_HEAD}def page() -> {returns}: ...\n".encode()))
    assert gives_template(view, view.nodes["function"][0]) is expected
