"""Compare the modules of a wheel with those of the assembled tree: a dirty build folder can ship deleted files."""

from __future__ import annotations

import sys
import zipfile
from pathlib import Path


def main(wheel: str, tree: str) -> int:
    """Name every difference."""
    with zipfile.ZipFile(wheel) as archive:
        shipped = {name for name in archive.namelist() if ".dist-info/" not in name}
    wanted = {path.relative_to(tree).as_posix() for path in Path(tree).rglob("*") if path.is_file()}
    for name in sorted(shipped - wanted):
        print(f"only in the wheel: {name}")
    for name in sorted(wanted - shipped):
        print(f"not in the wheel: {name}")
    return 1 if shipped != wanted else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
