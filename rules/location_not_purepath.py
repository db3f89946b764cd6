"""TDC601: a location that no request lies below."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_ROOTS = ("svcs_di", "svcs_hopscotch", "tdom_svcs")
_CONTAINERS = frozenset(
    f"{module}.HopscotchContainer"
    for module in (
        "svcs_di",
        "svcs_di.injectors",
        "svcs_di.hopscotch_registry",
        "svcs_hopscotch",
        "svcs_hopscotch.injectors",
        "svcs_hopscotch.hopscotch_registry",
    )
)
_PATHS = frozenset({"pathlib.PurePath", "pathlib.PurePosixPath", "pathlib.Path", "pathlib.PosixPath"})
_METHODS = frozenset({"register_implementation", "register"})


class LocationNotPurepath(td.FileRule):
    """
    ## What

    `location=` is given a string, or a path that is not absolute.

    ## Why

    Locations are compared as the parents of a `PurePath`. A string equals none of them, and neither does a relative
    path: a string location is not matched by the hierarchy walk once more than one implementation is registered. The
    default implementation is used, and nothing is raised. A container with a string for its location raises
    `AttributeError: 'str' object has no attribute 'parents'`.

    ## Instead

    An absolute `PurePath`.

    ## Example

    ```python
    @injectable(for_=Greeting, location="/fr/")           # bad
    @injectable(for_=Greeting, location=PurePath("/fr"))  # good
    ```
    """

    CODE = "TDC601"
    SLUG = "location-not-purepath"
    GROUP = "wiring"
    SUMMARY = "a location is no absolute PurePath, so nothing lies below it"
    SEVERITY = td.Severity.WARNING
    OTHER_SEVERITIES = (td.Severity.ERROR,)
    FIXABLE = "sometimes"
    GATE = td.Gate(
        features={td.FeatureOf.IMPORT(root) for root in _ROOTS},
        tokens=("location",),
        query="(keyword_argument name: (identifier) @name value: [(string) (call) (identifier) (attribute) "
        '(concatenated_string) (parenthesized_expression)] (#eq? @name "location"))',
    )

    _HEAD = "from pathlib import PurePath\nfrom svcs_hopscotch.injectors import HopscotchContainer as C, injectable\n\n"

    VALID: t.ClassVar = [
        f'{_HEAD}@injectable(for_=Greeting, location=PurePath("/fr/"))\nclass French: ...',
        f'{_HEAD}@injectable(location=PurePath("/", "de"))\nclass German: ...',
        f'{_HEAD}HOME = PurePath("/fr")\n\n@injectable(location=HOME)\nclass French: ...',
        'import svcs_di\nfrom shop import Event, register\n\nEvent(location="Rome")\nregister(Event, location="Rome")',
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            'import pathlib\nfrom svcs_hopscotch import HopscotchContainer\n\nHopscotchContainer(r, location=«r"/fr"»)',
            fixed="import pathlib\nfrom svcs_hopscotch import HopscotchContainer\n\n"
            'HopscotchContainer(r, location=pathlib.PurePath(r"/fr"))',
        ),
        td.invalid(f'{_HEAD}locator = ServiceLocator().register(Greeting, French, location=«"fr"»)'),
        td.invalid(f"{_HEAD}C(registry, location=«f'/{{language}}'»)"),
        td.invalid(f"{_HEAD}FRENCH = '/fr'\nC(registry, location=«FRENCH»)"),
        td.invalid(f'{_HEAD}HOME = PurePath("fr")\n\ndef use(r):\n    return C(r, location=«HOME»)'),
    ]

    def check_file(self) -> None:
        for call in self.view.nodes["call"]:
            location = td.python.arguments_of(self.view, call).keywords.get("location")
            if location is None or self.view.is_expected_to_fail(location.start_byte):
                continue
            reference = self._reference(call.child_by_field_name("function"))
            if self._is_about_locations(call, reference):
                self._check_location(td.python.unwrapped(location), is_container=reference in _CONTAINERS)

    def _check_location(self, location: Node, *, is_container: bool) -> None:
        if self._is_text(location):
            self._report_text(location, is_container=is_container)
        elif self._is_relative(location):
            self._report_relative(location)
        elif (premise := td.premise(self.view, location, "str")) is not None:
            self._report_text(location, is_container=is_container, premise=premise)
            self._report_relative(location, td.premise(self.view, location, "relative path"))

    def _reference(self, node: Node | None) -> str:
        return self.view.resolve(td.python.unwrapped(node)) if node is not None else ""

    def _is_about_locations(self, call: Node, reference: str) -> bool:
        if reference in td.api.INJECTABLE or reference in _CONTAINERS:
            return True
        function = call.child_by_field_name("function")
        method = td.python.unwrapped(function) if function is not None else None
        name = method.child_by_field_name("attribute") if method is not None and method.type == "attribute" else None
        if method is None or name is None or self.view.text(name) not in _METHODS:
            return False
        owner = self._reference(method.child_by_field_name("object"))
        if owner and not owner.startswith(":") and owner.partition(".")[0] not in _ROOTS:
            return False  # a function of some other module
        return any(fact.module.partition(".")[0] in _ROOTS for fact in self.view.imports)

    def _is_text(self, node: Node) -> bool:
        """A string, or a name that is given one value, which is a string."""
        value = node if node.type in {"string", "concatenated_string"} else self._given(node)
        return value is not None and td.python.literal_type(self.view, value) == "str"

    def _is_relative(self, node: Node) -> bool:
        """A path of one string that does not begin with a slash, also by a name that is given no other value."""
        path = self._given(node) or node
        function = path.child_by_field_name("function") if path.type == "call" else None
        if function is None or self.view.resolve(function) not in _PATHS:
            return False
        arguments = td.python.arguments_of(self.view, path)
        text = arguments.positional[0] if len(arguments.positional) == 1 and not arguments.has_star else None
        is_plain = text is not None and text.type == "string" and "interpolation" not in {c.type for c in text.children}
        return text is not None and is_plain and not td.python.static_text(self.view, text).startswith(("/", "\\"))

    def _given(self, node: Node) -> Node | None:
        """The one value of a name of this file."""
        return self.view.given(node) if node.type == "identifier" else None

    def _report_text(self, node: Node, *, is_container: bool, premise: td.Premise | None = None) -> None:
        note = "a string location is not matched by the hierarchy walk once more than one implementation is registered"
        if is_container:
            note = "looking for an implementation raises AttributeError: 'str' object has no attribute 'parents'"
        self.report_span(
            self.view.span(node),
            f"the location {self.view.text(node)} is a string; it must be an absolute PurePath",
            fix=self._fix(node) if node.type == "string" else None,
            severity=td.Severity.ERROR if is_container else td.Severity.WARNING,
            note=note,
            help='write an absolute path, such as PurePath("/fr")',
            premise=premise,
        )

    def _report_relative(self, node: Node, premise: td.Premise | None = None) -> None:
        self.report_span(
            self.view.span(node),
            f"the location {self.view.text(node)} is relative, so nothing lies below it",
            note="requests come with absolute locations, and a relative path is no parent of any",
            help='begin the path with a slash, such as PurePath("/fr")',
            premise=premise,
        )

    def _fix(self, node: Node) -> td.Fix | None:
        """The literal in a PurePath; a relative one may be meant from anywhere, and an f-string be anything."""
        spelled = td.importable(self.view, "pathlib", "PurePath")
        opening, ending = (self.view.text(child) for child in (node.children[0], node.children[-1]))
        raw = self.view.text(node)[len(opening) : -len(ending)]
        if spelled is None or "f" in opening.lower() or not raw.startswith("/") or "\\" in raw:
            return None
        name, imports = spelled
        span = self.view.span(node)
        if not self._is_usable(name, span.start, is_new=bool(imports)):
            return None
        text = f"{name}({opening}{raw.rstrip('/') or '/'}{ending})"
        return td.Fix("Make it a PurePath", (td.Edit(span.start, span.end, text),), imports=imports)

    def _is_usable(self, name: str, offset: int, *, is_new: bool) -> bool:
        """Whether an import of the file's top gives the name its meaning at an offset: in time, and not hidden."""
        scopes, index = self.view.scopes.scopes, self.view.scopes.index_at(self.view.source.to_utf8(offset))
        while index > 0 and scopes[index].kind == "class":
            index = scopes[index].parent
        root = name.partition(".")[0]
        imports = [fact for fact in self.view.imports if fact.is_top_level and (is_new or fact.alias == root)]
        if index == 0 and any(fact.start > offset for fact in imports):
            return False
        return is_new or (root not in scopes[0].names and self.view.resolve_at(name, offset) == "pathlib.PurePath")
