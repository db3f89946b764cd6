"""What a bare parse of all Python below the current folder costs: read, parse, forget."""

from __future__ import annotations

import pathlib

import tree_sitter
import tree_sitter_python

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))

for path in sorted(pathlib.Path().rglob("*.py*")):
    if path.suffix in {".py", ".pyi"}:
        PARSER.parse(path.read_bytes())
