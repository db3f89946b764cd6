"""TDC129: what assistive technology needs is missing."""

from __future__ import annotations

import typing as t
from collections.abc import Callable

from tdomcheck import authoring as td

_NAMES = ("img-alt", "input-label", "empty-button", "html-lang", "tabindex", "link-target", "duplicate-id")
_NAMING = frozenset({"aria-label", "aria-labelledby", "title", "aria"})
_UNLABELLED = frozenset({"hidden", "submit", "button", "reset", "image"})
_LINKING = frozenset({"href", "name", "id", "role", "tabindex", "xlink:href", "data"})


class ImgAlt(td.TemplateRule):
    """
    ## What

    Elements that lack what a screen reader or the keyboard needs. The checks, by the names that the option `off` takes:

    * `img-alt`: `<img>` without `alt`
    * `input-label`: `<input>` with no label around it, no `id` that one could name, and no `aria-label`
    * `empty-button`: `<button>` without content or name
    * `html-lang`: `<html>` without `lang`
    * `tabindex`: a `tabindex` above 0
    * `link-target`: `<a>` without `href`
    * `duplicate-id`: the same `id` twice in one template

    ## Why

    tdom renders them as they are. A screen reader reads out the file name of an image without `alt`, and "button" for
    a button without a name.

    ## Instead

    Say what the element is for. An image that is decoration only has `alt=""`.

    ## Example

    ```python
    t"<img src={url}>"              # bad
    t"<img src={url} alt={title}>"  # good
    ```
    """

    CODE = "TDC129"
    SLUG = "img-alt"
    GROUP = "values"
    SUMMARY = "an element lacks what assistive technology needs"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features={td.Feature.TEMPLATE})
    OPTIONS = (td.option("off", (), f"checks to leave out: {', '.join(_NAMES)}"),)

    VALID: t.ClassVar = [
        "t\"<img src={x} alt=''><img alt={x}><img {attrs}><img src={x} role='presentation'>\"",
        "t\"<p><label>Name <input name='a'></label><input type='hidden'><input id={x}></p>\"",
        "t\"<img src={x} aria-hidden='true'><img src={x} aria-label={y}>\"",
        't"<input name={x}>"  # the label may be in the template around it',
        "t\"<a href={x}>a</a><a id='top'></a><a name='top'></a><a onclick={x}>b</a><a {attrs}>c</a>\"",
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"<p>«<img src={url}>»</p>"'),
        td.invalid("t\"<form>«<input name='q' type='text'>»</form>\""),
        td.invalid("t\"<p>«<button class='close'>»</button></p>\""),
        td.invalid('t"<p>«<a class={x}>»{text}</a></p>"'),
        td.invalid('t"«<html>»<body>{x}</body></html>"'),
        td.invalid("t\"<p «tabindex='2'»>{x}</p>\""),
        td.invalid('t"<img src={url}>«<html>»</html>"', options={"off": ("img-alt",)}),
    ]

    def check_template(self, template: td.Template) -> None:
        if td.is_test_file(self.path):
            return
        checks: dict[str, Callable[[td.Markup, td.Tag], str]] = {
            "img-alt": _image,
            "input-label": _input,
            "empty-button": _button,
            "html-lang": _page,
            "link-target": _link,
        }
        markup = self.markup(template)
        off = self.option("off")
        is_off = set(off) if isinstance(off, (tuple, list)) else set()
        ids: dict[str, td.Attribute] = {}
        for tag in markup.tags:
            if tag.is_component:
                continue
            if not any(attribute.kind in _OPEN_ENDED for attribute in tag.attributes):
                for name, check in checks.items():
                    said = check(markup, tag) if name not in is_off else ""
                    if said:
                        self.report_span(tag.span, said, help=_ADVICE[name])
            for attribute in tag.attributes:
                self._check_attribute(attribute, _said(template, attribute), ids, is_off)

    def _check_attribute(
        self, attribute: td.Attribute, value: str, ids: dict[str, td.Attribute], is_off: set[str]
    ) -> None:
        if attribute.name == "tabindex" and "tabindex" not in is_off and value.isdecimal() and int(value) > 0:
            said = f"`tabindex={value}` comes before everything else that has the keyboard's focus"
            self.report_span(attribute.span, said, help="write 0, and order the elements as they are to be reached")
        elif attribute.name == "id" and "duplicate-id" not in is_off and value:
            first = ids.setdefault(value, attribute)
            if first is not attribute:
                related = (td.Related(self.path, first.span, "the first one"),)
                said = f"the id `{value}` stands twice in one template"
                self.report_span(attribute.span, said, related=related, help="an id is that of one element of a page")


