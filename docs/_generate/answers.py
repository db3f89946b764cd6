"""What an expression over an example answers, as a reader can take it in."""

from __future__ import annotations

import ast
import dataclasses
import re
import typing as t
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import cached_property

import libcst as cst
import tree_sitter

from _generate.shown import marked
from tdomcheck import authoring as td
from tdomcheck.authoring.examples import CLOSING, OPENING, split_files
from tdomcheck.authoring.metadata import Described
from tdomcheck.contract.examples import examples_of
from tdomcheck.contract.judge import Judge
from tdomcheck.facts.extract.file import facts_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.application import Application
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.project.premises import holds
from tdomcheck.facts.records import FileFacts
from tdomcheck.facts.targets.requirements import required_in
from tdomcheck.model import Edit, Span
from tdomcheck.source.markup import Attribute, Tag
from tdomcheck.source.template import Interpolation, Template
from tdomcheck.source.text import SourceText
from tdomcheck.source.toml import TomlText

MOST_ITEMS, MOST_FIELDS, MOST_LETTERS, WIDTH = 24, 5, 70, 110
"""Of an answer that are shown, and how long a line may be."""


class Asked:
    """An example and what its expressions are evaluated with, each made where it is asked for."""

    def __init__(self, code: str) -> None:
        self.files = split_files(code.strip("\n") + "\n")
        self.path = next((path for path, text in self.files.items() if OPENING in text), next(iter(self.files)))

    def answer(self, expression: str, number: int = 0) -> object:
        """What an expression gives, with `node` for one of the nodes; what is yielded one by one is a list."""
        asked = {node.id for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)}
        names = {name: getattr(self, name) for name in _NAMES if name in asked}
        names |= {"node": self.nodes[number]} if "node" in asked else {}
        value = eval(expression, {"td": td, "cst": cst, "len": len, "sorted": sorted, "next": next, **names})  # noqa: S307  # ours
        return list(value) if isinstance(value, Iterator) else value

    @cached_property
    def view(self) -> ModuleView:
        return _view(self.files[self.path]).closely

    @cached_property
    def nodes(self) -> Sequence[tree_sitter.Node]:
        """What stands between the marks."""
        pieces = re.split(f"[{OPENING}{CLOSING}]", self.files[self.path])
        ends = [len("".join(pieces[:count]).encode()) for count in range(1, len(pieces))]
        root = self.view.tree.root
        spans = zip(ends[::2], ends[1::2], strict=True)
        return [node for span in spans if (node := root.named_descendant_for_byte_range(*span)) is not None]

    @cached_property
    def facts(self) -> FileFacts:
        return _facts(self.path, self.files[self.path])

    @cached_property
    def project(self) -> Project:
        return Project({path: _facts(path, text) for path, text in self.files.items()}, roots=("src",))

    @cached_property
    def application(self) -> Application:
        return Application.of(self.project)

    def proves(self, premise: td.Premise) -> bool:
        """Whether a finding that depends on a premise stays."""
        return holds(self.project, self.path, premise)

    @cached_property
    def templates(self) -> Sequence[Template]:
        return self.view.templates

    @cached_property
    def template(self) -> Template:
        around = self.nodes[0].start_byte if self.nodes else -1
        inside = [one for one in self.templates if one.node.start_byte <= around < one.node.end_byte]
        return inside[-1] if inside else self.templates[0]

    @cached_property
    def markup(self) -> td.Markup:
        return self.view.markup(self.template)

    @property
    def tag(self) -> Tag:
        return self.markup.tags[0]

    @property
    def class_(self) -> td.ClassFact:
        return self.facts.classes[0]

    @property
    def function(self) -> tree_sitter.Node:
        return self.view.nodes["function"][0]


_NAMES = (
    *("view", "path", "nodes", "facts", "project", "application", "proves"),
    *("templates", "template", "markup", "tag", "class_", "function"),
)


def _view(text: str) -> ModuleView:
    return ModuleView(SourceText(re.sub(f"[{OPENING}{CLOSING}]", "", text).encode()))


def _facts(path: str, text: str) -> FileFacts:
    if path.endswith((".toml", ".lock")):
        return required_in(TomlText(text.encode()), path)
    return facts_of(_view(text))


def said_by_rules(code: str) -> Iterator[str]:
    """What the rules of an example say about their own examples: each has to find what it marks."""
    names: dict[str, object] = {"td": td}
    exec(code, names)  # noqa: S102  # ours
    classes = [value for value in names.values() if isinstance(value, type) and issubclass(value, Described)]
    rules = [cls for cls in classes if hasattr(cls, "INVALID")]
    for rule, example in [(cls, example) for cls in rules for example in examples_of(cls)]:
        path, source = example.marked
        files = {path: source.data for path, source in example.files.items()}
        (finding,) = Judge(rule).say(files, dict(example.options)).findings
        if (finding.path, finding.span) != (path, source.marked_span):
            raise ValueError(f"{rule.__name__} does not find what its example marks")
        yield from marked(source.text, *source.mark).strip("\n").split("\n")
        yield f"{finding.code}: {finding.message}"


