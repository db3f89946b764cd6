"""`check` from the command line to the exit code, and the commands that explain."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Outcome, Project, git

FORMATS = [
    *("text", "concise", "grouped", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown", "rdjson"),
    *("pylint", "azure", "checkstyle"),
]


@pytest.fixture
def mixed(project: Project) -> Project:
    """One file that is clean, one with a warning, one with an error."""
    project.write({"clean.py": CLEAN, "pkg/warning.py": NESTED, "pkg/error.py": MISMATCHED})
    return project


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("clean.py",), 0),
        ((), 1),
        (("pkg/warning.py",), 1),
        (("pkg/warning.py", "--max-warnings", "1"), 0),
        (("pkg/error.py", "--max-warnings", "9"), 1),
        (("--exit-zero",), 0),
        (("--ignore", "TDC1"), 0),
        (("--select", "TDC9"), 0),
        (("--exclude", "pkg"), 0),
        (("gone.py", "--exit-zero"), 2),
        (("gone.py", "pkg/error.py"), 2),
        (("--no-such-option",), 2),
        (("--select", "TDC999"), 2),
        (("--output-format", "nothing"), 2),
        (("--jobs", "-1"), 2),
        (("--config", "gone.toml"), 2),
        (("--config", "selct = []"), 2),
        (("--staged", "--changed"), 2),
        (("--stdin-filename", "a.py"), 2),
        (("-", "clean.py"), 2),
        (("--report", "nothing=x"), 2),
        (("--report", "json="), 2),
    ],
)
def test_exit_codes(mixed: Project, arguments: tuple[str, ...], code: int) -> None:
    outcome = mixed.check(*arguments)
    assert outcome.code == code, outcome
    assert "Traceback" not in outcome.err
    if code == 2:
        assert outcome.out + outcome.err


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("arguments", "code"), [((), 1), (("clean.py",), 0), (("gone.py",), 2)])
def test_the_format_never_changes_the_code(mixed: Project, name: str, arguments: tuple[str, ...], code: int) -> None:
    assert mixed.check("--output-format", name, *arguments).code == code


@pytest.mark.parametrize("name", ["json", "sarif", "gitlab", "rdjson"])
def test_machine_formats_print_one_document_and_nothing_else(mixed: Project, name: str) -> None:
    outcome = mixed.check("--output-format", name)
    assert outcome.err == ""
    assert json.loads(outcome.out)
    assert str(mixed.root) not in outcome.out


@pytest.mark.parametrize("name", FORMATS)
def test_any_number_of_workers_says_the_same(mixed: Project, name: str) -> None:
    mixed.write({f"more{number}.py": NESTED + MISMATCHED for number in range(8)})
    assert len({mixed.check("--output-format", name, "--jobs", jobs).raw for jobs in ("1", "2", "0")}) == 1


def test_cached_runs_find_what_fresh_ones_find(mixed: Project) -> None:
    for path in mixed.root.rglob("*.py"):
        os.utime(path, (1, 1))
    fresh = mixed.check("--output-format", "json").json
    first = mixed.tool("check", "--output-format", "json").json
    second = mixed.tool("check", "--output-format", "json").json
    assert fresh["findings"] == first["findings"] == second["findings"]
    assert second["summary"]["ledger"]["counts"]["cached"] == 4
    (mixed.root / "pkg" / "error.py").write_text(CLEAN)
    third = mixed.tool("check", "--output-format", "json")
    assert third.codes == ("TDC121",)
    assert third.json["summary"]["ledger"]["counts"]["cached"] == 3


def test_a_change_within_the_clock_s_grain_is_seen(project: Project) -> None:
    project.write({"page.py": NESTED})
    project.tool("check")
    status = (project.root / "page.py").stat()
    project.write({"page.py": NESTED.replace("{x}", "{y}").replace("(x)", "(y)")[:-1] + "#"})
    project.write({"page.py": MISMATCHED + "#" * (status.st_size - len(MISMATCHED))})
    os.utime(project.root / "page.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert project.tool("check", "--output-format", "json").codes == ("TDC101",)


@pytest.mark.parametrize("further", [(), ("--exclude", "pkg"), ("gone.py", "pkg"), ("--select", "TDC101")])
def test_the_ledger_adds_up(mixed: Project, further: tuple[str, ...]) -> None:
    mixed.write({"broken.py": "def f(:\n", "bytes.py": b"\xff"})
    ledger = mixed.check("--output-format", "json", *further).json["summary"]["ledger"]
    counts = ledger["counts"]
    buckets = ("checked", "cached", "excluded", "skipped", "failed")
    assert counts["planned"] == sum(counts[bucket] for bucket in buckets)
    for bucket in buckets:
        assert len(ledger["files"][bucket]) == counts[bucket]
    assert {rule["state"] for rule in ledger["rules"]} <= {"ran", "crashed", "not applicable"}


CARDS = """from string.templatelib import Template


