"""What svcs fills of a factory: a container, and nothing else."""

from __future__ import annotations

import tree_sitter

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.calls import arguments_of
from tdomcheck.facts.python.classes import classes_of, decorator_reference, definition, definitions_of
from tdomcheck.facts.records import ParameterFact
from tdomcheck.facts.vocabulary import api
from tdomcheck.source.tree import unwrapped

_WRAPPERS = frozenset({"contextlib.contextmanager", "contextlib.asynccontextmanager"})

_CONTAINER = frozenset({"svcs.Container", "svcs._core.Container"})
_SPELLED = frozenset({"Container", "svcs.Container"})
_OTHERS = ("svcs_di.", "svcs_hopscotch.", "builtins.")
_BUILTINS = frozenset({"str", "int", "float", "bool", "bytes", "list", "dict", "set", "tuple"})


def is_required(parameter: ParameterFact) -> bool:
    """Whether a caller has to give a parameter a value."""
    return not parameter.has_default and not parameter.is_variadic


def is_container_parameter(parameter: ParameterFact) -> bool:
    """Whether a parameter has an annotation by which svcs knows a container: subclasses of it count as none."""
    return parameter.type_ref in _CONTAINER or parameter.annotation in _SPELLED


def may_be_filled(view: ModuleView, parameter: ParameterFact) -> bool:
    """Whether svcs may fill a parameter all the same: by an injector, or as a container that the file does not know."""
    if parameter.marker:
        return True
    reference = parameter.type_ref
    if not parameter.annotation or is_container_parameter(parameter):
        return False
    if not reference:
        return parameter.annotation not in _BUILTINS
    return classes_of(view).get(reference) is None and not reference.startswith(_OTHERS)


def takes_container(parameter: ParameterFact) -> bool:
    """Whether svcs sees that a factory takes the container, by its first parameter."""
    return parameter.name == "svcs_container" or is_container_parameter(parameter)


def registered_factory(view: ModuleView, call: tree_sitter.Node) -> tree_sitter.Node | None:
    """The function or lambda of this file that a call registers, and that svcs calls as it is."""
    function = call.child_by_field_name("function")
    if function is None or view.is_expected_to_fail(call.start_byte):
        return None
    name = function.child_by_field_name("attribute") or function
    if view.text(name) not in api.REGISTER_FACTORY:
        return None
    arguments = arguments_of(view, call)
    shift = 1 if view.resolve(function).startswith("svcs.") else 0
    factory = arguments.get(1 + shift, "factory")
    if factory is None or arguments.has_star:
        return None
    factory = unwrapped(factory)
    if factory.type == "lambda":
        return factory
    found = definition(view, view.resolve(factory))
    if found is None or found.type != "function_definition" or _is_method(view, found):
        return None
    return found if is_called_as_written(view, found) else None


def _is_method(view: ModuleView, node: tree_sitter.Node) -> bool:
    return view.scopes.scopes[view.scopes.index_at(node.start_byte)].kind == "class"


def is_called_as_written(view: ModuleView, function: tree_sitter.Node) -> bool:
    """Whether no decorator may give a function other parameters."""
    decorators = definitions_of(view).decorator_nodes(function)
    return all(decorator_reference(view, node) in _WRAPPERS for node in decorators)


def unfilled_parameters(view: ModuleView, factory: tree_sitter.Node) -> list[ParameterFact]:
    """The required parameters that svcs leaves empty; none where nobody knows whether it fills one."""
    parameters = list(definitions_of(view).parameters(factory))
    required = [parameter for parameter in parameters if is_required(parameter)]
    if required and takes_container(parameters[0]) and parameters[0].is_positional:
        required = [parameter for parameter in required if parameter != parameters[0]]
    return [] if any(may_be_filled(view, parameter) for parameter in parameters) else required
