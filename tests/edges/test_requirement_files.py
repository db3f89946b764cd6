"""Files that say what a project requires: each is read once, and what only looks like a requirement says nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.app.targets import detect, is_tdom_named
from tdomcheck.config.regular import read_regular
from tdomcheck.edges.requirement_files import RequirementFiles

LOCK = """version = 1

[[package]]
name = "svcs"
version = "25.1.0"

[[package]]
name = "tdom"
version = "0.1.13"
"""


class Reads:
    """Reads files from disk, and counts by name how often."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def __call__(self, path: str) -> bytes:
        self.counts[Path(path).name] += 1
        return read_regular(path)


@pytest.fixture
def reads() -> Reads:
    return Reads()


def test_a_lock_is_read_once_for_all_packages_and_for_whether_tdom_is_named(tmp_path: Path, reads: Reads) -> None:
    (tmp_path / "uv.lock").write_text(LOCK, encoding="utf-8")
    files = RequirementFiles(reads)

    versions = [detect(package, str(tmp_path), "auto", files).version for package in ("tdom", "svcs-di", "svcs")]

    assert versions == ["0.1.13", "0.3.0", "25.1.0"]
    assert is_tdom_named(str(tmp_path), files)
    assert reads.counts["uv.lock"] == 1
    assert set(reads.counts.values()) == {1}, "also what is not there is looked for once"


def test_the_lock_of_a_workspace_is_read_once_for_all_its_members(tmp_path: Path, reads: Reads) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "uv.lock").write_text(LOCK, encoding="utf-8")
    members = [tmp_path / name for name in ("shop", "desk")]
    for member in members:
        member.mkdir()
    files = RequirementFiles(reads)

    assert [detect("tdom", str(member), "auto", files).origin for member in members] == ["../uv.lock"] * 2
    assert reads.counts["uv.lock"] == 3, "one in each of the three folders"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("pyproject.toml", '# "tdomino"\ndependencies = ["tdomino", "svcs"]\n', id="another package"),
        pytest.param("requirements.txt", "# tdom==0.1.13\nsvcs\n", id="a comment"),
        pytest.param("uv.lock", '[[package]]\nname = "tdomino"\nversion = "1.0"\n', id="a lock without it"),
        pytest.param("README.md", "tdom\n", id="a file that requires nothing"),
    ],
)
def test_what_does_not_require_tdom_does_not_name_it(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")

    assert not is_tdom_named(str(tmp_path), RequirementFiles())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("pyproject.toml", 'dependencies = ["tdom>=0.1"]\n', id="pyproject.toml"),
        pytest.param("requirements.txt", "svcs\ntdom\n", id="requirements.txt"),
        pytest.param("uv.lock", LOCK, id="a lock"),
        pytest.param("environment.yml", "dependencies:\n  - tdom\n", id="a file that gives no version"),
    ],
)
def test_what_requires_tdom_names_it(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")

    assert is_tdom_named(str(tmp_path), RequirementFiles())


def test_what_cannot_be_read_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "uv.lock").mkdir()
    (tmp_path / "pyproject.toml").write_bytes(b'dependencies = ["\xfftdom"]\n')

    assert not is_tdom_named(str(tmp_path), RequirementFiles())


def test_a_session_shares_what_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = Reads()
    monkeypatch.setattr("tdomcheck.app.session.read_regular", reads)
    (tmp_path / "uv.lock").write_text(LOCK, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\n", encoding="utf-8")
    session = Session(Request(cwd=str(tmp_path)))

    session.targets(session.settings)
    session.names_tdom(session.settings)

    assert reads.counts["uv.lock"] == 1
