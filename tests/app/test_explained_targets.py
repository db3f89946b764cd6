"""`check --explain-target`: every place that was asked, and what it said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tdomcheck.app.explain import target_text
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.app.targets import explained

LOCK = '[[package]]\nname = "tdom"\nversion = "0.1.9"\n'


def _text(folder: Path, *inline: str) -> str:
    return target_text(Session(Request(cwd=str(folder), uses_cache=False, inline=inline)))


def test_a_lock_file_decides(tmp_path: Path) -> None:
    (tmp_path / "uv.lock").write_text(LOCK, encoding="utf-8")

    text = _text(tmp_path)

    assert text.startswith("tdom 0.1.9\n  uv.lock  0.1.9\n\nsvcs-di 0.3.0\n  uv.lock ")
    assert "it does not hold svcs-di" in text
    assert "TDC121 nested-html-call does not hold here: it is for tdom>=0.1.15" in text


def test_what_is_configured_asks_nobody(tmp_path: Path) -> None:
    (tmp_path / "uv.lock").write_text(LOCK, encoding="utf-8")

    text = _text(tmp_path, 'target-tdom = "0.1.20"')

    assert text.startswith("tdom 0.1.20\n  target-tdom  0.1.20, configured\n")
    assert "does not hold here" not in text


def test_a_lower_bound_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["tdom>=0.1.2"]\n', encoding="utf-8")

    places = dict(explained("tdom", str(tmp_path), "auto"))

    assert places["uv.lock"] == "no such file"
    assert places["pyproject.toml"].startswith(
        "it asks for no certain version of tdom: it does not keep the newest out"
    )
    assert places["requirements.txt"] == "no such file"
    assert places["the newest that is known"] == "0.1.20"


def test_requirements_are_told_as_what_they_are(tmp_path: Path) -> None:
    """And of a package that none of them asks for, that none does."""
    (tmp_path / "pyproject.toml").write_text('[project]\ndependencies = ["tdom-svcs<2"]\n', encoding="utf-8")
    (tmp_path / "requirements.txt").write_text("svcs_di<0.3\nsvcs==25.1.0\n", encoding="utf-8")

    assert explained("svcs", str(tmp_path), "auto")[-1] == ("requirements.txt", "25.1.0")
    assert explained("svcs-di", str(tmp_path), "auto")[-1] == ("requirements.txt", "0.2.0")
    places = dict(explained("tdom", str(tmp_path), "auto"))
    assert places["pyproject.toml"] == places["requirements.txt"] == "it does not ask for tdom"


def test_the_lock_of_a_workspace_stands_above_its_members(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "uv.lock").write_text(LOCK, encoding="utf-8")
    member = tmp_path / "packages" / "shop"
    member.mkdir(parents=True)

    assert explained("tdom", str(member), "auto")[-1] == ("../../uv.lock", "0.1.9")


def test_what_lies_above_a_folder_without_repository_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "uv.lock").write_text(LOCK, encoding="utf-8")
    inner = tmp_path / "shop"
    inner.mkdir()

    assert explained("tdom", str(inner), "auto")[-1] == ("the newest that is known", "0.1.20")


@pytest.mark.parametrize("lock", ["", "<<<<<<< half of a merge\n", "\x00\x01", 'name = "tdom"\n'])
def test_a_lock_without_a_package_is_told_from_one_without_this_package(tmp_path: Path, lock: str) -> None:
    (tmp_path / "uv.lock").write_text(lock, encoding="utf-8")
    said = dict(explained("tdom", str(tmp_path), "auto"))
    assert said["uv.lock"] == "it cannot be read as a lock file: it lists no package"
    (tmp_path / "uv.lock").write_text('[[package]]\nname = "svcs"\nversion = "26.2"\n', encoding="utf-8")
    said = dict(explained("tdom", str(tmp_path), "auto"))
    assert said["uv.lock"] == "it does not hold tdom"
