"""Fixes reviewed one by one on a terminal."""

from __future__ import annotations

import click

from tdomcheck.edits.splice import apply_edits
from tdomcheck.model import Finding
from tdomcheck.model.suffixes import is_module
from tdomcheck.report.escape import visible
from tdomcheck.rewrite.patch import unified_diff
from tdomcheck.source.text import SourceText


def _key() -> str:
    try:
        return click.getchar().lower()
    except OSError:
        raise click.UsageError("-i asks on a terminal, and there is none; use --diff to see the fixes") from None


HELP = "y: apply it   n: leave it   a: apply all that follow   r: apply all of this rule   q: leave all that follow"


class Reviewer:
    """Asks for each fix; remembers the answers that hold for more than one."""

    def __init__(self) -> None:
        self._answer_all: bool | None = None
        self._rules: set[str] = set()

    def __call__(self, finding: Finding, before: bytes) -> bool:
        if self._answer_all is not None:
            return self._answer_all
        if finding.code in self._rules:
            return True
        self._show(finding, before)
        while True:
            click.echo("apply this fix? [y,n,a,r,q,?] ", nl=False)
            answer = _key()
            click.echo(answer)
            if answer in "yn":
                return answer == "y"
            if answer in "aq":
                self._answer_all = answer == "a"
                return self._answer_all
            if answer == "r":
                self._rules.add(finding.code)
                return True
            click.echo(HELP)

    def _show(self, finding: Finding, before: bytes) -> None:
        source = SourceText(before, is_python=is_module(finding.path))
        place = source.position(finding.span.start)
        where = visible(f"{finding.path}:{place.line}:{place.column}")
        click.echo(f"\n{where}: {finding.code} {visible(finding.message)}")
        if finding.fix is None:
            return
        after = apply_edits(source, finding.fix.standalone().edits)
        for line in unified_diff(finding.path, before, after).splitlines()[3:]:
            color = {"+": "green", "-": "red", "@": "cyan"}.get(line[:1])
            click.secho(visible(line), fg=color)
        if finding.fix.unsafe_because:
            click.echo(f"note: {visible(finding.fix.unsafe_because)}")
