"""`tdomcheck what-if`: counts, and a patch with which a project can begin."""

from __future__ import annotations

import subprocess

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Project, git


@pytest.fixture
def shop(project: Project) -> Project:
    """A repository with three findings of TDC121 in two packages, and one of TDC101."""
    project.write(
        {
            "pyproject.toml": '[tool.tdomcheck]\nignore = ["TDC101"]  # later\n',
            "CODEOWNERS": "/views/ @ui\n",
            "views/a.py": NESTED,
            "views/b.py": NESTED,
            "cards/c.py": NESTED,
            "cards/d.py": MISMATCHED,
            "pages/e.py": CLEAN,
        }
    )
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "one")
    return project


def test_by_package_and_owner(shop: Project) -> None:
    before = shop.files()
    outcome = shop.tool("what-if", "TDC121")
    assert outcome.code == 0
    assert outcome.out.splitlines() == [
        "TDC121 nested-html-call: 3 findings in 3 files",
        "fixable: 3 safely (100 %), 0 unsafely, 0 by hand",
        "by package:",
        "     2 views",
        "     1 cards",
        "by owner:",
        "     2 @ui",
        "     1 nobody",
        "tdomcheck fix --select TDC121 mends 3 of them",
        "tdomcheck what-if TDC121 --diff | git apply   accepts what is there, and nothing new",
    ]
    assert shop.files() == before, "nothing is written"


def test_as_json_and_by_slug(shop: Project) -> None:
    found = shop.tool("what-if", "nested-html-call", "--output-format", "json").json
    assert (found["code"], found["findings"], found["fixable"]) == ("TDC121", 3, 3)
    assert found["packages"][0] == {"path": "views", "findings": 2}
    assert found["owners"] == [{"owner": "@ui", "findings": 2}, {"owner": "", "findings": 1}]


def test_a_rule_that_is_off_is_asked_all_the_same(shop: Project) -> None:
    assert "1 finding in 1 file" in shop.tool("what-if", "TDC101").out


def test_a_part_of_the_project(shop: Project) -> None:
    assert "1 finding in 1 file" in shop.tool("what-if", "TDC121", "cards").out


def applied(project: Project, *words: str) -> str:
    outcome = project.tool("what-if", *words, "--diff")
    assert outcome.code == 0
    subprocess.run(["git", "apply"], input=outcome.raw, cwd=project.root, check=True)
    return outcome.out


def test_the_patch_accepts_what_is_there_and_nothing_new(shop: Project) -> None:
    applied(shop, "TDC121")
    outcome = shop.check()
    assert (outcome.code, outcome.err) == (0, "")
    assert "3 findings in the baseline" in outcome.out
    assert "  # later\n" in shop.text("pyproject.toml")
    shop.write({"pages/new.py": NESTED, "views/new.py": NESTED})
    found = shop.check("--output-format", "json").json["findings"]
    assert [(finding["path"], finding["severity"]) for finding in found] == [
        ("pages/new.py", "error"),
        ("views/new.py", "warning"),
    ]


def test_the_patch_turns_on_a_rule_that_is_off(project: Project) -> None:
    project.write({"tdomcheck.toml": 'select = ["TDC1"]\n', "a/x.py": CLEAN})
    git(project, "init", "-q")
    applied(project, "TDC201")
    assert 'extend-select = ["TDC201"]' in project.text("tdomcheck.toml")
    assert project.check().code == 0


def test_it_keeps_the_baseline_that_is_there(shop: Project) -> None:
    shop.write({"pyproject.toml": '[tool.tdomcheck]\nbaseline = "known.txt"\n', "known.txt": ""})
    assert shop.tool("baseline", "update").code == 0
    shop.write({"known.txt": shop.text("known.txt").replace("TDC101", "# ask ann\nTDC101")})
    shop.write({"views/b.py": CLEAN})
    git(shop, "add", "-A")
    applied(shop, "TDC121")
    assert "# ask ann\nTDC101" in shop.text("known.txt")
    assert "views/b.py" not in shop.text("known.txt")
    assert "views/a.py" in shop.text("known.txt")


def test_without_a_configuration(project: Project) -> None:
    (project.root / "pyproject.toml").unlink(missing_ok=True)
    project.write({"pkg/a.py": NESTED})
    git(project, "init", "-q")
    patch = applied(project, "TDC121", "pkg")
    assert "new file mode" in patch
    assert 'baseline = "tdomcheck-baseline.txt"' in project.text("tdomcheck.toml")
    assert project.check("pkg").code == 0


def test_overrides_in_one_piece_are_left_alone(shop: Project) -> None:
    config = '[tool.tdomcheck]\noverrides = [{paths = ["pages/*.py"], ignore = ["TDC101"]}]\n'
    shop.write({"pyproject.toml": config})
    assert (
        "is an error in all packages at once: `overrides` is an array" in shop.tool("what-if", "TDC121", "--diff").err
    )
    applied(shop, "TDC121")
    assert "overrides = [{" in shop.text("pyproject.toml")
    assert "[[" not in shop.text("pyproject.toml")
    assert shop.check("--ignore", "TDC101").code == 0


