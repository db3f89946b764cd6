"""The formats of pylint, Azure Pipelines and Checkstyle."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from report_examples import RESULT, UNTRUSTED, context, finding

from tdomcheck.model import RunResult, Severity
from tdomcheck.report import render


@pytest.mark.parametrize("name", ["pylint", "azure"])
def test_clean_is_nothing(name: str) -> None:
    assert not render(name, RunResult(), context())


def test_pylint() -> None:
    assert render("pylint", RESULT, context()).splitlines() == [
        "src/app.py:6: [TDC103] A short name",
        "src/app.py:7: [TDC102] html() returns a string",
        "src/app.py:7: [TDC101] Card has no prop `titel`",
    ]


def test_azure() -> None:
    lines = render("azure", RESULT, context()).splitlines()
    start = "##vso[task.logissue type="
    where = "sourcepath=src/app.py;linenumber="
    assert lines == [
        f"{start}warning;{where}6;columnnumber=5;code=TDC103;]A short name",
        f"{start}warning;{where}7;columnnumber=12;code=TDC102;]html() returns a string",
        f"{start}error;{where}7;columnnumber=27;code=TDC101;]Card has no prop `titel`",
    ]


def test_azure_escapes_what_would_end_a_property() -> None:
    hostile = finding(path="a;b]c%.py", message="50%\n##vso[task.setvariable variable=x]y")
    (line,) = render("azure", RunResult(findings=(hostile,)), context(sources={})).splitlines()
    assert "sourcepath=a%3Bb%5Dc%AZP25.py;" in line
    assert line.count("##vso[") == 1
    assert line.startswith("##vso[task.logissue type=error;")


def test_checkstyle() -> None:
    root = ET.fromstring(render("checkstyle", RESULT, context()))
    assert (root.tag, root.attrib) == ("checkstyle", {"version": "4.3"})
    (file,) = root
    assert file.attrib == {"name": "src/app.py"}
    assert [error.get("severity") for error in file] == ["info", "warning", "error"]
    assert file[2].attrib == {
        "line": "7",
        "column": "27",
        "severity": "error",
        "message": "Card has no prop `titel`",
        "source": "tdomcheck.TDC101",
    }


def test_clean_checkstyle_is_a_document() -> None:
    assert len(ET.fromstring(render("checkstyle", RunResult(), context()))) == 0


@pytest.mark.parametrize("name", ["pylint", "azure", "checkstyle"])
def test_what_stopped_the_run_is_told(name: str) -> None:
    assert "the worker for src/app.py died" in render(name, UNTRUSTED, context())


@pytest.mark.parametrize("name", ["pylint", "azure", "checkstyle"])
def test_paths_from_the_root_of_the_repository(name: str) -> None:
    assert "web/src/app.py" in render(name, RESULT, context(root_prefix="web"))


def test_an_info_is_a_warning_of_azure_alone() -> None:
    info = replace(RESULT.findings[0], severity=Severity.INFO)
    assert "type=warning" in render("azure", RunResult(findings=(info,)), context())
