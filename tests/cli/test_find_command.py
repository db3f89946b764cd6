"""`tdomcheck find` and the patterns of a configuration, as a person uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tdomcheck.cli.main import run

PAGE = 'from tdom import html\n\n\ndef page(x):\n    return html(f"<b>{x}</b>")\n'
CONFIG = """
select = ["no-fstring-html"]

[[pattern]]
id = "no-fstring-html"
message = "html takes a t-string"
pattern = "$F(f$S)"
where = { F = { resolves-to = "tdom.html" } }
fix = "$F(t$S)"
severity = "error"
valid = ['html(f"x")']
invalid = [{ code = "from tdom import html\\n\u00abhtml(f'x')\u00bb", fixed = "from tdom import html\\nhtml(t'x')" }]
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "page.py").write_text(PAGE, encoding="utf-8")
    (tmp_path / "other.py").write_text('def html(x): ...\n\n\nhtml(f"x")\n', encoding="utf-8")
    (tmp_path / ".git").mkdir()  # what makes it a project
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("project")
def test_matches_are_shown_with_their_places(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "html(f$S)"]) == 0

    shown = capsys.readouterr()
    assert shown.out == 'other.py:4:1: html(f"x")\npage.py:5:12: html(f"<b>{x}</b>")\n'
    assert shown.err == "2 matches in 2 files\n"


@pytest.mark.usefixtures("project")
def test_a_constraint_tells_names_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "$F(f$S)", ".", "--where", "F:resolves-to=tdom.html"]) == 0

    assert capsys.readouterr().out == 'page.py:5:12: html(f"<b>{x}</b>")\n'


def test_a_constraint_knows_the_local_names_of_any_file(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "import time\n\n\ndef f(rows):\n    for time in rows:\n        time.sleep(1)\n\n\ntime.sleep(2)\n"
    (project / "plain.py").write_text(text, encoding="utf-8")

    run(["find", "$F($X)", "plain.py", "--where", "F:resolves-to=time.sleep"])

    assert capsys.readouterr().out == "plain.py:9:1: time.sleep(2)\n"


@pytest.mark.usefixtures("project")
def test_where_nothing_matches_it_says_how_much_was_searched(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "nothing($$$)"]) == 1, "as grep does"
    assert capsys.readouterr() == ("", "0 matches; 2 files searched\n")

    assert run(["find", "nothing($$$)", "--output-format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["summary"]["exit_code"] == 1


@pytest.mark.usefixtures("project")
def test_not_being_able_to_look_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "nothing($$$)", "absent.py"]) == 2
    assert "no such file" in capsys.readouterr().err


def test_what_cannot_be_searched_is_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "broken.py").write_text("def (:\n", encoding="utf-8")

    run(["find", "html(f$S)"])

    assert "warning: broken.py: " in capsys.readouterr().err


def test_a_suppression_for_rules_hides_no_match(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "page.py").write_text(f"# tdomcheck: file-ignore[TDC124] why\n{PAGE}", encoding="utf-8")

    run(["find", "html(f$S)", "page.py"])

    assert capsys.readouterr().out == 'page.py:6:12: html(f"<b>{x}</b>")\n'


def test_rewriting_shows_a_patch_and_writes_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "html(f$S)", "page.py", "--rewrite", "html(t$S)"]) == 1

    out = capsys.readouterr().out
    assert '-    return html(f"<b>{x}</b>")\n+    return html(t"<b>{x}</b>")\n' in out
    assert (project / "page.py").read_text(encoding="utf-8") == PAGE


def test_writing_and_taking_back(project: Path) -> None:
    assert run(["find", "html(f$S)", "page.py", "--rewrite", "html(t$S)", "--write"]) == 0
    assert (project / "page.py").read_text(encoding="utf-8") == PAGE.replace("html(f", "html(t")

    assert run(["fix", "--undo"]) == 0
    assert (project / "page.py").read_text(encoding="utf-8") == PAGE