def test_what_is_at_the_root_is_a_package_of_its_own(shop: Project) -> None:
    shop.write({"app.py": NESTED})
    applied(shop, "TDC121")
    shop.write({"new.py": NESTED, "pages/new.py": NESTED, "views/new.py": NESTED})
    found = shop.check("--output-format", "json").json["findings"]
    assert [(finding["path"], finding["severity"]) for finding in found] == [
        ("new.py", "warning"),
        ("pages/new.py", "error"),
        ("views/new.py", "warning"),
    ]


def test_names_that_read_as_globs_and_stubs_are_meant_as_they_are(shop: Project) -> None:
    shop.write({"a[b]/c.py": NESTED, "ab/c.py": CLEAN, "!x/*.py/d.py": NESTED, "views/s.pyi": NESTED})
    applied(shop, "TDC121")
    shop.write({"ab/c.py": NESTED})
    found = shop.check("--no-baseline", "--output-format", "json", "--select", "TDC121").json["findings"]
    assert {finding["path"]: finding["severity"] for finding in found} == {
        "!x/*.py/d.py": "warning",
        "a[b]/c.py": "warning",
        "ab/c.py": "error",
        "cards/c.py": "warning",
        "views/a.py": "warning",
        "views/b.py": "warning",
        "views/s.pyi": "warning",
    }


def test_what_has_no_room_in_the_table_is_told(project: Project) -> None:
    project.write({f"p{number:02}/a.py": NESTED for number in range(22)})
    git(project, "init", "-q")
    outcome = project.tool("what-if", "TDC121", "--diff")
    assert outcome.err == "note: 2 more packages with findings: an error there at once\n"
    assert '"p19/*.py"]' in outcome.out


NEW = {"cards/new.py": NESTED}


def is_ratchet(project: Project) -> None:
    """What is there is accepted, all of it needed, and what is new is not."""
    outcome = project.check("--fail-on-stale", "--fail-on", "note")
    assert (outcome.code, outcome.err) == (0, ""), outcome.out
    project.write(NEW)
    assert [(code, path) for code, path in codes(project) if path == "cards/new.py"] == [("TDC121", "cards/new.py")]
    assert project.check("--fail-on", "note").code == 1


def codes(project: Project) -> list[tuple[str, str]]:
    found = project.check("--output-format", "json").json["findings"]
    return [(finding["code"], finding["path"]) for finding in found]


@pytest.mark.parametrize(
    "config",
    [
        'ignore = ["TDC121", "TDC101"]  # later\n',
        'ignore = ["TDC101", "nested-html-call"]  # later\n',
        'extend-ignore = ["TDC101", "TDC121", "nested-html-call"]  # later\n',
        'ignore = [\n  "TDC101", # later\n  "TDC121",\n]\n',
        'ignore = ["TDC1"]  # later\n',
        'select = ["TDC0"]\nextend-select = ["TDC2"] # later\nignore = ["TDC121"]\n',
        'ignore = ["TDC101"]  # later\nseverity = {TDC121 = "off"}\n',
        'ignore = ["TDC101"]  # later\nseverity = {nested-html-call = "off", TDC2 = "warning"}\n',
        'ignore = ["TDC101"]  # later\nseverity = {TDC1 = "off"}\n',
        'ignore = ["TDC101"]  # later\n[tool.tdomcheck.severity]\nTDC121 = "off"\n',
    ],
)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_the_patch_turns_on_what_was_turned_off(shop: Project, config: str, mark: str) -> None:
    shop.write({"pyproject.toml": f"{mark}[tool.tdomcheck]\n{config}"})
    assert "3 findings in 3 files" in shop.tool("what-if", "TDC121").out
    git(shop, "add", "-A")
    applied(shop, "TDC121")
    assert shop.text("pyproject.toml").startswith(f"{mark}[tool.tdomcheck]\n")
    assert "[[tool.tdomcheck.overrides]]" in shop.text("pyproject.toml")
    assert "# later" in shop.text("pyproject.toml")
    assert "TDC101" not in {code for code, _ in codes(shop)}, "what is ignored besides stays so"
    is_ratchet(shop)


@pytest.mark.parametrize(
    "override",
    [
        '[[tool.tdomcheck.overrides]]\npaths = ["views/*.py"]\nselect = ["TDC101"]\n',
        '[[tool.tdomcheck.overrides]]\npaths = ["views/*.py"]\nignore = ["TDC121"]\n',
        '[[tool.tdomcheck.overrides]]\npaths = ["views/*.py"]\nseverity = {TDC121 = "off"}\n',
        '[[tool.tdomcheck.overrides]]\npaths = ["views/a.py"]\nseverity = {TDC121 = "off"}\n',
        '[tool.tdomcheck.per-file-ignores]\n"views/*.py" = ["TDC121"]\n',
    ],
)
def test_where_it_is_turned_off_for_some_files_it_stays_off(shop: Project, override: str) -> None:
    shop.write({"pyproject.toml": f'[tool.tdomcheck]\nignore = ["TDC101", "TDC121"]\n{override}'})
    git(shop, "add", "-A")
    applied(shop, "TDC121")
    assert "views/a.py" not in shop.text("tdomcheck-baseline.txt")
    shop.write({"views/a.py": NESTED * 2})
    is_ratchet(shop)


