"""References in strings that say a dotted name, and in prose: comments, docstrings, documents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from tdomcheck.errors import Unparsable
from tdomcheck.facts.python.occurrences import BINDING, NameRole, Occurrence, homes_of, occurrences_of, word
from tdomcheck.facts.python.references import IMPORTERS
from tdomcheck.facts.python.regions import Step
from tdomcheck.model import Span
from tdomcheck.model.changes import Tier
from tdomcheck.model.ranges import covers
from tdomcheck.model.suffixes import SOURCES, is_document
from tdomcheck.refactor.chosen_names import has_name
from tdomcheck.refactor.kin import is_kin
from tdomcheck.refactor.loose_strings import is_loose
from tdomcheck.refactor.mentions import (
    LEAD,
    Mention,
    code_blocks,
    is_message,
    is_prose,
    mention_at,
)
from tdomcheck.refactor.origins import Definition, absolute, dotted_home, meaning, member_home, named_home
from tdomcheck.refactor.quoted import called_outside
from tdomcheck.refactor.receivers import first_argument, named_attribute_of
from tdomcheck.refactor.sites import Site, SiteKind, site_at
from tdomcheck.refactor.sources import CONFIGURATION, SourceReading, Sources
from tdomcheck.refactor.target import MemberTarget, ModuleTarget, NameTarget, ParameterTarget, Target, old_name
from tdomcheck.regex import regex
from tdomcheck.source.toml import TomlText
from tdomcheck.values import dataclass, replace

_DOTTED = regex(rb"[A-Za-z_][\w.:]*\Z")
_INNER = regex(rb"(?:\.[A-Za-z_]\w*)+")
_PATTERN_LEAD = regex(rb"(?:[A-Za-z_]\w*\\{0,2}\.)+\Z")
"""What stands before the last part of a dotted name, also in a pattern, where dots are escaped."""
_ANY = regex(rb"\.\*(?!\w)")
_ATTRIBUTE = regex(rb":([A-Za-z_][A-Za-z0-9_]*)")
_ASKED = "a string names it; --strings takes it"
_PATCHED = "a keyword of `patch.multiple` may name it"
_MAYBE = "a string says the name, and may mean this"
_LOOSE = "a word that may mean something else"


@dataclass(frozen=True, slots=True)
class Wording:
    """What a target is called, and by whom."""

    sources: Sources
    target: Target
    name: str
    places: frozenset[tuple[str, int]]
    """Where code refers to it."""
    referring: frozenset[str]
    """The files with such code."""

    @property
    def path(self) -> str:
        """The file that defines it."""
        match self.target:
            case (
                MemberTarget(owner=definition)
                | NameTarget(definition=definition)
                | ParameterTarget(function=definition)
            ):
                return definition.path
            case ModuleTarget(path=path):
                return path
        raise AssertionError("unreachable")

    def is_meant(self, dotted: str, path: str = "") -> bool:
        """Whether a dotted name means the target: from anywhere, or as a file would say it."""
        owner, _, last = dotted.replace(":", ".").rpartition(".")
        if last != self.name or not owner:
            return False
        homes = [dotted_home(self.sources, owner)]
        if path.endswith(SOURCES):
            homes.append(named_home(self.sources, path, owner))
        return any(self.has(home) for home in homes if home is not None)

    def leads_on(self, data: bytes, start: int) -> bool:
        """Whether the outermost package is followed by the name of something in it."""
        end = start + len(self.name.encode())
        inner = _INNER.match(data, end)
        if not isinstance(self.target, ModuleTarget) or self.target.name != self.name or inner is None:
            return False
        home = dotted_home(self.sources, self.name + inner[0].decode("ascii", "replace"))
        return home is not None and bool(home.path)

    def is_opened(self, data: bytes, start: int) -> bool:
        """Whether a word of settings is the outermost package, by what follows: a name in it, or any, as `alpha.*`."""
        is_outermost = isinstance(self.target, ModuleTarget) and self.target.name == self.name
        end = start + len(self.name.encode())
        is_any = _ANY.match(data, end) is not None or self._is_attribute(data, end)
        return self.leads_on(data, start) or (is_outermost and is_any)

    def _is_attribute(self, data: bytes, end: int) -> bool:
        """Whether the package has what is named behind a colon."""
        attribute = _ATTRIBUTE.match(data, end)
        owner = self.target.home if isinstance(self.target, ModuleTarget) else Definition(self.path, "")
        return attribute is not None and member_home(self.sources, owner, attribute[1].decode("ascii")) is not None

    def has(self, owner: Definition) -> bool:
        """Whether the target is a name of a module or class."""
        match self.target:
            case MemberTarget(owner=root):
                return bool(owner.path) and bool(owner.name) and is_kin(self.sources, owner, (root,))
            case ModuleTarget(home=target):
                home = member_home(self.sources, owner, self.name)
                return home == target or f"{owner.name}.{self.name}".lstrip(".") == self.target.name
            case NameTarget(definition=definition):
                return has_name(self.sources, owner, definition)
            case ParameterTarget():
                return False
        raise AssertionError("unreachable")


def text_sites(sources: Sources, target: Target, code: Collection[Site], *, prose: bool) -> Iterator[Site]:
    """The strings that say the dotted name, and, where they are asked for, the words of prose."""
    name = old_name(target)
    own = [site for site in code if site.kind is SiteKind.CODE]
    places = frozenset((site.path, site.span.start) for site in own)
    wording = Wording(sources, target, name, places, frozenset(site.path for site in own if site.is_sure))
    is_local = isinstance(target, ParameterTarget) or (isinstance(target, NameTarget) and "." in target.definition.name)
    for path in sources.mentioning(name):
        if path.endswith(SOURCES):
            yield from _module_sites(wording, path, prose=prose, is_local=is_local)
        elif is_document(path) and not is_local:
            yield from _document_sites(wording, path, prose=prose)
        elif path.endswith(CONFIGURATION) and not is_local:
            yield from _configured_sites(wording, path)


def _module_sites(wording: Wording, path: str, *, prose: bool, is_local: bool) -> Iterator[Site]:
    reading = wording.sources.module(path)
    if reading is None:
        return
    has_others = prose and _binds_another(wording, reading)
    refers = path in wording.referring or (prose and any(_prose_refers(wording, reading)))
    for each in occurrences_of(reading.view, wording.name):
        if not is_local and _is_patched(reading, each):
            yield replace(_string(reading, each, wording.name, _PATCHED), tier=Tier.ANCHORED)
        if each.role is not NameRole.TEXT:
            continue
        start = reading.view.source.from_utf8(each.start)
        word_sites = _prose_site(wording, path, start, has_others=has_others, refers=refers) if prose else ()
        if is_prose(each.step):
            if not is_local or _is_within(wording, reading, each):
                yield from word_sites
        elif each.step.node.type == "string_content":
            yield from _in_string(wording, reading, each, word_sites, is_local=is_local)


def _in_string(
    wording: Wording, reading: SourceReading, each: Occurrence, words: Iterable[Site], *, is_local: bool
) -> Iterator[Site]:
    """A string that says the dotted name, that an attribute is asked for by, or that may well mean it."""
    sure = () if is_local else (*_string_site(wording, reading, each),)
    sure = sure or (() if is_local else (*_attribute_site(wording, reading, each),))
    sites = sure or (*_loose_site(wording, reading, each),)
    yield from sites or (() if is_local else _in_message(each, words))


def _is_patched(reading: SourceReading, each: Occurrence) -> bool:
    """Whether a keyword gives a name of something another value, of whatever: `patch.multiple(module, name=fake)`."""
    call = each.step.around("call") if each.role is NameRole.KEYWORD else None
    function = call.node.child_by_field_name("function") if call is not None else None
    return function is not None and reading.view.text(function).endswith("patch.multiple")


def _in_message(each: Occurrence, sites: Iterable[Site]) -> Iterator[Site]:
    """The words of a string that is something to read."""
    if is_message(each.step):
        yield from (replace(site, kind=SiteKind.MESSAGE) for site in sites)


def _prose_refers(wording: Wording, reading: SourceReading) -> Iterator[bool]:
    """Whether each mention in prose leaves no doubt, so that the others of the file mean the same."""
    for each in occurrences_of(reading.view, wording.name):
        if each.role is NameRole.TEXT and is_prose(each.step):
            start = reading.view.source.from_utf8(each.start)
            yield _refers(wording, wording.sources.files[reading.path], start)


def _string_site(wording: Wording, reading: SourceReading, each: Occurrence) -> Iterator[Site]:
    """A literal that is the dotted name, or begins with it and a dot or a colon."""
    utf8, node = reading.view.tree.utf8, each.step.node
    end = each.start + len(wording.name.encode())
    opening = node.parent.children[0] if node.parent is not None else node
    is_first = opening.end_byte == node.start_byte and not {*(opening.text or b"").lower()} & {*b"ft"}
    before = utf8[node.start_byte : each.start]
    follows = utf8[end : end + 1] if end < node.end_byte else b""
    if not is_first or (before and not before.endswith((b".", b":"))) or follows not in {b"", b".", b":"}:
        return
    dotted = utf8[node.start_byte : end].decode("utf-8", "replace")
    is_imported = _is_imported(wording, reading, each, dotted)
    is_dotted = _DOTTED.fullmatch(utf8[node.start_byte : end]) is not None and wording.is_meant(dotted)
    if is_imported or is_dotted or _is_module_itself(wording, dotted, follows):
        site = _string(reading, each, wording.name)
        yield replace(site, kind=SiteKind.CODE) if is_imported else site


def _is_imported(wording: Wording, reading: SourceReading, each: Occurrence, dotted: str) -> bool:
    """Whether a string is what `import_module("package.module")` imports, or begins with it: an import by a call."""
    call = each.step.around("call")
    if call is None or not isinstance(wording.target, ModuleTarget):
        return False
    is_import = called_outside(wording.sources, reading, each.step) in IMPORTERS
    if not is_import or first_argument(call.node) != each.step.node.parent:
        return False
    return dotted_home(wording.sources, absolute(wording.sources, reading, dotted)) == wording.target.home


def _attribute_site(wording: Wording, reading: SourceReading, each: Occurrence) -> Iterator[Site]:
    """`getattr(module, "name")` and its like; a class's are among the references to its members."""
    home = None if isinstance(wording.target, MemberTarget) else _asked(wording.sources, reading, each, wording.name)
    if home is not None and wording.has(home):
        yield _string(reading, each, wording.name, _ASKED)


