"""TDC131: a function or component is interpolated as text."""

from __future__ import annotations

import typing as t
from dataclasses import dataclass

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_PLAIN_BASES = frozenset({"builtins.object", "typing.Protocol", "abc.ABC", "typing.Generic"})
_KEEPING = frozenset({"dataclasses.dataclass", "functools.cache", "functools.lru_cache"})


@dataclass(frozen=True, slots=True)
class _Shown:
    interpolation: td.Interpolation
    node: Node
    """The expression in it that is judged: a name, where it is what the name is given that is judged."""


class UncalledCallable(td.TemplateRule):
    """
    ## What

    A function, a method, a class, or an object that is a component, interpolated into the text of a template without a
    call.

    ## Why

    Since tdom 0.1.15 nothing is called that stands in the text: `{render}` shows `&lt;function render at 0x...&gt;`,
    and `{Card(title="x")}` the repr of the object.

    ## Instead

    Call it: `{render()}`, or `{render:callback}`, which tdom calls. A component is a tag: `<{Card} title="x" />`.

    ## Example

    ```python
    t"<p>{render}</p>"           # bad
    t"<p>{render:callback}</p>"  # good
    ```
    """

    CODE = "TDC131"
    SLUG = "uncalled-callable"
    GROUP = "values"
    SUMMARY = "a function or component in the text is shown as its repr"
    SEVERITY = td.Severity.WARNING
    VERSIONS = "tdom>=0.1.15"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.TEMPLATE})

    VALID: t.ClassVar = [
        'def render(): ...\n\npage = t"<p>{render()} {render:callback} {render!r}</p>"',
        'def Card(): ...\n\npage = t"<{Card} /><a onclick={Card} title={Card}></a><!-- {Card} -->"',
        'from shop import render\n\npage = t"<p>{render} {shop.render} {unknown}</p>"',
        'def render(): ...\n\ndef page(render):\n    return t"<p>{render}</p>"',
        '@shop.cached\ndef render(): ...\n\npage = t"<p>{render}</p>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            'def render(): ...\n\npage = t"<p>{«render»}</p>"',
            fixed='def render(): ...\n\npage = t"<p>{render:callback}</p>"',
        ),
        td.invalid('def render(name): ...\n\npage = t"<p>{«render»}</p>"'),
        td.invalid('t"<p>{(«lambda: 3»)}</p>"'),
        td.invalid('async def render(): ...\n\npage = t"<p>{«render»}</p>"'),
        td.invalid(
            """
            class Card:
                def __call__(self):
                    return t"<b></b>"

            page = t"<p>{«Card»}</p>"
            """
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[tuple[int, int, str]] = set()
        """Several values of a name may all be wrong in the same way."""

    def check_template(self, template: td.Template) -> None:
        for place in self.markup(template).texts:
            value = template.interpolations[place.interpolation]
            if place.within == "text" and not value.conversion and not value.format_spec:
                for shown, node in td.flow.branches_of(self.view, value.node):
                    if shown == node or not td.flow.is_settled(self.view, shown, node):
                        self._judge(_Shown(value, shown), node)

    def _judge(self, value: _Shown, node: Node) -> None:
        if node.type == "lambda":
            self._report(value, node, "a lambda", "call it, or write `:callback` after it", None)
            return
        if node.type == "attribute" and self._judge_method(value, node):
            return
        callee = node.child_by_field_name("function") if node.type == "call" else node
        reference = self.view.resolve(callee) if callee is not None else ""
        if not reference.startswith(":"):
            self._judge_elsewhere(value, node)
        if not reference.startswith(":") or td.python.is_rebound(self.view, reference):
            return
        if node.type != "call":
            self._judge_function(value, node, reference)
        self._judge_class(value, node, reference)

    def _judge_function(self, value: _Shown, node: Node, reference: str) -> None:
        functions = [function for function in self.facts.functions if f":{function.path}" == reference]
        if len(functions) != 1 or set(functions[0].decorators) - _KEEPING:
            return
        function = functions[0]
        fix = self._fix(value, node, function)
        self._report(value, node, "a function", f"call it, or use it as a tag: `<{{{self.view.text(node)}}} />`", fix)

    def _judge_elsewhere(self, value: _Shown, node: Node) -> None:
        """What other files define, or a class that other files tell more of."""
        name = self.view.text(node.child_by_field_name("function") or node)
        tag = f"use it as a tag: `<{{{name}}} ... />`"
        path = td.flow.value_path(self.view, node)
        if path is None:
            return
        kinds: tuple[str, ...] = ("function",)
        what, advice = "a function", f"call it, or {tag}"
        if node.type == "call":
            kinds, what, advice = ("callable object",), "an object that tdom does not call", tag
        elif path.steps:
            kinds, what, advice = ("method", "callable object"), "a method, or what is called like one", "call it"
        elif td.last_name(name)[:1].isupper():
            kinds, what, advice = ("function", "callable class"), "a component that tdom does not call", tag
        self._report(value, node, what, advice, None, td.premise(self.view, node, *kinds))

    def _judge_method(self, value: _Shown, node: Node) -> bool:
        """`self.method`, where the class says all about itself; whether it is one."""
        owner, attribute = node.child_by_field_name("object"), node.child_by_field_name("attribute")
        class_ = td.flow.class_of_self(self.view, owner) if owner is not None else None
        if class_ is None or attribute is None or class_.has_keywords or set(class_.bases) - _PLAIN_BASES:
            return False
        name = self.view.text(attribute)
        method = td.python.nodes_of(self.view, class_).methods.get(name)
        if method is None:
            return False
        is_given = name in {*class_.attributes, *td.python.set_attributes(self.view)}
        is_hidden = is_given or "__getattribute__" in class_.methods or bool(set(class_.decorators) - _KEEPING)
        if not is_hidden and not td.python.definitions_of(self.view).decorator_nodes(method):
            functions = [function for function in self.facts.functions if function.path == f"{class_.path}.{name}"]
            for function in functions if len(functions) == 1 else ():
                self._report(value, node, "a method", f"call it: `{{self.{name}()}}`", self._fix(value, node, function))
        return True

    def _fix(self, value: _Shown, node: Node, function: td.FunctionFact) -> td.Fix | None:
        """`:callback`, for what can be called without arguments."""
        parameters = function.parameters[1:] if node.type == "attribute" else function.parameters
        takes = any(not one.has_default and not one.is_variadic for one in parameters)
        is_whole = td.python.unwrapped(value.interpolation.node) == value.node == node
        if not is_whole or takes or function.is_async:
            return None
        end = value.interpolation.expression_span.end
        edit = td.Edit(end, end, ":callback")
        return td.Fix("Let tdom call it", (edit,))

    def _judge_class(self, value: _Shown, node: Node, reference: str) -> None:
        owners = [owner for owner in self.facts.classes if f":{owner.path}" == reference]
        if len(owners) != 1 or "__call__" not in owners[0].methods or owners[0].is_opaque:
            return
        owner = owners[0]
        is_open = set(owner.bases) - _PLAIN_BASES or set(owner.decorators) - _KEEPING
        if is_open or td.project.TEXT_METHODS & set(owner.methods):
            return
        name = owner.path.rpartition(".")[2]
        what = "an object" if node.type == "call" else "a class"
        self._report(value, node, f"{what} that tdom does not call", f"use it as a tag: `<{{{name}}} ... />`", None)

    def _report(
        self,
        value: _Shown,
        node: Node,
        what: str,
        advice: str,
        fix: td.Fix | None,
        premise: td.Premise | None = None,
    ) -> None:
        verb = "is" if value.node == node else "may be"
        message = f"`{self.view.text(value.node)}` {verb} {what}; the text shows its repr"
        key = (id(self.view), value.node.start_byte, message)
        if premise is None and key in self._reported:
            return
        self._reported.add(key)
        self.report_span(
            self.view.span(value.node),
            message,
            fix=fix,
            note="tdom shows str() of it: `&lt;function ... at 0x...&gt;`, `&lt;bound method ...&gt;` or `Name(...)`",
            help=advice,
            premise=premise,
        )
