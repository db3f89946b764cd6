"""TDC903: what svcs has deprecated or given away."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_NEW = {"get_abstract": "get", "aget_abstract": "aget"}
_GAP = rb"(?:[\s\\]|#[^\r\n]*[\r\n])*+"
_NAMED = re.compile(rb"(?:%b\.%b\w+)*?%b\.%b(?:get_abstract|aget_abstract)\b" % (_GAP, _GAP, _GAP, _GAP))
"""What stands behind a name in a chain of attributes that ends with one of them."""


class SvcsDeprecated(td.FileRule):
    """
    ## What

    `get_abstract` or `aget_abstract` of a svcs container, or an import of `svcs.pyramid`.

    ## Why

    Since svcs 26.1 `get` takes abstract types too, and `get_abstract`, which is annotated to return `Any`, is
    deprecated. `svcs.pyramid` is a package of its own since svcs 26.2: `ModuleNotFoundError: No module named
    'svcs.pyramid'`.

    ## Instead

    `get`, `aget`; `svcs_pyramid` of the package svcs-pyramid, which has the same functions.

    ## Example

    ```python
    container.get_abstract(Users)  # bad
    container.get(Users)           # good
    ```
    """

    CODE = "TDC903"
    SLUG = "svcs-deprecated"
    GROUP = "removed"
    SUMMARY = "svcs has deprecated this, or has it no more"
    SEVERITY = td.Severity.WARNING
    OTHER_SEVERITIES = (td.Severity.INFO,)
    VERSIONS = "svcs>=26.1"
    FIXABLE = "sometimes"
    GATE = td.Gate(
        features=td.FeatureOf.IMPORT.each("svcs", "svcs_di", "svcs_hopscotch", "tdom_svcs"),
        tokens={"get_abstract", "pyramid"},
    )

    VALID: t.ClassVar = [
        "import svcs\n\ndef page(container: svcs.Container):\n    return container.get(Users)  # not get_abstract",
        "import svcs\n\ndef show(paper):\n    return paper.get_abstract(), paper.get_abstract('en')",
        "import svcs\n\ndef page(paper):\n    fetch = paper.get_abstract\n    return fetch(Users)",
        "import docker\nimport svcs\n\ndef page(box: docker.Container):\n    return box.get_abstract(Users)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "import svcs\n\ndef page(container):\n    return container.«get_abstract»(Users, Mail)",
            fixed="import svcs\n\ndef page(container):\n    return container.get(Users, Mail)",
        ),
        td.invalid(
            "import svcs\n\ndef page(box: svcs.Container):\n    return box.«get_abstract»(Users)",
            fixed="import svcs\n\ndef page(box: svcs.Container):\n    return box.get(Users)",
        ),
        td.invalid(
            "import svcs\n\ndef page(request):\n    return svcs.flask.«get_abstract»(Users)",
            fixed="import svcs\n\ndef page(request):\n    return svcs.flask.get(Users)",
        ),
        td.invalid(
            "from «svcs.pyramid» import init\n\ninit(config)",
            fixed="from svcs_pyramid import init\n\ninit(config)",
            unsafe=True,
        ),
        td.invalid("from svcs import Container, «pyramid»"),
    ]

    def check_file(self) -> None:
        for statement in self.view.nodes["import"]:
            if not self.view.is_expected_to_fail(statement.start_byte) and not td.python.is_fallback(statement):
                self._check_import(statement)
        if any(fact.path.rpartition(".")[2] in _NEW for fact in self.facts.functions):
            return
        for call in self.view.nodes["call"]:
            function = call.child_by_field_name("function")
            if function is not None and td.python.arguments_of(self.view, call).positional:
                self._check_method(function, is_asked=True)
        for readers in self.view.readers.values():
            for reader in readers:
                if _NAMED.match(self.view.source.utf8, reader.end_byte):  # to ask a node for its parent is dear
                    self._check_alone(reader)

    def _check_alone(self, reader: Node) -> None:
        """A method that is not called where it is named, such as `fetch = container.get_abstract`."""
        named, around = reader, reader.parent
        while around is not None and around.type == "attribute" and around.child_by_field_name("object") == named:
            named, around = around, around.parent
        name = named.child_by_field_name("attribute")
        if around is None or name is None or self.view.text(name) not in _NEW:
            return
        if td.python.is_fallback(named) or _is_written(named, around):
            return
        is_called = around.type == "call" and around.child_by_field_name("function") == named
        if not (is_called and td.python.arguments_of(self.view, around).positional):
            self._check_method(named, is_asked=self._is_called(around))

    def _is_called(self, assignment: Node) -> bool:
        """Whether the name that is given a method is called with a type."""
        left = assignment.child_by_field_name("left") if assignment.type == "assignment" else None
        for use in td.flow.uses_of(self.view, self.view.text(left), left.start_byte) if left is not None else ():
            call = use.parent
            is_function = call is not None and call.type == "call" and call.child_by_field_name("function") == use
            if call is not None and is_function and td.python.arguments_of(self.view, call).positional:
                return True
        return False

    def _check_method(self, function: Node, *, is_asked: bool) -> None:
        """A name such as `container` tells enough only where the method is given a type."""
        view = self.view
        name, holder = function.child_by_field_name("attribute"), function.child_by_field_name("object")
        old = view.text(name) if name is not None else ""
        if name is None or holder is None or old not in _NEW:
            return
        is_known = td.services.is_certain_container(view, holder) or view.resolve(function).startswith("svcs.")
        if not is_known and not (is_asked and td.services.is_named_container(view, function, holder)):
            return
        span = view.span(name)
        self.report_span(
            span,
            f"`{old}` is deprecated since svcs 26.1",
            severity=td.Severity.INFO,
            fix=td.Fix(f"Call `{_NEW[old]}`", (td.Edit(span.start, span.end, _NEW[old]),)),
            note=f"it only calls `{_NEW[old]}`, and is annotated to return Any",
            help=f"`{_NEW[old]}` takes abstract types too",
        )

    def _check_import(self, statement: Node) -> None:
        view = self.view
        names = statement.children_by_field_name("name")
        origin = statement.child_by_field_name("module_name")
        if origin is None:
            for part in names if statement.type == "import_statement" else ():
                module = part.child_by_field_name("name") or part
                if view.text(module) == "svcs.pyramid":
                    self._moved(module, renames=part.type == "aliased_import")
        elif view.text(origin) == "svcs.pyramid":
            self._moved(origin, renames=True)
        elif view.text(origin) == "svcs":
            for part in names:
                if view.text(part.child_by_field_name("name") or part) == "pyramid":
                    self._moved(part, renames=False)

    def _moved(self, place: Node, *, renames: bool) -> None:
        if not td.releases.is_missing("svcs", "svcs.pyramid", td.releases.MODULE, self.targets.svcs):
            return
        span = self.view.span(place)
        because = "the package svcs-pyramid has to be installed"
        edit = td.Edit(span.start, span.end, "svcs_pyramid")
        self.report_span(
            span,
            "`svcs.pyramid` is a package of its own since svcs 26.2",
            fix=td.Fix("Import svcs_pyramid", (edit,), td.Safety.UNSAFE, unsafe_because=because) if renames else None,
            note="Python raises ModuleNotFoundError: No module named 'svcs.pyramid'",
            help="install svcs-pyramid, and import `svcs_pyramid`, which has the same functions",
        )


def _is_written(named: Node, around: Node) -> bool:
    """Whether a method is replaced or taken away."""
    return around.type == "delete_statement" or around.child_by_field_name("left") == named
