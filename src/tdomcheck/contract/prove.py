"""The contract of a rule: what it declares, its examples, and everything that follows from them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from tdomcheck.authoring.metadata import Described
from tdomcheck.catalog.catalog import Catalog
from tdomcheck.catalog.meta import META_RULES
from tdomcheck.catalog.validate import problems_of
from tdomcheck.contract.cases import NO_CASES, Cases
from tdomcheck.contract.derive import DERIVATIONS
from tdomcheck.contract.examples import examples_of, unmarked
from tdomcheck.contract.judge import Judge
from tdomcheck.contract.proofs import COPIES, EXAMPLES, PROOFS, RuleUnderProof
from tdomcheck.contract.result import CheckResult

DECLARATIONS = "declarations"
CHECKS: tuple[str, ...] = (DECLARATIONS, *PROOFS)
"""The names that `prove` takes; a result's own `check` may be more precise."""


def prove(
    cls: type[Described], cases: Cases = NO_CASES, *, catalog: Catalog | None = None, checks: Collection[str] = ()
) -> Iterator[CheckResult]:
    """Every check of a rule, or some by name; the catalogue is what its code and slug must be unique in."""
    wanted = [check for check in CHECKS if not checks or check in checks]
    if DECLARATIONS in wanted:
        yield from _declarations(cls, cases, catalog)
    if _is_hopeless(cls):
        return
    as_written = _as_written(cls, cases)  # type: ignore[arg-type]  # mypy doubts that classes are hashable
    broken = {result.example for result in as_written if not result.passed}
    examples = tuple(example for example in examples_of(cls, cases) if example.name not in broken)
    sound = RuleUnderProof(cls, Judge(cls), examples, dict(getattr(cls, "SKIP_DERIVED", {})))
    for check in wanted:
        if check == EXAMPLES:
            yield from as_written
        elif check != DECLARATIONS:
            yield from PROOFS[check](sound)
            for name in sorted(broken):
                yield CheckResult(cls.CODE, check, name, not_applicable="the example itself does not hold")


@lru_cache(maxsize=256)
def _as_written(cls: type[Described], cases: Cases) -> tuple[CheckResult, ...]:
    """How the examples themselves hold: from one that does not nothing is derived, it would only fail again."""
    return tuple(PROOFS[EXAMPLES](RuleUnderProof(cls, Judge(cls), examples_of(cls, cases), {})))


def _is_hopeless(cls: type[Described]) -> bool:
    """Whether so little is declared that no engine can run it."""
    return any(not isinstance(getattr(cls, name, None), str) for name in ("CODE", "SLUG", "GROUP", "SUMMARY"))


def _declarations(cls: type[Described], cases: Cases, catalog: Catalog | None) -> Iterator[CheckResult]:
    code = getattr(cls, "CODE", cls.__name__)
    wrong = [*problems_of(cls), *_clashes(cls, catalog), *_unknown_skips(cls)]
    wrong += [f"{name} marks no place; write it with td.invalid" for name in unmarked(cls, cases)]
    yield CheckResult(code, DECLARATIONS, difference="\n".join(f"{cls.__name__}: {problem}" for problem in wrong))


def _clashes(cls: type[Described], catalog: Catalog | None) -> Iterator[str]:
    own = f"{cls.__module__}:{cls.__qualname__}"
    for info in catalog.infos if catalog is not None else META_RULES:
        for name, taken in (("CODE", info.code), ("SLUG", info.slug)):
            if taken == getattr(cls, name, None) and info.module != own:
                yield f"its {name} {taken} is taken by {info.module or 'the engine'}"


def _unknown_skips(cls: type[Described]) -> Iterator[str]:
    known = {derivation.name for derivation in DERIVATIONS} | {COPIES}
    for name, reason in dict(getattr(cls, "SKIP_DERIVED", {})).items():
        if name not in known:
            yield f"its SKIP_DERIVED names {name!r}, which is no derivation"
        if not reason:
            yield f"its SKIP_DERIVED gives no reason for {name!r}"
