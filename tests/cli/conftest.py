"""Runs the command line in this process, in a folder of its own, away from the user's caches."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli_running import Outcome, Project

from tdomcheck.cli.main import run
from tdomcheck.edges import snapshot


@pytest.fixture(scope="session")
def user_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One catalogue for all tests: it depends on the sources of the rules only."""
    return tmp_path_factory.mktemp("user-cache")


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, user_cache: Path) -> Iterator[None]:
    """No caches, continuous integration, colours or git settings of whoever runs the tests."""
    before = signal.getsignal(signal.SIGTERM)
    for name in [name for name in os.environ if name.startswith(("GITHUB_", "GIT_", "CLICOLOR", "FORCE_COLOR"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(user_cache))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    # A test writes a file and looks at it at once; whether that is too fresh to be kept is tested elsewhere.
    monkeypatch.setattr(snapshot, "FRESH_NANOSECONDS", 0)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.fixture
def tool(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outcome]:
    """`tool("check", ".")` runs the command and gives exit code and texts."""

    def call(*arguments: str, stdin: bytes | None = None) -> Outcome:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capfdbinary.readouterr()
        code = run(arguments)
        sys.stdout.flush()
        sys.stderr.flush()
        found = capfdbinary.readouterr()
        return Outcome(code, found.out, found.err)

    return call


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: Callable[..., Outcome]) -> Project:
    """An empty project that is the current folder."""
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.chdir(root)
    made = Project(root, tool)
    made.write({"pyproject.toml": "[tool.tdomcheck]\n"})
    return made


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    """For processes that are sent a signal: if it meets coverage while that holds its lock, they wait for ever."""
    for name in ("COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START"):
        monkeypatch.delenv(name, raising=False)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """pytest-xdist has threads; the workers that are forked here never touch them."""
    for item in items:
        item.add_marker(pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"))
