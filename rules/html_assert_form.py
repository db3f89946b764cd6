"""TDC701: an assertion about HTML that tdom never writes."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Collection, Iterator, Sequence

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_SINGLE = re.compile(r"(?<![\w-])([A-Za-z][\w:.-]*)='([^'\"<>&]*)'")
_NAMES = "|".join(sorted(td.VOID_ELEMENTS))
_VOID = re.compile(rf"<({_NAMES})((?:\s+[\w:.-]+(?:=\"[^\"<>]*\"|='[^'<>]*')?)*)\s*(/?)>")
_TAGGED = re.compile(r"(?=<[A-Za-z][^<>]*?\s([A-Za-z][\w:.-]*='[^'\"<>&]*'))")
_SEARCHES = frozenset({"startswith", "endswith"})
"""What the project says of a function whose text nobody has marked as safe."""
_PLAIN = frozenset({"str", "int", "float", "bool", "None"})


class HtmlAssertForm(td.FileRule):
    """
    ## What

    A test asserts that the text of `html()`, also as a function gives it back, holds an attribute in single quotes, or
    `<br>` or another void element without the slash that tdom writes.

    ## Why

    tdom writes `class="x"` and `<br />`, however the template has them, and escapes single quotes in text as `&#39;`.
    So the assertion fails whatever the component does.

    ## Instead

    `'class="x"' in page`, `"<br />" in page`.

    ## Example

    ```python
    assert "class='box'" in html(t"<p class='box'></p>")  # bad
    assert 'class="box"' in html(t"<p class='box'></p>")  # good
    ```
    """

    CODE = "TDC701"
    SLUG = "html-assert-form"
    GROUP = "tests"
    SUMMARY = "an assertion about HTML that tdom never writes"
    SEVERITY = td.Severity.WARNING
    VERSIONS = "tdom>=0.1.15"
    FIXABLE = "sometimes"
    GATE = td.Gate(
        features={"import tdom", "import tdom_svcs", "import svcs", "import svcs_di", "import svcs_hopscotch"},
        tokens={"='", "=\\'", *(f"<{name}" for name in td.VOID_ELEMENTS)},
    )

    _PAGE = """
    from tdom import html

    def test_page():
        page = html(t"<p class={c}>a<br>{1}</p><img src={a}>")
        """

    VALID: t.ClassVar = [
        f"{_PAGE}assert 'class=\"x\"' in page",
        f"{_PAGE}assert \"class='x'\" in other\n        assert \"it's a='\" in page",
        f"{_PAGE}assert '<br />' in page and '<img src=\"a\" />' in page",
        f"{_PAGE}assert '&lt;br&gt;' in page and 'x<brand>' in page and '<hr>' in page",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_PAGE}assert «\"class='box'\"» in page",
            fixed=f"{_PAGE}assert 'class=\"box\"' in page",
        ),
        td.invalid(
            f"{_PAGE}assert page.count(«\"class='box'\"») == 1",
            fixed=f"{_PAGE}assert page.count('class=\"box\"') == 1",
        ),
        td.invalid(
            "from tdom import html\n\nassert «'<img src=\"a\">'» in str(html(t'<img src={a}>'))",
            fixed="from tdom import html\n\nassert '<img src=\"a\" />' in str(html(t'<img src={a}>'))",
        ),
        td.invalid(f"{_PAGE}assert «\"<a b='1' title=it's>\"» in page"),
    ]

    def check_file(self) -> None:
        for literal in self.view.captures["string"]:
            text = td.static_text(self.view, literal)
            for place in self._places(literal) if next(_wrong(text, td.VOID_ELEMENTS), "") else ():
                if self._check_place(literal, place, text):
                    break

    def _check_place(self, literal: Node, place: Node, text: str) -> bool:
        """Whether something was wrong with what is asserted somewhere."""
        side = self._other_side(place)
        if side is None or self.view.is_expected_to_fail(place.start_byte):
            return False
        side = self._unwrapped(side)
        templates = self._rendered(side)
        if not templates:
            return self._check_elsewhere(literal, place, text, side)
        components = self._components(templates)
        premise = td.premise(self.view, next(iter(components.values())), td.PLAIN_COMPONENT) if components else None
        if len(components) > 1 or (components and premise is None):
            return False
        tags = [tag for template in templates for tag in self.view.markup(template).tags]
        names = td.VOID_ELEMENTS if components else {tag.name for tag in tags}
        wrong = next(_wrong(text, names), "")
        if wrong:
            self._report(literal, place, wrong, premise)
        return bool(wrong)

    def _check_elsewhere(self, literal: Node, place: Node, text: str, side: Node) -> bool:
        """What a function of another file renders: a start tag in it, and not what may be the text of a script."""
        values = [value for _, value in td.origins(self.view, side)]
        voids = (found[0] for found in _VOID.finditer(text) if found[1] in td.VOID_ELEMENTS)
        tagged = (found[1] for found in _TAGGED.finditer(text))
        wrong = next((found for found in (*voids, *tagged) if not found.endswith(" />")), "")
        is_unknown = len(values) == 1 and values[0].type == "call" and not self._renders(values[0])
        premise = td.premise(self.view, values[0], td.FORMED) if wrong and is_unknown else None
        if premise is not None:
            self._report(literal, place, wrong, premise)
        return premise is not None

    def _renders(self, call: Node) -> bool:
        """Whether a function of this file renders something itself: then the file tells what."""
        helper = td.helper_of(self.view, call)
        ends = [value for end in helper.returned for _, value in td.origins(self.view, end)] if helper else []
        return any(td.value_kind(self.view, end) != "unknown" for end in ends)

    def _places(self, literal: Node) -> Iterator[Node]:
        """Where a literal is asked for: itself, or the name that it is given."""
        yield literal
        assignment = literal.parent
        while assignment is not None and assignment.type == "parenthesized_expression":
            assignment = assignment.parent
        name = assignment.child_by_field_name("left") if assignment is not None else None
        if assignment is None or name is None or assignment.type != "assignment" or name.type != "identifier":
            return
        for use in td.uses_of(self.view, self.view.text(name), literal.start_byte):
            given = self.view.given(use)
            if given is not None and td.unwrapped(given) == literal:
                yield use

    def _other_side(self, literal: Node) -> Node | None:
        """What an assertion says to hold, or to be, a literal."""
        while literal.parent is not None and literal.parent.type == "parenthesized_expression":
            literal = literal.parent
        comparison = literal.parent
        if comparison is not None and comparison.type == "argument_list":
            return self._searched(comparison)
        if comparison is None or comparison.type != "comparison_operator" or comparison.named_child_count != 2:
            return None
        operators = [child.type for child in comparison.children if not child.is_named]
        left, right = comparison.named_children
        if (
            operators not in (["in"], ["=="])
            or (operators == ["in"] and left != literal)
            or not _is_asserted(comparison)
        ):
            return None
        return right if left == literal else left

    def _searched(self, listed: Node) -> Node | None:
        """What `page.count("...") == 1` or `page.startswith("...")` looks into."""
        call = listed.parent
        function = call.child_by_field_name("function") if call is not None else None
        method = function.child_by_field_name("attribute") if function is not None else None
        if call is None or function is None or method is None or listed.named_child_count != 1:
            return None
        name = self.view.text(method)
        is_meant = _is_asserted(call) if name in _SEARCHES else self._is_counted(call)
        return function.child_by_field_name("object") if is_meant and name in {*_SEARCHES, "count"} else None

    def _is_counted(self, call: Node) -> bool:
        """Whether an assertion holds only if a count is not 0."""
        comparison = call.parent
        if comparison is None or comparison.type != "comparison_operator" or comparison.named_child_count != 2:
            return False
        number = next((child for child in comparison.named_children if child.type == "integer"), None)
        is_equal = any(child.type == "==" for child in comparison.children)
        return is_equal and number is not None and self.view.text(number) != "0" and _is_asserted(comparison)

    def _unwrapped(self, node: Node) -> Node:
        """What `str(...)` is given."""
        function = node.child_by_field_name("function") if node.type == "call" else None
        listed = td.arguments_of(self.view, node).positional if function is not None else []
        is_str = function is not None and self.view.text(function) == "str" and len(listed) == 1
        return listed[0] if is_str else node

    def _components(self, templates: Sequence[td.Template]) -> dict[str, Node]:
        """The components of templates, as they are written, each with a place that names it."""
        found: dict[str, Node] = {}
        for template in templates:
            tags = self.view.markup(template).tags
            nodes = [template.interpolations[tag.component].node for tag in tags if tag.is_component]
            found |= {self.view.text(node): node for node in nodes}
        return found

    def _rendered(self, node: Node) -> list[td.Template]:
        """The templates that may be rendered; none where another may be, or what is not known."""
        values = [value for _, value in td.origins(self.view, node)]
        if len(values) != 1:
            return []
        helper = td.helper_of(self.view, values[0])
        passed = self._passed_on(values[0], helper) if helper is not None else None
        if passed is not None:
            template = self._templates().get(passed.start_byte)
            return [template] if template is not None and self._is_plain(template) else []
        given = helper.returned if helper is not None else values
        ends = [value for end in given for _, value in td.origins(self.view, end)]
        found = [template for end in ends if (template := self._of_call(end)) is not None]
        return found if len(found) == len(ends) else []

    def _passed_on(self, call: Node, helper: td.Helper) -> Node | None:
        """What `render(t"...")` is given, where `render` is `html` and nothing else."""
        end = helper.returned[0] if len(helper.returned) == 1 else None
        argument = td.html_argument(self.view, end) if end is not None and end.type == "call" else None
        is_html = end is not None and td.value_kind(self.view, end) == "html"
        function = helper.name.parent
        if argument is None or not is_html or argument.type != "identifier" or function is None:
            return None
        names = [fact.name for fact in td.shapes.definitions_of(self.view).parameters(function)]
        name = self.view.text(argument)
        if name not in names or self.view.is_assigned(name, argument.start_byte):
            return None
        given = td.arguments_of(self.view, call)
        value = given.get(names.index(name), name) if not given.has_star else None
        return td.unwrapped(value) if value is not None else None

    def _of_call(self, call: Node) -> td.Template | None:
        """The template of `html(...)`, where all that it shows is spelt out."""
        argument = td.html_argument(self.view, call) if td.value_kind(self.view, call) == "html" else None
        given = [value for _, value in td.origins(self.view, argument)] if argument is not None else []
        template = self._templates().get(given[0].start_byte) if len(given) == 1 else None
        return template if template is not None and self._is_plain(template) else None

    def _is_plain(self, template: td.Template) -> bool:
        """Whether all that a template shows is spelt out: an unknown value may hold Markup, also as a prop."""
        if td.RAW.search(self.view.source.utf8, template.node.start_byte, template.node.end_byte):
            return False
        markup = self.view.markup(template)
        shown = [template.interpolations[place.interpolation].node for place in markup.texts]
        for tag in markup.tags:
            given = [attribute.interpolations for attribute in tag.attributes] if tag.is_component else []
            shown += [template.interpolations[index].node for indexes in given for index in indexes]
        return all(
            td.literal_type(self.view, value) in _PLAIN for node in shown for _, value in td.origins(self.view, node)
        )

    def _templates(self) -> dict[int, td.Template]:
        if "templates by place" not in self.view.memory:
            found = {template.node.start_byte: template for template in self.view.html_templates}
            self.view.memory["templates by place"] = found
        return t.cast("dict[int, td.Template]", self.view.memory["templates by place"])

    def _report(self, literal: Node, place: Node, wrong: str, premise: td.Premise | None) -> None:
        related = () if place == literal else (td.Related(self.path, self.view.span(place), "asserted here"),)
        self.report_span(
            self.view.span(literal),
            f"tdom never writes `{wrong}`, so this assertion cannot hold",
            fix=self._fix(literal, premise) if place == literal else None,
            related=related,
            note='tdom writes attributes in double quotes, and void elements with a slash: `<br />`, `class="x"`',
            help=f"it writes `{_as_written(wrong)}`",
            premise=premise,
        )

    def _fix(self, literal: Node, premise: td.Premise | None) -> td.Fix | None:
        """A plain literal whose text needs no escapes, in quotes that its new text does not hold."""
        view, text = self.view, td.static_text(self.view, literal)
        opening, closing = view.text(literal.children[0]), view.text(literal.children[-1])
        written = _as_written(text)
        if opening != closing or "\\" in view.text(literal) or ("\n" in text and len(opening) == 1):
            return None
        quotes = [opening, "'" if opening == '"' else '"'] if len(opening) == 1 else [opening]
        quote = next(
            (quote for quote in quotes if quote[0] not in written or (len(quote) == 3 and quote not in written)), ""
        )
        if not quote or next(_wrong(written, td.VOID_ELEMENTS), "") or written.endswith(quote[0]):
            return None
        span = view.span(literal)
        edit = td.Edit(span.start, span.end, f"{quote}{written}{quote}")
        if premise is None:
            return td.Fix("Say it as tdom writes it", (edit,))
        doubt = "a component of another file may be given text that is written as it is"
        return td.Fix("Say it as tdom writes it", (edit,), td.Safety.UNSAFE, unsafe_because=doubt)


def _wrong(text: str, elements: Collection[str]) -> Iterator[str]:
    """The parts of a text that tdom does not write; an attribute must be one, and no part of a sentence."""
    for match in _VOID.finditer(text):
        if match[1] in elements and not match[0].endswith(" />"):
            yield match[0]
    for match in _SINGLE.finditer(text):
        before = text[: match.start()]
        if not before.strip() or before.rpartition("<")[2].count(">") == 0:
            yield match[0]


def _as_written(text: str) -> str:
    spelled = _VOID.sub(lambda match: f"<{match[1]}{match[2]} />", text)
    return _SINGLE.sub(lambda match: f'{match[1]}="{match[2]}"', spelled)


def _is_asserted(node: Node) -> bool:
    """Whether an `assert` holds only if a comparison does: it is all of it, or joined by `and`."""
    parent = node.parent
    while parent is not None and (
        parent.type == "parenthesized_expression"
        or (parent.type == "boolean_operator" and any(child.type == "and" for child in parent.children))
    ):
        node, parent = parent, parent.parent
    return parent is not None and parent.type == "assert_statement" and parent.named_children[0] == node
