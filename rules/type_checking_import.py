"""TDC212: an annotation that is read at run time names what only type checkers import."""

from __future__ import annotations

import ast
import re
import sys
import typing as t
from bisect import bisect_right

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_NAME = re.compile(r"[^\W\d]\w*")
_FOREIGN = sys.stdlib_module_names | {"tdom", "tdom_svcs", "svcs", "svcs_di", "svcs_hopscotch", "markupsafe", "attrs"}


class TypeCheckingImport(td.FileRule):
    """
    ## What

    The annotations of a component, or of a class with injected fields, use a name that is imported only below
    `if TYPE_CHECKING:`.

    ## Why

    tdom asks for the signature of a component, and a container for the type hints of a service: both evaluate the
    annotations. `NameError: name 'Template' is not defined`, or `TypeHintResolutionError: Cannot resolve type hints for
    dataclass 'Panel'`; one such field is enough, whether it is injected or not. Rules of linters that move imports
    below `TYPE_CHECKING` make this mistake for you: exempt the modules from them.

    ## Instead

    Import the name at run time.

    ## Example

    ```python
    if TYPE_CHECKING:
        from string.templatelib import Template  # bad


    def Card(title: str) -> Template:
        return t"<h2>{title}</h2>"
    ```
    """

    CODE = "TDC212"
    SLUG = "type-checking-import"
    GROUP = "components"
    SUMMARY = "an annotation needs at run time what is imported only for type checkers"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "sometimes"
    GATE = td.Gate(
        features=td.di_names.FEATURES | {"component-tag", "template", "import tdom", "import string.templatelib"},
        tokens={"TYPE_CHECKING", "Inject", "Resource", "Get"},
    )

    _HEAD = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from string.templatelib import Template\n\n"
    _DI = (
        "from dataclasses import dataclass\nfrom typing import TYPE_CHECKING\nfrom svcs_di import Inject\n\n"
        "class Db: ...\n\nif TYPE_CHECKING:\n    from shop import Users\n\n"
    )
    _PAGE = "\n\npage = t'<{Card} title={1} />'"

    _SHOP = (
        "from string.templatelib import Template\nfrom typing import TYPE_CHECKING\n\n"
        "if TYPE_CHECKING:\n    from shop import Product\n\n"
    )

    VALID: t.ClassVar = [
        f"{_DI}Later = object\nUsers = Later\n\n@dataclass\nclass Panel:\n    db: Inject[Db]\n    users: Users\n",
        (
            f"from __future__ import annotations\n{_HEAD}def Card(title) -> Template:\n"
            f"    return t'<b>{{title}}</b>'{_PAGE}"
        ),
        f"{_HEAD}def Card(title) -> 'Template':\n    return t'<b>{{title}}</b>'{_PAGE}",
        f"{_HEAD}def Card(title):\n    return t'<b>{{title}}</b>'\n\ndef render(page: Template): ...{_PAGE}",
        f"{_DI}@dataclass\nclass Panel:\n    db: Inject[Db]\n\n    def show(self, users: Users): ...",
        f"{_DI}from typing import Literal\n\n@dataclass\nclass P:\n    db: Inject[Db]\n    kind: \"Literal['Users']\"",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_HEAD}def Card(title) -> «Template»:\n    return t'<b>{{title}}</b>'{_PAGE}",
            fixed="from string.templatelib import Template\nfrom typing import TYPE_CHECKING\n\n"
            f"def Card(title) -> Template:\n    return t'<b>{{title}}</b>'{_PAGE}",
        ),
        td.invalid(
            "import typing\nfrom svcs_di import Inject\n\nif typing.TYPE_CHECKING:\n    from shop import Db, Users\n\n"
            "def render(panel, db: «Inject[Db]»): ...",
        ),
        td.invalid(
            f"{_SHOP}def Badge(product: «Product») -> Template:\n    return t'<b>{{product}}</b>'",
            fixed="from string.templatelib import Template\nfrom typing import TYPE_CHECKING\n\n"
            "from shop import Product\n\n"
            "def Badge(product: Product) -> Template:\n    return t'<b>{product}</b>'",
            unsafe=True,
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {
        "import as": "an import below TYPE_CHECKING is moved only under its own name",
        "in a class": "a method is no component",
        "form feed before code": "statements are moved",
        "copies": "what a file imports for type checkers it imports once",
    }

    def check_file(self) -> None:
        self._check_heirs()
        hidden = self._hidden()
        if not hidden:
            return
        seen: set[int] = set()
        futures = [node for node in self.view.tree.root.children if node.type == "future_import_statement"]
        is_text = any("annotations" in self.view.text(node) for node in futures)
        for node in self._components() if not is_text else ():
            if node.start_byte not in seen:
                seen.add(node.start_byte)
                self._check(node, hidden, self._evaluated(node), is_injected=False)
        for wish in td.di_names.wishes(self.view):
            if wish.owner.start_byte not in seen:
                seen.add(wish.owner.start_byte)
                self._check(wish.owner, hidden, self._hinted(wish.owner), is_injected=True)

    def _check_heirs(self) -> None:
        """Classes that a container makes, whose bases of other files have such annotations."""
        owners = {wish.owner.id: wish.owner for wish in td.di_names.wishes(self.view)}
        for owner in owners.values():
            path = td.shapes.path_of(self.view, owner)
            class_ = td.shapes.classes_of(self.view).get(f":{path}")
            if class_ is None or not any("." in base for base in class_.bases) or self.view.source.is_hosted:
                continue
            if not self.view.is_expected_to_fail(owner.start_byte):
                self.report_span(
                    self.view.span(td.shapes.nodes_of(self.view, class_).name),
                    f"`{path}` inherits a field whose annotation is imported only for type checkers",
                    note="a container that makes it evaluates the annotations of its bases, too: "
                    f"TypeHintResolutionError: Cannot resolve type hints for dataclass '{td.last_name(path)}'",
                    help="import it at run time where the field is declared",
                    premise=td.Premise(f":{path}", (), (td.HIDING,)),
                )

    def _components(self) -> Iterator[Node]:
        """What a tag of this file names, and what by its annotation a tag of another does."""
        for place in td.tagged.tag_places(self.view):
            node = td.shapes.definition(self.view, place.reference)
            if node is not None:
                yield node
        for part in td.tagged.parts(self.view):
            if part.places or not td.tagged.is_called(self.view, part.path):
                yield part.node

    def _hidden(self) -> dict[str, td.ImportFact]:
        """Names that exist for type checkers alone, with the place of their import."""
        found: dict[str, td.ImportFact] = {}
        given = {name for scope in self.view.scopes.scopes for name in scope.names}
        for fact in self.view.imports:
            if fact.is_type_checking and fact.name != "*" and not self._has_else(fact.start):
                found[fact.alias] = fact
        for fact in self.view.imports:
            if not fact.is_type_checking or fact.alias in given:
                found.pop(fact.alias, None)
        return found

    def _has_else(self, offset: int) -> bool:
        block = self._block(offset)
        return block is None or any(child.type in {"else_clause", "elif_clause"} for child in block.named_children)

    def _block(self, offset: int) -> Node | None:
        """The outermost `if` of the module around an offset of the file."""
        place = self.view.source.to_utf8(offset)
        statements = self._statements
        index = bisect_right(statements, place, key=lambda node: node.start_byte) - 1
        found = statements[index] if index >= 0 else None
        return found if found is not None and found.type == "if_statement" else None

    @property
    def _statements(self) -> list[Node]:
        if "statements" not in self.view.memory:
            self.view.memory["statements"] = self.view.tree.root.named_children
        return t.cast("list[Node]", self.view.memory["statements"])

    def _evaluated(self, node: Node) -> list[Node]:
        """What `inspect.signature` evaluates: of a function all, of a class what its constructor takes."""
        if node.type == "function_definition":
            return self._of_function(node)
        class_ = td.shapes.classes_of(self.view).get(f":{td.shapes.path_of(self.view, node)}")
        if class_ is None:
            return []
        if "__init__" in class_.methods:
            return self._of_function(td.shapes.nodes_of(self.view, class_).methods["__init__"])
        return [member.typed for member in td.shapes.nodes_of(self.view, class_).members] if class_.is_generated else []

    def _hinted(self, node: Node) -> list[Node]:
        """What `typing.get_type_hints` evaluates."""
        class_ = td.shapes.classes_of(self.view).get(f":{td.shapes.path_of(self.view, node)}")
        if node.type == "function_definition":
            is_method = self.view.scopes.scopes[self.view.scopes.index_at(node.start_byte)].kind == "class"
            return [] if is_method else self._of_function(node)
        return [member.typed for member in td.shapes.nodes_of(self.view, class_).members] if class_ is not None else []

    def _of_function(self, node: Node) -> list[Node]:
        listed = node.child_by_field_name("parameters")
        parameters = listed.named_children if listed is not None else []
        found = [parameter.child_by_field_name("type") for parameter in parameters]
        return [typed for typed in (*found, node.child_by_field_name("return_type")) if typed is not None]

    def _check(
        self, owner: Node, hidden: dict[str, td.ImportFact], annotations: list[Node], *, is_injected: bool
    ) -> None:
        if self.view.is_expected_to_fail(owner.start_byte):
            return
        places: dict[str, Node] = {}
        for typed in annotations:
            for name in self._names(typed, is_quoted=is_injected):
                places.setdefault(name, typed)
        for name, typed in places.items():
            if name in hidden:
                self._report(owner, typed, name, hidden[name], is_injected=is_injected)

    def _names(self, typed: Node, *, is_quoted: bool) -> list[str]:
        """The names that an annotation looks up; what is quoted is text for everybody but a container."""
        try:
            tree = ast.parse(f"({self.view.text(typed)})", mode="eval")
        except (SyntaxError, ValueError):
            return []
        found = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
        if is_quoted and not {"Annotated", "Literal"} & set(_NAME.findall(self.view.text(typed))):
            texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
            found += [name for text in texts if isinstance(text, str) for name in _NAME.findall(text)[:8]]
        return found

    def _report(self, owner: Node, typed: Node, name: str, fact: td.ImportFact, *, is_injected: bool) -> None:
        shown = td.shapes.path_of(self.view, owner)
        who = "a container" if is_injected else "tdom"
        error = f"NameError: name '{name}' is not defined"
        if is_injected and owner.type == "class_definition":
            who = "a container that makes it"
            error = f"TypeHintResolutionError: Cannot resolve type hints for dataclass {self._made(shown)}"
        self.report_span(
            self.view.span(typed),
            f"`{shown}` needs `{name}` at run time, and it is imported only for type checkers",
            fix=self._fix(name, fact),
            related=(td.Related(self.path, td.Span(fact.start, fact.end), "it is imported here, below TYPE_CHECKING"),),
            note=f"{who} evaluates the annotations: {error}",
            help="import it at run time, and exempt its module from linter rules that move it back",
        )

    def _made(self, path: str) -> str:
        """What the error names is the class that a container makes, which may derive from the owner."""
        heirs = (class_.path for class_ in td.shapes.classes_of(self.view).values() if f":{path}" in class_.bases)
        names = [f"'{td.last_name(found)}'" for found in (path, *heirs)]
        return " or ".join(names) + (", whichever it makes" if len(names) > 1 else "")

    def _fix(self, name: str, fact: td.ImportFact) -> td.Fix | None:
        """The only import of its block moves to those at the top, and the empty block goes."""
        block = self._block(fact.start)
        body = block.child_by_field_name("consequence") if block is not None else None
        if block is None or body is None or fact.name != name or body.named_child_count != 1:
            return None
        if "#" in self.view.text(block) or "," in self.view.text(body) or _is_indented(self.view, block):
            return None
        span = self.view.span(block)
        utf8, end = self.view.source.utf8, block.end_byte
        while utf8[end : end + 1] in {b"\n", b"\r", b" "}:
            end += 1
        edits = (td.Edit(span.start, self.view.source.from_utf8(end), ""),)
        imports = (td.ImportRequest(fact.module, name),)
        title = f"Import {name} at run time"
        if fact.module.partition(".")[0] in _FOREIGN:
            return td.Fix(title, edits, imports=imports)
        doubt = f"importing `{fact.module}` at run time may close a circle of imports"
        return td.Fix(title, edits, td.Safety.UNSAFE, imports=imports, unsafe_because=doubt)


def _is_indented(view: td.ModuleView, block: Node) -> bool:
    """Whether a statement stands in another; not asked of its `start_point`, which takes tree-sitter 0.26 down."""
    return view.source.utf8[block.start_byte - 1 : block.start_byte] not in {b"", b"\n", b"\r"}
