"""What svcs fills of a factory: a container, and nothing else."""

from __future__ import annotations

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import classes_of
from tdomcheck.facts.records import ParameterFact

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
