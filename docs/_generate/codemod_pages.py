"""One page per codemod, and the index of all."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Iterator

from _generate.shown import cell, fenced
from tdomcheck.authoring.described_codemod import CodemodExample, DescribedCodemod
from tdomcheck.catalog.codemods import CodemodEntry, open_codemods
from tdomcheck.model import OptionSpec
from tdomcheck.model.codemod import CodemodScope

MOST_EXAMPLES = 4
MOST_KEPT = 4
INTRODUCTION = """\
A codemod changes every site of a kind, in Python files, stubs, code blocks of documents and doctests. Each is proved by
the examples on its page and by the traps that are made of them. `tdomcheck codemod run NAME --diff` shows what it would
change; how to run one on a project, and on a hundred, is told in [migrate a repository](../migrate-a-repository.md) and
[migrate a hundred repositories](../migrate-a-hundred-repositories.md); to write one, see
[write a codemod](../write-a-codemod.md)."""


def pages() -> dict[str, str]:
    """Every page by its name."""
    entries = open_codemods((), "").entries
    made = {f"docs/codemods/{entry.info.name}.md": _page(entry) for entry in entries}
    rows = [f"| [`{each.info.name}`]({each.info.name}.md) | {cell(each.info.description)} |" for each in entries]
    index = ["# Codemods", "", "<!-- made by docs/generate.py -->", "", INTRODUCTION, ""]
    table = ["| name | what it does |", "| --- | --- |", *rows]
    return {**made, "docs/codemods/index.md": "\n".join([*index, *table]) + "\n"}


def _page(entry: CodemodEntry) -> str:
    return "\n".join(_lines(entry)) + "\n"


def _lines(entry: CodemodEntry) -> Iterator[str]:
    info, cls = entry.info, entry.cls
    yield from (
        f"# {info.name}",
        "",
        "<!-- made by docs/generate.py from the codemod itself -->",
        "<!-- fmt: off -->",
        "",
    )
    yield from (info.description, "")
    text = inspect.cleandoc(cls.__doc__ or "")
    if text:
        yield from (text, "")
    yield from ("| | |", "| --- | --- |")
    where = "one file at a time" if info.scope is CodemodScope.FILE else "the project at once"
    where = f"{where}, after a look at the project" if cls.SURVEYS else where
    yield f"| looks at | {where} |"
    if info.versions:
        yield f"| is for | {info.versions} |"
    if info.options:
        yield from ("", "## Options", "", "| name | type | default | what it says |", "| --- | --- | --- | --- |")
        yield from (_option(spec) for spec in info.options)
    yield from _examples(cls)
    yield from ("", "[All codemods](index.md)")


def _option(spec: OptionSpec) -> str:
    default = "must be given" if spec.required else f"`{spec.default!r}`"
    choices = f" One of {', '.join(spec.choices)}." if spec.choices else ""
    return f"| `{spec.name}` | {spec.type} | {default} | {cell(spec.help + choices)} |"


def _examples(cls: type[DescribedCodemod]) -> Iterator[str]:
    changing = [example for example in cls.EXAMPLES if not example.is_kept]
    kept = [example for example in cls.EXAMPLES if example.is_kept]
    yield from ("", "## What it changes", "")
    for example in changing[:MOST_EXAMPLES]:
        yield from _asked(cls, example)
        yield from (*fenced(_difference(example), "diff"), "")
    if kept:
        yield from ("## What it leaves alone", "")
        for example in kept[:MOST_KEPT]:
            yield from _asked(cls, example)
            yield from (*fenced(example.before.rstrip("\n"), "python"), "")


def _asked(cls: type[DescribedCodemod], example: CodemodExample) -> Iterator[str]:
    """The options of an example, as they are typed."""
    words = [
        f"--set '{cls.NAME}.{name}={each}'"
        for name, value in example.options.items()
        for each in (value if isinstance(value, tuple | list) else (value,))
    ]
    if words:
        yield from (f"With `{' '.join(words)}`:", "")


def _difference(example: CodemodExample) -> str:
    """All files of an example, whole: they are short."""
    before = {example.path: example.before, **example.files}
    after = {example.path: example.after, **(example.files_after or example.files)}
    pieces = []
    for path in sorted({*before, *after}):
        old, new = before.get(path, ""), after.get(path, "")
        if old != new:
            body = [*difflib.unified_diff(old.splitlines(), new.splitlines(), n=99, lineterm="")][3:]
            pieces += [f"# {path}", *body] if len(before) > 1 else body
    return "\n".join(pieces)
