"""Where a value becomes text, and which values are templates, parts of messages, or of a proven type."""

from __future__ import annotations

from textwrap import indent

import pytest
import tree_sitter
from fact_examples import python_of, view_of

from tdomcheck.facts.html.template_values import is_template, is_template_list
from tdomcheck.facts.python.loops import loop_source
from tdomcheck.facts.python.messages import is_in_message
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.python.proven_types import proven_type
from tdomcheck.facts.python.text_conversions import conversions_to_text


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("f'{x} and {y}'", "FSTRING x FSTRING y"),
        ("str(x)", "STR x"),
        ("map(str, xs)", "MAPPED xs"),
        ("'{} {}'.format(x, y)", "FORMAT x FORMAT y"),
        ("''.join([x, y])", "JOIN x JOIN y"),
        ("''.join(x.name for x in xs)", "JOIN x.name"),
        ("'%s' % x", "PERCENT x"),
        ("'%s %d' % (x, y)", "PERCENT x"),
        ("'%(a)s' % {'a': x, 'b': y}", "PERCENT x"),
        ("'text' + x", "SUM x"),
        ("x + 'text'", "SUM x"),
        # The repr was asked for, or the text is of no string.
        ("f'{x!r}'", ""),
        ("'%r' % x", ""),
        ("'%d' % x", ""),
        ("'%%s' % x", ""),
        ("'%*s' % (x, y)", ""),
        ("'%s' % (*x, y)", ""),
        ("''.join(xs)", ""),
        ("b''.join([x])", ""),
        ("x.format(y)", ""),
        ("x.join([y])", ""),
        ("map(repr, xs)", ""),
        ("map(str, xs, y)", ""),
        ("repr(x)", ""),
        ("x + y", ""),
        ("x % y", ""),
        ("'text' * x", ""),
        ("'text', x", ""),
    ],
)
def test_what_becomes_text(expression: str, expected: str) -> None:
    view = python_of(f"def page(x, y, xs):\n    return {expression}\n")
    found = [f"{found.way.name} {view.text(found.value)}" for found in conversions_to_text(view)]
    assert " ".join(found) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("text = ''\ntext += x", "x"),
        ("text = '' if x else 'a'\ntext += x", ""),
        ("text = x\ntext += y", ""),
        ("text = ''\ntext += x\ntext = y", ""),
        ("text = ''\nfor text in xs:\n    text += x", ""),
    ],
)
def test_what_is_added_to_text(body: str, expected: str) -> None:
    view = python_of(f"def page(x, y, xs):\n{indent(body, '    ')}\n")
    assert " ".join(view.text(found.value) for found in conversions_to_text(view)) == expected


def test_a_str_that_the_file_defines_is_another_one() -> None:
    view = python_of("def str(x): ...\n\ndef page(x):\n    return str(x), map(str, x)\n")
    assert list(conversions_to_text(view)) == []


def last(view: PythonModule, name: str) -> tree_sitter.Node:
    return view.readers[name][-1]


@pytest.mark.parametrize(
    ("body", "is_message"),
    [
        ("print(shown)", True),
        ("log.debug('%s', f'{shown}')", True),
        ("raise ValueError(f'{shown}')", True),
        ("assert x, shown", True),
        ("text = f'{shown}'\nprint(text)", True),
        ("text = ''\ntext += shown\nlog.info(text)", True),
        ("return shown", False),
        ("save(shown)", False),
        ("text = f'{shown}'", False),
        ("text = f'{shown}'\nprint(text)\nreturn text", False),
        ("page.text = shown", False),
    ],
)
def test_whether_it_only_goes_into_a_message(body: str, is_message: bool) -> None:
    view = python_of(f"def page(shown, x, page, log):\n{indent(body, '    ')}\n")
    assert is_in_message(view, last(view, "shown")) is is_message


