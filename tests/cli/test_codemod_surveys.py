"""Codemods that look at the project before they change its files, from the command line."""

from __future__ import annotations

import pytest
from cli_running import Project

CARD = 'from tdom import Node, html\n\n\ndef Card() -> Node:\n    return html(t"<p></p>")\n'
PAGE = "from tdom import Node, html\n\nfrom card import Card\n\n\ndef Page() -> Node:\n    return Card()\n"
TEXT = "from card import Card\n\nprint(str(Card()))\n"
NAME = "components-to-template"


def test_what_another_file_wants_as_text_stays(project: Project) -> None:
    project.write({"card.py": CARD, "main.py": TEXT})
    outcome = project.tool("codemod", "run", NAME)
    assert (outcome.code, project.text("card.py")) == (0, CARD)
    assert "main.py:3: `Card` is called there" in outcome.out


def test_paths_bound_what_is_written_and_not_what_is_read(project: Project) -> None:
    project.write({"card.py": CARD, "main.py": TEXT})
    assert project.tool("codemod", "run", NAME, "card.py").code == 0
    assert project.text("card.py") == CARD


def test_one_that_may_not_be_written_keeps_another(project: Project) -> None:
    project.write({"card.py": CARD, "page.py": PAGE})
    outcome = project.tool("codemod", "run", NAME, "card.py")
    assert project.text("card.py") == CARD
    assert "page.py:7: `Card` is called there" in outcome.out
    project.tool("codemod", "run", NAME)
    assert "Node" not in project.text("card.py") + project.text("page.py")


def test_one_that_a_comment_keeps_keeps_another(project: Project) -> None:
    kept = PAGE.replace("return Card()", f"return Card()  # tdomcheck: ignore[{NAME}] because")
    project.write({"card.py": CARD, "page.py": kept})
    project.tool("codemod", "run", NAME)
    assert (project.text("card.py"), project.text("page.py")) == (CARD, kept)


def test_it_sees_what_codemods_before_it_have_made(project: Project) -> None:
    """`own` makes the call: without it nobody wants the text."""
    project.write(
        {
            "card.py": CARD,
            "main.py": TEXT.replace("str(Card())", "str(old())"),
            "own.py": (
                "import libcst as cst\nfrom tdomcheck import authoring as td\n\n\nclass Own(td.Codemod):\n"
                '    NAME = "own"\n    DESCRIPTION = "x"\n'
                '    EXAMPLES = [td.codemods.example("old = 1", "Card = 1")]\n\n'
                "    def leave_Name(self, original_node, updated_node):\n"
                '        return updated_node.with_changes(value="Card") if original_node.value == "old" '
                "else updated_node\n"
            ),
            "pyproject.toml": '[tool.tdomcheck]\nplugins = ["./own.py"]\nexclude = ["own.py"]\n',
        }
    )
    outcome = project.tool("codemod", "run", "own", NAME)
    assert outcome.code == 0, outcome
    assert (project.text("card.py"), project.text("main.py")) == (CARD, TEXT)


def test_what_one_leaves_is_told_whatever_runs_after_it(project: Project) -> None:
    """`fstring-to-tstring` goes over the files anew, and moves what the first one has left."""
    page = "def page(x):\n    return html(f'<p>{x}</p>')\n\n\n"
    project.write({"card.py": CARD.replace("def Card", f"{page}def Card"), "main.py": TEXT})
    outcome = project.tool("codemod", "run", NAME, "typing-to-abc", "fstring-to-tstring", "keyword-only-injection")
    assert "main.py:3: `Card` is called there" in outcome.out
    line = 1 + project.text("card.py").splitlines().index("def Card() -> Node:")
    assert f"card.py:{line}: {NAME}" in outcome.out
    assert "html(t'<p>{x}</p>')" in project.text("card.py")


def test_a_pilot_of_some_files_is_refused(project: Project) -> None:
    project.write({"card.py": CARD})
    outcome = project.tool("codemod", "run", NAME, "--limit", "1")
    assert outcome.code == 2
    assert "--limit goes with codemods that look at one file" in outcome.err


@pytest.mark.parametrize("body", ["raise ValueError('boom')", "import os; os._exit(1)"])
def test_a_survey_that_fails_stops_the_run(project: Project, body: str) -> None:
    plugin = (
        "from tdomcheck import authoring as td\n\n\nclass Own(td.Codemod):\n"
        '    NAME = "own"\n    DESCRIPTION = "x"\n    SURVEYS = True\n'
        '    EXAMPLES = [td.codemods.example("x = 1", "x = 2")]\n\n'
        f"    def survey(self, codebase):\n        {body}\n"
    )
    settings = '[tool.tdomcheck]\nplugins = ["./own.py"]\nexclude = ["own.py"]\n'
    project.write({"own.py": plugin, "pyproject.toml": settings, "card.py": CARD})
    outcome = project.tool("codemod", "run", "own")
    assert outcome.code == 2
    assert "own crashed: " in outcome.err
