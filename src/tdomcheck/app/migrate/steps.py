"""From words to steps: names of codemods and recipes, paths, and options; all checked before anything runs."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tdomcheck.catalog.codemods import CodemodCatalog
from tdomcheck.errors import UsageError
from tdomcheck.model import OptionSpec
from tdomcheck.model.codemod import CodemodInfo, CodemodOption, CodemodStep, CodemodTable
from tdomcheck.report.escape import visible
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a name may mean: a codemod, or a recipe of the configuration."""

    codemods: Mapping[str, CodemodInfo]
    recipes: Mapping[str, tuple[CodemodStep, ...]]
    options: Mapping[str, tuple[tuple[str, CodemodOption], ...]]
    """What the configuration sets, by codemod."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted({*self.codemods, *self.recipes}))


def vocabulary_of(catalog: CodemodCatalog, tables: Iterable[CodemodTable], *, is_partial: bool = False) -> Vocabulary:
    """The names of a run; raises UsageError where the configuration speaks of what is not there.

    Where plugins were not loaded, what it speaks of may be theirs."""
    codemods = {entry.info.name: entry.info for entry in catalog.entries}
    recipes: dict[str, tuple[CodemodStep, ...]] = {}
    options: dict[str, tuple[tuple[str, CodemodOption], ...]] = {}
    for table in tables:
        if table.steps is not None and table.name in codemods:
            raise UsageError(f"`codemods.{table.name}` is a recipe by the name of a codemod; call it something else")
        if table.steps is not None:
            recipes[table.name] = table.steps
        else:
            options[table.name] = table.options
    vocabulary = Vocabulary(codemods, recipes, options)
    for name in options:
        if name not in codemods and not is_partial:
            raise UsageError(f"`codemods.{name}` of the configuration: {unknown_name(name, vocabulary)}")
    return vocabulary


def unknown_name(name: str, vocabulary: Vocabulary) -> str:
    """That nothing has a name, with the nearest that something has."""
    near = difflib.get_close_matches(name, vocabulary.names, 1)
    advice = f"did you mean `{near[0]}`?" if near else "`tdomcheck codemod list` names all"
    return f"there is no codemod or recipe `{name}`; {advice}"


def split_words(words: Sequence[str], vocabulary: Vocabulary, cwd: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The leading words that are names, and the paths behind them; raises UsageError for what is neither."""
    count = 0
    while count < len(words) and words[count] in vocabulary.names:
        count += 1
    names, paths = tuple(words[:count]), tuple(words[count:])
    for path in paths:
        if not os.path.lexists(os.path.join(cwd, path)):
            raise UsageError(_neither(path, vocabulary, cwd))
    if not names and paths:
        raise UsageError(
            f"{visible(paths[0])} is a path; the names of codemods stand before it (`tdomcheck codemod list`)"
        )
    if not names:
        raise UsageError("name a codemod or a recipe; `tdomcheck codemod list` names all")
    return names, paths


def _neither(word: str, vocabulary: Vocabulary, cwd: str) -> str:
    folder = os.path.join(cwd, os.path.dirname(word))
    listing = os.listdir(folder) if os.path.isdir(folder) else []
    files = [os.path.join(os.path.dirname(word), name) for name in listing]
    near = [f"the codemod `{name}`" for name in difflib.get_close_matches(word, vocabulary.names, 1)]
    near += [f"the path {visible(name)}" for name in difflib.get_close_matches(word, files, 1)]
    hint = f"; did you mean {' or '.join(near)}?" if near else "; `tdomcheck codemod list` names all codemods"
    return f"`{visible(word)}` is no codemod, no recipe and no path{hint}"


def steps_of(names: Sequence[str], settings: Sequence[str], vocabulary: Vocabulary) -> tuple[CodemodStep, ...]:
    """The codemods to run, in order, each with all of its options bound; raises UsageError."""
    assignments = _assignments(settings, vocabulary)
    plain = [step for name in names for step in _expanded(name, vocabulary, (), "")]
    ran = {step.name for step in plain}
    for name in assignments:
        if name not in ran:
            raise UsageError(f"--set {name}.{next(iter(assignments[name]))}: {name} is not among what is run")
    return tuple(_bound(step, assignments.get(step.name, {}), vocabulary) for step in plain)


