"""The codemods of a run: ours and those of plugins; whatever goes wrong with one is said."""

from __future__ import annotations

import importlib.util
import os
import typing as t
from collections.abc import Iterator, Sequence
from types import ModuleType

from tdomcheck.authoring.described_codemod import CodemodExample, DescribedCodemod
from tdomcheck.catalog.load import import_problem, import_source, plugin_sources
from tdomcheck.errors import CatalogError
from tdomcheck.model import Gate, OptionSpec
from tdomcheck.model.codemod import CodemodInfo
from tdomcheck.regex import regex
from tdomcheck.values import dataclass

if t.TYPE_CHECKING:
    from tdomcheck.authoring.codemod import Codemod

BUILTIN_CODEMODS = "tdomcheck.codemods"
_NAME = regex(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_VERSIONS = regex(r"(tdom|svcs-di|svcs|python)\s*(>=|<=|<|>|==|!=)\s*[\d.]+(\s*,\s*(>=|<=|<|>|==|!=)\s*[\d.]+)*")


@dataclass(frozen=True, slots=True)
class CodemodEntry:
    """One codemod, and where its class is."""

    info: CodemodInfo
    source: str
    """A dotted module of ours, or the path of a plugin's file."""
    cls: type[Codemod]


@dataclass(frozen=True, slots=True)
class CodemodCatalog:
    """The codemods of a run, sorted by name."""

    entries: tuple[CodemodEntry, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entry.info.name for entry in self.entries)

    def find(self, name: str) -> CodemodEntry | None:
        return next((entry for entry in self.entries if entry.info.name == name), None)


def builtin_names() -> tuple[str, ...]:
    """The names of our own codemods, which those of their files tell: nothing is imported."""
    spec = importlib.util.find_spec(BUILTIN_CODEMODS)
    folders = spec.submodule_search_locations or () if spec is not None else ()
    files = {name for folder in folders for name in os.listdir(folder) if name.endswith((".py", ".pyc"))}
    return tuple(sorted({name.partition(".")[0].replace("_", "-") for name in files if not name.startswith("_")}))


def open_codemods(plugins: Sequence[str], root: str) -> CodemodCatalog:
    """Import all codemods; raises CatalogError with all that is wrong with them."""
    problems: list[str] = []
    entries: list[CodemodEntry] = []
    own = [f"{BUILTIN_CODEMODS}.{name.replace('-', '_')}" for name in builtin_names()]
    for source in [*own, *plugin_sources(plugins, root)]:
        try:
            module = import_source(source)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # a module may raise anything; all is reported
            problems.append(import_problem(source, error))
            continue
        for cls in codemod_classes(module):
            wrong = problems_of_codemod(cls, source)
            problems += [f"{source}: {cls.__name__}: {problem}" for problem in wrong]
            if not wrong:
                entries.append(CodemodEntry(cls.info(), source, t.cast("type[Codemod]", cls)))
    problems += _clashes(entries)
    if problems:
        raise CatalogError(tuple(problems))
    return CodemodCatalog(tuple(sorted(entries, key=lambda entry: entry.info.name)))


def codemod_classes(module: ModuleType) -> Iterator[type[DescribedCodemod]]:
    """The codemods that a module defines, in order; what it only imports is none of them."""
    for value in vars(module).values():
        is_codemod = isinstance(value, type) and issubclass(value, DescribedCodemod)
        if is_codemod and value.__module__ == module.__name__ and not value.__name__.startswith("_"):
            yield value


def _clashes(entries: Sequence[CodemodEntry]) -> Iterator[str]:
    seen: dict[str, CodemodEntry] = {}
    for entry in entries:
        other = seen.setdefault(entry.info.name, entry)
        if other is not entry:
            yield f"{entry.source}: the name {entry.info.name} is taken by {other.source}"


def problems_of_codemod(cls: type[DescribedCodemod], source: str) -> list[str]:
    """Sentences on what a codemod lacks."""
    return [*_wrong_words(cls, source), *_wrong_options(cls), *_wrong_examples(cls)]


def _wrong_words(cls: type[DescribedCodemod], source: str) -> Iterator[str]:
    name = getattr(cls, "NAME", "")
    stem = os.path.basename(source).removesuffix(".py").rpartition(".")[2].replace("_", "-")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        yield f"its NAME is {name!r}; a name is lower-case words with hyphens"
    elif name != stem:
        yield f"its NAME is {name!r}, and that of its file says {stem!r}; they must be the same"
    text = getattr(cls, "DESCRIPTION", "")
    if not isinstance(text, str) or not text.strip() or "\n" in text or text == "No description.":
        yield "it has no DESCRIPTION of one line"
    if cls.VERSIONS and not _VERSIONS.fullmatch(cls.VERSIONS):
        yield f"its VERSIONS is {cls.VERSIONS!r}; it reads like svcs>=26.1"
    if not isinstance(cls.GATE, Gate) or tuple(cls.GATE.features):
        yield "its GATE is no td.Gate of tokens and a query"


def _wrong_options(cls: type[DescribedCodemod]) -> Iterator[str]:
    if not all(isinstance(spec, OptionSpec) for spec in cls.OPTIONS):
        yield "its OPTIONS are not all made with td.option"
        return
    names = [spec.name for spec in cls.OPTIONS]
    yield from (f"it has two options {name!r}" for name in sorted({name for name in names if names.count(name) > 1}))


def _wrong_examples(cls: type[DescribedCodemod]) -> Iterator[str]:
    if not cls.EXAMPLES or not all(isinstance(example, CodemodExample) for example in cls.EXAMPLES):
        yield "it has no EXAMPLES made with td.codemods.example"
        return
    names = {spec.name for spec in cls.OPTIONS if isinstance(spec, OptionSpec)}
    for number, example in enumerate(cls.EXAMPLES):
        unknown = sorted(set(example.options) - names)
        yield from (f"EXAMPLES[{number}] sets the option {name!r}, which is none of its OPTIONS" for name in unknown)
    if all(example.is_kept for example in cls.EXAMPLES):
        yield "none of its EXAMPLES changes anything"
