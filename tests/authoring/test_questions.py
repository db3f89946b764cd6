"""The page of what a rule may ask: every name that is offered has an entry, and every entry an answer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs"))

from _generate import questions

WRITTEN = [section for section in questions.SECTIONS if (questions.SOURCES / f"{section}.md").exists()]


@pytest.mark.parametrize("section", WRITTEN)
def test_every_name_of_a_section_has_one_entry_that_answers(section: str) -> None:
    assert list(questions.troubles(section)) == []
