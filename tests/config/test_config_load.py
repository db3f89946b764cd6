"""From files, `--config` and options to settings."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
from config_examples import CATALOG, memory, rule, settings_of

from tdomcheck import __version__
from tdomcheck.config import Override, ProjectTests, Settings, load_settings
from tdomcheck.config.load import ConfigScope
from tdomcheck.model import RuleInfo

EVERYTHING = """
    required-version = ">=0.1"
    target-version = "py312"
    target-tdom = "0.1.20"
    target-svcs-di = "auto"
    profile = "views"
    src = ["src"]
    include = ["src", "tests/*.py"]
    workspaces = ["packages/*"]
    select = ["TDC1", "missing-prop"]
    extend-select = ["TDC201"]
    ignore = ["TDC102"]
    extend-ignore = ["TDC121"]
    exclude = ["gen/"]
    extend-exclude = ["*_pb2.py"]
    force-exclude = true
    respect-gitignore = false
    plugins = ["lint", "acme.rules"]
    fixable = ["TDC1"]
    unfixable = ["TDC101"]
    unsafe-fixes = true
    require-ignore-reason = true
    baseline = "base.txt"
    max-file-bytes = 10
    max-warnings = 3
    preview = true
    jobs = 2
    cache-dir = ".cache"
    severity = { TDC1 = "info", ALL = "warning" }
    [options.template-syntax]
    limit = 4
    names = ["x"]
    strict = true
    [options.TDC101]
    style = "y"
    [[overrides]]
    paths = ["tests/**"]
    select = ["ALL"]
    extend-select = ["TDC2"]
    ignore = ["TDC101"]
    severity.TDC2 = "off"
    options.TDC101.limit = 5
    [per-file-ignores]
    "a.py" = ["TDC101"]
    [tests]
    paths = ["tests/"]
