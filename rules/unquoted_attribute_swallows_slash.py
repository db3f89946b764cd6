"""TDC102: `attr={x}/>` makes the slash part of the value."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

_MAPPED = frozenset({"data", "aria"})


class UnquotedAttributeSwallowsSlash(td.TemplateRule):
    """
    ## What

    An attribute without quotes, directly followed by `/>`.

    ## Why

    HTML ends an unquoted value at white space or `>`, so the slash belongs to the value. `<input value={x}/>` renders
    `<input value="X/" />` without a word. On a component or any element that is not void the tag stays open as well:
    `ValueError: Invalid HTML structure: unclosed tags remain.` And `<hr aria={labels}/>` or `<meta data={values}/>`
    raises `TypeError: aria attributes cannot be templated`.

    ## Instead

    Write a space before the slash, or quotes around the value.

    ## Example

    ```python
    t"<{Card} title={title}/>"   # bad
    t"<{Card} title={title} />"  # good
    ```
    """

    CODE = "TDC102"
    SLUG = "unquoted-attribute-swallows-slash"
    GROUP = "templates"
    SUMMARY = "the slash of `/>` becomes part of an attribute value without quotes"
    SEVERITY = td.Severity.ERROR
    OTHER_SEVERITIES = (td.Severity.WARNING,)
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.SWALLOWED_SLASH})

    VALID: t.ClassVar = [
        't"<{Card} title={title} />"',
        't"<input value={value} /><br/>"',
        "t\"<input value='{value}'/>\"",
        't"<{Card} {attrs}/>"',
        't"<{Card} wide/>"',
        't"<p>{value}/></p><!-- <input value={value}/> -->"',
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"<{Card} «title={title}/»>"', fixed='t"<{Card} title={title} />"'),
        td.invalid('t"<input «value={value}/»>"', fixed='t"<input value={value} />"'),
        td.invalid('t"<a «href=/products/»>"', fixed='t"<a href=/products />"', unsafe=True),
        td.invalid('t"<div «id={name}/»>"', fixed='t"<div id={name} />"'),
        td.invalid('t"<ul><{Row} n={1} «to={2}/»></ul>"', fixed='t"<ul><{Row} n={1} to={2} /></ul>"'),
    ]

    def check_template(self, template: td.Template) -> None:
        markup = self.markup(template)
        stay_open = _open_tags(markup)
        for index, tag in enumerate(markup.tags):
            is_open = index in stay_open
            for attribute in tag.attributes:
                if attribute.swallows_slash and not self._is_url_of_closed_tag(tag, attribute, is_open=is_open):
                    is_dropped = td.html.is_never_rendered(self.view, template, tag)
                    self._report(tag, attribute, is_open=is_open, is_dropped=is_dropped)

    def _is_url_of_closed_tag(self, tag: td.Tag, attribute: td.Attribute, *, is_open: bool) -> bool:
        """`<a href=/a/>text</a>` means what it says."""
        return tag.name not in td.html.VOID_ELEMENTS and not is_open and _is_url(attribute)

    def _report(self, tag: td.Tag, attribute: td.Attribute, *, is_open: bool, is_dropped: bool) -> None:
        shown = self.view.source.slice(tag.name_span.start, tag.name_span.end)
        value = self.view.source.slice(attribute.value_span.start, attribute.value_span.end)
        is_mapped = attribute.name in _MAPPED and bool(attribute.interpolations) and not tag.is_component
        raises = is_mapped and not is_dropped
        message = f"the slash of `/>` is read as part of the value of `{attribute.name}`"
        if is_open:
            message += f", and `<{shown}>` stays open"
            note = "tdom raises ValueError: Invalid HTML structure: unclosed tags remain."
        elif is_dropped:
            note = "nothing of this is rendered, as the component around it takes no children"
        elif raises:
            note = f"tdom raises TypeError: {attribute.name} attributes cannot be templated"
        else:
            note = f"tdom renders the value `{value}`, with the slash, and says nothing"
        self.report_span(
            attribute.span,
            message,
            fix=_fix(tag, attribute, is_open=is_open),
            severity=td.Severity.ERROR if is_open or raises else td.Severity.WARNING,
            note=note,
        )


def _open_tags(markup: td.Markup) -> frozenset[int]:
    """The tags that no end tag closes, or only that of a tag of the same name around them."""
    tags = {problem.tag for problem in markup.problems if problem.kind is td.html.ProblemKind.SWALLOWED}
    unclosed = {problem.tag for problem in markup.problems if problem.kind is td.html.ProblemKind.UNCLOSED}
    names: set[str] = set()
    for index, tag in enumerate(markup.tags):
        if tag.name in names:
            tags.add(index)
        if index in unclosed and tag.name:
            names.add(tag.name)
    return frozenset(tags)


def _is_url(attribute: td.Attribute) -> bool:
    """A text with a slash of its own may well be meant to end in one."""
    return "/" in (attribute.value or "").removesuffix("/")


def _fix(tag: td.Tag, attribute: td.Attribute, *, is_open: bool) -> td.Fix:
    slash = attribute.value_span.end - 1
    is_void = tag.name in td.html.VOID_ELEMENTS
    if not is_open and not is_void:
        edit = td.Edit(slash, slash + 1, "")
        reason = "the value loses its slash; the tag is closed by an end tag, so it may be meant"
        return td.Fix("Delete the slash", (edit,), td.Safety.UNSAFE, unsafe_because=reason)
    edit = td.Edit(slash, slash, " ")
    if _is_url(attribute):
        reason = "the value looks like a URL, which may be meant to end in a slash"
        return td.Fix("Insert a space before the slash", (edit,), td.Safety.UNSAFE, unsafe_because=reason)
    return td.Fix("Insert a space before the slash", (edit,))
