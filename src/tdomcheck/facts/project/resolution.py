"""Where references lead across the files of a project: each step is taken once, however many ways lead to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from functools import cached_property

from tdomcheck.facts.limits import MOST_PARTS_OF_NAME
from tdomcheck.facts.project.star_imports import Stars
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.facts.records import STARRED, ClassFact, FileFacts, FunctionFact, ImportFact
from tdomcheck.model.suffixes import is_module
from tdomcheck.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Symbol:
    """Where a reference leads: a definition in the project, or a name outside of it."""

    key: str
    """`package.module.Class` in the project or outside; one key a thing."""
    path: str = ""
    """The file of the project that defines it; empty outside."""
    function: FunctionFact | None = None
    class_: ClassFact | None = None

    @property
    def is_external(self) -> bool:
        return not self.path


@dataclass(frozen=True, slots=True)
class Place:
    """A name of a module, or of modules that star each other."""

    path: str
    name: str
    is_own: bool = False
    """Only what the module itself defines is meant."""
    circle: int = -1
    """The number of those modules; then there is no path."""


Answer = Symbol | None
Steps = Generator[Place, Answer, Answer]


@dataclass(slots=True)
class _Search:
    """A place whose answer is being looked for."""

    place: Place
    steps: Steps
    least: int
    """The outermost search that its answer waits for, by position; its own position where it waits for none."""
    loose: int
    """How many answers were loose when it began."""


class _Walk:
    """The searches for one answer, each for the sake of the one before it.

    A place that leads back to itself is unknown there. An answer that rests on that holds for as long as the search
    for that place goes on, and for good if that finds nothing."""

    def __init__(self, answers: dict[Place, Answer]) -> None:
        self.searches: list[_Search] = []
        self._answers = answers
        self._running: dict[Place, int] = {}
        self._loose: dict[Place, int] = {}
        """Those that found nothing, but rest on a search that has not ended, with its position; in order."""

    def enter(self, place: Place, steps: Steps) -> None:
        position = len(self.searches)
        self._running[place] = position
        self.searches.append(_Search(place, steps, position, len(self._loose)))

    def knows(self, place: Place) -> bool:
        """Whether a place needs no search of its own: it was found, or is being looked for."""
        search = self.searches[-1]
        rests_on = self._loose.get(place, self._running.get(place, search.least))
        search.least = min(search.least, rests_on)
        return place in self._answers or place in self._running

    def leave(self, answer: Answer) -> None:
        """Keep what the innermost search found, and what was found on the way as far as that holds."""
        search = self.searches.pop()
        del self._running[search.place]
        self._answers[search.place] = answer
        if answer is None and search.least < len(self.searches):
            self._loose[search.place] = search.least
            self.searches[-1].least = min(self.searches[-1].least, search.least)
            return
        while len(self._loose) > search.loose:
            place, _ = self._loose.popitem()
            if answer is not None:
                del self._answers[place]


@dataclass(frozen=True, slots=True)
class _Table:
    """What a module binds at its top."""

    definitions: Mapping[str, ClassFact | FunctionFact | str]
    imports: Mapping[str, ImportFact]
    """By the name that each binds; the first one counts."""
    stars: Sequence[ImportFact] = field(default=())


class Resolver:
    """The references of a project."""

    def __init__(
        self,
        facts: Mapping[str, FileFacts],
        names: Mapping[str, str],
        paths: Mapping[str, str],
        beside: Callable[[str, str], str],
        shared: Collection[str] = (),
    ) -> None:
        self._facts = facts
        self._names = names
        """The dotted name of each file."""
        self._paths = paths
        """The file of each dotted name."""
        self._beside = beside
        """What a file means by a dotted name that starts from no root."""
        self._tops = frozenset(name.partition(".")[0] for name in paths if name)
        self._shared = shared
        """First names that mean what is beside whoever asks, though some file goes by them."""
        self._deepest = max((name.count(".") for name in paths), default=0) + 1
        self._tables: dict[str, _Table] = {}
        self._answers: dict[Place, Answer] = {}
        self._inner: dict[str, list[str]] | None = None
        self._stars = Stars(self._starred, self._given, self._has_import)

    def resolve(self, path: str, reference: str) -> Answer:
        """What a reference of a file means; None where that is not known."""
        place = self._place(path, reference)
        return self._answer(place) if isinstance(place, Place) else place

    def _place(self, path: str, reference: str) -> Place | Answer:
        if reference.startswith(STARRED):
            return Place(path, reference[len(STARRED) :])
        if reference.startswith(":"):
            return Place(path, reference[1:], is_own=True)
        dotted = self.absolute(path, reference)
        return self._dotted(dotted) if dotted else None

    def absolute(self, path: str, reference: str) -> str:
        """The dotted name that a reference of a file stands for, wherever that leads; empty where there is none."""
        if not reference.startswith("."):
            first = reference.partition(".")[0]
            is_anywhere = first in self._tops and first not in self._shared
            return reference if is_anywhere else self._beside(path, reference)
        if not is_module(path):
            return ""
        name = reference.lstrip(".")
        level = len(reference) - len(name)
        parts = self._names.get(path, "").split(".")
        drop = level - 1 if path.rpartition("/")[2] in {"__init__.py", "__init__.pyi"} else level
        if drop > len(parts):
            return ""
        base = parts[: len(parts) - drop]
        return ".".join(part for part in (*base, name) if part)

    def _dotted(self, dotted: str) -> Place | Answer:
        """The longest module that a dotted name begins with, and the rest."""
        if dotted.partition(".")[0] not in self._tops:
            return Symbol(dotted)
        parts = dotted.split(".", self._deepest)
        for length in range(min(len(parts), self._deepest), 0, -1):
            name = ".".join(parts[:length])
            path = self._paths.get(name)
            if path is not None:
                rest = dotted[len(name) + 1 :]
                return Place(path, rest) if rest else Symbol(self._names[path], path)
        return None

    def _answer(self, place: Place) -> Answer:
        """Depth-first on a stack of our own: a chain of modules may be longer than Python's stack is deep."""
        if place in self._answers:
            return self._answers[place]
        walk = _Walk(self._answers)
        walk.enter(place, self._steps(place))
        answer: Answer = None
        while walk.searches:
            try:
                wanted = walk.searches[-1].steps.send(answer)
            except StopIteration as end:
                answer = end.value
                walk.leave(answer)
            else:
                answer = self._answers.get(wanted)
                if not walk.knows(wanted):
                    walk.enter(wanted, self._steps(wanted))
        return answer

    def _steps(self, place: Place) -> Steps:
        """What a module has a name from: defined there, imported, aliased or starred in."""
        path, name = place.path, place.name
        if place.circle >= 0:
            return (yield from self._given_by_stars(place.circle, name))
        table = self._table(path)
        definition = table.definitions.get(name)
        if isinstance(definition, ClassFact | FunctionFact):
            module = self._names.get(path, "")
            key = f"{module}.{name}" if module else name
            if isinstance(definition, ClassFact):
                return Symbol(key, path, class_=definition)
            return Symbol(key, path, function=definition)
        alias = definition or _by_variable(table, name)
        aliased = (yield from self._follow(path, alias)) if alias else None
        if aliased is not None or place.is_own or name.count(".") > MOST_PARTS_OF_NAME:
            return aliased
        first, _, rest = name.partition(".")
        fact = table.imports.get(first)
        if fact is not None:
            return (yield from self._follow(path, f"{import_target(fact)}.{rest}" if rest else import_target(fact)))
        if not table.stars:
            return None
        if rest:
            return (yield from self._inside(path, first, rest))
        return (yield Place("", name, circle=self._stars.circle_of(path)))

    def _given_by_stars(self, circle: int, name: str) -> Steps:
        """The first thing of the project that modules give which star each other, or those that they star."""
        for giver in self._stars.givers(circle, name):
            inner = f"{self._names.get(giver, '')}.{name}"
            starred = (yield from self._follow(giver, inner)) if inner in self._paths else (yield Place(giver, name))
            if starred is not None and not starred.is_external:
                return starred
        for target in self._stars.nexts(circle, name):
            starred = yield Place("", name, circle=target)
            if starred is not None:
                return starred
        return None

    def _inside(self, path: str, first: str, rest: str) -> Steps:
        """What stands in something that a star gives: that is looked for once, whatever is asked of it."""
        owner = None if first in self._table(path).definitions else (yield Place(path, first))
        definition = None if owner is None else owner.class_ or owner.function
        if owner is None or definition is not None:
            return (yield Place(owner.path, f"{definition.path}.{rest}")) if owner and definition else None
        return (yield from self._follow(path, f"{owner.key}.{rest}"))

    def _follow(self, path: str, reference: str) -> Steps:
        place = self._place(path, reference)
        return (yield place) if isinstance(place, Place) else place

    def _starred(self, path: str) -> Sequence[str]:
        """The files that a file stars; what the last one gives counts, so that comes first."""
        modules = (self._dotted(self.absolute(path, fact.module)) for fact in reversed(self._table(path).stars))
        return [module.path for module in modules if isinstance(module, Symbol) and module.path]

    def _given(self, path: str) -> Iterator[str]:
        """What a star takes from a module: what `__all__` says, else all but private names."""
        table, facts = self._table(path), self._facts.get(path, FileFacts())
        exports = facts.exports if "__all__" not in facts.unsure else None
        names = {*table.definitions, *table.imports, *self._submodules.get(self._names.get(path, ""), ())}
        yield from (name for name in names if "." not in name and _is_given(name, exports))

    def _has_import(self, path: str, name: str) -> bool:
        return name in self._table(path).imports

    def _is_lasting(self, facts: FileFacts, variable: str) -> bool:
        """Whether a variable of a module or a class is given nothing else."""
        owner, _, name = variable.rpartition(".")
        return name not in self._patched if owner else variable not in facts.unsure

    @cached_property
    def _patched(self) -> frozenset[str]:
        """The attributes that any file sets from outside."""
        return frozenset(name for facts in self._facts.values() for name in facts.patched)

    @property
    def _submodules(self) -> Mapping[str, list[str]]:
        if self._inner is None:
            self._inner = {}
            for name in self._paths:
                parent, _, last = name.rpartition(".")
                self._inner.setdefault(parent, []).append(last)
        return self._inner

    def _table(self, path: str) -> _Table:
        if path not in self._tables:
            facts = self._facts.get(path, FileFacts())
            definitions: dict[str, ClassFact | FunctionFact | str] = {
                name: reference if self._is_lasting(facts, name) else "" for name, reference in facts.variables
            }
            definitions.update((fact.path, fact.called) for fact in facts.components if fact.called is not None)
            definitions.update((function.path, function) for function in facts.functions)
            definitions.update((owner.path, owner) for owner in facts.classes)
            imports: dict[str, ImportFact] = {}
            for fact in facts.imports:
                if fact.is_top_level and fact.name != "*":
                    imports.setdefault(fact.alias, fact)
            stars = tuple(fact for fact in facts.imports if fact.is_top_level and fact.name == "*")
            self._tables[path] = _Table(definitions, imports, stars)
        return self._tables[path]


def _is_given(name: str, exports: Sequence[str] | None) -> bool:
    return name in exports if exports is not None else not name.startswith("_")


def _by_variable(table: _Table, name: str) -> str:
    """What a chain that begins with a variable means: `web.Card` where `web = lib`."""
    head, _, rest = name.rpartition(".")
    while head:
        reference = table.definitions.get(head)
        if isinstance(reference, str) and reference:
            return f"{reference}.{rest}"
        head, _, last = head.rpartition(".")
        rest = f"{last}.{rest}"
    return ""
