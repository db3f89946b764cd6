"""What a project requires, as its files say it."""

from __future__ import annotations

import pytest

from tdomcheck.errors import Unparsable
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.records import RequiredFact
from tdomcheck.facts.targets.releases import bounds_of, is_before, locks_over, python_bounds, reaches
from tdomcheck.facts.targets.requirements import required_in
from tdomcheck.source.toml import TomlText


def required(source: str, path: str = "pyproject.toml") -> RequiredFact | None:
    return required_in(TomlText(source.encode()), path).required


def pairs(source: str, path: str = "pyproject.toml") -> list[tuple[str, str, bool]]:
    found = required(source, path)
    return [(item.name, item.text, item.is_indexed) for item in found.requirements] if found is not None else []


def test_requirements_of_all_groups() -> None:
    assert pairs(
        """
        [project]
        name = "tdom"
        keywords = ["storyville"]
        dependencies = ["tdom[extra]>=0.1", "svcs", "Aria_Testing==0.1.2"]
        [project.optional-dependencies]
        docs = ["storyville"]
        [dependency-groups]
        dev = [{include-group = "docs"}, "tdom ; python_version > '3.13'"]
        [tool.uv]
        dev-dependencies = ["aria.testing"]
        [tool.uv.sources]
        storyville = {workspace = true}
        """
    ) == [
        ("tdom", "tdom[extra]>=0.1", True),
        ("aria-testing", "Aria_Testing==0.1.2", True),
        ("storyville", "storyville", False),
        ("tdom", "tdom ; python_version > '3.13'", True),
        ("aria-testing", "aria.testing", True),
    ]


def test_a_file_that_says_nothing_of_them_has_no_facts() -> None:
    assert required('[project]\nname = "tdom"\ndependencies = ["tdom-svcs", "svcs"]') is None
    assert required("") is None
    assert required("project = 3\ndependency-groups = 4\ntool = []\n") is None


def test_a_lock_without_them_is_not_even_read() -> None:
    assert required("<<<<<<< HEAD\n", "uv.lock") is None
    with pytest.raises(Unparsable):
        required('<<<<<<< HEAD\nname = "tdom"', "uv.lock")


def test_the_pythons_and_where_they_are_said() -> None:
    source = 'requires-python = ">=3.14"\n[[package]]\nname = "tdom"\nversion = "0.1.1"\n'
    found = required(source, "uv.lock")
    assert found is not None
    assert (found.python, source[found.python_start : found.python_end]) == (">=3.14", '">=3.14"')
    poetry = (
        '[[package]]\nname = "tdom"\nversion = "1"\npython-versions = "^3.14"\n[metadata]\npython-versions = "^3.14"\n'
    )
    found = required(poetry, "poetry.lock")
    assert found is not None
    assert found.python_start == poetry.rindex('"^3.14"')
    silent = required('[[package]]\nname = "tdom"\nversion = "1"\n', "uv.lock")
    assert silent is not None
    assert (silent.python, silent.python_end) == ("", 0)


@pytest.mark.parametrize(
    ("tail", "is_indexed"),
    [
        ('source = { registry = "https://example.org/simple" }', True),
        ('source = { editable = "." }', False),
        ('source = { git = "https://example.org/x" }', False),
        ('[package.source]\ntype = "legacy"', True),
        ('[package.source]\ntype = "directory"', False),
        ('index = "https://example.org/simple"', True),
        ('vcs = { type = "git" }', False),
        ("", True),
    ],
)
def test_where_a_package_comes_from(tail: str, *, is_indexed: bool) -> None:
    assert pairs(f'[[package]]\nname = "tdom"\nversion = "0.1.1"\n{tail}\n', "uv.lock") == [
        ("tdom", "0.1.1", is_indexed)
    ]


def test_a_package_without_a_version_is_passed_by() -> None:
    source = (
        '[[package]]\nname = "tdom"\nsource = {editable = "."}\n[[package]]\nname = "storyville"\nversion = "0.1.1"\n'
    )
    assert pairs(source, "uv.lock") == [("storyville", "0.1.1", True)]
    assert pairs('package = [{name = "tdom", version = "0.1.1"}]', "uv.lock") == [], "no tool writes it so"


@pytest.mark.parametrize(
    ("requirement", "bound", "expected"),
    [
        ("tdom", "0.1.20", True),
        ("tdom>=0.1.13", "0.1.20", True),
        ("tdom<0.1.20", "0.1.20", False),
        ("tdom<=0.1.19", "0.1.20", False),
        ("tdom==0.1.19", "0.1.20", False),
        ("tdom==0.1.*", "0.1.20", True),
        ("tdom~=0.1.5", "0.1.20", True),
        ("tdom==0.1.20", "0.1.15", True),
        ("tdom==7.3.1", "0.1.15", True),
        ("tdom>0.1.19,!=0.1.20,<0.1.22", "0.1.20", True),
        ("tdom<0.2,!=0.1.*", "0.1.20", False),
    ],
)
def test_what_a_requirement_lets_in(requirement: str, bound: str, *, expected: bool) -> None:
    bounds = bounds_of(requirement)
    assert bounds is not None
    assert reaches(bounds, bound) is expected


