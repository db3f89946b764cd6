"""TDC112: a template becomes text, which is the repr of the object."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_REPORTING = frozenset(
    {"print", "repr", "debug", "info", "warning", "warn", "error", "exception", "critical", "log", "write", "fail"}
    | {"skip", "echo", "pprint"}
)
_TEMPLATE = "from string.templatelib import Template\n\n"
_STATEMENTS = frozenset({"raise_statement", "assert_statement"})


class TemplateStringified(td.FileRule):
    """
    ## What

    A template, or the `children` of a component, in an f-string, in `str()`, after `%`, in a `join()` or added to a
    str.

    ## Why

    The str of a Template is its repr: the page shows `Template(strings=('<b>', '</b>'), interpolations=(...))`. A
    `join` and a sum raise: `TypeError: sequence item 0: expected str instance, string.templatelib.Template found`.

    ## Instead

    Interpolate the template itself into a t-string; a list of templates may be interpolated as it is. Text is made by
    `html()`.

    ## Example

    ```python
    bold = t"<b>{name}</b>"
    t"<p>{f'{bold}, hello'}</p>"  # bad
    t"<p>{bold}, hello</p>"       # good
    ```
    """

    CODE = "TDC112"
    SLUG = "template-stringified"
    GROUP = "values"
    SUMMARY = "a template is turned into text, which is its repr"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features={"template"})

    SKIP_DERIVED: t.ClassVar = {"second t-string": "the template around it is then the one that becomes text"}

    VALID: t.ClassVar = [
        """
        # file: shop/page.py
        from shop.parts import Part, header, rendered

        def page(part: Part):
            print(f"{header()}")
            return f"<p>{part.name()}{part.text}{rendered()}</p>" if part else t"<p></p>"
        # file: shop/parts.py
        from tdom import html
        from string.templatelib import Template

        class Part:
            text: str

            def name(self):
                return t"<p></p>" if self.text else ""

        def header() -> Template: ...

        def rendered():
            return html(t"<p></p>")
        """,
        "bold = t'<b>{x}</b>'\npage = t'<p>{bold}</p>' + bold",
        "bold = t'<b>{x}</b>'\nprint(f'{bold}')\nlogger.debug(f'rendering {bold}')\nprint(str(bold), '%s' % bold)",
        "bold = t'<b>{x}</b>'\nassert bold, f'wrong: {bold}'\nraise ValueError(f'wrong: {bold}')",
        "bold = t'<b>{x}</b>'\ntext = f'{bold!r}' + repr(bold) + '%r' % bold",
        "from tdom import html\n\nbold = t'<b>{x}</b>'\npage = f'<p>{html(bold)}</p>' + str(html(bold))",
        "bold = t'<b>{x}</b>'\nbold = str(x)\npage = f'<p>{bold}</p>'",
        "def page(bold):\n    other = t'<b></b>'\n    return f'<p>{bold}</p>' + str(bold) + ''.join(bold)",
        "bold = t'<b>{x}</b>'\nnames = f'{bold.strings}' + str(len(bold.strings)) + ''.join(bold.strings)",
        "def List(children): return t'<b>{children}</b>'\n\ndef tree(children: list[str]): return ''.join(children)",
        f"{_TEMPLATE}def Card(x) -> Template:\n    return t'<b>{{x}}</b>'\n\nprint(f'{{Card(x)}}', str(Card(x)))",
        f"{_TEMPLATE}def Card(x):\n    return t'<b>{{x}}</b>'\n\ntext = f'{{Card(x)!r}}'",
        f"{_TEMPLATE}@shown\ndef Card(x) -> Template:\n    return t'<b>{{x}}</b>'\n\ntext = f'{{Card(x)}}'",
        f"{_TEMPLATE}def Card(x) -> Template:\n    return t'<b>{{x}}</b>'\n\ntext = f'{{Card(x).strings}} {{Card}}'",
        "def str(x): ...\n\nbold = t'<b>{x}</b>'\npage = str(bold)",
        "query = t'SELECT {x}'\nbold = t'<b></b>'\ntext = t'<i>{bold}</i>{[bold, bold]}'",
        "with pytest.raises(TypeError):\n    page = t'<b>{x}</b>' + 'text'",
        "from tdom import html\n\nparts = [t'<b>{x}</b>' for x in names]\npage = ''.join(html(part) for part in parts)",
        "def test(x):\n    bold = t'<b>{x}</b>'\n    assert str(bold) == '...'",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            """
            # file: shop/page.py
            from shop.parts import Part, header

            def page(part: Part):
                return f"<p>{«header()»}</p>" if part else t"<p></p>"
            # file: shop/parts.py
            from string.templatelib import Template

            class Part: ...

            def header() -> Template: ...
            """
        ),
        td.invalid(
            """
            # file: shop/page.py
            from shop.parts import Part

            class Page(Part):
                def __call__(self):
                    return t"<p>{str(«self.body()»)}</p>"
            # file: shop/parts.py
            class Part:
                def body(self):
                    return t"<p></p>"
            """
        ),
        td.invalid(
            f"{_TEMPLATE}def Card(x) -> Template:\n    return t'<b>{{x}}</b>'\n\ntext = f'<p>{{«Card(x)»}}</p>'"
        ),
        td.invalid("page = f\"<p>{«t'<b>{x}</b>'»}</p>\""),
        td.invalid("def Card(x):\n    return t'<b>{x}</b>'\n\ntext = f'<p>{«Card(x)»}</p>'"),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return f'<p>{«bold»}</p>'"),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return t'<p>{str(«bold»)}</p>'"),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return '<p>%s</p>' % «bold»"),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return '<p>{}</p>'.format(«bold»)"),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return «bold» + 'text'"),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return '<p>' + «bold»"),
        td.invalid("def page(names):\n    return t\"<ul>{''.join(«t'<li>{name}</li>'» for name in names)}</ul>\""),
        td.invalid("def page(names):\n    return ''.join([«t'<li>{name}</li>'» for name in names])"),
        td.invalid(
            "def page(names):\n    items = [«t'<li>{x}</li>'» for x in names]\n    return t\"<b>{''.join(items)}</b>\""
        ),
        td.invalid(
            f"{_TEMPLATE}def List(children: Template): return t\"<b>{{''.join(str(«x») for x in children)}}</b>\""
        ),
        td.invalid(f"{_TEMPLATE}def Box(children: Template): return t\"<b>{{f'<i>{{«children»}}</i>'}}</b>\""),
        td.invalid(
            f"{_TEMPLATE}class Box:\n    children: Template\n"
            "    def __call__(self):\n        return t'<b>{str(«self.children»)}</b>'"
        ),
        td.invalid(f"{_TEMPLATE}def Card(x) -> Template:\n    return t'<b>{{x}}</b>'\n\ntext = str(«Card(x)»)"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[int] = set()
        self._templates: dict[int, int] = {}
        """The ends of the templates by their starts; one instance looks at one file."""
        self._functions: dict[str, list[td.FunctionFact]] = {}
        self._classes: dict[str, list[td.ParameterFact]] = {}
        self._hides_str = False

    def check_file(self) -> None:
        scopes = self.view.scopes.scopes
        self._templates = {found.node.start_byte: found.node.end_byte for found in self.view.html_templates}
        self._hides_str = any("str" in scope.names or "str" in scope.bindings for scope in scopes)
        for owner in self.facts.classes:
            self._classes.setdefault(owner.path, []).extend(owner.fields)
        for function in self.facts.functions:
            self._functions.setdefault(function.path, []).append(function)
        for string in self.view.captures["string"]:
            if "f" in self.view.text(string.children[0]).lower():
                self._check_fstring(string)
        for call in self.view.captures["call"]:
            self._check_call(call)
        for template in self.view.html_templates:
            self._check_operand(template.node)
        for name in self._names():
            self._check_operand(name)

    def _names(self) -> Iterator[Node]:
        """Places that read a name which is given a template."""
        names = {name for (_, name), values in self.view.assignments.items() if any(map(self._is_literal, values))}
        for name in names:
            yield from (node for node in self.view.readers.get(name, ()) if self._is_template(node))

    def _check_fstring(self, string: Node) -> None:
        for child in string.children:
            if child.type != "interpolation" or any(part.type == "type_conversion" for part in child.children):
                continue
            for node in child.named_children[:1]:
                self._check_value(node, "an f-string turns it into text", is_raised=False)

    def _check_call(self, call: Node) -> None:
        function = call.child_by_field_name("function")
        listed = call.child_by_field_name("arguments")
        if function is None or listed is None:
            return
        if self.view.text(function) == "str" and not self.view.resolve(function) and not self._hides_str:
            for node in td.arguments_of(self.view, call).positional[:1]:
                self._check_value(node, "`str()` turns it into text", is_raised=False)
            return
        method = function.child_by_field_name("attribute") if function.type == "attribute" else None
        name = self.view.text(method) if method is not None else ""
        if name not in {"join", "format"} or td.literal_type(self.view, call) != "str":
            return
        if name == "format":
            for node in td.arguments_of(self.view, call).positional:
                self._check_value(node, "`format()` turns it into text", is_raised=False)
            return
        arguments = (
            [listed] if listed.type == "generator_expression" else td.arguments_of(self.view, call).positional[:1]
        )
        for node in arguments:
            for _, value in td.origins(self.view, node):
                for item in td.items_of(value) if value != node or node.type != "identifier" else ():
                    self._check_value(item, "`join()` takes text only", is_raised=True)

    def _check_operand(self, node: Node) -> None:
        """A template beside `+` or after `%`."""
        inner, parent = node, node.parent
        while parent is not None and parent.type == "parenthesized_expression":
            node, parent = parent, parent.parent
        operator = parent.child_by_field_name("operator") if parent is not None else None
        if parent is None or operator is None or parent.type != "binary_operator":
            return
        left, right = parent.child_by_field_name("left"), parent.child_by_field_name("right")
        other = left if right == node else right
        if other is None or td.literal_type(self.view, other) != "str":
            return
        if operator.type == "%" and left == other and "%s" in self.view.text(other):
            self._check_value(inner, "`%s` turns it into text", is_raised=False)
        elif operator.type == "+":
            self._check_value(inner, "only templates can be added to it", is_raised=True)

    def _check_value(self, whole: Node, what: str, *, is_raised: bool) -> None:
        for node in td.outcomes(whole):
            self._judge(node, what, is_raised=is_raised)

    def _judge(self, node: Node, what: str, *, is_raised: bool) -> None:
        if node.start_byte in self._reported or self._is_reporting(node):
            return
        premise = None
        if not self._is_template(node):
            premise = td.premise(self.view, node, "template") if node.type in {"call", "attribute"} else None
            if premise is None:
                return
        if self.view.is_expected_to_fail(node.start_byte):
            return
        self._reported.add(node.start_byte)
        shown = " ".join(self.view.text(node).split())
        raised = "it raises TypeError" if is_raised else "the text is its repr: `Template(strings=('<b>', ...`"
        self.report_span(
            self.view.span(node),
            f"`{shown if len(shown) <= 40 else shown[:37] + '...'}` is a template; {what}",
            note=raised,
            help="interpolate the template itself into a t-string, or render it with `html()`",
            premise=premise,
        )

    def _is_literal(self, node: Node) -> bool:
        return self._templates.get(node.start_byte) == node.end_byte

    def _is_template(self, node: Node) -> bool:
        if node.type == "attribute" and self.view.text(node) == "self.children":
            return self._is_field(node)
        if node.type == "identifier":
            value = self.view.assigned(self.view.text(node), node.start_byte)
            return self._is_literal(value) if value is not None else self._is_children(node)
        if node.type == "call":
            helper = td.helper_of(self.view, node)
            returns = helper.returns.named_children[0] if helper is not None and helper.returns is not None else None
            return returns is not None and self.view.resolve(returns) in td.api.TEMPLATE
        return self._is_literal(node)

    def _is_children(self, node: Node) -> bool:
        """A parameter `children` that is a Template, or what a comprehension takes out of it."""
        name = self.view.text(node)
        source = self._iterated(node, name) if name != "children" else node
        if source is None or self.view.text(source) != "children":
            return False
        scope = self.view.scopes.scopes[self.view.scopes.index_at(node.start_byte)]
        if self.view.is_assigned("children", node.start_byte):
            return False
        functions = self._functions.get(scope.path, [])
        given = [parameter for found in functions for parameter in found.parameters if parameter.name == "children"]
        return len(given) == 1 and given[0].type_ref in td.api.TEMPLATE

    def _is_field(self, node: Node) -> bool:
        """`self.children`, where the class around it declares a Template."""
        index = self.view.scopes.index_at(node.start_byte)
        scope = self.view.scopes.scopes[index]
        path = scope.path.rpartition(".")[0]
        fields = [found for found in self._classes.get(path, ()) if found.name == "children"]
        return "self" in scope.parameters and len(fields) == 1 and fields[0].type_ref in td.api.TEMPLATE

    def _iterated(self, node: Node, name: str) -> Node | None:
        """What the loop of the comprehension around a name goes through."""
        around = node.parent
        while around is not None and around.type not in {"generator_expression", "list_comprehension", "block"}:
            around = around.parent
        for clause in around.named_children if around is not None and around.type != "block" else ():
            left = clause.child_by_field_name("left") if clause.type == "for_in_clause" else None
            if left is not None and self.view.text(left) == name:
                return clause.child_by_field_name("right")
        return None

    def _is_reporting(self, node: Node) -> bool:
        """Inside of a message for somebody who reads code: a log, an assertion, an exception."""
        parent = node.parent
        while parent is not None and parent.type not in {"block", "module"}:
            if parent.type in _STATEMENTS:
                return True
            function = parent.child_by_field_name("function") if parent.type == "call" else None
            if function is not None and self.view.text(function).rpartition(".")[2] in _REPORTING:
                return True
            parent = parent.parent
        return False
