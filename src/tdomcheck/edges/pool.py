"""Worker processes that may die: a dead one costs the item that it held, never the run.

The environment variable TDOMCHECK_SECONDS_PER_FILE says how many seconds of CPU time a worker may take for one file
before it is killed; 60 where it is not set. Each rule of the project pass has as long. Other limits, such as the 600
seconds of the proofs of a rule, change in proportion. By the clock it may take five times as long.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
import typing as t
from collections import deque
from collections.abc import Callable, Iterator, Sequence

from tdomcheck.values import dataclass

if t.TYPE_CHECKING:  # a run whose files all leave at the gate starts no process
    from multiprocessing.connection import Connection

Item = t.TypeVar("Item")
Answer = t.TypeVar("Answer")

SECONDS = 60.0
"""How much CPU time a worker may take for one file: other processes of a busy machine do not use it up."""
_COUNTS_CPU = hasattr(signal, "setitimer")
_WALL = 5.0 if _COUNTS_CPU else 1.0
"""How many times as long it may take by the clock."""
_MOST_SECONDS = 1e6
"""No timer of the kernel takes infinity."""
SAFE_PATH = "PYTHONSAFEPATH"
LIMIT = "TDOMCHECK_SECONDS_PER_FILE"
BATCH = 16
"""Items that a worker is given at once: enough that it never waits, few enough that the end is balanced."""


@dataclass(frozen=True, slots=True)
class Death:
    """A worker did not come back from an item."""

    reason: str


@dataclass(slots=True)
class _Worker:
    process: t.Any  # the class differs by start method
    pipe: Connection
    held: deque[int]
    since: float


def default_jobs() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def run_in_workers(
    work: Callable[[Item], Answer], items: Sequence[Item], jobs: int, seconds_per_item: float = SECONDS
) -> Iterator[tuple[int, Answer | Death]]:
    """Answers with the index of their item, in the order in which they come."""
    pool = _Pool(work, items, max(1, min(jobs, len(items))), seconds_per_item * _patience())
    try:
        yield from pool.run()
    finally:
        pool.stop()


def _patience() -> float:
    """How much longer than usual the environment lets everything take."""
    try:
        seconds = float(os.environ.get(LIMIT, SECONDS))
    except ValueError:
        return 1.0
    return min(seconds, _MOST_SECONDS) / SECONDS if seconds > 0 else 1.0


class _Pool(t.Generic[Item, Answer]):
    def __init__(self, work: Callable[[Item], Answer], items: Sequence[Item], jobs: int, seconds: float) -> None:
        self._work = work
        self._items = items
        self._jobs = jobs
        self._seconds = seconds
        self._wall = seconds * _WALL
        self._waiting = deque(range(len(items)))
        self._workers: list[_Worker] = []
        import multiprocessing  # 6 ms

        methods = multiprocessing.get_all_start_methods()
        # Fork shares what the parent has imported and read; elsewhere workers import it again.
        self._context: t.Any = multiprocessing.get_context("fork" if "fork" in methods else "spawn")
        self._batch = max(1, min(BATCH, len(items) // (jobs * 4)))

    def run(self) -> Iterator[tuple[int, Answer | Death]]:
        from multiprocessing.connection import wait

        for _ in range(self._jobs):
            self._start()
        while self._workers:
            ready = wait([worker.pipe for worker in self._workers], timeout=min(1.0, max(self._seconds, 0.1)))
            for worker in [worker for worker in self._workers if worker.pipe in ready]:
                yield from self._receive(worker)
            yield from self._overdue()

    def _start(self) -> None:
        if not self._waiting:
            return
        own_end, worker_end = self._context.Pipe()
        arguments = (worker_end, own_end, self._work, self._items, self._seconds)
        process = self._context.Process(target=_serve, args=arguments, daemon=True)
        with _safe_path():
            process.start()
        worker_end.close()
        worker = _Worker(process, own_end, deque(), time.monotonic())
        self._workers.append(worker)
        self._give(worker)

    def _give(self, worker: _Worker) -> None:
        batch = [self._waiting.popleft() for _ in range(min(self._batch, len(self._waiting)))]
        worker.held.extend(batch)
        worker.since = time.monotonic()
        with contextlib.suppress(OSError):  # it died: the next receive tells
            worker.pipe.send(batch)

    def _receive(self, worker: _Worker) -> Iterator[tuple[int, Answer | Death]]:
        try:
            index, answer = worker.pipe.recv()
        except (EOFError, OSError):
            yield from self._bury(worker, "")
            return
        except Exception as error:  # noqa: BLE001  # an answer that cannot be unpickled is a fault of its item
            yield from self._bury(worker, f"its answer could not be read: {error}")
            return
        worker.held.remove(index)
        worker.since = time.monotonic()
        yield index, answer
        if not worker.held:
            if self._waiting:
                self._give(worker)
            else:
                self._dismiss(worker)

    def _bury(self, worker: _Worker, reason: str) -> Iterator[tuple[int, Answer | Death]]:
        """The first item that was not answered is the one that killed; the others go back to the queue."""
        self._workers.remove(worker)
        worker.pipe.close()
        worker.process.join(1.0)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        if worker.held:
            culprit = worker.held.popleft()
            self._waiting.extendleft(reversed(worker.held))
            yield culprit, Death(reason or self._end_of(worker.process.exitcode))
        self._start()

    def _end_of(self, code: int | None) -> str:
        is_overdue = _COUNTS_CPU and code == -signal.SIGPROF
        return _too_long(self._seconds) if is_overdue else _cause(code)

    def _overdue(self) -> Iterator[tuple[int, Answer | Death]]:
        now = time.monotonic()
        for worker in [worker for worker in self._workers if now - worker.since > self._wall]:
            if worker.pipe.poll():  # it has answered while whoever reads the answers was busy
                continue
            worker.process.kill()
            yield from self._bury(worker, _too_long(self._wall))

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        with contextlib.suppress(OSError):
            # Closing would not do: workers that were forked later hold a copy of this end.
            worker.pipe.send(None)
        worker.process.join(10.0)
        if worker.process.is_alive():  # it has answered everything: nothing is lost
            worker.process.kill()
            worker.process.join()
        worker.pipe.close()

    def stop(self) -> None:
        """End whatever still runs."""
        for worker in self._workers:
            worker.process.kill()
            worker.process.join()
            worker.pipe.close()
        self._workers.clear()


@contextlib.contextmanager
def _safe_path() -> Iterator[None]:
    """A process that is started here and not forked looks for no module in the current folder."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before


