"""A scenario on structural patches: many of them, of all sorts, for one long file."""

from __future__ import annotations

import os

from corpus import write_files
from measure import Contender
from peers import HERE
from scene import Scene
from tables import Demand, Report, cost_table

LINES = 5_000
PATCHES = 100
_OF_CLASS = 10
"""Lines of a class with its blank lines."""
_OPERATIONS = ("TARGET_NODE", "INSERT_AFTER", "TARGET_NODE", "INSERT_BEFORE", "DELETE_NODE")


def patches(scene: Scene) -> Report:
    """A hundred blocks of one document against as many parses of the file that comes of them."""
    folder = os.path.join(scene.scratch, "patches")

    def write() -> None:
        write_files(folder, {"long.py": long_file(), "answer.md": document(), "pyproject.toml": "[tool.tdomcheck]\n"})

    write()
    scene.run(scene.tdomcheck("patch", "answer.md"), folder)
    os.rename(os.path.join(folder, "long.py"), os.path.join(folder, "result.txt"))
    contenders = [
        Contender(f"{PATCHES} patches", scene.tdomcheck("patch", "answer.md"), write, codes=(0,)),
        Contender(
            f"{PATCHES} parses of the result",
            [scene.peers.python, os.path.join(HERE, "parses.py"), "result.txt", str(PATCHES)],
        ),
    ]
    patched, parsed = (contender.name for contender in contenders)
    costs = scene.compare(contenders, folder)
    title = f"{PATCHES} structural patches of a file of {long_file().count(chr(10)):,} lines"
    ratio = costs[patched].cpu / costs[parsed].cpu
    return Report((cost_table(title, costs, parsed),), (Demand(f"{title}: CPU / as many parses", ratio, 20),))


def long_file() -> str:
    """Classes with a method each, decorated and told about."""
    return '"""Generated."""\n\n\n' + "\n\n".join(_class(number) for number in range(LINES // _OF_CLASS))


def _class(number: int) -> str:
    return (
        f"# of {number}\nclass Part{number}:\n    limit = {number}\n\n    @property\n"
        f"    def size(self) -> int:\n        return {number} + self.limit\n\n"
    )


def document() -> str:
    """Every fifth class, by turns replaced, put beside another, and taken away."""
    step = LINES // _OF_CLASS // PATCHES
    return "\n".join(_block(number * step, _OPERATIONS[number % len(_OPERATIONS)]) for number in range(PATCHES))


def _block(number: int, operation: str) -> str:
    text = f"def size(self) -> int:\n  if self.limit:\n    return {number}\n  return 0\n"
    name = f"Part{number}.size"
    text = "" if operation == "DELETE_NODE" else text
    return f"```python\n# FILE: long.py\n# {operation}: method {name}\n{text}```\n"