def test_what_waited_for_a_rewrite_that_was_dropped_has_its_turn(project: Path) -> None:
    """The outer one leaves as many matches as there were; once the inner one is written it does not."""
    (project / "page.py").write_text("a = old(old(1))\n", encoding="utf-8")

    assert run(["find", "old($X)", "page.py", "--rewrite", "new($X, $X)", "--write"]) == 0
    assert (project / "page.py").read_text(encoding="utf-8") == "a = new(new(1, 1), new(1, 1))\n"


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("a = old(old(1))\n", "a = new(new(1))\n"),
        ("old(f(old(1)))\nold(2)\n", "new(f(new(1)))\nnew(2)\n"),
        ("old([old(1), old(old(2))])\n", "new([new(1), new(new(2))])\n"),
        ("old(1).old(old(2))\n", "new(1).old(new(2))\n"),
    ],
)
def test_matches_inside_of_matches_are_rewritten(
    project: Path, capsys: pytest.CaptureFixture[str], code: str, after: str
) -> None:
    (project / "page.py").write_text(code, encoding="utf-8")

    assert run(["find", "old($X)", "page.py", "--rewrite", "new($X)", "--write"]) == 0
    assert (project / "page.py").read_text(encoding="utf-8") == after
    assert "not applied" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("code", "pattern", "template"),
    [
        ("f(f(1, 2), 3)\n", "f($A, $B)", "f($B, $A)"),
        ("f(f(1))\n", "f($A)", "f($A)"),
        ("f(f(1))\n", "f($A)", "f(f($A))"),
        ("f(1)\n", "f($A)", "[f($A)]"),
    ],
    ids=["swapped for ever", "nothing", "growing inside", "growing around"],
)
def test_a_rewrite_that_matches_again_is_not_written(project: Path, code: str, pattern: str, template: str) -> None:
    (project / "page.py").write_text(code, encoding="utf-8")

    run(["find", pattern, "page.py", "--rewrite", template, "--write"])

    assert (project / "page.py").read_text(encoding="utf-8") == code


def test_what_was_not_rewritten_says_why_and_promises_nothing(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "page.py").write_text('f(f(1))\nprint("x", end="")\n', encoding="utf-8")

    assert run(["find", "f($X)", "page.py", "--rewrite", "f($X)", "--write"]) == 0
    shown = capsys.readouterr().out
    assert "not applied: find in page.py: its fix was not applied: the finding did not go away" in shown
    assert run(["find", "print($X, $$$R)", "page.py", "--rewrite", "log($$$R, $X)"]) == 0
    patch, more = capsys.readouterr()
    assert patch == ""
    assert "help: no rewrite is offered here: it would lose a comment, change a string or be no Python" in more
    assert not [each for each in ("--show-fixes", "fixable", "--write", "[*]", "log(") if each in shown + more]


@pytest.mark.usefixtures("project")
def test_a_patch_says_how_it_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "html(f$S)", "page.py", "--rewrite", "html(t$S)"]) == 1
    assert "Nothing is written without --write.\n" in capsys.readouterr().err
    assert run(["find", "html(f$S)", "page.py", "--rewrite", "html(t$S)", "--write"]) == 0
    shown = capsys.readouterr()
    assert "--write" not in shown.out + shown.err


@pytest.mark.usefixtures("project")
def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["find", "html(f$S)", "page.py", "--output-format", "json"]) == 0

    document = json.loads(capsys.readouterr().out)
    assert [finding["code"] for finding in document["findings"]] == ["find"]


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize(
    ("code", "pattern", "template"),
    [
        ("def f():\n    foo(1)\n", "foo($X)", ""),
        ("x = y = 3\n", "$X = $Y", "$X: int = $Y"),
        ("print(foo(1), 2)\n", "foo($X)", "yield $X"),
    ],
)
def test_a_rewrite_that_gives_no_python_is_not_written(project: Path, code: str, pattern: str, template: str) -> None:
    (project / "page.py").write_text(code, encoding="utf-8")

    run(["find", pattern, "page.py", "--rewrite", template, "--write"])

    assert (project / "page.py").read_text(encoding="utf-8") == code


