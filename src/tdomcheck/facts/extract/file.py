"""All facts of a file, in one go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import tree_sitter

from tdomcheck.facts.html.constant_kinds import constant_kind
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.bindings import (
    bound_names,
    has_main,
    may_have_other_names,
    moves_path,
    patched_names,
    unsure_names,
)
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.facts.python.closures import closures_in
from tdomcheck.facts.python.definitions import Definitions, class_variables
from tdomcheck.facts.python.once import once
from tdomcheck.facts.python.references import reference_of
from tdomcheck.facts.records import (
    ClassFact,
    FileFacts,
    FunctionFact,
    InjectionFact,
    ParameterFact,
    RegistrationFact,
    RetentionFact,
)
from tdomcheck.model.features import Feature
from tdomcheck.regex import regex
from tdomcheck.values import replace


@once
def facts_of(view: ModuleView) -> FileFacts:
    """What a file says, worked out once."""
    return extract_facts(view)


def extract_facts(view: ModuleView) -> FileFacts:
    """What a file says; files that do not concern the domain give imports and definitions only."""
    definitions = definitions_of(view)
    classes, functions = definitions.classes(), definitions.functions()
    variables = _variables(view)
    plain = FileFacts(
        imports=view.imports,
        functions=functions,
        classes=classes,
        closures=closures_in(view),
        variables=variables,
        constants=_constants(view),
        texts=_texts(view),
        further=_further(view, classes, functions, variables),
        is_open=may_have_other_names(view),
        is_script=moves_path(view) or has_main(view),
        moves_path=moves_path(view),
        exports=_exports(view),
        unsure=tuple(sorted({*unsure_names(view), *_unsure_exports(view)})),
        patched=patched_names(view),
        is_incomplete=view.tree.is_broken or view.is_cut_off,
    )
    if not view.concerns_domain or view.is_cut_off:
        return replace(plain, registrations=_decorations(view, definitions)) if view.nodes["decorated"] else plain
    return _domain_facts(view, definitions, plain)


def _decorations(view: ModuleView, definitions: Definitions) -> tuple[RegistrationFact, ...]:
    from tdomcheck.facts.services.registrations import decorations_in

    return decorations_in(view, definitions)


def _domain_facts(view: ModuleView, definitions: Definitions, plain: FileFacts) -> FileFacts:
    """The same with templates and wiring; what reads those is imported for files that have them."""
    from tdomcheck.facts.extract.features import features_of, wiring_features
    from tdomcheck.facts.html.component_facts import component_facts
    from tdomcheck.facts.html.component_tags import uses_in
    from tdomcheck.facts.html.provided_props import processors_in
    from tdomcheck.facts.html.shown_values import shown_imports
    from tdomcheck.facts.html.text_markup import with_tags
    from tdomcheck.facts.python.exits import turns_in
    from tdomcheck.facts.services.domain_calls import calls_in, hooks_in, renders_in, scans_in
    from tdomcheck.facts.services.registrations import fetches_in, registrations_in, wired_imports

    registrations = registrations_in(view, definitions)
    fetches = fetches_in(view)
    injections = tuple(_injections(plain.classes, plain.functions))
    uses = uses_in(view)
    shown = shown_imports(view)
    calls, hooks, scans = calls_in(view), hooks_in(view, definitions), scans_in(view)
    return FileFacts(
        imports=plain.imports,
        functions=with_tags(view, plain.functions),
        classes=plain.classes,
        closures=plain.closures,
        variables=plain.variables,
        constants=plain.constants,
        texts=plain.texts,
        further=plain.further,
        is_open=plain.is_open,
        is_script=plain.is_script,
        moves_path=plain.moves_path,
        exports=plain.exports,
        unsure=plain.unsure,
        patched=plain.patched,
        registrations=registrations,
        injections=injections,
        fetches=fetches,
        retentions=_retentions(view) if fetches else (),
        uses=uses,
        components=component_facts(view),
        renders=renders_in(view),
        scans=scans,
        calls=calls,
        hooks=hooks,
        processors=processors_in(view),
        shown=shown,
        wired=wired_imports(view, registrations),
        features=features_of(view, plain.functions, registrations, injections, uses)
        | ({Feature.SHOWN_IMPORT} if shown else frozenset())
        | wiring_features(fetches, scans, calls, hooks),
        turns=turns_in(view, registrations),
        is_incomplete=plain.is_incomplete,
    )


def _retentions(view: ModuleView) -> tuple[RetentionFact, ...]:
    from tdomcheck.facts.services.retention import retentions_in  # few files ask a container for anything

    return retentions_in(view)


def _variables(view: ModuleView) -> tuple[tuple[str, str], ...]:
    variables: dict[str, str] = {}
    for assignment in view.nodes["top"]:
        left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
        if left is not None and left.type == "identifier":
            variables[view.text(left)] = reference_of(view, right) if right is not None else ""
    for name, value in class_variables(view):
        if reference := view.resolve(value):
            variables[name] = reference
    return tuple(sorted(variables.items()))


def _further(
    view: ModuleView,
    classes: tuple[ClassFact, ...],
    functions: tuple[FunctionFact, ...],
    variables: tuple[tuple[str, str], ...],
) -> tuple[str, ...]:
    """The names of the module that no other fact tells of."""
    known = {fact.alias for fact in view.imports} | {name for name, _ in variables}
    known.update(fact.path for group in (classes, functions) for fact in group)
    return tuple(sorted(bound_names(view) - known))


def _constants(view: ModuleView) -> tuple[tuple[str, str], ...]:
    """Those of a file that some other file may take for text or numbers."""
    return _told_of(view, constant_kind)


def _texts(view: ModuleView) -> tuple[tuple[str, str], ...]:
    """Those that other files may name instead of writing them out: phases, packages, kinds."""
    return _told_of(view, _line)


def _told_of(view: ModuleView, tell: Callable[[ModuleView, tree_sitter.Node], str]) -> tuple[tuple[str, str], ...]:
    """What is told of the values of the names that the top level gives just one."""
    values: dict[str, list[str]] = {}
    for assignment in view.nodes["top"]:
        left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
        if left is not None and left.type == "identifier":
            values.setdefault(view.text(left), []).append(tell(view, right) if right is not None else "")
    return tuple(sorted((name, told[0]) for name, told in values.items() if len(told) == 1 and told[0]))


def _line(view: ModuleView, value: tree_sitter.Node) -> str:
    """A short text; of a path that is written out how it is compared."""
    if value.type == "call" and b"PurePath" in (value.text or b""):
        from tdomcheck.facts.services.registrations import location_of

        location = location_of(view, value)
        return location if location.startswith("PurePath(") else ""
    match = _LINE.fullmatch(view.text(value)) if value.type == "string" else None
    return match[2] if match is not None else ""


_LINE = regex(r"""(["'])([^"'\\\n]{1,60})\1""")


def _exports(view: ModuleView) -> tuple[str, ...] | None:
    for assignment in view.nodes["top"]:
        left, right = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
        if left is None or right is None or view.text(left) != "__all__" or right.type not in {"list", "tuple"}:
            continue
        return tuple(view.text(child).strip("\"'") for child in right.named_children if child.type == "string")
    return None


def _unsure_exports(view: ModuleView) -> Iterator[str]:
    """`__all__`, where more is said of it than one list of texts."""
    utf8 = view.source.utf8
    listed = [each for each in view.nodes["top"] if _is_named(view, each, "__all__")] if b"__all__" in utf8 else []
    values = [each.child_by_field_name("right") for each in listed]
    items = [item for value in values if value is not None for item in value.named_children]
    if utf8.count(b"__all__") > len(listed) or any(item.type not in {"string", "comment"} for item in items):
        yield "__all__"


def _is_named(view: ModuleView, assignment: tree_sitter.Node, name: str) -> bool:
    left = assignment.child_by_field_name("left")
    return left is not None and view.text(left) == name


def _injections(classes: tuple[ClassFact, ...], functions: tuple[FunctionFact, ...]) -> list[InjectionFact]:
    injections = [
        _injection(owner.path, parameter) for owner in classes for parameter in owner.fields if parameter.marker
    ]
    injections += [
        _injection(owner.path, parameter) for owner in functions for parameter in owner.parameters if parameter.marker
    ]
    return injections


def _injection(owner: str, parameter: ParameterFact) -> InjectionFact:
    return InjectionFact(
        owner,
        parameter.name,
        parameter.type_ref,
        parameter.marker,
        has_default=parameter.has_default,
        start=parameter.start,
        end=parameter.end,
        attribute=_asked(parameter),
    )


_GET = regex(r""",\s*["'](\w+)["']\s*,?\s*[\])]""")


def _asked(parameter: ParameterFact) -> str:
    """The name that `Get[X, "name"]` asks for."""
    match = _GET.search(parameter.annotation) if parameter.marker == "Get" else None
    return match[1] if match else ""
