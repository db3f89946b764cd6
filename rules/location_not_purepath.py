"""TDC601: a location that no request lies below."""

from __future__ import annotations

import typing as t

import libcst as cst

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


class LocationNotPurepath(td.Rule):
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
        features={f"import {root}" for root in _ROOTS},
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

    def visit_Call(self, node: cst.Call) -> None:  # LibCST names it
        location = next((arg.value for arg in node.args if arg.keyword and arg.keyword.value == "location"), None)
        if location is None or not self._is_about_locations(node):
            return
        if self.view.is_expected_to_fail(self.view.source.to_utf8(self.span_of(location).start)):
            return
        is_container = self.resolve_name(node.func) in _CONTAINERS
        if self._is_text(location):
            self._report_text(location, is_container=is_container)
        elif self._is_relative(location):
            self._report_relative(location)
        elif (premise := self._premise(location, "str")) is not None:
            self._report_text(location, is_container=is_container, premise=premise)
            self._report_relative(location, self._premise(location, "relative path"))

    def _is_about_locations(self, node: cst.Call) -> bool:
        reference = self.resolve_name(node.func)
        if reference in td.api.INJECTABLE or reference in _CONTAINERS:
            return True
        if not isinstance(node.func, cst.Attribute) or node.func.attr.value not in _METHODS:
            return False
        owner = self.resolve_name(node.func.value)
        if owner and not owner.startswith(":") and owner.partition(".")[0] not in _ROOTS:
            return False  # a function of some other module
        return any(fact.module.partition(".")[0] in _ROOTS for fact in self.view.imports)

    def _is_text(self, node: cst.BaseExpression) -> bool:
        """A string, or a name that is given one value, which is a string."""
        if isinstance(node, cst.SimpleString):
            return not node.prefix.startswith("b")
        value = self._given(node)
        is_named = value is not None and td.literal_type(self.view, value) == "str"
        return is_named or isinstance(node, cst.FormattedString | cst.ConcatenatedString)

    def _is_relative(self, node: cst.BaseExpression) -> bool:
        """A path of one string that does not begin with a slash, also by a name that is given no other value."""
        path = self._given(node) or self._node_of(node)
        function = path.child_by_field_name("function") if path is not None and path.type == "call" else None
        if path is None or function is None or self.view.resolve(function) not in _PATHS:
            return False
        given = td.arguments_of(self.view, path)
        text = given.positional[0] if len(given.positional) == 1 and not given.has_star else None
        is_plain = text is not None and text.type == "string" and "interpolation" not in {c.type for c in text.children}
        return text is not None and is_plain and not td.static_text(self.view, text).startswith(("/", "\\"))

    def _given(self, node: cst.BaseExpression) -> Node | None:
        """The one value of a name of this file."""
        found = self._node_of(node) if isinstance(node, cst.Name) else None
        return self.view.given(found) if found is not None else None

    def _node_of(self, node: cst.BaseExpression) -> Node | None:
        span = self.span_of(node)
        start, end = self.view.source.to_utf8(span.start), self.view.source.to_utf8(span.end)
        return self.view.tree.root.named_descendant_for_byte_range(start, end)

    def _premise(self, node: cst.BaseExpression, kind: str) -> td.Premise | None:
        """That a definition somewhere says what it is: a constant of another file, a field, a function."""
        found = self._node_of(node)
        return td.premise(self.view, found, kind) if found is not None else None

    def _report_text(self, node: cst.BaseExpression, *, is_container: bool, premise: td.Premise | None = None) -> None:
        span = self.span_of(node)
        note = "a string location is not matched by the hierarchy walk once more than one implementation is registered"
        if is_container:
            note = "looking for an implementation raises AttributeError: 'str' object has no attribute 'parents'"
        self.report(
            node,
            f"the location {self.view.source.slice(span.start, span.end)} is a string; it must be an absolute PurePath",
            fix=self._fix(node) if isinstance(node, cst.SimpleString) else None,
            severity=td.Severity.ERROR if is_container else td.Severity.WARNING,
            note=note,
            help='write an absolute path, such as PurePath("/fr")',
            premise=premise,
        )

    def _report_relative(self, node: cst.BaseExpression, premise: td.Premise | None = None) -> None:
        span = self.span_of(node)
        shown = self.view.source.slice(span.start, span.end)
        self.report(
            node,
            f"the location {shown} is relative, so nothing lies below it",
            note="requests come with absolute locations, and a relative path is no parent of any",
            help='begin the path with a slash, such as PurePath("/fr")',
            premise=premise,
        )

    def _fix(self, node: cst.SimpleString) -> td.Fix | None:
        """The literal in a PurePath; a relative one may be meant from anywhere."""
        spelled = td.importable(self.view, "pathlib", "PurePath")
        if spelled is None or not node.raw_value.startswith("/") or "\\" in node.raw_value:
            return None
        name, imports = spelled
        span = self.span_of(node)
        if not self._is_usable(name, span.start, is_new=bool(imports)):
            return None
        body = node.raw_value.rstrip("/") or "/"
        text = f"{name}({node.prefix}{node.quote}{body}{node.quote})"
        return td.Fix("Make it a PurePath", (td.Edit(span.start, span.end, text),), imports=imports)

    def _is_usable(self, name: str, offset: int, *, is_new: bool) -> bool:
        """Whether an import of the file's top gives the name its meaning at an offset: in time, and not hidden."""
        scopes, index = self.view.scopes.scopes, self.view.scopes.index_at(self.view.source.to_utf8(offset))
        while index > 0 and scopes[index].kind == "class":
            index = scopes[index].parent
        root = name.partition(".")[0]
        found = [fact for fact in self.view.imports if fact.is_top_level and (is_new or fact.alias == root)]
        if index == 0 and any(fact.start > offset for fact in found):
            return False
        return is_new or (root not in scopes[0].names and self.view.resolve_at(name, offset) == "pathlib.PurePath")
