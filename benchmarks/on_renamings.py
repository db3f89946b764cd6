"""A scenario on refactorings: a component that many files of a project use gets another name, and so does its prop."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from corpus import Corpus, files_of, write_corpus, write_files
from measure import Contender, Cost
from scene import Scene
from tables import Demand, Report, cost_table

USERS = (0, 100, 400)
"""Files that mention the component, of all."""
RENAMINGS = {"component": ("shop.plaque.Plaque", "Shield"), "prop": ("shop.plaque.Plaque.label", "title")}
OWN_FILES = {
    "src/shop/__init__.py": "",
    "src/shop/plaque.py": (
        "from string.templatelib import Template\n\n\n"
        "def Plaque(label: str) -> Template:\n    return t'<b>{label}</b>'\n"
    ),
}
_IMPORT = "from shop.plaque import Plaque\n"
_USE = '\n\ndef plaque_of(name: str) -> object:\n    return Plaque(label=name), t"<p><{Plaque} label={name} /></p>"\n'
_FUTURE = "from __future__ import annotations\n"
_VERSION, _RUFF = "--version", "ruff check --no-cache"
_TIMES_RUFF, _SECONDS = 3, 0.5
_GROWTH = 1.3


def renamings(scene: Scene) -> Report:
    """Renamings of what nobody and what many files mention, against ruff, which reads all of them."""
    folder = os.path.join(scene.scratch, "renamings")
    corpus = Corpus(scene.files)
    write_corpus(folder, corpus)
    contenders = [
        Contender(_VERSION, scene.tdomcheck("--version")),
        Contender(_RUFF, [scene.peers.tool("ruff"), "check", "--no-cache"]),
        *(each for count in USERS for each in _renamings(scene, folder, project(corpus, count), count)),
    ]
    costs = scene.compare(contenders, folder)
    title = f"A renaming in {scene.files:,} files"
    return Report((cost_table(title, costs, _RUFF),), tuple(_demands(costs)))


def project(corpus: Corpus, count: int) -> dict[str, str]:
    """The component, and all files of a corpus of which some use it."""
    files = dict(files_of(corpus))
    users = [path for path, text in files.items() if _FUTURE in text][:count]
    used = {path: files[path].replace(_FUTURE, _FUTURE + _IMPORT, 1) + _USE for path in users}
    return files | used | OWN_FILES


def _renamings(scene: Scene, folder: str, files: Mapping[str, str], count: int) -> Iterator[Contender]:
    def restore() -> None:
        write_files(folder, files)

    for what, words in RENAMINGS.items():
        yield Contender(_name(what, count), scene.tdomcheck("rename", *words), restore, codes=(0,))


def _name(what: str, count: int) -> str:
    return f"a {what}, used in {count} files"


def _demands(costs: Mapping[str, Cost]) -> Iterator[Demand]:
    _, few, many = USERS
    for what in RENAMINGS:
        cpu = {count: costs[_name(what, count)].cpu for count in USERS}
        beyond = cpu[0] - costs[_VERSION].cpu
        most = _TIMES_RUFF * costs[_RUFF].cpu + _SECONDS
        yield Demand(f"renaming a {what} that no file uses: CPU beyond {_VERSION}", beyond, most, unit=" s")
        growth = ((cpu[many] - cpu[0]) / many) / ((cpu[few] - cpu[0]) / few)
        yield Demand(f"renaming a {what}: CPU a file that uses it, of {many} / of {few}", growth, _GROWTH)
