"""`check --shard` and `report merge`, and what is wrong with what they are given."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Outcome, Project
from poisoning import poisoned

import tdomcheck
from tdomcheck.app import merging
from tdomcheck.model.shard import Shard
from tdomcheck.report import FORMATS
from tdomcheck.report.as_shard import read_record, text_of
from tdomcheck.report.schema import json_schema

USES = 'from tdom import html\nfrom card import Card\n\npage = html(t\'<{Card} colour="red" title="a" />\')\n'
CARD = 'from string.templatelib import Template\n\n\ndef Card(title: str) -> Template:\n    return t"<b>{title}</b>"\n'


@pytest.fixture
def shop(project: Project) -> Project:
    """A few files, of which each shard of three has some."""
    files = {f"part_{number}.py": CLEAN for number in range(12)}
    project.write({**files, "card.py": CARD, "uses.py": USES, "wrong.py": MISMATCHED, "nested.py": NESTED})
    return project


def shard(project: Project, text: str, *words: str) -> str:
    """Write the record of a shard; the name of its file."""
    name = f"out/{text.replace('/', '-')}"
    project.check("--shard", text, "--report", f"shard={name}", *words)
    return name


def shards(project: Project, count: int, *words: str) -> list[str]:
    return [shard(project, f"{number}/{count}", *words) for number in range(1, count + 1)]


def merged(project: Project, *words: str, count: int = 3) -> Outcome:
    """What shards merge into, which is what one run says."""
    outcome = project.tool("report", "merge", *shards(project, count, *words))
    whole = project.check(*words)
    assert (outcome.out, outcome.code, outcome.err) == (whole.out, whole.code, whole.err)
    return outcome


class TestShard:
    @pytest.mark.parametrize("text", ["0/3", "4/3", "a/b", "1/0", "1/999999", "1/3 ", "²/3"])
    def test_what_is_no_shard_is_misuse(self, shop: Project, text: str) -> None:
        outcome = shop.check("--shard", text)
        assert outcome.code == 2
        assert "--shard" in outcome.err

    def test_standard_input_is_not_dealt_out(self, shop: Project) -> None:
        outcome = shop.check("--shard", "1/2", "-", stdin=CLEAN.encode())
        assert outcome.code == 2
        assert "standard input" in outcome.err

    def test_every_file_is_of_one_shard(self, shop: Project) -> None:
        listed = [shop.tool("check", "--show-files", "--shard", f"{number}/3").out.split() for number in (1, 2, 3)]
        whole = shop.tool("check", "--show-files").out.split()
        assert all(listed)
        assert sorted(name for names in listed for name in names) == sorted(whole)

    def test_an_empty_shard_is_clean(self, project: Project) -> None:
        project.write({"page.py": CLEAN})
        assert [project.check("--shard", f"{number}/9").code for number in range(1, 10)] == [0] * 9

    def test_a_run_without_files_stays_a_mistake(self, project: Project) -> None:
        outcome = project.check("--shard", "2/3")
        assert outcome.code == 2
        assert "no Python file was found" in outcome.err + outcome.out

    def test_a_file_more_moves_no_other(self, shop: Project) -> None:
        before = shop.tool("check", "--show-files", "--shard", "2/3").out.split()
        shop.write({f"more_{number}.py": CLEAN for number in range(9)})
        after = shop.tool("check", "--show-files", "--shard", "2/3").out.split()
        assert [name for name in after if not name.startswith("more_")] == before

    def test_the_first_shard_tells_of_the_whole_project(self, shop: Project) -> None:
        codes = [shop.findings("--shard", f"{number}/3") for number in (1, 2, 3)]
        assert ["TDC207" in each for each in codes] == [True, False, False]
        assert sorted(sum(codes, ())) == sorted(shop.findings())

    def test_the_others_say_why_a_rule_did_not_run(self, shop: Project) -> None:
        rules = shop.check("--shard", "2/3", "--output-format", "json").json["summary"]["ledger"]["rules"]
        states = {rule["code"]: rule for rule in rules}
        assert states["TDC207"]["state"] == "not applicable"
        assert "the first shard does" in states["TDC207"]["detail"]
        assert states["TDC101"]["state"] == "ran"

    def test_budgets_are_counted_by_a_part_and_not_judged(self, shop: Project) -> None:
        shop.write({"pyproject.toml": "[tool.tdomcheck.budgets]\nTDC101 = 0\n"})
        outcomes = [shop.check("--shard", f"{number}/2", "--output-format", "json") for number in (1, 2)]
        assert not any("TDC009" in outcome.codes for outcome in outcomes)
        assert [outcome.json["warnings"] for outcome in outcomes] == [[], []]
        assert all("judged by `tdomcheck report merge`" in outcome.err for outcome in outcomes)

    @pytest.mark.parametrize("form", ["json", "jsonl"])
    def test_json_says_which_shard_it_is_of(self, shop: Project, form: str) -> None:
        text = shop.check("--shard", "2/3", "--output-format", form).out
        assert json.loads(text if form == "json" else text.splitlines()[0])["shard"] == "2/3"

    @pytest.mark.parametrize("words", [("check",), ("fix", "--diff"), ("codemod", "run", "typing-to-abc", "--dry-run")])
    def test_a_record_is_of_a_shard(self, shop: Project, words: tuple[str, ...]) -> None:
        outcome = shop.tool(*words, "--report", "shard=record")
        assert (outcome.code, "--report shard=" in outcome.err) == (2, True)
        assert not (shop.root / "record").exists()

    def test_the_report_of_a_whole_run_has_no_shard(self, shop: Project) -> None:
        assert "shard" not in shop.check("--output-format", "json").json

    def test_the_report_keeps_the_schema(self, shop: Project) -> None:
        jsonschema = pytest.importorskip("jsonschema")
        jsonschema.validate(shop.check("--shard", "1/3", "--output-format", "json").json, json_schema())


class TestNeedlessComments:
    BOTH = "x = 1  # tdomcheck: ignore[TDC101, unknown-prop, TDC102] -- why\n"

    def test_rules_of_the_project_are_told_apart(self, project: Project) -> None:
        project.write({"page.py": self.BOTH})
        found = project.check("--output-format", "json").json["findings"]
        assert [finding["message"] for finding in found] == [
            "`TDC101`, `TDC102` suppress nothing here",
            "`unknown-prop` suppresses nothing here",
        ]
        assert len({finding["fingerprint"] for finding in found}) == 2

    def test_they_go_together(self, project: Project) -> None:
        project.write({"page.py": self.BOTH})
        assert project.fix().code == 0
        assert project.text("page.py") == "x = 1\n"

    def test_one_kind_is_one_finding(self, project: Project) -> None:
        project.write({"page.py": self.BOTH.replace("unknown-prop, ", "")})
        assert project.findings() == ("TDC004",)


class TestMerge:
    def test_a_record_is_rendered_in_every_format(self, shop: Project) -> None:
        names = shards(shop, 3)
        for form in FORMATS:
            whole = shop.check("--output-format", form)
            outcome = shop.tool("report", "merge", *names, "--output-format", form)
            assert (outcome.out, outcome.code) == (whole.out, whole.code), form

    def test_its_folder_is_made(self, shop: Project) -> None:
        words = ("--output-format", "json", "--output-file", "new/folder/whole.json", "--report", "sarif=whole.sarif")
        outcome = shop.tool("report", "merge", *shards(shop, 2), *words)
        assert (outcome.code, outcome.out, outcome.err) == (1, "", "")
        assert json.loads(shop.text("new/folder/whole.json"))["summary"]["errors"] == 2
        assert shop.text("whole.sarif") == shop.check("--output-format", "sarif").out

    def test_it_needs_no_file_of_the_project(self, shop: Project) -> None:
        names, whole = shards(shop, 2), shop.check()
        for path in shop.root.glob("*.py"):
            path.write_text("other = 1\n")
        assert shop.tool("report", "merge", *names).out == whole.out

    def test_what_passes_everywhere_stays(self, project: Project) -> None:
        project.write({"page.py": CLEAN})
        assert "All checks passed!" in merged(project).out

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            ((), 1),
            (("--exit-zero",), 0),
            (("--fail-on", "never"), 0),
            (("--max-warnings", "9"), 1),
            (("--statistics", "--sarif-suppressed"), 1),
            (("--quiet", "--unsafe-fixes"), 1),
        ],
    )
    def test_it_exits_and_speaks_as_the_run_would(self, shop: Project, words: tuple[str, ...], code: int) -> None:
        assert merged(shop, *words).code == code

    def test_warnings_that_no_shard_has_too_many_of_may_be_too_many(self, project: Project) -> None:
        project.write({f"nested_{number}.py": NESTED for number in range(8)})
        codes = [project.check("--shard", f"{number}/4", "--max-warnings", "6").code for number in range(1, 5)]
        assert codes == [0, 0, 0, 0]
        assert merged(project, "--max-warnings", "6", count=4).code == 1

    @pytest.mark.parametrize("most", [0, 1, 2])
    def test_it_judges_budgets(self, shop: Project, most: int) -> None:
        config = f"[tool.tdomcheck]\nmax-warnings = 9\n[tool.tdomcheck.budgets]\nTDC121 = {most}\nTDC207 = 1\n"
        shop.write({"pyproject.toml": config, "wrong.py": CLEAN, "uses.py": NESTED})
        assert ("and its budget is" in merged(shop).out) == (most < 2)

    @pytest.mark.parametrize("most", [1, 9])
    def test_it_warns_as_the_run_does(self, shop: Project, most: int) -> None:
        shop.write({"pyproject.toml": f"[tool.tdomcheck.budgets]\nTDC101 = {most}\n"})
        assert ("`tdomcheck baseline update` lowers it" in merged(shop).err) == (most > 1)

    @pytest.mark.parametrize("own", ["", "[tool.tdomcheck.budgets]\nTDC121 = 0\n"])
    def test_it_judges_budgets_of_projects_further_down(self, shop: Project, own: str) -> None:
        table = "\n[tool.tdomcheck.budgets]\nTDC101 = {}\nTDC121 = {}\n"
        shop.write({"pyproject.toml": own, "uses.py": NESTED})
        shop.write({f"one/{name}.py": MISMATCHED for name in "abc"} | {"one/pyproject.toml": table.format(2, 0)})
        shop.write({f"two/{name}.py": MISMATCHED for name in "abc"} | {"two/pyproject.toml": table.format(1, 9)})
        outcome = merged(shop)
        assert outcome.out.count("and its budget is 2") == outcome.out.count("and its budget is 1") > 0

    def test_stale_entries_are_those_that_no_shard_needs(self, shop: Project) -> None:
        shop.write({"pyproject.toml": '[tool.tdomcheck]\nbaseline = "known.txt"\n'})
        shop.write({f"wrong_{number}.py": MISMATCHED for number in range(6)} | {"known.txt": ""})
        shop.tool("baseline", "update")
        (shop.root / "wrong_3.py").rename(shop.root / "moved.py")
        shop.write({"wrong_0.py": CLEAN, "wrong_1.py": CLEAN})
        outcome = merged(shop, "--fail-on-stale")
        assert (outcome.code, "stale entries" in outcome.out) == (1, True)
        assert "stale" not in "".join(shop.check("--shard", f"{number}/3").out for number in (1, 2, 3))

    def test_paths_begin_where_those_of_the_run_do(self, shop: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        """SARIF and JUnit tell of files and of the configuration from the root of the repository."""
        (shop.root / ".git").mkdir()
        config = "[tool.tdomcheck]\nmax-file-bytes = 500\n[tool.tdomcheck.budgets]\nTDC101 = 0\n"
        shop.write({"pkg/pyproject.toml": config, "pkg/wrong.py": MISMATCHED, "pkg/more.py": MISMATCHED})
        shop.write({"pkg/long.py": "x = 1\n" * 200})
        monkeypatch.chdir(shop.root / "pkg")
        whole = shop.check("--report=sarif=whole-sarif", "--report=junit=whole-junit", "--report=github=whole-github")
        names = [f"pkg/{name}" for name in shards(shop, 3)]
        monkeypatch.chdir(shop.root)
        for form in ("sarif", "junit", "github"):
            outcome = shop.tool("report", "merge", *names, "--output-format", form)
            assert (outcome.out, outcome.code) == (shop.text(f"pkg/whole-{form}"), whole.code)
            assert "pkg/wrong.py" in outcome.out

    def test_what_one_shard_could_not_read_fails_the_run(self, shop: Project) -> None:
        shop.write({"long.py": "x = 1\n" * 9, "pyproject.toml": "[tool.tdomcheck]\nmax-file-bytes = 50\n"})
        assert merged(shop, count=2).code == 2


class TestBadInput:
    def refused(self, project: Project, *words: str) -> str:
        outcome: Outcome = project.tool("report", "merge", *words)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("error: ")
        assert outcome.err.count("\n") == 1
        assert "\x1b" not in outcome.err
        return outcome.err

    def test_a_shard_is_missing(self, shop: Project) -> None:
        first, _, third = shards(shop, 3)
        assert "shard 2/3 is missing" in self.refused(shop, first, third)
        assert "shards 2/3, 3/3 are missing" in self.refused(shop, first)

    def test_a_shard_is_there_twice(self, shop: Project) -> None:
        first, second = shards(shop, 2)
        shop.write({"again": shop.read(first)})
        assert f"shard 1/2 is there twice, in {first} and again" in self.refused(shop, first, "again", second)
        assert "shard 1/2 is there twice" in self.refused(shop, first, second, first)

    def test_there_are_fewer_shards_in_one(self, shop: Project) -> None:
        sentence = self.refused(shop, shard(shop, "1/2"), shard(shop, "2/3"))
        assert "out/1-2 is shard 1/2, and out/2-3 is 2/3" in sentence

    def test_shards_have_different_files(self, shop: Project) -> None:
        first = shard(shop, "1/2")
        shop.write({"new.py": CLEAN})
        assert "were asked for different things" in self.refused(shop, first, shard(shop, "2/2"))

    @pytest.mark.parametrize(
        "words",
        [
            ("--ignore", "TDC121"),
            ("--fail-on", "note"),
            ("--exit-zero",),
            ("--fail-on-stale",),
            ("--sarif-suppressed",),
            ("--profile-rules",),
        ],
    )
    def test_shards_are_asked_for_different_things(self, shop: Project, words: tuple[str, ...]) -> None:
        sentence = self.refused(shop, shard(shop, "1/2"), shard(shop, "2/2", *words))
        assert "out/1-2 and out/2-2 were asked for different things" in sentence

    def test_a_file_was_changed_between_shards(self, shop: Project) -> None:
        """The declaration that a finding of the first shard points to, and something wrong in its file."""
        owner = next(number for number in (1, 2) if Shard(number, 2).owns("card.py"))
        assert owner == 2
        first = shard(shop, "1/2")
        shop.write({"card.py": f"{CARD}\n\n{MISMATCHED}"})
        sentence = self.refused(shop, first, shard(shop, "2/2"))
        assert "card.py is not the same in out/1-2 and out/2-2" in sentence

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            pytest.param(b"", "is not the record of a shard", id="empty"),
            pytest.param(b"hello", "is not the record of a shard", id="text"),
            pytest.param(b"\xff\xfe\x00", "is not the record of a shard", id="binary"),
            pytest.param(b"[]\n", "is not the record of a shard", id="list"),
            pytest.param(b"[" * 200_000, "is not the record of a shard", id="deep"),
            pytest.param(b"9" * 20_000, "is not the record of a shard", id="digits"),
            pytest.param(b'{"version": 1, "findings": []}\n', "is not the record of a shard", id="a report"),
            pytest.param(b'{"format": "tdomcheck.shard/1"}\n', "is a record of `None`", id="no kind"),
            pytest.param(b'{"format": "tdomcheck.shard/1", "kind": "\\u001b[31m"}', "\\x1b[31m", id="an escape"),
        ],
    )
    def test_what_is_no_record_is_told(self, project: Project, content: bytes, reason: str) -> None:
        project.write({"record": content})
        assert reason in self.refused(project, "record")

    def test_a_record_of_another_kind_or_version_is_not_merged(self, shop: Project) -> None:
        names = shards(shop, 2)
        text = shop.text(names[0])
        for old, new, reason in (
            ('"kind": "check"', '"kind": "test"', "is a record of `test`"),
            ('"version": "', '"version": "9.', "was written by tdomcheck 9."),
        ):
            shop.write({"other": text.replace(old, new, 1)})
            assert reason in self.refused(shop, "other", names[1])

    @pytest.mark.parametrize("length", [-1, -2, -400, 400])
    def test_a_record_that_is_cut_off_is_told(self, shop: Project, length: int) -> None:
        name, data = shard(shop, "1/1"), shop.read("out/1-1")
        shop.write({name: data[:length]})
        if length == -1:  # the line feed says nothing
            assert shop.tool("report", "merge", name).code == 1
        else:
            assert "is cut off or damaged" in self.refused(shop, name)

    def test_what_is_not_there_is_told(self, project: Project, tmp_path: Path) -> None:
        os.mkfifo(project.root / "pipe")
        for name in ("nowhere.json", str(tmp_path), "pipe"):
            assert "could not be read" in self.refused(project, name)

    def test_what_is_too_long_is_not_read(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(merging, "MOST_BYTES", 100)
        project.write({"record": b" " * 101})
        assert "could not be read: it is larger" in self.refused(project, "record")

    @pytest.mark.parametrize("form", ["text", "json", "sarif"])
    def test_no_text_of_a_record_speaks_or_leads_elsewhere(self, shop: Project, form: str) -> None:
        """Every text has an escape, and begins with or is the path of a file: nothing is read there."""
        name, secret = shard(shop, "1/1"), shop.root / "secret.txt"
        secret.write_text("do not read this")
        record = read_record(name, shop.read(name), tdomcheck.__version__)
        shop.write({name: text_of(poisoned(record, f"{secret}\x1b[31m\n::error::x"), tdomcheck.__version__)})
        outcome = shop.tool("report", "merge", name, "--output-format", form)
        assert outcome.code in {1, 2}
        assert "Traceback" not in outcome.err
        assert "\x1b" not in outcome.out + outcome.err
        assert "do not read this" not in outcome.out
        assert "::error::x" not in {line[:10] for line in outcome.out.splitlines()}
