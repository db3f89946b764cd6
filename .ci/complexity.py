"""Name every function that `radon cc` counts above the limit: its boolean operators and comprehensions, too."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from radon.complexity import cc_visit
from radon.visitors import Class, Function

LIMIT = 15


def main(*folders: str) -> int:
    """Print what is above the limit."""
    functions = list(above(*folders))
    for path, function in functions:
        print(f"{path}:{function.lineno}: {function.fullname} has a complexity of {function.complexity}")
    return 1 if functions else 0


def above(*folders: str) -> Iterator[tuple[Path, Function]]:
    """The functions above the limit, with their files."""
    for path in sorted(path for folder in folders for path in Path(folder).rglob("*.py")):
        for function in _functions(cc_visit(path.read_text("utf-8"))):
            if function.complexity > LIMIT:
                yield path, function


def _functions(blocks: Iterable[Class | Function]) -> Iterator[Function]:
    """Those of a module or class; what is defined within a function counts in it."""
    for block in blocks:
        if isinstance(block, Function):
            yield block
        else:
            yield from _functions(part for inner in block.inner_classes for part in (inner, *inner.methods))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
