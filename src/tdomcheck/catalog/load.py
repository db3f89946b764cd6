"""Finds and imports rules; whatever goes wrong is said, and all of it at once."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import sys
import typing as t
from collections.abc import Iterator, Sequence
from types import ModuleType

from tdomcheck.authoring.described_codemod import DescribedCodemod
from tdomcheck.authoring.metadata import Described
from tdomcheck.catalog.catalog import BUILTIN, Entry
from tdomcheck.catalog.validate import problems_of
from tdomcheck.errors import CatalogError
from tdomcheck.hashes import sha256

_OURS = "TDC"


def builtin_sources() -> list[str]:
    """The modules of our own rules."""
    folders = list(importlib.import_module(BUILTIN).__path__)
    ends = (".py", ".pyc")  # those of an install without sources are named, too: that they cannot be used is an error
    names = {name.partition(".")[0] for folder in folders for name in os.listdir(folder) if name.endswith(ends)}
    return [f"{BUILTIN}.{name}" for name in sorted(names - {"__init__"})]


def plugin_sources(plugins: Sequence[str], root: str) -> list[str]:
    """The files of plugin folders, and plugin modules by name."""
    sources: list[str] = []
    for plugin in plugins:
        path = os.path.join(root, plugin)
        if os.path.isdir(path):
            sources += [os.path.join(path, name) for name in sorted(os.listdir(path)) if is_plugin_file(name)]
        elif os.path.isfile(path):
            sources.append(path)
        else:
            sources.append(plugin)
    return sources


def is_plugin_file(name: str) -> bool:
    """Whether a file of a folder is one of its rules, and not a test or a helper."""
    return name.endswith(".py") and not name.startswith(("_", "test_", "conftest"))


def is_nowhere(plugin: str, root: str) -> bool:
    """Whether a plugin is spelled as a folder may be, and is neither a folder, nor a file, nor a module."""
    if os.path.lexists(os.path.join(root, plugin)) or plugin.endswith(".py"):
        return False
    if "/" in plugin or os.sep in plugin:
        return True
    return "." not in plugin and importlib.util.find_spec(plugin) is None


def load_entries(sources: Sequence[str]) -> tuple[Entry, ...]:
    """Import every source and describe its rules; raises CatalogError with all problems."""
    problems: list[str] = []
    entries: list[Entry] = []
    for source in sources:
        try:
            module = import_source(source)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # a rule's module may raise anything; all is reported
            problems.append(import_problem(source, error))
            continue
        classes = list(rule_classes(module))
        if not classes and not codemod_names(module):
            problems.append(
                f"{source}: it defines no rule; a rule subclasses td.Rule, td.TemplateRule or td.ProjectRule"
                ", a codemod td.Codemod"
            )
        for cls in classes:
            wrong = [*problems_of(cls), *_foreign(source, cls)]
            problems += [f"{source}: {cls.__name__}: {problem}" for problem in wrong]
            if not wrong:
                entries.append(Entry(cls.info(), cls.GATE, source, cls.__name__))
    problems += _clashes(entries)
    if problems:
        raise CatalogError(tuple(problems))
    return tuple(sorted(entries, key=lambda entry: entry.info.code))


def _foreign(source: str, cls: type[Described]) -> Iterator[str]:
    """What a rule of others may not call itself."""
    if not source.startswith(f"{BUILTIN}.") and str(getattr(cls, "CODE", "")).startswith(_OURS):
        yield f"its CODE is {cls.CODE}; codes with {_OURS} are those of tdomcheck, also of later versions"


def import_problem(source: str, error: BaseException) -> str:
    """What went wrong while a module was imported, and where."""
    import traceback  # 1 ms, for what went wrong

    if isinstance(error, ModuleNotFoundError) and error.name and f"{source}.".startswith(f"{error.name}."):
        return (
            f"{source}: there is no folder and no file of this name, nor a module ({error}); make the folder, install "
            "the module, or take the name out of `plugins`"
        )
    last = traceback.extract_tb(error.__traceback__)[-1:]
    place = "".join(f" (line {frame.lineno} of {os.path.basename(frame.filename)})" for frame in last)
    return f"{source}: it could not be imported: {type(error).__name__}: {error}{place}"


def _clashes(entries: Sequence[Entry]) -> list[str]:
    problems: list[str] = []
    seen: dict[str, Entry] = {}
    for entry in entries:
        for name in (entry.info.code, entry.info.slug):
            other = seen.setdefault(name, entry)
            if other is not entry:
                problems.append(f"{entry.source}: {name} is taken by {other.class_name} of {other.source}")
    return problems


def import_source(source: str) -> ModuleType:
    """A module by its dotted name, or a file under a name of its own; what it prints goes to stderr."""
    with contextlib.redirect_stdout(sys.stderr):
        if source.startswith(f"{BUILTIN}."):
            return _imported(source)
        with _no_bytecode():
            return _imported(source)


@contextlib.contextmanager
def _no_bytecode() -> Iterator[None]:
    """What is imported comes from its source: bytecode beside it may be of anybody, and none is left there."""
    before = sys.pycache_prefix, sys.dont_write_bytecode
    sys.pycache_prefix, sys.dont_write_bytecode = os.devnull, True  # nothing can lie below that
    try:
        yield
    finally:
        sys.pycache_prefix, sys.dont_write_bytecode = before


def _imported(source: str) -> ModuleType:
    if not source.endswith(".py"):
        if "/" in source or os.sep in source:  # a path, which is nowhere
            raise ModuleNotFoundError(f"No module named {source!r}", name=source)
        return importlib.import_module(source)
    digest = sha256(os.fsencode(os.path.abspath(source))).hexdigest()[:12]
    name = f"tdomcheck_plugin_{digest}_{os.path.basename(source)[:-3]}"
    if name in sys.modules:
        return sys.modules[name]
    if not os.path.isfile(source):
        raise ImportError("it is not a regular file")  # a pipe would be waited for
    spec = importlib.util.spec_from_file_location(name, source)
    if spec is None or spec.loader is None:
        raise ImportError(f"no loader for {source}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def rule_classes(module: ModuleType) -> Iterator[type[Described]]:
    """The rules that a module defines, in order; what it only imports is none of them."""
    for value in vars(module).values():
        is_rule = isinstance(value, type) and issubclass(value, Described)
        if is_rule and value.__module__ == module.__name__ and not value.__name__.startswith("_"):
            yield value


def codemod_names(module: ModuleType) -> list[str]:
    """The names of the codemods that a module defines, which comments may name as well."""
    values = [value for value in vars(module).values() if isinstance(value, type)]
    codemods = [value for value in values if issubclass(value, DescribedCodemod)]
    return [str(getattr(cls, "NAME", "")) for cls in codemods if cls.__module__ == module.__name__]


def load_class(source: str, class_name: str) -> type[Described]:
    """The class of a rule that was described before."""
    return t.cast("type[Described]", getattr(import_source(source), class_name))
