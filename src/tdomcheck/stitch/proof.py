"""Whether a file parses, as the readers of its language have it."""

from __future__ import annotations

import tree_sitter

from tdomcheck.errors import Undecodable, Unparsable
from tdomcheck.source.text import SourceText
from tdomcheck.stitch.languages import JSON, PYTHON, TOML, YAML, Language, parsed


def syntax_trouble(data: bytes, language: Language) -> str:
    """What is wrong with the syntax of a file, in a few words with the line; empty where nothing is."""
    if language is PYTHON:
        return _of_python(data)
    try:
        source = SourceText(data, is_python=False)
    except Undecodable as error:
        return str(error)
    if language is TOML:
        return _of_toml(data)
    root = parsed(language, source.utf8)
    trouble = "" if language.is_lenient else _of_tree(root)
    if not trouble and language is YAML:
        from tdomcheck.stitch.paths.yaml_reading import yaml_trouble  # imports a reader of YAML

        return yaml_trouble(source.text)
    if not trouble and language is JSON:
        from tdomcheck.stitch.paths.json_values import json_trouble

        return json_trouble(source.text, root)
    return trouble


def _of_python(data: bytes) -> str:
    from tdomcheck.facts.html.view import ModuleView
    from tdomcheck.syntax import Refusal, Unfinished, judge_syntax

    try:
        view = ModuleView(SourceText(data))
    except Undecodable as error:
        return str(error)
    if view.tree.excess:
        return view.tree.excess
    match judge_syntax(view):
        case Refusal(span=span, message=message):
            return f"line {view.source.position(span.start).line}: {message}"
        case Unfinished(reason=reason):
            return reason
        case _:
            return ""


def _of_toml(data: bytes) -> str:
    from tdomcheck.source.toml import TomlText

    text = TomlText(data)
    try:
        _ = text.values
    except Unparsable as error:
        return f"line {text.source.position(error.offset).line}: {error}"
    return ""


def _of_tree(root: tree_sitter.Node) -> str:
    if not root.has_error:
        return ""
    from tdomcheck.source.tree import first_error

    node = first_error(root)
    line = node.start_point[0] + 1 if node is not None else 1
    return f"line {line}: invalid syntax"
