"""TDC132: a format spec that looks like one of tdom's and is none."""

from __future__ import annotations

import difflib
import re
import typing as t

from tdomcheck import authoring as td

_KNOWN = ("safe", "unsafe", "callback")
_WORD = re.compile(r"\s*[A-Za-z][A-Za-z_-]{2,}\s*")
_OTHERS = {
    "raw": "safe",
    "html": "safe",
    "markup": "safe",
    "noescape": "safe",
    "unescape": "safe",
    "unescaped": "safe",
    "call": "callback",
}
"""The words of other template languages."""
_ESCAPE = frozenset({"escape", "escaped"})
"""Their words for what tdom does unasked."""
_LETTERS = frozenset({"e", "h"})
"""The same in short; but a number takes `:e`, and a type of one's own whatever it likes."""
_LAYOUT = r"(?:.?[<>^{aligned}])?{signed}0?[0-9]*{grouped}(?:\.[0-9]*[,_]?)?"
# Python 3.14 groups the digits behind the point, and takes the separator before a text, too.
_NUMBER = _LAYOUT.format(aligned="=", signed="[-+ ]?z?#?", grouped="[,_]?")
_TAKEN = {
    "str": re.compile(_LAYOUT.format(aligned="", signed="", grouped="") + "s?", re.DOTALL),
    "int": re.compile(_NUMBER + "[bcdoxXneEfFgG%]?", re.DOTALL),
    "float": re.compile(_NUMBER + "[neEfFgG%]?", re.DOTALL),
    "bool": re.compile(_NUMBER + "[bcdoxXneEfFgG%]?", re.DOTALL),
}
"""What the types of Python make of a spec."""
_NOTHING = ("list", "dict", "tuple", "set", "bytes")
"""Types that take no spec at all."""


