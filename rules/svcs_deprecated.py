"""TDC903: what svcs has deprecated or given away."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_NEW = {"get_abstract": "get", "aget_abstract": "aget"}
_HOLDER = re.compile(r"(?i)(container|svcs|services|ctr)$")
_CONTAINERS = frozenset({"Container", "HopscotchContainer", "InjectorContainer"})


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
    FIXABLE = "sometimes"
    GATE = td.Gate(
        features={"import svcs", "import svcs_di", "import svcs_hopscotch", "import tdom_svcs"},
        tokens={"get_abstract", "pyramid"},
    )

    VALID: t.ClassVar = [
        "import svcs\n\ndef page(container: svcs.Container):\n    return container.get(Users)  # not get_abstract",
        "import svcs\n\ndef show(paper):\n    return paper.get_abstract(), paper.get_abstract('en')",
        """
        import svcs

        class Container:
            def get_abstract(self, kind): ...

        def page(container):
            return container.get_abstract(Users)
        """,
        "import svcs\n\nmethod = container.get_abstract",
        "import svcs_pyramid\nimport svcs\n\nsvcs_pyramid.init(config)",
        "import svcs\nfrom pyramid.config import Configurator\nfrom .svcs import pyramid",
        "try:\n    import svcs_pyramid\nexcept ImportError:\n    import svcs.pyramid as svcs_pyramid",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "import svcs\n\ndef page(container):\n    return container.«get_abstract»(Users, Mail)",
            fixed="import svcs\n\ndef page(container):\n    return container.get(Users, Mail)",
        ),
        td.invalid(
            """
            from svcs import Container, Registry

            async def page():
                box = Container(Registry())
                return await box.«aget_abstract»(  # kept
                    Users,
                )
            """,
            fixed="""
            from svcs import Container, Registry

            async def page():
                box = Container(Registry())
                return await box.aget(  # kept
                    Users,
                )
            """,
        ),
        td.invalid(
            "import svcs\n\ndef page(request):\n    return svcs.flask.«get_abstract»(Users)",
            fixed="import svcs\n\ndef page(request):\n    return svcs.flask.get(Users)",
        ),
        td.invalid(
            "from svcs_di import auto\n\nclass Page:\n    def load(self):\n"
            "        return self.container.«get_abstract»(Users)",
            fixed="from svcs_di import auto\n\nclass Page:\n    def load(self):\n"
            "        return self.container.get(Users)",
        ),
        td.invalid(
            "from «svcs.pyramid» import init\n\ninit(config)",
            fixed="from svcs_pyramid import init\n\ninit(config)",
            unsafe=True,
        ),
        td.invalid(
            "import «svcs.pyramid» as sp\n\nsp.init(config)",
            fixed="import svcs_pyramid as sp\n\nsp.init(config)",
            unsafe=True,
        ),
        td.invalid("import «svcs.pyramid»\n\nsvcs.pyramid.init(config)"),
        td.invalid("from svcs import Container, «pyramid»"),
    ]

    def check_file(self) -> None:
        for statement in self.view.captures["import"]:
            if not self.view.is_expected_to_fail(statement.start_byte) and not _is_tried(statement):
                self._check_import(statement)
        if any(fact.path.rpartition(".")[2] in _NEW for fact in self.facts.functions):
            return
        for call in self.view.captures["call"]:
            function = call.child_by_field_name("function")
            name = function.child_by_field_name("attribute") if function is not None else None
            if function is not None and name is not None and self.view.text(name) in _NEW:
                self._check_call(call, function, name)

    def _check_call(self, call: Node, function: Node, name: Node) -> None:
        view = self.view
        holder = function.child_by_field_name("object")
        if holder is None or not td.arguments_of(view, call).positional or not _is_container(view, function, holder):
            return
        old, span = view.text(name), view.span(name)
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


def _is_container(view: td.ModuleView, function: Node, holder: Node) -> bool:
    """A function of svcs's integrations, or a method of what is made, or called, a container."""
    reference = view.resolve(function)
    if reference and not reference.startswith(":"):
        return reference.startswith("svcs.")
    for _, value in td.origins(view, holder):
        made = value.child_by_field_name("function") if value.type == "call" else None
        if made is not None and view.resolve(made).rpartition(".")[2] in _CONTAINERS:
            return True
    return _HOLDER.search("".join(view.text(holder).split()).rpartition(".")[2]) is not None


def _is_tried(node: Node) -> bool:
    """In a `try`: a fallback for another release."""
    parent = node.parent
    while parent is not None and parent.type != "try_statement":
        parent = parent.parent
    return parent is not None
