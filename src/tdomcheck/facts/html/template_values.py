"""Which expressions are templates, or lists of templates: by a literal, a name, a loop, an annotation."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.limits import MOST_LISTS
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.facts.python.contents import CollectionUse, Contents, Effect, contents_of
from tdomcheck.facts.python.local_calls import helper_of
from tdomcheck.facts.python.loops import loop_source
from tdomcheck.facts.python.messages import is_added_to
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.value_flow import is_shallow, outcomes, reaching_values, uses_of
from tdomcheck.facts.records import ParameterFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.source.tree import unwrapped

_LISTS = frozenset({"list", "tuple", "list_comprehension", "generator_expression"})
_RENDERING = frozenset({"html", "svg"})
_LOOPS = frozenset({"for_statement", "for_in_clause"})


def is_template(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether an expression is a template for certain."""
    return _values_of(view).is_template(node)


def is_template_list(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether an expression is a list of templates and of nothing else, or the local name of one."""
    return _values_of(view).is_list(node)


def named_value(view: ModuleView, node: tree_sitter.Node) -> tree_sitter.Node:
    """The one value of a local name; else the expression itself."""
    value = view.assigned(view.text(node), node.start_byte) if node.type == "identifier" else None
    return unwrapped(value) if value is not None else node


@once
def _values_of(view: ModuleView) -> _TemplateValues:
    return _TemplateValues(view)


class _TemplateValues:
    """What is known of one file: a list may be made of others, and each is looked at once."""

    def __init__(self, view: ModuleView) -> None:
        self._view = view
        self._literals = {template.node.start_byte: template.node.end_byte for template in view.html_templates}
        definitions = definitions_of(view)
        self._parameters: dict[str, list[ParameterFact]] = {}
        self._fields: dict[str, list[ParameterFact]] = {}
        for function in definitions.functions():
            self._parameters.setdefault(function.path, []).extend(function.parameters)
        for owner in definitions.classes():
            self._fields.setdefault(owner.path, []).extend(owner.fields)
        self._lists: dict[tuple[int, str], bool] = {}
        """Whether local names are given a list of templates, by scope and name."""
        self._steps = 0

    def is_template(self, node: tree_sitter.Node) -> bool:
        if node.type == "attribute" and self._view.text(node) == "self.children":
            return self._is_children_field(node)
        if node.type == "identifier":
            return self._is_named_template(node)
        if node.type == "call":
            helper = helper_of(self._view, node)
            returns = helper.returns.named_children[0] if helper is not None and helper.returns is not None else None
            return returns is not None and self._view.resolve(returns) in api.TEMPLATE
        return self._is_literal(node)

    def _is_literal(self, node: tree_sitter.Node) -> bool:
        return self._literals.get(node.start_byte) == node.end_byte

    def _is_named_template(self, name: tree_sitter.Node) -> bool:
        value = named_value(self._view, name)
        if value.type != "identifier":
            return self.is_template(value)
        if self._is_children(value):
            return True
        if value != name:
            return False
        source = loop_source(self._view, name)
        if source is not None and self.is_list(source):
            return True
        several = reaching_values(self._view, name)
        return bool(several) and all(map(self._is_literal, several))

    def is_list(self, node: tree_sitter.Node) -> bool:
        node = unwrapped(node)
        if node.type == "identifier":
            return self._is_named_list(node)
        if node.type not in _LISTS or not is_shallow(node):
            return False
        body = node.child_by_field_name("body")
        items = [child for child in node.named_children if child.type != "comment"] if body is None else [body]
        return bool(items) and all(map(self._is_all_templates, items))

    def _is_all_templates(self, item: tree_sitter.Node) -> bool:
        if item.type == "list_splat":
            return self.is_list(item.named_children[0])
        return all(map(self.is_template, outcomes(item)))

    def _is_named_list(self, name: tree_sitter.Node) -> bool:
        key = (self._view.scopes.index_at(name.start_byte), self._view.text(name))
        if key not in self._lists:
            # A list that is made of itself comes back here, and so does one that many others lead to.
            self._lists[key] = False
            if self._steps < MOST_LISTS:
                self._steps += 1
                contents = contents_of(self._view, name)
                self._lists[key] = contents is not None and self._holds_templates(contents)
                self._steps -= 1
        return self._lists[key]

    def _holds_templates(self, contents: Contents) -> bool:
        """Whether all that a list begins with, and all that is put into it, is a template."""
        puts = contents.having(Effect.PUT)
        is_kept = not contents.having(Effect.TAKEN, Effect.ASKED)
        if not is_kept or not all(map(self._puts_templates, puts)):
            return False
        if contents.begun.type == "list" and not contents.begun.named_children:
            others = contents.having(Effect.HANDED, Effect.NAMED)
            return bool(puts) and all(use.method in _RENDERING for use in others)
        return self.is_list(contents.begun)

    def _puts_templates(self, put: CollectionUse) -> bool:
        is_known = bool(put.items or put.collections)
        return is_known and all(map(self._is_all_templates, put.items)) and all(map(self.is_list, put.collections))

    def _is_children(self, name: tree_sitter.Node) -> bool:
        """A parameter `children` that is a Template, or what a loop takes out of it."""
        is_itself = self._view.text(name) == "children"
        source = name if is_itself else loop_source(self._view, name)
        if source is None or self._view.text(source) != "children" or (not is_itself and self._is_told_apart(name)):
            return False
        if self._view.is_assigned("children", name.start_byte):
            return False
        scope = self._view.scopes.scopes[self._view.scopes.index_at(name.start_byte)]
        declared = [given for given in self._parameters.get(scope.path, ()) if given.name == "children"]
        return len(declared) == 1 and declared[0].type_ref in api.TEMPLATE

    def _is_told_apart(self, item: tree_sitter.Node) -> bool:
        """Whether the function does anything with an item but turn it into text: some are text, others are not."""
        return any(
            not (is_added_to(use) or self._is_turned_into_text(use) or _is_target_of_loop(use))
            for use in uses_of(self._view, self._view.text(item), item.start_byte)
        )

    def _is_turned_into_text(self, use: tree_sitter.Node) -> bool:
        """`str(part)` or `{part}` of a string."""
        parent = use.parent
        while parent is not None and parent.type == "parenthesized_expression":
            parent = parent.parent
        call = parent.parent if parent is not None and parent.type == "argument_list" else None
        function = call.child_by_field_name("function") if call is not None else None
        is_str = function is not None and self._view.text(function) == "str"
        return is_str or (parent is not None and parent.type == "interpolation")

    def _is_children_field(self, attribute: tree_sitter.Node) -> bool:
        """`self.children`, where the class around it declares a Template."""
        scope = self._view.scopes.scopes[self._view.scopes.index_at(attribute.start_byte)]
        path = scope.path.rpartition(".")[0]
        declared = [field for field in self._fields.get(path, ()) if field.name == "children"]
        return "self" in scope.parameters and len(declared) == 1 and declared[0].type_ref in api.TEMPLATE


def _is_target_of_loop(use: tree_sitter.Node) -> bool:
    """The name in `for part in parts`."""
    clause = use.parent
    return clause is not None and clause.type in _LOOPS and clause.child_by_field_name("left") == use