class UnknownFormatSpec(td.TemplateRule):
    """
    ## What

    A format spec that is nearly `:safe`, `:unsafe` or `:callback`, the word of another template language, or one that
    the type of the value does not take, as far as the project says what that is.

    ## Why

    tdom knows these three, spelt exactly so; any other goes to `format()`: `ValueError: Invalid format specifier 'Safe'
    for object of type 'str'`. A type of one's own may take any.

    ## Instead

    Write the spec as tdom spells it. Text is escaped anyway, and needs none for it.

    ## Example

    ```python
    t"<p>{body:Safe}</p>"  # bad
    t"<p>{body:safe}</p>"  # good
    ```
    """

    CODE = "TDC132"
    SLUG = "unknown-format-spec"
    GROUP = "values"
    SUMMARY = "the format spec is none of tdom's, so format() refuses it"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.TEMPLATE}, tokens={":"})

    VALID: t.ClassVar = [
        't"<p>{body:safe} {body:unsafe} {make:callback}</p>"',
        't"<p>{price:.2f} {n:03d} {n:>10} {name:s} {n:x} {share:%}</p>"',
        't"<p>{day:%d.%m.%Y} {day:short} {money:EUR} {name:{width}}</p>"',
        'f"<p>{body:Safe}</p>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"<p>{body:«Safe»}</p>"', fixed='t"<p>{body:safe}</p>"'),
        td.invalid('t"<p>{body:«saef»}</p>"', fixed='t"<p>{body:safe}</p>"', unsafe=True),
        td.invalid('t"<p>{body:«raw»}</p>"', fixed='t"<p>{body:safe}</p>"', unsafe=True),
        td.invalid('t"<p>{title:«escape»}</p>"', fixed='t"<p>{title}</p>"', unsafe=True),
        td.invalid('def page(name: str):\n    return t"<p>{name:«upper»}</p>"'),
        td.invalid('def page(price: float):\n    return t"<p>{price:«currency»}</p>"'),
    ]

    def check_template(self, template: td.Template) -> None:
        comments = {place.interpolation for place in self.markup(template).texts if place.within == "comment"}
        for number, value in enumerate(template.interpolations):
            word = value.format_spec.strip().lower()
            if number in comments or value.format_spec in _KNOWN or self._is_dropped(template, number, value):
                continue
            if word in _ESCAPE or (word in _LETTERS and self._is_text(value)):
                self._report_escape(value)
            elif _WORD.fullmatch(value.format_spec) and (meant := _meant(word)):
                self._report_word(value, meant)
            elif value.format_spec and not set("{\\").intersection(value.format_spec):
                self._check_type(value)

    def _is_dropped(self, template: td.Template, number: int, value: td.Interpolation) -> bool:
        """Whether nothing is ever formatted there, as the component around it takes no children (TDC209)."""
        return bool(value.format_spec) and number in td.html.dropped_values(self.view, template)

    def _check_type(self, value: td.Interpolation) -> None:
        """A spec for a value whose type takes no such; what is tested, or set anew, may be of another."""
        name = value.node.child_by_field_name("attribute")
        is_set = name is not None and self.view.text(name) in td.python.set_attributes(self.view)
        if is_set or td.flow.is_guarded(self.view, value.node, value.node, by_loops=False):
            return
        proven = "str" if value.conversion else td.python.proven_type(self.view, value.node)
        refusing = [kind for kind, taken in _TAKEN.items() if not taken.fullmatch(value.format_spec)]
        for kind in (*refusing, *_NOTHING):
            premise = td.premise(self.view, value.node, kind) if not proven else None
            if kind == proven or premise is not None:
                self._report_type(value, kind, premise)

    def _report_type(self, value: td.Interpolation, kind: str, premise: td.Premise | None) -> None:
        error = f"TypeError: unsupported format string passed to {kind}.__format__"
        if kind not in _NOTHING:
            error = f"ValueError: {_complaint(value.format_spec)} for object of type '{kind}'"
        self.report_span(
            self._span(value),
            f"`:{value.format_spec}` is no format spec that a {kind} takes",
            note=f"tdom hands it to format(), which raises {error}",
            help="convert the value before it is shown, or delete the spec",
            premise=premise,
        )

    def _is_text(self, value: td.Interpolation) -> bool:
        return bool(value.conversion) or td.python.proven_type(self.view, value.node) == "str"

    def _report_escape(self, value: td.Interpolation) -> None:
        span = self._span(value)
        edit = td.Edit(span.start - len(":"), span.end, "")
        reason = "a type of one's own may take the spec"
        fix = td.Fix(f"Delete `:{value.format_spec}`", (edit,), td.Safety.UNSAFE, unsafe_because=reason)
        self._report(value, span, fix, "delete it: tdom escapes every text that is not marked as safe")

    def _report_word(self, value: td.Interpolation, meant: str) -> None:
        span = self._span(value)
        edit = td.Edit(span.start, span.end, meant)
        fix = td.Fix(f"Write `:{meant}`", (edit,))
        if value.format_spec.strip().lower() != meant:
            reason = f"`:{meant}` is only what the spec looks like"
            fix = td.Fix(f"Write `:{meant}`", (edit,), td.Safety.UNSAFE, unsafe_because=reason)
        self._report(value, span, fix, f"did you mean `:{meant}`? tdom knows `:safe`, `:unsafe` and `:callback`")

    def _span(self, value: td.Interpolation) -> td.Span:
        """The spec without its colon; blanks may stand behind it."""
        source, spec = self.view.source, value.format_spec
        end = value.span.end - 1
        while source.slice(end - len(spec), end) != spec and end > value.expression_span.end:
            end -= 1
        return td.Span(end - len(spec.encode("utf-8")), end)

    def _report(self, value: td.Interpolation, span: td.Span, fix: td.Fix, advice: str) -> None:
        self.report_span(
            span,
            f"`:{value.format_spec}` is no format spec of tdom",
            fix=fix,
            note=f"tdom hands it to format(), which raises ValueError: {_complaint(value.format_spec)}",
            help=advice,
        )


def _complaint(spec: str) -> str:
    return f"{'Unknown format code' if len(spec) == 1 else 'Invalid format specifier'} {spec!r}"


def _meant(word: str) -> str:
    """The spec of tdom that a word is meant for, or nothing."""
    if word in _KNOWN:
        return word
    if word in _OTHERS:
        return _OTHERS[word]
    return next(iter(difflib.get_close_matches(word, _KNOWN, 1, 0.75)), "")
