"""For which versions a project is written: what says nothing, and what does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tdomcheck.app.check import check
from tdomcheck.app.conclude import conclude
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.app.targets import NEWEST, Target, detect, holds
from tdomcheck.edges.requirement_files import RequirementFiles


@pytest.mark.parametrize(
    "text",
    [
        "",
        'dependencies = ["tdom"]',
        'dependencies = ["tdom>=0.1.2"]',
        'dependencies = ["tdom>=0.1.2,!=0.1.5"]',
        'dependencies = ["tdom<9"]',
        'dependencies = ["tdom-svcs==1.0"]',
        'dependencies = ["tdom~=0.1.2"]',
        'dependencies = ["tdom==0.1.*"]',
        'dependencies = ["tdom>=0.1.21,<0.2"]',
        "dependencies = [\"tdom==0.1.14; python_version < '3.14'\"]",
        "dependencies = [\"tdom<0.1.15 ; extra == 'old'\"]",
        'description = "tdom <0.1.2 was slow"',
        'dependencies = ["tdom<' + "1" * 5_000 + '"]',
        'dependencies = ["tdom' + " " * 100_000 + "1]",
        "not even toml",
    ],
)
def test_where_nothing_is_said_it_is_the_newest(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert detect("tdom", str(tmp_path), "auto", RequirementFiles()).version == NEWEST["tdom"]


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ('dependencies = ["tdom==0.1.14"]', "0.1.14"),
        ("dependencies = ['tdom == 0.1.14']", "0.1.14"),
        ('dependencies = ["tdom>=0.1,<0.1.15"]', "0.1.14"),
        ('dependencies = ["tdom>=0.1,<0.1.15,!=0.1.14"]', "0.1.13"),
        ('dependencies = ["tdom<=0.1.14"]', "0.1.14"),
        ('dependencies = ["tdom~=0.1.9.0"]', "0.1.9"),
        ('dependencies = ["tdom == 0.1.14, != 0.1.13"]', "0.1.14"),
        ('dependencies = ["TDOM[extra, more] (<0.1.15)"]', "0.1.14"),
        ('dependencies = ["tdom<0.1.5"]', "0.1.4"),
        ('dependencies = ["tdom<0"]', "0"),
        ('dependencies = ["tdom==0.1.14.1"]', "0.1.14.1"),
    ],
)
def test_requirements_are_read(tmp_path: Path, text: str, version: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    assert detect("tdom", str(tmp_path), "auto", RequirementFiles()) == Target(version, "pyproject.toml")


@pytest.mark.parametrize("name", ["uv.lock", "poetry.lock", "pylock.toml"])
def test_a_lock_is_believed_before_the_requirements(tmp_path: Path, name: str) -> None:
    table = "packages" if name == "pylock.toml" else "package"
    packages = {"tdom-svcs": "9", "tdom": "0.1.13"}
    text = "\n".join(f'[[{table}]]\nname = "{found}"\nversion = "{packages[found]}"\n' for found in packages)
    (tmp_path / name).write_text(text)
    (tmp_path / "pyproject.toml").write_text('dependencies = ["tdom==0.1.14"]')
    assert detect("tdom", str(tmp_path), "auto", RequirementFiles()) == Target("0.1.13", name)


def test_the_configuration_is_believed_before_all(tmp_path: Path) -> None:
    (tmp_path / "uv.lock").write_text('[[package]]\nname = "tdom"\nversion = "0.1.13"\n')
    assert detect("tdom", str(tmp_path), "0.1.2", RequirementFiles()).version == "0.1.2"


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

    assert detect("tdom", str(tmp_path), "auto", RequirementFiles()) == Target("0.1.10", "installed")
    assert detect("svcs-di", str(tmp_path), "auto", RequirementFiles()).version == "0.3.0"


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("tdom==0.1.14\n", "0.1.14"),
        ("svcs==25.1\ntdom == 0.1.14  # pinned\n", "0.1.14"),
        ("TDOM==0.1.14 \\\n    --hash=sha256:abc\n", "0.1.14"),
        ('tdom==0.1.14 ; python_version >= "3.14"\n', "0.1.14"),
        ("tdom-svcs==0.1.14\ntdom>=0.1.2\n# tdom==0.1.13\ntdom==0.1.*\n", NEWEST["tdom"]),
    ],
)
def test_what_pip_has_frozen_is_a_lock(tmp_path: Path, text: str, version: str) -> None:
    (tmp_path / "requirements.txt").write_text(text)
    assert detect("tdom", str(tmp_path), "auto", RequirementFiles()).version == version


@pytest.mark.parametrize("name", ["svcs-di", "svcs_di", "Svcs.Di"])
def test_a_name_may_be_spelled_in_other_ways(tmp_path: Path, name: str) -> None:
    (tmp_path / "requirements.txt").write_text(f"{name}<0.3\n")
    assert detect("svcs-di", str(tmp_path), "auto", RequirementFiles()) == Target("0.2.0", "requirements.txt")
    assert detect("svcs", str(tmp_path), "auto", RequirementFiles()).version == NEWEST["svcs"]


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("[options]\ninstall_requires =\n    svcs<26\n    # why\n\n    tdom<0.1.15\n[x]\n", "0.1.14"),
        ("[options]\ninstall_requires = tdom==0.1.14\n", "0.1.14"),
        ("[options]\ninstall_requires =\n    tdom\n    svcs==25.1\n", NEWEST["tdom"]),
        ("[options]\ninstall_requires =\n    svcs\n[options.extras_require]\nold =\n    tdom<0.1.15\n", NEWEST["tdom"]),
        ("[options]\ninstall_requires = file: requirements.in\n" + "\n" * 50_000 + "tdom<0.1.15\n", NEWEST["tdom"]),
    ],
)
def test_setup_cfg_is_read(tmp_path: Path, text: str, version: str) -> None:
    (tmp_path / "setup.cfg").write_text(text)
    assert detect("tdom", str(tmp_path), "auto", RequirementFiles()).version == version


def test_a_lock_of_pipenv_is_believed_before_the_requirements(tmp_path: Path) -> None:
    locked = {"tdom-svcs": {"version": "==9"}, "tdom": {"hashes": ["sha256:a"], "index": "pypi", "version": "==0.1.13"}}
    (tmp_path / "Pipfile.lock").write_text(json.dumps({"_meta": {}, "default": locked, "develop": {}}, indent=4))
    (tmp_path / "pyproject.toml").write_text('dependencies = ["tdom==0.1.14"]')
    assert detect("tdom", str(tmp_path), "auto", RequirementFiles()) == Target("0.1.13", "Pipfile.lock")
    assert detect("svcs", str(tmp_path), "auto", RequirementFiles()).version == NEWEST["svcs"]


@pytest.mark.parametrize("name", ["uv.lock", "requirements.txt", "pyproject.toml", "Pipfile.lock"])
def test_numbers_that_nobody_can_read_stop_nobody(tmp_path: Path, name: str) -> None:
    digits = "1" * 10_000
    text = f'[[package]]\nname = "tdom"\nversion = "{digits}.{digits}"\n["tdom=={digits}"]\ntdom=={digits}\n'
    (tmp_path / name).write_text(f'{text}"tdom": {{"version": "=={digits}"}}\n')
    assert holds("tdom>=0.1.15", {"tdom": detect("tdom", str(tmp_path), "auto", RequirementFiles())})


LOCKED = '[[package]]\nname = "{}"\nversion = "{}"\n'


@pytest.mark.parametrize(
    ("package", "version", "code", "source", "is_reported"),
    [
        ("svcs", "25.1.0", "TDC903", "import svcs\n\ndef f(c: svcs.Container):\n    return c.get_abstract(A)\n", False),
        ("svcs", "26.1.0", "TDC903", "import svcs\n\ndef f(c: svcs.Container):\n    return c.get_abstract(A)\n", True),
        ("svcs", "26.1.0", "TDC903", "from svcs.pyramid import init\n", False),
        ("svcs", "26.2.0", "TDC903", "from svcs.pyramid import init\n", True),
        ("tdom", "0.1.11", "TDC901", "from tdom.parser import parse_html\n", False),
        ("tdom", "0.1.13", "TDC901", "from tdom.parser import parse_html\n", True),
        ("tdom", "0.1.14", "TDC901", "from tdom import Node\n", False),
        ("tdom", "0.1.15", "TDC901", "from tdom import Node\n", True),
        ("svcs-di", "0.3.0", "TDC902", "from svcs_di.injector_container import InjectorContainer\n", False),
        ("svcs-di", "0.3.0", "TDC902", "from svcs_di.injectors import InjectorContainer\n", True),
    ],
)
def test_a_name_is_judged_by_the_release_that_is_locked(
    tmp_path: Path, package: str, version: str, code: str, source: str, is_reported: bool
) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.tdomcheck]\n")
    (tmp_path / "uv.lock").write_text(LOCKED.format(package, version))
    (tmp_path / "page.py").write_text(source)
    session = Session(Request(cwd=str(tmp_path), uses_cache=False))
    result = conclude(session, check(session))
    assert (code in {finding.code for finding in result.findings}) == is_reported
