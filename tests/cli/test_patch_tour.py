"""The page on patches is followed step by step: what it shows is what happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from cli_running import Project

PAGE = (Path(__file__).parent.parent.parent / "docs" / "patch.md").read_text(encoding="utf-8")
STEP = re.compile(
    r"<!-- (?P<kind>\w+)(?:: (?P<name>\S+))? -->\n(?P<ticks>`{3,})\w*\n(?P<body>.*?)^(?P=ticks)$",
    re.DOTALL | re.MULTILINE,
)
CARD = 'from tdom import html\n\n\ndef Card({}):\n    return html(t"<b>{{{}}}</b>")\n'
FURTHER = {
    "card.py": CARD.format("label: str", "label"),
    "page.py": """from tdom import html

from card import Card


def page():
    return html(t"<{Card} label=x />")
""",
    "rename.md": "```python\n# FILE: card.py\n# TARGET_NODE: function Card\n"
    + CARD.format("title: str", "title").partition("\n\n\n")[2]
    + "```\n",
}
"""What the page speaks of and does not show."""


def test_the_page_shows_what_happens(project: Project) -> None:
    kinds = []
    for step in STEP.finditer(PAGE):
        kind, name, body = step["kind"], step["name"], step["body"]
        kinds.append(kind)
        if kind == "file":
            project.write({name: body})
        elif kind == "then":
            assert project.text(name) == body
        elif kind == "code":
            exec(body, {})  # noqa: S102  # the page is ours
        else:
            if "rename.md" in body:
                project.write({**FURTHER, "pyproject.toml": '[project]\nname = "a"\ndependencies = ["tdom"]\n'})
            command, _, output = body.partition("\n")
            outcome = project.tool(*shlex.split(command.removeprefix("$ tdomcheck ")))
            assert outcome.out + outcome.err == output
            assert outcome.code == int(name or 0)
    assert sorted(set(kinds)) == ["code", "file", "run", "then"]
    assert len(kinds) >= 9
