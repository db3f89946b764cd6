"""A rule about the project is asked where the project has what it is about, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cli_running import Project

from tdomcheck.app.passes import project as project_pass

TWICE = """from lib import Greeter, injectable


@injectable(for_=Greeter)
class Polite: ...


@injectable(for_=Greeter)
class Brief: ...
"""
"""TDC412 where `injectable` is that of a library of containers."""
LIB = "from {origin} import injectable\n\n\nclass Greeter: ...\n"
FETCHES = "from menu import Menu\n\n\ndef view(container):\n    return container.get(Menu)\n"
OWN = '''"""A rule of the project."""

from tdomcheck import authoring as td


class Own(td.ProjectRule):
    """
    ## What

    ## Why

    ## Instead

    ## Example
    """

    CODE = "XYZ001"
    SLUG = "own-rule"
    GROUP = "own"
    SUMMARY = "something is wrong"
    GATE = td.Gate(features={td.Feature.REGISTRATION})
    VALID = ["good = 1"]
    INVALID = [td.invalid("«bad» = 1")]

    def check(self, project, focus):
        for path in focus:
            yield self.finding(path, td.Span(0, 1), "seen")
'''
Asked = Callable[[], set[str]]


@pytest.fixture
def asked(project: Project, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Checks, and says which rules about the project were asked; nothing where the cache knew the answer."""
    questions: list[set[str]] = []
    judged = project_pass._answers

    def note(work: project_pass.ProjectWork, focus):
        asked = {rule.code for rules in focus.values() for rule in rules}
        questions.append(asked - {"TDC008"})  # where rules are cut off is told with whatever is asked
        return judged(work, focus)

    def ask() -> set[str]:
        questions.clear()
        assert project.tool("check").code in {0, 1}
        return set().union(*questions)

    monkeypatch.setattr(project_pass, "_answers", note)
    return ask


def codes(project: Project) -> tuple[str, ...]:
    return project.tool("check", "--output-format", "json").codes


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(TWICE, id="decorators of a module that is not there"),
        pytest.param(FETCHES, id="something is fetched from a parameter"),
        pytest.param(f"{TWICE}\n\n{FETCHES}", id="both"),
    ],
)
def test_without_containers_none_is_asked(project: Project, asked: Asked, source: str) -> None:
    project.write({"page.py": source})
    assert asked() == set(), "with a cold cache"
    assert asked() == set(), "with a warm one"
    assert codes(project) == ()


@pytest.mark.parametrize("origin", ["svcs_hopscotch.injectors", "tdom_svcs"])
def test_where_a_file_imports_a_library_of_containers_they_are(project: Project, asked: Asked, origin: str) -> None:
    project.write({"page.py": TWICE, "lib.py": LIB.format(origin=origin)})
    assert "TDC412" in asked()
    assert codes(project) == ("TDC412",), "with a warm cache"
    assert asked() == set(), "the answer was kept"
    assert project.findings() == ("TDC412",), "without a cache"


def test_where_something_is_registered_what_is_fetched_is_asked_about(project: Project, asked: Asked) -> None:
    """By a call, whatever the registry may be: no file need import what made it."""
    project.write({"page.py": FETCHES, "wiring.py": "def wire(registry):\n    registry.register_value(int, 1)\n"})
    assert {"TDC410", "TDC604"} <= asked()


def test_they_are_asked_as_soon_as_there_is_something_to_ask_about(project: Project, asked: Asked) -> None:
    """The file that they are asked about is the one that was, and its own answer is kept."""
    project.write({"page.py": TWICE, "lib.py": LIB.format(origin="elsewhere")})
    assert asked() == set()
    assert codes(project) == ()
    project.write({"lib.py": LIB.format(origin="svcs_hopscotch.injectors")})
    assert "TDC412" in asked()
    assert codes(project) == ("TDC412",)
    project.write({"lib.py": LIB.format(origin="elsewhere")})
    assert asked() == set()
    assert codes(project) == (), "and not any longer"


def test_nor_need_that_file_be_one_that_is_named(project: Project) -> None:
    project.write({"page.py": TWICE, "lib.py": LIB.format(origin="svcs_hopscotch.injectors")})
    assert project.tool("check", "--output-format", "json", "page.py").codes == ("TDC412",)
    project.write({"lib.py": LIB.format(origin="elsewhere")})
    assert project.tool("check", "--output-format", "json", "page.py").codes == ()


def test_rules_of_the_project_know_best_what_they_are_about(project: Project, asked: Asked) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck]\nplugins = ["rules"]\nexclude = ["rules"]\n'})
    project.write({"rules/own.py": OWN, "page.py": TWICE})
    assert asked() == {"XYZ001"}
    assert codes(project) == ("XYZ001",)
