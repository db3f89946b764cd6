"""TDC112: a template becomes text, which is the repr of the object."""

from __future__ import annotations

import re
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
_GIVING = frozenset({"assignment", "augmented_assignment"})
_LISTS = frozenset({"list", "tuple", "list_comprehension", "generator_expression"})
_COMPREHENSIONS = frozenset(
    {"list_comprehension", "generator_expression", "set_comprehension", "dictionary_comprehension"}
)
_BOUNDARIES = frozenset({"function_definition", "class_definition", "lambda", "module"})
_GIVEN = frozenset({"argument_list", "keyword_argument"})
_READING = frozenset({"str", "map", "len", "join", "list", "tuple", "reversed", "enumerate", "print", "html", "svg"})
"""Functions that take a list and put nothing into it."""
_MOST_STEPS = 10
"""From the name of a list to that of another which it is made of."""
_MOST_USES = 50
"""Of a name; one that is read in more places is read in some that are for no log."""
_WORD = re.compile(r"\w+")
_CONVERSION = re.compile(r"%(?:\((\w+)\))?([-#0 +]*(?:\d+|\*)?(?:\.(?:\d+|\*))?)([a-zA-Z%])")
_AROUND = frozenset({"binary_operator", "parenthesized_expression", "attribute", "call"})
_REPR = "the text is its repr: `Template(strings=('<b>', ...`"
_HELP = {"a template": "the template", "a list of templates": "the list"}


