"""TDC304: a view that puts HTML together as text."""

from __future__ import annotations

import builtins
import re
import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_RENDERING = re.compile(r"(?i)render|html|page|markup")
"""The names of methods that may give HTML."""
_BUILTINS = frozenset(dir(builtins))
_ESCAPING = frozenset({"html.escape", "markupsafe.escape", "tdom.escape", "xml.sax.saxutils.escape", "json.dumps"})


class ViewHtmlTstring(td.FileRule):
    """
    ## What

    A view returns a string or an f-string with tags, or a sum of such, instead of what `html()` makes of a t-string.

    ## Why

    What an f-string puts together is not escaped: a name with `<script>` in it runs. And nobody checks its tags.

    ## Instead

    `html(t"...")`.

    ## Example

    ```python
    def hello_view(name: str) -> str:
        return f"<h1>{name}</h1>"        # bad
        return html(t"<h1>{name}</h1>")  # good
    ```
    """

    CODE = "TDC304"
    SLUG = "view-html-tstring"
    GROUP = "views"
    SUMMARY = "a view puts HTML together as text"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "sometimes"
    OPTIONS = td.views.OPTIONS
    GATE = td.Gate(tokens={"<"})

    VALID: t.ClassVar = [
        "from tdom import html\n\ndef hello_view(name):\n    return html(t'<p>{name}</p>')",
        "from tdom import html\n\ndef hello_view(name):\n    return t'<p>{name}</p>'",
        "from tdom import html\n\ndef hello_view(name):\n    return f'hello {name}'",
        "from tdom import html\n\ndef hello(name):\n    return f'<p>{name}</p>'",
        "def hello_view(name):\n    return f'<p>{name}</p>'",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from tdom import html\n\ndef hello_view(name):\n    return «f'<p>{name}</p>'»",
            fixed="from tdom import html\n\ndef hello_view(name):\n    return html(t'<p>{name}</p>')",
            unsafe=True,
        ),
        td.invalid("from tdom import html\n\ndef hello_view(name):\n    page = «f'<p>{name}</p>'»\n    return page"),
        td.invalid("from tdom import html\n\ndef hello_view(name):\n    return «f'<h1>{name}</h1>'» + '<hr>'"),
        td.invalid("from tdom import html\n\ndef hello_view(name):\n    return «f'<p>{name=}</p>'»"),
        td.invalid(
            "from tdom import html\n\ndef hello_view(x):\n    page = ''\n    page += «f'<p>{x}</p>'»\n    return page"
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {
        "import as": "a decorator of another name is another decorator",
        "in a class": "a method is no view",
        "in an async function": "a scan does not find what a function holds",
        "copies": "the copies are numbered, so that their names no longer end as those of views do",
    }

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[int] = set()
        """Literals by place; several `return` may give back one name, and one instance looks at one file."""

    def check_file(self) -> None:
        views = td.views.views_in(self.view, self.path, self.option, decorated_anywhere=True)
        found = {one.call.path: one for one in views if one.call is not None}
        for statement in self.view.captures["return"] if found else ():
            owner = found.get(self.view.scopes.scopes[self.view.scopes.index_at(statement.start_byte)].path)
            value = next((child for child in statement.named_children if child.type != "comment"), None)
            if owner is not None and value is not None:
                self._check(owner, value)

    def _check(self, owner: td.views.View, value: Node) -> None:
        for shown, given in td.origins(self.view, value):
            parts = self._helped(given) or self._parts(given)
            is_put_together = any(part.type == "call" for part in parts)
            is_other = self._is_other(parts) or (is_put_together and self._may_render(*parts))
            literals = [] if is_other else [found for part in parts for found in self._texts(part)]
            if not literals or literals[0].start_byte in self._reported:
                continue
            literal = literals[0]
            self._reported.add(literal.start_byte)
            formatted = [found for found in literals if td.value_kind(self.view, found) == "fstring"]
            self.report_span(
                self.view.span(literal),
                f"the view `{owner.name}` puts HTML together as text",
                fix=self._fix(literal) if shown == literal else None,
                related=tuple(
                    td.Related(self.path, self.view.span(found), "what this holds is not escaped")
                    for found in formatted
                    if found != literal
                ),
                note="nothing in it is escaped" if formatted else "nobody checks its tags",
                help='write `html(t"...")`',
            )

    def _is_other(self, parts: Sequence[Node]) -> bool:
        """Rendered HTML in a frame of text, or XML."""
        operands = [
            value for part in parts for each in td.operands_of(part) for _, value in td.origins(self.view, each)
        ]
        begun = [self.view.given(each) or each for each in operands[:1]]
        is_xml = any(td.static_text(self.view, each).lstrip().startswith("<?xml") for each in begun)
        return is_xml or any(td.value_kind(self.view, value) == "html" for value in operands)

    def _helped(self, value: Node) -> list[Node]:
        """What a helper of the file gives back, where nothing in it or in what it is given may be rendered HTML."""
        helper = td.helper_of(self.view, value)
        given = td.arguments_of(self.view, value) if helper is not None else None
        function = helper.name.parent if helper is not None else None
        if helper is None or given is None or function is None or given.has_star:
            return []
        renders = any(function.start_byte <= call.start_byte < function.end_byte for call in td.html_calls(self.view))
        if renders or self._may_render(*given.positional, *given.keywords.values()):
            return []
        return [part for node in helper.returned for part in self._parts(node)]

    def _may_render(self, *values: Node) -> bool:
        """Whether rendered HTML, or XML, may be among values, also in a list or by a name of the function."""
        pending, seen = [*values], set[int]()
        while pending:
            node = td.unwrapped(pending.pop())
            if node.id in seen:
                continue
            seen.add(node.id)
            if td.static_text(self.view, node).lstrip().startswith("<?xml") or self._is_rendering(node):
                return True
            pending += self._inner(node)
        return False

    def _is_rendering(self, node: Node) -> bool:
        """A call of a function that may render: all but builtins, methods that are not called so, and classes."""
        function = node.child_by_field_name("function") if node.type == "call" else None
        if function is None:
            return node.type == "await"
        name = self.view.text(function).rpartition(".")[2]
        if function.type == "attribute" and not _RENDERING.search(name):
            return False
        is_builtin = name in _BUILTINS and not self.view.resolve(function)
        return not (is_builtin or self.view.resolve(function) in _ESCAPING)

    def _inner(self, node: Node) -> Iterator[Node]:
        """What an expression is made of, and what a name of the function was given, or given one after another."""
        if node.type != "identifier":
            yield from (child for child in node.named_children if child.type not in {"comment", "string_content"})
            return
        name, index = self.view.text(node), self.view.scopes.index_at(node.start_byte)
        yield from self.view.assignments.get((index, name), [])
        yield from td.added_to_names(self.view).get((index, name), [])
        given = self.view.given(node)
        yield from [given] if given is not None else []
        for use in td.uses_of(self.view, name, node.start_byte):
            call = use.parent.parent if use.parent is not None and use.parent.type == "attribute" else None
            if call is not None and call.type == "call":
                yield from call.named_children[1:]

    def _parts(self, value: Node) -> list[Node]:
        """An expression; for a local name that is text at first, what it is given, and what `+=` adds to that.

        A sum is looked into: what such a name adds to it comes first.
        """
        names = [name for name in td.operands_of(value) if name.type == "identifier"] if td.is_sum(value) else []
        grown = [parts for name in names if len(parts := self._parts(name)) > 1]
        if grown:
            return [*(part for parts in grown for part in parts), value]
        view, name = self.view, self.view.text(value)
        index = view.scopes.index_at(value.start_byte)
        scope = view.scopes.scopes[index]
        given = view.assignments.get((index, name), [])
        if value.type != "identifier" or name in scope.parameters or name in scope.bindings or not given:
            return [value]
        if len(given) > 1:
            several = td.values_before(view, value)
            return several if several and all(map(self._is_text, several)) else [value]
        added = td.added_to_names(view).get((index, name), [])
        is_known = len(added) + 1 == view.count_of_targets(index, name)
        is_begun = given[0].end_byte <= value.start_byte and self._is_text(given[0])
        return [*given, *added] if is_known and is_begun else []

    def _texts(self, node: Node) -> Iterator[Node]:
        """A literal with tags, or those of a sum."""
        node = td.unwrapped(node)
        if node.type == "identifier" and self._has_grown(node):
            yield from td.markup_texts(self.view, node)
        elif node.type == "call" and td.literal_type(self.view, node) == "str":
            yield from td.markup_texts(self.view, node)  # of `join` and `format`
        elif node.type == "binary_operator":
            yield from td.markup_texts(self.view, node) if self._is_text(node) else ()
        elif node.type in {"string", "concatenated_string"} and self._is_text(node):
            yield from [node] if td.has_tags(td.static_text(self.view, node)) else []

    def _is_text(self, node: Node) -> bool:
        """Whether an expression begins with a plain string: what is added to that is text too."""
        node = td.unwrapped(node)
        while node.type == "binary_operator" and (left := node.child_by_field_name("left")) is not None:
            node = td.unwrapped(left)
        return td.literal_type(self.view, self.view.given(node) or node) == "str" or self._has_grown(node)

    def _has_grown(self, name: Node) -> bool:
        """Whether a name is text that was put together before it is read."""
        if name.type != "identifier" or self.view.assigned(self.view.text(name), name.start_byte) is not None:
            return False
        return len(self._parts(name)) > 1 or any(True for _ in td.markup_texts(self.view, name))

    def _fix(self, literal: Node) -> td.Fix | None:
        inner = [child for child in literal.named_children if child.type == "interpolation"]
        edits = td.to_template(self.view, literal) if not self._may_render(*inner) else []
        is_wrapping = any(fact.module == "tdom_svcs" and fact.name in {"", "html"} for fact in self.view.imports)
        spelled = td.importable(self.view, "tdom_svcs" if is_wrapping else "tdom", "html")
        span = self.view.span(literal)
        if not edits or spelled is None or edits[0].start != span.start:
            return None
        first = td.Edit(edits[0].start, edits[0].end, f"{spelled[0]}({edits[0].text}")
        return td.Fix(
            "Render a t-string",
            (first, *edits[1:], td.Edit(span.end, span.end, ")")),
            td.Safety.UNSAFE,
            spelled[1],
            unsafe_because="values are escaped then",
        )
