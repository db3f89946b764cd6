"""`rule test`: the contract that our own rules are held to, on the rules of a project."""

from __future__ import annotations

from collections.abc import Sequence

from tdomcheck.app.session import Session
from tdomcheck.catalog.catalog import Catalog, Entry
from tdomcheck.contract import CheckResult, prove
from tdomcheck.contract.patterns import prove_pattern
from tdomcheck.edges.pool import Death, default_jobs, run_in_workers
from tdomcheck.errors import ExitCode, UsageError


def prove_rules(session: Session, names: Sequence[str], *, is_verbose: bool) -> tuple[str, int]:
    """Prove the named rules, or all of the project's own, or ours where it has none."""
    settings = session.settings
    catalog = session.catalog(settings)
    entries = _chosen(catalog, names)
    lines: list[str] = []
    failed = 0
    answers = dict(run_in_workers(_Proof(catalog), entries, settings.jobs or default_jobs(), seconds_per_item=600.0))
    for index, entry in enumerate(entries):
        answer = answers[index]
        checks = _died(entry, answer) if isinstance(answer, Death) else answer
        broken = [check for check in checks if not check.passed]
        failed += len(broken)
        name = "" if entry.spec is not None else f" {entry.info.slug}"
        lines.append(f"{entry.info.code}{name}: {_verdict(checks, len(broken))}")
        lines += [f"  {_passed(check)}  {check.name}" for check in checks if check.passed and is_verbose]
        for check in broken:
            lines.append(f"  FAIL  {check.name}")
            lines += [f"        {line}" for line in check.difference.splitlines()]
    return "".join(f"{line}\n" for line in lines), ExitCode.FINDINGS if failed else ExitCode.CLEAN


def _verdict(checks: Sequence[CheckResult], failed: int) -> str:
    absent = sum(bool(check.not_applicable) for check in checks)
    held = f"{len(checks) - failed - absent} checks passed"
    without = f", {absent} without a case" if absent else ""
    return f"{failed} checks failed, {held}{without}" if failed else f"{held}{without}"


def _passed(check: CheckResult) -> str:
    return "none" if check.not_applicable else "pass"


def _chosen(catalog: Catalog, names: Sequence[str]) -> list[Entry]:
    if not names:
        own = [entry for entry in catalog.entries if entry.source.endswith(".py") or entry.spec is not None]
        return own or list(catalog.entries)
    chosen = []
    for name in names:
        info = catalog.find(name)
        if info is None or info.code not in catalog.by_code:
            raise UsageError(f"no rule is called `{name}`; see `tdomcheck rule --all`")
        chosen.append(catalog.by_code[info.code])
    return chosen


class _Proof:
    """Callable in a worker: a rule under test may do anything."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def __call__(self, entry: Entry) -> tuple[CheckResult, ...]:
        if entry.spec is not None:
            return prove_pattern(entry.spec)
        return tuple(prove(self._catalog.load(entry.info.code), catalog=self._catalog))


def _died(entry: Entry, death: Death) -> tuple[CheckResult, ...]:
    return (CheckResult(entry.info.code, "the whole contract", difference=death.reason),)
