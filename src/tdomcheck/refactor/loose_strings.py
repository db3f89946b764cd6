"""Strings that may well be a name of the program, and that nothing proves to be: what is looked up by a name that is
worked out, what Python shows of it, what is given by keyword to a function that somebody was given."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tdomcheck.facts.python.occurrences import NameRole, Occurrence, occurrences_of, word
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.python.regions import Step
from tdomcheck.model import Span
from tdomcheck.model.changes import Remainder
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.refactor.keys import key_at
from tdomcheck.refactor.kin import fields_of, function_facts, is_class, is_enum
from tdomcheck.refactor.origins import Definition, meaning
from tdomcheck.refactor.outline import joined
from tdomcheck.refactor.places import is_package
from tdomcheck.refactor.quoted import MOST_OWNER
from tdomcheck.refactor.receivers import named_attribute_of
from tdomcheck.refactor.sources import SourceReading, Sources
from tdomcheck.refactor.target import MemberTarget, ModuleTarget, NameTarget, ParameterTarget, Target, old_name
from tdomcheck.refactor.typed_dicts import is_typed_dict
from tdomcheck.regex import regex

_LOOKUP = regex(
    rb"(?:[gs]et|has|del)attr\([^,\n]{1,200},[ \t\r\n]*(?:(?![ \t\r\n\"'])|[\"'][^\"'\n]{0,80}[\"'][ \t]*[+%.])"
    rb"|__getattribute__\((?![ \t\r\n\"'])|(?:attrgetter|methodcaller)\([ \t]*(?![ \t\"'])"
    rb"|(?:__dict__|globals\(\)|locals\(\)|vars\([^()\n]{0,200}\))(?:\.get\(|\[)[ \t]*(?![ \t\"'])"
)
"""An attribute, or a global, by a name that no literal says."""
_CALLED = regex(rb"\.__(?:qual)?name__\b")
_AS_KEYS = regex(rb"\b(?:_?asdict|model_dump)\b")
_OWN_KEYS = regex(rb"\bvars\([^)]|\.__dict__\b")
_FIELDS = regex(rb"\bfields\(|\b_fields\b|\b__(?:annotations|dataclass_fields|match_args)__|\bget_type_hints\(")
_MEMBERS = regex(rb"\.(?:name|_name_|__members__)\b")
_CALLS = regex(rb"\.(?:call_args|call_args_list|mock_calls|method_calls)\b")
"""What says names: keys made of fields, maybe by writers that are elsewhere; lists of them; what mocks are given."""
_HEAD = regex(rb"[\"']([A-Za-z]\w{0,80}_)(?=[\"'{%])")
_ASKING = regex(rb"\b(?:importlib|pkgutil|runpy|sys\.modules|getLogger|caplog)\b")
"""A module by its name, which `__name__` is to loggers."""
_IMPORT = regex(rb"(?:[\n;:\"'>]|\\[nr])[ \t]*import[ \t]+(\w+)|\bfrom[ \t]+(\w+)(?:\.[\w.]*)?[ \t]+import\b")
"""In a string that is a program."""
_RUN = regex(rb"(?<![\w-])-m[\"', \t\r\n]{1,8}\Z")
_LABEL = regex(rb"[ \t]*=(?!=)")
_GIVEN = regex(rb"(?:\(|, )\Z")
_SHAPES = {
    MemberTarget: regex(rb"\{[\w.\[\]]+\.\0[}.!:\[]"),
    NameTarget: regex(rb"<\0|\0\\{0,2}\("),
    ParameterTarget: regex(rb"(?:\(|, )\0="),
}
"""How texts say a name that `format` asks for, or that Python shows: `{card.name}`, `<Card ...>`, `card(name=...)`."""
_DISTINCTIVE = regex(r"\w_\w|[a-z][A-Z]|[A-Z]{2}[a-z]|\d")
_SAYING = frozenset({NameRole.READ, NameRole.ATTRIBUTE})
_GIVING = frozenset(
    {"argument_list", "keyword_argument", "list", "tuple", "set", "pair", "expression_list", "return_statement"}
)
_PLAIN = ("abc.", "builtins.", "contextlib.", "dataclasses.", "functools.", "typing.", "typing_extensions.")
"""Whose decorators call what they take by the arguments that they are given."""
_BY_NAMES = "what it is given to may call it by the names of its parameters"


def is_loose(sources: Sources, target: Target, reading: SourceReading, each: Occurrence) -> bool:
    """Whether a string may well mean the target."""
    name, node = old_name(target), each.step.node
    is_local = isinstance(target, NameTarget) and "." in target.definition.name
    is_whole = node.end_byte - node.start_byte == len(name.encode())
    is_said = isinstance(target, NameTarget) and _DISTINCTIVE.search(name) is not None
    return not (is_local or named_attribute_of(reading, each.step) is not None) and (
        is_said
        or (is_whole and _is_asked_for(sources, target, reading, each))
        or _is_program(sources, target, reading, each)
        or _is_path(sources, target, reading, each)
        or _is_shown(target, reading, each)
    )


def _is_asked_for(sources: Sources, target: Target, reading: SourceReading, each: Occurrence) -> bool:
    """Whether something is asked for there by names that nobody can see, as that of the target may be."""
    match target:
        case MemberTarget(owner=owner) if is_typed_dict(sources, owner):
            return False
        case MemberTarget(owner=owner, name=name):
            is_key = key_at(reading.view, each, name) is not None
            return looks_up(sources) or (
                _speaks_of(sources, reading.path, owner)
                and _is_listed(sources, owner, name, reading.path, is_key=is_key)
            )
        case ParameterTarget(function=function, name=name):
            is_called = is_given_away(sources, function) or _is_mocked(sources, reading.path, function)
            return is_called and key_at(reading.view, each, name) is not None
        case NameTarget(definition=definition):
            return _asks_for_names(sources, reading.path, definition.path)
        case ModuleTarget(name=name):
            return "." not in name and _is_asked(sources, reading.path, _ASKING)
    raise AssertionError("unreachable")


@once_each
def _is_asked(sources: Sources, path: str, pattern: re.Pattern[bytes]) -> bool:
    return pattern.search(sources.files[path]) is not None


def _speaks_of(sources: Sources, path: str, owner: Definition) -> bool:
    return _is_asked(sources, path, word(owner.last))


def _is_mocked(sources: Sources, path: str, function: Definition) -> bool:
    return _is_asked(sources, path, _CALLS) and _speaks_of(sources, path, function)


@once_each
def _is_listed(sources: Sources, owner: Definition, name: str, path: str, *, is_key: bool) -> bool:
    """Whether strings of a file that speaks of a class may mean a member of it."""
    if is_enum(sources, owner):
        return any(_is_asked(sources, each, _MEMBERS) for each in (path, owner.path))
    is_field = any(field.name == name for field in fields_of(sources, owner))
    if is_field and _is_asked(sources, path, _FIELDS):
        return True
    is_method = bool(function_facts(sources, Definition(owner.path, f"{owner.name}.{name}")))
    is_made = (is_field and _makes_keys(sources)) or (not is_method and _is_asked(sources, path, _OWN_KEYS))
    return is_made and is_key


@once
def _makes_keys(sources: Sources) -> bool:
    return any(_is_asked(sources, path, _AS_KEYS) for path in sources.paths if path.endswith(SOURCES))


@once
def looks_up(sources: Sources) -> bool:
    """Whether any file asks for attributes by names that are worked out."""
    return any(_is_asked(sources, path, _LOOKUP) for path in sources.paths if path.endswith(SOURCES))


def _asks_for_names(sources: Sources, path: str, home: str) -> bool:
    """Whether a file, or the one that defines a name, asks for names that are worked out, or for what one is called."""
    return any(_is_asked(sources, each, _LOOKUP) for each in (path, home)) or _is_asked(sources, path, _CALLED)


def _is_shown(target: Target, reading: SourceReading, each: Occurrence) -> bool:
    shape = _SHAPES.get(type(target))
    before, after = _around(target, reading, each)
    if isinstance(target, MemberTarget) and _GIVEN.search(before) and _LABEL.match(after):  # `Card(title='a')`
        return re.search(rb"\b" + target.owner.last.encode() + rb"\([^()\n]*\Z", before) is not None
    return shape is not None and shape.search(before + b"\0" + after) is not None


def _around(target: Target, reading: SourceReading, each: Occurrence) -> tuple[bytes, bytes]:
    """A few bytes before the name, and behind it."""
    utf8, end = reading.view.tree.utf8, each.start + len(old_name(target).encode())
    return utf8[max(each.start - MOST_OWNER, 0) : each.start], utf8[end : end + MOST_OWNER]


def _is_path(sources: Sources, target: Target, reading: SourceReading, each: Occurrence) -> bool:
    """Whether a string is the path of a module, or of a file that lies in the folder of a package."""
    node, module = each.step.node, target.path if isinstance(target, ModuleTarget) else ""
    path = reading.view.text(node) if node.end_byte - node.start_byte <= MOST_PATH else ""
    folder = module.rpartition("/")[0] + "/" if is_package(module) else module
    return bool(folder) and path in sources.files and path.startswith(folder)


MOST_PATH = 4096
"""Bytes of a path, as systems have it."""


def _is_program(sources: Sources, target: Target, reading: SourceReading, each: Occurrence) -> bool:
    """Whether a string imports from the project, as `python -c` is given, or is given to `python -m`."""
    before, after = _around(target, reading, each)
    match target:
        case ModuleTarget(name=name) if "." not in name and _RUN.search(before) is not None:
            return True
        case ParameterTarget() if _LABEL.match(after) is None:
            return False
        case MemberTarget() if not (before.endswith((b".", b"def ")) or _LABEL.match(after)):
            return False
    string = each.step.around("concatenated_string") or each.step.outer
    node = string.node if string is not None else each.step.node
    return _imports_own(sources, reading.path, node.start_byte, node.end_byte)


@once_each
def _imports_own(sources: Sources, path: str, start: int, end: int) -> bool:
    """Whether a string has an import of a module of the project."""
    reading = sources.module(path)
    text = reading.view.tree.utf8[start:end] if reading is not None else b""
    return any(sources.is_top((found[1] or found[2]).decode()) for found in _IMPORT.finditer(text))


@once_each
def is_given_away(sources: Sources, function: Definition) -> bool:
    """Whether anybody is given a function, to call it by whatever keywords; a method may be looked up as well."""
    name = function.last
    for path in sources.mentioning(name):
        reading = sources.module(path) if path.endswith(SOURCES) else None
        if reading is not None and any(_is_given(reading, each) for each in occurrences_of(reading.view, name)):
            return True
    return "." in function.name and looks_up(sources)


def given_away(sources: Sources, function: Definition) -> Iterator[Remainder]:
    """Where a function goes to what may call it by the names of its parameters: frameworks do, and pytest does."""
    for path in sources.mentioning(function.last):
        reading = sources.module(path) if path.endswith(SOURCES) else None
        for each in occurrences_of(reading.view, function.last) if reading is not None else ():
            place = each.step.outer if each.role is NameRole.ATTRIBUTE else each.step
            if reading is None or place is None:  # pragma: no cover  # it has occurrences
                continue
            is_given = _is_given(reading, each) and meaning(sources, reading, place) == function
            if is_given or (path == function.path and _is_taken_at(sources, reading, each, function)):
                start = reading.view.source.from_utf8(each.start)
                yield Remainder(path, Span(start, start + len(function.last.encode())), _BY_NAMES)


def _is_taken_at(sources: Sources, reading: SourceReading, each: Occurrence, function: Definition) -> bool:
    """Whether its definition is a test, or one that a decorator of others takes."""
    definition = each.step.outer
    if definition is None or definition.node.type != "function_definition" or each.step.field != "name":
        return False
    if joined(definition.region.path, function.last) != function.name:
        return False
    return function.last.startswith("test") or _is_decorated(sources, reading, definition)


def _is_decorated(sources: Sources, reading: SourceReading, definition: Step) -> bool:
    around = definition.outer
    decorators = around.node.children if around is not None and around.node.type == "decorated_definition" else ()
    names = [node.named_children[0] for node in decorators if node.type == "decorator"]
    called = [node.child_by_field_name("function") if node.type == "call" else node for node in names]
    homes = [meaning(sources, reading, Step(node, "", definition.region, definition)) for node in called if node]
    return any(home is not None and not home.path and not home.name.startswith(_PLAIN) for home in homes)


def _is_given(reading: SourceReading, each: Occurrence) -> bool:
    place = each.step.outer if each.role is NameRole.ATTRIBUTE else each.step
    around = place.outer if place is not None and each.role in _SAYING else None
    return around is not None and around.node.type in _GIVING and not _is_partial(reading, around)


def _is_partial(reading: SourceReading, arguments: Step) -> bool:
    """`partial(function)`, of which it is known what calls it."""
    function = arguments.outer.node.child_by_field_name("function") if arguments.outer is not None else None
    return function is not None and reading.view.text(function).endswith("partial")


def named_after(sources: Sources, target: Target) -> Iterator[Remainder]:
    """What is looked up by the name of a class, as `getattr(self, f"visit_{type(card).__name__}")` does."""
    if not isinstance(target, NameTarget) or not is_class(sources, target.definition):
        return
    heads = {re.escape(head) for path in sources.paths for head in _heads_in(sources, path)}
    pattern = re.compile(rb"\b(?:" + b"|".join(heads) + rb")" + old_name(target).encode() + rb"\b")
    for path in sources.paths if heads else ():
        for match in pattern.finditer(sources.files[path]) if path.endswith(SOURCES) else ():
            yield Remainder(path, Span(*match.span()), f"it may be looked up by the name of `{old_name(target)}`")


@once_each
def _heads_in(sources: Sources, path: str) -> frozenset[bytes]:
    """What a file puts before the names of classes to ask for something by them."""
    data = sources.files[path] if path.endswith(SOURCES) else b""
    is_asked = b"__name__" in data and _CALLED.search(data) is not None and _LOOKUP.search(data) is not None
    return frozenset(_HEAD.findall(data)) if is_asked else frozenset()


def built_names(sources: Sources, target: Target) -> Iterator[Remainder]:
    """The places that put together names like the one that is looked for: `getattr(self, f"visit_{kind}")`."""
    is_attribute = isinstance(target, MemberTarget) or (
        isinstance(target, NameTarget) and "." not in target.definition.name
    )
    name = old_name(target)
    cuts = [index for index, letter in enumerate(name) if letter == "_" and 0 < index < len(name) - 1]
    if not is_attribute or not cuts:
        return
    heads = b"|".join(name[: index + 1].encode() for index in cuts)
    tails = b"|".join(name[index:].encode() for index in cuts)
    pattern = re.compile(rb"[\"'](?:" + heads + rb")(?=[\"'{%])|(?<=[}\"'])(?:" + tails + rb")(?=[\"'])")
    for path in sources.paths:
        data = sources.files[path] if path.endswith(SOURCES) else b""
        if b"_" in data and _LOOKUP.search(data):
            for match in pattern.finditer(data):
                yield Remainder(path, Span(*match.span()), f"names that are put together here may be `{name}`")
