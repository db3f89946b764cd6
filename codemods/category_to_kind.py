"""`category-to-kind`: what something is has become its kind."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_ROLES: t.Final = frozenset({"middleware", "hookable"})


class CategoryToKind(td.codemods.EditCodemod):
    """Asks for the kind where a role is written out; what a category of the project's own is called is left alone."""

    NAME = "category-to-kind"
    DESCRIPTION = '`get_by_category("middleware")` becomes `get_by_kind("middleware")`, and metadata is asked so, too.'
    VERSIONS = "svcs-di>=0.3"
    GATE = td.Gate(tokens={"get_by_category", "categories"})
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            "import tdom_svcs\n\nhooks = list(registry.get_by_category('middleware'))\n",
            "import tdom_svcs\n\nhooks = list(registry.get_by_kind('middleware'))\n",
        ),
        td.codemods.example(
            'import svcs_hopscotch\n\nhooks = registry.get_by_category(category="hookable",)  # all of them\n',
            'import svcs_hopscotch\n\nhooks = registry.get_by_kind(kind="hookable",)  # all of them\n',
        ),
        td.codemods.example(
            """
            import tdom_svcs

            def is_hook(metadata):
                return "hookable" in metadata["categories"] and not "middleware" in metadata["categories"]
            """,
            """
            import tdom_svcs

            def is_hook(metadata):
                return metadata["kind"] == "hookable" and not metadata["kind"] == "middleware"
            """,
        ),
        td.codemods.example("import tdom_svcs\n\nfound = registry.get_by_category('security')\n"),
        td.codemods.example("import tdom_svcs\n\nfound = registry.get_by_category(word)\n"),
        td.codemods.example("import tdom_svcs\n\nassert 'security' in metadata['categories']\n"),
        td.codemods.example("import tdom_svcs\n\nassert 'middleware' in (metadata['categories'] or ())\n"),
        td.codemods.example("found = registry.get_by_category('middleware')\n"),
        td.codemods.example("import tdom_svcs\n\n\ndef get_by_category(word):\n    return {'middleware': 1}[word]\n"),
    ]

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        if view.imported_packages.isdisjoint({"svcs_hopscotch", "tdom_svcs", "svcs_di"}):
            return
        for call in view.nodes["call"]:
            yield from self._call(view, call)
        for node in view.nodes["string"]:
            if _word(view, node) in _ROLES and node.parent is not None:
                yield from self._membership(view, node, node.parent)

    def _call(self, view: td.ModuleView, call: Node) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        function = call.child_by_field_name("function")
        name = function.child_by_field_name("attribute") if function is not None else None
        if name is None or view.text(name) != "get_by_category":
            return
        arguments = td.python.arguments_of(view, call)
        asked = arguments.get(0, "category") if len(arguments.positional) < 2 else None
        word = _word(view, asked) if asked is not None else ""
        span = view.span(name)
        if word in _ROLES:
            edits = [td.Edit(span.start, span.end, "get_by_kind"), *_keyword(view, call)]
            yield td.Fix("Ask for the kind", tuple(sorted(edits)))
        elif not word:
            reason = "only a run tells what category is asked for"
            yield td.codemods.Remainder(self.context.filename or "", span, reason)

    def _membership(self, view: td.ModuleView, node: Node, parent: Node) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        """`"middleware" in metadata["categories"]`, and nothing between the two."""
        operators = [child.type for child in parent.children if not child.is_named]
        if parent.type != "comparison_operator" or operators != ["in"] or parent.named_children[0] != node:
            return
        held = parent.named_children[1]
        key = held.child_by_field_name("subscript") if held.type == "subscript" else None
        if key is not None and _word(view, key) == "categories":
            quote = view.text(key)[:1]
            holder = view.text(held)[: view.text(held).index("[")]
            span = view.span(parent)
            text = f"{holder}[{quote}kind{quote}] == {view.text(node)}"
            yield td.Fix("Ask for the kind", (td.Edit(span.start, span.end, text),))
        elif '"categories"' in view.text(held).replace("'", '"'):
            reason = "the categories are not asked for alone; ask for the kind instead"
            yield td.codemods.Remainder(self.context.filename or "", view.span(parent), reason)


def _keyword(view: td.ModuleView, call: Node) -> t.Iterator[td.Edit]:
    """The argument is called after what is asked for."""
    listed = call.child_by_field_name("arguments")
    for argument in listed.named_children if listed is not None else ():
        name = argument.child_by_field_name("name") if argument.type == "keyword_argument" else None
        if name is not None and view.text(name) == "category":
            span = view.span(name)
            yield td.Edit(span.start, span.end, "kind")


def _word(view: td.ModuleView, node: Node) -> str:
    return td.python.static_text(view, node) if node.type == "string" else ""