def test_what_a_repr_says_is_a_message() -> None:
    view = python_of("class Page:\n    def __repr__(self):\n        return str(shown)\n")
    assert is_in_message(view, last(view, "shown"))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for row in rows:\n    f(row)", "rows"),
        ("f(row for row in rows)", "rows"),
        ("f([row for x in rows for row in x])", "x"),
        ("f([row for row, x in rows])", ""),
        ("for row in rows:\n    f(row)\nrow = 1", ""),
        ("for row in rows:\n    f(lambda: row)", ""),
        ("f(row)", ""),
        ("for x in rows:\n    f(row)", ""),
    ],
)
def test_what_a_loop_goes_through(body: str, expected: str) -> None:
    view = python_of(f"def page(rows, f):\n{indent(body, '    ')}\n")
    call = next(node for node in view.nodes["call"] if view.text(node).startswith("f("))
    name = next(node for node in view.readers["row"] if call.start_byte <= node.start_byte < call.end_byte)
    source = loop_source(view, name)
    assert (view.text(source) if source is not None else "") == expected


@pytest.mark.parametrize(
    ("body", "template", "listed"),
    [
        ("shown = t'<b>{x}</b>'", True, False),
        ("shown = t'<b>{x}</b>'\nif x:\n    shown = t'<i></i>'", True, False),
        ("shown = [t'<b>{x}</b>']", False, True),
        ("shown = [t'<b></b>' for each in x]", False, True),
        ("shown = [t'<b></b>' if x else t'<i></i>']", False, True),
        ("shown = []\nshown.append(t'<b></b>')", False, True),
        ("shown = []\nshown.append(t'<b></b>')\nlen(shown)", False, True),
        ("shown = []\nshown += [t'<b></b>']", False, True),
        ("more = [t'<b></b>']\nshown = [*more, t'<i></i>']", False, True),
        ("shown = []\nshown.append(t'<b></b>')\nshown.append(x)", False, False),
        ("shown = []\nshown.append(t'<b></b>')\nfill(shown)", False, False),
        ("shown = []\nshown.append(t'<b></b>')\nother = shown", False, False),
        ("shown = [t'<b></b>']\nshown.pop()", False, False),
        ("shown = [t'<b></b>', x]", False, False),
        ("shown = []", False, False),
        ("shown = [*shown]", False, False),
        ("shown = x", False, False),
        ("shown = t'<b></b>' if x else None", False, False),
        ("shown = t'<b></b>'\nif x:\n    shown = 'b'", False, False),
        ("shown = f'<b>{x}</b>'", False, False),
    ],
)
def test_what_is_a_template_or_a_list_of_them(body: str, template: bool, listed: bool) -> None:
    view = view_of(f"import tdom\n\ndef page(x):\n{indent(body, '    ')}\n    return shown\n")
    name = last(view, "shown")
    assert (is_template(view, name), is_template_list(view, name)) == (template, listed)


@pytest.mark.parametrize(
    ("annotation", "body", "expected"),
    [
        ("Template", "return children", True),
        ("Template", "for children in x:\n    show(children)", False),
        ("Template", "children = x\nreturn children", False),
        ("tuple", "return children", False),
        ("list[Template]", "return children", False),
    ],
)
def test_what_children_are(annotation: str, body: str, expected: bool) -> None:
    text = f"from string.templatelib import Template\n\ndef Box(children: {annotation}, x):\n{indent(body, '    ')}\n"
    view = view_of(f"import tdom\n{text}")
    assert is_template(view, last(view, "children")) is expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("'a'", "str"),
        ("x == 1", "bool"),
        ("not x", "bool"),
        ("x == 1 and not x", "bool"),
        ("1 if x else 2", "int"),
        ("len(x)", "int"),
        ("size", "int"),
        ("self.size", "int"),
        ("self.base", "str"),
        ("local", "list"),
        ("1 if x else 'a'", ""),
        ("x and 'a'", ""),
        ("x", ""),
        ("self.other", ""),
        ("other.size", ""),
        ("twice", ""),
        ("maybe", ""),
    ],
)
def test_what_type_is_proven(expression: str, expected: str) -> None:
    view = python_of(
        f"""
        class Base:
            base: str

        class Box(Base):
            size: int

            def show(self, x, size: int, maybe: int | None, other):
                local = [x]
                twice = 1
                twice = 'a'
                return {expression}
        """
    )
    assert proven_type(view, view.nodes["return"][-1].named_children[0]) == expected
