"""Scenarios on codemods: all of them at once against LibCST one by one, and runs that are killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from enum import Enum

from corpus import Corpus, write_files
from measure import BadRunError, Contender
from scene import Scene
from tables import Demand, Report, Table, cost_table

KILLS = 200
_KILLED_FILES = 60
_OLD = "import typing as t\n\n\ndef f(x: t.Sequence[int], y: t.Mapping[str, int]) -> None: ...\n"
_LISTING = """\
from tdomcheck.catalog.codemods import open_codemods
from tdomcheck.model.codemod import CodemodScope
for entry in open_codemods((), "").entries:
    if not any(spec.required for spec in entry.info.options):
        is_alone = entry.cls.SCOPE is CodemodScope.FILE
        print(entry.info.name, f"{entry.cls.__module__}.{entry.cls.__qualname__}" if is_alone else "-")
"""


def codemods(scene: Scene) -> Report:
    """Every codemod that needs no options, in one run, against those of them that LibCST can run, one by one."""
    folder = scene.project(Corpus(scene.files))
    listed = dict(_listed(scene))
    alone = [path for path in listed.values() if path != "-"]
    names = [name for name in listed if name != "fix"]  # the rules' own fixes are measured as `fix`
    at_once = f"{len(names)} codemods at once"
    tool = [scene.peers.python, "-m", "libcst.tool", "codemod", "--no-format", "-x"]
    shown = ["-j", "1", "-u", "3", "src"]
    contenders = [Contender(at_once, scene.tdomcheck("codemod", "run", *names, "src", "--dry-run", "--jobs", "1"))]
    contenders += [
        Contender(f"libcst.tool: {path.rpartition('.')[2]}", [*tool, path, *shown], codes=(0,), most_rounds=1)
        for path in alone
    ]
    costs = scene.compare(contenders, folder)
    one_by_one = sum(cost.cpu for name, cost in costs.items() if name != at_once)
    title = f"{at_once} over {scene.files:,} files"
    text = f"LibCST's tool runs {len(alone)} of them, one by one; the others look at the whole project."
    ratio = costs[at_once].cpu / one_by_one
    demand = Demand(f"{title}: CPU / libcst.tool one by one", ratio, 0.1)
    return Report((cost_table(title, costs, at_once, text),), (demand,))


def _listed(scene: Scene) -> Iterator[tuple[str, str]]:
    command = [scene.peers.python, "-c", _LISTING]
    done = subprocess.run(command, env=scene.environment, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        name, _, path = line.partition(" ")
        yield name, path


def kills(scene: Scene) -> Report:
    """SIGKILL at any instant of a run that writes; `--resume` and `fix --undo` by turns finish what it left."""
    folder = os.path.join(scene.scratch, "kills")
    names = [f"m{number:02}.py" for number in range(_KILLED_FILES)]
    write_files(
        folder, {**dict.fromkeys(names, _OLD), ".gitignore": ".tdomcheck\n", "pyproject.toml": "[tool.tdomcheck]\n"}
    )
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "one"]):
        subprocess.run([*git, *words], cwd=folder, check=True, capture_output=True)
    run = scene.tdomcheck("codemod", "run", "typing-to-abc", "--jobs", "1")
    scene.run(run, folder)
    new = _read(folder, names[0])
    if new == _OLD:
        raise BadRunError("typing-to-abc changed nothing")
    scene.run(scene.tdomcheck("fix", "--undo"), folder)
    seconds = _back(scene, folder, run)
    torn = unfinished = while_writing = 0
    draw = random.Random(7)  # noqa: S311  # the same instants in every run
    for number in range(KILLS):
        _kill(scene, folder, run, draw.uniform(0, seconds), _Phase(number % 3))
        texts = [_read(folder, name) for name in names]
        torn += sum(text not in {_OLD, new} for text in texts)
        while_writing += len(set(texts)) > 1
        resumes = bool(number % 2)
        scene.run([*run, "--resume"] if resumes else scene.tdomcheck("fix", "--undo"), folder)
        wanted = new if resumes else _OLD
        texts = [_read(folder, name) for name in names]
        is_whole_run = not resumes and all(text == new for text in texts)  # undone already, or never begun
        unfinished += any(text != wanted for text in texts) and not is_whole_run
        unfinished += any(name.startswith(".tdomcheck-") for name in os.listdir(folder))
        subprocess.run([*git, "checkout", "-q", "."], cwd=folder, check=True)
    title = f"{KILLS} kills of a run over {_KILLED_FILES} files"
    rows = (("kills", str(KILLS)), ("with some files old and some new", str(while_writing)))
    rows += (("files that were neither", str(torn)), ("runs that were not finished afterwards", str(unfinished)))
    demands = (
        Demand(f"{title}: files neither old nor new", torn, 0, unit=""),
        Demand(f"{title}: runs that neither --resume nor fix --undo finished", unfinished, 0, unit=""),
        Demand(f"{title}: kills in the middle of writing", while_writing, 1, is_least=True, unit=""),
    )
    return Report((Table(title, ("", "count"), rows),), demands)


def _back(scene: Scene, folder: str, run: list[str]) -> float:
    """How long a run takes from start to end, with everything as it was afterwards."""
    cost = scene.run(run, folder)
    scene.run(scene.tdomcheck("fix", "--undo"), folder)
    return cost.wall


class _Phase(Enum):
    """From when on a kill may come: most of a run is no writing, and most of writing is no renaming."""

    ANY = 0
    WRITING = 1
    RENAMING = 2

    def has_begun(self, folder: str) -> bool:
        match self:
            case _Phase.WRITING:
                return any(name.startswith(".tdomcheck-") for name in os.listdir(folder))
            case _Phase.RENAMING:
                return _read(folder, "m00.py") != _OLD
        return True

    @property
    def share(self) -> float:
        """Of the time of a run that it takes."""
        return {_Phase.ANY: 1.0, _Phase.WRITING: 0.05, _Phase.RENAMING: 0.005}[self]


def _kill(scene: Scene, folder: str, run: list[str], after: float, phase: _Phase) -> None:
    process = subprocess.Popen(
        run,
        cwd=folder,
        env=scene.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    while process.poll() is None and not phase.has_begun(folder):
        time.sleep(0.0002)
    try:
        process.wait(after * phase.share)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _read(folder: str, name: str) -> str:
    with open(os.path.join(folder, name), encoding="utf-8", newline="") as file:
        return file.read()
