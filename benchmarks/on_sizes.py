"""Scenarios on how cost grows: with fixes, with the size of a file, with workers, with files."""

from __future__ import annotations

import os
from collections.abc import Callable

from corpus import Corpus, files_of, write_files
from defects import many_fixes
from measure import Contender, Cost
from scene import Edited, Scene
from tables import Demand, Report, Table, cost_table, megabytes, milliseconds, ratio

FIXES = (50, 100, 200, 400)
HUGE_FILES = 220
"""So many files of a project make one with about ten thousand lines."""
GROWTH = (1, 5, 20)


def fixes(scene: Scene) -> Report:
    """One file with many fixes, all of which are applied and proved."""
    folder = os.path.join(scene.scratch, "fixes")
    contenders = []
    for number in FIXES:
        name = f"many_{number}.py"
        write = _writer(folder, {name: many_fixes(number)})
        contenders.append(Contender(f"{number} fixes", scene.tdomcheck("fix", "--no-cache", name), write))
    contenders[0].prepare()
    costs = scene.compare(contenders, folder)
    demand = Demand("200 fixes in one file / 100 fixes, CPU", costs["200 fixes"].cpu / costs["100 fixes"].cpu, 2.3)
    return Report((cost_table("Many fixes in one file", costs, "100 fixes"),), (demand,))


def _writer(folder: str, files: dict[str, str]) -> Callable[[], None]:
    def write() -> None:
        write_files(folder, files)

    return write


def huge(scene: Scene) -> Report:
    """One generated file of ten thousand lines."""
    folder = os.path.join(scene.scratch, "huge")
    texts = [text for name, text in files_of(Corpus(HUGE_FILES)) if name.endswith(".py")]
    body = "\n\n".join(text.replace("from __future__ import annotations\n", "") for text in texts)
    write_files(folder, {"huge.py": body, "pyproject.toml": dict(files_of(Corpus(1)))["pyproject.toml"]})
    tool = scene.peers.tool
    contenders = [
        Contender("tdomcheck", scene.tdomcheck("check", "--no-cache", "huge.py")),
        Contender("ruff, its own rules", [tool("ruff"), "check", "--no-cache", "huge.py"]),
        Contender("fixit, the same rules", [tool("fixit"), "lint", "huge.py"], most_rounds=2),
        scene.python,
    ]
    title = f"One huge file of {body.count(chr(10)):,} lines"
    return Report((cost_table(title, scene.compare(contenders, folder), "tdomcheck"),))


def workers(scene: Scene) -> Report:
    """Every file has a finding of a rule that looks at one file."""
    folder = scene.project(Corpus(scene.files, is_judged=True))
    check = scene.tdomcheck("check", "--no-cache", "--quiet", "--jobs")
    contenders = [Contender("two workers", [*check, "2"]), Contender("one worker", [*check, "1"])]
    costs = scene.compare(contenders, folder)
    gain = costs["one worker"].wall / costs["two workers"].wall
    demand = Demand("all files judged: wall of one worker / two workers", gain, 1.6, is_least=True)
    got = costs["two workers"].cpu / costs["two workers"].wall
    text = f"The two workers got {got:.2f} cores on average; far below two, the machine was busy."
    table = cost_table(f"All of {scene.files:,} files need the judge", costs, "two workers", text)
    return Report((table,), (demand,))


def growth(scene: Scene) -> Report:
    """The same project in three sizes."""
    sizes = [scene.files * factor for factor in GROWTH]
    costs = {size: _sized(scene, size) for size in sizes}
    rows = []
    for size in sizes:
        found = costs[size]
        per_file = found["cold"].cpu / size
        rows.append(
            (
                f"{size:,}",
                milliseconds(1_000 * per_file),
                ratio(per_file, costs[sizes[0]]["cold"].cpu / sizes[0]),
                *(milliseconds(found[name].wall) for name in ("cold", "unchanged", "one changed", "hook")),
                megabytes(max(cost.memory for cost in found.values())),
            )
        )
    columns = (
        "files", "cold: CPU for 1,000 files, ms", "to the smallest", "cold, ms", "unchanged, ms", "one changed, ms",
        "hook, ms", "largest process, MB",
    )  # fmt: skip
    first, last = costs[sizes[0]], costs[sizes[-1]]
    linear = (last["cold"].cpu / sizes[-1]) / (first["cold"].cpu / sizes[0])
    memory = max(cost.memory for cost in last.values()) / 1_000_000
    demands = (
        Demand(f"cold: CPU a file at {sizes[-1]:,} files / at {sizes[0]:,}", linear, 1.1),
        Demand(f"largest process at {sizes[-1]:,} files", memory, 400, unit=" MB"),
    )
    text = "The largest process of a run is an upper bound of the parent's memory."
    return Report((Table("Growth", columns, tuple(rows), text),), demands)


def _sized(scene: Scene, size: int) -> dict[str, Cost]:
    folder = scene.project(Corpus(size))
    changed = Edited(folder, "src/market_0001/views.py")
    check = scene.tdomcheck("check", "--quiet")
    cold = scene.compare([Contender("cold", check, lambda: scene.forget(folder))], folder, 2)
    scene.run(check, folder)
    contenders = [
        Contender("one changed", check, changed.change),
        Contender("hook", scene.tdomcheck("check", changed.name), changed.change),
    ]
    found = cold | scene.compare(contenders, folder)
    for _ in range(2):
        scene.run(check, folder)
    return found | scene.compare([Contender("unchanged", check)], folder)
