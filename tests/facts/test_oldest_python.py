"""The oldest Python that a project is written for, as its pyproject.toml says it."""

from __future__ import annotations

import pytest

from tdomcheck.facts.targets.pythons import oldest_python


@pytest.mark.parametrize(
    ("manifest", "version"),
    [
        ("", ""),
        ('[project]\nname = "shop"\n', ""),
        ('# requires-python = ">=3.8"\n', ""),
        ('requires-python = "<4"\n', ""),
        ('requires-python = ">=3.8"\n', "3.8"),
        ("requires-python = '>=3.9.1, <4'\n", "3.9.1"),
        ('requires-python = "~=3.10"\n', "3.10"),
        ('requires-python = ">3.8,>=3.10,!=3.11"\n', "3.10"),
        ('[tool.poetry.dependencies]\npython = ">=3.8.0"\n', "3.8.0"),
        ('[tool.poetry.dependencies]\npython = "^3.8"\n', "3.8"),
        ('[tool.poetry.dependencies]\npython = "~3.9 || ^3.11"\n', "3.9"),
        ('[tool.poetry.dependencies]\npython = { version = "3.8.*" }\n', "3.8"),
        ('[tool.poetry.dependencies]\npython = "*"\n', ""),
        ('[tool.poetry.dependencies]\npython = "<4 || >=3.8"\n', ""),
        ('[tool.poetry.dependencies]\nrich = "^3.8"\n', ""),
        ('[project]\nrequires-python = ">=3.9"\n[tool.poetry.dependencies]\npython = "^3.8"\n', "3.9"),
        ('[tool.poetry.dependencies]\npython = "^3.8"\n[', ""),
    ],
)
def test_what_it_begins_with(manifest: str, version: str) -> None:
    assert oldest_python(manifest) == version
