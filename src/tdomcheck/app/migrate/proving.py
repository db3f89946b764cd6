"""`--verify`: what fails after a change and did not fail before, and the smallest part of the change that does it."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Sequence

from tdomcheck.edges.commands import run_command
from tdomcheck.edges.writing import ProvisionalWrite
from tdomcheck.errors import UsageError
from tdomcheck.values import dataclass

_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
LIMIT = "TDOMCHECK_SECONDS_PER_VERIFY"
"""How long the command may take, in seconds; half an hour where the environment does not say."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run of the command came to."""

    failures: frozenset[str]
    trouble: str = ""
    """It is not there, or hangs."""
    is_mute: bool = False
    """It failed, and named nothing that did."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """The command, with the tests that the change touches."""

    words: tuple[str, ...]
    cwd: str

    @classmethod
    def of(cls, command: str, tests: Sequence[str], cwd: str) -> Verifier:
        """`{tests}` stands for the tests; without it they are appended; with none the command is as it is."""
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise UsageError(f"--verify {command}: it cannot be read as a command: {error}") from None
        if not words:
            raise UsageError("--verify needs a command")
        if "{tests}" not in words:
            words.append("{tests}")
        expanded = [word for each in words for word in (tests if each == "{tests}" else (each,))]
        return cls(tuple(expanded), cwd)

    @property
    def shown(self) -> str:
        return shlex.join(self.words)

    def run(self) -> Verdict:
        answer = run_command(self.words, self.cwd, _seconds())
        if answer.trouble:
            return Verdict(frozenset({answer.trouble}), answer.trouble)
        if not answer.status:
            return Verdict(frozenset())
        named = frozenset(_FAILED.findall(answer.output))
        return Verdict(named or frozenset({f"exit code {answer.status}"}), is_mute=not named)


def _seconds() -> float:
    try:
        return max(float(os.environ.get(LIMIT, "1800")), 0.1)
    except ValueError:
        return 1800.0


@dataclass(frozen=True, slots=True)
class ProofResult:
    """Which files stay, which do not, and what fails with them."""

    kept: frozenset[str]
    failing: frozenset[str] = frozenset()
    failures: tuple[str, ...] = ()


def prove_files(provisional: ProvisionalWrite, verifier: Verifier, before: Verdict) -> ProofResult:
    """Run the command over the new files; where it fails anew, find the files that do it and take them back."""
    everything = frozenset(provisional.contents)

    def new_failures(targets: frozenset[str]) -> frozenset[str]:
        provisional.show(targets)
        return verifier.run().failures - before.failures

    failures = new_failures(everything)
    if not failures:
        return ProofResult(everything)
    if not provisional.is_divisible:
        return ProofResult(frozenset(), everything, tuple(sorted(failures)))
    failing: frozenset[str] = frozenset()
    rest, left = everything, failures
    while left and rest:
        failing |= smallest(rest, lambda part: bool(new_failures(part)))
        rest = everything - failing
        left = new_failures(rest) if rest else frozenset()
    provisional.show(rest)
    return ProofResult(rest, failing, tuple(sorted(failures)))


def smallest(items: frozenset[str], fails: Callable[[frozenset[str]], bool]) -> frozenset[str]:
    """A part that fails and of which no smaller chunk does (Zeller's ddmin); all of it is known to fail."""
    ordered, count = sorted(items), 2
    while len(ordered) > 1:
        size = -(-len(ordered) // count)
        chunks = [ordered[start : start + size] for start in range(0, len(ordered), size)]
        failing = next((chunk for chunk in chunks if fails(frozenset(chunk))), None)
        if failing is not None:
            ordered, count = failing, 2
            continue
        others = [sorted(set(ordered) - set(chunk)) for chunk in chunks] if count > 2 else []
        failing = next((other for other in others if fails(frozenset(other))), None)
        if failing is not None:
            ordered, count = failing, max(count - 1, 2)
        elif count >= len(ordered):
            break
        else:
            count = min(count * 2, len(ordered))
    return frozenset(ordered)
