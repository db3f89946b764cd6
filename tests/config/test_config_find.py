"""Which configuration a folder has: the closest, each file read once, and nothing skipped in silence."""

from __future__ import annotations

from pathlib import Path

import pytest
from config_examples import CATALOG, memory

from tdomcheck.config import SettingsCache, find_config
from tdomcheck.config.documents import ConfigFiles
from tdomcheck.errors import ConfigError

OURS = "[tool.tdomcheck]\njobs = 2\n"


def test_no_configuration_at_all() -> None:
    assert find_config("/p/src", files=memory({})) is None


def test_a_pyproject_without_our_table_is_passed_over() -> None:
    files = memory({"/p/src/pyproject.toml": "[project]\nname = 'tdomcheck-user'\n", "/p/tdomcheck.toml": ""})
    assert find_config("/p/src", files=files) == "/p/tdomcheck.toml"


def test_a_broken_pyproject_that_does_not_know_us_is_none_of_our_business() -> None:
    assert find_config("/p", files=memory({"/p/pyproject.toml": "[project\n"})) is None


def test_a_file_that_is_no_toml_table_of_tools_is_passed_over() -> None:
    assert find_config("/p", files=memory({"/p/pyproject.toml": "tool = 'tdomcheck'\n"})) is None


@pytest.mark.parametrize(("repository", "expected"), [("/p/a", None), ("/p", "/p/tdomcheck.toml")])
def test_the_search_ends_at_the_root_of_the_repository(repository: str, expected: str | None) -> None:
    files = memory({"/p/tdomcheck.toml": "", f"{repository}/.git": "gitdir: elsewhere"})
    assert find_config("/p/a/b", files=files) == expected


@pytest.mark.parametrize("name", ["tdomcheck.toml", ".tdomcheck.toml", "pyproject.toml"])
def test_the_closest_wins(name: str) -> None:
    files = memory({f"/p/a/{name}": OURS if name == "pyproject.toml" else "", "/p/tdomcheck.toml": ""})
    assert find_config("/p/a/b/c", files=files) == f"/p/a/{name}"


def test_a_file_of_its_own_comes_before_pyproject() -> None:
    files = memory({"/p/pyproject.toml": OURS, "/p/.tdomcheck.toml": "", "/p/tdomcheck.toml": ""})
    assert find_config("/p", files=files) == "/p/tdomcheck.toml"


def test_a_broken_pyproject_that_knows_us_is_an_error() -> None:
    with pytest.raises(ConfigError, match=r"pyproject.toml:1: not valid TOML: Expected"):
        find_config("/p", files=memory({"/p/pyproject.toml": "[tool.tdomcheck\n"}))


def test_our_table_must_be_a_table() -> None:
    with pytest.raises(ConfigError, match=r"pyproject.toml:2: `tool.tdomcheck` must be a table"):
        find_config("/p", files=memory({"/p/pyproject.toml": "[tool]\ntdomcheck = 3\n"}))


def test_a_folder_that_cannot_be_looked_into_is_an_error() -> None:
    def refuse(path: str) -> bool:
        raise PermissionError(13, "Permission denied", path)

    with pytest.raises(ConfigError) as caught:
        find_config("/p/src", files=ConfigFiles(exists=refuse))
    assert caught.value.problems == ("cannot look for a configuration in /p: Permission denied",)


def test_a_broken_link_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "tdomcheck.toml").symlink_to("gone.toml")
    path = find_config(str(tmp_path))
    assert path == str(tmp_path / "tdomcheck.toml")
    with pytest.raises(ConfigError, match=r"cannot read the configuration .*: No such file"):
        SettingsCache(CATALOG).settings_for(str(tmp_path))


def test_a_folder_in_place_of_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "tdomcheck.toml").mkdir()
    with pytest.raises(ConfigError, match=r"cannot read the configuration .*: Is a directory"):
        SettingsCache(CATALOG).settings_for(str(tmp_path))


