"""For which versions a project is written: what says nothing, and what does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tdomcheck.app.targets import NEWEST, Target, detect, holds


@pytest.mark.parametrize(
    "text",
    [
        "",
        'dependencies = ["tdom"]',
        'dependencies = ["tdom>=0.1.2"]',
        'dependencies = ["tdom>=0.1.2,!=0.1.5"]',
        'dependencies = ["tdom<9"]',
        'dependencies = ["tdom-svcs==1.0"]',
        "not even toml",
    ],
)
def test_where_nothing_is_said_it_is_the_newest(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert detect("tdom", str(tmp_path), "auto").version == NEWEST["tdom"]


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ('dependencies = ["tdom==0.1.14"]', "0.1.14"),
        ("dependencies = ['tdom == 0.1.14']", "0.1.14"),
        ('dependencies = ["tdom>=0.1,<0.1.15"]', "0.1.14.999"),
    ],
)
def test_requirements_are_read(tmp_path: Path, text: str, version: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert detect("tdom", str(tmp_path), "auto") == Target(version, "pyproject.toml")


@pytest.mark.parametrize("name", ["uv.lock", "poetry.lock", "pylock.toml"])
def test_a_lock_is_believed_before_the_requirements(tmp_path: Path, name: str) -> None:
    table = "packages" if name == "pylock.toml" else "package"
    packages = {"tdom-svcs": "9", "tdom": "0.1.13"}
    text = "\n".join(f'[[{table}]]\nname = "{found}"\nversion = "{packages[found]}"\n' for found in packages)
    (tmp_path / name).write_text(text)
    (tmp_path / "pyproject.toml").write_text('dependencies = ["tdom==0.1.14"]')
    assert detect("tdom", str(tmp_path), "auto") == Target("0.1.13", name)


def test_the_configuration_is_believed_before_all(tmp_path: Path) -> None:
    (tmp_path / "uv.lock").write_text('[[package]]\nname = "tdom"\nversion = "0.1.13"\n')
    assert detect("tdom", str(tmp_path), "0.1.2").version == "0.1.2"


@pytest.mark.parametrize(
    ("versions", "target", "found"),
    [
        ("", "0.1.14", True),
        ("tdom>=0.1.15", "0.1.14", False),
        ("tdom>=0.1.15", "0.1.15", True),
        ("tdom>=0.1.15", "0.1.14.999", False),
        ("tdom>=0.1.15", "0.1.15.0", True),
        ("tdom>=0.1.3,<0.1.15", "0.1.20", False),
        ("tdom>=0.1.3,<0.1.15", "0.1.9", True),
        ("tdom!=0.1.9", "0.1.9", False),
    ],
)
def test_a_rule_holds_for_some_versions(versions: str, target: str, found: bool) -> None:
    assert holds(versions, {"tdom": Target(target, "")}) is found


def test_the_project_s_own_environment_tells_what_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    installed = tmp_path / ".venv" / "lib" / "python3.14" / "site-packages" / "tdom-0.1.10.dist-info"
    installed.mkdir(parents=True)

    assert detect("tdom", str(tmp_path), "auto") == Target("0.1.10", "installed")
    assert detect("svcs-di", str(tmp_path), "auto").version == "0.3.0"
