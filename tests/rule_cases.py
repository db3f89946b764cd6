"""The cases of our rules that do not stand in their own files, as `tdomcheck rule test` finds them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tdomcheck.authoring.metadata import Described
from tdomcheck.contract.cases import NO_CASES, Cases, load_cases

FOLDER = Path(__file__).parent / "rules" / "cases"


@cache
def cases_of(rule: type[Described]) -> Cases:
    """The further cases of a rule of ours."""
    path = FOLDER / f"{rule.SLUG.replace('-', '_')}.py"
    return load_cases(str(path)) if path.is_file() else NO_CASES
