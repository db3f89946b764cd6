"""Scenarios on one project: cold, unchanged, one file changed."""

from __future__ import annotations

import json
import os
import re
import subprocess

from corpus import Corpus, files_of, write_files
from measure import BadRunError, Contender
from peers import HERE
from scene import Edited, Scene
from tables import Demand, Report, Table, cost_table, milliseconds, ratio

FIRST_TWELVE = (
    "TDC101,TDC102,TDC104,TDC106,TDC121,TDC124,TDC201,TDC208,TDC401,TDC408,TDC601,TDC902"  # what the tool began with
)
PROJECT_RULES = frozenset(
    {
        "TDC207",
        "TDC208",
        "TDC209",
        "TDC213",
        "TDC214",
        "TDC401",
        "TDC408",
        "TDC409",
        "TDC410",
        "TDC411",
        "TDC412",
        "TDC413",
    }
    | {"TDC504", "TDC505", "TDC604", "TDC605", "TDC607", "TDC801", "TDC802", "TDC803"}
)
"""They need more than one file, so that plain Fixit does not have them."""
VISITOR = "TDC301"
"""A rule that walks the LibCST tree; it is off by default."""
DEFECT = "\n\ndef changed_page(text: str) -> str:\n    return html(f'<p>{text}</p>')\n"


def syntax(scene: Scene) -> Report:
    """Whether files are Python, by what it takes to parse them: those of the corpus, and the standard library."""
    script = os.path.join(HERE, "syntax_cost.py")
    folders = {"the corpus": scene.project(Corpus(scene.files)), "the standard library": os.path.dirname(os.__file__)}
    rows, demands = [], []
    for name, folder in folders.items():
        done = subprocess.run([scene.peers.python, script, folder], check=True, capture_output=True, text=True)
        cost = json.loads(done.stdout)
        row = (name, f"{cost['files']:,}", ratio(cost["judge"], cost["parse"]))
        rows.append((*row, milliseconds(cost["parse"]), milliseconds(cost["judge"])))
        demands.append(Demand(f"syntax of {name}: CPU / bare tree-sitter parse", cost["judge"] / cost["parse"], 1.5))
    columns = ("", "files", "CPU / parse", "parse, ms", "judge, ms")
    return Report((Table("Whether files are Python", columns, tuple(rows)),), tuple(demands))


def cold(scene: Scene) -> Report:
    """Nothing is known from earlier runs."""
    folder = scene.project(Corpus(scene.files))
    count = _same_findings(scene, folder)
    tool = scene.peers.tool
    patterns = os.path.join(HERE, "astgrep", "sgconfig.yml")
    contenders = [
        Contender("tdomcheck", scene.tdomcheck("check"), lambda: scene.forget(folder)),
        Contender("tdomcheck --jobs 1", scene.tdomcheck("check", "--jobs", "1"), lambda: scene.forget(folder)),
        Contender("ruff, its own rules", [tool("ruff"), "check", "--no-cache"]),
        Contender("ast-grep, five patterns", [tool("ast-grep"), "scan", "--config", patterns, "src"]),
        Contender("fixit, the same rules", [tool("fixit"), "lint", "src"], most_rounds=2),
        Contender("t-linter, its own rules", [tool("t-linter"), "check", "src"], most_rounds=1),
        scene.python,
    ]
    costs = scene.compare(contenders, folder)
    table = cost_table(
        "Cold: no cache",
        costs,
        "tdomcheck",
        f"{scene.files:,} files. Fixit runs the rules for single files; its {count} findings are the ones that "
        "tdomcheck has for those rules. ast-grep has patterns for five rules, which know no imports; ruff and t-linter "
        "have rules of their own, so they are here for scale only.",
    )
    least = costs["fixit, the same rules"].cpu / costs["tdomcheck"].cpu
    return Report((table,), (Demand("cold: CPU of fixit with the same rules / tdomcheck", least, 5, is_least=True),))


def rules(scene: Scene) -> Report:
    """What all rules cost beside the first twelve: gates keep a rule from files that hold nothing for it."""
    folder = scene.project(Corpus(scene.files))
    check = scene.tdomcheck("check")
    contenders = [
        Contender("the first twelve rules", [*check, "--select", FIRST_TWELVE], lambda: scene.forget(folder)),
        Contender("all rules", check, lambda: scene.forget(folder)),
    ]
    costs = scene.compare(contenders, folder, 2 * scene.rounds)
    table = cost_table("Cold, by number of rules", costs, "the first twelve rules", f"{scene.files:,} files.")
    ratio = costs["all rules"].cpu / costs["the first twelve rules"].cpu
    return Report((table,), (Demand("cold: CPU of all rules / of the first twelve", ratio, 2),))


