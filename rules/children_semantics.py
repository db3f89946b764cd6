"""TDC211: `children` is taken for a sequence that may be empty."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_SEQUENCES = ("tuple", "list", "Sequence", "Iterable", "Tuple", "List")


class ChildrenSemantics(td.FileRule):
    """
    ## What

    A component tests `children` for being there, with `if children`, `children or ...` or `not children`, or goes
    through them with `for`: also by a local name, and in the methods that `__call__` uses.

    ## Why

    Since tdom 0.1.15 a tag always passes a Template, also where nothing stands between the tags, and a Template is
    always true: what is said for the empty case never happens. Going through a Template gives its strings and
    interpolations, not elements. Nothing is raised.

    ## Instead

    `children.strings == ("",)` holds where nothing stands between the tags. To render them, interpolate: `{children}`.

    ## Example

    ```python
    def Card(*, children: Template) -> Template:
        return t"<div>{children or 'Nothing here'}</div>"  # bad
    ```
    """

    CODE = "TDC211"
    SLUG = "children-semantics"
    GROUP = "components"
    SUMMARY = "children are always a Template, which is always true"
    SEVERITY = td.Severity.WARNING
    VERSIONS = "tdom>=0.1.15"
    GATE = td.Gate(features=td.html.COMPONENT_FEATURES, tokens={"children"})

    _HEAD = "from string.templatelib import Template\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}def Card(*, children: Template) -> Template:\n    return t'<div>{{children}}</div>'",
        f"{_HEAD}def Card(wide, children) -> Template:\n    return children if wide else t'<p>{{children}}</p>'",
        "def walk(children):\n    for child in children:\n        print(child or children)",
        f"{_HEAD}def Card(wide, children) -> Template:\n    return t'<p>{{wide and children}}</p>'",
        """
        # file: shop/card.py
        def Card(title, children=None):
            if not children:
                return t"<p></p>"
            return t"<p>{title}{children}</p>"
        # file: shop/page.py
        from shop.card import Card

        page = t"<p>{Card('x')}</p>"
        """,
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_HEAD}def Card(children) -> Template:\n    return t\"<p>{{«children» or 'nothing'}}</p>\""),
        td.invalid(f"{_HEAD}def Card(children) -> Template:\n    return t'<p>x</p>' if not «children» else children"),
        td.invalid("def Card(children):\n    return t'<p>{[c for c in «children»]}</p>'\n\npage = t'<{Card} />'"),
        td.invalid(
            f"{_HEAD}def Card(children) -> Template:\n    has_body = bool(«children»)\n"
            "    return t'<p>{children}</p>' if has_body else t''"
        ),
        td.invalid(
            f"{_HEAD}def Card(*, children: Template | None = None) -> Template:\n    if «children»:\n"
            "        return children\n    return t'<p></p>'"
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {"in a class": "a method is no component"}

    def check_file(self) -> None:
        for part, premise in td.html.likely_parts(self.view):
            prop = next((found for found in part.props if found.fact.name == "children"), None)
            if prop is None or td.html.is_called(self.view, part.path) or prop.fact.marker:
                continue
            if self.view.is_expected_to_fail(part.node.start_byte) or not self._may_be_template(prop.fact):
                continue
            for node in self._uses(part):
                for use in (node, *self._named(node)):
                    self._check(part, use, premise)

    def _may_be_template(self, fact: td.ParameterFact) -> bool:
        """It is annotated as a Template, as nothing, or as what children were once."""
        text = fact.annotation
        return not text or "Template" in text or any(name in text for name in _SEQUENCES)

    def _uses(self, part: td.html.Part) -> list[Node]:
        """Where `children` is read: the parameter, or the field in what `__call__` runs."""
        if part.node.type == "function_definition":
            inner = part.node.child_by_field_name("body")
            listed = part.node.child_by_field_name("parameters")
            if inner is None or listed is None or self.view.is_assigned("children", listed.start_byte):
                return []
            index = self.view.scopes.index_at(listed.start_byte)
            uses = td.flow.uses_of(self.view, "children", listed.start_byte)
            uses = [node for node in uses if node.start_byte >= inner.start_byte]
            return [node for node in uses if self.view.scopes.index_at(node.start_byte) == index]
        class_ = td.python.classes_of(self.view).get(f":{part.path}")
        if class_ is None or "children" in td.python.set_attributes(self.view):
            return []
        methods = td.python.nodes_of(self.view, class_).methods
        read = td.python.attributes_read(self.view, methods, "__call__")
        return [node for node in read if self.view.text(node) == "self.children"]

    def _named(self, node: Node) -> list[Node]:
        """Where a local name is read that is `children` and nothing else."""
        left = node.parent.child_by_field_name("left") if node.parent is not None else None
        name = self.view.text(left) if left is not None else ""
        if left is None or self.view.assigned(name, left.start_byte) != node:
            return []
        index = self.view.scopes.index_at(node.start_byte)
        uses = td.flow.uses_of(self.view, name, node.start_byte)
        return [use for use in uses if self.view.scopes.index_at(use.start_byte) == index]

    def _is_converted(self, node: Node) -> bool:
        """`bool(children)`, which is True."""
        listed = node.parent
        while listed is not None and listed.type == "parenthesized_expression":
            listed = listed.parent
        call = listed.parent if listed is not None and listed.type == "argument_list" else None
        function = call.child_by_field_name("function") if call is not None else None
        if listed is None or function is None or listed.named_child_count != 1:
            return False
        return self.view.text(function) == "bool" and not td.python.is_shadowed(self.view, "bool")

    def _check(self, part: td.html.Part, node: Node, premise: td.Premise | None) -> None:
        what = _misuse(node) or (_TESTED if self._is_converted(node) else "")
        if not what:
            return
        note = "tdom passes a Template also where nothing stands between the tags, and a Template is always true"
        if what.startswith("goes through"):
            note = "going through a Template gives its strings and interpolations, not elements"
        self.report_span(
            self.view.span(node),
            f"the component `{part.path}` {what}; since tdom 0.1.15 `children` is always a Template",
            note=note,
            help='`children.strings == ("",)` holds where nothing stands between the tags',
            premise=premise,
        )


_TESTED = "tests whether it has children"
_PASSING = frozenset({"parenthesized_expression", "named_expression"})


def _misuse(node: Node) -> str:
    """What is done with `children` at a place that reads it; nothing where it is passed on."""
    parent = node.parent
    while parent is not None and parent.type in _PASSING:
        node, parent = parent, parent.parent
    if parent is None:
        return ""
    if parent.type == "boolean_operator":
        return _TESTED if parent.child_by_field_name("left") == node else _tested(parent)
    if parent.type == "comparison_operator" and parent.named_children[0] == node:
        operators = [child.type for child in parent.children if not child.is_named]
        is_none = parent.named_children[-1].type == "none" and operators in (["is"], ["is not"])
        return "compares its children with None" if is_none else ""
    if parent.type in {"for_statement", "for_in_clause"}:
        return "goes through its children" if parent.child_by_field_name("right") == node else ""
    return _tested(node)


def _tested(node: Node) -> str:
    """Whether an expression decides something, or the whole of an `and` or `or` that it is a part of."""
    parent = node.parent
    while parent is not None and parent.type in {*_PASSING, "boolean_operator"}:
        node, parent = parent, parent.parent
    if parent is None:
        return ""
    if parent.type in {"if_statement", "elif_clause", "while_statement"}:
        return _TESTED if parent.child_by_field_name("condition") == node else ""
    if parent.type == "conditional_expression":
        return _TESTED if parent.named_children[1] == node else ""
    return "tests whether it has no children" if parent.type == "not_operator" else ""
