"""The names of tdom, svcs and their relatives that facts and rules look for."""

from __future__ import annotations

HTML = frozenset(
    {
        "tdom.html",
        "tdom.svg",
        "tdom.processor.html",
        "tdom.processor.svg",
        "tdom_svcs.html",
        "tdom_svcs.processor.html",
    }
)
"""Functions that render a Template to text."""

AUTO = frozenset(
    f"{module}.{name}" for module in ("svcs_di", "svcs_di.auto", "svcs") for name in ("auto", "auto_async", "autowire")
)
"""What makes a factory of a class, which fills its fields."""
TEMPLATE = frozenset({"string.templatelib.Template", "tdom.ScopedTemplate"})
MARKUP = frozenset({"tdom.Markup", "markupsafe.Markup"})
NODE = frozenset({"tdom.Node", "tdom.Element", "tdom.Fragment", "tdom.nodes.Node", "tdom.nodes.Element"})

_DI_MODULES = (
    "svcs_di",
    "svcs_di.auto",
    "svcs_di.types",
    "svcs_di.injectors",
    "svcs_hopscotch",
    "svcs_hopscotch.auto",
    "svcs_hopscotch.injectors",
    "svcs_hopscotch.types",
    "tdom_svcs",
)
MARKERS = {f"{module}.{name}": name for module in _DI_MODULES for name in ("Inject", "Resource", "Get")}
"""Annotations that a container fills."""

INJECTABLE = frozenset(
    f"{module}.{name}"
    for module in (
        "svcs_di",
        "svcs_di.injectors",
        "svcs_di.injectors.decorators",
        "svcs_di.hopscotch_registry",
        "svcs_hopscotch",
        "svcs_hopscotch.injectors",
        "svcs_hopscotch.injectors.decorators",
        "svcs_hopscotch.decorators",
        "tdom_svcs",
        "tdom_svcs.middleware",
    )
    for name in ("injectable", "middleware", "hookable")
)
"""Decorators that register what they decorate when it is scanned."""

TRANSPARENT = INJECTABLE | {"functools.cache", "functools.lru_cache"}
"""Decorators behind which a function is called with what it takes, and gives what it gives."""

RENDERING = frozenset({"tdom", "tdom_svcs"})
"""The packages that render templates."""

ROOTS = frozenset({"svcs", "svcs_di", "svcs_hopscotch", "tdom_svcs"})
"""The packages of containers."""
REGISTER_FACTORY = frozenset({"register_factory", "register_local_factory", "overwrite_factory"})
REGISTER_METHODS = frozenset(
    {
        "register_factory",
        "register_value",
        "register_local_factory",
        "register_local_value",
        "register_implementation",
        "overwrite_factory",
        "overwrite_value",
        "register_component",
        "register",
    }
)
FETCH_METHODS = frozenset({"get", "aget", "get_abstract", "aget_abstract", "inject", "ainject", "get_pings"})
_SCANNING = (
    "svcs_di",
    "svcs_di.injectors",
    "svcs_di.injectors.scanning",
    "svcs_di.hopscotch_registry",
    "svcs_hopscotch",
    "svcs_hopscotch.injectors",
    "svcs_hopscotch.injectors.scanning",
    "tdom_svcs",
    "tdom_svcs.scanning",
)
SCAN = frozenset(f"{module}.scan" for module in _SCANNING)
_HOOKING = ("tdom_svcs", "tdom_svcs.middleware", "svcs_hopscotch.middleware", "svcs_di.hopscotch_registry", "svcs_di")
REGISTER_HOOKABLE = frozenset(f"{module}.register_hookable" for module in _HOOKING)
REGISTER_MIDDLEWARE = frozenset(f"{module}.register_middleware" for module in _HOOKING)
EXECUTE = frozenset(
    f"{module}.{name}"
    for module in _HOOKING
    for name in ("execute_middleware", "execute_middleware_async", "execute_target_middleware")
)
WATCHED = {
    "execute_middleware": "function",
    "execute_middleware_async": "function",
    "execute_target_middleware": "function",
    "execute_target_middleware_async": "function",
    "register_middleware": "function",
    "register_hookable": "function",
    "HopscotchContainer": "function",
    "HopscotchRegistry": "function",
    "Container": "function",
    "Registry": "function",
    "get_by_category": "method",
    "get_by_kind": "method",
}
"""Last names of functions and methods whose calls are facts."""