def test_a_relative_folder_is_taken_from_the_current_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tdomcheck.toml").write_text("")
    (tmp_path / "src").mkdir()
    monkeypatch.chdir(tmp_path / "src")
    assert find_config(".") == str(tmp_path / "tdomcheck.toml")


class TestCache:
    def test_without_a_configuration_the_defaults_hold_for_the_root(self) -> None:
        cache = SettingsCache(CATALOG, root="/p", files=memory({}))
        assert cache.settings_for("/p/src").root == "/p"
        assert cache.settings_for("/p/src") is cache.settings_for("/p/lib")

    def test_isolated_looks_at_nothing(self) -> None:
        cache = SettingsCache(CATALOG, is_isolated=True, files=memory({"/p/tdomcheck.toml": "jobs = 3"}))
        assert cache.settings_for("/p").jobs == 0
        assert "/p/tdomcheck.toml" not in cache.watched

    def test_a_named_configuration_holds_everywhere(self) -> None:
        files = memory({"/p/a/tdomcheck.toml": "jobs = 3", "/p/other.toml": "jobs = 5"})
        cache = SettingsCache(CATALOG, config="/p/other.toml", files=files)
        assert cache.settings_for("/p/a").jobs == 5

    def test_each_folder_has_its_closest(self) -> None:
        files = memory({"/p/a/tdomcheck.toml": "jobs = 3", "/p/pyproject.toml": OURS})
        cache = SettingsCache(CATALOG, files=files)
        found = [cache.settings_for(folder).jobs for folder in ("/p/b", "/p/a/x/y", "/p", "/p/a")]
        assert found == [2, 3, 2, 3]
        assert [settings.source for settings in cache.all_settings] == ["/p/a/tdomcheck.toml", "/p/pyproject.toml"]

    def test_each_file_is_read_once(self) -> None:
        reads: list[str] = []

        def read(path: str) -> bytes:
            reads.append(path)
            return OURS.encode()

        cache = SettingsCache(CATALOG, files=ConfigFiles(read, {"/p/pyproject.toml"}.__contains__))
        for folder in ("/p/a", "/p/b/c", "/p"):
            cache.settings_for(folder)
        assert reads == ["/p/pyproject.toml"]

    def test_it_watches_what_it_read_and_what_it_missed(self) -> None:
        files = memory({"/p/tdomcheck.toml": "extend = '../base.toml'", "/base.toml": ""})
        cache = SettingsCache(CATALOG, files=files)
        cache.settings_for("/p/src")
        assert cache.watched == (
            "/.git",
            "/base.toml",
            "/p/.git",
            "/p/src/.git",
            "/p/src/.tdomcheck.toml",
            "/p/src/pyproject.toml",
            "/p/src/tdomcheck.toml",
            "/p/tdomcheck.toml",
        )

    def test_the_command_line_holds_for_all(self) -> None:
        files = memory({"/p/a/tdomcheck.toml": "jobs = 3"})
        cache = SettingsCache(CATALOG, {"jobs": 7}, ["preview = true"], files=files)
        assert [(cache.settings_for(f).jobs, cache.settings_for(f).preview) for f in ("/p/a", "/q")] == [(7, True)] * 2

    def test_the_root_of_the_file_system_speaks_for_who_stands_there(self) -> None:
        files = {"/tdomcheck.toml": "jobs = 3"}
        assert SettingsCache(CATALOG, root="/p", files=memory(files)).settings_for("/p/a").jobs == 0
        assert SettingsCache(CATALOG, root="/", files=memory(files)).settings_for("/p/a").jobs == 3

    def test_a_thousand_folders_read_their_file_once_and_ask_each_folder_once(self) -> None:
        read, asked = [], []
        files = memory({"/p/tdomcheck.toml": ""})
        counting = ConfigFiles(
            lambda path: read.append(path) or files.read(path), lambda path: asked.append(path) or files.exists(path)
        )
        cache = SettingsCache(CATALOG, files=counting)
        for number in range(1_000):
            cache.settings_for(f"/p/{number % 50}/{number}")
        assert read == ["/p/tdomcheck.toml"]
        assert len(asked) == len(set(asked))
