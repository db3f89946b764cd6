"""Imports that other files take from the one that a codemod changes, from the command line."""

from __future__ import annotations

from cli_running import Project

OLD = "from typing import Tuple\nimport os\n\nx: Tuple[int] = (1,)\n"


def test_what_nobody_else_takes_goes(project: Project) -> None:
    project.write({"e.py": OLD, "a.py": "from other import Tuple, os\n\nprint(Tuple, os)\n"})
    project.tool("codemod", "run", "typing-to-abc", "remove-unused-imports")
    assert project.text("e.py") == "x: tuple[int] = (1,)\n"


def test_what_another_file_takes_stays_also_where_only_one_is_written(project: Project) -> None:
    project.write({"e.py": OLD, "a.py": "import e\nfrom e import Tuple\n\nprint(Tuple, e.os)\n"})
    assert project.tool("codemod", "run", "typing-to-abc", "remove-unused-imports", "e.py").code == 0
    assert project.text("e.py") == OLD.replace(": Tuple", ": tuple")


def test_what_a_replacement_leaves_stays_where_a_star_takes_it(project: Project) -> None:
    project.write({"e.py": "from y import old\n\nx = old(1)\n", "a.py": "from e import *\n\nprint(old)\n"})
    project.tool("codemod", "run", "replace", "--set", "replace.pattern=old($X)", "--set", "replace.with=new($X)")
    assert project.text("e.py") == "from y import old\n\nx = new(1)\n"
