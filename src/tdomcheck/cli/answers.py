"""Answers of use cases, printed."""

from __future__ import annotations

import os

import click

from tdomcheck.cli.patches import show_patch


def said(answer: tuple[str, int, str], *, is_patch: bool = False) -> int:
    """Print an answer; its exit code."""
    text, code, notice = answer
    if is_patch:
        show_patch(text, os.environ)
    else:
        click.echo(text, nl=False, color=True)
    click.echo(notice, nl=False, err=True)
    return code
