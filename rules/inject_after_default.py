"""TDC407: a field without a default after one with a default."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_DEFAULTS = frozenset(
    {"integer", "float", "string", "concatenated_string", "true", "false", "none", "tuple", "list", "dictionary"}
)
_FIELDS = frozenset({"dataclasses.field"})


class InjectAfterDefault(td.FileRule):
    """
    ## What

    A dataclass has an injected field without a default below a field with one, its own or that of a base class.

    ## Why

    Python refuses to import the class: `TypeError: non-default argument 'db' follows default argument 'size'`.

    ## Instead

    Injected fields first, or `@dataclass(kw_only=True)`: a container passes all of them by name.

    ## Example

    ```python
    @dataclass
    class Panel:
        size: int = 1
        db: Inject[Db]  # bad

    @dataclass(kw_only=True)
    class Panel:
        size: int = 1
        db: Inject[Db]  # good
    ```
    """

    CODE = "TDC407"
    SLUG = "inject-after-default"
    GROUP = "services"
    SUMMARY = "an injected field without a default stands below one with a default"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "unsafe"
    GATE = td.Gate(features=td.di_names.FEATURES, tokens={"dataclass"})

    _HEAD = "from dataclasses import KW_ONLY, dataclass, field\nfrom svcs_di import Inject\nfrom shop import Db\n\n"

    _BASE = "class Base:\n    db: Inject[Db]\n    size: int = 1\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}@dataclass\nclass Panel:\n    db: Inject[Db]\n    size: int = 1",
        f"{_HEAD}@dataclass(kw_only=True)\nclass Panel:\n    size: int = 1\n    db: Inject[Db]",
        f"{_HEAD}@dataclass\nclass Panel:\n    size: int = 1\n    _: KW_ONLY\n    db: Inject[Db]",
        f"{_HEAD}@dataclass\nclass Panel:\n    size: int = 1\n    db: Inject[Db] = field(kw_only=True)",
        f"{_HEAD}@dataclass\nclass Panel:\n    size: int = field(init=False, default=1)\n    db: Inject[Db]",
        f"{_HEAD}class Panel:\n    size: int = 1\n    db: Inject[Db]",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_HEAD}@dataclass\nclass Panel:\n    size: int = 1\n    «db: Inject[Db]»",
            fixed=f"{_HEAD}@dataclass(kw_only=True)\nclass Panel:\n    size: int = 1\n    db: Inject[Db]",
            unsafe=True,
        ),
        td.invalid(
            f"{_HEAD}@dataclass()\nclass Panel:\n    size: int = field(default=1)\n    «db: Inject[Db]»",
            fixed=f"{_HEAD}@dataclass(kw_only=True)\nclass Panel:\n    size: int = field(default=1)\n"
            "    db: Inject[Db]",
            unsafe=True,
        ),
        td.invalid(
            f"{_HEAD}@dataclass\n{_BASE}@dataclass\nclass Panel(Base):\n    «other: Inject[Db]»",
            fixed=f"{_HEAD}@dataclass\n{_BASE}@dataclass(kw_only=True)\nclass Panel(Base):\n    other: Inject[Db]",
            unsafe=True,
        ),
    ]

    def check_file(self) -> None:
        for shape in td.shapes.shapes(self.view).values():
            if td.di_names.wished_names(self.view, shape.node) and self._is_positional(shape):
                self._check(shape)

    def _decorator(self, shape: td.shapes.Shape) -> Node | None:
        nodes = td.shapes.definitions_of(self.view).decorator_nodes(shape.node)
        found = [node for node in nodes if td.shapes.decorator_reference(self.view, node) in td.shapes.DATACLASS]
        return found[0] if len(found) == 1 else None

    def _is_positional(self, shape: td.shapes.Shape) -> bool:
        """A plain dataclass: its constructor takes the fields in order."""
        decorator = self._decorator(shape)
        if decorator is None or self.view.is_expected_to_fail(shape.node.start_byte):
            return False
        if decorator.type != "call":
            return True
        arguments = td.arguments_of(self.view, decorator)
        is_changed = bool({"kw_only", "init"} & set(arguments.keywords))
        return not (is_changed or arguments.has_star or arguments.positional)

    def _check(self, shape: td.shapes.Shape) -> None:
        default: td.shapes.Member | None = None
        asked = td.di_names.wished_names(self.view, shape.node)
        for owner, member in self._members(shape):
            reference = self._reference(member)
            if reference.endswith(".KW_ONLY"):
                return
            state = "none" if reference.endswith(".ClassVar") else self._state(member)
            if state == "required" and owner is shape and self._is_given_above(shape, member.name):
                return
            if state == "default":
                default = default or member
            elif state == "required" and default is not None:
                if owner is shape and member.name in asked:
                    self._report(shape, member, default, None)
                return
            elif state == "required" and td.shapes.lineage(self.view, shape) is None:
                if member.name in asked and len(shape.bases) == 1:
                    premise = td.Premise(shape.bases[0], (), (f"{td.DEFAULT_BEFORE}{member.name}",))
                    self._report(shape, member, None, premise)
                return

    def _members(self, shape: td.shapes.Shape) -> list[tuple[td.shapes.Shape, td.shapes.Member]]:
        """The fields in the order of the constructor, each with its class; only its own where a base is unclear."""
        own = [(shape, member) for member in shape.members]
        lineage = td.shapes.lineage(self.view, shape) or [shape]
        if any(len(owner.bases) > 1 for owner in lineage):
            return own
        found: dict[str, tuple[td.shapes.Shape, td.shapes.Member]] = {}
        for owner in reversed(lineage[1:]):
            if not owner.decorators:
                continue  # its annotations are no fields
            if not self._is_positional(owner) or any(self._reference(m).endswith(".KW_ONLY") for m in owner.members):
                return own
            found.update((member.name, (owner, member)) for member in owner.members)
        found.update((pair[1].name, pair) for pair in own)
        return list(found.values())

    def _is_given_above(self, shape: td.shapes.Shape, name: str) -> bool:
        """A field that is declared anew keeps the default that the attribute of a base class is."""
        above = (td.shapes.lineage(self.view, shape) or [shape])[1:]
        return any(
            name in owner.assigned or any(found.name == name and found.value is not None for found in owner.members)
            for owner in above
        )

    def _reference(self, member: td.shapes.Member) -> str:
        head = member.typed.named_children[0] if member.typed.named_children else member.typed
        while head.type in {"generic_type", "subscript"} and head.named_children:
            head = head.named_children[0]
        return self.view.resolve(head)

    def _state(self, member: td.shapes.Member) -> str:
        """`required`, `default`, or `none` where the constructor does not take it by position or nobody knows."""
        value = member.value
        if value is None:
            return "required"
        if value.type != "call":
            return "default" if value.type in _DEFAULTS else "none"
        function = value.child_by_field_name("function")
        arguments = td.arguments_of(self.view, value)
        is_field = function is not None and self.view.resolve(function) in _FIELDS
        if not is_field or arguments.has_star or {"kw_only", "init"} & set(arguments.keywords):
            return "none"
        return "default" if {"default", "default_factory"} & set(arguments.keywords) else "required"

    def _report(
        self,
        shape: td.shapes.Shape,
        member: td.shapes.Member,
        default: td.shapes.Member | None,
        premise: td.Premise | None,
    ) -> None:
        """`default` is None where a base class of another file has it."""
        below, follows = "a field of a base class", "default argument"
        related: tuple[td.Related, ...] = ()
        if default is not None:
            below, follows = f"`{default.name}`", f"default argument '{default.name}'"
            related = (td.Related(self.path, self.view.span(default.statement), "this field has a default"),)
        self.report_span(
            self.view.span(member.typed.parent or member.typed),
            f"the injected field `{member.name}` has no default and stands below {below}, which has one",
            fix=self._fix(shape),
            related=related,
            note=f"Python raises TypeError: non-default argument '{member.name}' follows {follows}",
            help="put injected fields first, or make the dataclass kw_only",
            premise=premise,
        )

    def _fix(self, shape: td.shapes.Shape) -> td.Fix | None:
        decorator = self._decorator(shape)
        if decorator is None:
            return None
        span = self.view.span(decorator)
        if decorator.type != "call":
            edit = td.Edit(span.end, span.end, "(kw_only=True)")
        else:
            listed = decorator.child_by_field_name("arguments")
            given = [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
            place = self.view.span(given[-1]).end if given else span.end - 1
            edit = td.Edit(place, place, ", kw_only=True" if given else "kw_only=True")
        doubt = "what makes an object of this class with arguments by position fails then"
        return td.Fix("Let its fields be passed by name", (edit,), td.Safety.UNSAFE, unsafe_because=doubt)
