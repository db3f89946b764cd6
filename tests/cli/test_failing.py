"""What makes a check fail, and audits of what comments accept."""

from __future__ import annotations

import json

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Project

SOURCES = {"clean": CLEAN, "warning": NESTED, "error": MISMATCHED}


class TestFailOn:
    @pytest.mark.parametrize(
        ("words", "failing"),
        [
            ((), {"warning", "error"}),
            (("--max-warnings", "1"), {"error"}),
            (("--fail-on", "error"), {"error"}),
            (("--fail-on", "error", "--max-warnings", "0"), {"warning", "error"}),
            (("--fail-on", "error", "--max-warnings", "1"), {"error"}),
            (("--fail-on", "warning"), {"warning", "error"}),
            (("--fail-on", "warning", "--max-warnings", "1"), {"error"}),
            (("--fail-on", "note"), {"warning", "error"}),
            (("--fail-on", "never"), set()),
            (("--fail-on", "error", "--config", "max-warnings = 0"), {"warning", "error"}),
            (("--fail-on", "note", "--exit-zero"), set()),
            (("--config", "fail-on = 'error'"), {"error"}),
            (("--config", "fail-on = 'error'", "--max-warnings", "0"), {"warning", "error"}),
            (("--config", "fail-on = 'never'"), set()),
            (("--config", "fail-on = 'never'", "--fail-on", "warning"), {"warning", "error"}),
        ],
    )
    def test_the_least_severe_finding_that_fails(self, project: Project, words: tuple[str, ...], failing: set) -> None:
        for name, source in SOURCES.items():
            project.write({"page.py": source})
            assert project.check(*words).code == int(name in failing), name

    def test_a_note(self, project: Project) -> None:
        project.write({"page.py": MISMATCHED, "pyproject.toml": '[tool.tdomcheck.severity]\nTDC101 = "info"\n'})
        assert project.check().code == 0
        assert project.check("--fail-on", "warning").code == 0
        assert project.check("--fail-on", "note").code == 1

    def test_never_is_not_in_spite_of_errors(self, project: Project) -> None:
        assert project.check("nowhere.py", "--fail-on", "never").code == 2

    def test_an_unknown_word(self, project: Project) -> None:
        assert project.check("--fail-on", "info").code == 2
        assert project.check("--config", "fail-on = 'info'").code == 2

    def test_fix_has_it_too(self, project: Project) -> None:
        project.write({"page.py": MISMATCHED})
        assert project.fix().code == 1
        assert project.fix("--fail-on", "never").code == 0


class TestAudit:
    @pytest.fixture
    def accepted(self, project: Project) -> Project:
        comment = "  # tdomcheck: ignore[TDC101] until=2099-01-01 @ann it is meant"
        project.write({"page.py": MISMATCHED.rstrip() + comment + "\n"})
        return project

    def test_what_is_accepted_is_in_json(self, accepted: Project) -> None:
        outcome = accepted.check("--output-format", "json")
        assert outcome.code == 0
        (found,) = outcome.json["suppressed"]
        assert (found["code"], found["line"]) == ("TDC101", 1)
        assert found["suppression"] == {
            "kind": "comment",
            "reason": "it is meant",
            "owner": "ann",
            "until": "2099-01-01",
            "line": 1,
        }
        records = [json.loads(line) for line in accepted.check("--output-format", "jsonl").out.splitlines()]
        assert [record["type"] for record in records] == ["start", "suppressed", "summary"]

    def test_ignoring_suppressions_reports_it(self, accepted: Project) -> None:
        outcome = accepted.check("--ignore-suppressions")
        assert outcome.code == 1
        assert "error[TDC101] template-syntax: `</i>` does not close" in outcome.out
        assert "suppressed" not in outcome.out
        assert "accepted by a comment (@ann, until 2099-01-01): it is meant" in outcome.out
        assert accepted.check().code == 0, "an audit is kept apart from the answer that is replayed"

    def test_a_comment_that_says_nothing(self, project: Project) -> None:
        project.write({"page.py": MISMATCHED.rstrip() + "  # tdomcheck: ignore[TDC101]\n"})
        assert "accepted by a comment: no reason" in project.check("--ignore-suppressions").out

    def test_sarif_has_it_on_request(self, accepted: Project) -> None:
        assert accepted.check("--output-format", "sarif").json["runs"][0]["results"] == []
        (found,) = accepted.check("--output-format", "sarif", "--sarif-suppressed").json["runs"][0]["results"]
        assert found["suppressions"][0]["justification"] == "it is meant"
        assert accepted.check("--output-format", "sarif", "--sarif-suppressed").code == 0

    def test_the_innermost_of_several_comments_is_the_one(self, project: Project) -> None:
        head = "# tdomcheck: file-ignore[TDC101] all\n# tdomcheck: disable[TDC101] some\n"
        body = MISMATCHED.rstrip() + "  # tdomcheck: ignore[TDC101] this\n"
        project.write({"page.py": f"{head}{body}# tdomcheck: enable[TDC101]\n{MISMATCHED}"})
        accepted = project.check("--output-format", "json").json["suppressed"]
        reasons = [each["suppression"]["reason"] for each in accepted]
        assert reasons == ["this", "all"]