def _loose_site(wording: Wording, reading: SourceReading, each: Occurrence) -> Iterator[Site]:
    """A string that may well mean the target, as it says its dotted name somewhere, or for other reasons."""
    before = reading.view.tree.utf8[max(each.step.node.start_byte, each.start - 200) : each.start]
    lead = _PATTERN_LEAD.search(before)
    dotted = (lead[0].replace(b"\\", b"") if lead is not None else b"").decode("utf-8", "replace") + wording.name
    if is_loose(wording.sources, wording.target, reading, each) or wording.is_meant(dotted):
        yield replace(_string(reading, each, wording.name, _MAYBE), tier=Tier.ANCHORED)


def strings_asking(sources: Sources, module: Definition, name: str) -> Iterator[Site]:
    """The strings that ask a module itself for a name, which has to be there, and the keywords that may.

    As in `patch.object(module, "name")`, and in `patch.multiple(module, name=...)`."""
    for path in sources.mentioning(name):
        reading = sources.module(path) if path.endswith(SOURCES) else None
        for each in occurrences_of(reading.view, name) if reading is not None else ():
            is_string = each.role is NameRole.TEXT and each.step.node.type == "string_content"
            if reading is None:  # pragma: no cover  # it has occurrences
                continue
            owner = _asked(sources, reading, each, name) if is_string else None
            is_patched = _is_patched(reading, each)
            if owner == module or is_patched:
                yield _string(reading, each, name, _PATCHED if is_patched else "")


