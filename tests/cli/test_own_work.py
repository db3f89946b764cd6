"""`check --add-ignore`, `check --watch` and `rule test`."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from tdomcheck.app import accept
from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.session import Session
from tdomcheck.cli.main import run
from tdomcheck.cli.watch import watch_paths
from tdomcheck.model import RunResult

NESTED = "from tdom import html\n\n\ndef page(x):\n    return html(\n        t\"<p>{html(t'<b>{x}</b>')}</p>\"\n    )\n"
MARQUEE = '''
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
    GATE = td.Gate(features={td.Feature.TEMPLATE})
    VALID = ['from tdom import html\\nhtml(t"<p>news</p>")\\n']
    INVALID = [td.invalid('from tdom import html\\nhtml(t"«<WORD>»news</WORD>")\\n')]

    def check_template(self, template):
        for tag in self.markup(template).tags:
            if tag.name == "marquee":
                self.report_span(tag.span, "`<marquee>` moves text")
'''


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "page.py").write_text(NESTED, encoding="utf-8")
    (folder / "tdomcheck.toml").write_text('plugins = ["own"]\n', encoding="utf-8")
    (folder / "own").mkdir()
    (folder / "own" / "marquee.py").write_text(MARQUEE.replace("WORD", "marquee"), encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


def test_what_is_left_is_accepted_with_a_reason(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "page.py", "--add-ignore=old engine"]) == 0
    shown = capsys.readouterr().out
    assert shown == "accepted 1 finding in 1 file\ntdomcheck fix --undo takes the comments back\n"
    assert "    # tdomcheck: ignore[TDC121] old engine\n    return html(" in (project / "page.py").read_text()
    assert run(["check", "page.py"]) == 0


def test_a_clean_file_is_left_alone_by_add_ignore(project: Path) -> None:
    (project / "page.py").write_text("x = 1\n", encoding="utf-8")

    assert run(["check", "page.py", "--add-ignore"]) == 0
    assert (project / "page.py").read_text() == "x = 1\n"


def test_the_word_after_add_ignore_is_a_path(project: Path) -> None:
    (project / "other.py").write_text(NESTED, encoding="utf-8")
    assert run(["check", "--add-ignore", "page.py"]) == 0
    assert "    # tdomcheck: ignore[TDC121]\n" in (project / "page.py").read_text()
    assert (project / "other.py").read_text() == NESTED


def test_a_path_that_is_called_like_the_option(project: Path) -> None:
    (project / "--add-ignore").write_text("", encoding="utf-8")
    before = (project / "page.py").read_text()
    run(["check", "--", "--add-ignore"])
    assert (project / "page.py").read_text() == before


def test_comments_are_shown_and_not_written(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "page.py", "--add-ignore=later", "--diff"]) == 1
    assert "\n+    # tdomcheck: ignore[TDC121] later\n" in capsys.readouterr().out
    assert (project / "page.py").read_text() == NESTED
    assert not (project / ".tdomcheck" / "journal").exists()
    assert run(["check", "page.py", "--diff"]) == 2
    assert "tdomcheck fix --diff" in capsys.readouterr().err


def test_accepted_comments_can_be_taken_back(project: Path) -> None:
    run(["check", "page.py", "--add-ignore"])

    assert run(["fix", "--undo"]) == 0
    assert (project / "page.py").read_text() == NESTED


def test_a_file_that_changed_since_it_was_judged_is_left_alone(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The places of its findings are those of another content."""
    judged = accept.conclude

    def edited_meanwhile(session: Session, run: RunAnalysis) -> RunResult:
        (project / "page.py").write_text("x = 1\n", encoding="utf-8")
        return judged(session, run)

    monkeypatch.setattr(accept, "conclude", edited_meanwhile)

    assert run(["check", "page.py", "--add-ignore"]) == 2
    assert (project / "page.py").read_text() == "x = 1\n"
    assert "page.py: not accepted: it changed while tdomcheck was running" in capsys.readouterr().out


