"""Which plugins are loaded: those that the user chose by standing in a project, and no others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from cli_running import CLEAN, MISMATCHED, Outcome, Project, plugin_source

from tdomcheck.edges import snapshot

VERBS = [
    ("check", "--no-cache", "."),
    ("check", "--show-files", "."),
    ("check", "--why", "src/a.py"),
    ("check", "--show-settings"),
    ("check", "--explain-target"),
    ("fix", "--diff", "."),
    ("fix", "."),
    ("graph", "--src", "."),
    ("find", "x", "."),
    ("rule", "--all"),
    ("rule", "test", "TDC906"),
    ("config",),
    ("config", "--schema"),
]
STRANGER = 4321
FROM_THE_TOP = ["rules/own.py", "rules/deep/own.py", "rules/deep", "rules", ".", "tdomcheck.toml"]
NEEDS_OWNERS = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")


class Planted(Project):
    """A project whose plugins tell when they are imported."""

    def plant(self, name: str = "rules/own.py", code: str = "XYZ001") -> None:
        mark = f"__import__('pathlib').Path({str(self.mark)!r}).touch()\n"
        source = plugin_source('def visit_Name(self, node: cst.Name) -> None:\n    self.report(node, "seen")\n')
        slug = f"own-{code.lower()}"
        self.write({name: source.replace("XYZ001", code).replace("own-rule", slug) + "\n\n" + mark})

    @property
    def mark(self) -> Path:
        return self.root.parent / "imported"

    def is_loaded(self) -> bool:
        """Whether a plugin was imported since this was asked before."""
        was_loaded = self.mark.exists()
        self.mark.unlink(missing_ok=True)
        return was_loaded


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: Callable[..., Outcome]) -> Planted:
    """A repository that is the current folder; no manifest of another run stands in for an import."""
    root = tmp_path / "place"
    (root / ".git").mkdir(parents=True)
    monkeypatch.chdir(root)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("TDOMCHECK_TRUST_PLUGINS", raising=False)
    made = Planted(root, tool)
    made.write({"src/a.py": CLEAN})
    return made


def give_away(path: Path) -> None:
    """Make a file or folder somebody else's; who may not do that becomes somebody else."""
    if os.geteuid() == 0:
        os.chown(path, STRANGER, -1)
    else:
        pytest.skip("only root may give files away")


