"""The views of a file, by the names that a project gives them."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Callable, Iterator, Mapping, Sequence

import tree_sitter

from tdomcheck.config.globs import PathMatcher
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.modules import is_test_file
from tdomcheck.facts.python.classes import classes_of, definitions_of, lineage
from tdomcheck.facts.python.once import once, once_each
from tdomcheck.facts.records import ClassFact, FunctionFact, ValueKind
from tdomcheck.model import Gate, OptionSpec
from tdomcheck.model.features import Feature, FeatureOf
from tdomcheck.values import dataclass

DECORATORS = OptionSpec(
    "decorators", "list[str]", ("view",), "The decorators that make a view, by name or dotted name."
)
"""The option for the decorators that make a view."""
PATHS = OptionSpec("paths", "list[str]", ("**/views/**", "**/views.py"), "Globs of the files that hold views.")
"""The option for the files whose functions may be views without a mark of one."""
SUFFIX = OptionSpec("suffix", "str", "_view", "How the names of functions that are views end.")
"""The option for the names of functions."""
CLASS_SUFFIX = OptionSpec("class-suffix", "str", "View", "How the names of classes that are views end.")
"""The option for the names of classes."""
OPTIONS = (DECORATORS, PATHS, SUFFIX, CLASS_SUFFIX)
"""What a project calls a view: every rule about views has these options."""

_DOMAIN = frozenset({"tdom", "tdom_svcs", "svcs", "svcs_di", "svcs_hopscotch"})
_TEMPLATES = "string.templatelib"
GATE = Gate(features={Feature.TEMPLATE, *(FeatureOf.IMPORT(name) for name in (*_DOMAIN, _TEMPLATES))})
"""The files that may hold views: those with templates, or with an import of what views are made of."""

_HARMLESS = frozenset({"functools", "contextlib", "typing", "typing_extensions", "dataclasses", "warnings"})
_ABSTRACT = frozenset({"Protocol", "ABC", "TypedDict"})
_OVERLOADS = frozenset({"typing.overload", "typing_extensions.overload"})
_TYPES = frozenset({"Element", "Node"})
"""What `html()` gave up to tdom 0.1.14."""


@dataclass(frozen=True, slots=True)
class View:
    """A function or class at the top level of a file that is a view, or is called like one."""

    fact: FunctionFact | ClassFact
    call: FunctionFact | None
    """What renders it: the function itself, or `__call__` of the class; None where that is inherited."""
    is_decorated: bool
    is_open: bool
    """It has a decorator that nobody knows, which may be one of a view."""
    is_named: bool

    @property
    def name(self) -> str:
        return self.fact.path

    @property
    def is_class(self) -> bool:
        return isinstance(self.fact, ClassFact)

    @property
    def word(self) -> str:
        return "class" if self.is_class else "function"


class _Marks(t.NamedTuple):
    """What makes a view of a definition, as the options of the rules say."""

    decorators: tuple[str, ...]
    paths: tuple[str, ...]
    suffix: str
    class_suffix: str


def views_in(
    view: ModuleView, path: str, option: Callable[[str], object], *, decorated_anywhere: bool = False
) -> list[View]:
    """The views of a file that is no test, in order; of a file that has nothing to do with templates none.

    With `decorated_anywhere` also the decorated ones of such a file."""
    is_concerned = _is_concerned(view)
    if is_test_file(path) or not (is_concerned or decorated_anywhere):
        return []
    marks = _Marks(
        tuple(t.cast("Sequence[str]", option("decorators"))),
        tuple(t.cast("Sequence[str]", option("paths"))),
        str(option("suffix")),
        str(option("class-suffix")),
    )
    return [found for found in _views_in(view, path, marks) if found.is_decorated or is_concerned]


def _is_concerned(view: ModuleView) -> bool:
    """Whether a file has to do with what views are made of, as GATE asks."""
    is_ours = not view.imported_packages.isdisjoint(_DOMAIN)
    return is_ours or any(fact.module == _TEMPLATES for fact in view.imports) or bool(view.html_templates)


@once_each
def _views_in(view: ModuleView, path: str, marks: _Marks) -> list[View]:
    candidates = list(_candidates(view, marks))
    views = [one for one in candidates if one.is_decorated or (one.is_named and _is_concrete(one.fact, one.call))]
    is_placed = not views and _is_in(path, marks.paths)
    placed = [one for one in candidates if _looks_like_one(view, one)] if is_placed else []
    # Beside a view, what has no mark of one is a helper that views call.
    return views or [one for one in placed if one.is_open] or placed


def _candidates(view: ModuleView, marks: _Marks) -> Iterator[View]:
    """The functions and classes at the top level of a file, with what speaks for each; an overload is none yet."""
    definitions = definitions_of(view)
    functions, classes = definitions.functions(), definitions.classes()
    calls = {found.path.removesuffix(".__call__"): found for found in functions if found.path.endswith(".__call__")}
    facts: list[FunctionFact | ClassFact] = [*functions, *classes]
    for fact in sorted(facts, key=lambda fact: fact.start):
        if "." in fact.path or _is_inner(view, fact) or not _OVERLOADS.isdisjoint(fact.decorators):
            continue
        ending = marks.suffix if isinstance(fact, FunctionFact) else marks.class_suffix
        is_named = bool(ending) and fact.path.endswith(ending) and not fact.path.startswith(("_", "test_"))
        call = fact if isinstance(fact, FunctionFact) else _call_of(view, fact.path, calls)
        texts = _decorator_texts(view, fact)
        is_decorated = any(
            _is_wanted(reference, text, marks.decorators)
            for reference, text in zip(fact.decorators, texts, strict=True)
        )
        is_open = any(reference.partition(".")[0] not in _HARMLESS for reference in fact.decorators)
        yield View(fact, call, is_decorated, is_open, is_named)


def _call_of(view: ModuleView, path: str, calls: Mapping[str, FunctionFact]) -> FunctionFact | None:
    """The `__call__` of a class, its own or that of a base in the file."""
    class_ = classes_of(view).get(f":{path}")
    family = lineage(view, class_) if class_ is not None else None
    paths = [path, *(owner.path for owner in family or ())]
    return next((calls[one] for one in paths if one in calls), None)


def _is_inner(view: ModuleView, fact: FunctionFact | ClassFact) -> bool:
    """Whether a definition stands in a function, which has no path of its own in a lambda."""
    return view.scopes.index_at(view.source.to_utf8(fact.start)) != 0


def node_of(view: ModuleView, fact: FunctionFact | ClassFact) -> tree_sitter.Node:
    """The definition that a fact is about."""
    return _definitions_by_place(view)[fact.body_start]


@once
def _definitions_by_place(view: ModuleView) -> dict[int, tree_sitter.Node]:
    nodes = (*view.nodes["function"], *view.nodes["class"])
    return {view.source.from_utf8(node.start_byte): node for node in nodes}


def _decorator_texts(view: ModuleView, fact: FunctionFact | ClassFact) -> list[str]:
    """The decorators as written, without what they are given."""
    nodes = definitions_of(view).decorator_nodes(node_of(view, fact))
    return [re.sub(r"\s", "", view.text(node).partition("(")[0]) for node in nodes]


def _is_wanted(reference: str, text: str, wanted: tuple[str, ...]) -> bool:
    for name in wanted:
        last = name.rpartition(".")[2]
        is_other = "." in name and reference and not reference.startswith((".", ":")) and reference != name
        if not is_other and last in {reference.lstrip(":").rpartition(".")[2], text.rpartition(".")[2]}:
            return True
    return False


def _is_in(path: str, globs: tuple[str, ...]) -> bool:
    return PathMatcher.of(globs).is_match(path.replace("\\", "/").lstrip("./"))


def _is_concrete(fact: FunctionFact | ClassFact, call: FunctionFact | None) -> bool:
    if isinstance(fact, FunctionFact):
        return True
    is_abstract = any(base.rpartition(".")[2] in _ABSTRACT for base in fact.bases)
    return call is not None and not is_abstract


def _uses(view: ModuleView, fact: FunctionFact | ClassFact) -> list[tree_sitter.Node]:
    return [node for node in view.readers.get(fact.path, []) if view.source.from_utf8(node.start_byte) != fact.start]


def _looks_like_one(view: ModuleView, one: View) -> bool:
    """In a folder of views: public, and renders a page by itself. What begins with a capital letter is a component.

    What is given a template is a renderer that views call; what gives one is a part of a page. What the file itself
    uses is a helper, or is registered by hand.
    """
    fact, call = one.fact, one.call
    if call is None or fact.path.startswith("_") or not _is_concrete(fact, call):
        return False
    if isinstance(fact, FunctionFact) and fact.path[:1].isupper():
        return False
    taken = [*call.parameters, *(fact.fields if isinstance(fact, ClassFact) else ())]
    if any(given.name == "children" or "Template" in given.annotation for given in taken):
        return False
    if any(view.resolve(node) == f":{fact.path}" for node in _uses(view, fact)):
        return False
    return set(call.returned) == {ValueKind.HTML} or call.returns.rpartition(".")[2] in _TYPES