def test_what_the_engine_says_of_a_file_cannot_be_accepted(project: Path) -> None:
    (project / "page.py").write_text("def (:\n", encoding="utf-8")
    run(["check", "page.py", "--add-ignore"])

    assert (project / "page.py").read_text() == "def (:\n"


@pytest.mark.usefixtures("project")
def test_a_rule_of_the_project_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rule", "test"]) == 0

    out = capsys.readouterr().out
    assert out.startswith("ACME101 marquee-element: ")
    assert "checks passed" in out


def test_a_broken_promise_is_shown_with_its_difference(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "own" / "marquee.py").write_text(MARQUEE.replace("WORD", "blink"), encoding="utf-8")

    assert run(["rule", "test", "ACME101"]) == 1

    out = capsys.readouterr().out
    assert "FAIL  INVALID[0]" in out
    assert "expected" in out


@pytest.mark.usefixtures("project")
def test_a_rule_that_is_not_there_cannot_be_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rule", "test", "ACME999"]) == 2
    assert "no rule is called `ACME999`" in capsys.readouterr().err


@pytest.mark.usefixtures("project")
def test_every_check_is_named_on_request(capsys: pytest.CaptureFixture[str]) -> None:
    run(["rule", "test", "-v"])

    assert "  pass  declarations" in capsys.readouterr().out


def _watching(monkeypatch: pytest.MonkeyPatch, *changes: set[tuple[int, str]]) -> None:
    def watch(*_paths: str, raise_interrupt: bool) -> Iterator[set[tuple[int, str]]]:
        assert raise_interrupt
        yield from changes

    monkeypatch.setitem(sys.modules, "watchfiles", types.SimpleNamespace(watch=watch))


def test_a_change_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[str] = []
    _watching(monkeypatch, {(1, "/p/page.py")}, {(1, "/p/pyproject.toml")})

    def check() -> int:
        runs.append("run")
        return 0

    watch_paths(check)

    assert runs == ["run"] * 3


def test_what_does_not_matter_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[str] = []
    _watching(monkeypatch, {(1, "/p/.tdomcheck/x.py")}, {(1, "/p/notes.txt")})

    def check() -> int:
        runs.append("run")
        return 0

    watch_paths(check)

    assert runs == ["run"]


@pytest.mark.usefixtures("project")
def test_without_the_extra_the_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)

    assert run(["check", "--watch"]) == 2
    assert "install tdomcheck[watch]" in capsys.readouterr().err


BUTTONS = (
    MARQUEE.replace('CODE = "ACME101"', 'CODE = "ACME102"')
    .replace("marquee", "button")
    .replace(
        'self.report_span(tag.span, "`<button>` moves text")',
        "place = tag.span.start + len('<button')\n"
        "                fix = td.Fix('Say its type', (td.Edit(place, place, ' type=\"submit\"'),))\n"
        "                if not tag.attributes:\n"
        "                    self.report_span(tag.span, 'a button does not say its type', fix=fix)",
    )
)


def test_a_fix_that_breaks_the_file_is_told_though_another_of_its_kind_is_applied(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It writes the quote that the first template begins with."""
    text = "from tdom import html\nfirst = html(t\"<button>a</button>\")\nsecond = html(t'<button>b</button>')\n"
    (project / "page.py").write_text(text, encoding="utf-8")
    (project / "own" / "button.py").write_text(BUTTONS.replace("WORD", "button"), encoding="utf-8")

    assert run(["fix", "--show-fixes", "--output-format", "concise", "page.py"]) == 1
    shown = capsys.readouterr().out
    fixed = (project / "page.py").read_text()
    assert fixed.splitlines()[1:] == [text.splitlines()[1], "second = html(t'<button type=\"submit\">b</button>')"]
    assert "not applied: ACME102 in page.py: its fix was not applied: it brings a new error: TDC001" in shown
    assert "page.py:2:16: ACME102 a button does not say its type\n" in shown  # and offers nothing
    assert "fixable" not in shown
