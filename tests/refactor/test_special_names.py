"""Names that a heir has, that Python asks for, and that Python mangles."""

from __future__ import annotations

import pytest
from refactorings import renamed, sources_of

from tdomcheck.refactor.problems import BadName, Collision
from tdomcheck.refactor.rename import rename

BASE = "class Base:\n    def one(self): return 1\n\n\ndef helper(x): ...\n"
IN_HEIRS = {
    "a method": "    def two(self): return self.one() + 1\n",
    "a field": "    two: int = 1\n",
    "what it sets": "    def __init__(self): self.two = 1\n",
    "a class": "    class two: ...\n",
}


@pytest.mark.parametrize("body", IN_HEIRS.values(), ids=IN_HEIRS)
def test_what_a_heir_has_is_taken(body: str) -> None:
    other = f"import m\nclass Sub(m.Base):\n{body}"
    for files in ({"m.py": f"{BASE}class Sub(Base):\n{body}"}, {"m.py": BASE, "n.py": other}):
        with pytest.raises(Collision, match=r"`Sub` of [mn]\.py, which inherits from `Base`, has it"):
            rename(sources_of(files), "m.Base.one", "two")


def test_what_others_have_is_not() -> None:
    code = "class Other:\n    def two(self): ...\nclass Sub(Base):\n    def three(self, two): return self.one(), two\n"
    after = renamed({"m.py": BASE + code}, "m.Base.one", "two")
    assert after["m.py"] == (BASE + code).replace("one", "two")


ASKED_FOR = [
    ("m.Base.one", "__init__"),
    ("m.Base.one", "__str__"),
    ("m.C.__len__", "size"),
    ("m.helper", "__getattr__"),
]


@pytest.mark.parametrize(("source", "to"), ASKED_FOR)
def test_what_python_asks_for_is_renamed_by_nobody(source: str, to: str) -> None:
    code = f"{BASE}class C:\n    def __len__(self): return 1\n"
    with pytest.raises(BadName, match="is asked for by Python itself"):
        rename(sources_of({"m.py": code}), source, to)


def test_what_python_does_not_ask_a_module_for_is() -> None:
    assert renamed({"m.py": "version = '1'\n"}, "m.version", "__version__") == {"m.py": "__version__ = '1'\n"}


@pytest.mark.parametrize("source", ["m.Base.one", "m.helper", "m.C.m.x", "m.helper.x"])
def test_no_name_becomes_one_that_classes_mangle(source: str) -> None:
    code = f"{BASE}class C:\n    def m(self, x): return helper(x)\n"
    with pytest.raises(BadName, match="classes would mangle `__new`"):
        rename(sources_of({"m.py": code}), source, "__new")


@pytest.mark.parametrize("to", ["__b", "b"])
def test_each_class_has_its_own_mangled_name(to: str) -> None:
    base = "class Base:\n    def __init__(self): self.__a = 1\n    def get(self): return self.__a\n"
    heir = "class Sub(Base):\n    def __init__(self): self.__a = 2\n    def own(self): return self.__a\n"
    assert renamed({"m.py": base + heir}, "m.Base.__a", to) == {"m.py": base.replace("__a", to) + heir}
    assert renamed({"m.py": base + heir}, "m.Sub.__a", to) == {"m.py": base + heir.replace("__a", to)}
