"""A patch on standard output: as `git apply` takes it, and harmless to a terminal or a runner that shows it."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping

import click

from tdomcheck.report import fenced
from tdomcheck.report.escape import visible


def show_patch(patch: str, environ: Mapping[str, str]) -> None:
    """Byte for byte but on a terminal; what the runner of GitHub reads stands in a fence, which `git apply` skips."""
    if sys.stdout.isatty():
        patch = "\n".join("\t".join(map(visible, line.split("\t"))) for line in patch.split("\n"))
    elif environ.get("GITHUB_ACTIONS") == "true" and not _is_file(1):
        import secrets  # 3 ms, for GitHub only

        patch = fenced(patch, secrets.token_hex(16))
    click.echo(patch.encode("utf-8", "surrogateescape"), nl=False, color=True)


def _is_file(descriptor: int) -> bool:
    """Whether what is written there goes to a file, and to no log."""
    try:
        return stat.S_ISREG(os.fstat(descriptor).st_mode)
    except OSError:
        return False
