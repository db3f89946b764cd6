"""What is said of budgets: a finding for each that is exceeded, a sentence for each that can be lowered."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator

from tdomcheck.model import Finding
from tdomcheck.model.shard import BudgetAccount
from tdomcheck.report.summary import plural

EXCEEDED = "TDC009"
GROUP = "meta"
_SLUG = "budget-exceeded"


def exceeded(account: BudgetAccount, *, before: bool = False) -> Iterator[Finding]:
    """A finding for every budget that is too small for what is there: those that are new, or those that were before."""
    if account.severity is None:
        return
    for each in account.counts:
        if each.is_exceeded and each.is_known == before:
            yield Finding(
                account.path,
                each.span,
                EXCEEDED,
                _SLUG,
                f"{each.code} has {plural(each.count, 'finding')}, and its budget is {each.most}",
                account.severity,
                help=f"Mend {each.count - each.most} of them: tdomcheck check --no-baseline --select {each.code}",
            )


def lowerable(account: BudgetAccount, ran: Collection[str]) -> dict[str, int]:
    """The budgets that are larger than what is there, with what is there; `ran` are the rules that looked."""
    if not account.is_whole:
        return {}
    return {each.code: each.count for each in account.counts if each.code in ran and each.count < each.most}


def advice(account: BudgetAccount, ran: Collection[str]) -> Iterator[str]:
    """A sentence for every budget that can be lowered."""
    lower = lowerable(account, ran)
    folder = posixpath.dirname(account.source)
    where = f" in {folder}" if folder else ""
    for each in account.counts:
        if each.code in lower:
            yield (
                f"{account.source}: the budget of {each.code} is {each.most}, and it has "
                f"{plural(each.count, 'finding')}; `tdomcheck baseline update`{where} lowers it"
            )
