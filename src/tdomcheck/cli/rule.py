"""`tdomcheck rule`: explain rules, and prove them."""

from __future__ import annotations

import typing as t

import click

from tdomcheck.app.request import Request
from tdomcheck.cli.options import configuring
from tdomcheck.cli.requests import Chosen, configuration


@click.command("rule", short_help="Explain a rule, list all, or prove rules by their examples.")
@click.argument("names", nargs=-1, metavar="CODE | test [RULES]")
@click.option("--all", "lists_all", is_flag=True, help="List every rule.")
@configuring
@click.option("--cases", default="", metavar="FOLDER", help="With test: further cases, in place of tests/rules/cases.")
@click.option("--verbose", "-v", is_flag=True, help="With test: also list the checks that pass.")
def command(names: tuple[str, ...], *, lists_all: bool, cases: str, verbose: bool, **chosen: t.Any) -> int:
    """Explain the rule CODE (or slug); `rule --all` lists all; `rule test [RULES]` proves them."""
    from tdomcheck.app.explain import rule_table, rule_text
    from tdomcheck.app.session import Session
    from tdomcheck.report.escape import harmless

    request = Request(**configuration(t.cast("Chosen", chosen)))
    if names[:1] == ("test",):
        from tdomcheck.app.prove import prove_rules

        text, code = prove_rules(Session(request), names[1:], cases, is_verbose=verbose)
        click.echo(harmless(text), nl=False)
        return code
    if cases:
        raise click.UsageError("--cases is for `rule test`")
    if lists_all:
        click.echo(harmless(rule_table(Session(request))), nl=False)
        return 0
    if not names:
        raise click.UsageError("name a rule, or pass --all")
    session = Session(request)
    click.echo(harmless("\n".join(rule_text(session, name) for name in names)), nl=False)
    return 0
