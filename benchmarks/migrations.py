"""Migrations that people did by hand, done by `codemod run` on the commit before: which files come out the same.

    python benchmarks/migrations.py --clones DIR     DIR holds tdom, tdom-svcs and svcs, as far as they are there

Both sides go through `ruff check --select I,F401 --fix` and `ruff format` first: formatting is not compared. Then every
codemod runs once more, and must change nothing."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass

from renamings import added


@dataclass(frozen=True)
class Migration:
    """A commit, and what does the same."""

    clone: str
    commit: str
    runs: tuple[tuple[str, ...], ...]
    """The words after `codemod run`."""
    promised: str


def _replace(pattern: str, template: str, *imports: str) -> tuple[str, ...]:
    options = [
        f"replace.pattern={pattern}",
        f"replace.with={template}",
        *(f"replace.imports={name}" for name in imports),
    ]
    return ("replace", *(word for option in options for word in ("--set", option)))


MIGRATIONS = (
    Migration(
        "tdom-svcs",
        "35f372c",
        (
            ("svcs-di-to-hopscotch",),
            _replace("-> Node", "-> str | Markup", "markupsafe.Markup"),
            _replace("-> Markup", "-> str | Markup"),
        ),
        "41 of 48",
    ),
    Migration("tdom-svcs", "5d2caa7", (("svcs-di-to-hopscotch",),), "4 of 6"),
    Migration("tdom-svcs", "4318816", (("html-context-to-container",),), "14 of 20"),
    Migration("tdom", "ac03569", (("typing-to-abc",),), "all lines"),
    Migration(
        "svcs",
        "93b6550",
        (
            (
                *_replace("type[$T]", "TypeForm[$T]", "typing_extensions.TypeForm"),
                "--set",
                r"replace.where=T:regex=T\d+",
            ),
        ),
        "73 % of lines",
    ),
)


def git(clone: str, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", clone, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def tree_at(clone: str, revision: str, folder: str) -> None:
    """The files of a commit, in a folder that is no checkout."""
    archive = subprocess.run(["git", "-C", clone, "archive", revision], capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)


def tidied(folder: str) -> None:
    for words in (("check", "--select", "I,F401", "--fix"), ("format",)):
        subprocess.run(
            [sys.executable, "-m", "ruff", *words, "-q", "--isolated", folder], check=False, capture_output=True
        )


def lines_of(folder: str, path: str) -> list[str]:
    try:
        with open(os.path.join(folder, path), encoding="utf-8", errors="replace") as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []


def measured(clone: str, migration: Migration, scratch: str) -> str:
    """One row of the table."""
    names = ("before", "ours", "theirs")
    folders = {name: os.path.join(scratch, f"{migration.commit}-{name}") for name in names}
    for name, folder in folders.items():
        os.makedirs(folder)
        tree_at(clone, migration.commit if name == "theirs" else f"{migration.commit}^", folder)
    summaries = [_run(folders["ours"], words) for words in migration.runs]
    again = [_run(folders["ours"], words) for words in migration.runs]
    for folder in folders.values():
        tidied(folder)
    changed = git(clone, "diff", "--name-only", "--diff-filter=M", f"{migration.commit}^", migration.commit).split("\n")
    code = [path for path in changed if path.endswith((".py", ".pyi"))]
    exact = sum(lines_of(folders["ours"], path) == lines_of(folders["theirs"], path) for path in code)
    total = sum(added(lines_of(folders["before"], path), lines_of(folders["theirs"], path)) for path in code)
    missed = sum(added(lines_of(folders["ours"], path), lines_of(folders["theirs"], path)) for path in code)
    share = 100 * (total - missed) / max(total, 1)
    settled = "yes" if all(" 0 changed" in f" {text}" for text in again) else "NO"
    failed = sum(int(text.rpartition(", ")[2].split()[0]) for text in summaries if "failed" in text)
    return (
        f"| {migration.clone} {migration.commit} | {exact} of {len(code)} | {share:.0f} % of {total} "
        f"| {migration.promised} | {settled} | {failed} |"
    )


def _run(folder: str, words: tuple[str, ...]) -> str:
    command = [sys.executable, "-m", "tdomcheck", "codemod", "run", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout.strip().rpartition("\n")[2].partition(": ")[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clones", required=True)
    folder = parser.parse_args().clones
    print("| commit | files of code exact | lines of code | to reach | a second run changes nothing | failed |")
    print("| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as scratch:
        for migration in MIGRATIONS:
            clone = os.path.join(folder, migration.clone)
            there = os.path.isdir(clone)
            print(measured(clone, migration, scratch) if there else f"| {migration.clone} | not there |", flush=True)


if __name__ == "__main__":
    main()