@pytest.mark.parametrize("requirement", ["tdom; extra == 'x'", "tdom @ https://example.org/tdom.whl", "tdom==", "^0.1"])
def test_what_a_requirement_does_not_say(requirement: str) -> None:
    assert bounds_of(requirement) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (">=3.14", True),
        ("==3.14.*", True),
        ("~=3.14.2", True),
        (">=3.14,<3.14.7", False),
        ("==3.14.2", False),
        ("<3.14", False),
        ("^3.14", True),
        ("~3.14.2", True),
        ("~3.13", False),
        ("^3", True),
        ("!=3.14.7,>=3.14", True),
    ],
)
def test_which_pythons_are_let_in(text: str, *, expected: bool) -> None:
    bounds = python_bounds(text)
    assert bounds is not None
    assert reaches(bounds, "3.14.7") is expected


@pytest.mark.parametrize("text", ["", "  ", ">=3.14 || >=4", "three"])
def test_pythons_that_are_not_said(text: str) -> None:
    assert python_bounds(text) is None


def test_versions_that_cannot_be_compared_are_never_before() -> None:
    assert is_before("0.1.19", "0.1.20")
    assert is_before("0.1.20rc1", "0.1.20")
    assert not is_before("0.1.20", "0.1.20")
    assert not is_before("newest", "0.1.20")


def test_a_lock_is_for_its_folder_and_those_below() -> None:
    source = b'[[package]]\nname = "tdom"\nversion = "0.1.1"\n'
    facts = {path: required_in(TomlText(source), path) for path in ("uv.lock", "a/uv.lock", "ab/poetry.lock")}
    project = Project(facts)
    assert len(locks_over(project, "a/pyproject.toml")) == 2
    assert len(locks_over(project, "a/b/pyproject.toml")) == 2
    assert len(locks_over(project, "pyproject.toml")) == 1
    assert project.module_name("uv.lock") == "/uv.lock", "no import leads to it"


@pytest.mark.parametrize(
    "more",
    [
        '[tool.uv]\nconstraint-dependencies = ["tdom<0.1.15"]',
        '[tool.uv]\noverride-dependencies = ["tdom>=0.1.20"]',
        '[tool.uv]\nconflicts = [[{extra = "a"}, {extra = "b"}]]',
        '[tool.poetry.dependencies]\ntdom = {path = "../tdom"}',
        '[tool.poetry.group.dev.dependencies]\ntdom = "^0.1"',
        '[tool.uv.sources]\ntdom = {git = "https://example.org/tdom"}',
    ],
)
def test_what_is_settled_elsewhere_the_requirements_do_not_tell(more: str) -> None:
    source = '[project]\nrequires-python = ">=3.14"\ndependencies = ["tdom<0.1.20", "storyville==0.1.1"]\n'
    assert [is_indexed for *_, is_indexed in pairs(f"{source}{more}\n")] == [False, False]
    assert [is_indexed for *_, is_indexed in pairs(f"{source}[tool.uv]\npackage = true\n")] == [True, True]
    assert [is_indexed for *_, is_indexed in pairs(f"{source}[tool.uv.sources]\nstoryville = {{}}\n")] == [True, False]


@pytest.mark.parametrize("condition", ["resolution-markers = ['x']", "markers = 'x'", "marker = 'x'"])
def test_what_is_locked_for_some_machines_only_tells_little(condition: str) -> None:
    source = f'requires-python = ">=3.14"\n[[package]]\nname = "tdom"\nversion = "0.1.19"\n{condition}\n'
    assert pairs(source, "uv.lock") == [("tdom", "0.1.19", False)]


@pytest.mark.parametrize("key", ["supported-markers", "environments"])
def test_a_lock_for_certain_machines_says_nothing_of_pythons(key: str) -> None:
    found = required(
        f"{key} = ['x']\n" + 'requires-python = ">=3.14"\n[[package]]\nname = "tdom"\nversion = "1"\n', "uv.lock"
    )
    assert found is not None
    assert (found.python, found.python_end) == ("", 0)


@pytest.mark.parametrize(
    ("lock", "path", "is_over"),
    [
        ("uv.lock", "pyproject.toml", True),
        ("../uv.lock", "pyproject.toml", True),
        ("../../uv.lock", "a/pyproject.toml", True),
        ("../../uv.lock", "../b/pyproject.toml", True),
        ("../uv.lock", "../../pyproject.toml", False),
        ("../b/uv.lock", "pyproject.toml", False),
        ("../b/uv.lock", "../b/c/pyproject.toml", True),
        ("ab/uv.lock", "a/pyproject.toml", False),
    ],
)
def test_a_lock_may_lie_above_the_project(lock: str, path: str, *, is_over: bool) -> None:
    fact = required_in(TomlText(b'[[package]]\nname = "tdom"\nversion = "0.1.1"\n'), lock)
    assert bool(locks_over(Project({lock: fact}), path)) is is_over