def _same_findings(scene: Scene, folder: str) -> int:
    """Two tools that find different things are not compared."""

    def found(command: list[str], pattern: str) -> list[str]:
        done = subprocess.run(
            command, cwd=folder, env=dict(scene.environment), capture_output=True, text=True, check=False
        )
        return re.findall(pattern, done.stdout + done.stderr)

    ours = found(scene.tdomcheck("check", "--no-cache", "--output-format", "concise"), r"\b(TDC\d{3})\b")
    theirs = found([scene.peers.tool("fixit"), "lint", "src"], r"@\d+:\d+ (\w+):")
    single = [code for code in ours if code not in PROJECT_RULES]
    if not single or len(single) != len(theirs):
        raise BadRunError(f"tdomcheck has {len(single)} findings of rules for single files, fixit has {len(theirs)}")
    return len(theirs)


def unchanged(scene: Scene) -> Report:
    """The same run once more."""
    folder = scene.project(Corpus(scene.files))
    check, ruff = scene.tdomcheck("check"), [scene.peers.tool("ruff"), "check"]
    for command in (check, check, ruff):
        scene.run(command, folder)
    again = scene.tdomcheck("check", "--quiet")
    contenders = [Contender("ruff check, cached", ruff), Contender("tdomcheck", check), scene.python]
    costs = scene.compare(contenders, folder, 3 * scene.rounds)
    costs |= scene.compare([Contender("tdomcheck, other options", again, scene.forget_answers)], folder)
    table = cost_table(
        "Nothing changed",
        costs,
        "ruff check, cached",
        "With the same options tdomcheck replays its answer; with others it takes every file from its cache.",
    )
    most = costs["tdomcheck"].wall / costs["ruff check, cached"].wall
    return Report((table,), (Demand("nothing changed: wall of tdomcheck / cached ruff check", most, 1.5),))


def changed(scene: Scene) -> Report:
    """One file is another than in the last run; a hook names it, a person checks the whole tree."""
    folder = scene.project(Corpus(scene.files))
    scene.run(scene.tdomcheck("check"), folder)
    plain = Edited(folder, "src/market_0001/models.py")
    wired = Edited(folder, "src/market_0002/services.py")
    wrong = Edited(folder, "src/market_0003/views.py", DEFECT)
    hook = scene.tdomcheck("check", "--force-exclude")
    contenders = [
        scene.python,
        Contender("--version", scene.tdomcheck("--version")),
        Contender("hook, nothing to judge", [*hook, plain.name], plain.change),
        Contender("hook, project rules to judge", [*hook, wired.name], wired.change),
        Contender("hook, all kinds of rules to judge", [*hook, wrong.name], wrong.change),
        Contender("hook, with a LibCST visitor", [*hook, "--extend-select", VISITOR, wrong.name], wrong.change),
        Contender("whole tree, nothing to judge", scene.tdomcheck("check"), plain.change),
        Contender("whole tree, all kinds of rules to judge", scene.tdomcheck("check"), wrong.change),
        Contender("ruff, whole tree", [scene.peers.tool("ruff"), "check"], plain.change),
        Contender("fixit, that file", [scene.peers.tool("fixit"), "lint", wrong.name], wrong.change),
    ]
    costs = scene.compare(contenders, folder, 2 * scene.rounds)
    unit = costs[scene.python.name].wall
    demands = [
        Demand(f"{name}: wall / python -c pass", costs[name].wall / unit, limit)
        for name, limit in (
            ("--version", 4.5),
            ("hook, nothing to judge", 12),
            ("hook, project rules to judge", 22),
            ("hook, all kinds of rules to judge", 22),
            ("hook, with a LibCST visitor", 45),
        )
    ]
    title = f"One changed file of {scene.files:,}"
    return Report((cost_table(title, costs, scene.python.name),), tuple(demands))


_CARD = "from string.templatelib import Template\n\n\ndef Card(label: str) -> Template:\n    return t'<b>{label}</b>'\n"
_PAGE = (
    "from tdom import html\n\nfrom shop.card import Card\n\n\ndef page():\n    return html(t\"<{Card} title='x' />\")\n"
)
_DEPENDENTS = 10


def dependents(scene: Scene) -> Report:
    """A component whose prop has a new name is named alone, and ten files use it: with them, and without."""
    folder = os.path.join(scene.scratch, "dependents")
    write_files(folder, dict(files_of(Corpus(1))) | {"src/shop/__init__.py": "", "src/shop/card.py": _CARD})
    write_files(folder, {f"src/shop/page{number}.py": _PAGE for number in range(_DEPENDENTS)})
    check = scene.tdomcheck("check", "--no-cache", "--jobs", "1", "src/shop/card.py")
    without = Contender("one component", [*check, "--no-dependents"])
    costs = scene.compare(
        [without, Contender("with its dependents", [*check, "--dependents"])], folder, 3 * scene.rounds
    )
    times = costs["with its dependents"].cpu / costs["one component"].cpu
    table = cost_table(
        f"A changed component with {_DEPENDENTS} dependents", costs, "one component", "Nothing is cached."
    )
    return Report((table,), (Demand("one component with ten dependents: CPU with them / without", times, 1.3),))
