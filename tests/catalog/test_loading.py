"""Rules are found, imported and looked over; whatever goes wrong is said, all of it at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tdomcheck.catalog.load import load_entries, plugin_sources
from tdomcheck.catalog.manifest import open_catalog, sources_stamp
from tdomcheck.errors import CatalogError

GOOD = '''
from tdomcheck import authoring as td


class {name}(td.TemplateRule):
    """Docs.

    ## What

    ## Why

    ## Instead

    ## Example
    """

    CODE = "{code}"
    SLUG = "{slug}"
    GROUP = "templates"
    SUMMARY = "a summary"
    VALID = ["x = 1"]
    INVALID = [td.invalid("x = «2»")]
    {more}

    def check_template(self, template):
        pass
'''


def _rule(folder: Path, name: str, **changes: str) -> str:
    values = {"name": "Marquee", "code": "ACME101", "slug": "marquee", "more": "", **changes}
    path = folder / name
    path.write_text(GOOD.format(**values), encoding="utf-8")
    return str(path)


def _problems(*sources: str) -> str:
    with pytest.raises(CatalogError) as caught:
        load_entries(sources)
    return str(caught.value)


def test_a_good_rule_is_loaded(tmp_path: Path) -> None:
    (entry,) = load_entries([_rule(tmp_path, "marquee.py")])

    assert (entry.info.code, entry.class_name) == ("ACME101", "Marquee")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"code": "acme1"}, "its CODE is 'acme1'"),
        ({"slug": "Marquee Element"}, "its SLUG is 'Marquee Element'"),
        ({"more": "SEVERITY = 'bad'"}, "its SEVERITY is no td.Severity"),
        ({"more": "OTHER_SEVERITIES = ('bad',)"}, "its SEVERITY is no td.Severity, or one of its OTHER_SEVERITIES"),
        ({"more": "FIXABLE = 'perhaps'"}, "its FIXABLE is 'perhaps'"),
        ({"more": "VERSIONS = 'django>=5'"}, "its VERSIONS is 'django>=5'"),
        ({"more": "OPTIONS = (1,)"}, "its OPTIONS are not all made with td.option"),
        (
            {"more": "CODE = 'TDC999'"},
            "its CODE is TDC999; codes with TDC are those of tdomcheck",
        ),
        ({"more": "GATE = 'template'"}, "its GATE is no td.Gate"),
        ({"more": "OPTIONS = (td.option('a', 1, ''), td.option('a', 2, ''))"}, "it has two options 'a'"),
        (
            {"more": "VALID = [td.Valid('x', options={'nope': 1})]"},
            "VALID[0] sets the option 'nope', which is none of its OPTIONS",
        ),
        (
            {"more": "OPTIONS = (td.option('a', [], ''),)\n    VALID = [td.Valid('x', options={'a': 3})]"},
            "VALID[0] sets the option 'a' to 3; it takes list[str]",
        ),
        (
            {"more": "GATE = td.Gate(features={'tempalte'})"},
            "its GATE asks for the feature 'tempalte', which no file has; did you mean 'template'?",
        ),
        (
            {"more": "GATE = td.Gate(features={'zzz', td.Feature.SCAN})"},
            "its GATE asks for the feature 'zzz', which no file has; td.Feature and td.FeatureOf have them all",
        ),
        ({"more": "GATE = td.Gate(query='(nonsense')"}, "the query of its GATE does not compile"),
        ({"more": "VALID = []"}, "it has no VALID example"),
        ({"more": "SUMMARY = ''"}, "it declares no SUMMARY"),
        ({"more": "__doc__ = 'no sections'"}, "its docstring lacks the sections ## What"),
    ],
    ids=lambda value: next(iter(value.values())) if isinstance(value, dict) else "",
)
def test_what_a_rule_lacks_is_said(tmp_path: Path, changes: dict[str, str], sentence: str) -> None:
    assert sentence in _problems(_rule(tmp_path, "marquee.py", **changes))


def test_a_template_rule_without_a_check_is_said(tmp_path: Path) -> None:
    path = tmp_path / "marquee.py"
    path.write_text(Path(_rule(tmp_path, "a.py")).read_text(encoding="utf-8").replace("check_template", "look"))

    assert "it defines no check_template" in _problems(str(path))


def test_the_text_of_an_import_error_is_shown_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("\nimport nowhere_to_be_found\n", encoding="utf-8")

    text = _problems(str(path))

    assert "ModuleNotFoundError: No module named 'nowhere_to_be_found'" in text
    assert "line 2 of broken.py" in text


def test_a_file_without_a_rule_is_said(tmp_path: Path) -> None:
    path = tmp_path / "empty.py"
    path.write_text("from tdomcheck.authoring import Rule\n", encoding="utf-8")

    assert "it defines no rule" in _problems(str(path))


def test_a_code_and_a_slug_are_given_once(tmp_path: Path) -> None:
    text = _problems(_rule(tmp_path, "one.py"), _rule(tmp_path, "two.py"))

    assert "ACME101 is taken by Marquee" in text
    assert "marquee is taken by Marquee" in text


def test_all_problems_are_told_together(tmp_path: Path) -> None:
    text = _problems(
        _rule(tmp_path, "one.py", code="bad"), _rule(tmp_path, "two.py", slug="BAD"), str(tmp_path / "absent.py")
    )

    assert len(text.splitlines()) == 3


def test_a_folder_gives_its_rules_and_not_its_tests(tmp_path: Path) -> None:
    for name in ("rule.py", "test_rule.py", "_private.py", "notes.txt"):
        (tmp_path / name).touch()

    assert plugin_sources([str(tmp_path)], "") == [str(tmp_path / "rule.py")]


def test_a_changed_plugin_changes_the_stamp(tmp_path: Path) -> None:
    path = Path(_rule(tmp_path, "marquee.py"))
    before = sources_stamp([str(tmp_path)], "")
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")

    assert sources_stamp([str(tmp_path)], "") != before


class _Shelf(dict[str, str]):
    def get_text(self, key: str) -> str | None:
        return self.get(key)

    def put_text(self, key: str, text: str) -> None:
        self[key] = text


def test_the_catalogue_comes_back_from_its_manifest_as_it_was() -> None:
    shelf = _Shelf()
    first = open_catalog([], "", shelf)

    again = open_catalog([], "", shelf)

    assert again == first
    assert len(shelf) == 1


def test_a_damaged_manifest_is_made_anew() -> None:
    shelf = _Shelf()
    first = open_catalog([], "", shelf)
    for key in shelf:
        shelf[key] = "[["

    assert open_catalog([], "", shelf) == first