def test_a_decorator_can_be_searched_for(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "page.py").write_text("@login\ndef page(): ...\n", encoding="utf-8")

    assert run(["find", "@login\ndef $F($$$A):\n    $$$B", "page.py"]) == 0
    assert capsys.readouterr().out == "page.py:1:1: @login ...\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["html("], "`html(` is no Python with metavariables"),
        (["$X"], "would match everything"),
        (["f($X)", "--rewrite", "g($X"], "the fix `g($X` is no Python with metavariables"),
        (["f($X)", "--rewrite", "g($Y)"], "the fix names $Y, which the pattern does not bind; it binds $X"),
        (["f($X)", "--where", "Y:kind=call"], "`where` speaks of $Y"),
        (["f($X)", "--where", "X:kind=cal"], "there is no kind `cal`"),
        (["f($X)", "--where", "X:sort=call"], "it reads X:FIELD=VALUE"),
        (["f($X)", "--where", "X:regex=("], "`(` is no regular expression"),
        (["f($X)", "--write"], "--write needs --rewrite"),
        (["f($X)", "missing.py"], "missing.py"),
    ],
)
def test_bad_requests(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str) -> None:
    assert run(["find", *arguments]) == 2

    shown = capsys.readouterr()
    assert sentence in shown.out + shown.err


def test_a_configured_pattern_is_a_rule(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "tdomcheck.toml").write_text(CONFIG, encoding="utf-8")

    assert run(["check", "--output-format", "concise"]) == 1
    assert capsys.readouterr().out.startswith("page.py:5:12: no-fstring-html [*] html takes a t-string\n")
    assert run(["rule", "test"]) == 0
    assert capsys.readouterr().out == "no-fstring-html: 2 checks passed\n"
    assert run(["fix"]) == 0
    assert 'html(t"<b>{x}</b>")' in (project / "page.py").read_text(encoding="utf-8")


def test_a_configured_pattern_is_fixed_inside_of_itself(project: Path) -> None:
    config = '[[pattern]]\nid = "no-old"\npattern = "old($X)"\nfix = "new($X)"\nseverity = "error"\n'
    (project / "tdomcheck.toml").write_text(config, encoding="utf-8")
    (project / "page.py").write_text("a = old(f(old(old(1))))\n", encoding="utf-8")

    assert run(["fix", "page.py"]) == 0
    assert (project / "page.py").read_text(encoding="utf-8") == "a = new(f(new(new(1))))\n"


def test_a_configured_pattern_offers_no_fix_that_is_no_python(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = '[[pattern]]\nid = "no-print"\npattern = "print($X, $$$R)"\nfix = "log($$$R, $X)"\nhelp = "Log it."\n'
    (project / "tdomcheck.toml").write_text(config, encoding="utf-8")
    (project / "page.py").write_text('print("x", end="")\nprint("x", y)\n', encoding="utf-8")

    assert run(["check", "page.py", "--select", "no-print"]) == 1
    shown = capsys.readouterr().out
    assert "help: Log it; no rewrite is offered here" in shown
    assert "[*] 1 fixable" in shown
    assert 'log(end="", "x")' not in shown


def test_a_configured_pattern_can_be_suppressed(project: Path) -> None:
    (project / "tdomcheck.toml").write_text(CONFIG, encoding="utf-8")
    source = PAGE.replace('</b>")', '</b>")  # tdomcheck: ignore[no-fstring-html] why')
    (project / "page.py").write_text(source, encoding="utf-8")

    assert run(["check"]) == 0


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('pattern = "$F(f$S)"', 'patern = "$F(f$S)"', "unknown key `patern`; did you mean `pattern`?"),
        ('pattern = "$F(f$S)"', "", "a pattern needs `pattern`"),
        ('severity = "error"', 'severity = "eror"', "severity must be info, warning or error, not `eror`"),
        ('id = "no-fstring-html"', 'id = "TDC999"', "does not begin with TDC"),
        ("resolves-to", "resolve-to", "unknown key `resolve-to`"),
        ('pattern = "$F(f$S)"', 'pattern = "$F(f"', "is no Python with metavariables"),
        ('fix = "$F(t$S)"', 'fix = "$G(t$S)"', "the fix names $G"),
    ],
)
def test_what_is_wrong_with_a_configured_pattern(
    project: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, sentence: str
) -> None:
    config = CONFIG.replace('select = ["no-fstring-html"]', "").replace(old, new)
    (project / "tdomcheck.toml").write_text(config, encoding="utf-8")

    assert run(["check"]) == 2
    assert sentence in capsys.readouterr().err


def test_an_example_that_does_not_match_fails_its_proof(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = CONFIG.replace("\u00abhtml(f'x')\u00bb", "html(t'x')")
    (project / "tdomcheck.toml").write_text(config, encoding="utf-8")

    assert run(["rule", "test"]) == 1
    assert "expected a match, and there is none" in capsys.readouterr().out
