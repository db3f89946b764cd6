"""TDC127: a value between text in an attribute is None, a boolean or a collection."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_QUOTED_KEY = re.compile(r"""\{["'][\w-]+["']:""")
_BARE_KEY = re.compile(r"\{[\w-]+:")
_MAPPED = frozenset({"data", "aria"})
_COLLECTIONS = frozenset({"dict", "list", "set"})


class TemplatedAttributeValue(td.TemplateRule):
    """
    ## What

    An attribute that mixes text with a value which is, or may be, None, True, False, a list or a dict; and `data="..."`
    or `aria="..."` with a value between text. And `style={{"color": x}}`, in which the doubled braces are text.

    ## Why

    A value that stands alone has its meaning for tdom: None leaves the attribute out, a list of classes is joined.
    Between text it is turned into a str: `class="btn {None}"` renders `class="btn None"`. And `data` and `aria` take a
    mapping and nothing else: `TypeError: data attributes cannot be templated`.

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
    FIXABLE = "sometimes"
    GATE = td.Gate(features={"template"})

    VALID: t.ClassVar = [
        """
        def a(ok):
            label = "a" if ok else None
            return t"<p class='c {label or 1}' title='{label if label else 2} b'></p>"
        """,
        """
        def a(ok):
            label = "a" if ok else None
            if not label:
                return t""
            return t"<p class='c {label}'></p>"
        """,
        """
        def a(ok):
            label = "a" if ok else None
            return t"{t'<p title="{label} b"></p>' if label else None}"
        """,
        't"<a class={None} href={url or None} hidden={n > 1}></a>"',
        "t\"<a class='btn {kind}' href='/users/{user.id}' title='{name} {count}'></a>\"",
        "t\"<a class='btn {kind or ''}' id='x{n if n else ''}'></a>\"",
        "t\"<a class='btn {name and name}' title='a {label or 0}'></a>\"",
        "t\"<a class='btn' class={kind if kind else None}></a>\"",
        't\'<p x-data={{open:1}} x-on="{{\\\'a\\\': 1}}" style={ {"color": "red"} }></p>\'',
        "t\"<p title={{name}} class={{kind}} data-x={{}}>{{'a': 1}}</p>\"",
        "t\"<a title='{None!r} is {[1, 2]!s} and {n > 1:d}'></a>\"",
        "t\"<a data={ {'x': 1} } aria={mapping}></a><object data='a.svg'></object>\"",
        "t\"<a data-id='a{x}' aria-label='a{x}'></a>\"",
        "t\"<{Card} data='a{x}' aria='a{x}' />\"",
        "t\"<a title='{'yes' if n > 1 else 'no'} {len(names)}'></a>\"",
        "t\"<a href='?all={n > 1}' title='is {not shown}' data-state='{a == b}!'></a>\"",
        "def link(flag: bool):\n    return t\"<a href='?flag={flag}'></a>\"",
        "t\"<p>{name} is {None}</p><!-- <a class='btn {None}'> -->\"",
        "t'<script>var a = \"<a class=b{None}>\"</script>'",
        """
        def link(kind):
            extra = None
            if kind:
                extra = kind
            return t"<a class='btn {extra}'></a>"
        """,
        "def Rule(): ...\n\npage = t\"<{Rule}><a data='dropped with all {that} stands here'></a></{Rule}>\"",
        "with pytest.raises(TypeError):\n    html(t\"<a data='a{x}' class='a {None}'></a>\")",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            """
            # file: shop/button.py
            from shop.base import Base

            class Button(Base):
                def __call__(self):
                    return t"<a class='btn {«self.classes»}' href='{self.href}' id='a-{self.on}'></a>"
            # file: shop/base.py
            class Base:
                classes: list[str]
                href: str
                on: bool
            """
        ),
        td.invalid("def page(classes: list[str]):\n    return t\"<a class='btn {«classes»}'></a>\""),
        td.invalid(
            "t\"<a class='btn {«kind if kind else None»}'></a>\"",
            fixed="t\"<a class='btn' class={kind if kind else None}></a>\"",
            unsafe=True,
        ),
        td.invalid("t\"<a class='btn {«n > 1 and 'big'»}'></a>\""),
        td.invalid("t\"<a href='/u/{«user or None»}'></a>\""),
        td.invalid("t\"<a class='btn {«None»} wide'></a>\""),
        td.invalid("t\"<a class='btn { «{'on': shown}» }'></a>\""),
        td.invalid("t\"<a class='btn {«[a, b]»}'></a>\""),
        td.invalid("t\"<a class='is-{«n > 1»}'></a>\""),
        td.invalid("t\"<{Link} label='is {«None if shown else x»}' />\""),
        td.invalid("t\"<a «data='a{x}'»></a>\""),
        td.invalid("t\"<p «aria='{x} '»></p>\""),
        td.invalid('t\'<p «style={{"color":"red"}}»></p>\''),
        td.invalid('t\'<p «style={{"color":» "red"}}>a</p>\''),
        td.invalid('t"<p «class={{on:1}}»>a</p>"'),
        td.invalid(
            """
            def link(kind):
                extra = kind if kind != "plain" else None
                return t"<a class='btn {«extra»}'></a>"
            """,
            fixed="""
            def link(kind):
                extra = kind if kind != "plain" else None
                return t"<a class='btn' class={extra}></a>"
            """,
            unsafe=True,
        ),
    ]

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            for attribute in tag.attributes:
                if attribute.kind is td.AttributeKind.LITERAL and not attribute.quote and _is_mapping(attribute):
                    self._report_braces(attribute)
                if attribute.kind is not td.AttributeKind.TEMPLATED:
                    continue
                if attribute.name in _MAPPED and not tag.is_component:
                    # TDC102 speaks of `data={x}/>`, where the text is the slash alone.
                    if not (attribute.swallows_slash or td.is_dropped(self.view, template, tag)):
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
        pairs = td.origins(self.view, value.node)
        kinds = [self._kind(node) for shown, node in pairs if shown == node or not self._is_narrowed(shown)]
        found = next((kind for kind in kinds if kind and (kind != "bool" or attribute.name == "class")), "")
        found = found or self._false_side(value.node)
        if not found:
            self._check_elsewhere(attribute, value)
            return
        verb = "is" if len(kinds) == 1 and kinds[0] == found else "may be"
        self.report_span(
            value.expression_span,
            f"`{value.expression}` {verb} {_named(found)}, and the text around it in `{attribute.name}` makes it a str",
            fix=self._fix(tag, attribute, value) if found == "None" else None,
            note=f"tdom calls str() on it, so that the attribute says {_said(found)}",
            help=_HELP,
        )

    def _check_elsewhere(self, attribute: td.Attribute, value: td.Interpolation) -> None:
        """What a definition says that the value is: of a parameter, a field, a function."""
        proven = td.proven_type(self.view, value.node)
        for kind in ("list", "dict", *(["bool"] if attribute.name == "class" else [])):
            premise = td.premise(self.view, value.node, kind) if not proven else None
            if proven == kind or premise is not None:
                what = f"`{value.expression}` is {_named(kind)}"
                self.report_span(
                    value.expression_span,
                    f"{what}, and the text around it in `{attribute.name}` makes it a str",
                    note=f"tdom calls str() on it, so that the attribute says {_said(kind)}",
                    help=_HELP,
                    premise=premise,
                )

    def _is_narrowed(self, name: Node) -> bool:
        """Whether a name is tested before or around, or stands before an `or`: then None is not what it gives."""
        parent = name.parent
        operator = parent.child_by_field_name("operator") if parent is not None else None
        is_left = (
            parent is not None and parent.type == "boolean_operator" and parent.child_by_field_name("left") == name
        )
        return (is_left and operator is not None and operator.type == "or") or td.is_guarded(self.view, name, name)

    def _kind(self, node: Node) -> str:
        if not td.is_shallow(node):
            return ""
        kind = "bool" if td.is_boolean(self.view, node) else td.literal_type(self.view, node)
        return kind if kind in {"None", "bool", *_COLLECTIONS} else ""

    def _false_side(self, node: Node) -> str:
        """`n > 1 and 'big'` gives False where it does not give the text."""
        node = td.unwrapped(node)
        left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
        if node.type != "boolean_operator" or left is None or operator is None or operator.type != "and":
            return ""
        return "bool" if td.proven_type(self.view, left) == "bool" else ""

    def _fix(self, tag: td.Tag, attribute: td.Attribute, value: td.Interpolation) -> td.Fix | None:
        """`class="a {x}"` to `class="a" class={x}`, which tdom merges."""
        source = self.view.source
        text = source.slice(attribute.value_span.start, value.span.start)
        is_last = value.span.end == attribute.value_span.end and len(attribute.interpolations) == 1
        if (
            tag.is_component
            or attribute.name != "class"
            or not attribute.quote
            or not is_last
            or not text[-1:].isspace()
        ):
            return None
        start, end = value.span.start - len(text) + len(text.rstrip()), attribute.span.end
        shown = source.slice(value.span.start, value.span.end)
        reason = "the words of the class are set apart by one space, and None is left out"
        edit = td.Edit(start, end, f"{attribute.quote} class={shown}")
        return td.Fix("Give the value a `class` of its own", (edit,), td.Safety.UNSAFE, unsafe_because=reason)


_HELP = "let the value stand alone in the attribute, or give `''` where there is nothing to show"


def _is_mapping(attribute: td.Attribute) -> bool:
    """The text of a mapping: `{"color":`, or `{color:` for what takes one."""
    text = attribute.value or ""
    is_taker = attribute.name in {*_MAPPED, "class", "style"}
    return _QUOTED_KEY.match(text) is not None or (is_taker and _BARE_KEY.match(text) is not None)


def _named(kind: str) -> str:
    return {"None": "None", "bool": "True or False"}.get(kind, f"a {kind}")


def _said(kind: str) -> str:
    return {"None": "`None`", "bool": "`False` or `True`"}.get(kind, f"what the repr of a {kind} says")
