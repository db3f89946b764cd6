"""A scenario on baselines: ten thousand entries read and matched."""

from __future__ import annotations

import os

from measure import Contender
from peers import HERE
from scene import Scene
from tables import Demand, Report, cost_table

TIMES = 40


def baselines(scene: Scene) -> Report:
    """Against splitting the same lines; what both do before that is measured and taken away."""
    script = [scene.peers.python, os.path.join(HERE, "entries.py")]
    nothing = Contender("nothing", [*script, "none", "0"])
    split = Contender(f"{TIMES} times split", [*script, "split", str(TIMES)])
    matched = Contender(f"{TIMES} times read and matched", [*script, "match", str(TIMES)])
    costs = scene.compare([nothing, split, matched], scene.scratch)
    base = costs[nothing.name].cpu
    ratio = (costs[matched.name].cpu - base) / (costs[split.name].cpu - base)
    title = "A baseline of 10,000 entries"
    demand = Demand(f"{title}: CPU to read and match / to split its lines", ratio, 10)
    return Report((cost_table(title, costs, split.name),), (demand,))
