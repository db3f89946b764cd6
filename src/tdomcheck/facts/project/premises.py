"""Whether a premise holds, for all that a project says."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from tdomcheck.facts.html.constant_kinds import TAGS
from tdomcheck.facts.project.certainty import has_certain_bases, is_certain, patched
from tdomcheck.facts.project.constants import text_of
from tdomcheck.facts.project.hierarchy import (
    TEXT_METHODS,
    declared,
    heirs_of,
    is_abstract,
    is_left_alone,
)
from tdomcheck.facts.project.inherited_fields import is_inherited
from tdomcheck.facts.project.known_output import is_plain
from tdomcheck.facts.project.missing_members import lacks
from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.project.roles import has_role
from tdomcheck.facts.project.safe_text import knows_no_markup
from tdomcheck.facts.project.template_owner import has_our_templates
from tdomcheck.facts.project.value_lookup import MIXED_LIST, Value, start, value_at
from tdomcheck.facts.python.once import once
from tdomcheck.facts.records import ClassFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.model import Premise
from tdomcheck.model.claims import Claim, HasRole, HasTrait, IsOther, IsRenderer, IsText, Lacks, OfKind, Trait
from tdomcheck.model.features import Feature
from tdomcheck.values import replace

INERT = "class without call"
"""The kind of a class whose objects surely cannot be called."""
_DECORATING = frozenset({"__new__", "__init__", "__call__", "post_decorate"})
"""What changes how a decorator is called."""


def holds(project: Project, path: str, premise: Premise) -> bool:
    """Whether the definitions of the project prove it."""
    if premise.is_of_templates:
        rest = replace(premise, is_of_templates=False)
        return has_our_templates(project, path) and (not rest.reference or holds(project, path, rest))
    if not all(
        holds(project, path, Premise(reference, (), (IsRenderer(name),))) for reference, name in premise.renderers
    ):
        return False
    symbol = project.resolve(path, premise.reference)
    roles = [claim.role for claim in premise.claims if isinstance(claim, HasRole)]
    if roles:
        return symbol is not None and any(has_role(project, symbol, role) for role in roles)
    return is_certain(project, path, premise.reference) and any(_proofs(project, path, premise, symbol))


def _proofs(project: Project, path: str, premise: Premise, symbol: Symbol | None) -> Iterator[bool]:
    """Of what a name means for certain, whether each claim holds; a value is looked up where a claim is about one."""
    of_values: list[Claim] = []
    for claim in premise.claims:
        match claim:
            case IsRenderer(name):
                yield symbol is not None and _is_renderer(symbol, name)
            case IsText(text):
                yield not premise.steps and _is_text(project, path, premise.reference, text)
            case _:
                of_values.append(claim)
    value = value_at(project, path, premise) if of_values else None
    if value is None:
        return
    kinds = {claim.kind for claim in of_values if isinstance(claim, OfKind)}
    if kinds:
        yield not kinds.isdisjoint(_kinds(project, value))
    yield from (_is_true_of(project, path, value, symbol, claim) for claim in of_values)


def _is_true_of(project: Project, path: str, value: Value, symbol: Symbol | None, claim: Claim) -> bool:
    match claim:
        case IsOther(reference):
            return _is_other(project, path, value, reference)
        case Lacks():
            return _lacks(project, value, claim)
        case HasTrait(trait):
            return _has_trait(project, value, symbol, trait)
        case _:
            return False


def _has_trait(project: Project, value: Value, symbol: Symbol | None, trait: Trait) -> bool:
    meant = value.symbol
    match trait:
        case Trait.SAFE_HTML:
            return value.kind == "html" and symbol is not None and knows_no_markup(project, symbol)
        case Trait.PLAIN_COMPONENT:
            return meant is not None and not is_abstract(meant) and is_plain(project, meant)
        case Trait.REGISTERING:
            return meant is not None and _is_registering(project, meant)
        case Trait.UNRESOLVED_HINTS | Trait.CAPITAL_FIELD:
            return meant is not None and is_inherited(project, meant, trait)


def _is_text(project: Project, path: str, reference: str, text: str) -> bool:
    """Whether a constant is a text, and no file may give that text as a category."""
    is_meant = text_of(project, path, reference) == text
    return is_meant and Feature.CATEGORIZING not in project.features


def _is_other(project: Project, path: str, value: Value, reference: str) -> bool:
    """Whether a name means another function or class of the project than a value is."""
    other = start(project.resolve(path, reference)) if is_certain(project, path, reference) else None
    if other is None or other.symbol is None or value.symbol is None or value.kind not in {"function", "class"}:
        return False
    return other.symbol.key != value.symbol.key


def _is_renderer(symbol: Symbol, name: str) -> bool:
    """Whether a name means a function that renders, under any of the names that it has in its library."""
    return symbol.key in api.HTML and _ends(symbol.key) == _ends(name)


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


def _kinds(project: Project, value: Value) -> frozenset[str]:
    """A class or an object may be of more than one kind; what `html()` gives is text, too."""
    if value.kind in _BESIDES:
        return frozenset({value.kind, _BESIDES[value.kind]})
    if value.kind not in {"class", "object"} or value.symbol is None:
        return frozenset({value.kind})
    lineage = project.ancestors(value.symbol)
    if lineage is None or any(owner.class_ is None or owner.class_.is_opaque for owner in lineage):
        return frozenset()
    return frozenset({value.kind, *_kinds_by_call(project, value, value.symbol, lineage)})


def _kinds_by_call(project: Project, value: Value, symbol: Symbol, lineage: Sequence[Symbol]) -> Iterator[str]:
    """Whether objects can be called, or surely cannot."""
    classes = [owner.class_ for owner in lineage if owner.class_ is not None]
    methods = {name for class_ in classes for name in class_.methods}
    if "__call__" in methods:
        if methods.isdisjoint(TEXT_METHODS) and _is_closed(project, value, lineage):
            yield f"callable {value.kind}"
    elif value.kind == "class" and not _declares_call(classes) and _is_inert(project, symbol, lineage, methods):
        yield INERT


_BESIDES = {"html": "str", TAGS: "str", MIXED_LIST: "list"}
"""What values of some kinds are besides."""


def _lacks(project: Project, value: Value, claim: Lacks) -> bool:
    """Whether a class does not have a member, and nobody gives it from outside."""
    lineage = project.ancestors(value.symbol) if value.kind == "class" and value.symbol is not None else None
    if lineage is None or any(owner.class_ is None or owner.class_.is_opaque for owner in lineage):
        return False
    return claim.member not in patched(project) and lacks(project, lineage, claim)


def _is_inert(project: Project, symbol: Symbol, lineage: Sequence[Symbol], methods: Collection[str]) -> bool:
    """Whether objects of a class without `__call__` cannot be called, however they came to be."""
    if "__init_subclass__" in methods or "__call__" in patched(project) or symbol.path.endswith(".pyi"):
        return False
    return has_certain_bases(project, lineage) and not _is_replaced(project, symbol)


def _is_closed(project: Project, value: Value, lineage: Sequence[Symbol]) -> bool:
    """Whether nothing but its own classes says what the text of an object is: no heir, decorator or implementation."""
    heirs = heirs_of(project).get(value.symbol.key, ()) if value.symbol is not None else ()
    owners = [owner.class_ for owner in (*lineage, *heirs) if owner.class_ is not None]
    is_told = any(TEXT_METHODS & set(owner.methods) or not is_left_alone(owner) for owner in owners)
    return not (is_told or any(base.endswith("Protocol") for owner in owners for base in owner.bases))


def _is_replaced(project: Project, symbol: Symbol) -> bool:
    """Whether some file registers another class for this one, or may, or it only says what is wanted."""
    replaced = _replaced(project)
    return is_abstract(symbol) or symbol.key in replaced or "" in replaced


@once
def _replaced(project: Project) -> set[str]:
    """The classes for which another one is registered; the empty name stands for those that nobody can tell."""
    replaced: set[str] = set()
    if Feature.REGISTERING_INDIRECTLY in project.features:
        replaced.add("")
    for path, facts in project.files_with("registrations"):
        for registration in facts.registrations:
            wanted = project.resolve(path, registration.type_ref)
            is_own = registration.type_ref == registration.factory.ref
            replaced.update({wanted.key} if wanted is not None and not is_own else ())
    return replaced


def _declares_call(classes: Sequence[ClassFact]) -> bool:
    """`__call__ = render`, or a decorator that nobody knows."""
    is_open = any(not is_left_alone(class_) or "__new__" in class_.methods for class_ in classes)
    return is_open or any("__call__" in class_.attributes for class_ in classes)
