"""What is cut off is told, and what is only near a limit is judged."""

from __future__ import annotations

import pytest
from counting import opcodes

from tdomcheck.catalog.manifest import open_catalog
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.limits import MOST_ANCESTORS
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.python.classes import classes_of, lineage
from tdomcheck.lint.analyse import MOST_NODES_OF_LIBCST, analyse
from tdomcheck.lint.plan import FilePlan, PlannedRule
from tdomcheck.lint.project import judge_project
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import MOST_LEVELS, MOST_NODES, MOST_OPENINGS

pytestmark = pytest.mark.one_python

CATALOG = open_catalog((), "/")
PLAN = FilePlan(tuple(PlannedRule(info.code, None) for info in CATALOG.infos))
HEAD = "from tdom import html\n\ndef page(a):\n"


def told(text: str) -> list[str]:
    analysis, _ = analyse(text.encode(), "page.py", PLAN, CATALOG)
    assert not analysis.crashes
    return [finding.message for finding in analysis.findings if finding.code == "TDC008"]


@pytest.mark.parametrize(
    "chain",
    [
        pytest.param(lambda n: " or ".join(["a"] * n), id="or"),
        pytest.param(lambda n: " + ".join(["'<b>'"] * n), id="sum"),
        pytest.param(lambda n: "a if a else " * n + "a", id="ternary"),
        pytest.param(lambda n: "a" + ".b" * n, id="attributes"),
        pytest.param(lambda n: "lambda: " * n + "a", id="lambda"),
        pytest.param(lambda n: "not " * n + "a", id="unary"),
        pytest.param(lambda n: "[" * n + "]" * n, id="lists"),
    ],
)
def test_a_file_of_the_domain_is_judged_up_to_a_depth_and_told_of_past_it(chain: object) -> None:
    assert callable(chain)
    assert told(f"{HEAD}    x = {chain(90)}\n    return html(t'<p>{{x}}</p>')\n") == []
    (deep,) = told(f"{HEAD}    x = {chain(400)}\n    return html(t'<p>{{x}}</p>')\n")
    assert deep.endswith("no rule has looked at it")
    assert f"nests deeper than {MOST_LEVELS} levels" in deep or "nobody knows whether it is valid Python" in deep


def test_rules_that_no_gate_opens_for_are_told_of_too() -> None:
    """What a file that is cut off holds is not known, so its gates are shut: that is no reason to be silent."""
    shut = FilePlan(tuple(PlannedRule(code, None) for code in ("TDC008", "TDC121", "TDC208")))
    deep = f"{HEAD}    x = {' + '.join(['a'] * 300)}\n    return html(t'<p>{{x}}</p>')\n"
    analysis, _ = analyse(deep.encode(), "page.py", shut, CATALOG)
    assert [finding.code for finding in analysis.findings] == ["TDC008"]
    plain, _ = analyse(deep.replace("tdom", "html").replace("t'", "'").encode(), "page.py", shut, CATALOG)
    assert plain.findings == ()


def test_a_file_that_is_not_of_the_domain_may_nest_as_it_likes() -> None:
    assert told(f"x = {' + '.join(['1'] * 300)}\n") == []


