"""Scenarios on reports: what they cost beside the check, and what a pull request of three thousand files does."""

from __future__ import annotations

import os
import subprocess

from corpus import Corpus, files_of, write_files
from measure import Contender
from scene import Scene
from tables import Demand, Report, cost_table

FILES = 3_000
UNTOUCHED = 100
FORMATS = ("json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown", "rdjson", "pylint", "azure", "checkstyle")


def reports(scene: Scene) -> Report:
    """One analysis and all reports of it, against the check alone."""
    folder = scene.project(Corpus(FILES))
    check = scene.tdomcheck("check")
    contenders = [
        Contender("check", check, lambda: scene.forget(folder)),
        Contender(f"check with {len(FORMATS)} reports", [*check, *_options(scene)], lambda: scene.forget(folder)),
    ]
    costs = scene.compare(contenders, folder)
    alone, reported = (costs[contender.name] for contender in contenders)
    title = f"Reports on {FILES:,} files"
    demand = Demand(f"{title}: wall time with all of them / of the check alone", reported.wall / alone.wall, 2)
    return Report((cost_table(title, costs, "check"),), (demand,))


def pull_request(scene: Scene) -> Report:
    """Most files changed, some did not and have findings: what those had before is asked as well."""
    tables, demands = [], []
    for is_judged, what in ((False, ""), (True, ", a defect in each")):
        folder = _repository(scene, Corpus(FILES + UNTOUCHED, is_judged=is_judged))
        check = scene.tdomcheck("check")
        whole = [*check, "--focus", "HEAD~1", *_options(scene)]
        contenders = [
            Contender("check", check, lambda folder=folder: scene.forget(folder)),
            Contender("check --focus, with all reports", whole, lambda folder=folder: scene.forget(folder)),
        ]
        costs = scene.compare(contenders, folder)
        alone, reported = (costs[contender.name] for contender in contenders)
        title = f"A pull request of {FILES:,} files{what}"
        demands.append(Demand(f"{title}: wall time / of the check alone", reported.wall / alone.wall, 2))
        tables.append(cost_table(title, costs, "check"))
    return Report(tuple(tables), tuple(demands))


def _options(scene: Scene) -> list[str]:
    return [f"--report={name}={os.path.join(scene.scratch, f'report.{name}')}" for name in FORMATS]


def _repository(scene: Scene, corpus: Corpus) -> str:
    """A project whose last commit changed all files but the last ones."""
    folder = os.path.join(scene.scratch, f"pull-request-{'judged' if corpus.is_judged else 'plain'}")
    files = dict(files_of(corpus))
    modules = [name for name in files if name.endswith(".py")]
    changed = frozenset(modules[:FILES])
    os.makedirs(folder)
    _git(folder, "init", "-q")
    for text in ("# before\n", ""):
        write_files(folder, {name: code + text if name in changed else code for name, code in files.items()})
        _git(folder, "add", "-A")
        _git(folder, "commit", "-q", "-m", "x")
    return folder


def _git(folder: str, *arguments: str) -> None:
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)
