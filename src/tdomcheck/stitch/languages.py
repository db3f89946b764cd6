"""The languages that patches are for, and the grammars that read them."""

from __future__ import annotations

import importlib
import typing as t
from collections.abc import Callable, Mapping
from functools import cache

import tree_sitter

from tdomcheck.errors import TdomcheckError
from tdomcheck.source.tree import parse_tree
from tdomcheck.stitch.nodes.outline import Grammar
from tdomcheck.stitch.nodes.python import PythonGrammar
from tdomcheck.toml_places import parsed_toml
from tdomcheck.values import dataclass

EXTRA = "tdomcheck[languages]"


@dataclass
class MissingExtra(TdomcheckError):
    """A language whose grammar is not installed."""

    language: str

    def __str__(self) -> str:
        return f"{self.language} is read through an extra that is not installed: pip install {EXTRA}"


class NodeGrammar(Grammar, t.Protocol):
    """A language whose nodes have names."""

    def is_frozen(self, node: tree_sitter.Node) -> bool:
        """Whether the lines of a node are no code, so that their white space means something."""
        ...


@dataclass(frozen=True, slots=True)
class CodeLanguage:
    """A language whose nodes have kinds and names."""

    name: str
    """As it is shown to people."""
    grammar: str
    """What the language pack calls it; empty for Python, which needs none."""
    nodes: Callable[[], NodeGrammar]
    member: str = ""
    """What a class begins with, where its members stand alone nowhere."""
    is_lenient: bool = False
    """Anything can be read in some way, so that an error is none."""


@dataclass(frozen=True, slots=True)
class DataLanguage:
    """A language whose values have paths."""

    name: str
    grammar: str
    is_lenient: t.ClassVar[bool] = False


Language = CodeLanguage | DataLanguage


def _script() -> NodeGrammar:
    from tdomcheck.stitch.nodes.scripts import ScriptGrammar

    return ScriptGrammar()


def _html() -> NodeGrammar:
    from tdomcheck.stitch.nodes.markup import HtmlGrammar

    return HtmlGrammar()


def _css() -> NodeGrammar:
    from tdomcheck.stitch.nodes.markup import CssGrammar

    return CssGrammar()


PYTHON = CodeLanguage("Python", "", PythonGrammar)
JSON = DataLanguage("JSON", "json")
TOML = DataLanguage("TOML", "toml")
YAML = DataLanguage("YAML", "yaml")
_JAVASCRIPT = CodeLanguage("JavaScript", "javascript", _script, "class _ {\n")
_TYPESCRIPT = CodeLanguage("TypeScript", "typescript", _script, "class _ {\n")
_TSX = CodeLanguage("TypeScript", "tsx", _script, "class _ {\n")
BY_SUFFIX: Mapping[str, Language] = {
    ".py": PYTHON,
    ".pyi": PYTHON,
    ".js": _JAVASCRIPT,
    ".mjs": _JAVASCRIPT,
    ".cjs": _JAVASCRIPT,
    ".jsx": _JAVASCRIPT,
    ".ts": _TYPESCRIPT,
    ".mts": _TYPESCRIPT,
    ".cts": _TYPESCRIPT,
    ".tsx": _TSX,
    ".html": CodeLanguage("HTML", "html", _html, is_lenient=True),
    ".htm": CodeLanguage("HTML", "html", _html, is_lenient=True),
    ".css": CodeLanguage("CSS", "css", _css),
    ".json": JSON,
    ".toml": TOML,
    ".yaml": YAML,
    ".yml": YAML,
}


def language_of(path: str) -> Language | None:
    """The language of a file by its suffix."""
    dot = path.rpartition("/")[2].rfind(".")
    return BY_SUFFIX.get(path.rpartition("/")[2][dot:].lower()) if dot >= 0 else None


def parsed(language: Language, utf8: bytes) -> tree_sitter.Node:
    """The tree of a text; raises MissingExtra."""
    if not language.grammar:
        return parse_tree(utf8).root
    if language is TOML:
        return parsed_toml(utf8)
    return tree_sitter.Parser(_grammar(language.name, language.grammar)).parse(utf8).root_node


@cache
def _grammar(language: str, name: str) -> tree_sitter.Language:
    """From the pack, in the releases that bundle their grammars: others would download them."""
    try:
        pack = importlib.import_module("tree_sitter_language_pack")
    except ImportError:
        raise MissingExtra(language) from None
    if hasattr(pack, "download"):  # 1.0 and later
        raise MissingExtra(language)
    grammar: tree_sitter.Language = pack.get_language(name)
    return grammar