def Card(*, title: str) -> Template:
    return t'<b>{title}</b>'
"""


def test_a_subset_still_knows_the_whole_project(project: Project) -> None:
    project.write(
        {
            "pyproject.toml": '[tool.tdomcheck]\nsrc = ["src"]\n',
            "src/shop/__init__.py": "",
            "src/shop/cards.py": CARDS,
            "src/shop/page.py": 'from tdom import html\n\nfrom shop.cards import Card\n\npage = html(t"<{Card} />")\n',
        }
    )
    whole = project.check("--output-format", "json")
    alone = project.check("--output-format", "json", "src/shop/page.py")
    assert whole.codes == alone.codes == ("TDC208",)
    assert whole.json["findings"] == alone.json["findings"]
    assert alone.json["summary"]["ledger"]["counts"]["planned"] == 1
    assert project.findings("src/shop/cards.py") == ()


def test_a_file_named_by_hand_is_checked_even_if_excluded(mixed: Project) -> None:
    arguments = ("--exclude", "pkg", "pkg/error.py")
    assert mixed.findings(*arguments) == ("TDC101",)
    forced = mixed.check("--force-exclude", *arguments)
    assert forced.code == 0
    assert "1 excluded" in forced.out


NAMES = ["-x.py", "a b.py", "qu'ote\".py", "new\nline.py", "é.py", "$(x).py", "@at.py", "*.py"]


@pytest.mark.parametrize("name", NAMES)
def test_unusual_names_work(project: Project, name: str) -> None:
    project.write({name: NESTED})
    assert project.findings() == ("TDC121",)
    if not name.startswith("@"):
        assert project.findings(name) == ("TDC121",)
        assert project.fix(name).code == 0
        assert project.findings() == ()


def test_a_file_that_is_called_like_an_option_is_no_option_and_no_less_one(project: Project) -> None:
    project.write({"page.py": NESTED, "--diff": "x"})
    assert project.fix("--diff", "page.py").out.startswith("diff --git")
    assert project.text("page.py") == NESTED


HARMFUL = ["@args.toml", "--output-file=stolen.toml", "--config=plugins = ['own.py']", "--trust-plugins", "-"]


@pytest.mark.parametrize("name", HARMFUL)
@pytest.mark.parametrize("before", [("--force-exclude", "--"), ("--force-exclude",)], ids=["as we ship it", "bare"])
def test_a_hook_takes_names_of_files_for_nothing_else(
    project: Project, monkeypatch: pytest.MonkeyPatch, before: tuple[str, ...], name: str
) -> None:
    """A file may be called like an option, or like a file of arguments; pre-commit hands on whatever is tracked."""
    monkeypatch.setenv("PRE_COMMIT", "1")
    project.write({name: "--output-file=stolen.toml\n--config\nplugins = ['own.py']\n", "page.py": CLEAN})
    project.write({"own.py": f"open({str(project.root / 'imported')!r}, 'w')\n"})
    was_there = project.files().keys()
    outcome = project.tool("check", *before, "page.py", name)
    assert project.files().keys() == was_there, "nothing of the file was heeded"
    if "--" not in before and not name.startswith("@"):
        assert outcome.code == 2
        assert f"{name} is an option, and the name of a file here" in outcome.err


def test_what_is_typed_before_the_names_is_what_it_was(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRE_COMMIT", "1")
    project.write({"page.py": NESTED, "--output-format": "x", "@args": "x", "args": "--output-format\njson\n"})
    assert project.check("--output-format", "json", "--", "page.py").codes == ("TDC121",)
    assert project.check("@args", "--", "page.py").codes == ("TDC121",)


def test_the_hooks_end_their_options() -> None:
    hooks = (Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert hooks.count("args:") == hooks.count("- id:") == 3
    assert hooks.count('args: ["--"]') == 2
    assert hooks.count("args: []\n  pass_filenames: false") == 1


def test_arguments_are_read_from_a_file(mixed: Project) -> None:
    mixed.write({"args.txt": "--output-format\njson\n\npkg/error.py\n"})
    assert mixed.check("@args.txt").codes == ("TDC101",)
    outcome = mixed.check("@gone.txt")
    assert outcome.code == 2
    assert "gone.txt" in outcome.err


def test_names_in_an_argument_file_may_hold_anything_but_a_newline(project: Project) -> None:
    name = "a\u2028b\x0cc.py"
    project.write({name: NESTED, "args.txt": f"{name}\n"})
    assert project.findings("@args.txt") == ("TDC121",)


def test_standard_input_is_checked_under_its_name(mixed: Project) -> None:
    assert mixed.check("-", "--output-format", "json", stdin=NESTED.encode()).codes == ("TDC121",)
    named = mixed.check("-", "--stdin-filename", "pkg/new.py", "--output-format", "concise", stdin=NESTED.encode())
    assert "pkg/new.py:5:" in named.out
    assert mixed.check("-", stdin=CLEAN.encode()).code == 0
    assert mixed.check("-", stdin=b"").code == 0


def test_standard_input_stands_for_the_file_of_its_name(mixed: Project) -> None:
    arguments = ("-", "--stdin-filename", "pkg/error.py", "--output-format", "json")
    assert mixed.check(*arguments, stdin=CLEAN.encode()).codes == ()


def test_standard_input_may_be_excluded_by_force(mixed: Project) -> None:
    arguments = ("-", "--stdin-filename", "pkg/error.py", "--exclude", "pkg")
    assert mixed.check(*arguments, stdin=MISMATCHED.encode()).code == 1
    assert mixed.check(*arguments, "--force-exclude", stdin=MISMATCHED.encode()).code == 0
    fixed = mixed.fix(*arguments, "--force-exclude", stdin=NESTED.encode())
    assert (fixed.code, fixed.raw) == (0, NESTED.encode())


def test_reports_go_to_files_and_the_rest_to_the_screen(mixed: Project) -> None:
    outcome = mixed.check("--report", "json=out/a.json", "--report", "sarif=b.sarif", "--report", "junit=c.xml")
    assert outcome.code == 1
    assert "TDC101" in outcome.out
    assert json.loads(mixed.text("out/a.json"))["findings"]
    assert json.loads(mixed.text("b.sarif"))["runs"]
    assert mixed.text("c.xml").startswith("<?xml")


def test_a_report_that_cannot_be_written_makes_the_run_fail(mixed: Project) -> None:
    outcome = mixed.check("--output-file", "clean.py/report.txt")
    assert outcome.code == 2
    assert "the report could not be written" in outcome.err


def test_the_output_goes_to_a_file(mixed: Project) -> None:
    outcome = mixed.check("--output-format", "json", "--output-file", "report.json")
    assert (outcome.code, outcome.out) == (1, "")
    assert json.loads(mixed.text("report.json"))["findings"]


def test_statistics_and_times(mixed: Project) -> None:
    assert "TDC101" in mixed.check("--statistics", "-q").out
    timed = mixed.check("--profile-rules")
    assert "TDC121" in timed.out
    assert timed.code == 1


def test_why_tells_the_way_of_a_file(mixed: Project) -> None:
    outcome = mixed.check("--why", "pkg/error.py", "--exclude", "pkg")
    assert outcome.code == 0
    assert outcome.out.startswith("pkg/error.py\n")
    assert "configuration: pyproject.toml" in outcome.out
    assert "found by a walk of .: no" in outcome.out
    assert 'excluded: matches "pkg"' in outcome.out
    assert "checked when named by hand: yes" in outcome.out
    assert "TDC101 template-syntax: error" in outcome.out
    assert mixed.check("--why", "gone.py").code == 2


def test_files_and_settings_are_shown(mixed: Project) -> None:
    assert mixed.check("--show-files").out.split() == ["clean.py", "pkg/error.py", "pkg/warning.py", "pyproject.toml"]
    assert "max-warnings" in mixed.check("--show-settings", "--max-warnings", "7").out
    assert mixed.check("--show-files", "gone.py").code == 2


def test_a_finding_may_be_accepted_by_a_comment(project: Project) -> None:
    project.write({"page.py": MISMATCHED.rstrip() + "  # tdomcheck: ignore[TDC101] on purpose\n"})
    assert project.check().code == 0
    project.write({"page.py": "x = 1  # tdomcheck: ignore[TDC101] on purpose\n"})
    assert project.findings() == ("TDC004",)
    assert project.fix().code == 0
    assert project.text("page.py") == "x = 1\n"


def test_a_comment_for_a_rule_that_is_off_is_not_unused(project: Project) -> None:
    project.write({"page.py": "x = 1  # tdomcheck: ignore[TDC101] on purpose\n"})
    assert project.findings("--ignore", "TDC101") == ()


@pytest.fixture
def repository(project: Project) -> Project:
    """Everything is committed; one file is staged, one changed, one new."""
    project.write({"old.py": MISMATCHED, "staged.py": CLEAN, "changed.py": CLEAN, "notes.txt": ""})
    git(project, "init", "-q", "-b", "main")
    git(project, "add", ".")
    git(project, "commit", "-qm", "all")
    project.write({"staged.py": NESTED, "changed.py": MISMATCHED, "notes.txt": "x", "spa ce.py": NESTED})
    git(project, "add", "staged.py", "spa ce.py", "notes.txt")
    return project


def test_only_what_is_staged(repository: Project) -> None:
    assert repository.findings("--staged") == ("TDC121", "TDC121")
    assert repository.findings("--staged", "staged.py") == ("TDC121",)


def test_only_what_has_changed(repository: Project) -> None:
    assert sorted(repository.findings("--changed")) == ["TDC101", "TDC121", "TDC121"]
    git(repository, "commit", "-qm", "more")
    assert sorted(repository.findings("--changed")) == ["TDC101"]
    assert sorted(repository.findings("--since", "HEAD~1")) == ["TDC101", "TDC121", "TDC121"]


@pytest.mark.parametrize("words", [["--changed"], ["--staged"], ["--since", "HEAD"]])
def test_what_git_names_is_left_out_where_a_walk_leaves_it_out(repository: Project, words: list[str]) -> None:
    folders = ("node_modules/x", "env", "lib", "in")
    repository.write({"env/pyvenv.cfg": "", **{f"{folder}/page.py": MISMATCHED for folder in folders}})
    git(repository, "add", "--force", "-A")
    repository.write({"pyproject.toml": '[tool.tdomcheck]\nexclude = ["lib"]\n'})
    git(repository, "add", "pyproject.toml")
    outcome = repository.check("--output-format", "json", *words)
    assert {found["path"] for found in outcome.json["findings"]} == {
        "in/page.py",
        "staged.py",
        "spa ce.py",
        "changed.py",
    }
    excluded = outcome.json["summary"]["ledger"]["files"]["excluded"]
    assert [item["path"] for item in excluded] == ["env/page.py", "lib/page.py", "node_modules/x/page.py"]
    assert repository.findings("lib/page.py") == ("TDC101",), "by hand it is looked at"


def test_a_repository_inside_that_git_does_not_track_is_told(repository: Project) -> None:
    repository.write({"vendor/lib/page.py": MISMATCHED})
    git(repository, "init", "-q", "vendor/lib")
    outcome = repository.check("--changed", "--output-format", "json")
    excluded = outcome.json["summary"]["ledger"]["files"]["excluded"]
    assert [(item["path"], item["reason"][:30]) for item in excluded] == [
        ("vendor/lib/", "is a repository of its own tha")
    ]
    assert "warning: vendor/lib/ is a repository of its own" in outcome.err


def test_nothing_staged_is_green(repository: Project) -> None:
    git(repository, "commit", "-qm", "more")
    assert repository.check("--staged").code == 0


def test_what_git_cannot_answer_stops_the_run(repository: Project, project: Project) -> None:
    assert repository.check("--since", "nosuchref").code == 2
    outcome = project.check("--since", "--output=x")
    assert outcome.code == 2
    assert not (project.root / "x").exists()


def test_outside_of_a_repository_nothing_is_staged(mixed: Project) -> None:
    outcome = mixed.check("--staged")
    assert outcome.code == 2
    assert outcome.err.startswith("error: ")


@pytest.mark.usefixtures("project")
def test_a_rule_is_explained(tool: Callable[..., Outcome]) -> None:
    for name in ("TDC101", "template-syntax"):
        outcome = tool("rule", name)
        assert outcome.code == 0
        assert outcome.out.startswith("# TDC101 template-syntax")
        assert "## Why" in outcome.out
    wrong = tool("rule", "template-sintax")
    assert wrong.code == 2
    assert "did you mean `template-syntax`?" in wrong.err
    assert tool("rule").code == 2


@pytest.mark.usefixtures("project")
def test_all_rules_are_listed(tool: Callable[..., Outcome]) -> None:
    lines = tool("rule", "--all").out.splitlines()
    assert lines == sorted(lines)
    assert len(lines) > 15


def test_the_configuration_is_shown(project: Project, tool: Callable[..., Outcome]) -> None:
    project.write({"pyproject.toml": "[tool.tdomcheck]\nmax-warnings = 3\n"})
    assert "pyproject.toml:2" in tool("config", "max-warnings").out
    assert "max-warnings" in tool("config").out
    assert tool("config", "max-warnigs").code == 2
    assert tool("config", "--isolated").code == 0
    assert json.loads(tool("config", "--schema").out)["properties"]["select"]


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("check", "--help"), ("fix", "-h"), ("rule", "-h")])
def test_help_is_no_error(tool: Callable[..., Outcome], arguments: tuple[str, ...]) -> None:
    outcome = tool(*arguments)
    assert outcome.code == 0
    assert outcome.out


@pytest.mark.parametrize(("name", "hint"), [("chek", "did you mean `check`?"), ("src", "tdomcheck check src")])
def test_a_command_that_is_none_is_named_with_a_hint(project: Project, name: str, hint: str) -> None:
    (project.root / "src").mkdir()
    outcome = project.tool(name)
    assert outcome.code == 2
    assert hint in outcome.err


def test_in_an_action_annotations_and_a_summary_are_added(mixed: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(mixed.root / "summary.md"))
    outcome = mixed.check()
    assert "::error " in outcome.out
    assert "TDC101" in mixed.text("summary.md")


@pytest.mark.parametrize(("held", "added"), [(900 << 10, "more than fit here."), (1010 << 10, "")])
def test_a_summary_that_holds_others_stays_within_what_github_takes(
    mixed: Project, monkeypatch: pytest.MonkeyPatch, held: int, added: str
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(mixed.root / "summary.md"))
    mixed.write({"summary.md": "x" * held})
    mixed.check()
    summary = mixed.text("summary.md").lstrip("x")
    assert summary.endswith(f"{added}\n" if added else "")
    assert held + len(summary.encode()) < 1 << 20


def test_a_summary_that_cannot_be_written_is_told(mixed: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(mixed.root / "gone" / "summary.md"))
    outcome = mixed.check()
    assert outcome.code == 2
    assert "the summary of the job could not be written: No such file or directory" in outcome.err


def test_code_cannot_start_a_workflow_command(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    project.write({"page.py": 'x = t"""<p>\n::error::hello\n</b>"""\n'})
    outcome = project.check()
    assert outcome.code == 1
    stop = outcome.out.index("::stop-commands::")
    assert stop < outcome.out.index("::error::hello") < outcome.out.rindex("::error ")


STOREFRONT = Path(__file__).parents[2] / "examples" / "storefront"
ROWS = json.loads((STOREFRONT / "planted.json").read_text())["python"]
PLANTED = {(row["path"], row["line"], row["code"]) for row in ROWS}


def places(outcome: Outcome) -> set[tuple[str, int, str]]:
    return {(finding["path"], finding["line"], finding["code"]) for finding in outcome.json["findings"]}


@pytest.mark.parametrize("further", [(), ("--jobs", "1"), ("--jobs", "2"), ("--no-gates",)])
def test_every_planted_defect_is_found_and_nothing_else(
    tool: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch, further: tuple[str, ...]
) -> None:
    monkeypatch.chdir(STOREFRONT)
    outcome = tool("check", "--no-cache", "--output-format", "json", "src", "tests", *further)
    assert places(outcome) == PLANTED
    assert len(outcome.json["findings"]) == len(PLANTED)


def test_the_mended_storefront_is_silent(tool: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(STOREFRONT)
    outcome = tool("check", "--no-cache", "--output-format", "json", "clean", "--config", "exclude = []")
    assert outcome.codes == ()
    assert outcome.code == 0


def test_each_file_alone_says_what_it_says_among_all(
    tool: Callable[..., Outcome], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(STOREFRONT)
    for path in sorted({path for path, _, _ in PLANTED})[::4]:
        outcome = tool("check", "--no-cache", "--output-format", "json", path)
        assert places(outcome) == {place for place in PLANTED if place[0] == path}


PARTS = "def footer(): ...\n"
SHOWN = 'from parts import footer\n\npage = t"<p>{footer}</p>"\n'


def test_what_a_file_leaves_open_another_file_decides(project: Project) -> None:
    project.write({"page.py": SHOWN, "parts.py": PARTS})
    first = project.tool("check", "--output-format", "json")
    assert first.codes == ("TDC131",)
    again = project.tool("check", "--output-format", "json")
    assert again.codes == ("TDC131",)
    assert again.json["summary"]["ledger"]["counts"]["cached"] == 3
    project.write({"parts.py": "footer = 'c'\n"})
    changed = project.tool("check", "--output-format", "json")
    assert changed.codes == ()
    assert changed.json["summary"]["ledger"]["counts"]["cached"] == 2


def test_a_subset_knows_what_the_other_files_say(project: Project) -> None:
    project.write({"page.py": SHOWN, "parts.py": PARTS})
    assert project.tool("check", "page.py", "--output-format", "json").codes == ("TDC131",)
    assert project.tool("check", "parts.py", "--output-format", "json").codes == ()


def test_a_finding_that_another_file_decides_is_accepted_by_a_comment(project: Project) -> None:
    accepted = SHOWN.replace('</p>"', '</p>"  # tdomcheck: ignore[TDC131] on purpose')
    project.write({"page.py": accepted, "parts.py": PARTS})
    assert project.tool("check", "--output-format", "json").codes == ()
    project.write({"parts.py": "footer = 'c'\n"})
    assert project.tool("check", "--output-format", "json").codes == ("TDC004",)


def test_the_fix_of_a_finding_that_another_file_decides_is_made(project: Project) -> None:
    project.write(
        {
            "base.py": "class Base:\n    on: bool\n",
            "page.py": "from base import Base\n\n\nclass Page(Base):\n    def __call__(self):\n"
            '        return t"<p aria-busy={self.on}></p>"\n',
        }
    )
    assert project.tool("fix", "--unsafe-fixes").code == 0
    assert "aria-busy={'true' if self.on else 'false'}" in project.text("page.py")


def test_a_file_that_depends_on_no_other_is_looked_at_alone(project: Project) -> None:
    """Nothing that stands elsewhere may change its verdict; and it declares nothing that others could depend on."""
    project.write({"plain.py": "print(1)\n", "page.py": SHOWN, "parts.py": PARTS})
    assert project.tool("check", "plain.py").code == 0
    assert kept_paths(project) == {"plain.py"}
    assert project.tool("check", "page.py", "--output-format", "json").codes == ("TDC131",)
    assert kept_paths(project) == {"plain.py", "page.py", "parts.py", "pyproject.toml"}


def kept_paths(project: Project) -> set[str]:
    """The files that the cache knows."""
    with contextlib.closing(sqlite3.connect(project.root / ".tdomcheck" / "cache.db")) as database:
        return {os.path.basename(path) for (path,) in database.execute("SELECT path FROM files")}


CARD = (
    'from string.templatelib import Template\n\n\ndef Card(*, title: str) -> Template:\n    return t"<b>{title}</b>"\n'
)
USE = 'from tdom import html\n\nfrom shop.card import Card\n\npage = html(t"<{Card} />")\n'


def found_from(project: Project, monkeypatch: pytest.MonkeyPatch, folder: str, *arguments: str) -> list[str]:
    """The findings of a run that starts in some folder, with the paths of the project."""
    monkeypatch.chdir(project.root / folder)
    found = []
    for cache in ((), ("--no-cache",)):
        items = project.tool("check", *cache, "--output-format", "json", *arguments).json["findings"]
        found.append([f"{Path(item['path']).resolve().relative_to(project.root)} {item['code']}" for item in items])
    monkeypatch.chdir(project.root)
    assert found[0] == found[1]
    return found[0]


def test_a_run_finds_the_same_wherever_it_is_started(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck]\nsrc = ["src"]\n', "src/shop/__init__.py": ""})
    project.write({"src/shop/card.py": CARD, "src/shop/page.py": USE})
    expected = ["src/shop/page.py TDC208"]
    for folder in (".", "src", "src/shop"):
        assert found_from(project, monkeypatch, folder) == expected
    assert found_from(project, monkeypatch, "src/shop", "page.py") == expected
    assert found_from(project, monkeypatch, "src/shop", "card.py") == []


def test_a_test_is_one_wherever_the_run_is_started(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = 'page = t"<img src={url} />"\n'
    project.write({"tests/page.py": picture, "shop/page.py": picture})
    assert found_from(project, monkeypatch, ".") == ["shop/page.py TDC129"]
    assert found_from(project, monkeypatch, "tests", ".") == []
    assert found_from(project, monkeypatch, "shop", ".") == ["shop/page.py TDC129"]


def test_the_same_name_in_two_folders_is_kept_apart(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bytes, shown by the same name, in the same cache."""
    picture = 'page = t"<img src={url} />"\n'
    project.write({"tests/page.py": picture, "shop/page.py": picture})
    assert found_from(project, monkeypatch, "shop", "page.py") == ["shop/page.py TDC129"]
    assert found_from(project, monkeypatch, "tests", "page.py") == []


