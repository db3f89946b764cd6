"""Regenerate what the documents take from the code; with --check only say what is not in sync.

A block begins with `<!-- generated: NAME -->` or `<!-- output: ARGUMENTS -->` and ends with `<!-- end -->`. The pages
of the rules and the codemods, that of what they may ask and the two that are made of docs/evidence are generated as a
whole.
"""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path[:0] = [str(FOLDER), str(FOLDER / "evidence")]

from _generate import blocks, codemod_pages, compared, questions, rule_pages, told  # noqa: E402  # the folder must be known first

ROOT = FOLDER.parent
WHOLE = ("docs/rules", "docs/codemods")
"""Folders that hold generated pages and nothing else."""


def main(arguments: list[str]) -> int:
    """Write the documents, or name those that are out of date, missing or left over."""
    is_check = "--check" in arguments
    texts = documents()
    problems = [_problem(name, text, is_check=is_check) for name, text in texts.items()]
    pages = sorted(path for folder in WHOLE for path in (ROOT / folder).glob("*.md"))
    problems += [_left_over(path, is_check=is_check) for path in pages if _name(path) not in texts]
    found = [problem for problem in problems if problem]
    for problem in found:
        print(problem)
    if found and is_check:
        print("run python docs/generate.py")
    return 1 if found and is_check else 0


def documents() -> dict[str, str]:
    """What is taken from the code, by the name of its file."""
    return {
        **blocks.documents(),
        **rule_pages.pages(),
        **codemod_pages.pages(),
        "docs/what-tdom-tells-you.md": told.page(),
        "docs/compared.md": compared.page(),
        "docs/questions.md": questions.page(),
    }


def _problem(name: str, text: str, *, is_check: bool) -> str:
    path = ROOT / name
    before = path.read_text(encoding="utf-8") if path.exists() else None
    if text == before:
        return ""
    if is_check:
        return f"{name}: {'missing' if before is None else 'out of date'}"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return f"{name}: written"


def _left_over(path: Path, *, is_check: bool) -> str:
    if is_check:
        return f"{_name(path)}: left over; nothing has this name"
    path.unlink()
    return f"{_name(path)}: deleted; nothing has this name"


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
