"""TDC407: a field without a default after one with a default."""

from __future__ import annotations

import typing as t
from collections.abc import Collection

from tdomcheck import authoring as td


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
    GATE = td.Gate(features=td.services.MARKER_FEATURES, tokens={"dataclass"})

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
        for class_ in td.python.classes_of(self.view).values():
            asked = td.services.marked_names(self.view, td.python.nodes_of(self.view, class_).node)
            if asked and td.python.takes_fields_in_order(self.view, class_):
                self._check(class_, asked)

    def _check(self, class_: td.ClassFact, asked: Collection[str]) -> None:
        default: td.python.Member | None = None
        for field in td.python.constructor_fields(self.view, class_):
            member, is_own = field.member, field.owner is class_
            if field.demand is td.python.Demand.KEYWORDS_FOLLOW:
                return
            if field.demand is td.python.Demand.DEFAULT:
                default = default or member
            if field.demand is not td.python.Demand.REQUIRED:
                continue
            if is_own and td.python.has_inherited_default(self.view, class_, member.name):
                return
            if default is not None:
                if is_own and member.name in asked:
                    self._report(class_, member, default, None)
                return
            if td.python.lineage(self.view, class_) is None:
                if member.name in asked and len(class_.bases) == 1:
                    premise = td.Premise(
                        class_.bases[0], (), (td.project.Lacks(member.name, td.project.Without.DEFAULTED),)
                    )
                    self._report(class_, member, None, premise)
                return

    def _report(
        self,
        class_: td.ClassFact,
        member: td.python.Member,
        default: td.python.Member | None,
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
        decorator = td.python.dataclass_decorator(self.view, class_)
        if decorator is None:
            return None
        span = self.view.span(decorator)
        if decorator.type != "call":
            edit = td.Edit(span.end, span.end, "(kw_only=True)")
        else:
            listed = decorator.child_by_field_name("arguments")
            arguments = (
                [child for child in listed.named_children if child.type != "comment"] if listed is not None else []
            )
            place = self.view.span(arguments[-1]).end if arguments else span.end - 1
            edit = td.Edit(place, place, ", kw_only=True" if arguments else "kw_only=True")
        doubt = "what makes an object of this class with arguments by position fails then"
        return td.Fix("Let its fields be passed by name", (edit,), td.Safety.UNSAFE, unsafe_because=doubt)
