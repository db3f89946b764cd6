"""`--verify`: what fails after a change and did not fail before, and the smallest part of the change that does it."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Sequence

from tdomcheck.edges.commands import run_command
from tdomcheck.edges.writing import ProvisionalWrite
from tdomcheck.errors import UsageError
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

_FAILED = regex(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
_ESCAPES = regex(r"\x1b\[[0-9;]*m")
_SUMMARY = regex(r"^=* ?((?:\d+ [a-z]+(?:, )?)+|no tests ran) in [0-9.]+s", re.MULTILINE)
"""The last line of pytest."""
_RAN = regex(r"(\d+) (?:passed|failed|xfailed|xpassed)")
_RAN_BY_UNITTEST = regex(r"^Ran (\d+) tests? in ", re.MULTILINE)
_STOPPED = regex(r"^!+ [^!]*(?:stopping after|Interrupted)[^!]* !+$", re.MULTILINE)
_UNCOLLECTED = frozenset({2, 3, 4, 5})
"""What pytest exits with where it was interrupted, broke, was misused, or found no test."""
LIMIT = "TDOMCHECK_SECONDS_PER_VERIFY"
"""How long the command may take, in seconds; half an hour where the environment does not say."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a run of the command came to."""

    failures: frozenset[str]
    trouble: str = ""
    """It is not there, or hangs."""
    idle: str = ""
    """It came to an end, and nothing that fails later can be told from what failed now: why."""
    ran: int | None = None
    """How many tests it ran; None where it does not say."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """The command, with the tests that the change touches."""

    words: tuple[str, ...]
    cwd: str

    @classmethod
    def of(cls, command: str, tests: Sequence[str], cwd: str) -> Verifier:
        """`{tests}` stands for the tests; without it they are appended; with none the command is as it is."""
        words = words_of(command)
        if "{tests}" not in words:
            words.append("{tests}")
        expanded = [word for each in words for word in (tests if each == "{tests}" else (each,))]
        # The last one counts: with `-x`, also that of a configuration, the first failure would hide the others.
        expanded += ["--maxfail=0"] if runs_pytest(words) else []
        return cls(tuple(expanded), cwd)

    @property
    def shown(self) -> str:
        return shlex.join(self.words)

    def run(self) -> Verdict:
        # Python tells old bytecode by seconds and sizes, and files change more than once a second here.
        environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        answer = run_command(self.words, self.cwd, _seconds(), environ)
        if answer.trouble:
            return Verdict(frozenset({answer.trouble}), answer.trouble)
        output = _ESCAPES.sub("", answer.output)
        ran = tests_in(output)
        named = frozenset(_FAILED.findall(output)) if answer.status else frozenset()
        failures = named or frozenset({f"exit code {answer.status}"} if answer.status else ())
        return Verdict(failures, idle=self._idle(answer.status, output, ran, is_named=bool(named)), ran=ran)

    def _idle(self, status: int, output: str, ran: int | None, *, is_named: bool) -> str:
        if ran == 0 or (status in _UNCOLLECTED and runs_pytest(self.words)):
            return f"it exits {status} and runs no test" if status else "it runs no test"
        if _STOPPED.search(output):
            return "it stops at the first failure, so that nobody knows of the others"
        return f"it exits {status} before the change, and names no test that fails" if status and not is_named else ""


def words_of(command: str) -> list[str]:
    """A command as words; raises UsageError where it is none."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"--verify {command}: it cannot be read as a command: {error}") from None
    if not words:
        raise UsageError("--verify needs a command; an empty one proves nothing")
    return words


def runs_pytest(words: Sequence[str]) -> bool:
    return any(os.path.basename(word) in {"pytest", "py.test"} for word in words)


def tests_in(output: str) -> int | None:
    """How many tests ran, as pytest and unittest say it; what was skipped did not run."""
    summaries = _SUMMARY.findall(output)
    counts = [int(number) for summary in summaries for number in _RAN.findall(summary)]
    others = [int(number) for number in _RAN_BY_UNITTEST.findall(output)]
    return sum((*counts, *others)) if summaries or others else None


def counted(before: Verdict, after: Verdict | None) -> str:
    """How many tests ran, for people."""
    if before.ran is None and (after is None or after.ran is None):
        return "counts unknown: the command does not say how many tests it ran"
    later = "" if after is None else f", {_number(after.ran)} after it"
    return f"{_number(before.ran)} before the change{later}"


def _number(ran: int | None) -> str:
    return "an unknown number of tests ran" if ran is None else f"{ran:,} {'test' if ran == 1 else 'tests'} ran"


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
    after: Verdict | None = None
    """Of the whole change."""


def prove_files(provisional: ProvisionalWrite, verifier: Verifier, before: Verdict) -> ProofResult:
    """Run the command over the new files; where it fails anew, find the files that do it and take them back."""
    everything = frozenset(provisional.contents)

    def new_failures(targets: frozenset[str]) -> frozenset[str]:
        provisional.show(targets)
        return _new_failures(before, verifier.run())

    after = verifier.run()
    failures = _new_failures(before, after)
    if not failures:
        return ProofResult(everything, after=after)
    if not provisional.is_divisible:
        return ProofResult(frozenset(), everything, tuple(sorted(failures)), after)
    failing: frozenset[str] = frozenset()
    rest, left = everything, failures
    while left and rest:
        failing |= smallest(rest, lambda part: bool(new_failures(part)))
        rest = everything - failing
        left = new_failures(rest) if rest else frozenset()
    provisional.show(rest)
    return ProofResult(rest, failing, tuple(sorted(failures)), after)


def _new_failures(before: Verdict, after: Verdict) -> frozenset[str]:
    """What fails after a change only; a test that does not run any more proves as little as one that fails."""
    failures = after.failures - before.failures
    is_fewer = before.ran is not None and after.ran is not None and after.ran < before.ran
    return failures or frozenset({f"fewer tests: {counted(before, after)}"} if is_fewer else ())


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
