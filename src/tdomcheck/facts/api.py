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
EXPECTED_FAILURES = ("raises", "assertRaises", "assertRaisesRegex")
