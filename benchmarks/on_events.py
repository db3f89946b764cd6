"""Scenarios with a stream of events: what it costs to tell."""

from __future__ import annotations

import contextlib
import os

from corpus import Corpus
from measure import Contender
from scene import Scene
from tables import Demand, Report, cost_table


def events(scene: Scene) -> Report:
    """A cold run that tells everything that it finds, beside one that tells nothing."""
    folder = scene.project(Corpus(scene.files))
    stream = os.path.join(scene.scratch, "events.jsonl")

    def forget() -> None:
        scene.forget(folder)
        with contextlib.suppress(FileNotFoundError):
            os.remove(stream)

    check = scene.tdomcheck("check")
    contenders = [
        Contender("tdomcheck", check, lambda: scene.forget(folder)),
        Contender("tdomcheck --events", [*check, "--events", stream], forget),
    ]
    costs = scene.compare(contenders, folder, 2 * scene.rounds)
    with open(stream, "rb") as file:
        told = sum(1 for _ in file)
    text = f"{scene.files:,} files, {told:,} events; the ledger is written as well."
    table = cost_table("Cold, with a stream of events", costs, "tdomcheck", text)
    most = costs["tdomcheck --events"].cpu / costs["tdomcheck"].cpu
    return Report((table,), (Demand("cold: CPU with events / without", most, 1.05),))
