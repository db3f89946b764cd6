"""Scenarios on code that others wrote, and on code that is written to take long."""

from __future__ import annotations

import math
import os
import shutil
import sysconfig
from collections.abc import Mapping

from hostile import SHAPES, count_for, size_of
from measure import BadRunError, Contender
from peers import HERE
from scene import Scene
from tables import Demand, Report, Table, cost_table, milliseconds

PACKAGES = ("django", "pydantic", "sphinx", "sqlalchemy")
"""Pinned in requirements.txt; none of them has anything to do with tdom or svcs."""
SIZES = (50_000, 100_000, 200_000)
MOST_SECONDS = 2.0
MOST_GROWTH = 1.3
NOISE = 0.3
"""Seconds below which the growth of a cost says nothing."""


def packages(scene: Scene) -> Report:
    """A cold check beside a bare parse of the same files in the same run."""
    tables, demands = [], []
    for name in PACKAGES:
        folder = _sources(scene, name)
        check = scene.tdomcheck("check", "--jobs", "1", "--no-cache", "--exit-zero", "--quiet")
        bare = Contender("a bare parse", [scene.peers.python, os.path.join(HERE, "bare.py")])
        costs = scene.compare([bare, Contender("tdomcheck", check)], folder)
        count = sum(name.endswith((".py", ".pyi")) for _, _, names in os.walk(folder) for name in names)
        title = f"Cold, one worker: {name}, {count:,} files"
        tables.append(cost_table(title, costs, "a bare parse"))
        times = costs["tdomcheck"].cpu / costs["a bare parse"].cpu
        demands.append(Demand(f"cold: CPU of tdomcheck on {name} / of a bare tree-sitter parse", times, 9))
    return Report(tuple(tables), tuple(demands))


def _sources(scene: Scene, name: str) -> str:
    """The Python files of a package that is installed beside the contenders, as a project."""
    library = sysconfig.get_path("platlib", vars={"base": scene.peers.folder, "platbase": scene.peers.folder})
    folder = os.path.join(scene.scratch, "packages", name)
    if not os.path.exists(folder):
        leave = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(os.path.join(library, name), os.path.join(folder, name), ignore=leave)
        with open(os.path.join(folder, "tdomcheck.toml"), "w", encoding="utf-8"):
            pass
    return folder


def hostile(scene: Scene) -> Report:
    """Every shape in sizes that double: none takes long, and none grows much faster than its input."""
    idle = _cost(scene, "idle", {"page.py": "x = 1\n"})
    costs = {name: _costs(scene, name) for name in SHAPES}
    slowest = {name: max(cost for _, cost in found) for name, found in costs.items()}
    growths = {name: _growth(found, idle) for name, found in costs.items()}
    rows = tuple(
        (name, f"{costs[name][-1][0]:,}", *(milliseconds(cost) for _, cost in costs[name]), f"{growths[name]:.2f}")
        for name in sorted(slowest, key=lambda name: -slowest[name])[:25]
    )
    sizes = [f"CPU at {size // 1_000} KB, ms" for size in SIZES]
    text = (
        f"The slowest of {len(SHAPES)} shapes. An empty project takes {milliseconds(idle)} ms, which is part of each; "
        "growth is an exponent of the rest, and 0 where a shape ends at a limit that is told of."
    )
    table = Table("Input that is made to take long", ("shape", "bytes", *sizes, "growth"), rows, text)
    demands = (
        Demand("made to take long: CPU of the slowest shape", max(slowest.values()), MOST_SECONDS, unit=" s"),
        Demand("made to take long: exponent of the steepest growth", max(growths.values()), MOST_GROWTH, unit=""),
    )
    return Report((table,), demands)


def _costs(scene: Scene, name: str) -> list[tuple[int, float]]:
    """Bytes and CPU seconds of each size."""
    projects = [SHAPES[name](count_for(SHAPES[name], size)) for size in SIZES]
    return [(size_of(project), _cost(scene, f"{name} {size_of(project)}", project)) for project in projects]


def _cost(scene: Scene, name: str, project: Mapping[str, str]) -> float:
    """CPU seconds; a shape may be refused, as a finding or as a file that is told of, but nothing may crash."""
    folder = os.path.join(scene.scratch, "hostile", "".join(letter if letter.isalnum() else "-" for letter in name))
    for inner, text in {**project, "tdomcheck.toml": project.get("tdomcheck.toml", "")}.items():
        path = os.path.join(folder, inner)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    command = scene.tdomcheck("check", "--jobs", "1", "--no-cache", "--quiet")
    try:
        return scene.compare([Contender(name, command)], folder, 1)[name].cpu
    except BadRunError as error:
        raise BadRunError(f"{name}: {error}") from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _growth(found: list[tuple[int, float]], idle: float) -> float:
    """How a cost grows with the size at the end, as an exponent."""
    (size, cost), (larger, more) = found[-2:]
    if more - idle < NOISE or larger < 1.2 * size:
        return 0.0
    return max(math.log((more - idle) / max(cost - idle, 0.01)) / math.log(larger / size), 0.0)
