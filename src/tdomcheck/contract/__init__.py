"""The contract that every rule keeps, and every codemod, proved for one class at a time."""

from tdomcheck.contract.cases import NO_CASES, Cases
from tdomcheck.contract.codemods import prove_codemod
from tdomcheck.contract.derive import DERIVATIONS
from tdomcheck.contract.prove import CHECKS, prove
from tdomcheck.contract.result import CheckResult

__all__ = ["CHECKS", "DERIVATIONS", "NO_CASES", "Cases", "CheckResult", "prove", "prove_codemod"]
