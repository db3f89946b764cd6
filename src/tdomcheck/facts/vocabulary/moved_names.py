"""Where modules and names of svcs-di 0.2, and of the first svcs-hopscotch, live now."""

from __future__ import annotations

MODULES = {
    "svcs_di.injectors": "svcs_hopscotch.injectors",
    "svcs_di.hopscotch_registry": "svcs_hopscotch.hopscotch_registry",
    "svcs_di.middleware": "tdom_svcs.middleware",
    "svcs_hopscotch.middleware": "tdom_svcs.middleware",
    "svcs_hopscotch.types": "tdom_svcs.types",
}
_INJECTORS = (
    "HopscotchAsyncInjector",
    "HopscotchContainer",
    "HopscotchInjector",
    "HopscotchRegistry",
    "KeywordAsyncInjector",
    "KeywordInjector",
    "Location",
    "ServiceLocator",
    "injectable",
    "scan",
)
_MIDDLEWARE = (
    "AnyMiddleware",
    "AsyncMiddleware",
    "HOOKABLE_MIDDLEWARE_ATTR",
    "Middleware",
    "MiddlewareMap",
    "Props",
    "PropsResult",
    "Target",
    "execute_middleware",
    "execute_middleware_async",
    "execute_target_middleware",
    "hookable",
    "middleware",
    "register_hookable",
    "register_middleware",
)
NAMES = {
    **{f"svcs_di.{name}": "svcs_hopscotch.injectors" for name in _INJECTORS},
    **{f"svcs_di.{name}": "tdom_svcs" for name in _MIDDLEWARE},
    **{f"{old}.{name}": "tdom_svcs" for old, new in MODULES.items() if "tdom" in new for name in _MIDDLEWARE},
    "svcs_di.Resource": "svcs_hopscotch",
    "svcs_di.Get": "svcs_hopscotch",
    "svcs_di.auto.Resource": "svcs_hopscotch",
    "svcs_di.injectors.Inject": "svcs_di",
    "svcs_di.injectors.InjectorContainer": "svcs_di.injector_container",
    # These were in the locator before they had modules of their own.
    "svcs_di.injectors.locator.scan": "svcs_hopscotch.injectors",
    "svcs_di.injectors.locator.HopscotchInjector": "svcs_hopscotch.injectors",
    "svcs_di.injectors.locator.HopscotchAsyncInjector": "svcs_hopscotch.injectors",
}
"""Names that are not simply where their module is now."""
MOVED = frozenset({*MODULES, *NAMES})
"""All that is somewhere else now, as dotted names: what an import has to begin with before anything is asked."""


def home_of_module(module: str) -> str:
    """The new name of a module; empty where it is still there."""
    for old, new in MODULES.items():
        if module == old or module.startswith(f"{old}."):
            return new + module[len(old) :]
    return ""


def first_gone(module: str) -> str:
    """The part of a dotted name at which Python gives up."""
    return next((old for old in MODULES if module == old or module.startswith(f"{old}.")), module)


def home_of_name(module: str, name: str) -> str:
    """The module that a name is imported from now; empty where it is still there."""
    dotted = f"{module}.{name}"
    return NAMES.get(dotted) or home_of_module(dotted).rpartition(".")[0]
