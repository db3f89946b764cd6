"""TDC905: a role is looked for among the categories."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_TEXT = re.compile(r"""(["'])[^"']*\1""")
_NAME = re.compile(r"[^\W\d]")
_ROLES = frozenset({"middleware", "hookable"})
_GIVING = frozenset({"list", "tuple", "set", "keyword_argument", "assignment"})
_BECAUSE = "other code may have given this category to something"


class CategoryAsKind(td.FileRule):
    """
    ## What

    `get_by_category("middleware")` or `get_by_category("hookable")`, or one of these words looked for in
    `metadata["categories"]`, also by a local name.

    ## Why

    What something is, is its kind now; categories are the project's own words. Nothing is found, and nothing is raised:
    no middleware runs.

    ## Instead

    `get_by_kind("middleware")`, `metadata["kind"] == "middleware"`.

    ## Example

    ```python
    registry.get_by_category("middleware")  # bad
    registry.get_by_kind("middleware")      # good
    ```
    """

    CODE = "TDC905"
    SLUG = "category-as-kind"
    GROUP = "removed"
    SUMMARY = "`middleware` and `hookable` are kinds, no categories"
    SEVERITY = td.Severity.WARNING
    VERSIONS = "svcs-di>=0.3"
    FIXABLE = "sometimes"
    GATE = td.Gate(
        features=td.FeatureOf.IMPORT.each("svcs_hopscotch", "tdom_svcs", "svcs_di"),
        tokens={"get_by_category", "categories"},
    )

    VALID: t.ClassVar = [
        "import tdom_svcs\n\nfound = registry.get_by_kind('middleware')  # not get_by_category",
        "import tdom_svcs\n\nfound = registry.get_by_category('security'), registry.get_by_category(word)",
        "import tdom_svcs\n\nassert Logger not in registry.get_by_category('middleware')",
        "import tdom_svcs\n\nassert registry.get_by_category('middleware') == []",
        "import tdom_svcs\n\nassert 'security' in metadata['categories'] and 'middleware' in metadata['kinds']",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from tdom_svcs import html\n\nfound = list(registry.«get_by_category»('middleware'))",
            fixed="from tdom_svcs import html\n\nfound = list(registry.get_by_kind('middleware'))",
            unsafe=True,
        ),
        td.invalid("import tdom_svcs\n\nif «'middleware' in metadata['categories']»:\n    run()"),
        td.invalid("import tdom_svcs\n\nis_hook = «'hookable' in (metadata['categories'] or ())»"),
        td.invalid(
            """
            import tdom_svcs

            def is_hook(metadata):
                categories = metadata["categories"]
                return «"hookable" in categories»
            """
        ),
    ]

    def check_file(self) -> None:
        words = self._given()
        for call in self.view.nodes["call"]:
            function = call.child_by_field_name("function")
            name = function.child_by_field_name("attribute") if function is not None else None
            if name is not None and self.view.text(name) == "get_by_category":
                self._check_call(call, name, words)
        for node in self.view.nodes["string"]:
            if _word(self.view, node) in _ROLES - words and node.parent is not None:
                self._check_membership(node, node.parent)

    def _given(self) -> set[str]:
        """The roles that the file itself gives as categories; all of them, where it gives some by a name."""
        words: set[str] = set()
        for node in self.view.nodes["string"]:
            word, parent = _word(self.view, node), node.parent
            while word in _ROLES and parent is not None and parent.type in _GIVING:
                name = parent.child_by_field_name("name") or parent.child_by_field_name("left")
                if name is not None and self.view.text(name) == "categories":
                    words.add(word)
                parent = parent.parent
        every = (td.python.arguments_of(self.view, call).keywords for call in self.view.nodes["call"])
        categories = [self.view.text(keywords["categories"]) for keywords in every if "categories" in keywords]
        if any(_NAME.search(_TEXT.sub("", text)) for text in categories):
            words.update(_ROLES)
        return words

    def _check_call(self, call: Node, name: Node, given: set[str]) -> None:
        arguments = td.python.arguments_of(self.view, call)
        asked = arguments.get(0, "category") if len(arguments.positional) < 2 else None
        words = self._asked(asked) if asked is not None else set()
        word = next(iter(sorted(words)), "")
        claims = [td.project.IsText(role) for role in sorted(_ROLES - given)]
        premise = td.premise(self.view, asked, *claims) if asked is not None and words == {""} and claims else None
        if self._expects_nothing(call) or (premise is None and (not words or not words <= _ROLES - given)):
            return
        if premise is not None and asked is not None:
            word = self.view.text(asked)
        span = self.view.span(name)
        self._report(
            span,
            word,
            td.Fix(
                "Look for the kind",
                (td.Edit(span.start, span.end, "get_by_kind"),),
                td.Safety.UNSAFE,
                unsafe_because=_BECAUSE,
            ),
            premise,
        )

    def _asked(self, node: Node) -> set[str]:
        """The words, also by a name that is given some, or by the loop over a list that is written out."""
        source = td.flow.iterated(self.view, node) if node.type == "identifier" else None
        values = td.flow.values_of(self.view, node if source is None else source)
        if source is not None:
            values = [
                item for value in values for item in (td.flow.items_of(value) if value.type in _LISTS else [value])
            ]
        return {_word(self.view, value) for value in values}

    def _expects_nothing(self, call: Node) -> bool:
        """A test that says that nothing is found."""
        parent = call.parent
        while parent is not None and parent.type in {"parenthesized_expression", "argument_list", "call"}:
            parent = parent.parent
        if parent is None or parent.type == "not_operator":
            return parent is not None
        return parent.type == "comparison_operator" and not any(child.type == "in" for child in parent.children)

    def _check_membership(self, node: Node, parent: Node) -> None:
        operators = [child.type for child in parent.children if not child.is_named]
        if parent.type != "comparison_operator" or operators != ["in"] or parent.named_children[0] != node:
            return
        if self._are_categories(parent.named_children[1]):
            self._report(self.view.span(parent), _word(self.view, node))

    def _are_categories(self, held: Node) -> bool:
        """What metadata has for categories, also by a local name, or something empty in its place."""
        pairs = [*td.flow.origins(self.view, held)]
        if any(shown != value and self._may_change(shown) for shown, value in pairs):
            return False
        values = [value for _, value in pairs if not _is_empty(self.view, value)]
        return bool(values) and all(self._is_lookup(value) for value in values)

    def _may_change(self, name: Node) -> bool:
        """Whether a method of what a name holds is called, which may add a category."""
        uses = td.flow.uses_of(self.view, self.view.text(name), name.start_byte)
        return any(use.parent is not None and use.parent.type == "attribute" for use in uses)

    def _is_lookup(self, held: Node) -> bool:
        """`metadata["categories"]` or `metadata.get("categories")`."""
        key = held.child_by_field_name("subscript") if held.type == "subscript" else None
        function = held.child_by_field_name("function") if held.type == "call" else None
        if function is not None and self.view.text(function).endswith(".get"):
            key = td.python.arguments_of(self.view, held).get(0)
        return key is not None and _word(self.view, key) == "categories"

    def _report(self, span: td.Span, word: str, fix: td.Fix | None = None, premise: td.Premise | None = None) -> None:
        asked = f'"{word}"' if premise is None else word
        self.report_span(
            span,
            f"`{word}` is a kind, and no category",
            fix=fix,
            note="nothing is found, and nothing is raised",
            help=f'ask for the kind: `get_by_kind({asked})`, or `metadata["kind"]`',
            premise=premise,
        )


def _word(view: td.ModuleView, node: Node) -> str:
    return td.python.static_text(view, node) if node.type == "string" else ""


def _is_empty(view: td.ModuleView, node: Node) -> bool:
    return view.text(node) in {"()", "[]", "{}", "set()", "frozenset()", "None"}


_LISTS = frozenset({"list", "tuple", "set"})
