"""Projects to measure on: the same bytes for the same seed, on every machine."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

import words
from defects import DEFECTS, JUDGED
from words import NOUNS, camel

LEAST_LINES = 45
PER_PACKAGE = 10
DEFECT_EVERY = 8
"""One in so many files of the domain carries a defect."""
PYPROJECT = """\
[project]
name = "market"
version = "1.0"
requires-python = ">=3.14"
dependencies = ["tdom>=0.1.20", "svcs", "svcs-di>=0.3", "svcs-hopscotch", "tdom-svcs"]

[tool.tdomcheck]
src = ["src"]

[tool.fixit]
root = true
enable = ["tdomcheck.fixit"]
disable = [
    "fixit.rules",
    # tdomcheck has these off as well: the conventions of another profile, and a rule in preview
    "tdomcheck.fixit:DiKeywordOnly",
    "tdomcheck.fixit:UninterpolatedComponent",
    "tdomcheck.fixit:ViewDecorator",
    "tdomcheck.fixit:ViewHtmlTstring",
    "tdomcheck.fixit:ViewName",
    "tdomcheck.fixit:ViewReturn",
]
"""
_LIBRARY_IMPORTS = [
    "from __future__ import annotations",
    "",
    "from collections.abc import Sequence",
    "from dataclasses import dataclass",
    "",
]


@dataclass(frozen=True)
class Corpus:
    """What a project looks like."""

    files: int = 1_000
    seed: int = 20_260_401
    is_judged: bool = False
    """Every file carries a defect, so that none leaves at the gate."""


def files_of(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Path and text of every file, package by package."""
    yield "pyproject.toml", PYPROJECT
    for index in range(-(-corpus.files // PER_PACKAGE)):
        names = _modules(index)[: corpus.files - index * PER_PACKAGE]
        for position, module in enumerate(names):
            yield f"src/market_{index:04d}/{module}.py", _text(corpus, index, position, module)


def write_corpus(folder: str, corpus: Corpus) -> int:
    """Write a project; tells how many files of Python it has."""
    return write_files(folder, dict(files_of(corpus))) - 1


def write_files(folder: str, files: Mapping[str, str]) -> int:
    for name, text in files.items():
        path = os.path.join(folder, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    return len(files)


def _modules(index: int) -> list[str]:
    """Three or four modules of ten are about components and services."""
    last = "layout" if index % 3 == 0 else "graph"
    return ["__init__", "models", "money", "store", "dates", "text", last, "components", "services", "views"]


def _text(corpus: Corpus, index: int, position: int, module: str) -> str:
    random = Random(f"{corpus.seed}/{index}/{module}")  # noqa: S311  # not for secrets
    make = {"components": _components, "layout": _components, "services": _services, "views": _views}
    is_domain = module in make
    lines = make[module](random, index) if is_domain else _library(random, module)
    if corpus.is_judged:
        lines += JUDGED[(index + position) % len(JUDGED)].lines(random)
    elif is_domain and random.randrange(DEFECT_EVERY) == 0:
        lines += random.choice(DEFECTS).lines(random)
    nouns = random.sample(NOUNS, 8)
    while len(lines) < LEAST_LINES - 8:
        lines += ["", "", *words.function(random, nouns.pop())]
    lines += ["", "", *words.constants(random, nouns[: max(LEAST_LINES - len(lines) - 2, 1)])]
    return "\n".join(lines) + "\n"


def _library(random: Random, module: str) -> list[str]:
    first, second, *rest = random.sample(NOUNS, 6)
    lines = [*words.header(random, module.strip("_")), *_LIBRARY_IMPORTS, ""]
    lines += [*words.value_class(random, camel(first)), "", "", *words.keeper_class(random, camel(second) + "Keeper")]
    return [*lines, "", "", *words.function(random, rest[0])]


def _components(random: Random, index: int) -> list[str]:
    """Function and class components, with what they ask a container for."""
    noun, number = random.choice(NOUNS), random.choice(words.NUMBERS)
    service = f"market_{index:04d}.services"
    return [
        *words.header(random, "components"),
        *_LIBRARY_IMPORTS[:-1],
        "from string.templatelib import Template",
        "",
        "from svcs_di import Inject",
        f"from {service} import Ledger, Prices",
        "",
        "",
        f"def Card(title: str, *, {number}: int = 1, children: Template | None = None) -> Template:",
        f'    """A box for a {noun}."""',
        f'    return t"<section class=card data-size={{{number}}}><h2>{{title}}</h2>{{children}}</section>"',
        "",
        "",
        "@dataclass",
        "class Listing:",
        f'    """All of the {noun}s."""',
        "",
        "    ledger: Inject[Ledger]",
        "    prices: Inject[Prices]",
        '    kind: str = "plain"',
        "",
        "    def rows(self, names: Sequence[str]) -> list[Template]:",
        '        return [t"<li>{name}: {self.prices.of(name)}</li>" for name in names]',
        "",
        "    def __call__(self) -> Template:",
        f"        rows = self.rows({random.sample(NOUNS, 3)!r})",
        f'        return t"<{{Card}} title={noun}><ul class={{self.kind}}>{{rows}}</ul></{{Card}}>"',
    ]


def _services(random: Random, index: int) -> list[str]:
    """Services and their registration."""
    nouns = random.sample(NOUNS, 2)
    return [
        *words.header(random, "services"),
        *_LIBRARY_IMPORTS,
        "import svcs",
        "from svcs_di import Inject, auto",
        "",
        "",
        "@dataclass",
        "class Ledger:",
        f'    """Every {nouns[0]} that was seen."""',
        "",
        f"    region: str = {nouns[1]!r}",
        "",
        "    def known(self, names: Sequence[str]) -> list[str]:",
        f'        return [name for name in names if name.startswith("{random.choice(nouns)}")]',
        "",
        "",
        "@dataclass",
        "class Prices:",
        f'    """What a {nouns[1]} costs."""',
        "",
        "    ledger: Inject[Ledger]",
        f"    base: int = {random.randint(2, 800)}",
        "",
        "    def of(self, name: str) -> int:",
        "        return self.base + len(self.ledger.known([name]))",
        "",
        "",
        f"def register_{index:04d}(registry: svcs.Registry) -> None:",
        "    registry.register_factory(Ledger, Ledger)",
        "    registry.register_factory(Prices, auto(Prices))",
    ]


def _views(random: Random, index: int) -> list[str]:
    """Functions that render pages, some with the components of another package."""
    other = random.randrange(index + 1)
    noun, kind = random.choice(NOUNS), random.choice(words.FIELDS)
    return [
        *words.header(random, "views"),
        "from __future__ import annotations",
        "",
        "from collections.abc import Sequence",
        "",
        "import svcs",
        f"from market_{other:04d}.components import Card",
        f"from market_{index:04d}.components import Listing",
        f"from market_{index:04d}.services import Prices",
        "from tdom_svcs import html",
        "",
        "",
        f"def {noun}_view(container: svcs.Container, {kind}: str) -> str:",
        f'    """The page of one {noun}."""',
        "    prices = container.get(Prices)",
        '    attrs = {"class": "page", "lang": "en"}',
        "    return html(",
        "        t'''<main {attrs}>",
        f"            <h1 id={{{kind}}}>{{prices.of({kind})}}</h1>",
        f"            <{{Card}} title={{{kind}}}><p>{noun}</p></{{Card}}>",
        '            <{Listing} kind="wide" />',
        "        </main>''',",
        "        container=container,",
        "    )",
        "",
        "",
        "def empty_view(container: svcs.Container) -> str:",
        f'    """Nothing to see of {kind}."""',
        f'    note = t"<p class=note>There is no {noun} in {{container}}</p>"',
        '    return html(t"<main>{note}</main>", container=container)',
    ]
