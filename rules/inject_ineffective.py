"""TDC406: an `Inject` that no container looks at."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

_KNOWN = td.shapes.DATACLASS | td.shapes.ATTRS | td.api.INJECTABLE | {"typing.final"}


class InjectIneffective(td.FileRule):
    """
    ## What

    `Inject` on a parameter of `__init__` of a class without such a field, on a name in the body of a class that is no
    dataclass, on a `ClassVar`, or on a field with `init=False`.

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
    GATE = td.Gate(features=td.di_names.FEATURES, tokens={"Inject", "Resource", "Get"})

    _HEAD = "from dataclasses import dataclass, field\nfrom svcs_di import Inject\n\nclass Db: ...\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}@dataclass\nclass Panel:\n    db: Inject[Db]",
        f"{_HEAD}class Panel:\n    db: Inject[Db]\n\n    def __init__(self, db):\n        self.db = db",
        f"{_HEAD}class Panel:\n    db: Db\n\n    def __init__(self, db: Inject[Db]):\n        self.db = db",
        "import attrs\nfrom svcs_di import Inject\n\n@attrs.define\nclass Panel:\n    db: Inject[int]",
        (
            f"{_HEAD}from typing import NamedTuple, Protocol\n\nclass Panel(NamedTuple):\n    db: Inject[Db]\n\n"
            "class Source(Protocol):\n    db: Inject[Db]"
        ),
        f"{_HEAD}from shop import component\n\n@component\nclass Panel:\n    db: Inject[Db]",
        f"{_HEAD}class Mixin:\n    db: Inject[Db]\n\n@dataclass\nclass Panel(Mixin):\n    db: Inject[Db]",
        f"{_HEAD}def render(panel, db: Inject[Db]): ...\n\nclass Page:\n    def show(self, db: Inject[Db]): ...",
        f"{_HEAD}class Panel:\n    db: Inject[Db]\n\nPanel = dataclass(Panel)",
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
            "from svcs_di import Inject\n\nclass Panel:\n    «db: Inject[int]»\n    names = []",
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {"form feed before code": "the class gets a new first line"}

    def check_file(self) -> None:
        for wish in td.di_names.wishes(self.view):
            shape = td.di_names.owner_shape(self.view, wish)
            if shape is not None and not self.view.is_expected_to_fail(wish.typed.start_byte):
                self._check(wish, shape)

    def _check(self, wish: td.di_names.Wish, shape: td.shapes.Shape) -> None:
        if not shape.is_plain or not _KNOWN.issuperset(shape.decorators):
            return
        place = wish.typed.parent or wish.typed
        span = self.view.span(place)
        if wish.owner.type == "function_definition":
            if shape.members or shape.is_generated:
                return
            note = "the container reads the annotations of the class, and calls it without this argument"
            if wish.value is None:
                note += f": TypeError: {shape.path}.__init__() missing 1 required positional argument: '{wish.name}'"
            message = f"`{shape.path}.__init__` asks for `{wish.name}`, and no container reads the annotations there"
            self._report(span, message, note)
        elif td.di_names.is_class_variable(self.view, wish):
            self._report(
                span, f"`{wish.name}` is a ClassVar, which is never injected", _MISSING.format(shape.path, wish.name)
            )
        elif shape.is_generated:
            if td.di_names.is_kept_out(self.view, wish):
                message = f"`{wish.name}` is kept out of the constructor by `init=False`, so nothing is injected"
                self._report(span, message, _MISSING.format(shape.path, wish.name))
        elif not ({"__init__", "__new__"} & shape.names or td.shapes.is_base(self.view, shape)):
            message = (
                f"`{wish.name}` is never injected: `{shape.path}` is no dataclass, so its constructor takes nothing"
            )
            self._report(span, message, _MISSING.format(shape.path, wish.name), self._fix(shape))

    def _report(self, span: td.Span, message: str, note: str, fix: td.Fix | None = None) -> None:
        self.report_span(span, message, fix=fix, note=note, help="make it a field of a dataclass, annotated Inject[X]")

    def _fix(self, shape: td.shapes.Shape) -> td.Fix | None:
        """Only where all that it declares is injected or has a default: nobody else gives a value to the rest."""
        bare = [member for member in shape.members if member.value is None]
        asked = td.di_names.wished_names(self.view, shape.node)
        if any(member.name not in asked for member in bare):
            return None
        return td.dataclass_fix(self.view, shape)


_MISSING = "its first use raises AttributeError: '{}' object has no attribute '{}'"