def _asked(sources: Sources, reading: SourceReading, each: Occurrence, name: str) -> Definition | None:
    """Whose attribute a string names, all of it."""
    asked = named_attribute_of(reading, each.step) if reading.view.text(each.step.node) == name else None
    owner, call = asked or (None, each.step)
    return None if owner is None else meaning(sources, reading, Step(owner, "", call.region, call))


def _string(reading: SourceReading, each: Occurrence, name: str, reason: str = "") -> Site:
    return replace(site_at(reading, each.start, name, Tier.STRONG, reason), kind=SiteKind.STRING)


def _is_module_itself(wording: Wording, dotted: str, follows: bytes) -> bool:
    """The name of an outermost package has no dot; alone it is any word."""
    target = wording.target
    return isinstance(target, ModuleTarget) and dotted == target.name and follows in {b".", b":"}


def _is_within(wording: Wording, reading: SourceReading, each: Occurrence) -> bool:
    """Whether prose stands in the function that has the local name."""
    match wording.target:
        case ParameterTarget(function=function):
            name = function.name
        case NameTarget(definition=definition):
            name = definition.name.partition(".<locals>")[0]
        case _:
            return True
    is_here = wording.sources.canonical(reading.path) == wording.path
    return is_here and f"{each.step.region.path}.".startswith(f"{name}.")


def _binds_another(wording: Wording, reading: SourceReading) -> bool:
    """Whether some scope of a file gives the name another meaning."""
    return any(
        each.role in BINDING and (reading.path, reading.view.source.from_utf8(each.start)) not in wording.places
        for group in homes_of(reading.view, wording.name).values()
        for each in group
    )


def _prose_site(
    wording: Wording, path: str, start: int, *, has_others: bool, refers: bool, is_code: bool = False
) -> Iterator[Site]:
    data = wording.sources.files[path]
    mention, dotted = mention_at(data, start, wording.name)
    if mention is Mention.OTHER:
        return
    if mention is Mention.DOTTED and not wording.is_meant(dotted, path):
        return
    if mention is not Mention.DOTTED and wording.leads_on(data, start):
        mention = Mention.DOTTED
    is_sure = (mention is Mention.TICKED or is_code or refers) and not has_others
    tier, reason = (Tier.STRONG, "") if is_sure or mention is Mention.DOTTED else (Tier.ANCHORED, _LOOSE)
    yield Site(path, Span(start, start + len(wording.name.encode())), wording.name, tier, SiteKind.PROSE, reason)