def test_a_file_outside_of_src_is_judged_with_all_that_is_there(project: Project) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck]\nsrc = ["src"]\n', "src/other.py": ""})
    project.write({"tests/card.py": CARD, "tests/test_page.py": USE.replace("shop.card", "tests.card")})
    assert project.findings("tests/test_page.py") == project.findings(".") == ("TDC208",)


def test_a_folder_of_src_that_comes_later_is_noticed(project: Project) -> None:
    project.write({"pyproject.toml": '[tool.tdomcheck]\nsrc = ["sub", "lib"]\n'})
    project.write({"sub/page.py": USE.replace("shop.card", "card")})
    for path in project.root.rglob("*"):
        os.utime(path, (1, 1))
    assert project.tool("check", "sub/page.py").code == 0
    assert project.tool("check", "sub/page.py").code == 0
    project.write({"lib/card.py": CARD})
    assert project.tool("check", "sub/page.py", "--output-format", "json").codes == ("TDC208",)


def test_what_would_be_committed_is_judged_beside_what_would_be(project: Project) -> None:
    git(project, "init", "-q", "-b", "main")
    project.write({"shop/__init__.py": "", "shop/card.py": CARD, "shop/page.py": "x = 1\n"})
    git(project, "add", ".")
    git(project, "commit", "-qm", "one")
    project.write({"shop/page.py": USE})
    git(project, "add", "shop/page.py")
    project.write({"shop/card.py": CARD.replace("title: str", 'title: str = ""')})
    assert project.findings("--staged") == ("TDC208",), "the default is not in the commit"
    git(project, "add", "shop/card.py")
    assert project.findings("--staged") == ()
    git(project, "commit", "-qm", "two")
    git(project, "checkout", "-qb", "other", "HEAD~1")
    project.write({"shop/card.py": "x = 2\n"})
    git(project, "commit", "-qam", "three")
    git(project, "merge", "main", check=False)
    assert project.check("--staged").code in {0, 1}, "a merge that waits is no reason to fail"


