"""`check --watch`: the same run again whenever a Python or configuration file changes."""

from __future__ import annotations

from collections.abc import Callable

import click

from tdomcheck.model.suffixes import DOCUMENTS, LOCKS, SOURCES


def watch_paths(check: Callable[[], int]) -> int:
    """Run until interrupted."""
    try:
        from watchfiles import watch  # an extra
    except ImportError:
        raise click.UsageError(
            "--watch needs the watchfiles package: install tdomcheck[watch], or add watchfiles to its environment"
        ) from None
    check()
    for changes in watch(".", raise_interrupt=True):
        if any(_matters(path) for _, path in changes):
            click.clear()
            check()
    return 0


def _matters(path: str) -> bool:
    """Our own cache changes with every run."""
    is_ours = "/.tdomcheck/" in path.replace("\\", "/")
    return path.endswith((*SOURCES, *DOCUMENTS, *LOCKS, ".toml", ".gitignore")) and not is_ours
