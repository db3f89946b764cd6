"""Whether a premise holds, for all that a project says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from tdomcheck.facts.html.constant_kinds import TAGS
from tdomcheck.facts.project.certainty import has_certain_bases, is_certain, patched
from tdomcheck.facts.project.constants import text_of
from tdomcheck.facts.project.hierarchy import (
    SPEAKING,
    declared,
    heirs_of,
    is_left_alone,
    is_wanted,
)
from tdomcheck.facts.project.inherited_fields import INHERITED, is_inherited
from tdomcheck.facts.project.known_output import is_plain
from tdomcheck.facts.project.missing_members import is_lack, lacks
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.project.roles import ROLES, has_role
from tdomcheck.facts.project.safe_text import FORMED, knows_no_markup
from tdomcheck.facts.project.template_owner import has_our_templates
from tdomcheck.facts.project.value_lookup import MIXED_LIST, Value, start, value_at
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import ClassFact
from tdomcheck.facts.vocabulary import libraries as api
from tdomcheck.facts.vocabulary.words import CATEGORIZING
from tdomcheck.model import Premise

INERT = "class without call"
PLAIN = "plain component"
REGISTERING = "registering decorator"
ROLE = "role "
"""What goes before a text in the kind of a constant that is just this, and that no file may give as a category."""
OTHER = "other than "
"""What goes before a reference in the kind of a function or class that another one is not."""
_DECORATING = frozenset({"__new__", "__init__", "__call__", "post_decorate"})
"""What changes how a decorator is called."""


def holds(project: Project, path: str, premise: Premise) -> bool:
    """Whether the definitions of the project prove it."""
    if premise.is_of_templates:
        rest = replace(premise, is_of_templates=False)
        return has_our_templates(project, path) and (not rest.reference or holds(project, path, rest))
    if not all(holds(project, path, Premise(reference, (), (meant,))) for reference, meant in premise.handed):
        return False
    symbol = project.resolve(path, premise.reference)
    roles = ROLES.intersection(premise.kinds)
    if roles:
        return symbol is not None and any(has_role(project, symbol, role) for role in roles)
    return is_certain(project, path, premise.reference) and _is_proved(project, path, premise, symbol)


def _is_proved(project: Project, path: str, premise: Premise, symbol: Symbol | None) -> bool:
    """Whether what a name means for certain is of one of the kinds."""
    if not api.HTML.isdisjoint(premise.kinds):
        return symbol is not None and _is_renderer(symbol, premise.kinds)
    if premise.kinds[0].startswith(ROLE):
        return _is_text(project, path, premise)
    value = value_at(project, path, premise)
    if value is None:
        return False
    if FORMED in premise.kinds:
        return value.kind == "html" and symbol is not None and knows_no_markup(project, symbol)
    return _is_meant(project, path, value, premise.kinds)


def _is_text(project: Project, path: str, premise: Premise) -> bool:
    """Whether a constant is one of some texts, and no file may give that text as a category."""
    text = text_of(project, path, premise.reference) if not premise.steps else None
    is_meant = text is not None and ROLE + text in premise.kinds
    return is_meant and not any(CATEGORIZING in facts.features for facts in project.facts.values())


def _is_meant(project: Project, path: str, value: Value, kinds: tuple[str, ...]) -> bool:
    """Whether a value is of one of some kinds, or the symbol behind it is what a single kind says."""
    if REGISTERING in kinds:
        return value.symbol is not None and _is_registering(project, value.symbol)
    if kinds[0] in INHERITED:
        return value.symbol is not None and is_inherited(project, value.symbol, kinds[0])
    if PLAIN in kinds:
        return value.symbol is not None and not is_wanted(value.symbol) and is_plain(project, value.symbol)
    if kinds[0].startswith(OTHER):
        return _is_other(project, path, value, kinds[0].removeprefix(OTHER))
    return not _kinds(project, value, kinds).isdisjoint(kinds)


def _is_other(project: Project, path: str, value: Value, reference: str) -> bool:
    """Whether a name means another function or class of the project than a value is."""
    other = start(project.resolve(path, reference)) if is_certain(project, path, reference) else None
    if other is None or other.symbol is None or value.symbol is None or value.kind not in {"function", "class"}:
        return False
    return other.symbol.key != value.symbol.key


def _is_renderer(symbol: Symbol, kinds: tuple[str, ...]) -> bool:
    """Whether a name means one of some functions that render, under any of the names that it has in its library."""
    return symbol.key in api.HTML and any(_ends(symbol.key) == _ends(kind) for kind in kinds)


def _ends(dotted: str) -> tuple[str, str]:
    return dotted.partition(".")[0], dotted.rpartition(".")[2]


def _is_registering(project: Project, symbol: Symbol) -> bool:
    """Whether a class is a decorator that derives from `injectable`, and is called as that is."""
    seen: list[Symbol] = []
    pending = [symbol]
    while pending:
        current = pending.pop()
        if current.class_ is not None and current not in seen:
            seen.append(current)
            pending += [base for name in current.class_.bases if (base := project.resolve(current.path, name))]
    owners = [owner.class_ for owner in seen if owner.class_ is not None]
    methods = {name for owner in owners for name in owner.methods}
    is_told = "for_" in declared(owners) or any(owner.decorators or owner.is_opaque for owner in owners)
    return not is_told and methods.isdisjoint(_DECORATING) and project.derives_from(symbol, api.INJECTABLE)


def _kinds(project: Project, value: Value, wanted: tuple[str, ...]) -> frozenset[str]:
    """A class or an object may be of more than one kind, one also of what it lacks; what `html()` gives is text."""
    if value.kind in _BESIDES:
        return frozenset({value.kind, _BESIDES[value.kind]})
    if value.kind not in {"class", "object"} or value.symbol is None:
        return frozenset({value.kind})
    lineage = project.ancestors(value.symbol)
    if lineage is None or any(owner.class_ is None or owner.class_.is_opaque for owner in lineage):
        return frozenset()
    if value.kind == "class" and any(map(is_lack, wanted)):
        return _lacks(project, lineage, wanted)
    return frozenset({value.kind, *_kinds_by_call(project, value, value.symbol, lineage)})


def _kinds_by_call(project: Project, value: Value, symbol: Symbol, lineage: Sequence[Symbol]) -> Iterator[str]:
    """Whether objects can be called, or surely cannot."""
    classes = [owner.class_ for owner in lineage if owner.class_ is not None]
    methods = {name for class_ in classes for name in class_.methods}
    if "__call__" in methods:
        if methods.isdisjoint(SPEAKING) and _is_closed(project, value, lineage):
            yield f"callable {value.kind}"
    elif value.kind == "class" and not _declares_call(classes) and _is_inert(project, symbol, lineage, methods):
        yield INERT


_BESIDES = {"html": "str", TAGS: "str", MIXED_LIST: "list"}
"""What values of some kinds are besides."""


def _lacks(project: Project, lineage: Sequence[Symbol], wanted: tuple[str, ...]) -> frozenset[str]:
    """Which of the members that are asked for a class does not have, and nobody gives it from outside."""
    members = [kind for kind in wanted if is_lack(kind) and kind.rpartition(" ")[2] not in patched(project)]
    return frozenset(kind for kind in members if lacks(project, lineage, kind))


def _is_inert(project: Project, symbol: Symbol, lineage: Sequence[Symbol], methods: Collection[str]) -> bool:
    """Whether objects of a class without `__call__` cannot be called, however they came to be."""
    if "__init_subclass__" in methods or "__call__" in patched(project) or symbol.path.endswith(".pyi"):
        return False
    return has_certain_bases(project, lineage) and not _is_replaced(project, symbol)


def _is_closed(project: Project, value: Value, lineage: Sequence[Symbol]) -> bool:
    """Whether nothing but its own classes says what the text of an object is: no heir, decorator or implementation."""
    heirs = heirs_of(project).get(value.symbol.key, ()) if value.symbol is not None else ()
    owners = [owner.class_ for owner in (*lineage, *heirs) if owner.class_ is not None]
    is_told = any(SPEAKING & set(owner.methods) or not is_left_alone(owner) for owner in owners)
    return not (is_told or any(base.endswith("Protocol") for owner in owners for base in owner.bases))


def _is_replaced(project: Project, symbol: Symbol) -> bool:
    """Whether some file registers another class for this one, or may, or it only says what is wanted."""
    replaced = _replaced(project)
    return is_wanted(symbol) or symbol.key in replaced or "" in replaced


@once
def _replaced(project: Project) -> set[str]:
    """The classes for which another one is registered; the empty name stands for those that nobody can tell."""
    replaced: set[str] = set()
    for path, facts in project.facts.items():
        if "registers-indirectly" in facts.features:
            replaced.add("")
        for registration in facts.registrations:
            wanted = project.resolve(path, registration.type_ref)
            is_own = registration.type_ref == registration.factory_ref
            replaced.update({wanted.key} if wanted is not None and not is_own else ())
    return replaced


def _declares_call(classes: Sequence[ClassFact]) -> bool:
    """`__call__ = render`, or a decorator that nobody knows."""
    is_open = any(not is_left_alone(class_) or "__new__" in class_.methods for class_ in classes)
    return is_open or any("__call__" in class_.attributes for class_ in classes)
