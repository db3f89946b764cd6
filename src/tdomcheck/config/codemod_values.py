"""What a configuration says of codemods: options, recipes, and the commands that format what they change.

Whether the codemods and options are known is asked when some are run: to import them takes longer than a check.
"""

from __future__ import annotations

from collections.abc import Mapping

from tdomcheck.config.marks import Path
from tdomcheck.config.reader import Reader, wrong_type
from tdomcheck.config.schema import Key
from tdomcheck.model.codemod import CodemodOption, CodemodStep, CodemodTable


def read_commands(reader: Reader, path: Path, key: Key, value: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list):
        raise wrong_type(path, value, key.kind.value)
    commands = value if value and all(isinstance(item, list) for item in value) else [value]
    good: list[tuple[str, ...]] = []
    for index, command in enumerate(commands):
        if command and all(isinstance(word, str) for word in command):
            good.append(tuple(command))
        elif command:
            reader.expect((*path, index) if commands is value else path, command, "an array of strings")
    return tuple(good)


def read_codemods(reader: Reader, path: Path, key: Key, value: object) -> tuple[CodemodTable, ...]:
    if not isinstance(value, dict):
        raise wrong_type(path, value, key.kind.value)
    tables: list[CodemodTable] = []
    for name, table in value.items():
        place = (*path, name)
        if not isinstance(table, dict):
            reader.expect(place, table, "a table of options, or of a recipe")
        elif "steps" in table:
            tables.append(_recipe(reader, place, name, table))
        else:
            tables.append(CodemodTable(name, _options(reader, place, table)))
    return tuple(tables)


def _recipe(reader: Reader, path: Path, name: str, table: Mapping[str, object]) -> CodemodTable:
    for other in sorted(set(table) - {"steps"}):
        reader.unknown((*path, other), "key", "; a recipe has `steps` and nothing else")
    steps = table["steps"]
    if not isinstance(steps, list) or not steps:
        reader.expect((*path, "steps"), steps, "an array of names, or of tables with a name and options")
        return CodemodTable(name, steps=())
    read = (_step(reader, (*path, "steps", index), step) for index, step in enumerate(steps))
    return CodemodTable(name, steps=tuple(step for step in read if step is not None))


def _step(reader: Reader, path: Path, step: object) -> CodemodStep | None:
    if isinstance(step, str):
        return CodemodStep(step)
    if isinstance(step, dict) and isinstance(step.get("name"), str):
        return CodemodStep(step["name"], _step_options(reader, path, step))
    reader.expect(path, step, "a name, or a table with a name and options")
    return None


def _step_options(reader: Reader, path: Path, step: Mapping[str, object]) -> tuple[tuple[str, CodemodOption], ...]:
    """The options beside the name of a codemod, and those in a table of their own, where one may be called `name`."""
    inner = step.get("options")
    if not isinstance(inner, dict):
        return _options(reader, path, {name: value for name, value in step.items() if name != "name"})
    beside = _options(reader, path, {name: value for name, value in step.items() if name not in {"name", "options"}})
    apart = _options(reader, (*path, "options"), inner)
    for name in sorted(dict(beside).keys() & dict(apart).keys()):
        reader.complain((*path, "options", name), f"the option `{name}` is set twice: beside `options`, and in it")
    return tuple(sorted({**dict(beside), **dict(apart)}.items()))


def _options(reader: Reader, path: Path, table: Mapping[str, object]) -> tuple[tuple[str, CodemodOption], ...]:
    good: dict[str, CodemodOption] = {}
    for name, value in table.items():
        if isinstance(value, bool | int | str):
            good[name] = value
        elif isinstance(value, list) and all(isinstance(item, str) for item in value):
            good[name] = tuple(value)
        else:
            reader.expect((*path, name), value, "true or false, a whole number, a string or an array of strings")
    return tuple(sorted(good.items()))
