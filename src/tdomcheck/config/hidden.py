"""What was hardly meant: a configuration that another one hides."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from tdomcheck.config.documents import NAMES, PYPROJECT, ConfigFiles, shown
from tdomcheck.errors import ConfigError


def hidden_configurations(sources: Iterable[str], files: ConfigFiles) -> Iterator[str]:
    """A sentence for each configuration that is not read, because its folder has another one."""
    for source in sorted({*sources} - {""}):
        folder, name = os.path.split(source)
        later = NAMES[NAMES.index(name) + 1 :] if name in NAMES else ()
        for other in later:
            path = os.path.join(folder, other)
            if files.is_present(path) and _speaks_to_us(path, files):
                table = "`[tool.tdomcheck]` in " if other == PYPROJECT else ""
                yield f"{table}{shown(path)} is not read, because {shown(source)} is beside it; keep one of the two"


def _speaks_to_us(path: str, files: ConfigFiles) -> bool:
    try:
        return bool(files.document(path).table)  # an empty one loses nothing
    except ConfigError:  # nobody needs it
        return False
