"""Ways to be green, stale or silent that were found by use, each kept from coming back."""

from __future__ import annotations

import os
import time

import pytest
from cli_running import Project, git

BAD = 'from tdom import html\nhtml("<p>a</p>")\n'
GOOD = 'from tdom import html\nhtml(t"<p>a</p>")\n'
RULE = '''
from acmehelp import MESSAGE
from tdomcheck import authoring as td


class MarqueeElement(td.TemplateRule):
    """Scrolling text.

    ## What

    ## Why

    ## Instead

    ## Example
    """

    CODE = "ACME101"
    SLUG = "marquee-element"
    GROUP = "templates"
    SUMMARY = "a marquee element moves text"
    VALID = ["x = 1"]
    INVALID = [td.invalid('from tdom import html\\nhtml(t"«<marquee>»news</marquee>")\\n')]

    def check_template(self, template):
        self.report_span(template.span, MESSAGE)
'''


@pytest.mark.parametrize("plugin", ["nope", "no.such.module", "missing/folder"])
def test_a_plugin_that_is_not_there_is_never_passed_over(project: Project, plugin: str) -> None:
    project.write({"a.py": "x = 1\n", "tdomcheck.toml": f'plugins = ["{plugin}"]\n'})

    outcome = project.check()

    assert outcome.code == 2
    assert plugin.partition(".")[0].partition("/")[0] in outcome.err


def test_what_would_be_committed_is_judged_not_what_came_after(project: Project) -> None:
    project.write({"a.py": BAD})
    git(project, "init", "-q")
    git(project, "add", "a.py")
    project.write({"a.py": GOOD})

    outcome = project.check("--staged")

    assert outcome.code == 1
    assert "TDC124" in outcome.out


def test_a_staged_file_that_is_right_is_right_whatever_came_after(project: Project) -> None:
    project.write({"a.py": GOOD})
    git(project, "init", "-q")
    git(project, "add", "a.py")
    project.write({"a.py": BAD})

    assert project.check("--staged").code == 0


def test_an_edit_that_keeps_size_and_time_is_seen(project: Project) -> None:
    project.write({"a.py": BAD + "##"})
    os.utime(project.root / "a.py", (1_700_000_000, 1_700_000_000))
    assert project.check().code == 1
    time.sleep(0.02)
    project.write({"a.py": GOOD + "#"})
    os.utime(project.root / "a.py", (1_700_000_000, 1_700_000_000))

    assert project.check().code == 0


@pytest.mark.slow
def test_a_module_that_a_plugin_imports_makes_results_stale(
    project: Project, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path_factory.mktemp("library")
    monkeypatch.setenv("PYTHONPATH", str(library))
    project.write({"a.py": GOOD, "own/marquee.py": RULE, "tdomcheck.toml": 'plugins = ["own"]\n'})

    def message(text: str) -> str:
        time.sleep(0.02)
        (library / "acmehelp.py").write_text(f'MESSAGE = "{text}"\n', encoding="utf-8")
        out, _ = project.process("check", "a.py").communicate(timeout=120)
        return str(out)

    assert "first" in message("first")
    assert "other" in message("other")


def test_what_is_left_is_counted_after_fixing_only(project: Project) -> None:
    project.write({"a.py": 'from tdom import html\nhtml("%s" % 1)\n'})

    outcome = project.fix("--fix-only")

    assert (outcome.code, outcome.out) == (0, "1 error remains.\n")
    assert project.fix("--fix-only", "--output-format", "json").codes == ("TDC124",)


def test_a_file_whose_name_begins_with_an_at_sign_is_a_file(project: Project) -> None:
    project.write({"@at.py": BAD})

    assert "TDC124" in project.check("@at.py").out
