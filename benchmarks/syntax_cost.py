"""Seconds for a bare tree-sitter parse of the files below a folder, and for judging their syntax, as JSON.

Run by the Python of the contenders. The one query over the tree that facts and syntax share is not part of either; what
the syntax adds to it is a twentieth of a parse.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import tree_sitter

from tdomcheck.errors import Undecodable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import PYTHON
from tdomcheck.syntax import judge_syntax

ROUNDS = 3
Item = TypeVar("Item")


def _sources(folder: str) -> Iterator[SourceText]:
    for path, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "site-packages"]
        for name in names:
            if name.endswith(".py"):
                with open(os.path.join(path, name), "rb") as file:
                    try:
                        yield SourceText(file.read())
                    except Undecodable:
                        continue


def _seconds(work: Callable[[Item], object], items: Sequence[Item]) -> float:
    started = time.process_time()
    for item in items:
        work(item)
    return time.process_time() - started


def main(folder: str) -> None:
    """Print the least of several rounds."""
    sources = list(_sources(folder))
    parses, judgements = [], []
    for _ in range(ROUNDS):
        parses.append(_seconds(lambda source: tree_sitter.Parser(PYTHON).parse(source.utf8), sources))
        views = [ModuleView(source) for source in sources]
        for view in views:
            _ = view.nodes
        judgements.append(_seconds(judge_syntax, views))
    print(json.dumps({"files": len(sources), "parse": min(parses), "judge": min(judgements)}))


if __name__ == "__main__":
    main(sys.argv[1])
