"""Renamings that people did by hand, done by `rename` on the commit before: which files and lines come out the same.

    python benchmarks/renamings.py --clones DIR     DIR holds svcs-di, hopscotch and tdom-path, as far as they are there

Both sides go through `ruff check --select I,F401 --fix` and `ruff format` first: formatting is not compared."""

from __future__ import annotations

import argparse
import difflib
import os
import subprocess
import time
from dataclasses import dataclass

from tdomcheck.edits.splice import apply_edits
from tdomcheck.model.changes import FileEdits
from tdomcheck.model.suffixes import DOCUMENTS, SOURCES
from tdomcheck.refactor.outcome import accepted
from tdomcheck.refactor.rename import RenameOptions, rename
from tdomcheck.refactor.sources import CONFIGURATION, Sources
from tdomcheck.source.text import SourceText

KINDS = (*SOURCES, *DOCUMENTS, *CONFIGURATION)


@dataclass(frozen=True)
class Migration:
    """A commit, and what does the same."""

    clone: str
    commit: str
    source: str
    to: str
    options: RenameOptions
    takes_proposals: bool = False


MIGRATIONS = (
    Migration("svcs-di", "c622c20", "svcs_di.auto.Injectable", "Inject", RenameOptions(strings=True, prose=True)),
    Migration(
        "svcs-di",
        "c622c20",
        "svcs_di.auto.Injectable",
        "Inject",
        RenameOptions(strings=True, prose=True),
        takes_proposals=True,
    ),
    Migration(
        "hopscotch",
        "731a952",
        "hopscotch.registry.Registry.get_service",
        "get",
        RenameOptions(prose=True),
        takes_proposals=True,
    ),
    Migration("tdom-path", "630eb9b", "tdom_path.tree.make_path", "make_traversable", RenameOptions(prose=True)),
)


def git(clone: str, *arguments: str, data: bytes | None = None) -> bytes:
    return subprocess.run(["git", "-C", clone, *arguments], input=data, capture_output=True, check=True).stdout


def files_at(clone: str, revision: str) -> dict[str, bytes]:
    """The files of a commit that may say a name."""
    names = git(clone, "ls-tree", "-r", "-z", "--name-only", revision).decode().split("\0")
    return {name: git(clone, "show", f"{revision}:{name}") for name in names if name.endswith(KINDS)}


def plain(path: str, data: bytes) -> list[str]:
    """The lines of a file without what a formatter decides."""
    if path.endswith(SOURCES):
        for words in (("check", "--select", "I,F401", "--fix"), ("format",)):
            command = ["ruff", *words, "-q", "--isolated", "--stdin-filename", path, "-"]
            data = subprocess.run(command, input=data, capture_output=True, check=False).stdout or data
    return data.decode("utf-8", "replace").splitlines()


def measured(clone: str, migration: Migration) -> str:
    """One row of the table."""
    before, after = (files_at(clone, revision) for revision in (f"{migration.commit}^", migration.commit))
    start = time.process_time()
    outcome = rename(Sources(before), migration.source, migration.to, migration.options)
    seconds = time.process_time() - start
    outcome = accepted(outcome) if migration.takes_proposals else outcome
    ours = dict(before)
    for wish in outcome.rewrite.files:
        if isinstance(wish, FileEdits):
            ours[wish.path] = apply_edits(SourceText(before[wish.path], is_python=False), wish.edits)
    code = [path for path in before if path.endswith(SOURCES) and path in after and before[path] != after[path]]
    exact = total = missed = 0
    for path in code:
        old, mine, theirs = (plain(path, side[path]) for side in (before, ours, after))
        exact += mine == theirs
        total += added(old, theirs)
        missed += added(mine, theirs)
    share = 100 * (total - missed) / max(total, 1)
    how = "with proposals" if migration.takes_proposals else "without"
    return (
        f"| {migration.clone} {migration.commit} | {how} | {exact} of {len(code)} | {share:.1f} % of {total} "
        f"| {len(outcome.rewrite.files)} | {seconds:.2f} s |"
    )


def added(before: list[str], after: list[str]) -> int:
    """The lines that are not there before."""
    lines = difflib.unified_diff(before, after, lineterm="", n=0)
    return sum(line.startswith("+") and not line.startswith("+++") for line in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clones", required=True)
    folder = parser.parse_args().clones
    print("| commit | proposals | files of code exact | lines of code | files ours | CPU |")
    print("| --- | --- | --- | --- | --- | --- |")
    for migration in MIGRATIONS:
        clone = os.path.join(folder, migration.clone)
        row = measured(clone, migration) if os.path.isdir(clone) else f"| {migration.clone} | not there |"
        print(row)


if __name__ == "__main__":
    main()
