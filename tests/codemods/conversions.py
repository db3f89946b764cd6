"""Running one codemod over one text, for the cases that its examples have no room for."""

from __future__ import annotations

from textwrap import dedent

from tdomcheck.catalog.codemods import open_codemods
from tdomcheck.convert.file import LoadedStep, convert_file
from tdomcheck.model.codemod import CodemodStep, StepState


def converted(name: str, source: str, path: str = "example.py") -> tuple[str, list[str]]:
    """What comes of a source, and the reasons for what is left."""
    entry = next(entry for entry in open_codemods((), "").entries if entry.info.name == name)
    text = dedent(source).lstrip("\n")
    result = convert_file(text.encode(), path, [LoadedStep(CodemodStep(name), entry.cls)])
    assert not result.failure
    assert not [each.reason for each in result.outcomes if each.state is StepState.CRASHED]
    return result.after.decode(), [site.reason for site in result.sites]