@pytest.mark.parametrize(
    ("item", "most", "reason"),
    [
        pytest.param("a, ", MOST_NODES // 2, f"more than {MOST_NODES:,} names", id="names"),
        pytest.param("t'<b></b>', ", MOST_OPENINGS // 2, f"more than {MOST_OPENINGS:,}", id="tags"),
    ],
)
def test_a_file_of_the_domain_is_judged_up_to_a_size_and_told_of_past_it(item: str, most: int, reason: str) -> None:
    plan = FilePlan(tuple(PlannedRule(code, None) for code in ("TDC008", "TDC124")))
    text = f"{HEAD}    x = [ITEMS]\n    return html(f'<p>{{a}}</p>')\n"
    near, _ = analyse(text.replace("ITEMS", item * (most - 50)).encode(), "page.py", plan, CATALOG)
    assert [finding.code for finding in near.findings] == ["TDC124"]
    past, _ = analyse(text.replace("ITEMS", item * (most + 50)).encode(), "page.py", plan, CATALOG)
    (finding,) = past.findings
    assert finding.code == "TDC008"
    assert reason in finding.message
    assert finding.message.endswith("no rule has looked at it")


@pytest.mark.parametrize(
    "start",
    [
        "def inject(props): ...",
        "T = TypeVar('T')\nclass A(Container['list[T']): ...",
        "register_(b'\\t', 'the letter t', \"I don't\")",
    ],
)
def test_a_long_file_that_is_not_of_the_domain_is_judged(start: str) -> None:
    """As are the tests of numpy, which have a function called `inject_str`, and those of typing."""
    assert told(f"{start}\n\nx = [{'a, ' * MOST_NODES}]\n") == []


def test_past_a_size_only_the_rules_that_need_libcst_leave_a_file_out() -> None:
    plan = FilePlan(tuple(PlannedRule(code, None) for code in ("TDC008", "TDC124", "TDC301")))
    for count, codes in ((100, {"TDC301", "TDC124"}), (MOST_NODES_OF_LIBCST // 2, {"TDC008", "TDC124"})):
        text = f"{HEAD}    x = [{'a, ' * count}]\n    return html(f'<p>{{a}}</p>')\n\n\ndef home_view(): ...\n"
        analysis, _ = analyse(text.encode(), "page.py", plan, CATALOG)
        assert {finding.code for finding in analysis.findings} == codes


def heirs(count: int) -> str:
    bases = "".join(f"@dataclass\nclass A{n + 1}(A{n}):\n    a{n}: Inject[A{n}]\n" for n in range(count))
    return f"from dataclasses import dataclass\nfrom svcs_di import Inject\n\n@dataclass\nclass A0: ...\n{bases}"


def test_a_class_with_too_many_ancestors_is_told_of_once() -> None:
    assert told(heirs(20)) == []
    assert told(heirs(MOST_ANCESTORS + 20)) == [
        f"`A{MOST_ANCESTORS + 1}` has more than {MOST_ANCESTORS} ancestors, so rules do not follow its bases"
    ]


def test_work_on_heirs_grows_with_their_number() -> None:
    def work(count: int) -> int:
        view = ModuleView(SourceText(heirs(count).encode()))
        known = classes_of(view)
        return opcodes(lambda: [lineage(view, shape) for shape in known.values()])

    assert work(MOST_ANCESTORS) < 3.2 * work(
        MOST_ANCESTORS // 2
    )  # the lists themselves are copied, which is one instruction an ancestor


def across_files(count: int) -> dict[str, str]:
    """A class with so many ancestors, each in a file of its own, that is registered and asked for."""
    heirs = {f"a{n + 1}.py": f"from a{n} import A{n}\n\nclass A{n + 1}(A{n}): ...\n" for n in range(count)}
    wire = f"from a{count} import A{count}\nimport svcs\n\ndef wire(registry, container):\n"
    wire += f"    registry.register_factory(A{count}, A{count})\n    container.get(A{count})\n"
    return {"a0.py": "class A0: ...\n", **heirs, "wire.py": wire}


def told_across(texts: dict[str, str], planned: tuple[str, ...]) -> list[tuple[str, str]]:
    facts = {path: analyse(text.encode(), path, FilePlan(()), CATALOG)[1] for path, text in texts.items()}
    rules = tuple(PlannedRule(code, None) for code in planned)
    analysis = judge_project(Project(facts), dict.fromkeys(facts, rules), CATALOG)
    assert not analysis.crashes
    return [(finding.path, finding.message) for finding in analysis.findings if finding.code == "TDC008"]


ALL_OF_PROJECT = tuple(info.code for info in CATALOG.infos)


def test_a_class_with_too_many_ancestors_in_other_files_is_told_of() -> None:
    assert told_across(across_files(20), ALL_OF_PROJECT) == []
    last = MOST_ANCESTORS + 1
    (told_of,) = told_across(across_files(last), ALL_OF_PROJECT)
    assert told_of == (
        f"a{last}.py",
        f"`A{last}` has more than {MOST_ANCESTORS} ancestors, so rules do not follow its bases",
    )
    assert told_across(across_files(last), tuple(code for code in ALL_OF_PROJECT if code != "TDC008")) == []


def test_a_long_line_in_one_file_is_told_of_by_that_file_alone() -> None:
    assert told_across({"a.py": heirs(MOST_ANCESTORS + 20)}, ALL_OF_PROJECT) == []