def _too_long(seconds: float) -> str:
    return f"it took longer than {seconds:g} seconds"


def _cause(code: int | None) -> str:
    if code is not None and code < 0:
        try:
            return f"its worker was killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"its worker was killed by signal {-code}"
    return f"its worker ended with exit code {code}"


def _answer(work: Callable[[Item], Answer], item: Item) -> Answer | Death:
    """A fault of ours costs its item and is told, with its place."""
    try:
        return work(item)
    except BaseException as error:  # noqa: BLE001  # whatever it is, the parent must hear of it
        import traceback

        frame = traceback.extract_tb(error.__traceback__)[-1]
        return Death(f"{type(error).__name__}: {error} (line {frame.lineno} of {os.path.basename(frame.filename)})")


@contextlib.contextmanager
def _cpu_limit(seconds: float) -> Iterator[None]:
    """The kernel ends this process when it has worked for so long; nothing that runs in it is asked."""
    if not _COUNTS_CPU:
        yield
        return
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _serve(
    pipe: Connection, other_end: Connection, work: Callable[[Item], Answer], items: Sequence[Item], seconds: float
) -> None:
    """The life of a worker: batches of indices in, one answer an item out."""
    other_end.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is told as well, and ends its workers
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _die_with_parent()
    _leave_stdout_alone()
    while True:
        try:
            batch = pipe.recv()
        except (EOFError, OSError):
            break
        if batch is None:
            break
        for index in batch:
            with _cpu_limit(seconds):
                answer = _answer(work, items[index])
            _send(pipe, index, answer)
    os._exit(0)  # nothing that the parent had open is flushed twice


def _send(pipe: Connection, index: int, answer: object) -> None:
    try:
        pipe.send((index, answer))
    except OSError:  # nobody listens any more
        os._exit(1)
    except Exception as error:  # noqa: BLE001  # pickled before the first byte is written, so there is room for this
        pipe.send((index, Death(f"its answer could not be sent: {type(error).__name__}: {error}")))


def _leave_stdout_alone() -> None:
    """What a rule prints goes to stderr, also from C: standard output is the report, which machines read."""
    with contextlib.suppress(OSError):
        os.dup2(2, 1)
    sys.stdout = sys.stderr


def _die_with_parent() -> None:
    """On Linux the kernel ends a worker whose parent was killed, even one that hangs in a rule."""
    if not sys.platform.startswith("linux"):
        return
    with contextlib.suppress(Exception):  # no libc to ask: then a worker that hangs stays, as it does elsewhere
        import ctypes  # 1 ms

        parent_death_signal = 1
        ctypes.CDLL(None).prctl(parent_death_signal, signal.SIGKILL)
