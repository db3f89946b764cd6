"""A scenario on reports: what a pull request of three thousand files costs with every report there is."""

from __future__ import annotations

import os

from corpus import Corpus
from measure import Contender
from scene import Scene
from tables import Demand, Report, cost_table

FILES = 3_000
FORMATS = ("json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown", "rdjson", "pylint", "azure", "checkstyle")


def reports(scene: Scene) -> Report:
    """One analysis and all reports of it, against the check alone."""
    folder = scene.project(Corpus(FILES))
    check = scene.tdomcheck("check")
    options = [f"--report={name}={os.path.join(scene.scratch, f'report.{name}')}" for name in FORMATS]
    contenders = [
        Contender("check", check, lambda: scene.forget(folder)),
        Contender(f"check with {len(FORMATS)} reports", [*check, *options], lambda: scene.forget(folder)),
    ]
    costs = scene.compare(contenders, folder)
    alone, reported = (costs[contender.name] for contender in contenders)
    title = f"Reports on {FILES:,} files"
    demand = Demand(f"{title}: wall time with all of them / of the check alone", reported.wall / alone.wall, 2)
    return Report((cost_table(title, costs, "check"),), (demand,))
