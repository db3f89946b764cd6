"""A thousand copies of a piece of code take a thousand times the work of one, and not a million times."""

from __future__ import annotations

import sys

from counting import opcodes
from fact_examples import view_of

from tdomcheck.facts.extract.file import extract_facts
from tdomcheck.facts.html.markup_evidence import is_about_html
from tdomcheck.lint.directives import directives_in

HEAD = """
from dataclasses import dataclass
from string.templatelib import Template
import pytest
from svcs_di import Inject, injectable
from tdom import html
"""
COPY = """
@injectable
@dataclass
class Card{i}:
    title: str
    service: Inject[Service{i}]

    def __call__(self) -> Template:
        bold = html(t"<b>{{self.title}}</b>")  # tdomcheck: ignore[TDC121] why
        with pytest.raises(ValueError):
            html(t"<p></i>")
        return html(t"<div>{{bold}}{{[html(t'<i>{{x}}</i>') for x in self.title]}}</div>")


def page{i}(x: int, *rest, **more) -> Template:
    if x:
        return f"<b>{{x}}</b>"
    made = t"<{{Card{i}}} title={{x}}>" + t"</{{Card{i}}}>"
    registry.register_factory(Service{i}, Service{i})
    return made
"""


def calls(copies: int) -> int:
    """How many calls the facts of so many copies take: a clock would tell of other things as well."""
    view = view_of(HEAD + "".join(COPY.format(i=number) for number in range(copies)))
    count = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        extract_facts(view)
        directives_in(view, "a.py")
    finally:
        sys.setprofile(before)
    return count


def test_work_grows_with_the_code() -> None:
    calls(1)
    small, large, huge = calls(10), calls(20), calls(40)
    first, second = large - small, (huge - large) / 2
    assert second < 1.15 * first


def test_what_is_imported_is_walked_once_and_not_for_every_template() -> None:
    """A document imports in each of its thousand blocks, and each of them has a template."""

    def asked(imports: int) -> int:
        view = view_of("".join(f"import m{i}\n" for i in range(imports)) + 'page = t"a <{limit} and b"\n')
        (template,) = view.templates
        markup = view.markup(template)
        is_about_html(view, template, markup)
        return opcodes(lambda: is_about_html(view, template, markup))

    assert asked(400) == asked(4)
