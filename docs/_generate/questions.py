"""The page of what a rule may ask: by question, each name with an example that is evaluated here."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import GenericAlias, UnionType

from _generate.answers import Asked, is_empty, marks_in, said_by_rules, shown
from _generate.judged import ROOT
from _generate.shown import cell, fenced
from tdomcheck.authoring.lazy import offers

SECTIONS = ("top", "python", "flow", "html", "services", "project", "releases", "views", "codemods")
SOURCES = Path(__file__).parent / "questions"
MOST_RULES = 3
"""That are named beside what they ask."""
INTRODUCTION = """\
All that `from tdomcheck import authoring as td` offers to a rule, by the question that it answers. Look for your
question first: below it stands when to take which name.

In the examples `node` is what stands between `«` and `»`, the first of several `nodes`; `view` is the file that has
them, `path` its name and `facts` what is known of it; `project` is all files, and `application` their model. `template`
is the t-string around the mark, or else the first one, `markup` its HTML, and `tag` the first tag of that. `class_` is
the first class of the file, `function` its first function. What stands in backticks in an answer is the source of a
node, a tag or a place. `facts` of a file that has nothing to do with templates or containers are its imports and
definitions; `view` is all of it."""
_TOP = "tdomcheck.authoring"


@dataclass(frozen=True)
class Entry:
    """What one name is shown by."""

    name: str
    text: str = ""
    code: str = ""
    """Its own example, else that of its question."""
    expressions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """What an author asks, when to take which answer, and the names that give one."""

    title: str
    text: str = ""
    code: str = ""
    compared: tuple[str, ...] = ()
    """What is asked of every node that the example marks, for a table."""
    entries: tuple[Entry, ...] = ()


@dataclass
class _Lines:
    """What stands below a heading."""

    heading: str
    text: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    expressions: list[str] = field(default_factory=list)


def names_of(section: str) -> list[str]:
    """What a section offers, other sections aside."""
    if section == "views":
        assigned = (name for node in _tree(f"{_TOP}.views").body for name in _bound(node))
        return [name for name in assigned if not name.startswith("_")]
    module = _TOP if section == "top" else f"{_TOP}.{section}"
    return [name for name, (home, _) in offers(module).items() if home != _TOP]


def _bound(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    return (
        [target.id for target in node.targets if isinstance(target, ast.Name)] if isinstance(node, ast.Assign) else []
    )


def questions_of(section: str) -> tuple[str, list[Question]]:
    """What the source of a section says: its introduction, and its questions."""
    text = (SOURCES / f"{section}.md").read_text(encoding="utf-8")
    blocks = list(_blocks(text))
    introduction = _Lines("")
    questions: list[tuple[_Lines, list[Entry]]] = []
    for block in blocks:
        if block.heading.startswith("### "):
            questions[-1][1].append(_entry(block))
        elif block.heading.startswith("## "):
            questions.append((block, []))
        else:
            introduction = block
    return _joined(introduction.text), [
        Question(
            block.heading[3:], _joined(block.text), "\n".join(block.code), tuple(block.expressions), tuple(entries)
        )
        for block, entries in questions
    ]


def _blocks(text: str) -> Iterator[_Lines]:
    block, is_code = _Lines(""), False
    for line in text.splitlines():
        if line.startswith("```"):
            is_code = not is_code
        elif is_code:
            block.code.append(line)
        elif line.startswith("#"):
            yield block
            block = _Lines(line)
        elif line.startswith(">>> "):
            block.expressions.append(line[4:])
        elif not line.startswith("<!--"):
            block.text.append(line)
    yield block


def _entry(block: _Lines) -> Entry:
    return Entry(block.heading[4:], _joined(block.text), "\n".join(block.code), tuple(block.expressions))


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines).strip()


def page() -> str:
    """The whole page."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    sections = [(section, *questions_of(section)) for section in SECTIONS]
    yield "# Which question do I ask?"
    yield ""
    yield "<!-- made by docs/generate.py from docs/_generate/questions and the docstrings; the answers are computed -->"
    yield "<!-- fmt: off -->"
    yield ""
    yield INTRODUCTION
    for section, _, questions in sections:
        yield from ("", f"**[{_title(section)}](#{section})**", "")
        for number, question in enumerate(questions):
            links = ", ".join(f"[{entry.name}](#{section}.{entry.name})" for entry in question.entries)
            yield f"* [{question.title}](#{section}-{number}) {links}"
    for section, introduction, questions in sections:
        yield from ("", f'## <a id="{section}"></a>{_title(section)}', "", introduction)
        for number, question in enumerate(questions):
            yield from ("", f'### <a id="{section}-{number}"></a>{question.title}', "", question.text)
            yield from _code(question.code)
            yield from _comparison(question)
            for entry in question.entries:
                yield from _shown(section, question, entry)


