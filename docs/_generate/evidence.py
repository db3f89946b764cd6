"""What was observed and compared, as it is committed; refuses what was recorded for other examples."""

from __future__ import annotations

import json
import typing as t
from functools import cache
from pathlib import Path

from mistakes import CORRECT, MISTAKES
from observe import digest

FOLDER = Path(__file__).parents[1] / "evidence"


@cache
def observed() -> dict[str, t.Any]:  # what json holds
    """What the examples do under the real tdom."""
    found = _read("observed.json", "docs/evidence/observe.py")
    files = {mistake.slug: mistake.files for mistake in MISTAKES}
    files |= {correct.slug: (correct.file, correct.file) for correct in CORRECT}
    _same(files, found["examples"], "docs/evidence/observe.py")
    return found


@cache
def compared() -> dict[str, t.Any]:
    """What other tools say about the examples."""
    found = _read("compared.json", "benchmarks/compared.py")
    _same({mistake.slug: mistake.files for mistake in MISTAKES}, found["examples"], "benchmarks/compared.py")
    files = {correct.slug: (correct.file, correct.file) for correct in CORRECT}
    _same(files, found["t-linter on correct files"], "benchmarks/compared.py")
    return found


@cache
def renamed() -> dict[str, t.Any]:
    """What those who can rename made of a component and a prop; a test holds it to the project that is there now."""
    return _read("renamers.json", "benchmarks/renamers.py --write")


def _read(name: str, script: str) -> dict[str, t.Any]:
    path = FOLDER / name
    if not path.exists():
        raise SystemExit(f"docs/evidence/{name} is missing: run {script}")
    return t.cast("dict[str, t.Any]", json.loads(path.read_text(encoding="utf-8")))


def _same(files: dict[str, tuple[str, str]], recorded: dict[str, t.Any], script: str) -> None:
    changed = [slug for slug, both in files.items() if recorded.get(slug, {}).get("digest") != digest(*both)]
    gone = [slug for slug in recorded if slug not in files]
    if changed or gone:
        raise SystemExit(f"recorded for other examples: {', '.join([*changed, *gone])}; run {script}")
