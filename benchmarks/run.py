"""Measure tdomcheck against its peers, and write RESULTS.md."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import on_baselines
import on_codemods
import on_events
import on_packages
import on_patches
import on_renamings
import on_reports
import on_sizes
import on_trees
from corpus import Corpus
from peers import HERE, environment_in, prepare_peers
from scene import Scene
from tables import Report, as_data, demand_table, markdown

SCENARIOS: Mapping[str, Callable[[Scene], Report]] = {
    "cold": on_trees.cold,
    "syntax": on_trees.syntax,
    "rules": on_trees.rules,
    "unchanged": on_trees.unchanged,
    "changed": on_trees.changed,
    "dependents": on_trees.dependents,
    "fixes": on_sizes.fixes,
    "huge": on_sizes.huge,
    "workers": on_sizes.workers,
    "growth": on_sizes.growth,
    "events": on_events.events,
    "patches": on_patches.patches,
    "codemods": on_codemods.codemods,
    "kills": on_codemods.kills,
    "baselines": on_baselines.baselines,
    "reports": on_reports.reports,
    "pull-request": on_reports.pull_request,
    "renamings": on_renamings.renamings,
    "packages": on_packages.packages,
    "hostile": on_packages.hostile,
}
RESULTS = os.path.join(HERE, "RESULTS.md")
HEAD = """\
# What tdomcheck costs

Made by `python benchmarks/run.py`; do not edit. Ratios are what counts: contenders took turns in one run, and each
number is the least of several rounds. CPU is user and system time of a command with all of its processes. Python
{python}, {cores} cores, corpus of {files:,} files from seed {seed}.

"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the scenarios; exit 1 where a promise is broken."""
    options = _options(arguments)
    scratch = tempfile.mkdtemp(prefix="tdomcheck-benchmarks-")
    try:
        peers = prepare_peers(os.path.abspath(options.peers or os.path.join(scratch, "peers")))
        scene = Scene(scratch, peers, environment_in(scratch), options.files, options.rounds)
        reports: dict[str, Report] = {}
        for name in options.only or SCENARIOS:
            reports[name] = SCENARIOS[name](scene)
            print(markdown([*reports[name].tables, demand_table(reports[name].demands)]), flush=True)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if not options.only:
        with open(RESULTS, "w", encoding="utf-8") as file:
            file.write(document(reports, options.files))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(as_data(reports), file, indent=2)
    return 0 if all(demand.is_met for report in reports.values() for demand in report.demands) else 1


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=list(SCENARIOS), help="play this one; may be repeated")
    parser.add_argument("--files", type=int, default=1_000, help="size of the project")
    parser.add_argument("--rounds", type=int, default=3, help="the least of so many counts")
    parser.add_argument("--peers", metavar="DIR", help="keep the environment of the contenders there, and use it again")
    parser.add_argument("--json", metavar="PATH", help="write the numbers there as well")
    return parser.parse_args(arguments)


def document(reports: Mapping[str, Report], files: int) -> str:
    """RESULTS.md: the promises first, then everything."""
    python = ".".join(platform.python_version_tuple()[:2])
    head = HEAD.format(python=python, cores=os.cpu_count(), files=files, seed=Corpus().seed)
    demands = [demand for report in reports.values() for demand in report.demands]
    tables = [table for report in reports.values() for table in report.tables]
    return head + markdown([demand_table(demands), *tables])


if __name__ == "__main__":
    sys.exit(main())