def marks_in(code: str) -> Iterator[str]:
    """The source of each node that an example marks."""
    if OPENING in code:
        asked = Asked(code)
        yield from (shown(node, asked) for node in asked.nodes)


def is_empty(value: object) -> bool:
    """Whether an answer shows nothing of what a question is for."""
    return value is None or value is False or value == "" or (isinstance(value, Sequence | Mapping) and not value)


def shown(value: object, asked: Asked) -> str:
    """An answer on one line, or an item a line where it is long."""
    line = _shown(value, asked, 0)
    if len(line) <= WIDTH:
        return line
    is_named = _is_record(value) or hasattr(value, "_fields")
    if is_named and _source(value, asked) is None:
        items = [*_fields(value, asked, 0)]
    elif isinstance(value, list | tuple | dict):
        items = _items(value, asked, 0)
    else:
        return line
    opening, closing = line.partition("(")[0] if is_named else "", line[-1]
    return "\n".join([f"{opening}{_OPENINGS[closing]}", *(f"    {item}," for item in items), closing])


_OPENINGS = {")": "(", "]": "[", "}": "{"}


def _shown(value: object, asked: Asked, depth: int) -> str:
    source = _source(value, asked)
    if source is not None:
        return f"`{_shortened(source)}`"
    match value:
        case Enum():
            return f"{type(value).__name__}.{value.name}"
        case Symbol():
            return f"Symbol({value.key!r})"
        case Edit():
            before = asked.view.source.data[value.start : value.end].decode()
            return f"Edit({before!r} -> {value.text!r})"
        case ModuleView():
            return "<ModuleView>"
        case Mapping() | list() | tuple() | AbstractSet():
            return _collection(value, asked, depth)
        case _:
            return _other(value, asked, depth)


def _collection(value: object, asked: Asked, depth: int) -> str:
    items = ", ".join(_items(value, asked, depth))
    if isinstance(value, list):
        return f"[{items}]"
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return f"{type(value).__name__}({', '.join(_fields(value, asked, depth))})"
    if isinstance(value, tuple):
        return f"({items},)" if len(value) == 1 else f"({items})"
    return f"{{{items}}}"


def _other(value: object, asked: Asked, depth: int) -> str:
    if isinstance(value, type):
        return value.__name__
    if _is_record(value):
        return f"{type(value).__name__}({', '.join(_fields(value, asked, depth))})"
    is_ours = type(value).__module__.startswith("tdomcheck")
    return f"<{type(value).__name__}>" if is_ours else repr(value)


def _source(value: object, asked: Asked) -> str | None:
    """The source of what stands somewhere."""
    match value:
        case tree_sitter.Node():
            return (value.text or b"").decode()
        case Template() | Interpolation():
            return (value.node.text or b"").decode()
        case Tag() | Attribute():
            return _source(value.span, asked)
        case Span():
            return asked.view.source.data[value.start : value.end].decode()
        case _:
            return None


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_LETTERS else f"{line[: MOST_LETTERS - 4]} ..."


def _items(value: object, asked: Asked, depth: int) -> list[str]:
    if isinstance(value, Mapping):
        items = [f"{_shown(key, asked, depth + 1)}: {_shown(item, asked, depth + 1)}" for key, item in value.items()]
    elif isinstance(value, AbstractSet):
        items = sorted(_shown(item, asked, depth + 1) for item in value)
    else:
        items = [_shown(item, asked, depth + 1) for item in value] if isinstance(value, Sequence) else []
    return items if len(items) <= MOST_ITEMS else [*items[:MOST_ITEMS], f"... {len(items) - MOST_ITEMS} more"]


def _fields(value: object, asked: Asked, depth: int) -> Iterator[str]:
    """The fields of a record that say something; places are numbers that say nothing to a reader."""
    most = MOST_FIELDS if depth < 2 else 1
    count = 0
    fields = dataclasses.fields(value) if _is_record(value) else ()
    defaults: dict[str, object] = {field.name: field.default for field in fields}
    for name in [*defaults, *t.cast("tuple[str, ...]", getattr(value, "_fields", ()))]:
        item = getattr(value, name)
        is_place = name in {"start", "end"} or name.endswith(("_start", "_end"))
        is_default = name in defaults and item == defaults[name]
        if is_place or is_default or is_empty(item):
            continue
        count += 1
        if count > most:
            yield "..."
            return
        yield f"{name}={_shown(item, asked, depth + 1)}"


def _is_record(value: object) -> t.TypeGuard[t.Any]:  # any dataclass
    return dataclasses.is_dataclass(value) and not isinstance(value, type)