def _title(section: str) -> str:
    return "td" if section == "top" else f"td.{section}"


def _code(code: str) -> Iterator[str]:
    """An example, and what its nodes are where it marks several."""
    if code:
        yield ""
        yield from fenced(code)
    nodes = [*marks_in(code)]
    if len(nodes) > 1:
        yield ""
        yield f"`nodes`: {', '.join(f'{number} {source}' for number, source in enumerate(nodes))}"


def _comparison(question: Question) -> Iterator[str]:
    """What several names answer to one question about the same nodes."""
    if not question.compared:
        return
    asked = Asked(question.code)
    yield ""
    yield f"| | {' | '.join(cell(source) for source in marks_in(question.code))} |"
    yield f"| --- {'| --- ' * len(asked.nodes)}|"
    for expression in question.compared:
        answers = [shown(asked.answer(expression, number), asked) for number in range(len(asked.nodes))]
        name = re.findall(r"\btd\.\w+\.(\w+)\(", expression)[0]
        yield f"| {name} | {' | '.join(cell(answer) for answer in answers)} |"


def _shown(section: str, question: Question, entry: Entry) -> Iterator[str]:
    name = f"{_title(section)}.{entry.name}"
    asking = rules_asking().get(name, ())
    links = ", ".join(f"[{code}](rules/{code}.md)" for code in asking[:MOST_RULES])
    asked = f" Used by {links}{' and others' if len(asking) > MOST_RULES else ''}." if asking else ""
    yield from ("", f'#### <a id="{section}.{entry.name}"></a>`{name}{_signature(section, entry.name)}`', "")
    yield f"{first_sentence(docstring(section, entry.name))}{asked}"
    if entry.text:
        yield from ("", entry.text)
    members = members_of(value_of(section, entry.name))
    if members:
        yield from ("", *(f"* `{member}`: {sentence}" for member, sentence in members.items() if sentence))
        plain = ", ".join(f"`{member}`" for member, sentence in members.items() if not sentence)
        yield from [f"* {plain}"] if plain else []
    yield from _code(entry.code)
    answers = [*_answers(question, entry)] if entry.expressions else [*said_by_rules(entry.code)]
    if answers:
        yield ""
        yield from fenced("\n".join(answers), "text")


def _answers(question: Question, entry: Entry) -> Iterator[str]:
    asked = Asked(entry.code or question.code)
    for expression in entry.expressions:
        yield f">>> {expression}"
        yield shown(asked.answer(expression), asked)


def _signature(section: str, name: str) -> str:
    """What a function takes and gives back, without the types of what it takes."""
    value = value_of(section, name)
    if not inspect.isroutine(value):
        return ""
    signature = inspect.signature(value)
    bare = [each.replace(annotation=each.empty) for each in signature.parameters.values()]
    returned = re.sub(r"\b(?:tree_sitter|t|cst)\.", "", str(signature.return_annotation))
    return f"{signature.replace(parameters=bare, return_annotation=signature.empty)} -> {returned}"


def value_of(section: str, name: str) -> object:
    """What a name of a section stands for."""
    return getattr(import_module(_TOP if section == "top" else f"{_TOP}.{section}"), name)


def docstring(section: str, name: str) -> str:
    """What is said where a name is defined; of a constant that is the text below it."""
    value = value_of(section, name)
    if inspect.isroutine(value) or inspect.isclass(value) or inspect.ismodule(value):
        text = inspect.cleandoc(value.__doc__ or "")
        return "" if text == name else text
    home, own_name = (f"{_TOP}.views", name) if section == "views" else offers(_module(section))[name]
    body = _tree(home).body
    for node, below in pairwise(body):
        if own_name in [*_bound(node), *_annotated(node)] and isinstance(below, ast.Expr):
            return _text_in(below)
    return ""


def members_of(value: object) -> Mapping[str, str]:
    """What can be asked of a class of ours with what it is, that of its bases as well."""
    members: dict[str, str] = {}
    for owner in reversed(value.__mro__) if inspect.isclass(value) else ():
        if owner.__module__.startswith("tdomcheck."):
            for member, text in _members_in(_tree(owner.__module__), owner.__name__):
                if member.partition("(")[0] not in _OF_ENGINES:
                    members[member] = first_sentence(text)
    return members


