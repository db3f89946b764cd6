"""The table of the views profile, and which profile holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from config_examples import memory, rule, settings_of

from tdomcheck.config import Settings, load_settings, rules_for
from tdomcheck.config.describe import describe
from tdomcheck.config.profile import profile_reason
from tdomcheck.config.settings import ProjectViews
from tdomcheck.errors import ConfigError
from tdomcheck.model import OptionSpec

SUFFIX = OptionSpec("suffix", "str", "_view", "How names end.")
RETURNS = OptionSpec("returns", "list[str]", (), "What is returned.")
CATALOG = (
    rule("TDC001", "invalid-syntax"),
    rule("TDC002", "invalid-encoding"),
    rule("TDC101", "template-syntax", options=(SUFFIX,)),
    rule("TDC301", "view-decorator", options=(SUFFIX, RETURNS)),
)
EVERYTHING = """
    [views]
    decorators = ["shop.web.page", "view"]
    paths = ["**/pages/**"]
    suffix = "_page"
    class-suffix = "Page"
    returns = ["Response"]
    service-suffix = "forbid"
"""


def of(text: str, **more: object) -> Settings:
    """The settings that a text makes, for the catalogue above."""
    files = memory({"/p/tdomcheck.toml": text})
    return load_settings("/p/tdomcheck.toml", catalog=CATALOG, files=files, **more)  # type: ignore[arg-type]  # options


def options(text: str, code: str = "TDC301") -> dict[str, object]:
    """The options of a rule for a file."""
    return dict(rules_for(of(text), CATALOG, "a.py")[code].options)


class TestLeaveAlone:
    def test_without_the_table_the_rules_are_off(self) -> None:
        assert of("").views == ProjectViews()
        assert "TDC301" not in rules_for(of(""), CATALOG, "a.py")

    def test_a_profile_that_is_named_stays(self) -> None:
        settings = of('profile = "tdom-svcs"\n[views]\nsuffix = "_page"')
        assert settings.profile == "tdom-svcs"
        assert "TDC301" not in rules_for(settings, CATALOG, "a.py")

    def test_what_is_not_said_keeps_its_default(self) -> None:
        assert options("[views]") == {"suffix": "_view", "returns": ()}

    def test_rules_of_other_groups_do_not_hear_of_it(self) -> None:
        assert options('[views]\nsuffix = "_page"', "TDC101") == {"suffix": "_view"}

    def test_options_of_a_rule_say_more(self) -> None:
        text = '[views]\nsuffix = "_page"\n[options.TDC301]\nsuffix = "_x"'
        assert options(text) == {"suffix": "_x", "returns": ()}

    def test_so_do_those_of_an_override(self) -> None:
        text = '[views]\nsuffix = "_page"\n[[overrides]]\npaths = ["a.py"]\noptions.TDC301.suffix = "_x"'
        assert options(text) == {"suffix": "_x", "returns": ()}


class TestTable:
    def test_everything_is_read(self) -> None:
        assert settings_of(EVERYTHING).views == ProjectViews(
            decorators=("shop.web.page", "view"),
            paths=("**/pages/**",),
            suffix="_page",
            class_suffix="Page",
            returns=("Response",),
            service_suffix="forbid",
        )

    def test_it_goes_to_the_rules(self) -> None:
        assert options(EVERYTHING) == {"suffix": "_page", "returns": ("Response",)}

    def test_it_means_the_profile(self) -> None:
        settings = of("jobs = 1\n[views]")
        assert settings.profile == "views"
        assert settings.origin("profile") == "the table `views`, /p/tdomcheck.toml:2"
        assert profile_reason(settings) == "views, because of the table `views`, /p/tdomcheck.toml:2"

    def test_it_is_laid_over_what_is_inherited(self) -> None:
        files = memory(
            {
                "/p/tdomcheck.toml": 'extend = "base.toml"\n[views]\nsuffix = "_page"\nreturns = []',
                "/p/base.toml": '[views]\nsuffix = "_x"\nreturns = ["A"]\npaths = ["a/**"]',
            }
        )
        settings = load_settings("/p/tdomcheck.toml", catalog=CATALOG, files=files)
        assert settings.views == ProjectViews(suffix="_page", returns=(), paths=("a/**",))

    def test_it_changes_what_is_found(self) -> None:
        prints = {of(text).fingerprint(CATALOG) for text in ("", "[views]", '[views]\nsuffix = "_x"')}
        assert len(prints) == 3

    def test_it_is_described(self) -> None:
        assert 'views = { suffix = "_page" }\n' in describe(of('[views]\nsuffix = "_page"'), "views")
        assert "views = { returns = [] }\n" in describe(of("[views]\nreturns = []"), "views")
        assert "  default: {}\n" in describe(of(""), "views")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("views = 1", "`views` must be a table of names, not an integer"),
        ("views.sufix = ''", "unknown key `sufix`; did you mean `suffix`?"),
        ("views.suffix = ['_view']", "`views.suffix` must be a string, not an array"),
        ("views.decorators = 'view'", "`views.decorators` must be an array of strings, not a string"),
        ("views.returns = ['']", "`views.returns` has an empty entry"),
        ("views.service-suffix = 'forbidden'", "`service-suffix` must be one of `require`, `forbid`, `off`"),
    ],
)
def test_what_is_wrong_is_told(text: str, problem: str) -> None:
    with pytest.raises(ConfigError) as caught:
        of(text)
    assert problem in str(caught.value)


class TestAuto:
    def auto(self, root: Path, text: str = "") -> Settings:
        (root / "tdomcheck.toml").write_text(f'profile = "auto"\n{text}', encoding="utf-8")
        return load_settings(str(root / "tdomcheck.toml"), catalog=CATALOG)

    def put(self, root: Path, *names: str) -> None:
        for name in names:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).touch()

    def test_nothing_to_be_seen(self, tmp_path: Path) -> None:
        self.put(tmp_path, "shop/views.py", "shop/views/page.html", ".venv/views/a.py", "node_modules/views/a.py")
        self.put(tmp_path, "env/pyvenv.cfg", "env/lib/views/a.py")
        settings = self.auto(tmp_path)
        assert settings.profile == "tdom-svcs"
        assert profile_reason(settings).endswith(": no table `views`, and no folder `views` with Python files")

    def test_a_folder_with_views(self, tmp_path: Path) -> None:
        self.put(tmp_path, "src/shop/views/hello.py")
        settings = self.auto(tmp_path)
        assert settings.profile == "views"
        assert profile_reason(settings).endswith(":1: there are Python files in src/shop/views")
        assert profile_reason(settings).startswith("views, because of auto, ")
        assert "src/shop/views" in describe(settings, "profile")
        assert "TDC301" in rules_for(settings, CATALOG, "a.py")

    def test_the_table_decides_first(self, tmp_path: Path) -> None:
        settings = self.auto(tmp_path, "[views]")
        assert settings.profile == "views"
        assert "the table `views`" in profile_reason(settings)

    def test_the_root_itself_is_no_folder_of_views(self, tmp_path: Path) -> None:
        self.put(tmp_path, "views/a.py")
        assert self.auto(tmp_path / "views").profile == "tdom-svcs"

    def test_a_profile_that_is_named_is_explained_too(self) -> None:
        assert profile_reason(of("")) == "tdom-svcs, the default"
        assert profile_reason(of('profile = "views"')) == "views, because of /p/tdomcheck.toml:1"
