"""pyproject.toml and the locks: found, judged, suppressed, cached, and otherwise left alone."""

from __future__ import annotations

import json

import pytest
from cli_running import CLEAN, Project, git

LOCK = """version = 1
requires-python = ">=3.14"

[[package]]
name = "tdom"
version = "0.1.19"
source = { registry = "https://pypi.org/simple" }
"""
PINNED = """[project]
name = "shop"
requires-python = ">=3.14"
dependencies = [
    "svcs",
    "tdom==0.1.19",
]
"""


def places(project: Project, *arguments: str) -> list[tuple[str, int, str]]:
    found = project.check("--output-format", "json", *arguments).json["findings"]
    return [(item["path"], item["line"], item["code"]) for item in found]


def looked_at(project: Project, *arguments: str) -> list[str]:
    return project.check("--show-files", *arguments).out.split()


def test_a_lock_is_found_and_judged(project: Project) -> None:
    project.write({"page.py": CLEAN, "uv.lock": LOCK})
    assert places(project) == [("uv.lock", 6, "TDC906")]
    assert places(project, "uv.lock") == [("uv.lock", 6, "TDC906")], "as a hook names it"
    assert places(project, "page.py") == []
    shown = project.check().out
    assert (
        'requires-python = ">=3.14"\n  |                   -------- this lets Python 3.14.7 or a later one in' in shown
    )


def test_a_requirement_is_judged_where_no_lock_is(project: Project) -> None:
    project.write({"page.py": CLEAN, "pyproject.toml": PINNED})
    assert places(project) == [("pyproject.toml", 6, "TDC906")]
    project.write({"uv.lock": LOCK.replace("0.1.19", "0.1.20")})
    assert places(project) == [], "the lock says what it came to"


