"""Each derivation writes the same thing in another way, or says that it cannot."""

from __future__ import annotations

import pytest

from tdomcheck.authoring.examples import CLOSING, OPENING
from tdomcheck.contract.copies import copied
from tdomcheck.contract.derive import DERIVATIONS, Derivation, derived
from tdomcheck.contract.examples import Example, Source, edited
from tdomcheck.contract.positions import over_lines, placed

BY_NAME = {derivation.name: derivation for derivation in DERIVATIONS}


def source(marked: str) -> Source:
    start, end = marked.find(OPENING), marked.find(CLOSING)
    return Source(marked.replace(OPENING, "").replace(CLOSING, ""), (start, end - 1) if start >= 0 else None)


def shown(found: Source) -> str:
    """The text with its mark."""
    if found.place is None:
        return found.text
    start, end = found.place
    return found.text[:start] + OPENING + found.text[start:end] + CLOSING + found.text[end:]


def one_way(name: str, marked: str, *others: str) -> str | None:
    files = {"example.py": source(marked), **{f"other{number}.py": source(text) for number, text in enumerate(others)}}
    derivation: Derivation = BY_NAME[name]
    found = derived(derivation, Example("INVALID[0]", files))
    return None if found is None else shown(found.files["example.py"])


@pytest.mark.parametrize(
    ("name", "marked"),
    [
        pytest.param("CRLF", "f(«x»)", id="one line has no line end"),
        pytest.param("tabs", 'page = """\n    «x»\n"""', id="indentation inside of a string is text"),
        pytest.param("no final newline", "«x»", id="there is none to take away"),
        pytest.param("Latin-1 cookie", "«x» = '\u20ac'", id="Latin-1 has no euro sign"),
        pytest.param("in a class", "«x» = 1\nprint(x)", id="a class would hide the name"),
        pytest.param("other quotes", "«x» = 1", id="there is no literal"),
        pytest.param("other quotes", "t\"<a id='«x»'>\"", id="the other quote stands in the literal"),
        pytest.param("other quotes", 'f("""«x»""")', id="three quotes are another matter"),
        pytest.param("other quotes", "f('a\\n«b»')", id="so is an escape"),
        pytest.param("import as", "from shop import a\ndef f(x: 'a'): «x»", id="a string names the import"),
        pytest.param("import as", "from shop import a\na = a or «x»", id="the name is assigned again"),
        pytest.param("module import", "from .shop import a\n«a»", id="a relative import needs another form"),
        pytest.param("module import", "from shop import «a»", id="the mark is in the import"),
        pytest.param("parentheses", "from shop import «a»", id="a name of an import is no expression"),
        pytest.param("parentheses", "f(«a»=1)", id="a keyword is no expression"),
        pytest.param("second t-string", 'f"<b>«{x}»</b>"', id="an f-string is no template"),
        pytest.param("second t-string", 'page = t"<b>" + t"«</b>»"', id="a fragment cannot be a child"),
    ],
)
def test_what_cannot_be_derived_is_not(name: str, marked: str) -> None:
    assert one_way(name, marked) is None


