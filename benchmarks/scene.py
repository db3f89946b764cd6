"""Where a scenario is played: a scratch folder, the contenders, and projects that are made on demand."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from corpus import Corpus, write_corpus
from measure import Contender, Cost, compare, run
from peers import Peers

SETTLED = 0.15
"""Seconds after which a changed file counts as settled, as it is when a hook starts."""


@dataclass(frozen=True)
class Scene:
    scratch: str
    peers: Peers
    environment: Mapping[str, str]
    files: int
    rounds: int

    def project(self, corpus: Corpus) -> str:
        """The folder of a project, written once."""
        name = f"{'judged' if corpus.is_judged else 'plain'}-{corpus.files}"
        folder = os.path.join(self.scratch, name)
        if not os.path.exists(folder):
            write_corpus(folder, corpus)
            time.sleep(3 * SETTLED)
        return folder

    def tdomcheck(self, *arguments: str) -> list[str]:
        return [self.peers.tool("tdomcheck"), *arguments]

    @property
    def python(self) -> Contender:
        return Contender("python -c pass", [self.peers.python, "-c", "pass"])

    def compare(self, contenders: Sequence[Contender], folder: str, rounds: int = 0) -> dict[str, Cost]:
        return compare(contenders, folder, self.environment, rounds or self.rounds)

    def run(self, command: Sequence[str], folder: str) -> Cost:
        return run(command, folder, self.environment)

    def forget(self, folder: str) -> None:
        """No cache of a project, no answer to replay; the catalogue of rules stays, as it does between projects."""
        shutil.rmtree(os.path.join(folder, ".tdomcheck"), ignore_errors=True)
        self.forget_answers()

    def forget_answers(self) -> None:
        shutil.rmtree(os.path.join(self.environment["XDG_CACHE_HOME"], "tdomcheck", "snapshots"), ignore_errors=True)


_NUMBERS = count()


class Edited:
    """A file that has another content before every round."""

    def __init__(self, folder: str, name: str, extra: str = "") -> None:
        self.name = name
        self._path = os.path.join(folder, *name.split("/"))
        with open(self._path, encoding="utf-8") as file:
            self._text = file.read() + extra

    def change(self) -> None:
        with open(self._path, "w", encoding="utf-8", newline="\n") as file:
            file.write(f"{self._text}# {next(_NUMBERS)}\n")
        time.sleep(SETTLED)
