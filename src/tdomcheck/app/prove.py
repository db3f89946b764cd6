"""`rule test`: the contract that our own rules are held to, on the rules of a project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdomcheck.app.case_modules import case_modules
from tdomcheck.app.session import Session
from tdomcheck.catalog.catalog import Catalog, Entry
from tdomcheck.contract import NO_CASES, CheckResult, prove
from tdomcheck.contract.cases import load_cases
from tdomcheck.contract.examples import examples_of
from tdomcheck.contract.patterns import prove_pattern
from tdomcheck.edges.pool import Death, default_jobs, run_in_workers
from tdomcheck.errors import ExitCode, UsageError
from tdomcheck.report.summary import plural
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Proof:
    """What a worker found out about one rule."""

    checks: tuple[CheckResult, ...]
    examples: int = 0
    cases: int = 0

    @property
    def failed(self) -> int:
        return sum(not check.passed for check in self.checks)

    @property
    def verdict(self) -> str:
        """What held and what did not, and by how much that was proved."""
        absent = sum(bool(check.not_applicable) for check in self.checks)
        held = f"{plural(len(self.checks) - self.failed - absent, 'check')} passed"
        counts = [
            f"{plural(self.failed, 'check')} failed" if self.failed else "",
            held,
            f"{absent} without a case" if absent else "",
        ]
        return ", ".join(filter(None, counts)) + self._source

    @property
    def _source(self) -> str:
        if not self.examples:
            return ""
        more = f", {plural(self.cases, 'case')}" if self.cases else ""
        return f" ({plural(self.examples, 'example')}{more})"


def prove_rules(session: Session, names: Sequence[str], cases: str, *, is_verbose: bool) -> tuple[str, int]:
    """Prove the named rules, or all of the project's own, or ours where it has none; `cases` is a folder, or ''."""
    settings = session.settings
    catalog = session.catalog(settings)
    entries = _chosen(catalog, names)
    lines: list[str] = []
    failed = 0
    prover = _Prover(catalog, case_modules(session, entries, cases))
    answers = dict(run_in_workers(prover, entries, settings.jobs or default_jobs(), seconds_per_item=600.0))
    for index, entry in enumerate(entries):
        answer = answers[index]
        proof = _died(entry, answer) if isinstance(answer, Death) else answer
        failed += proof.failed
        name = "" if entry.spec is not None else f" {entry.info.slug}"
        lines.append(f"{entry.info.code}{name}: {proof.verdict}")
        lines += [f"  {_passed(check)}  {check.name}" for check in proof.checks if check.passed and is_verbose]
        for check in proof.checks:
            if not check.passed:
                lines.append(f"  FAIL  {check.name}")
                lines += [f"        {line}" for line in check.difference.splitlines()]
    return "".join(f"{line}\n" for line in lines), ExitCode.FINDINGS if failed else ExitCode.CLEAN


def _passed(check: CheckResult) -> str:
    return "none" if check.not_applicable else "pass"


def _chosen(catalog: Catalog, names: Sequence[str]) -> list[Entry]:
    if not names:
        own = [entry for entry in catalog.entries if entry.source.endswith(".py") or entry.spec is not None]
        return own or list(catalog.entries)
    entries = []
    for name in names:
        info = catalog.find(name)
        if info is None or info.code not in catalog.by_code:
            raise UsageError(f"no rule is called `{name}`; see `tdomcheck rule --all`")
        entries.append(catalog.by_code[info.code])
    return entries


class _Prover:
    """Callable in a worker: a rule under test may do anything."""

    def __init__(self, catalog: Catalog, cases: Mapping[str, str]) -> None:
        self._catalog = catalog
        self._cases = cases

    def __call__(self, entry: Entry) -> Proof:
        if entry.spec is not None:
            return Proof(prove_pattern(entry.spec))
        code = entry.info.code
        cls = self._catalog.load(code)
        cases = load_cases(self._cases[code]) if code in self._cases else NO_CASES
        checks = tuple(prove(cls, cases, catalog=self._catalog))
        return Proof(checks, len(examples_of(cls)), len(cases.valid) + len(cases.invalid))


def _died(entry: Entry, death: Death) -> Proof:
    return Proof((CheckResult(entry.info.code, "the whole contract", difference=death.reason),))
