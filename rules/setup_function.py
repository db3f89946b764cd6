"""TDC606: `svcs_registry` and `svcs_container` with a signature that a scan cannot call."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

_TAKES = {"svcs_registry": "the registry", "svcs_container": "the container"}


class SetupFunction(td.FileRule):
    """
    ## What

    A function of a module is called `svcs_registry` or `svcs_container`, and does not take exactly one argument, or is
    async.

    ## Why

    A scan calls functions of these names by convention, with the registry or the container and nothing else:
    `TypeError: svcs_registry() missing 1 required positional argument: 'settings'`. A coroutine is thrown away.

    ## Instead

    Take one argument, and fetch or import the rest.

    ## Example

    ```python
    def svcs_registry(registry, settings): ...  # bad


    def svcs_registry(registry): ...            # good
    ```
    """

    CODE = "TDC606"
    SLUG = "setup-function"
    GROUP = "registry"
    SUMMARY = "a setup function has a signature that a scan cannot call"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(tokens={"def svcs_registry", "def svcs_container"})

    SKIP_DERIVED: t.ClassVar = {
        "copies": "under another name it is no setup function",
        "in a class": "a scan looks for functions of modules",
        "in an async function": "a scan looks for functions of modules",
    }

    VALID: t.ClassVar = [
        "def svcs_registry(registry): ...",
        "def svcs_container(container, *, debug=False): ...",
        "def svcs_registry(*parts): ...",
        "def svcs_registry(registry, settings=None): ...",
        "class Setup:\n    def svcs_registry(self, registry, settings): ...",
        "@pytest.fixture\ndef svcs_registry(): ...",
        "def make():\n    def svcs_container(): ...",
        "def svcs_registries(): ...",
    ]
    INVALID: t.ClassVar = [
        td.invalid("import svcs\n\n\ndef «svcs_registry»(registry, settings): ..."),
        td.invalid("def «svcs_container»(): ..."),
        td.invalid("def «svcs_registry»(registry, *, settings): ..."),
        td.invalid("async def «svcs_registry»(registry): ..."),
    ]

    def check_file(self) -> None:
        for function in self.facts.functions:
            if function.path in _TAKES and not function.decorators:
                wrong = _wrong(function)
                if wrong or function.is_async:
                    self._report(function, wrong)

    def _report(self, function: td.FunctionFact, wrong: str) -> None:
        message = f"a scan calls `{function.path}` with {_TAKES[function.path]} alone, but {wrong}"
        note = f"Python raises TypeError for {function.path}()"
        advice = f"take {_TAKES[function.path]} as the one argument, and fetch or import the rest"
        if function.is_async:
            message = f"`{function.path}` is async, and a scan does not await it"
            note = "the coroutine is thrown away, so nothing is set up and nothing is raised"
            advice = "make it a plain function"
        self.report_span(td.Span(function.start, function.end), message, note=note, help=advice)


def _wrong(function: td.FunctionFact) -> str:
    """What keeps a function from being called with one positional argument."""
    kinds = td.python.ParameterKind
    by_place = [found for found in function.parameters if found.is_positional]
    needed = [found for found in by_place if not found.has_default]
    named = [found for found in function.parameters if found.kind is kinds.KEYWORD_ONLY and not found.has_default]
    if len(needed) > 1 or named:
        extra = [*needed[1:], *named]
        return f"it also needs {', '.join(f'`{found.name}`' for found in extra)}"
    is_open = any(found.kind is kinds.VAR_POSITIONAL for found in function.parameters)
    return "" if by_place or is_open else "it takes none"
