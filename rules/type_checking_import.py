"""TDC212: an annotation that is read at run time names what only type checkers import."""

from __future__ import annotations

import sys
import typing as t
from collections.abc import Iterator, Mapping, Sequence

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from collections.abc import Mapping

    from tree_sitter import Node

_FOREIGN = sys.stdlib_module_names | {"tdom", "tdom_svcs", "svcs", "svcs_di", "svcs_hopscotch", "markupsafe", "attrs"}


class _Reading(t.NamedTuple):
    """Annotations that are evaluated at run time."""

    owner: Node
    annotations: Sequence[Node]
    is_injected: bool = False
    premise: td.Premise | None = None


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
        features=td.services.MARKER_FEATURES | td.html.COMPONENT_FEATURES,
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
        hidden = td.python.type_checking_names(self.view)
        if not hidden:
            return
        seen: set[int] = set()
        for reading in sorted(self._readings(), key=lambda reading: reading.premise is not None):
            if reading.owner.start_byte not in seen:  # what this file tells comes before what another may
                seen.add(reading.owner.start_byte)
                self._check(reading, hidden)

    def _readings(self) -> Iterator[_Reading]:
        for node, premise in () if td.python.has_text_annotations(self.view) else td.html.component_nodes(self.view):
            yield _Reading(node, td.python.signature_annotations(self.view, node), premise=premise)
        for marked in td.services.marked_annotations(self.view):
            yield _Reading(marked.owner, td.python.hint_annotations(self.view, marked.owner), is_injected=True)

    def _check_heirs(self) -> None:
        """Classes that a container makes, whose bases of other files have such annotations."""
        for class_ in td.services.injected_heirs(self.view):
            self.report_span(
                self.view.span(td.python.nodes_of(self.view, class_).name),
                f"`{class_.path}` inherits a field whose annotation is imported only for type checkers",
                note="a container that makes it evaluates the annotations of its bases, too: "
                f"TypeHintResolutionError: Cannot resolve type hints for dataclass '{td.last_name(class_.path)}'",
                help="import it at run time where the field is declared",
                premise=td.Premise(f":{class_.path}", (), (td.project.UNRESOLVED_HINTS,)),
            )

    def _check(self, reading: _Reading, hidden: Mapping[str, td.ImportFact]) -> None:
        if self.view.is_expected_to_fail(reading.owner.start_byte):
            return
        places: dict[str, Node] = {}
        for typed in reading.annotations:
            for name in td.python.evaluated_names(self.view, typed, is_quoted=reading.is_injected):
                places.setdefault(name, typed)
        for name, typed in places.items():
            if name in hidden:
                self._report(reading, typed, name, hidden[name])

    def _report(self, reading: _Reading, typed: Node, name: str, fact: td.ImportFact) -> None:
        owner, is_injected = reading.owner, reading.is_injected
        shown = td.python.path_of(self.view, owner)
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
            premise=reading.premise,
        )

    def _made(self, path: str) -> str:
        """What the error names is the class that a container makes, which may derive from the owner."""
        heirs = (class_.path for class_ in td.python.classes_of(self.view).values() if f":{path}" in class_.bases)
        names = [f"'{td.last_name(found)}'" for found in (path, *heirs)]
        return " or ".join(names) + (", whichever it makes" if len(names) > 1 else "")

    def _fix(self, name: str, fact: td.ImportFact) -> td.Fix | None:
        """The only import of its block moves to those at the top, and the empty block goes."""
        block = td.python.outermost_if(self.view, fact.start)
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