class TemplateStringified(td.FileRule):
    """
    ## What

    A template, a local list of templates, or the `children` of a component, in an f-string, in `str()`, after `%`, in a
    `join()` or added to a str; also template by template, in a loop over such a list.

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
        "bold = t'<b>{x}</b>'\npage = t'<p>{bold}</p>' + bold",
        "bold = t'<b>{x}</b>'\nprint(f'{bold}')\nlogger.debug(f'rendering {bold}')\nprint(str(bold), '%s' % bold)",
        "bold = t'<b>{x}</b>'\ntext = f'{bold!r}' + repr(bold) + '%r' % bold",
        "from tdom import html\n\nbold = t'<b>{x}</b>'\npage = f'<p>{html(bold)}</p>' + str(html(bold))",
        "bold = t'<b>{x}</b>'\nbold = str(x)\npage = f'<p>{bold}</p>'",
    ]
    INVALID: t.ClassVar = [
        td.invalid("page = f\"<p>{«t'<b>{x}</b>'»}</p>\""),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return t'<p>{str(«bold»)}</p>'"),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return '<p>%s</p>' % «bold»"),
        td.invalid("def page(x):\n    bold = t'<b>{x}</b>'\n    return «bold» + 'text'"),
        td.invalid("def page(names):\n    return ''.join([«t'<li>{name}</li>'» for name in names])"),
        td.invalid(
            """
            def page(trail):
                links = [t"<li>{step}</li>" for step in trail]
                return f"<ul>{«links»}</ul>"
            """
        ),
        td.invalid(f"{_TEMPLATE}def Box(children: Template): return t\"<b>{{f'<i>{{«children»}}</i>'}}</b>\""),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[int] = set()
        self._templates: dict[int, int] = {}
        """The ends of the templates by their starts; one instance looks at one file."""
        self._functions: dict[str, list[td.FunctionFact]] = {}
        self._classes: dict[str, list[td.ParameterFact]] = {}
        self._listings: dict[tuple[int, str], bool] = {}
        """Whether local names are given a list of templates, by scope and name."""
        self._texts: dict[int, bool] = {}
        """Whether operands are text, by node: a sum asks for those of the sums in it."""
        self._uses: dict[tuple[int, str], list[Node]] = {}
        """Where local names are read, by scope and name."""
        self._steps = 0
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
        for joint in self._joints():
            self._check_joint(joint)
        self._check_growths()

    def _joints(self) -> Iterator[Node]:
        """The operations around a string, a name, or what belongs to `self`."""
        seen = set[int]()
        for inner in (*self.view.captures["fragment"], *self.view.readers.get("self", ())):
            around = inner.parent
            while around is not None and around.id not in seen and around.type in _AROUND:
                seen.add(around.id)
                if around.type == "binary_operator":
                    yield around
                around = around.parent

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
        elif self.view.text(function) == "map":
            self._check_map(call)
        elif function.type == "attribute" and td.literal_type(self.view, call) == "str":
            self._check_method(call, function, listed)

    def _check_method(self, call: Node, function: Node, listed: Node) -> None:
        """`"{}".format(bold)`, `"".join(items)`."""
        arguments = td.arguments_of(self.view, call).positional
        if self.view.text(function).endswith(".format"):
            for node in arguments:
                self._check_value(node, "`format()` turns it into text", is_raised=False)
            return
        for node in [listed] if listed.type == "generator_expression" else arguments[:1]:
            for _, value in td.origins(self.view, node):
                for item in td.items_of(value) if value != node or node.type != "identifier" else ():
                    self._check_value(item, "`join()` takes text only", is_raised=True)

    def _check_map(self, call: Node) -> None:
        """`map(str, links)`."""
        first, *others = td.arguments_of(self.view, call).positional or [call]
        is_known = not any(td.is_bound(self.view, name) for name in ("map", "str"))
        if len(others) != 1 or not is_known or self.view.text(first) != "str":
            return
        for node in td.outcomes(others[0]):
            if self._is_listing(node):
                self._report(node, "a list of templates", "`str()` turns each into text", _REPR)
            elif self._is_template(node) and self._is_shown(call):
                self._report(node, "a template", "`str()` turns each part of it into text", _REPR)

    def _check_joint(self, joint: Node) -> None:
        """A template beside `+` or after `%`."""
        left, right = joint.child_by_field_name("left"), joint.child_by_field_name("right")
        operator = joint.child_by_field_name("operator")
        if left is None or right is None or operator is None or operator.type not in {"+", "%"}:
            return
        if operator.type == "%":
            given = self.view.given(left) or left
            if td.literal_type(self.view, given) == "str" and td.is_shallow(right):
                self._check_formatted(self.view.text(given), right)
            return
        for operand, other in ((left, right), (right, left)):
            if self._is_text(other):
                self._check_value(operand, "only templates can be added to it", is_raised=True)

    def _check_formatted(self, text: str, right: Node) -> None:
        """What `%s` shows, of one value, a tuple or a mapping; `%r` asks for the repr."""
        found = [match for match in _CONVERSION.finditer(text) if match[3] != "%"]
        for shown, value in td.origins(self.view, right):
            items = [child for child in value.named_children if child.type != "comment"]
            values = [shown]
            if value.type == "tuple":
                # A star takes a value for itself.
                is_plain = all("*" not in match[2] for match in found) and not any(
                    item.type == "list_splat" for item in items
                )
                values = [item for match, item in zip(found, items, strict=False) if is_plain and match[3] == "s"]
            elif value.type == "dictionary":
                names = {match[1] for match in found if match[3] == "s"}
                pairs = [(item.child_by_field_name("key"), item.child_by_field_name("value")) for item in items]
                values = [item for key, item in pairs if key and item and td.static_text(self.view, key) in names]
            elif all(match[3] != "s" for match in found):
                values = []
            for item in values:
                self._check_value(item, "`%s` turns it into text", is_raised=False)

    def _check_growths(self) -> None:
        """`text += bold`, where a local name begins as text, and nothing but that and `+=` gives it a value."""
        grown: dict[tuple[int, str], list[Node]] = {}
        for target in self.view.captures["target"]:
            if target.parent is not None and target.parent.type == "augmented_assignment":
                key = (self.view.scopes.index_at(target.start_byte), self.view.text(target))
                grown.setdefault(key, []).append(target.parent)
        for key, statements in grown.items():
            given = self.view.assignments.get(key, [])
            is_known = bool(given) and self.view.count_of_targets(*key) == len(given) + len(statements)
            is_text = is_known and all(td.literal_type(self.view, value) == "str" for value in given)
            for statement in statements if is_text and key[1] not in self.view.scopes.scopes[key[0]].parameters else ():
                operator, right = statement.child_by_field_name("operator"), statement.child_by_field_name("right")
                if operator is not None and operator.type == "+=" and right is not None:
                    self._check_value(right, "only templates can be added to it", is_raised=True)

    def _is_text(self, node: Node) -> bool:
        """A str for certain, also in a sum: what is added to one is one, or raises where it is not."""
        node = td.unwrapped(node)
        if node.id not in self._texts:
            self._texts[node.id] = td.is_shallow(node) and self._is_text_by_itself(node)
        return self._texts[node.id]

    def _is_text_by_itself(self, node: Node) -> bool:
        if "str" in {td.literal_type(self.view, node), td.proven_type(self.view, node)}:
            return True
        return td.is_sum(node) and any(self._is_text(side) for side in node.named_children)

    def _check_value(self, whole: Node, what: str, *, is_raised: bool) -> None:
        for node in td.outcomes(whole):
            self._judge(node, what, is_raised=is_raised)

    def _judge(self, node: Node, what: str, *, is_raised: bool) -> None:
        premise, kind = None, "a template"
        if node.type != "generator_expression" and self._is_listing(node):
            kind = "a list of templates"
        elif not self._is_template(node):
            value = self._given(node)
            premise = td.premise(self.view, node, "template") if value.type in {"call", "attribute"} else None
            if premise is None:
                return
        self._report(node, kind, what, "it raises TypeError" if is_raised else _REPR, premise)

    def _report(self, node: Node, kind: str, what: str, note: str, premise: td.Premise | None = None) -> None:
        is_meant = self._is_reporting(node) or self.view.is_expected_to_fail(node.start_byte)
        if node.start_byte in self._reported or is_meant:
            return
        self._reported.add(node.start_byte)
        shown = " ".join(self.view.text(node).split())
        self.report_span(
            self.view.span(node),
            f"`{shown if len(shown) <= 40 else shown[:37] + '...'}` is {kind}; {what}",
            note=note,
            help=f"interpolate {_HELP[kind]} itself into a t-string, or render it with `html()`",
            premise=premise,
        )

    def _is_literal(self, node: Node) -> bool:
        return self._templates.get(node.start_byte) == node.end_byte

    def _given(self, node: Node) -> Node:
        """The one value of a local name; else the expression itself."""
        value = self.view.assigned(self.view.text(node), node.start_byte) if node.type == "identifier" else None
        return td.unwrapped(value) if value is not None else node

    def _is_template(self, node: Node) -> bool:
        if node.type == "attribute" and self.view.text(node) == "self.children":
            return self._is_field(node)
        if node.type == "identifier":
            value = self._given(node)
            if value.type == "identifier":
                several = td.values_before(self.view, node) if value == node else []
                is_item = value == node and self._is_item(node)
                return self._is_children(value) or is_item or (bool(several) and all(map(self._is_literal, several)))
            return self._is_template(value)
        if node.type == "call":
            helper = td.helper_of(self.view, node)
            returns = helper.returns.named_children[0] if helper is not None and helper.returns is not None else None
            return returns is not None and self.view.resolve(returns) in td.api.TEMPLATE
        return self._is_literal(node)

    def _is_item(self, name: Node) -> bool:
        """What a loop takes out of a list of templates."""
        source = self._looped(name)
        return source is not None and self._is_listing(source)

    def _looped(self, name: Node) -> Node | None:
        """What the loop goes through that gives a name its value, also in a comprehension."""
        text, around = self.view.text(name), name.parent
        is_given_once = self.view.count_of_targets(self.view.scopes.index_at(name.start_byte), text) == 1
        while around is not None and around.type not in _BOUNDARIES:
            clauses = [around] if around.type == "for_statement" else []
            if around.type in _COMPREHENSIONS:
                clauses = [child for child in around.named_children if child.type == "for_in_clause"]
            for clause in reversed(clauses):
                left = clause.child_by_field_name("left")
                if left is not None and text in _WORD.findall(self.view.text(left)):
                    is_known = left.type == "identifier" and (clause.type == "for_in_clause" or is_given_once)
                    return clause.child_by_field_name("right") if is_known else None
            around = around.parent
        return None

    def _is_listing(self, node: Node) -> bool:
        """A list of templates and of nothing else, or the local name of one."""
        node = td.unwrapped(node)
        if node.type == "identifier":
            return self._is_named_listing(node)
        if node.type not in _LISTS or not td.is_shallow(node):
            return False
        body = node.child_by_field_name("body")
        items = [child for child in node.named_children if child.type != "comment"] if body is None else [body]
        return bool(items) and all(self._is_all_templates(item) for item in items)

    def _is_all_templates(self, item: Node) -> bool:
        if item.type == "list_splat":
            return self._is_listing(item.named_children[0])
        return all(self._is_template(outcome) for outcome in td.outcomes(item))

    def _is_named_listing(self, name: Node) -> bool:
        key = (self.view.scopes.index_at(name.start_byte), self.view.text(name))
        if key not in self._listings:
            # A list that is made of itself comes back here, and so does one that many others lead to.
            self._listings[key] = False
            if self._steps < _MOST_STEPS:
                self._steps += 1
                self._listings[key] = self._is_given_listing(name)
                self._steps -= 1
        return self._listings[key]

    def _is_given_listing(self, name: Node) -> bool:
        """Whether all that a local name is given, and all that is appended to it, is a template."""
        text = self.view.text(name)
        value = self.view.assigned(text, name.start_byte)
        uses = td.uses_of(self.view, text, name.start_byte) if value is not None else []
        if value is not None and value.type == "list" and not value.named_children:
            return any(map(self._is_appended_to, uses)) and all(map(self._is_harmless, uses))
        is_kept = all(self._is_appended_to(use) for use in uses if _is_owner(use))
        return value is not None and is_kept and self._is_listing(value)

    def _is_appended_to(self, use: Node) -> bool:
        """`links.append(t"...")`."""
        method = use.parent if _is_owner(use) else None
        call = method.parent if method is not None else None
        if method is None or call is None or call.type != "call" or not self.view.text(method).endswith(".append"):
            return False
        given = td.arguments_of(self.view, call).positional
        return len(given) == 1 and self._is_all_templates(given[0])

    def _is_harmless(self, use: Node) -> bool:
        """Whether a place leaves a list that begins empty without anything that is not known."""
        parent = use.parent
        if parent is None or _is_owner(use):
            return self._is_appended_to(use)
        function = parent.parent.child_by_field_name("function") if parent.type in _GIVEN and parent.parent else None
        if function is not None:
            return self.view.text(function).rpartition(".")[2] in _READING
        return parent.type not in {*_GIVEN, "assignment"}

    def _is_children(self, node: Node) -> bool:
        """A parameter `children` that is a Template, or what a loop takes out of it."""
        source = self._looped(node) if self.view.text(node) != "children" else node
        if source is None or self.view.text(source) != "children" or (source != node and self._is_told_apart(node)):
            return False
        scope = self.view.scopes.scopes[self.view.scopes.index_at(node.start_byte)]
        if self.view.is_assigned("children", node.start_byte):
            return False
        functions = self._functions.get(scope.path, [])
        given = [parameter for found in functions for parameter in found.parameters if parameter.name == "children"]
        return len(given) == 1 and given[0].type_ref in td.api.TEMPLATE

    def _is_told_apart(self, item: Node) -> bool:
        """Whether the function does anything with an item but turn it into text: some are text, others are not."""
        return any(
            not (_is_left(use) or self._is_turned_into_text(use) or _is_given_by_loop(use))
            for use in td.uses_of(self.view, self.view.text(item), item.start_byte)
        )

    def _is_turned_into_text(self, use: Node) -> bool:
        """`str(part)` or `{part}` of a string."""
        parent = use.parent
        while parent is not None and parent.type == "parenthesized_expression":
            parent = parent.parent
        call = parent.parent if parent is not None and parent.type == "argument_list" else None
        function = call.child_by_field_name("function") if call is not None else None
        is_str = function is not None and self.view.text(function) == "str"
        return is_str or (parent is not None and parent.type == "interpolation")

    def _is_shown(self, call: Node) -> bool:
        """Whether the text that `join` makes of `map(str, children)` is shown, and not only measured or compared."""
        listed = call.parent
        joined = listed.parent if listed is not None and listed.type == "argument_list" else None
        around = joined.parent if joined is not None else None
        if around is not None and around.type == "assignment":
            left = around.child_by_field_name("left")
            uses = td.uses_of(self.view, self.view.text(left), left.start_byte) if left is not None else []
            return any(use.parent is not None and use.parent.type == "interpolation" for use in uses)
        return around is not None and around.type in {"interpolation", "return_statement", "binary_operator"}

    def _is_field(self, node: Node) -> bool:
        """`self.children`, where the class around it declares a Template."""
        index = self.view.scopes.index_at(node.start_byte)
        scope = self.view.scopes.scopes[index]
        path = scope.path.rpartition(".")[0]
        fields = [found for found in self._classes.get(path, ()) if found.name == "children"]
        return "self" in scope.parameters and len(fields) == 1 and fields[0].type_ref in td.api.TEMPLATE

    def _is_reporting(self, node: Node) -> bool:
        """Inside of a message for somebody who reads code: a log, an assertion, an exception, a repr; also by name."""
        pending, seen = [node], {node.id}
        while pending:
            around = self._statement(pending.pop())
            if around is None:
                continue
            left = around.child_by_field_name("left") if around.type in _GIVING else None
            uses = self._reads(left) if left is not None and left.type == "identifier" else []
            if not uses or len(uses) > _MOST_USES:
                return False
            pending += [use for use in uses if use.id not in seen]
            seen |= {use.id for use in uses}
        return True

    def _statement(self, node: Node) -> Node | None:
        """The statement around a node; None where that is such a message."""
        inner, parent = node, node.parent
        while parent is not None and parent.type not in {"block", "module"}:
            function = parent.child_by_field_name("function") if parent.type == "call" else None
            is_reported = function is not None and self.view.text(function).rpartition(".")[2] in _REPORTING
            if is_reported or parent.type in _STATEMENTS:
                return None
            inner, parent = (parent if parent.type in _GIVING else inner), parent.parent
        return None if self._is_in_repr(node) else inner

    def _reads(self, name: Node) -> list[Node]:
        """Where a local name is read, and not only added to; worked out once a name."""
        key = (self.view.scopes.index_at(name.start_byte), self.view.text(name))
        if key not in self._uses:
            uses = td.uses_of(self.view, key[1], name.start_byte)
            self._uses[key] = uses if len(uses) > _MOST_USES else [use for use in uses if not _is_left(use)]
        return self._uses[key]

    def _is_in_repr(self, node: Node) -> bool:
        around = node.parent
        while around is not None and around.type != "function_definition":
            around = around.parent
        name = around.child_by_field_name("name") if around is not None else None
        return name is not None and self.view.text(name) == "__repr__"


def _is_left(use: Node) -> bool:
    """Whether a name is what `+=` adds to."""
    return use.parent is not None and use.parent.child_by_field_name("left") == use and use.parent.type in _GIVING


def _is_owner(name: Node) -> bool:
    """Whether a name is asked for an attribute."""
    return name.parent is not None and name.parent.type == "attribute"


def _is_given_by_loop(use: Node) -> bool:
    """The name in `for part in parts`."""
    clause = use.parent
    return (
        clause is not None
        and clause.type in {"for_statement", "for_in_clause"}
        and (clause.child_by_field_name("left") == use)
    )
