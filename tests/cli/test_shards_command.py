"""`check --shard` and `report merge`, and what is wrong with what they are given."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli_running import CLEAN, MISMATCHED, NESTED, Outcome, Project

from tdomcheck.app import merging
from tdomcheck.report.schema import json_schema

USES = 'from tdom import html\nfrom card import Card\n\npage = html(t\'<{Card} colour="red" title="a" />\')\n'
CARD = 'from string.templatelib import Template\n\n\ndef Card(title: str) -> Template:\n    return t"<b>{title}</b>"\n'


@pytest.fixture
def shop(project: Project) -> Project:
    """A few files, of which each shard of three has some."""
    files = {f"part_{number}.py": CLEAN for number in range(12)}
    project.write({**files, "card.py": CARD, "uses.py": USES, "wrong.py": MISMATCHED, "nested.py": NESTED})
    return project


def shard(project: Project, text: str, *words: str, form: str = "json") -> str:
    """Write the report of a shard; the name of its file."""
    name = f"out/{form}-{text.replace('/', '-')}"
    project.check("--shard", text, "--output-format", form, "--output-file", name, *words)
    return name


def shards(project: Project, count: int, *words: str, form: str = "json") -> list[str]:
    return [shard(project, f"{number}/{count}", *words, form=form) for number in range(1, count + 1)]


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
        counts = [outcome.json["shard"]["budgets"][0]["counts"][0]["count"] for outcome in outcomes]
        assert sum(counts) == 1

    def test_json_lines_say_which_shard_they_are(self, shop: Project) -> None:
        start = json.loads(shop.check("--shard", "2/3", "--output-format", "jsonl").out.splitlines()[0])
        assert (start["type"], start["shard"]["shard"]) == ("start", "2/3")

    @pytest.mark.parametrize("form", ["text", "concise", "gitlab", "github", "checkstyle", "pylint"])
    def test_other_formats_are_as_they_were(self, shop: Project, form: str) -> None:
        whole = shop.check("--output-format", form)
        only = shop.check("--shard", "1/1", "--output-format", form)
        assert (only.out, only.code) == (whole.out, whole.code)

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
    @pytest.mark.parametrize("form", ["json", "sarif", "junit"])
    def test_the_report_of_the_whole_run_comes_of_all_shards(self, shop: Project, form: str) -> None:
        whole = shop.check("--output-format", form)
        outcome = shop.tool("report", "merge", *shards(shop, 3, form=form))
        assert (outcome.out, outcome.code) == (whole.out, whole.code)

    def test_its_folder_is_made(self, shop: Project) -> None:
        outcome = shop.tool("report", "merge", *shards(shop, 2), "--output-file", "new/folder/whole.json")
        assert (outcome.code, outcome.out, outcome.err) == (1, "", "")
        assert json.loads(shop.text("new/folder/whole.json"))["summary"]["errors"] == 2

    def test_what_passes_in_one_shard_goes_where_another_fails(self, shop: Project) -> None:
        names = shards(shop, 7, form="junit")
        assert any("All checks passed!" in shop.text(name) for name in names)
        assert "All checks passed!" not in shop.tool("report", "merge", *names).out

    def test_what_passes_everywhere_stays(self, project: Project) -> None:
        project.write({"page.py": CLEAN})
        outcome = project.tool("report", "merge", *shards(project, 3, form="junit"))
        assert outcome.code == 0
        assert len(ElementTree.fromstring(outcome.out).findall(".//testcase")) == 1

    @pytest.mark.parametrize(
        ("words", "code"),
        [((), 1), (("--exit-zero",), 0), (("--fail-on", "never"), 0), (("--max-warnings", "9"), 1)],
    )
    def test_it_exits_as_the_run_would(self, shop: Project, words: tuple[str, ...], code: int) -> None:
        assert shop.tool("report", "merge", *shards(shop, 3, *words)).code == code

    def test_warnings_that_no_shard_has_too_many_of_may_be_too_many(self, project: Project) -> None:
        project.write({f"nested_{number}.py": NESTED for number in range(8)})
        names = shards(project, 4, "--max-warnings", "6")
        codes = [project.check("--shard", f"{number}/4", "--max-warnings", "6").code for number in range(1, 5)]
        assert codes == [0, 0, 0, 0]
        assert project.tool("report", "merge", *names).code == 1

    @pytest.mark.parametrize("form", ["json", "sarif", "junit"])
    @pytest.mark.parametrize("most", [0, 1, 2])
    def test_it_judges_budgets(self, shop: Project, form: str, most: int) -> None:
        config = f"[tool.tdomcheck]\nmax-warnings = 9\n[tool.tdomcheck.budgets]\nTDC121 = {most}\nTDC207 = 1\n"
        shop.write({"pyproject.toml": config, "wrong.py": CLEAN, "uses.py": NESTED})
        whole = shop.check("--output-format", form)
        outcome = shop.tool("report", "merge", *shards(shop, 3, form=form))
        assert (outcome.out, outcome.code) == (whole.out, whole.code)
        assert ("and its budget is" in outcome.out) == (most < 2)

    @pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "junit"])
    @pytest.mark.parametrize("most", [1, 9])
    def test_it_warns_as_the_run_does(self, shop: Project, form: str, most: int) -> None:
        shop.write({"pyproject.toml": f"[tool.tdomcheck.budgets]\nTDC101 = {most}\n"})
        whole = shop.check("--output-format", form)
        outcome = shop.tool("report", "merge", *shards(shop, 3, form=form))
        assert outcome.err == whole.err
        assert ("`tdomcheck baseline update` lowers it" in outcome.err) == (most > 1)
        written = shop.tool("report", "merge", *shards(shop, 3, form=form), "--output-file", "all")
        assert (written.out, written.err) == ("", whole.err)

    @pytest.mark.parametrize("form", ["json", "sarif", "junit"])
    @pytest.mark.parametrize("own", ["", "[tool.tdomcheck.budgets]\nTDC121 = 0\n"])
    def test_it_judges_budgets_of_projects_further_down(self, shop: Project, form: str, own: str) -> None:
        table = "\n[tool.tdomcheck.budgets]\nTDC101 = {}\nTDC121 = {}\n"
        shop.write({"pyproject.toml": own, "uses.py": NESTED})
        shop.write({f"one/{name}.py": MISMATCHED for name in "abc"} | {"one/pyproject.toml": table.format(2, 0)})
        shop.write({f"two/{name}.py": MISMATCHED for name in "abc"} | {"two/pyproject.toml": table.format(1, 9)})
        whole = shop.check("--output-format", form)
        outcome = shop.tool("report", "merge", *shards(shop, 3, form=form))
        assert (outcome.out, outcome.code) == (whole.out, whole.code)
        assert outcome.out.count("and its budget is 2") == outcome.out.count("and its budget is 1") > 0

    @pytest.mark.parametrize("form", ["json", "sarif", "junit"])
    def test_paths_begin_where_those_of_the_run_do(
        self, shop: Project, form: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """SARIF and JUnit tell of files and of the configuration from the root of the repository."""
        (shop.root / ".git").mkdir()
        shop.write({"pkg/pyproject.toml": "[tool.tdomcheck.budgets]\nTDC101 = 0\n", "pkg/wrong.py": MISMATCHED})
        shop.write({"pkg/broken.py": b"x = 1\n" * 200_000, "pkg/more.py": MISMATCHED})
        monkeypatch.chdir(shop.root / "pkg")
        whole = shop.check("--output-format", form)
        names = shards(shop, 3, form=form)
        outcome = shop.tool("report", "merge", *names)
        assert (outcome.out, outcome.code) == (whole.out, whole.code)

    def test_what_one_shard_could_not_read_fails_the_run(self, shop: Project) -> None:
        shop.write({"long.py": "x = 1\n" * 9, "pyproject.toml": "[tool.tdomcheck]\nmax-file-bytes = 50\n"})
        assert shop.tool("report", "merge", *shards(shop, 2)).code == 2


class TestBadInput:
    def refused(self, project: Project, *words: str) -> str:
        outcome: Outcome = project.tool("report", "merge", *words)
        assert (outcome.code, outcome.out) == (2, "")
        assert "Traceback" not in outcome.err
        return outcome.err

    def test_a_shard_is_missing(self, shop: Project) -> None:
        first, _, third = shards(shop, 3)
        assert "shard 2/3 is missing" in self.refused(shop, first, third)
        assert "shards 2/3, 3/3 are missing" in self.refused(shop, first)

    def test_a_shard_is_there_twice(self, shop: Project) -> None:
        first, second = shards(shop, 2)
        shop.write({"again": shop.read(first)})
        assert "shard 1/2 is there twice" in self.refused(shop, first, "again", second)

    def test_a_file_is_named_twice(self, shop: Project) -> None:
        first, second = shards(shop, 2)
        assert "is named twice" in self.refused(shop, first, second, first)
        assert "is named twice" in self.refused(shop, first, second, f"./{first}")

    def test_there_are_fewer_shards_in_one(self, shop: Project) -> None:
        sentence = self.refused(shop, shard(shop, "1/2"), shard(shop, "2/3"))
        assert "is shard 1/2, and out/json-2-3 is 2/3" in sentence

    @pytest.mark.parametrize("form", ["json", "sarif", "junit"])
    def test_shards_are_of_different_versions(self, shop: Project, form: str) -> None:
        first, second = shards(shop, 2, form=form)
        text = shop.text(second)
        key = "&quot;version&quot;: &quot;" if form == "junit" else '"version": "'
        head, sign, tail = text.partition("configuration")
        before, _, old = head.rpartition(key)
        shop.write({second: f"{before}{key}9.{old}{sign}{tail}"})
        assert "run all shards with one version" in self.refused(shop, first, second)

    def test_shards_are_configured_differently(self, shop: Project) -> None:
        first = shard(shop, "1/2")
        assert "were asked for different things" in self.refused(shop, first, shard(shop, "2/2", "--ignore", "TDC121"))

    def test_shards_have_different_files(self, shop: Project) -> None:
        first = shard(shop, "1/2")
        shop.write({"new.py": CLEAN})
        assert "were asked for different things" in self.refused(shop, first, shard(shop, "2/2"))

    def test_shards_fail_by_different_rules(self, shop: Project) -> None:
        first = shard(shop, "1/2")
        assert "--fail-on" in self.refused(shop, first, shard(shop, "2/2", "--fail-on", "note"))

    @pytest.mark.parametrize(("option", "form"), [("--sarif-suppressed", "sarif"), ("--profile-rules", "json")])
    def test_shards_show_different_things(self, shop: Project, option: str, form: str) -> None:
        first = shard(shop, "1/2", option, form=form)
        second = shard(shop, "2/2", form=form)
        sentence = f"{first} was made with {option} and {second} without"
        assert sentence in self.refused(shop, first, second)
        assert sentence in self.refused(shop, second, first)
        whole = shard(shop, "2/2", option, form=form)
        assert shop.tool("report", "merge", first, whole).code == 1

    def test_options_that_change_no_report_may_differ(self, shop: Project) -> None:
        first, second = shard(shop, "1/2", "--unsafe-fixes"), shard(shop, "2/2")
        assert shop.tool("report", "merge", first, second).code == 1

    @pytest.mark.parametrize("form", ["json", "sarif", "junit"])
    def test_budgets_are_damaged(self, shop: Project, form: str) -> None:
        shop.write({"pyproject.toml": "[tool.tdomcheck.budgets]\nTDC101 = 0\n"})
        first, second = shards(shop, 2, form=form)
        quote = "&quot;" if form == "junit" else '"'
        text = shop.text(first)
        for old, new in ((f"{quote}number{quote}: 2", f"{quote}number{quote}: 99"), ("TDC101 = 0", "TDC101 = 1")):
            assert old in text
            shop.write({"damaged": text.replace(old, new)})
            assert "damaged" in self.refused(shop, "damaged", second) or "budgets" in self.refused(
                shop, "damaged", second
            )

    def test_formats_are_mixed(self, shop: Project) -> None:
        sentence = self.refused(shop, shard(shop, "1/2"), shard(shop, "2/2", form="sarif"))
        assert "merge one format" in sentence

    def test_another_format_is_asked_for(self, shop: Project) -> None:
        sentence = self.refused(shop, *shards(shop, 2), "--output-format", "sarif")
        assert "in the format that they have" in sentence

    @pytest.mark.parametrize("form", ["json", "sarif", "junit"])
    def test_a_whole_run_is_no_shard(self, shop: Project, form: str) -> None:
        shop.check("--output-format", form, "--output-file", "whole")
        assert "there is nothing to merge" in self.refused(shop, "whole")

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            pytest.param(b"", "is no report", id="empty"),
            pytest.param(b"hello", "neither as JSON nor as XML", id="text"),
            pytest.param(b"\xff\xfe\x00", "is no text in UTF-8", id="binary"),
            pytest.param(b"{", "neither as JSON nor as XML", id="cut off"),
            pytest.param(b"[]", "is no report that can be merged", id="list"),
            pytest.param(b"{}", "is no report that can be merged", id="object"),
            pytest.param(b"[" * 200_000, "is nested too deep", id="deep"),
            pytest.param(b"9" * 20_000, "neither as JSON nor as XML", id="digits"),
            pytest.param(b'{"runs": []}', "has no run", id="no run"),
            pytest.param(b'{"runs": [{}, {}]}', "more than one run", id="two runs"),
            pytest.param(b'{"runs": [7]}', "`report.runs[0]` is no object", id="odd run"),
            pytest.param(b'{"runs": {}}', "`report.runs` is no list", id="odd runs"),
            pytest.param(b'{"tool": 1, "findings": 1, "summary": 1}', "nothing to merge", id="whole"),
            pytest.param(b'{"tool": 1, "findings": 1, "summary": 1, "shard": NaN}', "NaN is no number", id="nan"),
            pytest.param(b'{"tool": 1, "findings": 1, "summary": 1, "shard": []}', "is no object", id="odd shard"),
            pytest.param(
                b'{"event": "run_started"}\n{"event": "run_ended"}\n', "line 1: it has no `schema`", id="events"
            ),
            pytest.param(b'{"event": "run_sta', "neither as JSON", id="cut off event"),
            pytest.param(b'{"type": "start"}\n{"type": "summary"}\n', "nothing to merge", id="jsonl"),
            pytest.param(b'{"type": "start"}\n{"type": "finding"}\n', "is cut off", id="jsonl without end"),
            pytest.param(b'{"type": "start"}\n{"type": "summ', "is cut off", id="jsonl cut off in a line"),
            pytest.param(b'{"type": "start"}\n[]\n', "`line 2` is no object", id="odd line"),
            pytest.param(b'{"type": "start"}\n{"type": 7}\n', "`line 2.type` is no text", id="odd record"),
            pytest.param(b'{"schema": "tdomcheck.delta/1"}', "it is no plan", id="no plan"),
            pytest.param(b'{"schema": "tdomcheck.delta/2"}', "its schema is", id="newer plan"),
            pytest.param(b"<testsuites>", "is no XML", id="cut off XML"),
            pytest.param(b"<testsuites/>", "nothing to merge", id="other XML"),
            pytest.param(b"<a>" * 5_000, "nested too deep", id="deep XML"),
            pytest.param(b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "declares a document type", id="entities"),
        ],
    )
    def test_what_is_no_report_is_told(self, project: Project, content: bytes, reason: str) -> None:
        project.write({"report": content})
        assert reason in self.refused(project, "report")

    def test_what_is_not_there_is_told(self, project: Project, tmp_path: Path) -> None:
        assert "could not be read" in self.refused(project, "nowhere.json")
        assert "could not be read" in self.refused(project, str(tmp_path))

    def test_what_is_too_long_is_not_read(self, project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(merging, "MOST_BYTES", 100)
        project.write({"report": b" " * 101})
        assert "has more than 100 bytes" in self.refused(project, "report")

    @pytest.mark.parametrize("form", ["json", "sarif", "junit"])
    def test_every_part_of_a_shard_may_be_damaged(self, shop: Project, form: str) -> None:
        """Each value of the account is replaced by one of another kind: a sentence, and no traceback."""
        names = shards(shop, 2, form=form)
        for damaged in damages(shop.text(names[0]), form):
            shop.write({"damaged": damaged})
            assert "damaged" in self.refused(shop, "damaged", names[1])


def damages(text: str, form: str) -> list[str]:
    """The report with one value of its account after the other replaced."""
    read: Callable[[str], dict[str, object]] = json.loads
    if form == "junit":
        tree = ElementTree.fromstring(text)
        node = tree.find(".//property")
        assert node is not None
        account = read(node.attrib["value"])
        found = []
        for key in account:
            node.set("value", json.dumps({**account, key: {"odd": []}}))
            found.append(ElementTree.tostring(tree, encoding="unicode"))
        return found
    whole = json.loads(text)
    holder = whole if form == "json" else whole["runs"][0]["properties"]
    account = holder["shard"]
    found = []
    for key in account:
        holder["shard"] = {**account, key: {"odd": []}}
        found.append(json.dumps(whole))
    return found