def _said(template: td.Template, attribute: td.Attribute) -> str:
    """The value of an attribute, where it is written as text, or as a plain number between braces."""
    if attribute.kind is td.html.AttributeKind.LITERAL:
        return (attribute.value or "").strip()
    if attribute.kind is not td.html.AttributeKind.INTERPOLATED:
        return ""
    value = template.interpolations[attribute.interpolations[0]]
    return value.expression.strip() if value.kind == "integer" and not value.format_spec else ""


def _named(tag: td.Tag) -> frozenset[str]:
    return frozenset(attribute.name for attribute in tag.attributes)


def _literal(tag: td.Tag, name: str) -> str:
    literal = next((attribute for attribute in tag.attributes if attribute.name == name), None)
    return (
        (literal.value or "").lower() if literal is not None and literal.kind is td.html.AttributeKind.LITERAL else ""
    )


def _is_hidden(tag: td.Tag) -> bool:
    is_decoration = _literal(tag, "role") in {"presentation", "none"}
    return is_decoration or _literal(tag, "aria-hidden") == "true" or "hidden" in _named(tag)


def _image(_: td.Markup, tag: td.Tag) -> str:
    is_named = _named(tag) & {"alt", "aria-label", "aria-labelledby", "aria"}
    return "" if tag.name != "img" or is_named or _is_hidden(tag) else "`<img>` has no `alt`"


def _input(markup: td.Markup, tag: td.Tag) -> str:
    names = _named(tag)
    if tag.name != "input" or names & (_NAMING | {"id"}) or _is_hidden(tag):
        return ""
    kind = next((attribute for attribute in tag.attributes if attribute.name == "type"), None)
    if kind is not None and (
        kind.kind is not td.html.AttributeKind.LITERAL or (kind.value or "").lower() in _UNLABELLED
    ):
        return ""
    if tag.parent < 0:
        return ""
    if any(outer.is_component or outer.name == "label" for outer in markup.around(tag.parent)):
        return ""
    return "`<input>` has no label, and no `id` that one could name"


def _button(_: td.Markup, tag: td.Tag) -> str:
    is_silent = tag.name == "button" and not tag.has_content and tag.end_span is not None
    return "" if not is_silent or _named(tag) & _NAMING or _is_hidden(tag) else "`<button>` has no content and no name"


def _page(_: td.Markup, tag: td.Tag) -> str:
    return "" if tag.name != "html" or _named(tag) & {"lang", "xml:lang"} else "`<html>` has no `lang`"


def _link(markup: td.Markup, tag: td.Tag) -> str:
    names = _named(tag)
    is_script = any(name.startswith(("on", "@", "hx-", "data-", "x-", ":", "v-", "aria-")) for name in names)
    if tag.name != "a" or names & _LINKING or is_script:
        return ""
    if any(outer.name == "svg" for outer in markup.around(tag.parent)):
        return ""
    return "`<a>` has no `href`, so the keyboard does not reach it"


_OPEN_ENDED = frozenset({td.html.AttributeKind.SPREAD, td.html.AttributeKind.REFUSED})
"""What may hold any attribute."""
_ADVICE = {
    "img-alt": 'say what the image shows, or `alt=""` where it is decoration only',
    "input-label": "put it into a `<label>`, or give it an `id` and a `<label for=...>`",
    "empty-button": "write what it does into it, or into `aria-label`",
    "html-lang": 'name the language of the page: `<html lang="en">`',
    "link-target": "give it an `href`, or use a `<button>`",
}
