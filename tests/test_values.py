"""Our `@dataclass` does what that of the standard library does."""

from __future__ import annotations

import copy
import dataclasses
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