def test_the_ledger_names_what_git_ignores(project: Project) -> None:
    project.write({"page.py": CLEAN, ".gitignore": "gen/\nx?.py\n", "gen/page.py": MISMATCHED})
    project.write({f"x{number}.py": MISMATCHED for number in range(6)})
    outcome = project.check()
    assert outcome.code == 0
    assert "7 excluded; ignored by git: gen/, x0.py, x1.py, x2.py, x3.py and 2 more\n" in outcome.out
    ledger = project.check("--output-format", "json").json["summary"]["ledger"]
    assert ledger["left_out"][0] == {"path": "gen/", "kind": "ignored by git"}
    by_name = project.check("--force-exclude", "gen/page.py")
    assert "1 excluded; ignored by git: gen/page.py\n" in by_name.out


def test_what_git_tracks_is_checked_though_it_is_ignored(project: Project) -> None:
    project.write({"page.py": CLEAN, ".gitignore": "lib/\n", "lib/page.py": MISMATCHED})
    git(project, "init", "-q")
    git(project, "add", "-f", ".")
    for arguments in ((), ("--force-exclude", "--", "lib/page.py"), ("--staged",), ("--changed",)):
        assert project.check(*arguments).code == 1, arguments


def test_the_ledger_names_what_is_left_out_by_default(project: Project) -> None:
    project.write(
        {
            "page.py": CLEAN,
            "build/lib/page.py": MISMATCHED,
            "pkg/build/page.py": MISMATCHED,
            "dist/page.py": MISMATCHED,
            ".hidden/page.py": MISMATCHED,
            "env/pyvenv.cfg": "",
            "env/lib/site-packages/page.py": MISMATCHED,
            "pkg/__pycache__/page.py": "",
        }
    )
    outcome = project.check()
    assert outcome.code == 0
    assert "; left out by default: build/ (2), dist/, 1 virtual environment\n" in outcome.out
    ledger = project.check("--output-format", "json").json["summary"]["ledger"]
    assert [(item["path"], item["kind"]) for item in ledger["left_out"]] == [
        (".hidden/", "hidden folder"),
        ("build/", "build"),
        ("dist/", "dist"),
        ("env/", "virtual environment"),
        ("pkg/build/", "build"),
    ]