@pytest.mark.parametrize(
    ("name", "marked", "expected"),
    [
        pytest.param("CRLF", "a\n«b\nc»", "a\r\n«b\r\nc»", id="the mark grows with its line ends"),
        pytest.param("tabs", "if x:\n      «y»", "if x:\n\t  «y»", id="what is left of four spaces stays"),
        pytest.param("form feed before code", "a\n«b»", "\fa\n\f«b»", id="a form feed stays outside of the mark"),
        pytest.param(
            "in a match case", "import a\n«b»\nc", "import a\nmatch nest:  # nest\n    case _:  # nest\n        «b»\nc"
        ),
        pytest.param(
            "under if", 'f(«"""\n  x\n"""»)', 'if True:  # nest\n    f(«"""\n  x\n"""»)', id="text keeps its place"
        ),
        pytest.param("under if", "a; «b»\n", "if True:  # nest\n    a; «b»\n", id="a line is nested as a whole"),
        pytest.param(
            "import as",
            "from shop import a\n«a»(a.a, a=a)\ndef f(a): return a",
            "from shop import a as a_x\n«a_x»(a_x.a, a=a_x)\ndef f(a): return a",
            id="attributes, keywords and parameters of the same name are others",
        ),
        pytest.param(
            "import as",
            'from shop import Card\nt"<{«Card»}>{Card}</{Card}>"',
            'from shop import Card as Card_x\nt"<{«Card_x»}>{Card_x}</{Card_x}>"',
            id="interpolations are uses",
        ),
        pytest.param("import as", "import a as b\n«b»", "import a as b_x\n«b_x»", id="an alias gets another"),
        pytest.param(
            "module import",
            "from shop.di import a, b as c\n«a»(c)",
            "import shop.di as shop_di_x\n«shop_di_x.a»(shop_di_x.b)",
            id="names become attributes of the module",
        ),
        pytest.param("parentheses", "f(«a + b»)", "f((«a + b»))", id="the mark stays inside"),
        pytest.param(
            "parentheses", 't"<b «{x}»>"', '(t"<b «{x}»>")', id="a mark inside of a template wraps the template"
        ),
        pytest.param(
            "second t-string",
            'page = t"<b «{x}»>"',
            "page = t'<div>{ t\"<b «{x}»>\" }</div>'",
            id="other quotes are chosen",
        ),
        pytest.param("other quotes", 'f(t"<b>«{x}»</b>", "")', "f(t'<b>«{x}»</b>', '')", id="an empty one, too"),
        pytest.param("comments behind", "f(\n    «x»)  # y", "f(  # kept 0\n    «x»)  # y  # kept 1"),
        pytest.param(
            "comments above", 'f("""\n«x»""")', '# kept 0\nf("""\n«x»""")', id="no comment stands in a string"
        ),
    ],
)
def test_the_mark_travels_along(name: str, marked: str, expected: str) -> None:
    assert one_way(name, marked) == expected


def test_a_name_that_another_file_reads_stays() -> None:
    assert one_way("import as", "from shop import a\n«a»", "from example import a") is None
    assert one_way("under if", "def a(): «b»", "import example\nexample.a()") is None


def test_places_are_bytes_of_the_encoding() -> None:
    found = derived(BY_NAME["Latin-1 cookie"], Example("INVALID[0]", {"example.py": source("é = «é»")}))

    assert found is not None
    made = found.files["example.py"]
    assert made.data.endswith(b"\xe9 = \xe9")
    assert made.data[made.marked_span.start : made.marked_span.end] == b"\xe9"


def test_a_byte_order_mark_moves_the_place() -> None:
    found = derived(BY_NAME["BOM"], Example("INVALID[0]", {"example.py": source("«é»")}))

    assert found is not None
    assert found.files["example.py"].marked_span.start == 3


def test_insertions_at_the_edges_of_the_mark_stay_outside() -> None:
    assert shown(edited(source("a«b»c"), [(1, 1, "("), (2, 2, ")")])) == "a(«b»)c"


def test_copies_have_names_of_their_own_below_one_set_of_imports() -> None:
    example = Example("INVALID[0]", {"example.py": source("import a\n\ndef f(x): return «x»\n\ny = f(a)")})

    found = copied(example, 2)

    assert found is not None
    assert found.files["example.py"].text == (
        "import a\n\ndef f_0(x): return x\n\ny_0 = f_0(a)\ndef f_1(x): return x\n\ny_1 = f_1(a)\n"
    )


@pytest.mark.parametrize(
    ("other", "is_copied"), [("from example import g\n", True), ("from example import f\n", False)]
)
def test_what_another_file_names_cannot_be_copied_under_other_names(other: str, *, is_copied: bool) -> None:
    example = Example("INVALID[0]", {"example.py": source("def f(x): return «x»"), "other.py": source(other)})

    assert (copied(example, 2) is not None) is is_copied


def test_an_expression_is_put_where_its_statement_was() -> None:
    found = placed(source("def page():\n    y = f(«x»)\n    return y"), "with □ as z:\n    pass")

    assert found is not None
    assert shown(found) == "def page():\n    with f(«x») as z:\n        pass\n    return y"


def test_an_import_is_no_expression_to_place() -> None:
    assert placed(source("import «x»"), "f(□)") is None


def test_a_template_goes_over_lines() -> None:
    found = over_lines(source("page = t'<b «{x}»>'"))

    assert found is not None
    assert shown(found) == "page = t'''\n<b «{x}»>\n'''"
    assert over_lines(source("«x»")) is None
