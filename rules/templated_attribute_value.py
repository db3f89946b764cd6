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
_SIDES = 2
"""What a declaration has: a name and a value."""
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
    GATE = td.Gate(features={"template"})

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
                if attribute.kind is td.AttributeKind.LITERAL and not attribute.quote and _is_mapping(attribute):
                    self._report_braces(attribute)
                is_style = attribute.name == "style" and not tag.is_component
                if is_style and attribute.kind is td.AttributeKind.INTERPOLATED:
                    self._check_style(template.interpolations[attribute.interpolations[0]])
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

    def _check_style(self, value: td.Interpolation) -> None:
        """`style={...}` with what tdom cannot take apart."""
        if value.conversion or value.format_spec:
            return
        for shown, node in td.origins(self.view, value.node):
            kind = "bool" if td.is_boolean(self.view, node) else td.literal_type(self.view, node)
            broken = self._broken_declaration(node) if kind == "str" else None
            note = "tdom raises ValueError: Invalid number of parts for style property"
            if kind in _NO_STYLE and not self._is_narrowed(shown):
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

    def _broken_declaration(self, node: Node) -> str | None:
        """A part of a text that has not one colon, whatever is interpolated into it."""
        if node.type != "string" or "\\" in self.view.text(node):
            return None
        inner = [child for child in node.children if child.type == "interpolation"]
        edges = [node.children[0].end_byte, *(edge for child in inner for edge in (child.start_byte, child.end_byte))]
        pieces = zip(edges[::2], [*edges[1::2], node.children[-1].start_byte], strict=True)
        texts = [self.view.tree.utf8[start:end].decode("utf-8", "replace") for start, end in pieces]
        for declaration in (part for text in texts for part in text.split(";")):
            count = sum(bool(part.strip()) for part in declaration.split(":"))
            # Of a piece between two values only what it has too many is certain.
            if count > _SIDES or (declaration.strip() and count < _SIDES and not inner):
                return declaration.strip()
        return None

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
        pairs = [*td.origins(self.view, value.node)]
        kinds = [self._kind(node) for shown, node in pairs if shown == node or not self._is_narrowed(shown)]
        found = next((kind for kind in kinds if kind and (kind != "bool" or attribute.name == "class")), "")
        found = found or self._false_side(value.node)
        giver = None if found else next(filter(None, (self._giver_of_none(*pair) for pair in pairs)), None)
        if not found and giver is None:
            self._check_elsewhere(attribute, value)
            return
        found = found or "None"
        verb = "is" if len(kinds) == 1 and kinds[0] == found else "may be"
        self.report_span(
            value.expression_span,
            f"`{value.expression}` {verb} {_named(found)}, and the text around it in `{attribute.name}` makes it a str",
            fix=self._fix(tag, attribute, value) if found == "None" else None,
            related=(td.Related(self.path, self.view.span(giver), "may give None back"),) if giver is not None else (),
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
        return _is_before_or(name) or td.is_guarded(self.view, name, name)

    def _kind(self, node: Node) -> str:
        if not td.is_shallow(node):
            return ""
        kind = "bool" if td.is_boolean(self.view, node) else td.literal_type(self.view, node)
        return kind if kind in {"None", "bool", *_COLLECTIONS} else ""

    def _false_side(self, shown: Node) -> str:
        """`n > 1 and 'big'` gives False where it does not give the text, also by a local name."""
        shown = td.unwrapped(shown)
        given = self.view.assigned(self.view.text(shown), shown.start_byte) if shown.type == "identifier" else None
        if given is not None and self._is_narrowed(shown):
            return ""
        node = td.unwrapped(given or shown)
        left, operator = node.child_by_field_name("left"), node.child_by_field_name("operator")
        if node.type != "boolean_operator" or left is None or operator is None or operator.type != "and":
            return ""
        is_asked = given is not None and td.is_guarded(self.view, shown, left)
        return "bool" if td.proven_type(self.view, left) == "bool" and not is_asked else ""

    def _giver_of_none(self, shown: Node, node: Node) -> Node | None:
        """The name of a function or property of the file whose body says that it may give None back."""
        function = td.function_behind(self.view, node)
        returns = td.endings.returns_of(self.view, function) if function is not None else []
        if function is None or not td.may_be_none(self.view, function, returns):
            return None
        if self._is_narrowed(shown) or self._is_narrowed(node) or not self._is_open(node, function):
            return None
        # What decides within the function may be known around the template.
        is_known = any(
            td.is_guarded(self.view, place, test) for place in (shown, node) for test in td.tests_of(function)
        )
        return function.child_by_field_name("name") if not is_known else None

    def _is_open(self, node: Node, function: Node) -> bool:
        """Whether a call says nothing of what the function decides by: `state("big")` may never be None."""
        if node.type != "call":
            return True
        given = td.arguments_of(self.view, node)
        defaults = [
            parameter.name
            for parameter in td.shapes.definitions_of(self.view).parameters(function)
            if parameter.has_default
        ]
        tests = {word for test in td.tests_of(function) for word in re.findall(r"\w+", self.view.text(test))}
        is_any = all(td.is_told_by_caller(self.view, value) for value in (*given.positional, *given.keywords.values()))
        return is_any and not given.has_star and tests.isdisjoint(defaults)

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


def _is_before_or(node: Node) -> bool:
    """Whether what a node gives goes to the left of an `or`, also as `(x if a else b) or c`."""
    parent = node.parent
    while parent is not None and parent.type in _PASSING:
        first, last = parent.named_children[0], parent.named_children[-1]
        operator = parent.child_by_field_name("operator")
        if operator is not None and node == first:
            return operator.type == "or"
        if node not in (first, last):
            return False  # the test of a conditional
        node, parent = parent, parent.parent
    return False


_PASSING = frozenset({"parenthesized_expression", "conditional_expression", "boolean_operator", "named_expression"})

_HELP = "let the value stand alone in the attribute, or give `''` where there is nothing to show"


def _is_mapping(attribute: td.Attribute) -> bool:
    """The text of a mapping: `{"color":`, or `{color:` for what takes one."""
    text = attribute.value or ""
    is_taker = attribute.name in {*_MAPPED, "class", "style"}
    return _QUOTED_KEY.match(text) is not None or (is_taker and _BARE_KEY.match(text) is not None)


def _named(kind: str) -> str:
    return {"None": "None", "bool": "True or False", "int": "a number", "float": "a number"}.get(kind, f"a {kind}")


def _said(kind: str) -> str:
    return {"None": "`None`", "bool": "`False` or `True`"}.get(kind, f"what the repr of a {kind} says")
