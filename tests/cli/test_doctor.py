"""`tdomcheck doctor`: what it runs on, and who asks for which version."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

import pytest
from cli_running import Project

import tdomcheck

SHA = "0123456789abcdef0123456789abcdef01234567"
HOOK = {".pre-commit-config.yaml": "repos:\n- repo: https://github.com/tdomcheck/tdomcheck\n  rev: v0.1.0\n"}
LOCK = {"uv.lock": '[[package]]\nname = "tdomcheck"\nversion = "0.1.0"\n'}
ACTION = {".github/workflows/a.yml": f"jobs:\n  a:\n    steps:\n      - uses: tdomcheck/tdomcheck@{SHA} # v0.1.0\n"}
REQUIRED = {"tdomcheck.toml": 'required-version = ">=0.1,<1"\n'}


@pytest.mark.parametrize("files", [{}, HOOK, LOCK, ACTION, {**HOOK, **LOCK, **ACTION, **REQUIRED}])
def test_one_version_or_none_is_no_drift(project: Project, files: Mapping[str, str]) -> None:
    project.write(files)
    outcome = project.tool("doctor", "--versions")

    assert (outcome.code, outcome.err) == (0, "")
    assert all(name in outcome.out for name in files if name != "tdomcheck.toml")


def test_nothing_is_said_so(project: Project) -> None:
    assert project.tool("doctor", "--versions").out == "nothing here asks for a version of tdomcheck\n"


@pytest.mark.parametrize(
    "files",
    [
        {**HOOK, "uv.lock": LOCK["uv.lock"].replace("0.1.0", "0.2.0")},
        {**HOOK, "requirements-dev.txt": "tdomcheck==0.1.1\n"},
        {**HOOK, "requirements/dev.txt": "tdomcheck==0.1.1\n"},
        {
            **ACTION,
            "pylock.dev.toml": LOCK["uv.lock"].replace("0.1.0", "0.1")[:-1] + "\n[[package]]\n",
            "poetry.lock": LOCK["uv.lock"].replace("0.1.0", "3.0"),
        },
        {**HOOK, "prek.toml": '[[repos]]\nrepo = "x/tdomcheck"\nrev = "v0.7.0"\n'},
        {**HOOK, ".github/actions/z/action.yml": "    - {uses: tdomcheck/tdomcheck@v0.2.0}\n"},
        {**ACTION, ".github/workflows/b.yaml": ACTION[".github/workflows/a.yml"].replace("v0.1.0", "v0.1.1")},
    ],
)
def test_drift(project: Project, files: Mapping[str, str]) -> None:
    project.write(files)
    outcome = project.tool("doctor", "--versions")

    assert outcome.code == 1
    assert outcome.out.endswith("they differ: make them one\n")


def test_a_pin_that_required_version_keeps_out(project: Project) -> None:
    project.write({**REQUIRED, "uv.lock": LOCK["uv.lock"].replace("0.1.0", "1.0")})

    assert project.tool("doctor", "--versions").code == 1


def test_a_commit_that_does_not_say_what_it_is_differs_from_nothing(project: Project) -> None:
    project.write({**HOOK, ".github/workflows/a.yml": f"- uses: tdomcheck/tdomcheck@{SHA}\n"})
    outcome = project.tool("doctor", "--versions")

    assert outcome.code == 0
    assert "0123456789ab (no version)" in outcome.out


PIN = {".github/workflows/a.yml": f"- uses: tdomcheck/tdomcheck@{SHA}\n"}
OTHER_HOOK = {".pre-commit-config.yaml": HOOK[".pre-commit-config.yaml"].replace("0.1.0", "0.5.0")}


def test_who_runs_another_version_by_hand_is_told(project: Project) -> None:
    project.write({**OTHER_HOOK, **PIN})
    outcome = project.tool("doctor", "--versions")

    assert outcome.code == 0
    assert outcome.out.startswith(f"running  {tdomcheck.__version__}")
    assert outcome.out.endswith(
        f"{tdomcheck.__version__} runs here, and nobody asks for it; with --running it counts\n"
    )


@pytest.mark.parametrize("pin", [{}, PIN])
def test_what_runs_may_count(project: Project, pin: Mapping[str, str]) -> None:
    project.write({**OTHER_HOOK, **pin})
    outcome = project.tool("doctor", "--versions", "--running")

    assert outcome.code == 1
    assert "hook     0.5.0" in outcome.out
    assert tdomcheck.__version__ in outcome.out
    assert ("0123456789ab (no version)" in outcome.out) == bool(pin)
    assert outcome.out.endswith("they differ: make them one\n")
    assert project.tool("doctor", "--versions", "--running", "--output-format", "json").json["agree"] is False


@pytest.mark.parametrize("files", [{}, HOOK, PIN, {**HOOK, **PIN, **REQUIRED}, REQUIRED])
def test_what_runs_is_what_is_asked_for(project: Project, files: Mapping[str, str]) -> None:
    project.write(files)
    for more in ((), ("--running",)):
        outcome = project.tool("doctor", "--versions", *more)
        assert (outcome.code, outcome.err) == (0, "")
        assert "nobody asks" not in outcome.out


def test_what_runs_counts_with_versions_alone(project: Project) -> None:
    outcome = project.tool("doctor", "--running")

    assert outcome.code == 2
    assert "--running goes with --versions" in outcome.err


def test_json(project: Project) -> None:
    project.write({**HOOK, "uv.lock": LOCK["uv.lock"].replace("0.1.0", "0.2.0"), **REQUIRED})
    outcome = project.tool("doctor", "--versions", "--output-format", "json")

    assert json.loads(outcome.out) == {
        "versions": [
            {"kind": "hook", "path": ".pre-commit-config.yaml", "line": 3, "version": "0.1.0", "written": "v0.1.0"},
            {"kind": "lock", "path": "uv.lock", "line": 3, "version": "0.2.0", "written": "0.2.0"},
        ],
        "required_version": ">=0.1,<1",
        "running": tdomcheck.__version__,
        "agree": False,
    }


def test_nothing_outside_is_read(project: Project) -> None:
    outside = project.root.parent / "uv.lock"
    outside.write_text(LOCK["uv.lock"].replace("0.1.0", "9.9.9"), encoding="utf-8")
    (project.root / "uv.lock").symlink_to(outside)

    assert "9.9.9" not in project.tool("doctor", "--versions").out


def test_what_cannot_be_read_is_no_agreement(project: Project) -> None:
    (project.root / "uv.lock").mkdir()
    outcome = project.tool("doctor", "--versions")

    assert outcome.code == 2
    assert outcome.err.startswith("error: uv.lock: its versions could not be read")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfer\0e\0p\0o\0s\0", "not text in UTF-8"),
        (b"- repo: https://github.com/tdomcheck/tdomcheck\n", "line 1: `repo` names tdomcheck, and it has no `rev`"),
        (b"- repo: x/tdomcheck\n- repo: x/other\n  rev: v1.0\n", "line 1: `repo` names tdomcheck"),
        (b"- repo: x/tdomcheck\n  rev: [v1.0]\n", "line 1: `repo` names tdomcheck, and it has no `rev`"),
        (b"- repo: x/tdomcheck\n  rev: *unknown\n", "line 2: found undefined alias"),
        (b"- repo: x/tdomcheck\n  hooks: [\n", "line 3: "),
        (b"repos: # tdomcheck\n " + b"[" * 100_000, "it nests too deeply"),
        (b"# tdomcheck\n" + b"# \n" * 70_000, "it is longer than 200 KB"),
    ],
)
def test_hooks_that_are_not_understood(project: Project, data: bytes, words: str) -> None:
    (project.root / ".pre-commit-config.yaml").write_bytes(data)
    outcome = project.tool("doctor", "--versions")

    assert outcome.code == 2
    assert words in outcome.err


def test_hooks_of_others(project: Project) -> None:
    project.write({".pre-commit-config.yaml": "repos:\n- repo: https://github.com/x/tdomcheck-mirror\n  hooks: [\n"})

    assert project.tool("doctor", "--versions").code == 0


@pytest.mark.parametrize("name", ["uv.lock", "prek.toml"])
def test_toml_that_is_none(project: Project, name: str) -> None:
    project.write({name: LOCK["uv.lock"] + "<<<<<<< HEAD\n"})
    outcome = project.tool("doctor", "--versions")

    assert outcome.code == 2
    assert f"{name}: its versions could not be read: it is no TOML" in outcome.err


def test_a_name_of_a_file_starts_no_command(project: Project) -> None:
    name = ".github/workflows/x\n::error::y.yml"
    project.write({name: ACTION[".github/workflows/a.yml"]})

    assert not [line for line in project.tool("doctor", "--versions").out.splitlines() if line.startswith("::")]


def test_what_it_runs_on(project: Project) -> None:
    outcome = project.tool("doctor")
    facts = project.tool("doctor", "--output-format", "json").json

    assert outcome.code == 0
    assert facts["tdomcheck"] == tdomcheck.__version__
    assert facts["project"] == str(project.root)
    assert facts["configuration"] == os.path.join(str(project.root), "pyproject.toml")
    assert facts["project_cache"].startswith(str(project.root))
    assert {*facts} == {line.split("  ")[0].replace(" ", "_") for line in outcome.out.splitlines()}


def test_a_configuration_that_cannot_be_read_is_told_with_the_rest(project: Project) -> None:
    project.write({"pyproject.toml": "[tool.tdomcheck]\nnonsense = 1\n"})
    outcome = project.tool("doctor")

    assert outcome.code == 2
    assert "libcst" in outcome.out
    assert "nonsense" in outcome.err


def test_git_that_is_not_there(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(project.root))

    assert project.tool("doctor", "--output-format", "json").json["git"].startswith("none: ")
