"""What code scanning and the specification ask of a SARIF file, as assertions: the schema sees an eighth of it."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

LEVELS = {"error", "warning", "note"}
PRECISIONS = {"very-high", "high", "medium", "low"}
PROBLEMS = {"error", "warning", "recommendation"}
_SEMVER = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?")


def assert_conforming(document: dict[str, Any]) -> None:
    """One run, complete, sorted and without anything of this machine."""
    assert document["$schema"] == "https://json.schemastore.org/sarif-2.1.0.json"
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    assert run["automationDetails"]["id"] == "tdomcheck/"
    assert run["columnKind"] == "unicodeCodePoints"
    bases = run["originalUriBaseIds"]
    assert bases["%SRCROOT%"]["description"]["text"]
    assert "uri" not in bases["%SRCROOT%"]
    rules = _driver(run["tool"]["driver"])
    _invocation(run["invocations"])
    results = run["results"]
    assert len(results) <= 25_000
    for result in results:
        _result(result, rules, set(bases))
    order = [_rank(result) for result in results]
    assert order == sorted(order)
    assert len({_has(result, "suppressions") for result in results}) <= 1, "on all results or on none"
    assert not any("baselineState" in result for result in results)
    prints = [result["partialFingerprints"]["tdomcheckContext/v1"] for result in results]
    assert len(set(prints)) == len(prints)


def _has(result: dict[str, Any], name: str) -> bool:
    return name in result


def _rank(result: dict[str, Any]) -> tuple[Any, ...]:
    place = result["locations"][0]["physicalLocation"]
    region = place["region"]
    return place["artifactLocation"]["uri"], region["startLine"], region["startColumn"], result["ruleId"]


def _driver(driver: dict[str, Any]) -> list[str]:
    assert driver["name"] == "tdomcheck"
    assert driver["informationUri"].startswith("https://")
    assert "semanticVersion" not in driver or _SEMVER.fullmatch(driver["semanticVersion"])
    rules = driver["rules"]
    ids = [rule["id"] for rule in rules]
    assert ids == sorted(set(ids))
    for rule in rules:
        assert 0 < len(rule.get("name", "x")) <= 255
        assert rule.get("name", "").lower() != rule["id"].lower()
        assert 0 < len(rule["shortDescription"]["text"]) <= 1024
        assert 0 < len(rule["fullDescription"]["text"]) <= 1024
        assert rule["help"]["text"]
        assert rule["help"]["markdown"]
        assert rule["defaultConfiguration"]["level"] in LEVELS
        assert rule.get("helpUri", "https://").startswith("https://")
        properties = rule["properties"]
        assert properties["precision"] in PRECISIONS
        assert properties["problem.severity"] in PROBLEMS
        assert len(properties.get("tags", ())) <= 10
        if "security-severity" in properties:
            assert 0 < float(properties["security-severity"]) <= 10
            assert "security" in properties["tags"]
    return ids


def _invocation(invocations: list[dict[str, Any]]) -> None:
    (invocation,) = invocations
    assert isinstance(invocation["executionSuccessful"], bool)
    assert invocation["exitCode"] in {0, 1, 2}
    assert not {"startTimeUtc", "endTimeUtc", "commandLine", "workingDirectory"} & invocation.keys()
    for note in invocation.get("toolExecutionNotifications", ()):
        assert note["level"] in LEVELS
        assert note["message"]["text"]
    if not invocation["executionSuccessful"]:
        assert invocation.get("toolExecutionNotifications") or invocation["exitCode"] == 2


def _result(result: dict[str, Any], rules: list[str], bases: set[str]) -> None:
    assert rules[result["ruleIndex"]] == result["ruleId"]
    assert result["level"] in LEVELS
    text = result["message"]["text"]
    assert text.endswith((".", "!", "?"))
    (location,) = result["locations"]
    _location(location, bases)
    related = result.get("relatedLocations", [])
    assert [place["id"] for place in related] == list(range(1, len(related) + 1))
    for place in related:
        assert f"]({place['id']})" in text, "what is not linked is not shown"
        assert place["message"]["text"]
        _location(place, bases)
    assert re.fullmatch(r"[0-9a-f]+:[1-9]\d*", result["partialFingerprints"].get("primaryLocationLineHash", "0:1"))
    for fix in result.get("fixes", ()):
        _fix(fix, bases)
    for suppression in result.get("suppressions", ()):
        assert suppression["kind"] in {"inSource", "external"}
        assert suppression["status"] == "accepted"


def _location(location: dict[str, Any], bases: set[str]) -> None:
    place = location["physicalLocation"]
    _artifact(place["artifactLocation"], bases)
    _region(place["region"])


def _artifact(artifact: dict[str, Any], bases: set[str]) -> None:
    uri = artifact["uri"]
    assert uri.isascii()
    assert "\\" not in uri
    assert not re.search(r"%(?![0-9A-F]{2})", uri)
    assert artifact.get("uriBaseId", "%SRCROOT%") in bases
    if "uriBaseId" in artifact:
        assert not uri.startswith(("/", "./"))
        assert ".." not in unquote(uri, errors="replace").split("/")
    else:
        assert uri.startswith("file:")


def _region(region: dict[str, int]) -> None:
    assert region.keys() == {"startLine", "startColumn", "endLine", "endColumn"}
    assert all(number >= 1 for number in region.values())
    assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])


def _fix(fix: dict[str, Any], bases: set[str]) -> None:
    assert fix["description"]["text"]
    for change in fix["artifactChanges"]:
        _artifact(change["artifactLocation"], bases)
        regions = [replacement["deletedRegion"] for replacement in change["replacements"]]
        assert regions
        for region in regions:
            _region(region)
        places = [((r["startLine"], r["startColumn"]), (r["endLine"], r["endColumn"])) for r in regions]
        assert all(end <= start for (_, end), (start, _) in pairwise(places))