def test_findings_that_an_override_selects_away_are_told(shop: Project) -> None:
    override = '[[tool.tdomcheck.overrides]]\npaths = ["views/*.py"]\nselect = ["TDC101"]\n'
    shop.write({"pyproject.toml": f'[tool.tdomcheck]\nignore = ["TDC101", "TDC121"]\n{override}'})
    err = shop.tool("what-if", "TDC121", "--diff").err
    assert err == "note: 2 findings in files for which `overrides` or `per-file-ignores` turn it off: as it was\n"


@pytest.mark.parametrize("key", ["ignore", "extend-ignore"])
def test_what_another_file_ignores_cannot_be_patched_here(shop: Project, key: str) -> None:
    shop.write({"base.toml": f'{key} = ["TDC101", "TDC121"]\n'})
    shop.write({"pyproject.toml": '[tool.tdomcheck]\nextend = "base.toml"\n'})
    outcome = shop.tool("what-if", "TDC121", "--diff")
    assert (outcome.code, outcome.out) == (2, "")
    assert f"pyproject.toml: no patch turns TDC121 on here: `{key}` (base.toml:1) names it" in outcome.err
    assert "3 findings in 3 files" in shop.tool("what-if", "TDC121").out


def test_what_an_override_turns_off_everywhere_cannot_be_patched(shop: Project) -> None:
    override = '[[tool.tdomcheck.overrides]]\npaths = ["*.py", "**/*.py"]\nselect = ["TDC101"]\n'
    shop.write({"pyproject.toml": f"[tool.tdomcheck]\n{override}"})
    outcome = shop.tool("what-if", "TDC121", "--diff")
    assert (outcome.code, outcome.out) == (2, "")
    assert "`overrides` or `per-file-ignores` turn it off wherever it finds something" in outcome.err


def test_projects_further_down_are_asked_for_their_own(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"one/tdomcheck.toml": 'ignore = ["TDC121"]\n', "one/cards/a.py": NESTED, "two/b.py": NESTED})
    project.write({"two/tdomcheck.toml": ""})
    git(project, "init", "-q")
    git(project, "add", "-A")
    outcome = project.tool("what-if", "TDC121", "--diff")
    assert (outcome.code, outcome.out) == (2, "")
    assert "all findings are in one, two; a configuration of its own is for them" in outcome.err
    assert "there is nothing to begin with here" in outcome.err
    monkeypatch.chdir(project.root / "one")
    patch = project.tool("what-if", "TDC121", "--diff").raw
    monkeypatch.chdir(project.root)
    subprocess.run(["git", "apply"], input=patch, cwd=project.root, check=True)
    assert codes(project) == [("TDC121", "two/b.py")]


def test_beside_its_own_files_it_tells_of_projects_further_down(shop: Project) -> None:
    shop.write({"two/b.py": NESTED, "two/tdomcheck.toml": ""})
    git(shop, "add", "-A")
    assert "note: findings in two are not in the patch" in shop.tool("what-if", "TDC121", "--diff").err
    applied(shop, "TDC121")
    assert "two/" not in shop.text("tdomcheck-baseline.txt") + shop.text("pyproject.toml")
    assert codes(shop) == [("TDC121", "two/b.py")]


def test_a_part_of_the_project_leaves_the_entries_of_the_rest(shop: Project) -> None:
    shop.write({"pyproject.toml": '[tool.tdomcheck]\nignore = ["TDC101"]\n'})
    applied(shop, "TDC121")
    git(shop, "add", "-A")
    shop.write({"views/b.py": CLEAN})
    applied(shop, "TDC121", "views")
    assert "views/b.py" not in shop.text("tdomcheck-baseline.txt")
    assert "cards/c.py" in shop.text("tdomcheck-baseline.txt")


def test_where_nothing_is_found_it_is_turned_on_all_the_same(project: Project) -> None:
    project.write({"tdomcheck.toml": 'ignore = ["TDC121"]\n', "cards/x.py": CLEAN})
    git(project, "init", "-q")
    assert "0 findings in 0 files; tdomcheck what-if TDC121 --diff | git apply turns it on\n" in (
        project.tool("what-if", "TDC121").out
    )
    applied(project, "TDC121")
    is_ratchet(project)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("TDC12l",), "did you mean `TDC"),
        (("ZZZZ",), "`tdomcheck rule --all` names all"),
        (("TDC121", "nowhere"), "nowhere"),
    ],
)
def test_what_cannot_be_asked(shop: Project, words: tuple[str, ...], reason: str) -> None:
    outcome = shop.tool("what-if", *words)
    assert outcome.code == 2
    assert reason in outcome.err


def test_nothing_found(shop: Project) -> None:
    assert (
        shop.tool("what-if", "TDC201").out
        == "TDC201 component-returns-template: 0 findings in 0 files; it is on already\n"
    )
