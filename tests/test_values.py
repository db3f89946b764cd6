"""Our `@dataclass` does what that of the standard library does."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import typing as t
from collections.abc import Callable

import pytest

from tdomcheck import values

MAKERS = (dataclasses.dataclass, values.dataclass)


def point(make: Callable[..., t.Any]) -> t.Any:
    @make(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 0
        names: list[str] = dataclasses.field(default_factory=list)
        memory: dict[str, int] = dataclasses.field(default_factory=dict, repr=False, compare=False)

        @property
        def total(self) -> int:
            return self.x + self.y

    return Point


@values.dataclass(frozen=True, slots=True)
class Kept:
    """Of a module, so that it can be pickled."""

    x: int
    y: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Same:
    x: int
    y: tuple[int, ...] = ()


@pytest.mark.parametrize("make", MAKERS)
class TestValues:
    def test_fields_are_given_by_position_or_name_or_have_a_default(self, make: Callable[..., t.Any]) -> None:
        cls = point(make)

        assert (cls(1).y, cls(1, 2).y, cls(y=3, x=1).y, cls(1, 2).total) == (0, 2, 3, 3)
        assert cls(1).names == []
        assert cls(1).names is not cls(1).names
        with pytest.raises(TypeError):
            cls()
        with pytest.raises(TypeError):
            cls(1, z=2)

    def test_equal_fields_make_equal_values(self, make: Callable[..., t.Any]) -> None:
        cls, other = point(make), point(make)

        assert cls(1, 2) == cls(1, 2, memory={"a": 1})
        assert cls(1, 2) != cls(1, 3)
        assert cls(1, 2) != other(1, 2)
        assert cls(1, 2) != (1, 2)

    def test_it_shows_its_fields(self, make: Callable[..., t.Any]) -> None:
        assert repr(point(make)(1, 2)).endswith("Point(x=1, y=2, names=[])")

    def test_its_fields_are_set_once(self, make: Callable[..., t.Any]) -> None:
        value = point(make)(1)

        for change in (lambda: setattr(value, "x", 2), lambda: setattr(value, "z", 2), lambda: delattr(value, "x")):
            with pytest.raises((dataclasses.FrozenInstanceError, TypeError)):
                change()
        assert value.x == 1
        assert not hasattr(value, "__dict__")

    def test_a_changed_copy_is_another_value(self, make: Callable[..., t.Any]) -> None:
        assert dataclasses.replace(point(make)(1, 2), y=3).y == 3
        assert [field.name for field in dataclasses.fields(point(make))] == ["x", "y", "names", "memory"]
        assert dataclasses.is_dataclass(point(make))

    def test_match_knows_the_positions(self, make: Callable[..., t.Any]) -> None:
        cls = point(make)
        match cls(1, 2):
            case cls(x, y):
                assert (x, y) == (1, 2)
            case _:
                pytest.fail("it did not match")

    def test_what_can_be_hashed_is(self, make: Callable[..., t.Any]) -> None:
        @make(frozen=True)
        class Pair:
            left: int
            right: str = ""

        assert len({Pair(1), Pair(1), Pair(1, "a")}) == 2
        with pytest.raises(TypeError):
            hash(point(make)(1))

    def test_an_order_is_that_of_the_fields(self, make: Callable[..., t.Any]) -> None:
        @make(frozen=True, slots=True, order=True)
        class Version:
            major: int
            minor: int = 0

        assert sorted([Version(2), Version(1, 5), Version(1)]) == [Version(1), Version(1, 5), Version(2)]
        assert Version(1) <= Version(1) < Version(1, 1) >= Version(1)
        with pytest.raises(TypeError):
            _ = Version(1) < (2, 0)

    def test_fields_may_have_to_be_named(self, make: Callable[..., t.Any]) -> None:
        @make(frozen=True, slots=True, kw_only=True)
        class Named:
            first: int = 1
            second: int

        assert (Named(second=2).first, Named(second=2).second) == (1, 2)
        with pytest.raises(TypeError):
            Named(1, 2)

    def test_values_may_change_that_are_not_frozen(self, make: Callable[..., t.Any]) -> None:
        @make(slots=True)
        class Box:
            content: int = 1

        box = Box()
        box.content = 2

        assert box == Box(2)
        with pytest.raises(TypeError):
            hash(box)
        with pytest.raises(AttributeError):
            box.other = 1

    def test_an_exception_may_be_one(self, make: Callable[..., t.Any]) -> None:
        @make
        class Problem(Exception):  # what it is called is nothing to it
            path: str
            reason: str = "gone"

            def __str__(self) -> str:
                return f"{self.path}: {self.reason}"

        with pytest.raises(Problem, match=r"a\.py: gone"):
            raise Problem("a.py")

    def test_its_own_methods_stay(self, make: Callable[..., t.Any]) -> None:
        @make(frozen=True)
        class Loud:
            name: str
            size: int = dataclasses.field(init=False)
            kept: list[int] = dataclasses.field(init=False, default_factory=list)
            kind: str = dataclasses.field(init=False, default="loud")

            def __post_init__(self) -> None:
                object.__setattr__(self, "size", len(self.name))

            def __repr__(self) -> str:
                return self.name.upper()

        assert (repr(Loud("abc")), Loud("abc").size, Loud("abc").kept, Loud("a").kind) == ("ABC", 3, [], "loud")

    def test_heirs_have_the_fields_of_their_bases(self, make: Callable[..., t.Any]) -> None:
        @make(frozen=True, slots=True)
        class Base:
            x: int

        @make(frozen=True, slots=True)
        class Heir(Base):
            y: int = 2

        assert repr(Heir(1)).endswith("Heir(x=1, y=2)")
        assert Heir(1) != Base(1)


@pytest.mark.parametrize("value", [Kept(1, (2,)), Same(1, (2,))])
def test_it_survives_copies_and_other_processes(value: Kept | Same) -> None:
    assert pickle.loads(pickle.dumps(value)) == copy.copy(value) == copy.deepcopy(value) == value


class Definitions:
    """Each is a class made by either decorator, and what it is made with."""

    @staticmethod
    def nothing(make: t.Any) -> t.Any:
        @make(frozen=True)
        class Nothing: ...

        return Nothing, [(), ()]

    @staticmethod
    def nothing_with_slots_and_order(make: t.Any) -> t.Any:
        @make(frozen=True, slots=True, order=True)
        class Nothing: ...

        return Nothing, [(), ()]

    @staticmethod
    def nothing_compared(make: t.Any) -> t.Any:
        @make(frozen=True, slots=True)
        class Memory:
            known: int = dataclasses.field(default=1, compare=False)

        return Memory, [(), (2,)]

    @staticmethod
    def own_equality(make: t.Any) -> t.Any:
        @make(frozen=True)
        class Folded:  # noqa: PLW1641  # that is the point
            name: str

            def __eq__(self, other: object) -> bool:
                return isinstance(other, Folded)

        return Folded, [("a",), ("a",), ("A",)]

    @staticmethod
    def own_equality_that_changes(make: t.Any) -> t.Any:
        @make(slots=True)
        class Folded:  # noqa: PLW1641  # that is the point
            name: str

            def __eq__(self, other: object) -> bool:
                return isinstance(other, Folded)

        return Folded, [("a",), ("A",)]

    @staticmethod
    def own_hash(make: t.Any) -> t.Any:
        @make
        class Hashed:
            name: str

            def __hash__(self) -> int:
                return 1

        return Hashed, [("a",), ("b",)]

    @staticmethod
    def no_hash(make: t.Any) -> t.Any:
        @make(frozen=True)
        class Unhashed:
            name: str
            __hash__ = None  # type: ignore[assignment]

        return Unhashed, [("a",)]

    @staticmethod
    def fields_without_hash(make: t.Any) -> t.Any:
        @make(frozen=True, slots=True)
        class Partly:
            name: str
            rest: list[int] = dataclasses.field(hash=False, default_factory=list)

        return Partly, [("a", [1]), ("a", [2]), ("a",)]

    @staticmethod
    def hashed_and_not_compared(make: t.Any) -> t.Any:
        @make(frozen=True)
        class Partly:
            name: str
            rest: int = dataclasses.field(hash=True, compare=False, default=0)

        return Partly, [("a", 1), ("a", 2)]

    @staticmethod
    def fields_to_name(make: t.Any) -> t.Any:
        @make(frozen=True, slots=True)
        class Named:
            first: int = dataclasses.field(kw_only=True)
            second: int = 2
            third: list[int] = dataclasses.field(kw_only=True, default_factory=list)
            fourth: int = 4

        return Named, [(), (1,), {"first": 1}, {"first": 1, "second": 3, "third": [4]}, (1, 2, 3)]

    @staticmethod
    def fields_to_name_below_a_line(make: t.Any) -> t.Any:
        @make
        class Named:
            first: int
            _: dataclasses.KW_ONLY
            second: int

        return Named, [(1, 2), {"first": 1, "second": 2}]

    @staticmethod
    def some_by_position(make: t.Any) -> t.Any:
        @make(kw_only=True)
        class Named:
            first: int
            second: int = dataclasses.field(default=2, kw_only=False)

        return Named, [(1,), {"first": 1}]

    @staticmethod
    def a_default_that_is_not_given(make: t.Any) -> t.Any:
        @make(slots=True)
        class Kind:
            name: str
            kind: str = dataclasses.field(default="kind", init=False)
            kinds: list[str] = dataclasses.field(default_factory=list, init=False)

        return Kind, [("a",), ("a", "b")]

    @staticmethod
    def a_default_of_the_class(make: t.Any) -> t.Any:
        @make
        class Kind:
            kind: str = dataclasses.field(default="kind", init=False)
            count: t.ClassVar[int] = 3

        return Kind, [(), ("b",)]

    @staticmethod
    def names_that_we_use(make: t.Any) -> t.Any:
        @make(frozen=True)
        class Names:
            self: int
            set: int = 1
            made: list[int] = dataclasses.field(default_factory=list)
            _set: int = 2
            _made: int = 3
            _shown: int = 4
            _compared: int = 5
            value: int = 6
            positional: int = 7
            named: int = 8

        return Names, [(0,), (0, 1, [2], 3, 4, 5, 6), {"self": 1, "value": 2, "positional": 3, "named": 4}]

    @staticmethod
    def no_default_after_a_default_of_a_name(make: t.Any) -> t.Any:
        @make(frozen=True)
        class Base:
            x: int = 1

        @make(frozen=True, slots=True)
        class Heir(Base):
            y: int = dataclasses.field(kw_only=True)

        return Heir, [{"y": 1}, (2,)]

    @staticmethod
    def own_assignment(make: t.Any) -> t.Any:
        @make(frozen=True)
        class Assigned:
            x: int

            def __setattr__(self, name: str, value: object) -> None: ...

        return Assigned, []

    @staticmethod
    def own_order(make: t.Any) -> t.Any:
        @make(order=True)
        class Ordered:
            x: int

            def __lt__(self, other: object) -> bool:
                return True

        return Ordered, []

    @staticmethod
    def own_order_of_one(make: t.Any) -> t.Any:
        @make
        class Ordered:
            x: int

            def __lt__(self, other: object) -> bool:
                return True

        return Ordered, [(1,), (2,)]

    @staticmethod
    def frozen_and_not(make: t.Any) -> t.Any:
        @make(frozen=True)
        class Base:
            x: int

        @make
        class Heir(Base):
            y: int

        return Heir, []

    @staticmethod
    def not_frozen_and_frozen(make: t.Any) -> t.Any:
        @make
        class Base:
            x: int

        @make(frozen=True)
        class Heir(Base):
            y: int

        return Heir, []


def outcome(work: Callable[[], object]) -> object:
    """What comes of it, or of which kind what is raised is."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001  # whatever either raises
        return type(error)