def test_the_ledger_says_nothing_where_nothing_is_left_out(project: Project) -> None:
    project.write({"page.py": CLEAN, ".git/HEAD": "ref: refs/heads/main\n"})
    assert "left out" not in project.check().out


@pytest.fixture
def long_line(project: Project) -> Project:
    """A line of classes over many files, in which no rule of the project asks about anything, and a file that asks."""
    heirs = {f"a{n + 1}.py": f"from a{n} import A{n}\n\n\nclass A{n + 1}(A{n}): ...\n" for n in range(101)}
    wire = "    registry.register_factory(A101, A101)\n    container.get(A101)\n"
    project.write({
        "a0.py": "class A0: ...\n",
        "wire.py": f"import svcs\nfrom a101 import A101\n\n\ndef wire(registry, container):\n{wire}",
        **heirs,
    })  # fmt: skip
    return project


def test_what_is_cut_off_is_told_of_after_a_run_over_other_files(long_line: Project) -> None:
    assert long_line.tool("check", "wire.py", "--output-format", "json").codes == ()
    assert long_line.tool("check", "--output-format", "json").codes == ("TDC008",)


def test_a_line_of_classes_over_many_files_is_told_of_where_it_is_cut_off(long_line: Project) -> None:
    project = long_line
    run = project.tool("check", "--no-cache", "--output-format", "json")
    (found,) = run.json["findings"]
    assert found["code"] == "TDC008"
    assert found["message"] == "`A101` has more than 100 ancestors, so rules do not follow its bases"
    assert project.tool("check", "--no-cache", "--output-format", "json", "--ignore", "TDC008").json["findings"] == []


