"""Names with underscores that mean something to Python: those that it asks for itself, and those that it mangles."""

from __future__ import annotations

from tdomcheck.refactor.kin import is_mangled
from tdomcheck.refactor.problems import BadName
from tdomcheck.refactor.target import MemberTarget, NameTarget, Target, old_name

_OF_MODULES = frozenset({"__getattr__", "__dir__", "__all__", "__path__", "__annotations__", "__annotate__"})
_OF_ENUMS = frozenset({"_missing_", "_generate_next_value_", "_ignore_", "_order_"})
_UNDERSCORES = len("____")


def is_asked_for(target: Target, name: str) -> bool:
    """Whether a name is used by Python itself, or by `enum`, without any place that says it."""
    match target:
        case NameTarget(definition=definition):
            return "." not in definition.name and name in _OF_MODULES
        case MemberTarget():
            return name in _OF_ENUMS or (name.startswith("__") and name.endswith("__") and len(name) > _UNDERSCORES)
    return False


def check_special(target: Target, to: str) -> None:
    """Raise where Python calls the old or the new name itself, or would hide the new one in its class."""
    old = old_name(target)
    for name in (old, to):
        if is_asked_for(target, name):
            raise BadName(f"`{name}` is asked for by Python itself, whoever says it: rename it by hand")
    if is_mangled(to) and not is_mangled(old):
        raise BadName(f"classes would mangle `{to}`, so that it is another name in each; take one underscore")
