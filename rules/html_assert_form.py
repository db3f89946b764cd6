"""TDC701: an assertion about HTML that tdom never writes."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Collection, Iterator, Sequence

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_SINGLE = re.compile(r"(?<![\w-])([A-Za-z][\w:.-]*)='([^'\"<>&]*)'")
_NAMES = "|".join(sorted(td.html.VOID_ELEMENTS))
_VOID = re.compile(rf"<({_NAMES})((?:\s+[\w:.-]+(?:=\"[^\"<>]*\"|='[^'<>]*')?)*)\s*(/?)>")
_TAGGED = re.compile(r"(?=<[A-Za-z][^<>]*?\s([A-Za-z][\w:.-]*='[^'\"<>&]*'))")


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
        features=td.FeatureOf.IMPORT.each("tdom", "tdom_svcs", "svcs", "svcs_di", "svcs_hopscotch"),
        tokens={"='", "=\\'", *(f"<{name}" for name in td.html.VOID_ELEMENTS)},
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
            unsafe=True,
        ),
        td.invalid(
            "from tdom import html\n\nassert html(t'<input disabled={True}>') == «'<input disabled=\"true\">'»",
            fixed="from tdom import html\n\nassert html(t'<input disabled={True}>') == '<input disabled />'",
        ),
        td.invalid(
            "from tdom import html\n\nassert «'<img src=\"a\">'» in str(html(t'<img src={a}>'))",
            fixed="from tdom import html\n\nassert '<img src=\"a\" />' in str(html(t'<img src={a}>'))",
            unsafe=True,
        ),
        td.invalid(f"{_PAGE}assert «\"<a b='1' title=it's>\"» in page"),
    ]

    def check_file(self) -> None:
        for literal in self.view.nodes["string"]:
            text = td.python.static_text(self.view, literal)
            for place in (
                td.flow.literal_places(self.view, literal) if next(_wrong(text, td.html.VOID_ELEMENTS), "") else ()
            ):
                if self._check_place(literal, place, text):
                    break

    def _check_place(self, literal: Node, place: Node, text: str) -> bool:
        """Whether something was wrong with what is asserted somewhere."""
        side = td.flow.asserted_against(self.view, place)
        if side is None or self.view.is_expected_to_fail(place.start_byte):
            return False
        side = self._unwrapped(side)
        templates = td.html.rendered_templates(self.view, side)
        if not templates:
            return self._check_elsewhere(literal, place, text, side)
        components = td.html.components_in(self.view, templates)
        premise = (
            td.premise(self.view, next(iter(components.values())), td.project.PLAIN_COMPONENT) if components else None
        )
        if len(components) > 1 or (components and premise is None):
            return False
        tags = [tag for template in templates for tag in self.view.markup(template).tags]
        names = td.html.VOID_ELEMENTS if components else {tag.name for tag in tags}
        wrong = next(_wrong(text, names), "")
        if wrong:
            self._report(literal, place, wrong, premise, templates)
        return bool(wrong)

    def _check_elsewhere(self, literal: Node, place: Node, text: str, side: Node) -> bool:
        """What a function of another file renders: a start tag in it, and not what may be the text of a script."""
        values = [value for _, value in td.flow.origins(self.view, side)]
        voids = (found[0] for found in _VOID.finditer(text) if found[1] in td.html.VOID_ELEMENTS)
        tagged = (found[1] for found in _TAGGED.finditer(text))
        wrong = next((found for found in (*voids, *tagged) if not found.endswith(" />")), "")
        is_unknown = len(values) == 1 and values[0].type == "call" and not self._renders(values[0])
        premise = td.premise(self.view, values[0], td.project.SAFE_HTML) if wrong and is_unknown else None
        if premise is not None:
            self._report(literal, place, wrong, premise)
        return premise is not None

    def _renders(self, call: Node) -> bool:
        """Whether a function of this file renders something itself: then the file tells what."""
        helper = td.flow.helper_of(self.view, call)
        ends = [value for end in helper.returned for _, value in td.flow.origins(self.view, end)] if helper else []
        return any(td.python.value_kind(self.view, end) is not td.flow.ValueKind.UNKNOWN for end in ends)

    def _unwrapped(self, node: Node) -> Node:
        """What `str(...)` is given."""
        function = node.child_by_field_name("function") if node.type == "call" else None
        listed = td.python.arguments_of(self.view, node).positional if function is not None else []
        is_str = function is not None and self.view.text(function) == "str" and len(listed) == 1
        return listed[0] if is_str else node

    def _report(
        self, literal: Node, place: Node, wrong: str, premise: td.Premise | None, templates: Sequence[td.Template] = ()
    ) -> None:
        related = () if place == literal else (td.Related(self.path, self.view.span(place), "asserted here"),)
        self.report_span(
            self.view.span(literal),
            f"tdom never writes `{wrong}`, so this assertion cannot hold",
            fix=self._fix(literal, templates) if place == literal else None,
            related=related,
            note='tdom writes attributes in double quotes, and void elements with a slash: `<br />`, `class="x"`',
            help=f"it writes `{_as_written(wrong)}`",
            premise=premise,
        )

    def _fix(self, literal: Node, templates: Sequence[td.Template]) -> td.Fix | None:
        """A plain literal whose text needs no escapes, in quotes that its new text does not hold."""
        view, text = self.view, td.python.static_text(self.view, literal)
        opening, closing = view.text(literal.children[0]), view.text(literal.children[-1])
        asserted = td.html.asserted_text(view, templates, literal, _as_written(text))
        if asserted is None:
            return None
        written, is_certain = asserted
        if opening != closing or "\\" in view.text(literal) or ("\n" in text and len(opening) == 1):
            return None
        quote = _quote(opening, written)
        if not quote or next(_wrong(written, td.html.VOID_ELEMENTS), "") or written.endswith(quote[0]):
            return None
        span = view.span(literal)
        edit = td.Edit(span.start, span.end, f"{quote}{written}{quote}")
        if is_certain:
            return td.Fix("Write it as tdom does", (edit,))
        doubt = "not all that the template shows is known here, so the assertion may still not hold"
        return td.Fix("Write it as tdom does", (edit,), td.Safety.UNSAFE, unsafe_because=doubt)


def _quote(opening: str, text: str) -> str:
    """The quote of a literal, or the other one, if the text does not hold it."""
    quotes = [opening, "'" if opening == '"' else '"'] if len(opening) == 1 else [opening]
    return next((quote for quote in quotes if quote[0] not in text or (len(quote) == 3 and quote not in text)), "")


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
