"""Whether a template that might be a query or a message is one of HTML."""

from __future__ import annotations

from collections import Counter

import tree_sitter

from tdomcheck.facts.html.render_calls import renders_within
from tdomcheck.facts.html.return_kinds import gives_template
from tdomcheck.facts.html.template_consumers import AROUND, QUERY, taker
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import ImportFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.facts.vocabulary.html import ELEMENTS
from tdomcheck.regex import regex
from tdomcheck.source.markup import VOID_ELEMENTS, Markup
from tdomcheck.source.template import Template
from tdomcheck.source.tree import enclosing

_WORD = regex(r"[^\W\d]\w*")
_LESS = regex(r"(\w)?<")
_OTHER_USES = frozenset(
    {"critical", "debug", "error", "exception", "execute", "info", "log", "query", "sql", "warning"}
    | {"executemany", "fetch", "run", "scalar", "warn"}
    | {"isinstance", "len", "repr", "str", "type"}
)
_INSIDE = AROUND | {"list_comprehension", "generator_expression", "list", "tuple"}
_INSIDE |= {"conditional_expression", "boolean_operator"}


def is_about_html(view: ModuleView, template: Template, markup: Markup) -> bool:
    """Whether a template is one of HTML: `a <{limit} AND b > 0` may be SQL, where nothing says otherwise."""
    text = template.static_text
    if "</" in text or "/>" in text:
        return True
    if not view.imports_tdom and not _is_typed(view, template, markup):
        return False
    if any(tag.is_closed or tag.name in VOID_ELEMENTS for tag in markup.tags):
        return True
    consumer = taker(view, template)
    if consumer.reference in api.HTML:
        return True
    return not (_is_comparison(template) or consumer.reference.startswith(":") or consumer.name in _OTHER_USES)


def may_be_no_html(view: ModuleView, template: Template) -> bool:
    """Whether a template may be a prompt or a type as well: of a function that nothing in the file renders."""
    tags = view.markup(template).tags
    if any(tag.is_component for tag in tags) or taker(view, template).reference in api.HTML:
        return False
    function = enclosing(template.node, "function_definition")
    if function is None or _is_rendered(view, function) or renders_within(view, function):
        return False
    is_strange = not any(tag.name in ELEMENTS for tag in tags)
    return is_strange or (not view.imports_tdom and gives_template(view, function))


def _is_rendered(view: ModuleView, function: tree_sitter.Node) -> bool:
    """Whether it is a component by its name, has a decorator that may render it, or is named anywhere else."""
    name = view.text(function.child_by_field_name("name") or function)
    is_decorated = function.parent is not None and function.parent.type == "decorated_definition"
    if is_decorated or name == "__call__" or name[:1].isupper():
        return True
    return _word_counts(view)[name] > 1


@once
def _word_counts(view: ModuleView) -> Counter[str]:
    return Counter(_WORD.findall(view.source.utf8.decode("utf-8", "replace")))


def _is_typed(view: ModuleView, template: Template, markup: Markup) -> bool:
    """Component files need not import tdom: a Template is returned, or the file has end tags elsewhere."""
    is_imported = "string" in view.imported_packages and any(map(_is_templatelib, view.imports))
    if not is_imported or QUERY.search(template.static_text):
        return False
    is_known = any(tag.name in ELEMENTS for tag in markup.tags)
    return is_known and (_is_returned(view, template) or _has_end_tags(view))


def _is_templatelib(fact: ImportFact) -> bool:
    return fact.module == "string.templatelib"


@once
def _has_end_tags(view: ModuleView) -> bool:
    texts = (template.static_text for template in view.html_templates)
    return any("</" in text or "/>" in text for text in texts)


def _is_returned(view: ModuleView, template: Template) -> bool:
    """Whether a function that is annotated so gives the template back, itself or in another."""
    node: tree_sitter.Node | None = template.node
    while node is not None and node.type in _INSIDE:
        node = node.parent
    if node is None or node.type != "return_statement":
        return False
    return gives_template(view, enclosing(node, "function_definition"))


def _is_comparison(template: Template) -> bool:
    """Each `<` follows a word, as in `a<b`."""
    places = [*_LESS.finditer(" ".join(part.text for part in template.strings))]
    return bool(places) and all(place[1] for place in places)
