"""TDC127: a value between text in an attribute is None, a boolean or a collection."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

_QUOTED_KEY = re.compile(r"""\{["'][\w-]+["']:""")
_BARE_KEY = re.compile(r"\{[\w-]+:")
_MAPPED = frozenset({"data", "aria"})
_KINDS = frozenset({"None", "dict", "list", "set"})
_TOLD = frozenset({"list", "dict", "bool"})
_NO_STYLE = frozenset({"list", "tuple", "set", "int", "float", "bool"})


class TemplatedAttributeValue(td.TemplateRule):
    """
    ## What

    An attribute that mixes text with a value which is, or may be, None, True, False, a list or a dict, also where a
    function, a method or a property of the file gives None back; and `data="..."` or `aria="..."` with a value between
    text. `style={{"color": x}}`, in which the doubled braces are text. And `style={...}` with a text that tdom cannot
    take apart, or with a list, a number or a boolean.

    ## Why

    A value that stands alone has its meaning for tdom: None leaves the attribute out, a list of classes is joined.
    Between text it is turned into a str: `class="btn {None}"` renders `class="btn None"`. And `data` and `aria` take a
    mapping and nothing else: `TypeError: data attributes cannot be templated`. The text of a `style` that stands alone
    is split at each `;` and `:`; a second colon raises `ValueError: Invalid number of parts for style property`.

    ## Instead

    Let the value stand alone. Several `class` attributes of one element are merged, and a list may hold None. Where the
    text is to stay, give `''` instead of None.

    ## Example

    ```python
    t"<a class='btn {kind if kind else None}'></a>"         # bad
    t"<a class='btn' class={kind if kind else None}></a>"   # good
    t"<a class={['btn', kind if kind else None]}></a>"      # good
    ```
    """

    CODE = "TDC127"
    SLUG = "templated-attribute-value"
    GROUP = "values"
    SUMMARY = "None, a boolean or a collection stands between the text of an attribute"
    SEVERITY = td.Severity.WARNING
    OTHER_SEVERITIES = (td.Severity.ERROR,)
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        't"<a class={None} href={url or None} hidden={n > 1}></a>"',
        "t\"<a class='btn {kind}' href='/users/{user.id}' title='{name} {count}'></a>\"",
        "t\"<a class='btn {kind or ''}' id='x{n if n else ''}'></a>\"",
        "t\"<a class='btn' class={kind if kind else None}></a>\"",
        "t\"<a class='btn {(kind if shown else None) or 'b'} {(kind or None) or 'c'} {None or 'd'}'></a>\"",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "t\"<a class='btn {«kind if kind else None»}'></a>\"",
            fixed="t\"<a class='btn' class={kind if kind else None}></a>\"",
            unsafe=True,
        ),
        td.invalid("t\"<a class='btn {«n > 1 and 'big'»}'></a>\""),
        td.invalid("def page(classes: list[str]):\n    return t\"<a class='btn {«classes»}'></a>\""),
        td.invalid("t\"<a «data='a{x}'»></a>\""),
        td.invalid("t\"<a class='btn { «{'on': shown}» }'></a>\""),
        td.invalid("t\"<p style={«'background: url(http://x)'»}></p>\""),
    ]

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            for attribute in tag.attributes:
                if attribute.kind is td.html.AttributeKind.LITERAL and not attribute.quote and _is_mapping(attribute):
                    self._report_braces(attribute)
                is_style = attribute.name == "style" and not tag.is_component
                if is_style and attribute.kind is td.html.AttributeKind.INTERPOLATED:
                    self._check_style(template.interpolations[attribute.interpolations[0]])
                if attribute.kind is not td.html.AttributeKind.TEMPLATED:
                    continue
                if attribute.name in _MAPPED and not tag.is_component:
                    # TDC102 speaks of `data={x}/>`, where the text is the slash alone.
                    if not (attribute.swallows_slash or td.html.is_never_rendered(self.view, template, tag)):
                        self._report_mapped(attribute)
                    continue
                for number in attribute.interpolations:
                    self._check_value(tag, attribute, template.interpolations[number])

    def _report_braces(self, attribute: td.Attribute) -> None:
        self.report_span(
            attribute.span,
            f"`{attribute.name}` is the text `{attribute.value}`: doubled braces give a brace, and no mapping",
            note="in a t-string `{{` stands for `{`, so that nothing is interpolated",
            help=f"`{attribute.name}={{ {{...}} }}`: a space keeps the braces apart",
        )

    def _check_style(self, value: td.Interpolation) -> None:
        """`style={...}` with what tdom cannot take apart."""
        if value.conversion or value.format_spec:
            return
        for shown, node in td.flow.origins(self.view, value.node):
            kind = "bool" if td.python.is_boolean(self.view, node) else td.python.literal_type(self.view, node)
            broken = td.html.broken_declaration(self.view, node) if kind == "str" else None
            note = "tdom raises ValueError: Invalid number of parts for style property"
            if kind in _NO_STYLE and not td.flow.is_narrowed(self.view, shown):
                what, note = f"is {_named(kind)}", "tdom raises TypeError: Unknown interpolated style value"
            elif broken is not None:
                what, note = f"says `{broken}`, which is no `name: value`", f"{note} {broken}"
            else:
                continue
            self.report_span(
                self.view.span(shown),
                f"`{self.view.text(shown)}` {what}; `style` takes declarations, a mapping or None",
                severity=td.Severity.ERROR,
                note=note,
                help="give a mapping: `style={ {'background': value} }`",
            )
            return

    def _report_mapped(self, attribute: td.Attribute) -> None:
        self.report_span(
            attribute.span,
            f"`{attribute.name}` mixes text with a value; it takes one mapping and nothing else",
            severity=td.Severity.ERROR,
            note=f"tdom raises TypeError: {attribute.name} attributes cannot be templated",
            help=f"write `{attribute.name}-name='...'`, or give a mapping: `{attribute.name}={{ {{'name': value}} }}`",
        )

    def _check_value(self, tag: td.Tag, attribute: td.Attribute, value: td.Interpolation) -> None:
        if value.conversion or value.format_spec:
            return
        kinds = _KINDS | {"bool"} if attribute.name == "class" else _KINDS
        textless = td.flow.textless_value(self.view, value.node, kinds)
        if textless is not None:
            fix = self._fix(tag, attribute, value) if textless.kind == "None" else None
            self._report(attribute, value, textless, fix=fix)
            return
        # What a definition says that the value is: of a parameter, a field, a function.
        proven = td.python.proven_type(self.view, value.node)
        for kind in sorted(kinds & _TOLD):
            premise = td.premise(self.view, value.node, kind) if not proven else None
            if proven == kind or premise is not None:
                self._report(attribute, value, td.flow.Textless(kind, is_certain=True), premise=premise)

    def _report(
        self,
        attribute: td.Attribute,
        value: td.Interpolation,
        textless: td.flow.Textless,
        *,
        fix: td.Fix | None = None,
        premise: td.Premise | None = None,
    ) -> None:
        what = f"{'is' if textless.is_certain else 'may be'} {_named(textless.kind)}"
        giver = textless.giver
        self.report_span(
            value.expression_span,
            f"`{value.expression}` {what}, and the text around it in `{attribute.name}` makes it a str",
            fix=fix,
            related=(td.Related(self.path, self.view.span(giver), "may give None back"),) if giver is not None else (),
            note=f"tdom calls str() on it, so that the attribute says {_said(textless.kind)}",
            help="let the value stand alone in the attribute, or give `''` where there is nothing to show",
            premise=premise,
        )

    def _fix(self, tag: td.Tag, attribute: td.Attribute, value: td.Interpolation) -> td.Fix | None:
        """`class="a {x}"` to `class="a" class={x}`, which tdom merges."""
        source = self.view.source
        text = source.slice(attribute.value_span.start, value.span.start)
        is_class = attribute.name == "class" and attribute.quote != "" and not tag.is_component
        is_last = value.span.end == attribute.value_span.end and len(attribute.interpolations) == 1
        if not (is_class and is_last and text[-1:].isspace()):
            return None
        start, end = value.span.start - len(text) + len(text.rstrip()), attribute.span.end
        shown = source.slice(value.span.start, value.span.end)
        reason = "the words of the class are set apart by one space, and None is left out"
        edit = td.Edit(start, end, f"{attribute.quote} class={shown}")
        return td.Fix("Give the value a `class` of its own", (edit,), td.Safety.UNSAFE, unsafe_because=reason)


def _is_mapping(attribute: td.Attribute) -> bool:
    """The text of a mapping: `{"color":`, or `{color:` for what takes one."""
    text = attribute.value or ""
    is_taker = attribute.name in {*_MAPPED, "class", "style"}
    return _QUOTED_KEY.match(text) is not None or (is_taker and _BARE_KEY.match(text) is not None)


def _named(kind: str) -> str:
    return {"None": "None", "bool": "True or False", "int": "a number", "float": "a number"}.get(kind, f"a {kind}")


def _said(kind: str) -> str:
    return {"None": "`None`", "bool": "`False` or `True`"}.get(kind, f"what the repr of a {kind} says")