def _document_sites(wording: Wording, path: str, *, prose: bool) -> Iterator[Site]:
    """The words outside of the code of a document, and what its code does not bind."""
    data = wording.sources.files[path]
    readings = wording.sources.readings(path, [wording.name])
    for reading in readings:
        for each in _strings(wording, reading):
            yield from _string_site(wording, reading, each)
    if not prose:
        return
    has_others = any(_binds_another(wording, reading) for reading in readings)
    bound = {start for reading in readings for start in _bound_starts(wording, reading)}
    starts = [match.start() for match in word(wording.name).finditer(data) if match.start() not in bound]
    blocks = code_blocks(data)
    refers = path in wording.referring or any(_refers(wording, data, start) for start in starts)
    for start in starts:
        is_code = covers(blocks, start)
        yield from _prose_site(wording, path, start, has_others=has_others, is_code=is_code, refers=refers)


def _strings(wording: Wording, reading: SourceReading) -> Iterator[Occurrence]:
    """Where a string says the name that is no docstring."""
    for each in occurrences_of(reading.view, wording.name):
        if each.role is NameRole.TEXT and not is_prose(each.step) and each.step.node.type == "string_content":
            yield each


def _bound_starts(wording: Wording, reading: SourceReading) -> Iterator[int]:
    """Where the code of a document says the name and its scopes know what is meant."""
    for each in occurrences_of(reading.view, wording.name):
        if each.role is not NameRole.TEXT and (each.role is not NameRole.READ or each.home is not None):
            yield reading.view.source.from_utf8(each.start)


def _refers(wording: Wording, data: bytes, start: int) -> bool:
    mention, dotted = mention_at(data, start, wording.name)
    is_dotted = mention is Mention.DOTTED and wording.is_meant(dotted)
    return mention is Mention.TICKED or is_dotted or wording.leads_on(data, start)


def _configured_sites(wording: Wording, path: str) -> Iterator[Site]:
    """The dotted name in a file of settings."""
    data, name = wording.sources.files[path], wording.name
    values = _toml_values(data, _RECIPES.get(path.rpartition("/")[2], "")) if path.endswith(".toml") else None
    for match in word(name).finditer(data):
        start, end = match.span()
        if values is not None and not covers(values, start):
            continue
        lead = LEAD.search(data, max(start - 200, 0), start)
        before = lead.group() if lead is not None else b""
        is_cut = data[start - len(before) - 1 : start - len(before)] in {b".", b"/", b"-"}
        dotted = (before + name.encode()).decode("ascii", "replace")
        is_meant = wording.is_meant(dotted) if before else wording.is_opened(data, start)
        if is_meant and not is_cut:
            yield Site(path, Span(start, end), name, Tier.STRONG, SiteKind.STRING)


_RECIPES = {
    "pyproject.toml": "tool.tdomcheck.codemods",
    "tdomcheck.toml": "codemods",
    ".tdomcheck.toml": "codemods",
}
"""Where our own configuration keeps recipes and options of codemods: they say what to do."""


def _toml_values(data: bytes, but: str) -> list[tuple[int, int]]:
    """The places of strings, but for those of a table."""
    try:
        file = TomlText(data)
        places = [file.place(piece) for piece in file.strings if not but or not f"{piece.where}.".startswith(f"{but}.")]
        return [(place.start, place.end) for place in places]
    except Unparsable:
        return []


def capitalised_sites(sources: Sources, name: str, referring: Collection[str]) -> Iterator[Site]:
    """A word of documents, comments and docstrings that is the name of a package with a capital letter."""
    for path in sources.mentioning(name):
        starts: Iterable[int] = ()
        if is_document(path):
            starts = [match.start() for match in word(name).finditer(sources.files[path])]
        elif path.endswith(SOURCES) and (reading := sources.module(path)) is not None:
            texts = [each for each in occurrences_of(reading.view, name) if each.role is NameRole.TEXT]
            starts = [reading.view.source.from_utf8(each.start) for each in texts if is_prose(each.step)]
        for start in starts:
            if mention_at(sources.files[path], start, name)[0] in {Mention.BARE, Mention.TICKED}:
                tier, reason = (Tier.STRONG, "") if path in referring else (Tier.ANCHORED, _LOOSE)
                yield Site(path, Span(start, start + len(name.encode())), name, tier, SiteKind.PROSE, reason)