class TestReportsOnStandardOutput:
    def test_annotations_follow_the_text(self, project: Project) -> None:
        project.write({"page.py": MISMATCHED})
        outcome = project.check("--report", "github=-")
        assert outcome.out.startswith("error[TDC101] ")
        assert outcome.out.splitlines()[-1].startswith("::error file=page.py,line=1")
        assert not (project.root / "-").exists()

    def test_a_document_may_have_it_to_itself(self, project: Project) -> None:
        project.write({"page.py": MISMATCHED})
        outcome = project.check("--output-file", "out.txt", "--report", "json=-")
        assert outcome.codes == ("TDC101",)
        assert project.text("out.txt").startswith("error[TDC101] ")

    @pytest.mark.parametrize(
        "words",
        [
            ("--report", "json=x", "--report", "sarif=x"),
            ("--report", "json=x", "--report", "json=./x"),
            ("--report", "json=x", "--output-file", "x"),
            ("--report", "json=x", "--events", "x"),
        ],
    )
    def test_two_reports_in_one_file(self, project: Project, words: tuple[str, ...]) -> None:
        outcome = project.check(*words)
        assert outcome.code == 2
        assert "would both write" in outcome.err
        assert not (project.root / "x").exists()

    def test_reports_that_nobody_wants(self, project: Project) -> None:
        project.write({"page.py": CLEAN})
        assert project.check("--report", f"json={os.devnull}", "--report", f"sarif={os.devnull}").code == 0

    @pytest.mark.parametrize(
        "words", [("--report", "json=-"), ("--output-format", "sarif", "--report", "github=-")], ids=["json", "sarif"]
    )
    def test_and_shares_it_with_nobody(self, project: Project, words: tuple[str, ...]) -> None:
        outcome = project.check(*words)
        assert outcome.code == 2
        assert "would share standard output" in outcome.err
