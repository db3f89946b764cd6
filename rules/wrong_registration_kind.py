"""TDC403: a class registered as a value, or a value as a factory."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_VALUES = frozenset({"register_value", "register_local_value", "overwrite_value"})
_FACTORIES = frozenset({"register_factory", "register_local_factory", "overwrite_factory"})
_LITERALS = {
    "string": "str",
    "integer": "int",
    "float": "float",
    "dictionary": "dict",
    "list": "list",
    "tuple": "tuple",
}


class WrongRegistrationKind(td.FileRule):
    """
    ## What

    `register_value(X, Y)` where `Y` is a class or a function that makes an `X`, or `register_factory(X, X())`.

    ## Why

    A value is handed out as it is, so that `get(X)` gives the class or the function and not an instance. A factory is
    called: `TypeError: 'Db' object is not callable`.

    ## Instead

    `register_factory(X, Y)` for what makes an `X`, and `register_value(X, X())` for one that is made.

    ## Example

    ```python
    registry.register_value(Db, SqlDb)    # bad: get(Db) gives the class
    registry.register_factory(Db, SqlDb)  # good
    ```
    """

    CODE = "TDC403"
    SLUG = "wrong-registration-kind"
    GROUP = "services"
    SUMMARY = "a class is registered as a value, or a value as a factory"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "unsafe"
    GATE = td.Gate(features={"registration"}, tokens={"_value", "_factory"})

    _HEAD = "import svcs\n\nclass Db: ...\n\nclass SqlDb(Db): ...\n\ndef make() -> Db: ...\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}registry.register_value(Db, Db())\nregistry.register_factory(Db, SqlDb)",
        f"{_HEAD}registry.register_value(type[Db], SqlDb)",
        f"{_HEAD}from shop import Other\n\nregistry.register_value(Db, Other)\nregistry.register_value(Other, Db)",
        f"{_HEAD}import svcs.flask\n\nsvcs.flask.register_value(app, Db, db)",
        "import svcs\n\nclass Maker:\n    def __call__(self): ...\n\nregistry.register_factory(Maker, Maker())",
        (
            "import svcs\nfrom typing import Protocol\n\nclass Maker(Protocol):\n    def __call__(self): ...\n\n"
            "def make(): ...\n\nregistry.register_value(Maker, make)"
        ),
        "from shop import registry\n\nclass Db: ...\n\nregistry.register_value(Db, Db)",
        f"{_HEAD}class Kind(type): ...\n\nregistry.register_value(Kind, Db)",
        f"{_HEAD}with pytest.raises(TypeError):\n    registry.register_factory(Db, Db())",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "import svcs\n\nclass Button:\n    def __call__(self): ...\n\nclass Ours(Button): ...\n\n"
            "registry.register_value(Button, «Ours»)",
            fixed="import svcs\n\nclass Button:\n    def __call__(self): ...\n\nclass Ours(Button): ...\n\n"
            "registry.register_factory(Button, Ours)",
            unsafe=True,
        ),
        td.invalid(
            f"{_HEAD}registry.register_value(Db, «SqlDb»)",
            fixed=f"{_HEAD}registry.register_factory(Db, SqlDb)",
            unsafe=True,
        ),
        td.invalid(
            f"{_HEAD}registry.register_value(Db, value=«make»)",
            fixed=f"{_HEAD}registry.register_factory(Db, factory=make)",
            unsafe=True,
        ),
        td.invalid(
            f"{_HEAD}registry.register_factory(Db, «SqlDb()»)",
            fixed=f"{_HEAD}registry.register_value(Db, SqlDb())",
            unsafe=True,
        ),
        td.invalid(
            "import svcs\n\nsvcs.Registry().register_local_factory(str, «'sqlite:'»)",
            fixed="import svcs\n\nsvcs.Registry().register_local_value(str, 'sqlite:')",
            unsafe=True,
        ),
    ]

    def check_file(self) -> None:
        if not any(fact.module.partition(".")[0] in _ROOTS for fact in self.view.imports):
            return
        for call in self.view.captures["call"]:
            function = call.child_by_field_name("function")
            name = function.child_by_field_name("attribute") if function is not None else None
            method = self.view.text(name) if name is not None else ""
            if name is not None and function is not None and method in _VALUES | _FACTORIES:
                shift = 1 if self.view.resolve(function).startswith("svcs.") else 0
                arguments = td.arguments_of(self.view, call)
                kind = arguments.get(shift, "svc_type")
                given = arguments.get(shift + 1, "factory", "value")
                is_known = not arguments.has_star and not self.view.is_expected_to_fail(call.start_byte)
                if kind is not None and given is not None and is_known:
                    self._check(name, kind, td.nodes.unwrapped(given), is_value=method in _VALUES)

    def _check(self, method: Node, kind: Node, given: Node, *, is_value: bool) -> None:
        if is_value:
            what = self._maker(kind, given)
            if what:
                wanted, shown = self.view.text(kind), self.view.text(given)
                self._report(
                    method,
                    given,
                    f"`{shown}` is a {what}, and is registered as the value of `{wanted}`",
                    f"`get({wanted})` gives the {what} itself, and no instance",
                    "register_factory",
                )
            return
        made = self._made(given)
        if made:
            message = f"`{self.view.text(given)}` is registered as a factory and cannot be called"
            self._report(
                method, given, message, f"svcs raises TypeError: '{made}' object is not callable", "register_value"
            )

    def _maker(self, kind: Node, given: Node) -> str:
        """`class` or `function` for what makes an instance of a class of this file."""
        shapes = td.shapes.shapes(self.view)
        wanted = shapes.get(self.view.resolve(kind))
        lineage = td.shapes.lineage(self.view, wanted) if wanted is not None else None
        if wanted is None or lineage is None:
            return ""
        reference = self.view.resolve(given)
        shape = shapes.get(reference)
        family = td.shapes.lineage(self.view, shape) if shape is not None else None
        if family is not None:
            return "class" if wanted in family else ""
        if any("__call__" in owner.names for owner in lineage):
            return ""  # a function may be what is wanted
        node = td.shapes.definition(self.view, reference)
        is_function = node is not None and node.type == "function_definition"
        return "function" if is_function and node is not None and self._says(node, wanted) else ""

    def _says(self, node: Node, wanted: td.shapes.Shape) -> bool:
        """Whether a function is annotated to return an instance."""
        returns = node.child_by_field_name("return_type")
        return returns is not None and self.view.text(returns).strip("\"'") == wanted.path

    def _made(self, given: Node) -> str:
        """The type of what is certainly an instance that cannot be called."""
        if given.type in _LITERALS:
            return _LITERALS[given.type]
        function = given.child_by_field_name("function") if given.type == "call" else None
        shape = td.shapes.shapes(self.view).get(self.view.resolve(function)) if function is not None else None
        lineage = td.shapes.lineage(self.view, shape) if shape is not None else None
        if shape is None or lineage is None:
            return ""
        is_opaque = any(
            {"__call__", "__new__"} & owner.names or not _KNOWN.issuperset(owner.decorators) for owner in lineage
        )
        return "" if is_opaque else shape.path.rpartition(".")[2]

    def _report(self, method: Node, given: Node, message: str, note: str, other: str) -> None:
        old = self.view.text(method)
        new = old.replace("value", "factory") if other == "register_factory" else old.replace("factory", "value")
        span = self.view.span(method)
        edits = [td.Edit(span.start, span.end, new)]
        parent = given.parent
        while parent is not None and parent.type == "parenthesized_expression":
            parent = parent.parent
        label = parent.child_by_field_name("name") if parent is not None and parent.type == "keyword_argument" else None
        if label is not None:
            place = self.view.span(label)
            edits.append(td.Edit(place.start, place.end, new.rpartition("_")[2]))
        doubt = "what a container hands out becomes something else"
        fix = td.Fix(f"Call {new}", tuple(edits), td.Safety.UNSAFE, unsafe_because=doubt)
        self.report_span(self.view.span(given), message, fix=fix, note=note, help=f"call {new} instead")


_ROOTS = frozenset({"svcs", "svcs_di", "svcs_hopscotch", "tdom_svcs"})
_KNOWN = td.shapes.DATACLASS | td.shapes.ATTRS | td.api.INJECTABLE