_DETAILS = frozenset({"KIND", "PRECISION", "SECURITY_SEVERITY", "METADATA_DEPENDENCIES", "TAG"})
"""What a rule declares that is ours, and what the cache writes before a value."""
_OF_ENGINES = frozenset({"check_all", "host", "info"})
"""Methods of rules that no rule calls."""


def _members_in(module: ast.Module, name: str) -> Iterator[tuple[str, str]]:
    body = next((node.body for node in module.body if isinstance(node, ast.ClassDef) and node.name == name), [])
    for node, below in pairwise([*body, ast.Pass()]):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            text, member = ast.get_docstring(node) or "", _called(node)
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            text = _text_in(below) if isinstance(below, ast.Expr) else ""
            member = next(iter([*_bound(node), *_annotated(node)]), "_")
        else:
            continue
        is_told = text or not isinstance(node, ast.FunctionDef)
        if is_told and not member.startswith("_") and member not in _DETAILS:
            yield member, text


def _called(method: ast.FunctionDef) -> str:
    """A method with what it takes; a property is asked by its name."""
    if any("property" in ast.unparse(decorator) for decorator in method.decorator_list):
        return method.name
    taken = [argument.arg for argument in (*method.args.posonlyargs, *method.args.args)][1:]
    named = [f"{argument.arg}=" for argument in method.args.kwonlyargs]
    return f"{method.name}({', '.join([*taken, *named])})"


def _text_in(statement: ast.Expr) -> str:
    value = statement.value
    return inspect.cleandoc(value.value) if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def _annotated(node: ast.stmt) -> list[str]:
    return [node.target.id] if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else []


def _module(section: str) -> str:
    return _TOP if section == "top" else f"{_TOP}.{section}"


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(Path(str(import_module(module).__file__)).read_text(encoding="utf-8"))


def first_sentence(text: str) -> str:
    """Of a docstring, on one line."""
    paragraph = " ".join(text.partition("\n\n")[0].split())
    match = re.match(r".+?\.(?= [A-Z`]|$)", paragraph)
    return match[0] if match else paragraph


@cache
def rules_asking() -> Mapping[str, tuple[str, ...]]:
    """By name of `td`, the codes of our rules that use it."""
    asking: dict[str, set[str]] = {}
    for path in (ROOT / "rules").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        codes = re.findall(r'^    CODE = "(\w+)"', text, re.MULTILINE)
        for first, second in re.findall(r"\btd\.(\w+)(?:\.(\w+))?", text):
            name = f"td.{first}.{second}" if first in SECTIONS else f"td.{first}"
            asking.setdefault(name, set()).update(codes)
    return {name: tuple(sorted(codes)) for name, codes in asking.items()}


def troubles(section: str) -> Iterator[str]:
    """What a section lacks, or says of what is not there."""
    entries = [(question, entry) for question in questions_of(section)[1] for entry in question.entries]
    written = [entry.name for _, entry in entries]
    offered = names_of(section)
    yield from (f"{name} has no entry" for name in offered if name not in written)
    yield from (f"{name} has an entry, and is not offered" for name in written if name not in offered)
    yield from (f"{name} has two entries" for name in sorted({one for one in written if written.count(one) > 1}))
    yield from (f"{name} has no docstring" for name in offered if not docstring(section, name))
    for question, entry in entries:
        if entry.name in offered:
            yield from _troubles_of(section, question, entry)


def _troubles_of(section: str, question: Question, entry: Entry) -> Iterator[str]:
    name = f"{_title(section)}.{entry.name}"
    if not entry.expressions:
        if section != "top":
            yield f"{name} is asked nothing"
        elif name not in entry.code:
            yield f"{name} is not in its example"
        return
    asked = Asked(entry.code or question.code)
    answers = [asked.answer(expression) for expression in entry.expressions]
    if all(is_empty(answer) for answer in answers):
        yield f"{name} answers nothing"
    if name not in " ".join(entry.expressions) and not _is_shown(value_of(section, entry.name), answers):
        yield f"{name} is neither asked nor answered"


def _is_shown(value: object, answers: Sequence[object]) -> bool:
    """Whether a class is that of an answer, or of a part of one; the name of a type cannot be asked."""
    if not isinstance(value, type):
        return isinstance(value, GenericAlias | UnionType)
    parts = [part for answer in answers if isinstance(answer, list | tuple) for part in answer]
    return any(isinstance(part, value) for part in (*answers, *parts))
