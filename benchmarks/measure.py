"""What a command costs: wall time, processor time and memory, contenders side by side."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    """Of one command with all processes that it started."""

    wall: float
    cpu: float
    memory: int
    """Bytes of the largest of its processes."""


class BadRunError(Exception):
    """A contender did not do what it was measured for."""


def _nothing() -> None:
    pass


@dataclass(frozen=True)
class Contender:
    """A command that is measured against others."""

    name: str
    command: Sequence[str]
    prepare: Callable[[], None] = _nothing
    """Before every round, outside of the measurement."""
    codes: tuple[int, ...] = (0, 1)
    most_rounds: int = 99
    """Less for those that take minutes."""


def run(command: Sequence[str], folder: str, environment: Mapping[str, str], codes: Sequence[int] = (0, 1)) -> Cost:
    """Run once; raises where the exit code is none of those expected, for then something else was measured."""
    with tempfile.TemporaryFile() as complaints:
        started = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=complaints
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in codes:
            complaints.seek(0)
            text = complaints.read().decode("utf-8", "replace")[-2_000:]
            raise BadRunError(f"{' '.join(command)} ended with {process.returncode}: {text}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def compare(
    contenders: Sequence[Contender], folder: str, environment: Mapping[str, str], rounds: int
) -> dict[str, Cost]:
    """The least of several rounds; contenders take turns, so that a busy machine is busy for all of them."""
    found: dict[str, list[Cost]] = {}
    for number in range(rounds):
        for contender in contenders:
            if number >= contender.most_rounds:
                continue
            contender.prepare()
            cost = run(contender.command, folder, environment, contender.codes)
            found.setdefault(contender.name, []).append(cost)
    return {name: least(costs) for name, costs in found.items()}


def least(costs: Sequence[Cost]) -> Cost:
    return Cost(min(cost.wall for cost in costs), min(cost.cpu for cost in costs), max(cost.memory for cost in costs))
