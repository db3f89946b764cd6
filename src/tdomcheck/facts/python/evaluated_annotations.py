"""Which annotations are evaluated at run time, and which names they look up."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.facts.limits import MOST_NAMES_IN_QUOTES
from tdomcheck.facts.python.classes import classes_of, nodes_of, path_of
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.regex import regex

_NAME = regex(r"[^\W\d]\w*")
_LITERAL = frozenset({"Annotated", "Literal"})
"""Their texts are no annotations."""
_PARTS = {"attribute": "object", "keyword_argument": "value"}
"""Where in a node names are looked up that has other words beside them."""


def has_text_annotations(view: PythonModule) -> bool:
    """Whether annotations are kept as text: `from __future__ import annotations`."""
    imports = (node for node in view.tree.root.children if node.type == "future_import_statement")
    return any("annotations" in view.text(node) for node in imports)


def signature_annotations(view: PythonModule, node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What `inspect.signature` evaluates: of a function all, of a class what its constructor takes."""
    if node.type == "function_definition":
        return _of_function(node)
    class_ = classes_of(view).get(f":{path_of(view, node)}")
    if class_ is None:
        return []
    nodes = nodes_of(view, class_)
    if "__init__" in class_.methods:
        return _of_function(nodes.methods["__init__"])
    return [member.typed for member in nodes.members] if class_.is_generated else []


def hint_annotations(view: PythonModule, node: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What `typing.get_type_hints` evaluates: of a class the fields, of a function all."""
    if node.type == "function_definition":
        is_method = view.scopes.scopes[view.scopes.index_at(node.start_byte)].kind == "class"
        return [] if is_method else _of_function(node)
    class_ = classes_of(view).get(f":{path_of(view, node)}")
    return [member.typed for member in nodes_of(view, class_).members] if class_ is not None else []


def _of_function(node: tree_sitter.Node) -> list[tree_sitter.Node]:
    listed = node.child_by_field_name("parameters")
    parameters = listed.named_children if listed is not None else []
    annotations = [parameter.child_by_field_name("type") for parameter in parameters]
    return [typed for typed in (*annotations, node.child_by_field_name("return_type")) if typed is not None]


def evaluated_names(view: PythonModule, typed: tree_sitter.Node, *, is_quoted: bool) -> Iterator[str]:
    """The names that an annotation looks up; `is_quoted`, also those in its texts, which are evaluated too."""
    reads_texts = is_quoted and _LITERAL.isdisjoint(_NAME.findall(view.text(typed)))
    pending = [typed]
    while pending:
        node = pending.pop()
        if node.type == "identifier":
            yield view.text(node)
        elif node.type == "string_content":
            yield from _NAME.findall(view.text(node))[:MOST_NAMES_IN_QUOTES] if reads_texts else ()
        elif node.type in _PARTS:
            pending += [part for part in [node.child_by_field_name(_PARTS[node.type])] if part is not None]
        else:
            pending += reversed(node.named_children)
