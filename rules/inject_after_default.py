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
        for class_ in td.shapes.classes_of(self.view).values():
            if td.di_names.wished_names(self.view, td.shapes.nodes_of(self.view, class_).node) and self._is_positional(
                class_
            ):
                self._check(class_)

    def _decorator(self, class_: td.ClassFact) -> Node | None:
        nodes = td.shapes.definitions_of(self.view).decorator_nodes(td.shapes.nodes_of(self.view, class_).node)
        found = [node for node in nodes if td.shapes.decorator_reference(self.view, node) in td.DATACLASS]
        return found[0] if len(found) == 1 else None

    def _is_positional(self, class_: td.ClassFact) -> bool:
        """A plain dataclass: its constructor takes the fields in order."""
        decorator = self._decorator(class_)
        if decorator is None or self.view.is_expected_to_fail(td.shapes.nodes_of(self.view, class_).node.start_byte):
            return False
        if decorator.type != "call":
            return True
        arguments = td.arguments_of(self.view, decorator)
        is_changed = bool({"kw_only", "init"} & set(arguments.keywords))
        return not (is_changed or arguments.has_star or arguments.positional)

    def _check(self, class_: td.ClassFact) -> None:
        default: td.Member | None = None
        asked = td.di_names.wished_names(self.view, td.shapes.nodes_of(self.view, class_).node)
        for owner, member in self._members(class_):
            reference = self._reference(member)
            if reference.endswith(".KW_ONLY"):
                return
            state = "none" if reference.endswith(".ClassVar") else self._state(member)
            if state == "required" and owner is class_ and self._is_given_above(class_, member.name):
                return
            if state == "default":
                default = default or member
            elif state == "required" and default is not None:
                if owner is class_ and member.name in asked:
                    self._report(class_, member, default, None)
                return
            elif state == "required" and td.shapes.lineage(self.view, class_) is None:
                if member.name in asked and len(class_.bases) == 1:
                    premise = td.Premise(class_.bases[0], (), (f"{td.DEFAULT_BEFORE}{member.name}",))
                    self._report(class_, member, None, premise)
                return

    def _members(self, class_: td.ClassFact) -> list[tuple[td.ClassFact, td.Member]]:
        """The fields in the order of the constructor, each with its class; only its own where a base is unclear."""
        own = [(class_, member) for member in td.shapes.nodes_of(self.view, class_).members]
        lineage = td.shapes.lineage(self.view, class_) or [class_]
        if any(len(owner.bases) > 1 for owner in lineage):
            return own
        found: dict[str, tuple[td.ClassFact, td.Member]] = {}
        for owner in reversed(lineage[1:]):
            if not owner.decorators:
                continue  # its annotations are no fields
            members = td.shapes.nodes_of(self.view, owner).members
            if not self._is_positional(owner) or any(self._reference(m).endswith(".KW_ONLY") for m in members):
                return own
            found.update((member.name, (owner, member)) for member in members)
        found.update((pair[1].name, pair) for pair in own)
        return list(found.values())

    def _is_given_above(self, class_: td.ClassFact, name: str) -> bool:
        """A field that is declared anew keeps the default that the attribute of a base class is."""
        above = (td.shapes.lineage(self.view, class_) or [class_])[1:]
        return any(
            name in owner.attributes or any(member.name == name and member.value is not None for member in members)
            for owner in above
            for members in [td.shapes.nodes_of(self.view, owner).members]
        )

    def _reference(self, member: td.Member) -> str:
        return td.annotation_of(self.view, member.typed).reference

    def _state(self, member: td.Member) -> str:
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
        class_: td.ClassFact,
        member: td.Member,
        default: td.Member | None,
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
            fix=self._fix(class_),
            related=related,
            note=f"Python raises TypeError: non-default argument '{member.name}' follows {follows}",
            help="put injected fields first, or make the dataclass kw_only",
            premise=premise,
        )

    def _fix(self, class_: td.ClassFact) -> td.Fix | None:
        decorator = self._decorator(class_)
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
