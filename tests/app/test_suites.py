"""Which files a suite runs by its own configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from tdomcheck.app.migrate.suites import suite_around

PATHS = ("tests/test_a.py", "tests/base.py", "tests/a_test.py", "tests/data/test_b.py", "other/test_c.py", "check_d.py")
DEFAULT = {"tests/test_a.py", "tests/a_test.py", "tests/data/test_b.py", "other/test_c.py"}


@pytest.mark.parametrize(
    ("files", "collected"),
    [
        ({}, DEFAULT),
        ({"pytest.ini": "[pytest]\n"}, DEFAULT),
        ({"pytest.ini": "[pytest]\ntestpaths = tests\n"}, DEFAULT - {"other/test_c.py"}),
        ({"pytest.ini": "[pytest]\npython_files = check_*.py a_test.py\n"}, {"check_d.py", "tests/a_test.py"}),
        ({"tox.ini": "[pytest]\nnorecursedirs = data .git\n"}, DEFAULT - {"tests/data/test_b.py"}),
        ({"setup.cfg": "[tool:pytest]\naddopts = -q --ignore=tests/data\n"}, DEFAULT - {"tests/data/test_b.py"}),
        ({"setup.cfg": "[tool:pytest]\naddopts = --ignore other -q\n"}, DEFAULT - {"other/test_c.py"}),
        (
            {"pyproject.toml": '[tool.pytest.ini_options]\ntestpaths = ["./tests", "missing"]\n'},
            DEFAULT - {"other/test_c.py"},
        ),
        ({"pyproject.toml": '[tool.pytest.ini_options]\npython_files = "tests/*.py"\n'}, set(PATHS[:4])),
        ({"pyproject.toml": "[tool.ruff]\n", "tox.ini": "[pytest]\ntestpaths = other\n"}, {"other/test_c.py"}),
        ({"pytest.ini": "[pytest]\n", "tox.ini": "[pytest]\ntestpaths = other\n"}, DEFAULT),
        ({"pytest.ini": "[pytest\n", "pyproject.toml": "tool = 1\n", "setup.cfg": "\xff"}, DEFAULT),
        ({"pyproject.toml": '[tool.pytest.ini_options]\naddopts = "--ignore=\'a"\n'}, DEFAULT),
    ],
)
def test_what_is_collected(tmp_path: Path, files: dict[str, str], collected: set[str]) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="latin-1")
    suite = suite_around(str(tmp_path), str(tmp_path))
    assert {path for path in PATHS if suite.collects(str(tmp_path / path))} == collected


def test_the_nearest_configuration_upwards_counts_and_none_above_the_top(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = no\n")
    inner = tmp_path / "top" / "inner"
    inner.mkdir(parents=True)
    assert suite_around(str(inner), str(inner.parent)).testpaths == ()
    assert suite_around(str(inner), str(tmp_path)).root == str(tmp_path)