"""


class TestLeaveAlone:
    def test_defaults(self) -> None:
        settings = load_settings(None, catalog=CATALOG, place=ConfigScope("/p"))
        assert settings == Settings(root="/p", origins=settings.origins)
        assert {settings.origin(key) for key, _ in settings.origins} == {"default"}

    def test_an_empty_file_changes_nothing(self) -> None:
        settings = settings_of("")
        assert settings == Settings(root="/p", source="/p/tdomcheck.toml", origins=settings.origins)

    def test_an_option_that_was_not_given_changes_nothing(self) -> None:
        settings = settings_of("jobs = 2\nselect = ['TDC1']", overrides={"jobs": None, "select": (), "ignore": None})
        assert (settings.jobs, settings.select) == (2, ("TDC1",))

    def test_false_and_zero_on_the_command_line_are_given(self) -> None:
        settings = settings_of("jobs = 2\npreview = true", overrides={"jobs": 0, "preview": False})
        assert (settings.jobs, settings.preview) == (0, False)

    @pytest.mark.parametrize("text", ["jobs = 2\r\n", "\ufeffjobs = 2", "jobs = 2 # ü"])
    def test_line_ends_and_marks_of_other_editors(self, text: str) -> None:
        assert settings_of(text).jobs == 2

    def test_other_tables_of_pyproject(self) -> None:
        text = "[project]\nname = 'x'\n[tool.ruff]\nselect = ['E']\n[tool.tdomcheck]\njobs = 2\n"
        assert settings_of(text, "/p/pyproject.toml").jobs == 2

    def test_an_inherited_value_that_is_not_set_again(self) -> None:
        files = memory({"/p/tdomcheck.toml": "extend = 'base.toml'\n", "/p/base.toml": "jobs = 3\nignore = ['TDC1']"})
        settings = load_settings("/p/tdomcheck.toml", catalog=CATALOG, files=files)
        assert (settings.jobs, settings.ignore, settings.root) == (3, ("TDC1",), "/p")

    def test_globs_and_modules_of_an_inherited_file_are_not_moved(self) -> None:
        base = "exclude = ['gen']\nsrc = ['src']\nplugins = ['acme']\ncache-dir = '/var/c'\nbaseline = ''"
        files = memory({"/p/a/tdomcheck.toml": "extend = '../base.toml'\n", "/p/base.toml": base})
        settings = load_settings("/p/a/tdomcheck.toml", catalog=CATALOG, files=files)
        assert (settings.exclude, settings.src, settings.plugins) == (("gen",), ("src",), ("acme",))
        assert (settings.cache_dir, settings.baseline) == ("/var/c", "")

    def test_a_second_reading_is_the_same(self) -> None:
        assert settings_of(EVERYTHING) == settings_of(EVERYTHING)

    def test_importing_and_defaults_load_no_toml_reader(self) -> None:
        code = (
            "import sys; before = set(sys.modules);"
            "from tdomcheck.config import SettingsCache; SettingsCache(()).settings_for('/');"
            "heavy = {'tomllib', 'packaging', 'difflib', 'hashlib', 'pathspec'};"
            "print(sorted(heavy & set(sys.modules) - before))"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout == "[]\n"


def test_every_key_is_read() -> None:
    settings = settings_of(EVERYTHING)
    assert settings == Settings(
        root="/p",
        source="/p/tdomcheck.toml",
        origins=settings.origins,
        required_version=">=0.1",
        target_version="3.12",
        target_tdom="0.1.20",
        profile="views",
        src=("src",),
        include=("src", "tests/*.py"),
        workspaces=("packages/*",),
        select=("TDC1", "missing-prop"),
        extend_select=("TDC201",),
        ignore=("TDC102",),
        extend_ignore=("TDC121",),
        exclude=("gen/",),
        extend_exclude=("*_pb2.py",),
        force_exclude=True,
        respect_gitignore=False,
        plugins=("lint", "acme.rules"),
        severity=(("TDC1", "info"), ("ALL", "warning")),
        options=(("TDC101", (("limit", 4), ("names", ("x",)), ("strict", True), ("style", "y"))),),
        overrides=(
            Override(
                ("tests/**",),
                ("ALL",),
                ("TDC2",),
                ("TDC101",),
                (("TDC2", "off"),),
                (("TDC101", (("limit", 5),)),),
            ),
        ),
        per_file_ignores=(("a.py", ("TDC101",)),),
        fixable=("TDC1",),
        unfixable=("TDC101",),
        unsafe_fixes=True,
        require_ignore_reason=True,
        baseline="base.txt",
        max_file_bytes=10,
        max_warnings=3,
        preview=True,
        jobs=2,
        cache_dir=".cache",
        tests=ProjectTests(("tests/",)),
    )
    assert settings.all_excludes == ("gen/", "*_pb2.py")


def test_settings_survive_pickling() -> None:
    settings = settings_of(EVERYTHING)
    assert pickle.loads(pickle.dumps(settings)) == settings


@pytest.mark.parametrize(("text", "version"), [("py311", "3.11"), ("3.14", "3.14"), ("3.9.1", "3.9"), ("auto", "auto")])
def test_ways_to_write_a_python_version(text: str, version: str) -> None:
    assert settings_of(f"target-version = '{text}'").target_version == version


@pytest.mark.parametrize("wanted", [__version__, ">=0.1", ">0.0,<99"])
def test_a_required_version_that_runs(wanted: str) -> None:
    assert settings_of(f"required-version = '{wanted}'").required_version == wanted


class TestInheritance:
    FILES: ClassVar = {
        "/p/a/tdomcheck.toml": """
            extend = "../base.toml"
            ignore = ["TDC101"]
            extend-ignore = ["TDC2"]
            severity.TDC2 = "info"
            options.TDC101.limit = 7
            per-file-ignores = { "b.py" = ["TDC1"] }
            """,
        "/p/base.toml": """
            ignore = ["TDC102"]
            extend-ignore = ["TDC121", "TDC2"]
            severity = { TDC1 = "off", TDC2 = "off" }
            options.TDC101 = { limit = 5, style = "x" }
            per-file-ignores = { "a.py" = ["TDC1"] }
            plugins = ["./lint", "rules/mine", "acme.rules"]
            baseline = "accepted.txt"
            cache-dir = "../c"
            """,
    }

    def load(self, **more: object) -> Settings:
        return load_settings("/p/a/tdomcheck.toml", catalog=CATALOG, files=memory(self.FILES), **more)  # type: ignore[arg-type]

    def test_lists_replace(self) -> None:
        assert self.load().ignore == ("TDC101",)

    def test_extending_lists_add(self) -> None:
        assert self.load().extend_ignore == ("TDC121", "TDC2")

    def test_tables_are_laid_over_each_other(self) -> None:
        settings = self.load()
        assert settings.severity == (("TDC1", "off"), ("TDC2", "info"))
        assert settings.options == (("TDC101", (("limit", 7), ("style", "x"))),)
        assert settings.per_file_ignores == (("a.py", ("TDC1",)), ("b.py", ("TDC1",)))

    def test_paths_are_meant_from_the_file_that_names_them(self) -> None:
        settings = self.load()
        assert settings.plugins == ("../lint", "../rules/mine", "acme.rules")
        assert (settings.baseline, settings.cache_dir) == ("../accepted.txt", "../../c")

    def test_origins_name_files_and_lines(self) -> None:
        settings = self.load(inline=["jobs = 3"], overrides={"preview": True})
        origins = {key: settings.origin(key) for key, _ in pickle.loads(pickle.dumps(settings)).origins}
        assert origins["ignore"] == "/p/a/tdomcheck.toml:3"
        assert origins["extend-ignore"] == "/p/base.toml:3, /p/a/tdomcheck.toml:4"
        assert origins["baseline"] == "/p/base.toml:8"
        assert (origins["jobs"], origins["preview"], origins["src"]) == ("--config", "command line", "default")

    def test_over_three_files(self) -> None:
        files = memory(
            {
                "/p/a.toml": "extend = 'b.toml'\njobs = 1",
                "/p/b.toml": "extend = 'pyproject.toml'\njobs = 2\nmax-warnings = 2",
                "/p/pyproject.toml": "[tool.tdomcheck]\njobs = 3\nmax-warnings = 3\npreview = true",
            }
        )
        settings = load_settings("/p/a.toml", catalog=CATALOG, files=files)
        assert (settings.jobs, settings.max_warnings, settings.preview) == (1, 2, True)


def test_real_files(tmp_path: Path) -> None:
    (tmp_path / "tdomcheck.toml").write_text("jobs = 4\n")
    assert load_settings(str(tmp_path / "tdomcheck.toml"), catalog=CATALOG).jobs == 4


def test_a_plugin_is_a_folder_if_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "lint").mkdir()
    (tmp_path / "app").mkdir()
    (tmp_path / "base.toml").write_text("plugins = ['lint', 'acme']\n")
    (tmp_path / "app" / "tdomcheck.toml").write_text("extend = '../base.toml'\n")
    settings = load_settings(str(tmp_path / "app" / "tdomcheck.toml"), catalog=CATALOG)
    assert settings.plugins == ("../lint", "acme")


def test_the_command_line_comes_after_inline_after_the_file() -> None:
    text = "jobs = 1\nmax-warnings = 1\npreview = true"
    settings = settings_of(text, inline=["jobs = 2\nmax-warnings = 2"], overrides={"jobs": 3})
    assert (settings.jobs, settings.max_warnings, settings.preview) == (3, 2, True)


def test_select_on_the_command_line_has_the_last_word() -> None:
    text = """
        extend-select = ["TDC2"]
        ignore = ["TDC101"]
        [[overrides]]
        paths = ["tests"]
        select = ["TDC102"]
        ignore = ["TDC2"]
        """
    settings = settings_of(text, overrides={"select": ["TDC101"]})
    assert (settings.select, settings.extend_select, settings.ignore) == (("TDC101",), (), ())
    assert settings.overrides == (Override(("tests",), ignore=("TDC2",)),)


def test_extend_select_on_the_command_line_adds() -> None:
    settings = settings_of('extend-select = ["TDC2"]\nignore = ["TDC1"]', overrides={"extend-select": ("TDC101",)})
    assert (settings.extend_select, settings.ignore) == (("TDC2", "TDC101"), ("TDC1",))


def test_a_catalogue_may_be_made_of_the_plugins() -> None:
    asked: list[tuple[tuple[str, ...], str]] = []

    def catalog(plugins: tuple[str, ...], root: str) -> Sequence[RuleInfo]:
        asked.append((plugins, root))
        return (*CATALOG, rule("ACME01", "own-rule"))

    files = memory({"/p/tdomcheck.toml": "plugins = ['lint']\nselect = ['own-rule', 'ACME']\n"})
    settings = load_settings("/p/tdomcheck.toml", catalog=catalog, files=files)
    assert settings.select == ("own-rule", "ACME")
    assert asked == [(("lint",), "/p")]


class TestFingerprint:
    def test_what_cannot_change_findings_does_not_change_it(self) -> None:
        settings = settings_of(EVERYTHING)
        same = replace(settings, jobs=9, cache_dir="x", max_warnings=7, root="/q", origins=(), unsafe_fixes=False)
        assert settings.fingerprint(CATALOG) == same.fingerprint(CATALOG)

    def test_the_order_of_the_catalogue_does_not_change_it(self) -> None:
        assert Settings().fingerprint(CATALOG) == Settings().fingerprint(CATALOG[::-1])

    def test_it_is_the_same_in_every_process(self) -> None:
        code = "from tdomcheck.config import Settings; print(Settings().fingerprint(()))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == Settings().fingerprint(())

    @pytest.mark.parametrize(
        "changed",
        [
            Settings(select=("TDC1",)),
            Settings(target_tdom="0.1.14"),
            Settings(profile="views"),
            Settings(preview=True),
            Settings(options=(("TDC101", (("limit", 4),)),)),
            Settings(overrides=(Override(("a",)),)),
        ],
        ids=["select", "target-tdom", "profile", "preview", "options", "overrides"],
    )
    def test_what_can_change_findings_changes_it(self, changed: Settings) -> None:
        assert changed.fingerprint(CATALOG) != Settings().fingerprint(CATALOG)

    def test_another_catalogue_changes_it(self) -> None:
        assert Settings().fingerprint(CATALOG) != Settings().fingerprint(CATALOG[1:])
