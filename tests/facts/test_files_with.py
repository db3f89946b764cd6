"""Which files say anything of a kind, whether their facts were decoded or are as they are kept."""

from __future__ import annotations

import pytest
from fact_examples import project_of

from tdomcheck.app.project_facts import LazyFacts
from tdomcheck.facts.project.modules import Project
from tdomcheck.model import codec

FILES = {
    "shop/db.py": "import svcs\n\n\nclass Db: ...\n\n\ndef setup(registry: svcs.Registry):\n"
    "    registry.register_value(Db, Db())\n",
    "shop/page.py": 'from tdom import html\n\npage = html(t"<p></p>")\n',
    "shop/plain.py": "def total(a, b):\n    return a + b\n",
    "shop/broken.py": "def (:\n",
    "shop/empty.py": "",
}
FRESH = project_of(FILES)
KEPT = Project(LazyFacts({path: codec.dumps_fields(facts) for path, facts in FRESH.facts.items()}))


@pytest.mark.parametrize("project", [FRESH, KEPT], ids=["fresh", "kept"])
@pytest.mark.parametrize(
    ("kind", "paths"),
    [
        ("registrations", ["shop/db.py"]),
        ("functions", ["shop/db.py", "shop/plain.py"]),
        ("features", ["shop/db.py", "shop/page.py"]),
        ("is_incomplete", ["shop/broken.py"]),
        ("scans", []),
    ],
)
def test_only_files_that_say_something_are_given(project: Project, kind: str, paths: list[str]) -> None:
    assert [path for path, _ in project.files_with(kind)] == paths


@pytest.mark.parametrize("kind", codec.field_names(type(FRESH.facts["shop/db.py"])))
def test_what_is_kept_tells_the_same(kind: str) -> None:
    assert [path for path, _ in KEPT.files_with(kind)] == [path for path, _ in FRESH.files_with(kind)]


@pytest.mark.parametrize("project", [FRESH, KEPT], ids=["fresh", "kept"])
def test_the_features_of_a_project_are_those_of_its_files(project: Project) -> None:
    assert project.features == FRESH.facts["shop/db.py"].features | FRESH.facts["shop/page.py"].features


@pytest.mark.parametrize("project", [FRESH, KEPT], ids=["fresh", "kept"])
def test_what_is_no_kind_is_refused(project: Project) -> None:
    with pytest.raises((AttributeError, KeyError)):
        project.files_with("registration")
