"""Codemods in documents: code blocks are converted like files, but for those that show how it was before."""

from __future__ import annotations

from cli_running import Project

OLD = "```python\nfrom typing import List\n\nx: List[int] = []\n```\n"
CONVERTED = OLD.replace("x: List[int]", "x: list[int]")
AFTER = "```python\nx: list[int] = []\n```\n"
GUIDE = """\
# Guide

First:

{first}
## Migrate

Before:

{old}
After:

{after}
Old:

{old}
### The second

{old}
New:

{after}
```python
# before
{code}```

```python
# Before
from typing import List

x: List[int] = []

# After
x: list[int] = []
```

At last:

{first}"""


def guide(first: str) -> str:
    return GUIDE.format(first=first, old=OLD, after=AFTER, code=OLD.removeprefix("```python\n").removesuffix("```\n"))


def test_befores_of_a_migration_guide_stay(project: Project) -> None:
    project.write({"pyproject.toml": "[tool.tdomcheck]\n", "guide.md": guide(OLD)})
    outcome = project.tool("codemod", "run", "typing-to-abc")
    assert (outcome.code, outcome.err) == (0, "")
    assert project.text("guide.md") == guide(CONVERTED)