def _expanded(name: str, vocabulary: Vocabulary, above: tuple[str, ...], recipe: str) -> Iterator[CodemodStep]:
    if name in vocabulary.codemods:
        yield CodemodStep(name, recipe=recipe)
        return
    if name in above:
        raise UsageError(f"the recipe `{name}` is a part of itself: {' -> '.join((*above, name))}")
    if name not in vocabulary.recipes:
        raise UsageError(f"the recipe `{recipe}`: {unknown_name(name, vocabulary)}")
    for step in vocabulary.recipes[name]:
        for inner in _expanded(step.name, vocabulary, (*above, name), name):
            if step.options and step.name != inner.name:
                raise UsageError(f"the recipe `{name}` gives options to `{step.name}`, which is a recipe")
            yield CodemodStep(inner.name, inner.options or step.options, recipe or name)


def _assignments(settings: Sequence[str], vocabulary: Vocabulary) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for text in settings:
        left, equals, value = text.partition("=")
        name, dot, option = left.strip().partition(".")
        if not (equals and dot and name and option):
            raise UsageError(f"--set {text}: it reads NAME.option=value")
        if name in vocabulary.recipes:
            parts = dict.fromkeys(step.name for step in vocabulary.recipes[name])
            spelled = " or ".join(f"--set {part}.{option}=..." for part in parts)
            raise UsageError(f"--set {text}: `{name}` is a recipe, and options are those of its steps: {spelled}")
        if name not in vocabulary.codemods:
            raise UsageError(f"--set {text}: {unknown_name(name, vocabulary)}")
        found.setdefault(name, {}).setdefault(option, []).append(value)
    return found


def _bound(step: CodemodStep, given: Mapping[str, Sequence[str]], vocabulary: Vocabulary) -> CodemodStep:
    """Options of the command line before those of a recipe, and these before those of the configuration."""
    info = vocabulary.codemods[step.name]
    specs = {spec.name: spec for spec in info.options}
    values: dict[str, CodemodOption] = {}
    for name, value in (*vocabulary.options.get(step.name, ()), *step.options):
        values[name] = _checked(step.name, specs, name, value)
    for name, texts in given.items():
        values[name] = _parsed(step.name, _spec(step.name, specs, name), texts)
    for spec in info.options:
        if spec.required and spec.name not in values:
            where = f" (in the recipe `{step.recipe}`)" if step.recipe else ""
            how = f"{spec.name} in the step, or " if step.recipe else ""
            raise UsageError(
                f"{step.name}{where} needs its option: {how}--set {step.name}.{spec.name}=...  {spec.help}"
            )
    return CodemodStep(step.name, tuple(sorted(values.items())), step.recipe)


def _spec(codemod: str, specs: Mapping[str, OptionSpec], name: str) -> OptionSpec:
    if name in specs:
        return specs[name]
    if name == "options":
        raise UsageError(f"{codemod} has no option `options`; options of a step go in a table: options = {{ ... }}")
    near = difflib.get_close_matches(name, specs, 1)
    hint = f"; did you mean `{near[0]}`?" if near else f"; it has {', '.join(specs) or 'none'}"
    raise UsageError(f"{codemod} has no option `{name}`{hint}")


_TYPES = {"bool": "true or false", "int": "a whole number", "str": "a text", "list[str]": "texts"}
_KINDS = {"bool": bool, "int": int, "str": str, "list[str]": tuple}


def _checked(codemod: str, specs: Mapping[str, OptionSpec], name: str, value: CodemodOption) -> CodemodOption:
    spec = _spec(codemod, specs, name)
    if type(value) is not _KINDS[spec.type]:
        raise UsageError(f"the option {codemod}.{name} takes {_TYPES[spec.type]}, not {value!r}")
    return _chosen(codemod, spec, value)


def _parsed(codemod: str, spec: OptionSpec, texts: Sequence[str]) -> CodemodOption:
    if spec.type == "list[str]":
        return _chosen(codemod, spec, tuple(texts))
    text = texts[-1]
    if spec.type == "bool" and text.lower() in {"true", "false"}:
        return text.lower() == "true"
    if spec.type == "int" and text.lstrip("-").isdecimal():
        return int(text)
    if spec.type == "str":
        return _chosen(codemod, spec, text)
    raise UsageError(f"--set {codemod}.{spec.name}={text}: it takes {_TYPES[spec.type]}")


def _chosen(codemod: str, spec: OptionSpec, value: CodemodOption) -> CodemodOption:
    values = value if isinstance(value, tuple) else (value,)
    wrong = [item for item in values if spec.choices and item not in spec.choices]
    if wrong:
        raise UsageError(f"the option {codemod}.{spec.name} is one of {', '.join(spec.choices)}, not {wrong[0]}")
    return value
