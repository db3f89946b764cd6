"""What code scanning and the specification ask of SARIF, rule by rule."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import shutil
import string
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from report_examples import APP, PATH, RESULT, UNTRUSTED, context, finding, fix, rule
from sarif_conformance import assert_conforming

from tdomcheck.model import (
    Acceptance,
    AcceptedFinding,
    Edit,
    Finding,
    Fix,
    ImportRequest,
    Related,
    RunResult,
    Severity,
    Span,
)
from tdomcheck.report import as_sarif, render
from tdomcheck.report.fingerprint import line_hashes
from tdomcheck.report.sarif_rules import semantic_version

ON_GITHUB = {"server_url": "https://github.com", "repository": "o/r", "sha": "a" * 40}


def run_of(result: RunResult, **more) -> dict:
    document = json.loads(render("sarif", result, context(**more)))
    assert_conforming(document)
    return document["runs"][0]


def result_of(*findings, **more) -> dict:
    return run_of(RunResult(findings=findings), **more)["results"][0]


def test_the_frame_of_the_run():
    run = run_of(RESULT)
    assert run["automationDetails"] == {"id": "tdomcheck/"}
    assert run["columnKind"] == "unicodeCodePoints"
    assert set(run["originalUriBaseIds"]) == {"%SRCROOT%"}
    assert run["originalUriBaseIds"]["%SRCROOT%"]["description"]["text"]
    assert "uri" not in run["originalUriBaseIds"]["%SRCROOT%"]
    assert "versionControlProvenance" not in run


def test_a_clean_run_has_an_empty_array():
    run = run_of(RunResult(catalog=(rule(),)))
    assert run["results"] == []
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 0}]


def test_the_driver():
    driver = run_of(RESULT)["tool"]["driver"]
    assert (driver["name"], driver["version"], driver["semanticVersion"]) == ("tdomcheck", "0.1.0", "0.1.0")
    assert driver["informationUri"].startswith("https://")


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.2.3", "1.2.3"),
        ("0.1.0rc1", "0.1.0-rc.1"),
        ("1.0", "1.0.0"),
        ("1.0.0a2.dev3+local_1", "1.0.0-a.2.dev.3+local-1"),
        ("unknown", ""),
    ],
)
def test_versions_are_semantic_or_left_out(version, expected):
    assert semantic_version(version) == expected
    assert run_of(RESULT, version=version)["tool"]["driver"].get("semanticVersion", "") == expected


def test_rules_are_sorted_and_complete():
    run = run_of(replace(RESULT, catalog=RESULT.catalog[::-1]))
    rules = run["tool"]["driver"]["rules"]
    assert [item["id"] for item in rules] == ["TDC101", "TDC102", "TDC103"]
    for item in rules:
        assert item["shortDescription"]["text"].endswith(".")
        assert 0 < len(item["fullDescription"]["text"]) <= 1024
        assert item["help"]["text"]
        assert item["help"]["markdown"]
        assert item["defaultConfiguration"]["level"] in {"error", "warning", "note"}
        assert item["properties"]["precision"] in {"very-high", "high", "medium", "low"}
        assert item["properties"]["problem.severity"] in {"error", "warning", "recommendation"}
        assert item["name"].lower() != item["id"].lower()
    for item in run["results"]:
        assert rules[item["ruleIndex"]]["id"] == item["ruleId"]


def test_a_name_that_repeats_the_code_is_left_out():
    rules = run_of(RunResult(findings=(finding(slug="tdc101"),)))["tool"]["driver"]["rules"]
    assert "name" not in rules[0]


def test_long_texts_are_cut_to_what_github_takes():
    long = rule(name="N" * 300, summary="s" * 2000, docs="d" * 2000, group="g")
    (item,) = run_of(RunResult(catalog=(long,)))["tool"]["driver"]["rules"]
    assert len(item["name"]) == 255
    assert len(item["shortDescription"]["text"]) <= 1024
    assert len(item["fullDescription"]["text"]) <= 1024


def test_the_description_is_the_first_paragraph():
    (item,) = run_of(RunResult(catalog=(rule(),)))["tool"]["driver"]["rules"]
    assert item["fullDescription"]["text"] == "Calls with `unknown` props."
    (bare,) = run_of(RunResult(catalog=(rule(docs=""),)))["tool"]["driver"]["rules"]
    assert bare["fullDescription"] == bare["shortDescription"]


@pytest.mark.parametrize("text", ["", "high", "0", "0.0", "10.1", "nan", "-1", "1e1"])
def test_what_is_no_security_severity_is_left_out(text):
    (item,) = run_of(RunResult(catalog=(rule(security_severity=text),)))["tool"]["driver"]["rules"]
    assert "security-severity" not in item["properties"]
    assert "security" not in item["properties"]["tags"]


def test_a_security_rule_has_score_and_tag():
    (item,) = run_of(RunResult(catalog=(rule(security_severity="7.5", precision="odd"),)))["tool"]["driver"]["rules"]
    assert item["properties"]["security-severity"] == "7.5"
    assert "security" in item["properties"]["tags"]
    assert item["properties"]["precision"] == "medium"


def test_help_addresses_are_absolute():
    rules = run_of(RESULT, rules_url="https://example.org/rules")["tool"]["driver"]["rules"]
    assert rules[0]["helpUri"] == "https://example.org/rules#unknown-prop"


def test_a_location_has_four_numbers_and_a_relative_uri():
    (location,) = result_of(finding())["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "src/app.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 7, "startColumn": 27, "endLine": 7, "endColumn": 32},
    }


def test_columns_are_code_points():
    data = 'x = "😀é", bad\n'.encode()
    region = result_of(finding(data=data, text=b"bad", path="a.py"), sources={"a.py": data})["locations"][0]
    assert region["physicalLocation"]["region"]["startColumn"] == 11


@pytest.mark.parametrize(
    ("path", "prefix", "uri"),
    [
        ("a b/ü.py", "", "a%20b/%C3%BC.py"),
        ("x:y#z?.py", "", "x%3Ay%23z%3F.py"),
        ("m\udcff.py", "", "m%FF.py"),
        ("./a.py", "", "a.py"),
        ("a.py", "sub/dir", "sub/dir/a.py"),
        ("../a.py", "sub/dir", "sub/a.py"),
    ],
)
def test_uris_are_encoded_and_relative_to_the_root(path, prefix, uri):
    found = result_of(finding(path=path), sources={path: APP}, root_prefix=prefix)
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_results_are_sorted_by_uri_and_place():
    run = run_of(RunResult(findings=(finding(path="z.py"), finding(path="é.py"), finding(path="a.py", text=b"view"))))
    uris = [item["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for item in run["results"]]
    assert uris == sorted(uris)


def test_levels():
    assert [item["level"] for item in run_of(RESULT)["results"]] == ["note", "warning", "error"]


def test_suppressed_findings_are_not_there():
    text = render("sarif", RESULT, context())
    assert "This one is suppressed" not in text
    assert "suppressions" not in text
    assert "baselineState" not in text


def test_suppressed_findings_on_request():
    results = run_of(RESULT, shows_suppressed=True)["results"]
    assert [item["ruleId"] for item in results if not item["suppressions"]] == ["TDC103", "TDC102", "TDC101"]
    (accepted,) = (item for item in results if item["suppressions"])
    assert accepted["message"]["text"] == "This one is suppressed."
    (said,) = accepted["suppressions"]
    assert said["kind"] == "inSource"
    assert said["justification"] == "it is meant"
    assert said["properties"] == {"owner": "ann", "until": "2027-03-01"}
    assert said["location"]["physicalLocation"]["region"]["startLine"] == 6
    assert "TDC104" in [item["id"] for item in run_of(RESULT, shows_suppressed=True)["tool"]["driver"]["rules"]]


def test_what_an_audit_reports_is_there_once():
    (accepted,) = RESULT.suppressed
    audited = replace(RESULT, findings=(*RESULT.findings, replace(accepted.finding, note="accepted by a comment")))
    assert len(run_of(audited, shows_suppressed=True)["results"]) == 4
    assert len(run_of(audited)["results"]) == 4


def test_what_the_baseline_accepts_has_no_place_of_its_own():
    accepted = AcceptedFinding(finding(), Acceptance.BASELINE)
    (found,) = run_of(RunResult(suppressed=(accepted,)), shows_suppressed=True)["results"]
    assert found["suppressions"] == [{"kind": "external", "status": "accepted"}]


def many(count: int, words: str = "") -> RunResult:
    """Findings of every severity by turns; `words` keep them from being zipped well."""
    draw = random.Random(1)  # noqa: S311  # the same findings in every run
    severities = list(Severity)
    return RunResult(
        findings=tuple(
            Finding(
                f"src/m{number // 10}.py",
                Span(number, number + 1),
                "TDC101",
                "unknown-prop",
                "".join(draw.choices(words, k=2_000)) if words else f"Card has no prop `p{number}`",
                severities[number % 3],
            )
            for number in range(count)
        )
    )


@pytest.mark.slow
@pytest.mark.one_python
def test_a_report_of_25_000_results_can_be_uploaded():
    result = many(25_000)
    sources = {f"src/m{number}.py": APP * 200 for number in range(2_500)}
    text = render("sarif", result, context(sources=sources))
    assert len(json.loads(text)["runs"][0]["results"]) == 25_000
    assert len(gzip.compress(text.encode())) < 10_000_000


def test_more_than_code_scanning_takes_are_cut_by_severity(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(as_sarif, "_MOST_RESULTS", 50)
    run = run_of(many(90), sources={})
    assert len(run["results"]) == 50
    assert {item["level"] for item in run["results"]} == {"error", "warning"}
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"].startswith("40 less severe findings are left out")


def test_more_bytes_than_code_scanning_takes_are_cut_by_severity(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(as_sarif, "_MOST_BYTES", 200_000)
    result = many(300, string.ascii_letters + string.digits)
    text = render("sarif", result, context(sources={}))
    assert len(gzip.compress(text.encode())) <= 200_000
    run = json.loads(text)["runs"][0]
    left_out = 300 - len(run["results"])
    assert left_out > 100
    assert "note" not in {item["level"] for item in run["results"]}
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"].startswith(f"{left_out} less severe findings are left out")


def test_related_places_are_linked_from_the_message():
    other = Related("src/b[1].py", Span(0, 1), "see [this](x)")
    found = result_of(replace(RESULT.findings[0], related=(*RESULT.findings[0].related, other)))
    text = found["message"]["text"]
    assert text.startswith("Card has no prop `titel`.\n")
    assert text.endswith("See [prop declared here](1), [see \\[this\\](x)](2).")
    assert [place["id"] for place in found["relatedLocations"]] == [1, 2]
    assert "relatedLocations" not in result_of(finding())


def test_a_message_makes_no_links_of_its_own():
    assert result_of(finding(message="see [a](1)"))["message"]["text"] == "see \\[a\\](1)."
    assert result_of(finding(message="a list[int]"))["message"]["text"] == "a list[int]."


# The expected values are those of the tests of github/codeql-action.
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", ["c129715d7a2bc9a3:1"]),
        (
            b" a\nb\n  \t\tc\n d",
            ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"],
        ),
        (
            b" a\r\nb\r\n  \t\tc\r\n d",
            ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"],
        ),
        (
            b" a\rb\r  \t\tc\r d",
            ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"],
        ),
    ],
)
def test_line_hashes_are_those_of_github(data, expected):
    assert line_hashes(data) == expected


def test_equal_lines_are_counted_and_marks_matter():
    hashes = line_hashes(b"x\n" * 300)
    assert {item.split(":")[0] for item in hashes[:100]} == {hashes[0].split(":")[0]}
    assert [item.split(":")[1] for item in hashes[:3]] == ["1", "2", "3"]
    assert line_hashes(b"\xef\xbb\xbfa\n") != line_hashes(b"a\n")


def test_results_carry_the_hash_of_their_line():
    prints = result_of(finding())["partialFingerprints"]
    assert prints["primaryLocationLineHash"] == line_hashes(APP)[6]
    assert prints["tdomcheckContext/v1"]


def test_a_missing_file_has_no_line_hash():
    assert set(result_of(finding(fix=fix()), sources={})["partialFingerprints"]) == {"tdomcheckContext/v1"}
    assert "fixes" not in result_of(finding(fix=fix()), sources={})


def test_a_fix_lists_its_replacements_in_order():
    change = Fix("Both", (Edit(9, 9, "b\n"), Edit(0, 4, "a")))
    (found,) = result_of(finding(fix=change))["fixes"]
    (changed,) = found["artifactChanges"]
    assert found["description"]["text"] == "Both."
    assert changed["artifactLocation"] == {"uri": PATH, "uriBaseId": "%SRCROOT%"}
    regions = [item["deletedRegion"] for item in changed["replacements"]]
    columns = [(region["startColumn"], region["endColumn"]) for region in regions]
    assert columns == [(1, 5), (10, 10)]
    assert [item["insertedContent"]["text"] for item in changed["replacements"]] == ["a", "b\n"]


@pytest.mark.parametrize(
    "change",
    [
        Fix("unsafe", (Edit(0, 1, "a"),), fix().safety.UNSAFE),
        Fix("half, without its import", (Edit(0, 1, "a"),), imports=(ImportRequest("tdom", "svg"),)),
        Fix("overlapping", (Edit(0, 3, "a"), Edit(2, 4, "b"))),
        Fix("empty", ()),
    ],
    ids=lambda change: change.title,
)
def test_a_fix_that_is_not_ready_is_left_out(change):
    assert "fixes" not in result_of(finding(fix=change))


def test_an_unsafe_fix_on_request():
    change = Fix("unsafe", (Edit(0, 1, "a"),), fix().safety.UNSAFE)
    assert "fixes" in result_of(finding(fix=change), unsafe_fixes=True)


def test_a_run_that_is_not_to_be_trusted():
    (invocation,) = run_of(UNTRUSTED)["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)
    notes = invocation["toolExecutionNotifications"]
    assert [note["level"] for note in notes] == ["error", "error", "error", "warning"]
    assert notes[1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "src/gone.py"


def test_findings_alone_are_a_successful_execution():
    (invocation,) = run_of(RESULT)["invocations"]
    assert invocation == {"executionSuccessful": True, "exitCode": 1}


def test_the_ledger():
    ledger = run_of(RESULT)["properties"]["ledger"]
    assert ledger["files"]["planned"] == 8
    assert [file["bucket"] for file in ledger["notChecked"]] == ["excluded", "skipped"]
    assert [item["code"] for item in ledger["rules"]] == ["TDC101", "TDC102"]


def test_the_revision_is_told_where_it_is_known():
    (known,) = run_of(RESULT, **ON_GITHUB)["versionControlProvenance"]
    assert (known["repositoryUri"], known["revisionId"]) == ("https://github.com/o/r", "a" * 40)


def test_no_times_and_no_folders_of_this_machine():
    text = render("sarif", UNTRUSTED, context())
    for word in ("Time", "file:", "workingDirectory", "machine"):
        assert word not in text


def test_more_results_than_allowed_are_counted(monkeypatch):
    monkeypatch.setattr(as_sarif, "_MOST_RESULTS", 2)
    run = run_of(RESULT)
    assert [item["level"] for item in run["results"]] == ["warning", "error"]
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"].startswith("1 less severe finding")
    assert Severity.INFO.value not in {item["level"] for item in run["results"]}


@pytest.mark.slow
def test_the_validator_of_microsoft_has_nothing_to_say(tmp_path: Path) -> None:
    """No error and no warning; its notes ask for things that code scanning does not read."""
    tool = shutil.which("Sarif.Multitool") or shutil.which("sarif-multitool") or shutil.which("sarif")
    if tool is None:
        pytest.skip("sarif-multitool (npm @microsoft/sarif-multitool) is not on PATH")
    runs = [(RESULT, {}), (RESULT, {"shows_suppressed": True}), (UNTRUSTED, {}), (RunResult(), ON_GITHUB)]
    for number, (result, more) in enumerate(runs):
        (tmp_path / f"{number}.sarif").write_text(render("sarif", result, context(**more)), encoding="utf-8")
    levels = ["--level", "Error;Warning", "--rule-kind", "Sarif;Ghas"]
    command = [tool, "validate", *sorted(map(str, tmp_path.glob("*.sarif"))), *levels]
    environment = {**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "4 files scanned" in done.stdout
    assert not [line for line in done.stdout.splitlines() if re.search(r": (error|warning) [A-Z]+\d+", line)]