def observed(define: Callable[[t.Any], t.Any], make: object) -> object:
    """All that a class shows of itself, so that two can be compared."""
    try:
        cls, calls = define(make)
    except TypeError:
        return TypeError
    makers = [lambda given=given: cls(**given) if isinstance(given, dict) else cls(*given) for given in calls]
    made = [outcome(make) for make in makers * 12]  # of the first values of a class, and of those that come later
    made = made[: len(makers)] + made[-len(makers) :] if makers else []
    values = [value for value in made if isinstance(value, cls)]
    return {
        "made": [repr(value) for value in made],
        "state": [dict(vars(value)) if hasattr(value, "__dict__") else None for value in values],
        "equal": [[one == other for one in values] for other in values],
        "ordered": [outcome(lambda one=one: one < values[0]) for one in values],  # type: ignore[operator, misc]
        "hashed": [
            [outcome(lambda one=one, other=other: hash(one) == hash(other)) for one in values] for other in values
        ],
        "refuses": [outcome(lambda value=value: setattr(value, "x", 1)) is not None for value in values],
        "parameters": [
            (each.name, each.kind, each.default is each.empty) for each in inspect.signature(cls).parameters.values()
        ],
        "match": cls.__match_args__,
    }


@pytest.mark.parametrize("name", [name for name in vars(Definitions) if not name.startswith("__")])
def test_a_class_is_as_that_of_the_standard_library(name: str) -> None:
    define = getattr(Definitions, name)

    assert observed(define, values.dataclass) == observed(define, dataclasses.dataclass)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("own_assignment", "values.dataclass does not support a `__setattr__` of its own: Assigned"),
        ("own_order", "values.dataclass does not support a `__lt__` of its own: Ordered"),
        ("frozen_and_not", "values.dataclass does not support a frozen class and one that is not: Heir"),
    ],
)
def test_what_is_refused_is_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(TypeError) as raised:
        getattr(Definitions, name)(values.dataclass)
    assert str(raised.value) == sentence


def test_arguments_that_are_no_fields_are_refused() -> None:
    with pytest.raises(TypeError, match=r"values\.dataclass does not support InitVar: Opened\.path"):

        @values.dataclass
        class Opened:
            text: str
            path: dataclasses.InitVar[str]


def test_a_constructor_is_compiled_for_many_values() -> None:
    @values.dataclass(frozen=True, slots=True)
    class Rare:
        x: int
        y: int = 0

    class Heir(Rare):
        pass

    assert not inspect.isfunction(vars(Rare)["__init__"])
    assert (Heir(1).x, Heir(1, 2).y, Rare(3).x) == (1, 2, 3)  # an heir finds that of its base
    assert not inspect.isfunction(vars(Rare)["__init__"])
    assert {Heir(number).x for number in range(20)} == {*range(20)}
    assert inspect.isfunction(vars(Rare)["__init__"])
    assert "__init__" not in vars(Heir)


def test_whoever_asks_for_the_signature_first_is_told_it() -> None:
    @values.dataclass(frozen=True, slots=True)
    class Rare:
        x: int
        y: int = 0

    assert list(inspect.signature(Rare).parameters) == ["x", "y"]
