"""Component tags in templates."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import is_shadowed
from tdomcheck.facts.python.builtin_types import literal_type
from tdomcheck.facts.python.value_flow import branches_of, origins
from tdomcheck.facts.records import AttributeFact, TemplateUseFact
from tdomcheck.source.attribute_kind import AttributeKind
from tdomcheck.source.markup import MILD, Attribute, Tag
from tdomcheck.source.template import Template


def uses_in(view: ModuleView) -> tuple[TemplateUseFact, ...]:
    """Every tag of every template that names a component."""
    uses = []
    for template in view.html_templates:
        markup = view.markup(template)
        is_broken = any(problem.kind not in MILD for problem in markup.problems)
        tags = [tag for tag in markup.tags if tag.is_component]
        uses += [_use(view, template, tag, is_broken=is_broken) for tag in tags]
    return tuple(uses)


def _use(view: ModuleView, template: Template, tag: Tag, *, is_broken: bool) -> TemplateUseFact:
    interpolation = template.interpolations[tag.component]
    node = interpolation.node
    attributes: list[AttributeFact] = []
    has_spread = has_own_spread = False
    for attribute in tag.attributes:
        if attribute.kind is AttributeKind.SPREAD:
            keys = _spread_keys(view, template, attribute)
            has_spread = has_spread or keys is None
            has_own_spread = has_own_spread or keys is not None
            named = keys if keys is not None else _children_keys(view, template, attribute)
            start, end = attribute.span.start, attribute.span.end
            attributes += [AttributeFact(key, AttributeKind.SPREAD, "", start, end) for key in named]
        elif attribute.kind is AttributeKind.REFUSED:
            has_spread = True
        else:
            attributes.append(_attribute(view, template, attribute))
    return TemplateUseFact(
        view.resolve(node) or _starred(view, node),
        interpolation.expression,
        tuple(attributes),
        has_spread=has_spread,
        has_content=tag.has_content,
        is_quiet=view.is_expected_to_fail(node.start_byte) or is_broken,
        start=tag.span.start,
        end=interpolation.span.end,
        content_start=tag.span.end if tag.end_span is not None else 0,
        content_end=tag.end_span.start if tag.end_span is not None else 0,
        owner=view.scopes.scopes[view.scopes.index_at(node.start_byte)].path,
        has_own_spread=has_own_spread,
    )


def _starred(view: ModuleView, node: tree_sitter.Node) -> str:
    """`*Card` where nothing of the file binds the name of a tag, but a star import may."""
    dotted = view.dotted(node) if any(fact.name == "*" for fact in view.imports) else ""
    is_unbound = dotted and not view.scopes.binds(dotted.partition(".")[0], node.start_byte)
    return f"*{dotted}" if is_unbound else ""


def _attribute(view: ModuleView, template: Template, found: Attribute) -> AttributeFact:
    value_type = ""
    if found.kind is AttributeKind.INTERPOLATED:
        interpolation = template.interpolations[found.interpolations[0]]
        if not (interpolation.conversion or interpolation.format_spec):
            value_type = _type_of(view, interpolation.node)
    else:
        value_type = "True" if found.value is None else "str"
    return AttributeFact(found.name, found.kind, value_type, found.span.start, found.span.end)


def _type_of(view: ModuleView, node: tree_sitter.Node) -> str:
    """The builtin type of all that an expression may turn into, where it is one."""
    types = {literal_type(view, value) for _, value in origins(view, node)}
    return types.pop() if len(types) == 1 else ""


def _spread_keys(view: ModuleView, template: Template, found: Attribute) -> tuple[str, ...] | None:
    """The keys of `{ {"a": 1} }`, also by one local name that nobody changes; None where they are not known."""
    node = template.interpolations[found.interpolations[0]].node
    values = [value for _, value in origins(view, _at_top(view, node))]
    if len(values) != 1 or not _is_mapping(view, values[0]) or not _is_untouched(view, node):
        return None
    keys = list(_keys(view, values[0]))
    return None if "" in keys else tuple(keys)


def _children_keys(view: ModuleView, template: Template, found: Attribute) -> tuple[str, ...]:
    """`children`, where every mapping that a spread may be has it among its keys, whatever the others are."""
    node = template.interpolations[found.interpolations[0]].node
    pairs = list(branches_of(view, _at_top(view, node)))
    is_known = _is_untouched(view, node) and all(_is_untouched(view, shown) for shown, _ in pairs)
    answers = (_is_mapping(view, value) and "children" in _keys(view, value) for _, value in pairs)
    return ("children",) if is_known and all(answers) else ()


def _at_top(view: ModuleView, node: tree_sitter.Node) -> tree_sitter.Node:
    """What a name of the module that is given one value is given, for templates in functions."""
    if node.type != "identifier" or view.resolve(node) != f":{view.text(node)}":
        return node
    return view.assigned(view.text(node), 0) or node


def _is_mapping(view: ModuleView, node: tree_sitter.Node) -> bool:
    """`{...}`, or a call of the builtin `dict`."""
    function = node.child_by_field_name("function") if node.type == "call" else None
    is_call = function is not None and view.text(function) == "dict" and not is_shadowed(view, "dict")
    return node.type == "dictionary" or is_call


def _keys(view: ModuleView, mapping: tree_sitter.Node) -> Iterator[str]:
    """The keys of a mapping that is written out, empty ones for those that are not."""
    listed = mapping.child_by_field_name("arguments") or mapping
    for child in listed.named_children:
        key = child.child_by_field_name("key") if child.type == "pair" else None
        name = child.child_by_field_name("name") if child.type == "keyword_argument" else None
        if name is not None:
            yield view.text(name).lower()
        elif key is not None and key.type == "string" and key.named_child_count <= 3 and _is_plain(key):
            yield view.text(key).strip("\"'").lower()
        elif mapping.type == "call" and child.type == "dictionary":
            yield from _keys(view, child)
        elif child.type != "comment":
            yield ""


def _is_plain(string: tree_sitter.Node) -> bool:
    opening = string.children[0].text or b"" if string.children else b"f"
    return opening in {b'"', b"'"}


def _is_untouched(view: ModuleView, node: tree_sitter.Node) -> bool:
    """Whether a mapping by name is only ever read whole: `attrs.update(...)` would give it other keys."""
    if node.type != "identifier":
        return True
    for use in view.readers.get(view.text(node), []):
        parent = use.parent
        if parent is not None and parent.type in {"attribute", "subscript", "argument_list", "keyword_argument"}:
            return False
    return True
