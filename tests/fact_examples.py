"""Sources and small projects as strings."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

import tree_sitter

from tdomcheck.facts.extract.file import extract_facts
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.application import Application
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.python.module import PythonModule
from tdomcheck.facts.records import FileFacts
from tdomcheck.source.text import SourceText


def view_of(text: str) -> ModuleView:
    return ModuleView(SourceText(dedent(text).lstrip("\n").encode()))


def python_of(text: str) -> PythonModule:
    """The same as plain Python, which knows no tdom."""
    return PythonModule(SourceText(dedent(text).lstrip("\n").encode()))


def node_at(view: PythonModule, text: str) -> tree_sitter.Node:
    """The smallest node that has this text where it stands last in the source."""
    utf8, code = view.source.utf8, text.encode()
    start = utf8.rindex(code)
    node = view.tree.root.named_descendant_for_byte_range(start, start + len(code))
    assert node is not None
    assert node.text == code, f"{text!r} is only a part of {node.text!r}"
    return node


def facts_of(text: str) -> FileFacts:
    return extract_facts(view_of(text))


def project_of(files: Mapping[str, str], roots: tuple[str, ...] = ("",)) -> Project:
    return Project({path: facts_of(text) for path, text in files.items()}, roots)


def meaning(text: str, name: str = "USED") -> str:
    """What the name means where it stands last in the source."""
    view = view_of(text)
    return view.resolve_at(name, view.source.data.rindex(name.partition(".")[0].encode()))


def symbol_of(project: Project, path: str, reference: str) -> Symbol:
    """What a reference means that has to mean something."""
    symbol = project.resolve(path, reference)
    assert symbol is not None, f"{reference} in {path} leads nowhere"
    return symbol


def application_of(files: Mapping[str, str]) -> Application:
    """The model of a small application."""
    return Application.of(project_of(files))
