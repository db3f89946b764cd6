"""Running one codemod over one text, for the cases that its examples have no room for."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

from libcst.codemod import CodemodContext

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.catalog.codemods import open_codemods
from tdomcheck.convert.file import LoadedStep, convert_file
from tdomcheck.model import Targets
from tdomcheck.model.codemod import CodemodStep, StepState


def converted(
    name: str, source: str, path: str = "example.py", targets: Targets | None = None
) -> tuple[str, list[str]]:
    """What comes of a source, and the reasons for what is left."""
    entry = next(entry for entry in open_codemods((), "").entries if entry.info.name == name)
    text = dedent(source).lstrip("\n")
    result = convert_file(text.encode(), path, [LoadedStep(CodemodStep(name), entry.cls)], targets)
    assert not result.failure
    assert not [each.reason for each in result.outcomes if each.state is StepState.CRASHED]
    return result.after.decode(), [site.reason for site in result.sites]


def converted_project(name: str, files: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """What comes of the files of a project, and the reasons for what is left, for a codemod that surveys it."""
    entry = next(entry for entry in open_codemods((), "").entries if entry.info.name == name)
    contents = {path: dedent(text).lstrip("\n").encode() for path, text in files.items()}
    notes = entry.cls(CodemodContext()).survey(Codebase(contents))
    after, reasons = dict[str, str](), list[str]()
    for path, data in contents.items():
        noted = {name: notes[path]} if path in notes else {}
        result = convert_file(data, path, [LoadedStep(CodemodStep(name), entry.cls)], notes=noted)
        after[path] = result.after.decode()
        reasons += [site.reason for site in result.sites]
    return after, reasons
