"""Cases: what a rule is proved by besides the examples that its own file teaches with, in a module of their own."""

from __future__ import annotations

import difflib
import os
import typing as t
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import ModuleType

from tdomcheck.catalog.load import import_problem, import_source, is_plugin_file
from tdomcheck.errors import CatalogError
from tdomcheck.values import dataclass

KINDS = ("VALID", "INVALID")


@dataclass(frozen=True, slots=True, eq=False)
class Cases:
    """The lists of a module of cases; they follow those of the rule."""

    valid: Sequence[t.Any] = ()  # text, Fixit's values or ours, as in the class of a rule
    invalid: Sequence[t.Any] = ()


NO_CASES = Cases()


def case_files(folder: str, slugs: Collection[str]) -> Mapping[str, str]:
    """The modules of cases in a folder, by the slugs of their rules; raises CatalogError for one that has none."""
    modules = {slug.replace("-", "_"): slug for slug in slugs}
    files = sorted(name for name in os.listdir(folder) if name.endswith(".py"))
    names = [name[:-3] for name in files if is_plugin_file(name) or name[:-3] in modules]
    problems = [_stranger(os.path.join(folder, f"{name}.py"), name, modules) for name in names if name not in modules]
    if problems:
        raise CatalogError(tuple(problems))
    return {modules[name]: os.path.join(folder, f"{name}.py") for name in names}


def _stranger(path: str, name: str, modules: Collection[str]) -> str:
    near = difflib.get_close_matches(name, sorted(modules), 1)
    hint = f"; did you mean `{near[0]}.py`?" if near else ""
    return f"{path}: it belongs to no rule; cases are called after the slug of theirs{hint}"


def load_cases(path: str) -> Cases:
    """The cases of one module; raises CatalogError with everything that is wrong with it."""
    try:
        module = import_source(path)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a module may raise anything; all is reported
        raise CatalogError((import_problem(path, error),)) from None
    problems = tuple(f"{path}: {problem}" for problem in _problems(module))
    if problems:
        raise CatalogError(problems)
    return Cases(tuple(getattr(module, "VALID", ())), tuple(getattr(module, "INVALID", ())))


def _problems(module: ModuleType) -> Iterator[str]:
    for name in _own_names(module):
        if name not in KINDS:
            yield f"`{name}` is neither VALID nor INVALID; a name that only the cases need begins with `_`"
    lists = {kind: getattr(module, kind, ()) for kind in KINDS}
    for kind, value in lists.items():
        if not isinstance(value, list | tuple):
            yield f"its {kind} is no list of examples"
        else:
            yield from (f"{kind}[{number}] is no example" for number, one in enumerate(value) if not _is_example(one))
    if not any(lists.values()):
        yield "it has no VALID and no INVALID case"


def _is_example(value: t.Any) -> bool:
    return isinstance(value, str) or isinstance(getattr(value, "code", None), str)


def _own_names(module: ModuleType) -> Iterator[str]:
    """The public names that a module defines itself; what it imports keeps the name of its module."""
    for name, value in vars(module).items():
        is_imported = isinstance(value, ModuleType) or getattr(value, "__module__", module.__name__) != module.__name__
        if not name.startswith("_") and not (is_imported and name not in KINDS):
            yield name