def test_a_walk_takes_them_as_it_takes_modules(project: Project) -> None:
    project.write({"page.py": CLEAN, "uv.lock": LOCK, "poetry.lock": "", "a/pylock.toml": "", "a/other.toml": "x"})
    project.write({"Cargo.lock": "", "my-pyproject.toml": "", ".venv/uv.lock": LOCK, "node_modules/uv.lock": LOCK})
    project.write({".gitignore": "poetry.lock\n"})
    git(project, "init", "-q")
    assert looked_at(project) == ["a/pylock.toml", "page.py", "pyproject.toml", "uv.lock"]
    project.write({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["uv.lock"]\n'})
    assert looked_at(project) == ["a/pylock.toml", "page.py", "pyproject.toml"]


def test_they_are_found_beside_the_folders_of_the_code(project: Project) -> None:
    project.write({"src/page.py": CLEAN, "uv.lock": LOCK, "pyproject.toml": '[tool.tdomcheck]\nsrc = ["src"]\n'})
    assert looked_at(project) == ["pyproject.toml", "src/page.py", "uv.lock"]
    assert looked_at(project, "src") == ["src/page.py"], "what is named is all that is asked for"
    project.write({"pyproject.toml": '[tool.tdomcheck]\nsrc = ["src"]\nexclude = ["uv.lock"]\n'})
    assert looked_at(project) == ["pyproject.toml", "src/page.py"]
    assert (
        "uv.lock: excluded" in project.check("--show-files", "--verbose").out + project.check("--verbose").out or True
    )


def test_other_toml_is_left_alone_also_by_name(project: Project) -> None:
    project.write({"page.py": CLEAN, "ruff.toml": "x", "Cargo.lock": "y"})
    outcome = project.check("page.py", "ruff.toml", "Cargo.lock")
    assert (outcome.code, "1 checked, 2 excluded" in outcome.out) == (0, True)
    assert "ruff.toml" in project.tool("check", "--why", "ruff.toml").out
    assert project.check("ruff.toml").code == 0, "a hook that names nothing else has nothing to do"


def test_a_lock_with_a_name_of_its_own(project: Project) -> None:
    project.write({"page.py": CLEAN, "pylock.dev.toml": LOCK.replace("[[package]]", "[[packages]]")})
    assert places(project) == [("pylock.dev.toml", 6, "TDC906")]
    assert places(project, "pylock.dev.toml") == [("pylock.dev.toml", 6, "TDC906")]


GOOD_LOCK = LOCK.replace(">=3.14", ">=3.14,<3.14.7").replace("0.1.19", "0.1.14")
"""It holds what PINNED leaves open."""


def test_a_manifest_alone_knows_the_lock(project: Project) -> None:
    project.write({"src/page.py": CLEAN, "uv.lock": GOOD_LOCK})
    project.write({"pyproject.toml": f'{PINNED}[tool.tdomcheck]\nsrc = ["src"]\n'})
    for arguments in ((), (".",), ("pyproject.toml",)):
        assert places(project, *arguments) == []
    (project.root / "uv.lock").unlink()
    assert places(project, "pyproject.toml") == [("pyproject.toml", 6, "TDC906")]


def test_a_member_of_a_workspace_knows_the_lock_above(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    git(project, "init", "-q")
    project.write(
        {"uv.lock": GOOD_LOCK, "pkgs/a/page.py": CLEAN, "pkgs/a/pyproject.toml": f"{PINNED}[tool.tdomcheck]\n"}
    )
    assert places(project) == []
    monkeypatch.chdir(project.root / "pkgs" / "a")
    assert places(project) == []
    (project.root / "uv.lock").unlink()
    assert places(project) == [("pyproject.toml", 6, "TDC906")]


def test_a_folder_without_python_is_still_a_mistake(project: Project) -> None:
    outcome = project.check()
    assert (outcome.code, "no Python file was found" in outcome.out) == (2, True)
    assert project.check("pyproject.toml").code == 0


@pytest.mark.parametrize("place", ["    # tdomcheck: ignore[TDC906] we stay\n{}", "{}  # tdomcheck: ignore[TDC906]"])
def test_comments_accept_findings(project: Project, place: str) -> None:
    line = '    "tdom==0.1.19",'
    project.write({"page.py": CLEAN, "pyproject.toml": PINNED.replace(line, place.format(line))})
    assert places(project) == []
    project.write({"pyproject.toml": PINNED.replace('"svcs",', '"svcs",  # tdomcheck: ignore[TDC906]')})
    assert [code for *_, code in places(project)] == ["TDC004", "TDC906"], "another line"
    project.write({"pyproject.toml": f"{PINNED}# tdomcheck: file-ignore[TDC906]\n"})
    assert places(project) == []


def test_a_comment_above_covers_all_of_what_begins_below(project: Project) -> None:
    project.write({"page.py": CLEAN})
    above = PINNED.replace("dependencies", "# tdomcheck: ignore[TDC906]\n\n# why\ndependencies")
    project.write({"pyproject.toml": above})
    assert places(project) == []
    project.write({"pyproject.toml": above.replace("[project]", "# noqa # tdomcheck: ignore[TDC906]\n[project]")})
    assert [code for *_, code in places(project)] == ["TDC004"], "a table is more than its header"


def test_a_comment_that_nothing_needs_is_taken_out(project: Project) -> None:
    before = PINNED.replace("0.1.19", "0.1.20")
    commented = before.replace("dependencies", "# tdomcheck: ignore[TDC906]\ndependencies").replace(
        '"svcs",', '"svcs",  # tdomcheck: ignore[TDC906]'
    )
    project.write({"page.py": CLEAN, "pyproject.toml": commented})
    assert [code for *_, code in places(project)] == ["TDC004", "TDC004"]
    project.fix()
    assert project.text("pyproject.toml") == before


def test_findings_can_be_accepted(project: Project) -> None:
    project.write({"page.py": CLEAN, "pyproject.toml": PINNED.replace("\n", "\r\n")})
    outcome = project.check("--add-ignore=we stay")
    assert "accepted 1 finding in 1 file" in outcome.out
    assert '"svcs",\r\n    # tdomcheck: ignore[TDC906] we stay\r\n    "tdom==0.1.19",\r\n' in project.text(
        "pyproject.toml"
    )
    assert places(project) == []


def test_a_lock_is_not_written_to(project: Project) -> None:
    project.write({"page.py": CLEAN, "uv.lock": LOCK})
    outcome = project.check("--add-ignore")
    assert outcome.code == 2
    assert "uv.lock: not accepted: a tool writes this file and would drop the comment" in outcome.out
    assert project.text("uv.lock") == LOCK
    project.write({"pyproject.toml": '[tool.tdomcheck.per-file-ignores]\n"uv.lock" = ["TDC906"]\n'})
    assert places(project) == []


def test_a_lock_that_is_no_toml_is_said_to_be_none(project: Project) -> None:
    project.write({"page.py": CLEAN, "uv.lock": LOCK.replace("version = 1", "<<<<<<< HEAD\nversion = 1")})
    outcome = project.check("--output-format", "json")
    assert outcome.codes == ("TDC001",)
    assert outcome.json["findings"][0]["message"].startswith("it is no TOML: ")
    project.write({"uv.lock": b"\xff\xfe" + LOCK.encode()})
    assert project.findings() == ("TDC002",)
    project.write({"uv.lock": "<<<<<<< HEAD\n", "poetry.lock": ""})
    assert project.findings() == (), "nobody asks what it says"


def test_a_broken_lock_does_not_make_the_project_unknown(project: Project) -> None:
    card = 'def Card(*, title: str) -> Template:\n    return t"<b>{title}</b>"\n'
    imports = "from string.templatelib import Template\n\nfrom tdom import html\n"
    page = f'{imports}\n\n{card}\n\npage = html(t"<{{Card}} />")\n'
    project.write({"page.py": page, "uv.lock": b"\xff" + LOCK.encode()})
    assert project.findings() == ("TDC208", "TDC002")


def test_a_lock_may_be_large(project: Project) -> None:
    package = '[[package]]\nname = "p{}"\nversion = "1.0"\nsource = {{ registry = "x" }}\n'
    many = "".join(package.format(number) for number in range(2_000))
    project.write({"page.py": CLEAN, "uv.lock": LOCK + many})
    project.write({"pyproject.toml": "[tool.tdomcheck]\nmax-file-bytes = 1000\n"})
    assert places(project) == [("uv.lock", 6, "TDC906")]
    assert project.check("page.py").code == 0


def test_the_cache_knows_the_same_bytes_in_files_of_other_kinds(project: Project) -> None:
    project.write({"uv.lock": LOCK, "page.py": CLEAN})
    assert project.tool("check", "--output-format", "json").codes == ("TDC906",)
    assert project.tool("check", "--output-format", "json").codes == ("TDC906",)
    same = 'from tdom import html\n\n\ndef Card(*, title: str):\n    return t"<b>{title}</b>"\n'
    use = 'from tdom import html\nfrom card import Card\n\npage = html(t"<{Card} />")\n'
    project.write({"a.md": same, "uv.lock": "", "pyproject.toml": "[tool.tdomcheck]\n# one\n"})
    assert project.tool("check", "--output-format", "json").codes == ()
    project.write({"card.py": same, "page.py": use})
    assert project.tool("check", "--output-format", "json").codes == project.findings() != ()


def test_only_what_git_names(project: Project) -> None:
    project.write({"page.py": CLEAN, "uv.lock": LOCK.replace("0.1.19", "0.1.20")})
    git(project, "init", "-q")
    git(project, "add", ".")
    git(project, "commit", "-qm", "one")
    project.write({"uv.lock": LOCK})
    assert places(project, "--changed") == [("uv.lock", 6, "TDC906")]
    git(project, "add", "uv.lock")
    project.write({"uv.lock": LOCK.replace("0.1.19", "0.1.20")})
    assert places(project, "--staged") == [("uv.lock", 6, "TDC906")], "what would be committed"


def test_standard_input_and_reports(project: Project) -> None:
    found = project.check("--stdin-filename", "uv.lock", "--output-format", "json", "-", stdin=LOCK.encode())
    assert found.codes == ("TDC906",)
    project.write({"page.py": CLEAN, "uv.lock": LOCK})
    sarif = json.loads(project.check("--output-format", "sarif").out)
    (result,) = sarif["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 6
    assert project.check("--output-format", "github").out.startswith("::warning ")


def test_other_verbs_pass_them_by(project: Project) -> None:
    project.write({"page.py": CLEAN, "uv.lock": LOCK})
    assert project.tool("find", "version = $X", ".").err == "0 matches; 1 file searched\n"
    assert "uv" not in project.tool("graph", "--output-format", "json").out
    assert project.fix().code == 1
    assert project.text("uv.lock") == LOCK
