"""TDC406: an `Inject` that no container looks at."""

from __future__ import annotations

import typing as t
from collections.abc import Iterable

from tdomcheck import authoring as td

_KNOWN = td.python.DATACLASS | td.python.ATTRS | td.api.INJECTABLE | {"typing.final"}


class InjectIneffective(td.FileRule):
    """
    ## What

    `Inject` on a parameter of `__init__` of a class without such a field, on a name in the body of a class that is no
    dataclass, on a `ClassVar`, or on a field with `init=False`. A subclass of a dataclass is none before it is
    decorated itself, and a dataclass takes no fields from a base that is none.

    ## Why

    A container reads the annotations of the class, never those of `__init__`, and hands what it finds to the
    constructor. So either the constructor raises `TypeError: Panel.__init__() missing 1 required positional argument:
    'db'`, or it succeeds and the first use raises `AttributeError: 'Panel' object has no attribute 'db'`.

    ## Instead

    A dataclass with a field that is annotated `Inject[X]`.

    ## Example

    ```python
    class Panel:
        def __init__(self, db: Inject[Db]): ...  # bad


    @dataclass
    class Panel:
        db: Inject[Db]  # good
    ```
    """

    CODE = "TDC406"
    SLUG = "inject-ineffective"
    GROUP = "services"
    SUMMARY = "an Inject annotation where no container looks"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "sometimes"
    GATE = td.Gate(features=td.services.MARKER_FEATURES, tokens={"Inject", "Resource", "Get"})

    _HEAD = "from dataclasses import dataclass, field\nfrom svcs_di import Inject\n\nclass Db: ...\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}@dataclass\nclass Panel:\n    db: Inject[Db]",
        f"{_HEAD}class Panel:\n    db: Inject[Db]\n\n    def __init__(self, db):\n        self.db = db",
        f"{_HEAD}class Panel:\n    db: Db\n\n    def __init__(self, db: Inject[Db]):\n        self.db = db",
        "import attrs\nfrom svcs_di import Inject\n\n@attrs.define\nclass Panel:\n    db: Inject[int]",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f"{_HEAD}class Panel:\n    «db: Inject[Db]»\n\n    def show(self):\n        return self.db",
            fixed=f"{_HEAD}@dataclass\nclass Panel:\n    db: Inject[Db]\n\n    def show(self):\n        return self.db",
        ),
        td.invalid(f"{_HEAD}class Panel:\n    def __init__(self, «db: Inject[Db]», size=1):\n        self.db = db"),
        td.invalid(f"{_HEAD}@dataclass\nclass Panel:\n    «db: Inject[Db] = field(init=False)»"),
        td.invalid(
            "from dataclasses import dataclass\nfrom typing import ClassVar\nfrom svcs_di import Inject\n\n@dataclass\n"
            "class Panel:\n    «db: ClassVar[Inject[int]]»"
        ),
        td.invalid(
            f"{_HEAD}class Mailer:\n    «db: Inject[Db]»\n\n@dataclass\nclass OrderMailer(Mailer):\n    size: int = 1"
        ),
        td.invalid(f"{_HEAD}@dataclass\nclass Menu:\n    size: int\n\nclass French(Menu):\n    «db: Inject[Db]»"),
        td.invalid("from svcs_di import Inject\n\nclass Panel:\n    «db: Inject[int]»\n    names = []"),
    ]
    SKIP_DERIVED: t.ClassVar = {"form feed before code": "the class gets a new first line"}

    def check_file(self) -> None:
        for marked in (*td.services.marked_annotations(self.view), *td.services.marked_by_alias(self.view)):
            class_ = td.services.owner_class(self.view, marked)
            if class_ is not None and not self.view.is_expected_to_fail(marked.typed.start_byte):
                self._check(marked, class_)

    def _check(self, marked: td.services.Marked, class_: td.ClassFact) -> None:
        if not _KNOWN.issuperset(class_.decorators):
            return
        if not class_.is_plain:
            self._check_heir(marked, class_)
            return
        if marked.owner.type == "function_definition":
            self._check_parameter(marked, class_)
        elif td.services.is_class_variable(marked):
            advice = "annotate it Inject[X] without ClassVar, in a dataclass"
            self._report(
                marked, f"`{marked.name}` is a ClassVar, which is never injected", _note(class_.path, marked), advice
            )
        elif class_.is_generated:
            if td.services.is_kept_out(self.view, marked):
                message = f"`{marked.name}` is kept out of the constructor by `init=False`, so nothing is injected"
                self._report(marked, message, _note(class_.path, marked), "drop `init=False`")
        elif td.python.is_base(self.view, class_):
            self._check_base(marked, class_)
        elif not {"__init__", "__new__"} & class_.names:
            message = (
                f"`{marked.name}` is never injected: `{class_.path}` is no dataclass, so its constructor takes nothing"
            )
            self._report(marked, message, _note(class_.path, marked), _decorate(class_), self._fix(class_))

    def _check_parameter(self, marked: td.services.Marked, class_: td.ClassFact) -> None:
        """No container looks into `__init__`."""
        if td.python.nodes_of(self.view, class_).members or class_.is_generated:
            return
        note = "the container reads the annotations of the class, and calls it without this argument"
        if marked.value is None:
            note += f": TypeError: {class_.path}.__init__() missing 1 required positional argument: '{marked.name}'"
        message = f"`{class_.path}.__init__` asks for `{marked.name}`, and no container reads the annotations there"
        field = f"{marked.name}: {' '.join(self.view.text(marked.typed).split())}"
        self._report(marked, message, note, f"{_decorate(class_)}, and write the field `{field}` for `__init__`")

    def _check_base(self, marked: td.services.Marked, class_: td.ClassFact) -> None:
        """A dataclass takes no fields from a base that is none."""
        heirs = td.python.heirs_of(self.view, class_)
        if self._is_filled(marked, [class_, *heirs]) or not all(self._lacks(marked, class_, heir) for heir in heirs):
            return
        heir = next((found.path for found in heirs if found.is_generated), "")
        if not heir:
            return
        message = (
            f"`{marked.name}` is never injected: `{class_.path}` is no dataclass, so `{heir}` takes no field from it"
        )
        self._report(marked, message, _note(heir, marked), _decorate(class_, heirs))

    def _lacks(self, marked: td.services.Marked, class_: td.ClassFact, heir: td.ClassFact) -> bool:
        """A class of this file with all its bases, of which no other has such a field."""
        family = td.python.lineage(self.view, heir)
        others = [owner for owner in family or () if owner != class_]
        is_known = all(_KNOWN.issuperset(owner.decorators) and marked.name not in owner.names for owner in others)
        return family is not None and is_known and not any(_FILLING & owner.names for owner in others)

    def _is_filled(self, marked: td.services.Marked, family: list[td.ClassFact]) -> bool:
        """Whether something else than a container may give the value."""
        is_set = marked.name in td.python.set_attributes(self.view)
        return is_set or any(_FILLING & owner.names for owner in family)

    def _check_heir(self, marked: td.services.Marked, class_: td.ClassFact) -> None:
        """A subclass of a dataclass is none before it is decorated itself."""
        is_field = marked.owner.type == "class_definition" and not td.services.is_class_variable(marked)
        is_undecorated = not (class_.is_generated or class_.has_keywords) and len(class_.bases) == 1
        if not (is_field and is_undecorated) or td.python.is_base(self.view, class_):
            return
        family = td.python.lineage(self.view, class_)
        if self._is_filled(marked, family or [class_]) or not (family is None or self._adds_field(marked, family[1:])):
            return
        message = (
            f"`{marked.name}` is never injected: `{class_.path}` inherits from a dataclass, and is not made one itself"
        )
        # Where the base is of another file, that file must say that it is a dataclass.
        lack = td.project.Lacks(marked.name, td.project.Without.DATACLASS)
        premise = None if family else td.Premise(class_.bases[0], (), (lack,))
        advice = _decorate(class_, family) if family else f"decorate `{class_.path}` as its base is"
        span = self.view.span(marked.typed.parent or marked.typed)
        self.report_span(span, message, note=_note(class_.path, marked), help=advice, premise=premise)

    def _adds_field(self, marked: td.services.Marked, bases: list[td.ClassFact]) -> bool:
        """Whether the bases are a dataclass, and none has the field: then a narrower annotation counts."""
        is_known = all(_KNOWN.issuperset(base.decorators) and marked.name not in base.names for base in bases)
        return is_known and any(base.is_generated for base in bases)

    def _report(
        self, marked: td.services.Marked, message: str, note: str, advice: str, fix: td.Fix | None = None
    ) -> None:
        span = self.view.span(marked.typed.parent or marked.typed)
        self.report_span(span, message, fix=fix, note=note, help=advice)

    def _fix(self, class_: td.ClassFact) -> td.Fix | None:
        """Only where all that it declares is injected or has a default: nobody else gives a value to the rest."""
        bare = [member for member in td.python.nodes_of(self.view, class_).members if member.value is None]
        asked = td.services.marked_names(self.view, td.python.nodes_of(self.view, class_).node)
        if any(member.name not in asked for member in bare):
            return None
        return td.dataclass_fix(self.view, class_)


def _decorate(class_: td.ClassFact, family: Iterable[td.ClassFact] = ()) -> str:
    """What makes it one of its family: neither library takes the fields of the other."""
    is_attrs = any(other.is_generated and not other.is_dataclass for other in family)
    return f"decorate `{class_.path}` with {'@attrs.define' if is_attrs else '@dataclass'}"


def _note(owner: str, marked: td.services.Marked) -> str:
    if marked.value is not None and marked.value.type != "call":  # of a call, it may be `field(init=False)`
        return f"`{marked.name}` stays what it is given here, and nothing is raised"
    return f"its first use raises AttributeError: '{td.last_name(owner)}' object has no attribute '{marked.name}'"


_FILLING = frozenset(
    {"__init__", "__new__", "__post_init__", "__attrs_post_init__", "__init_subclass__"}
    | {"__getattr__", "__getattribute__"}
)
