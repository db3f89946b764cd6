"""The oldest Python that a project is written for, as its pyproject.toml says it, or what was there before it."""

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


@pytest.mark.parametrize(
    ("configuration", "version"),
    [
        ("[options]\npython_requires = >=3.7\n", "3.7"),
        ("[metadata]\nname = x\n\n[options]\npython_requires: >=3.8, <4\n", "3.8"),
        ("[options]\npython_requires =\n    >=3.7\n    !=3.8\n", "3.7"),
        ("", ""),
        ("[metadata]\npython_requires = >=3.7\n", ""),
        ("[options]\n# python_requires = >=3.7\n", ""),
        ("[options]\npython_requires = <4\n", ""),
        ("python_requires = >=3.7\n", ""),
        ("[options]\npython_requires\n", ""),
        ("[options]\npython_requires = %(python)s\n", ""),
    ],
)
def test_what_setup_cfg_says(configuration: str, version: str) -> None:
    assert oldest_python("[tool.x]\n", configuration) == version


@pytest.mark.parametrize(
    ("script", "version"),
    [
        ('from setuptools import setup\nsetup(name="x", python_requires=">=3.7")\n', "3.7"),
        ("import setuptools\nsetuptools.setup(\n    python_requires = '>=3.8,<4',\n)\n", "3.8"),
        ("", ""),
        ('setup(python_requires=f">=3.{minor}")\n', ""),
        ("setup(python_requires=PYTHONS)\n", ""),
        ('# setup(python_requires=">=3.7")\n', ""),
        ('"""setup(python_requires=\'>=3.7\')"""\n', ""),
        ('other(python_requires=">=3.7")\n', ""),
        ('setup(other=dict(python_requires=">=3.7"))\n', ""),
        ('python_requires = ">=3.7"\n', ""),
        ('setup(python_requires="<4"\n', ""),
    ],
)
def test_what_setup_py_says(script: str, version: str) -> None:
    assert oldest_python("[tool.x]\n", script=script) == version


def test_the_newest_kind_of_file_counts() -> None:
    older = ("[options]\npython_requires = >=3.7\n", "setup(python_requires='>=3.6')\n")
    assert oldest_python('requires-python = ">=3.9"\n', *older) == "3.9"
    assert oldest_python("", *older) == "3.7"
