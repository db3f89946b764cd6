"""The place that a registration is for, however its path is spelt."""

from __future__ import annotations

import pytest
from fact_examples import project_of

from tdomcheck.facts.extract.file import facts_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.application import Application
from tdomcheck.source.text import SourceText

HEAD = "import pathlib\nfrom pathlib import PurePath\nfrom svcs_hopscotch.injectors import injectable\n"


def location(given: str, before: str = "") -> str:
    text = f"{HEAD}{before}\n\n@injectable(for_=Menu, location={given})\nclass French(Menu): ...\n"
    (found,) = facts_of(ModuleView(SourceText(text.encode()))).registrations
    return found.lookup.location


@pytest.mark.parametrize(
    ("given", "before"),
    [
        ('PurePath("/fr")', ""),
        ("PurePath('/fr/')", ""),
        ('PurePath("/", "fr")', ""),
        ('(pathlib.PurePath("/fr"))', ""),
        ('pathlib.PurePosixPath("/fr//")', ""),
        ("FRANCE", 'FRANCE = PurePath("/fr")'),
    ],
)
def test_a_path_is_told_by_what_it_means(given: str, before: str) -> None:
    assert location(given, before) == 'PurePath("/fr")'


@pytest.mark.parametrize(
    ("given", "before", "expected"),
    [
        ("FRANCE", 'FRANCE = PurePath("/fr")\nFRANCE = other', "FRANCE"),
        ("FRANCE", "from shop import FRANCE", "shop.FRANCE"),
        ('PurePath("/fr") / "x"', "", 'PurePath("/fr") / "x"'),
        ('PurePath(f"/{lang}")', "", 'PurePath(f"/{lang}")'),
        ("PurePath(*parts)", "", "PurePath(*parts)"),
        ('Path("/fr")', "", 'Path("/fr")'),
        ("None", "", ""),
        ('PurePath("fr")', "", 'PurePath("fr")'),
        ("PurePath()", "", 'PurePath(".")'),
    ],
)
def test_what_is_not_known_keeps_its_text_or_name(given: str, before: str, expected: str) -> None:
    assert location(given, before) == expected


def test_a_path_of_another_module_is_looked_up() -> None:
    project = project_of(
        {
            "shop/places.py": "from pathlib import PurePath\n\nFRENCH = PurePath('/fr')\n"
            "MOVED = PurePath('/a')\nMOVED = 1",
            "shop/site.py": "from svcs_hopscotch.injectors import injectable\n"
            "from shop.places import FRENCH, MOVED\n\nclass Menu: ...\n\n"
            "@injectable(for_=Menu, location=FRENCH)\nclass French(Menu): ...\n\n"
            "@injectable(for_=Menu, location=MOVED)\nclass Moved(Menu): ...\n",
        }
    )

    found = [provision.fact.lookup.location for provision in Application.of(project).provisions]

    assert found == ['PurePath("/fr")', "shop.places.MOVED"]
