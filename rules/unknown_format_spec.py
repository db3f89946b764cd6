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
    "escape": "unsafe",
    "escaped": "unsafe",
    "call": "callback",
}
"""The words of other template languages."""


class UnknownFormatSpec(td.TemplateRule):
    """
    ## What

    A format spec that is nearly `:safe`, `:unsafe` or `:callback`, or the word of another template language.

    ## Why

    tdom knows these three, spelt exactly so; any other goes to `format()`: `ValueError: Invalid format specifier 'Safe'
    for object of type 'str'`.

    ## Instead

    Write the spec as tdom spells it. Text that is to be escaped needs none.

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
    GATE = td.Gate(features={"template"}, tokens={":"})

    VALID: t.ClassVar = [
        't"<p>{body:safe} {body:unsafe} {make:callback}</p>"',
        't"<p>{price:.2f} {n:03d} {n:>10} {name:s} {n:x} {share:%}</p>"',
        't"<p>{day:%d.%m.%Y} {day:short} {money:EUR} {name:{width}}</p>"',
        't"<p>{amount:safely-rounded} {name!r} {names[1:safe]}</p>"',
        "t\"<p>{ {'html': Safe} } {(lambda: raw)()}</p>\"",
        't"<p>{body}:Safe</p><!-- {body:Safe} -->"',
        'f"<p>{body:Safe}</p>"',
        't"SELECT {name:Safe} FROM shop"',
        'from psycopg import sql\n\nquery = t"SELECT <a {name:Safe}>"',
        'with pytest.raises(ValueError):\n    html(t"<p>{body:Safe}</p>")',
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"<p>{body:«Safe»}</p>"', fixed='t"<p>{body:safe}</p>"'),
        td.invalid('t"<p>{body:« safe»}</p>"', fixed='t"<p>{body:safe}</p>"'),
        td.invalid('t"<p>{make:«Callback»}</p>"', fixed='t"<p>{make:callback}</p>"'),
        td.invalid('t"<p title={body:«UNSAFE»}></p>"', fixed='t"<p title={body:unsafe}></p>"'),
        td.invalid('t"<p>{body:«saef»}</p>"', fixed='t"<p>{body:safe}</p>"', unsafe=True),
        td.invalid('t"<p>{make:«callbak»}</p>"', fixed='t"<p>{make:callback}</p>"', unsafe=True),
        td.invalid('t"<p>{body:«raw»}</p>"', fixed='t"<p>{body:safe}</p>"', unsafe=True),
        td.invalid('t"<p>{body:«html»}</p>"', fixed='t"<p>{body:safe}</p>"', unsafe=True),
        td.invalid('t"<p>{title:«escape»}</p>"', fixed='t"<p>{title:unsafe}</p>"', unsafe=True),
    ]

    def check_template(self, template: td.Template) -> None:
        comments = {place.interpolation for place in self.markup(template).texts if place.within == "comment"}
        for number, value in enumerate(template.interpolations):
            spec = value.format_spec
            if number in comments or spec in _KNOWN or not _WORD.fullmatch(spec):
                continue
            meant = _meant(spec.strip())
            if meant:
                self._report(value, spec, meant)

    def _report(self, value: td.Interpolation, spec: str, meant: str) -> None:
        source = self.view.source
        end = value.span.end - 1
        while source.slice(end - len(spec), end) != spec and end > value.expression_span.end:
            end -= 1
        start = end - len(spec.encode("utf-8"))
        edit = td.Edit(start, end, meant)
        fix = td.Fix(f"Write `:{meant}`", (edit,))
        if spec.strip().lower() != meant:
            reason = f"`:{meant}` is only what the spec looks like"
            fix = td.Fix(f"Write `:{meant}`", (edit,), td.Safety.UNSAFE, unsafe_because=reason)
        self.report_span(
            td.Span(start, end),
            f"`:{spec}` is no format spec of tdom",
            fix=fix,
            note=f"tdom hands it to format(): ValueError: Invalid format specifier {spec!r} for object of type 'str'",
            help=f"did you mean `:{meant}`? tdom knows `:safe`, `:unsafe` and `:callback`",
        )


def _meant(spec: str) -> str:
    """The spec of tdom that a word is meant for, or nothing."""
    word = spec.lower()
    if word in _KNOWN:
        return word
    if word in _OTHERS:
        return _OTHERS[word]
    return next(iter(difflib.get_close_matches(word, _KNOWN, 1, 0.75)), "")
