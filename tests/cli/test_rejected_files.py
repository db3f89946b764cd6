"""What Python rejects is left as it is by everything that writes; it is a failure, and the rest is done."""

from __future__ import annotations

import json

import pytest
from cli_running import NESTED, UNNESTED, Project

from tdomcheck.edits.delta import digest
from tdomcheck.report.delta import render
from tdomcheck.report.delta_reader import read_delta
from tdomcheck.values import replace

IMPORTS = "import os\nimport sys\n\n\n"
BROKEN = {
    "a line that stands too far in": IMPORTS + "def f():\n    return sys.path\n      x = 1\n",
    "a body that is gone": IMPORTS + "def f():\n\n\nx = sys.path\n",
    "a line that goes back to nowhere": IMPORTS + "if sys.path:\n        x = 1\n    y = 2\n",
    "tabs and blanks": IMPORTS + "if sys.path:\n        x = 1\n\ty = 2\n",
    "a parameter twice": IMPORTS + "def f(a, a):\n    return sys.path\n",
    "a return outside": IMPORTS + "return sys.path\n",
    "a statement of Python 2": IMPORTS + "print sys.path\n",
    "an open string": IMPORTS + 'x = "sys.path\n',
    "bytes that are no text": IMPORTS.encode() + b"x = sys.path  # \xff\n",
}
UNUSED = "import os\nimport sys\n\n\nprint(sys.path)\n"


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_codemod_leaves_it(project: Project, content: str | bytes) -> None:
    project.write({"c.py": content, "d.py": UNUSED})
    before = project.read("c.py")
    outcome = project.tool("codemod", "run", "remove-unused-imports")
    assert outcome.code == 1, outcome.err
    assert "1 changed, 0 unchanged, 0 skipped, 1 failed" in outcome.out
    assert "error: c.py: " in outcome.err
    assert project.read("c.py") == before
    assert "import os" not in project.text("d.py")


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_replace_leaves_it(project: Project, content: str | bytes) -> None:
    project.write({"c.py": content, "d.py": UNUSED})
    before = project.read("c.py")
    options = ("--set", "replace.pattern=sys.path", "--set", "replace.with=sys.argv")
    outcome = project.tool("codemod", "run", "replace", *options)
    assert outcome.code == 1, outcome.err
    assert project.read("c.py") == before
    assert "sys.argv" in project.text("d.py")


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_refactoring_changes_all_or_nothing_around_it(project: Project, content: str | bytes) -> None:
    user = content.replace(IMPORTS, "from lib import path\n") if isinstance(content, str) else content
    user = user.replace("sys.path", "path") if isinstance(user, str) else user.replace(b"sys.path", b"path")
    project.write({"lib.py": "path = 1\n", "c.py": user, "d.py": "from lib import path\n"})
    before = project.files()
    refused = project.tool("rename", "lib.path", "paths")
    assert refused.code == 2
    assert "c.py" in refused.err
    assert "--keep-going" in refused.err
    assert project.files() == before
    outcome = project.tool("rename", "lib.path", "paths", "--keep-going")
    assert outcome.code == 1, outcome.err
    assert "c.py: " in outcome.err
    assert project.read("c.py") == before["c.py"]
    assert project.text("d.py") == "from lib import paths\n"


def test_a_refactoring_does_not_ask_about_files_that_it_leaves(project: Project) -> None:
    project.write({"lib.py": "path = 1\n", "c.py": BROKEN["a return outside"], "d.py": "from lib import path\n"})
    assert project.tool("rename", "lib.path", "paths").code == 0


WRONG = 'from tdom import html"html(page)\nhtml(make("<b>"), container=c)\n'
STRAY = NESTED + "\n\nreturn 1\n"


@pytest.mark.parametrize("content", [WRONG, STRAY])
def test_no_fix_is_offered_or_made(project: Project, content: str) -> None:
    project.write({"pyproject.toml": '[project]\nname = "p"\ndependencies = ["tdom", "tdom-svcs"]\n'})
    project.write({"c.py": content, "d.py": NESTED})
    report = json.loads(project.check("--output-format", "json", "c.py").out)
    assert "TDC001" in [finding["code"] for finding in report["findings"]]
    assert not any(finding.get("fix") for finding in report["findings"])
    outcome = project.fix()
    assert outcome.code == 1
    assert project.text("c.py") == content
    assert project.text("d.py") == UNNESTED
    assert project.fix("--fix-only").code == 1, "a file that Python rejects was left alone"
    project.check("--add-ignore")
    assert project.text("c.py") == content


def test_a_plan_is_not_applied_to_what_python_rejects(project: Project) -> None:
    project.write({"c.py": "import os\nx = 1\n"})
    assert project.tool("codemod", "run", "remove-unused-imports", "--plan", "plan.json").code == 1
    plan = read_delta(project.read("plan.json"), "plan.json")
    before, after = b"import os\nx = (\n", b"x = (\n"
    file = replace(plan.files[0], old_sha256=digest(before), new_sha256=digest(after))
    project.write({"c.py": before, "plan.json": render(replace(plan, files=(file,)))})
    outcome = project.tool("codemod", "apply", "plan.json")
    assert outcome.code == 2
    assert "c.py is rejected by Python, line 2: " in outcome.err
    assert project.read("c.py") == before


@pytest.mark.parametrize("mark", ["\n", "\r\n"])
def test_a_lone_backslash_goes_with_the_import_below_it(project: Project, mark: str) -> None:
    project.write({"c.py": "import os\n\\\nimport sys\n".replace("\n", mark)})
    assert project.tool("codemod", "run", "remove-unused-imports").code == 0
    assert project.text("c.py") == ""
    project.write({"c.py": "x = 1\n\\\n\\\nimport sys\n\\\ny = 1\n".replace("\n", mark)})
    assert project.tool("codemod", "run", "remove-unused-imports").code == 0
    assert project.text("c.py") == "x = 1\n\\\ny = 1\n".replace("\n", mark)