class TestOwnProject:
    @pytest.mark.parametrize("start", [".", "src"])
    def test_plugins_of_the_project_around_the_current_folder_are_loaded(
        self, place: Planted, monkeypatch: pytest.MonkeyPatch, start: str
    ) -> None:
        place.write({"tdomcheck.toml": 'plugins = ["rules"]\nexclude = ["rules"]\n', "src/b.py": "x = 1\n"})
        place.plant()
        monkeypatch.chdir(place.root / start)
        assert "XYZ001" in place.findings()
        assert place.is_loaded()

    @pytest.mark.parametrize("plugin", ["../rules", "rules/../../rules"])
    def test_but_not_from_above_its_root(self, place: Planted, plugin: str) -> None:
        place.write({"tdomcheck.toml": f'plugins = ["{plugin}"]\n', "rules/x.txt": ""})
        place.plant("../rules/own.py")
        outcome = place.check()
        assert outcome.code == 2
        assert f"tdomcheck.toml: the plugin {plugin} is not loaded: it lies outside of the project" in outcome.err
        assert "pass --trust-plugins" in outcome.err
        assert not place.is_loaded()

    @pytest.mark.parametrize("link", ["rules", "rules/own.py"])
    def test_nor_through_a_link(self, place: Planted, link: str) -> None:
        place.write({"tdomcheck.toml": 'plugins = ["rules"]\n'})
        place.plant("../elsewhere/own.py")
        target = place.root.parent / "elsewhere"
        (place.root / link).parent.mkdir(exist_ok=True)
        (place.root / link).symlink_to(target if link == "rules" else target / "own.py")
        outcome = place.check()
        assert outcome.code == 2
        assert "is not loaded: it lies outside of the project" in outcome.err
        assert not place.is_loaded()

    def test_nor_from_a_configuration_elsewhere_that_it_extends(self, place: Planted) -> None:
        place.write({"tdomcheck.toml": 'extend = "../base/tdomcheck.toml"\n'})
        place.write({"../base/tdomcheck.toml": 'plugins = ["rules"]\n'})
        place.plant("../base/rules/own.py")
        outcome = place.check()
        assert outcome.code == 2
        assert "is named by a file outside of the project" in outcome.err
        assert not place.is_loaded()

    def test_nor_because_a_configuration_elsewhere_names_what_is_here(self, place: Planted) -> None:
        place.write({"tdomcheck.toml": 'extend = "../base/tdomcheck.toml"\n'})
        place.write({"../base/tdomcheck.toml": 'plugins = ["../place/rules"]\n'})
        place.plant()
        outcome = place.check()
        assert outcome.code == 2
        assert "is named by a file outside of the project" in outcome.err
        assert not place.is_loaded()

    @pytest.mark.parametrize("way", ["option", "environment"])
    def test_unless_the_user_says_so(self, place: Planted, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
        place.write({"tdomcheck.toml": 'plugins = ["../rules"]\n', "src/b.py": "x = 1\n"})
        place.plant("../rules/own.py")
        if way == "environment":
            monkeypatch.setenv("TDOMCHECK_TRUST_PLUGINS", "1")
        assert "XYZ001" in place.findings(*(["--trust-plugins"] if way == "option" else []))

    @pytest.mark.parametrize("verb", VERBS, ids=" ".join)
    def test_all_verbs_take_the_options(self, place: Planted, verb: tuple[str, ...]) -> None:
        place.write({"tdomcheck.toml": 'plugins = ["../rules"]\nexclude = ["rules"]\n'})
        place.plant("../rules/own.py")
        assert place.tool(*verb).code == 2
        assert not place.is_loaded()
        assert place.tool(*verb, "--trust-plugins").code != 2
        assert place.is_loaded()
        assert place.tool(*verb, "--safe").code != 2
        assert not place.is_loaded()


@NEEDS_OWNERS
class TestOwners:
    @pytest.mark.parametrize(
        "name", ["rules/own.py", "rules/deep/own.py", "rules/deep", "rules", ".", "tdomcheck.toml"]
    )
    def test_what_somebody_else_owns_is_refused(self, place: Planted, name: str) -> None:
        place.write({"tdomcheck.toml": 'plugins = ["rules/deep"]\n'})
        place.plant("rules/deep/own.py")
        place.plant("rules/own.py", "XYZ002")
        give_away(place.root / name)
        outcome = place.check()
        is_on_the_way = name != "rules/own.py"
        assert (outcome.code == 2, place.is_loaded()) == (is_on_the_way, not is_on_the_way)
        if is_on_the_way:
            shown = "the folder of the project" if name == "." else name
            assert f"{shown} belongs to another user (number {STRANGER})" in outcome.err
            assert "--trust-plugins" in outcome.err
            assert "TDOMCHECK_TRUST_PLUGINS=1" in outcome.err

    def test_also_beside_the_rules_where_they_may_be_imported_from(self, place: Planted) -> None:
        place.write({"tdomcheck.toml": 'plugins = ["rules"]\n', "rules/shared/helper.py": ""})
        place.plant()
        give_away(place.root / "rules/shared/helper.py")
        assert place.check().code == 2
        assert not place.is_loaded()

    def test_what_root_owns_is_taken(self, place: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
        if os.geteuid() != 0:
            pytest.skip("only root has files of root in a folder of its own")
        place.write({"tdomcheck.toml": 'plugins = ["rules"]\n'})
        place.plant()
        monkeypatch.setattr(os, "geteuid", lambda: STRANGER)
        assert place.check().code != 2
        assert place.is_loaded()

    def test_another_owner_is_another_user_for_root_too(self, place: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
        """The workspace of a container belongs to the user of the host."""
        place.write({"tdomcheck.toml": 'plugins = ["rules"]\n'})
        place.plant()
        give_away(place.root)
        assert place.check().code == 2
        monkeypatch.setenv("TDOMCHECK_TRUST_PLUGINS", "1")
        assert place.check().code != 2
        assert place.is_loaded()

    def test_without_owners_the_question_is_skipped_and_that_is_said(
        self, place: Planted, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        place.write({"tdomcheck.toml": 'plugins = ["rules"]\n'})
        place.plant()
        monkeypatch.delattr(os, "geteuid")
        outcome = place.check()
        assert outcome.code != 2
        assert outcome.err.startswith("warning: this system does not say who owns a file")
        assert place.is_loaded()
        assert place.check("--trust-plugins").err == ""


KEYS = ['severity = { EVIL001 = "off" }', "options.EVIL001.limit = 1", 'ignore = ["EVIL"]']


class TestNested:
    @pytest.fixture(params=["configuration", "submodule"])
    def nested(self, place: Planted, request: pytest.FixtureRequest) -> Planted:
        place.write({"vendor/lib/tdomcheck.toml": 'plugins = ["evil.py"]\nselect = ["ALL", "EVIL001"]\n'})
        place.write({"vendor/lib/page.py": MISMATCHED, "tdomcheck.toml": ""})
        place.plant("vendor/lib/evil.py", "EVIL001")
        if request.param == "submodule":
            place.write({"vendor/lib/.git": "gitdir: ../../.git/modules/lib\n"})
        return place

    @pytest.mark.parametrize("verb", VERBS, ids=" ".join)
    def test_no_verb_loads_them(self, nested: Planted, verb: tuple[str, ...]) -> None:
        outcome = nested.tool(*verb)
        assert outcome.code in {0, 1}, outcome.err
        assert not nested.is_loaded()

    def test_trust_in_the_own_project_is_not_trust_in_those(self, nested: Planted) -> None:
        assert nested.check("--trust-plugins").code == 1
        assert not nested.is_loaded()

    def test_it_is_told_and_the_rest_is_judged(self, nested: Planted) -> None:
        outcome = nested.check()
        assert outcome.code == 1
        assert "TDC101" in outcome.out
        assert "warning: vendor/lib/tdomcheck.toml: its plugins (evil.py) are not loaded: " in outcome.err
        is_submodule = (nested.root / "vendor/lib/.git").exists()
        assert ("list its folder in `workspaces` of tdomcheck.toml" in outcome.err) is not is_submodule

    def test_the_ledger_says_what_did_not_run(self, nested: Planted) -> None:
        rules = nested.check("--output-format", "json").json["summary"]["ledger"]["rules"]
        found = {rule["code"]: (rule["state"], rule["detail"]) for rule in rules}
        assert found["EVIL001"] == ("not applicable", "untrusted")
        assert found["evil.py"] == ("not applicable", "untrusted plugin of vendor/lib/tdomcheck.toml")

    def test_a_suppression_of_their_rules_is_not_unknown(self, nested: Planted) -> None:
        nested.write({"vendor/lib/page.py": "x = 1  # tdomcheck: ignore[EVIL001] theirs\n"})
        assert nested.findings("vendor/lib/page.py") == ()

    @pytest.mark.parametrize(
        "key", ['severity = { EVIL001 = "off" }', "options.EVIL001.limit = 1", 'ignore = ["EVIL"]']
    )
    def test_nor_does_any_key_that_names_them_stop_the_run(self, nested: Planted, key: str) -> None:
        nested.write({"vendor/lib/tdomcheck.toml": f'plugins = ["evil.py"]\n{key}\n'})
        assert nested.check().code == 1

    def test_a_misspelt_key_still_stops_it(self, nested: Planted) -> None:
        nested.write({"vendor/lib/tdomcheck.toml": 'plugins = ["evil.py"]\nselct = ["ALL"]\n'})
        assert nested.check().code == 2

    def test_a_plugin_that_is_not_there_is_not_looked_for(self, nested: Planted) -> None:
        nested.write({"vendor/lib/tdomcheck.toml": 'plugins = ["gone", "antigravity"]\n'})
        assert nested.check().code == 1
        assert "antigravity" not in sys.modules

    def test_a_project_that_only_a_path_names(self, nested: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(nested.root / "src")
        assert nested.check("../vendor/lib").code == 1
        monkeypatch.chdir(nested.root.parent)
        outcome = nested.check("place/vendor/lib")
        assert outcome.code == 1
        assert "are not loaded: the run was not started in that project" in outcome.err
        assert not nested.is_loaded()

    def test_whoever_goes_there_trusts_them(self, nested: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(nested.root / "vendor/lib")
        assert "EVIL001" in nested.findings()

    def test_whoever_names_the_configuration_trusts_them(self, nested: Planted) -> None:
        assert "EVIL001" in nested.findings("--config", "vendor/lib/tdomcheck.toml", "vendor/lib/page.py")

    def test_what_the_command_line_names_is_meant_from_the_current_folder(self, nested: Planted) -> None:
        """A plugin of the same name further down is another one."""
        nested.plant("mine.py")
        nested.write({"vendor/lib/tdomcheck.toml": "", "vendor/lib/page.py": "x = 1\n"})
        mark = nested.root.parent / "wrong"
        nested.write({"vendor/lib/mine.py": f"open({str(mark)!r}, 'w')\n"})
        assert "XYZ001" in nested.findings("--config", 'plugins = ["mine.py"]', "vendor/lib/page.py")
        assert not mark.exists()


class TestWorkspaces:
    def make(self, place: Planted, member: str = "packages/a") -> None:
        place.write({"tdomcheck.toml": 'workspaces = ["packages/*"]\n'})
        place.write({f"{member}/tdomcheck.toml": 'plugins = ["own.py"]\n', f"{member}/page.py": "x = 1\n"})
        place.plant(f"{member}/own.py")

    def test_those_that_the_root_lists_are_loaded(self, place: Planted) -> None:
        self.make(place)
        assert "XYZ001" in place.findings()

    @pytest.mark.parametrize("member", ["packages/a/vendor/lib", "other/a"])
    def test_and_no_others(self, place: Planted, member: str) -> None:
        self.make(place, member)
        assert place.findings() == ()
        assert not place.is_loaded()

    @NEEDS_OWNERS
    def test_a_member_of_another_owner_is_refused_like_any_nested_one(self, place: Planted) -> None:
        self.make(place)
        give_away(place.root / "packages/a/own.py")
        outcome = place.check()
        assert outcome.code == 0
        assert "packages/a/own.py belongs to another user" in outcome.err
        assert not place.is_loaded()


class TestSafe:
    def test_no_plugin_is_loaded_and_that_is_no_mistake(self, place: Planted) -> None:
        place.write({"tdomcheck.toml": 'plugins = ["rules", "nowhere"]\nselect = ["ALL", "XYZ001"]\n'})
        place.plant()
        outcome = place.check("--safe", "--output-format", "json")
        assert (outcome.code, outcome.err) == (0, "")
        rules = {rule["code"]: rule["detail"] for rule in outcome.json["summary"]["ledger"]["rules"]}
        assert (rules["XYZ001"], rules["rules"]) == ("safe", "safe: plugin of tdomcheck.toml")
        assert not place.is_loaded()

    def test_nor_one_that_the_command_line_or_the_environment_asks_for(
        self, place: Planted, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        place.plant()
        monkeypatch.setenv("TDOMCHECK_TRUST_PLUGINS", "1")
        assert place.check("--safe", "--config", 'plugins = ["rules"]').code == 0
        assert not place.is_loaded()

    @pytest.mark.parametrize(("target", "code"), [("../base.toml", 2), ("link.toml", 2), ("base.toml", 0)])
    def test_extend_does_not_leave_the_checkout(self, place: Planted, target: str, code: int) -> None:
        place.write({"tdomcheck.toml": f'extend = "{target}"\n', "base.toml": "", "../base.toml": 'x = "SECRET"\n'})
        (place.root / "link.toml").symlink_to(place.root.parent / "base.toml")
        outcome = place.check("--safe")
        assert outcome.code == code, outcome.err
        assert "SECRET" not in outcome.out + outcome.err


class TestImporting:
    def test_planted_bytecode_is_not_read(self, place: Planted) -> None:
        import importlib.util
        import py_compile

        place.write({"tdomcheck.toml": 'plugins = ["rules"]\n', "evil.py": f"open({str(place.mark)!r}, 'w')\n"})
        source = plugin_source("")
        place.write({"rules/own.py": source})
        cached = importlib.util.cache_from_source(str(place.root / "rules/own.py"))
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(place.root / "evil.py"), cached, invalidation_mode=mode)
        assert place.check().code == 0
        assert not place.is_loaded()

    def test_no_bytecode_is_left(self, place: Planted) -> None:
        place.write({"tdomcheck.toml": 'plugins = ["rules"]\nexclude = ["rules"]\n'})
        place.plant()
        place.check()
        assert sorted(os.listdir(place.root / "rules")) == ["own.py"]

    def test_the_folder_of_a_plugin_is_not_importable(self, place: Planted) -> None:
        """What lies beside a plugin shadows no module of anybody."""
        mark = f"__import__('pathlib').Path({str(place.mark)!r}).touch()\n"
        place.write({"tdomcheck.toml": 'plugins = ["rules"]\n', "rules/colorsys.py": mark})
        place.write({"rules/own.py": plugin_source("") + "\n\nimport colorsys\n"})
        before = list(sys.path)
        outcome = place.check()
        assert "rules/colorsys.py: it defines no rule" in outcome.err  # as a plugin it was loaded, and told
        place.is_loaded()
        place.write({"tdomcheck.toml": 'plugins = ["rules/own.py"]\n'})
        assert place.check().code == 0
        assert not place.is_loaded()
        assert sys.path == before

    def test_a_module_by_name_is_not_looked_for_in_the_checked_folder(self, place: Planted) -> None:
        place.write({"tdomcheck.toml": 'plugins = ["ownrules.first"]\n', "ownrules/__init__.py": ""})
        place.plant("ownrules/first.py")
        outcome = place.check()
        assert outcome.code == 2
        assert "No module named 'ownrules'" in outcome.err
        assert not place.is_loaded()

    def test_but_where_the_user_put_it_on_the_path(self, place: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
        place.write(
            {"tdomcheck.toml": 'plugins = ["ownrules_b.first"]\n', "ownrules_b/__init__.py": "", "b.py": "x = 1\n"}
        )
        place.plant("ownrules_b/first.py")
        monkeypatch.syspath_prepend(str(place.root))
        assert "XYZ001" in place.findings("b.py")

    @NEEDS_OWNERS
    def test_and_then_its_owner_counts(self, place: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
        place.write(
            {"tdomcheck.toml": 'plugins = ["ownrules_c.first"]\n', "ownrules_c/__init__.py": "", "b.py": "x = 1\n"}
        )
        place.plant("ownrules_c/first.py")
        monkeypatch.syspath_prepend(str(place.root))
        give_away(place.root / "ownrules_c/__init__.py")
        assert place.check("b.py").code == 2
        assert not place.is_loaded()


def test_the_environment_takes_words_for_yes_and_no(place: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    place.write({"tdomcheck.toml": 'plugins = ["../rules"]\n'})
    place.plant("../rules/own.py")
    answers: Mapping[str, bool] = {"1": True, "true": True, "0": False, "": False, "false": False}
    for word, is_trusted in answers.items():
        monkeypatch.setenv("TDOMCHECK_TRUST_PLUGINS", word)
        assert (place.check().code != 2) is is_trusted


def test_an_answer_of_a_run_that_trusted_is_not_replayed_to_one_that_does_not() -> None:
    trusted = {"TDOMCHECK_TRUST_PLUGINS": "1"}
    assert snapshot.key_of(["check"], trusted) != snapshot.key_of(["check"], {})
