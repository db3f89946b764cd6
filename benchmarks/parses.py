"""What a bare parse of one file of Python costs, so many times: `python parses.py FILE TIMES`."""

from __future__ import annotations

import pathlib
import sys

import tree_sitter
import tree_sitter_python

PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_python.language()))
SOURCE = pathlib.Path(sys.argv[1]).read_bytes()

for _ in range(int(sys.argv[2])):
    PARSER.parse(SOURCE)
