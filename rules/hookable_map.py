"""TDC505: a map of hooks with a phase that nobody runs, or a name where a class must stand."""

from __future__ import annotations

import difflib
import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

_RUN = frozenset(name for name in td.api.EXECUTE if name.endswith(".execute_target_middleware"))


class HookableMap(td.ProjectRule):
    """
    ## What

    A map of hooks names a phase that no call of `execute_target_middleware` runs, or holds a string instead of a class.

    ## Why

    A phase is looked up by its name, and one that is spelt wrong is simply never found: the hooks do not run, and
    nothing is raised. A string is taken for a callable: `TypeHintResolutionError: ... 'AriaVerifier' is not a callable
    object`.

    ## Instead

    Name a phase that is run, and import the class.

    ## Example

    ```python
    @hookable(middleware={"rendring": [Audit]})  # bad: nobody runs that phase
    class Card: ...


    execute_target_middleware(Card, props, container, phase="rendering")
    ```
    """

    CODE = "TDC505"
    SLUG = "hookable-map"
    GROUP = "middleware"
    SUMMARY = "hooks stand under a phase that is never run, or are no classes"
    SEVERITY = td.Severity.WARNING
    OTHER_SEVERITIES = (td.Severity.ERROR,)
    GATE = td.Gate(features={td.Feature.HOOK})

    _CARD = """
    from tdom_svcs import execute_target_middleware, hookable

    class Audit: ...

    @hookable(middleware={"rendering": [Audit]})
    class Card: ...

    def page(props, container):
        execute_target_middleware(Card, props, container, phase="rendering")
    """

    VALID: t.ClassVar = [
        _CARD,
        _CARD.replace('{"rendering"', '{"before"').replace(', phase="rendering"', ""),
        _CARD.replace('phase="rendering"', "phase=phase").replace('{"rendering"', '{"anything"'),
        _CARD.replace("execute_target_middleware(Card", "run(Card").replace('{"rendering"', '{"anything"'),
        _CARD.replace("@hookable", "@elsewhere").replace('{"rendering"', '{"anything"'),
        _CARD.replace('{"rendering": [Audit]}', "hooks"),
    ]
    INVALID: t.ClassVar = [
        td.invalid(_CARD.replace('{"rendering"', '{«"rendring"»')),
        td.invalid(_CARD.replace("[Audit]", '[«"Audit"»]')),
        td.invalid(
            """
            from tdom_svcs import hookable

            BEFORE = [«"Audit"»]

            @hookable(middleware=dict(before=BEFORE))
            class Hero: ...
            """
        ),
        td.invalid(
            """
            from tdom_svcs import hookable

            class Audit: ...

            HOOKS = {"before": [«"Audit"»]}

            @hookable(middleware=HOOKS)
            class Card: ...

            @hookable(middleware=HOOKS)
            class Box: ...
            """
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        phases = _phases(project)
        for path in focus:
            reported: set[tuple[int, int]] = set()
            for hook in project.facts[path].hooks:
                place = (hook.start, hook.end) if hook.is_text else (hook.phase_start, hook.phase_end)
                phase = hook.phase or td.project.text_of(project, path, hook.phase_ref)
                is_never = not td.is_test_file(path) and bool(phases) and phase is not None and phase not in phases
                if place in reported or not (hook.is_text or is_never):
                    continue
                reported.add(place)
                yield self._text(path, hook) if hook.is_text else self._never(path, hook, phase or "", sorted(phases))

    def _text(self, path: str, hook: td.services.HookFact) -> td.Finding:
        return self.finding(
            path,
            td.Span(hook.start, hook.end),
            "a string stands where a class of middleware must",
            severity=td.Severity.ERROR,
            note="the container raises TypeHintResolutionError, for a string is not a callable object",
            help="import the class and name it without quotes",
        )

    def _never(self, path: str, hook: td.services.HookFact, phase: str, phases: Sequence[str]) -> td.Finding:
        near = difflib.get_close_matches(phase, phases, 1)
        known = ", ".join(f"`{phase}`" for phase in phases)
        return self.finding(
            path,
            td.Span(hook.phase_start, hook.phase_end),
            f"no code runs the phase `{phase}`, so its hooks never run",
            note="execute_target_middleware finds nothing under another name, and raises nothing",
            help=f"did you mean `{near[0]}`?" if near else f"the phases that are run: {known}",
        )


def _phases(project: td.Project) -> frozenset[str]:
    """The phases that the project runs; empty where they are not all known."""
    phases: set[str] = set()
    if any(td.Feature.RUNNING_INDIRECTLY in facts.features for facts in project.facts.values()):
        return frozenset()
    for path, facts in project.facts.items():
        for call in facts.calls:
            if call.function not in _RUN:
                continue
            text = dict(call.keywords).get("phase") or (call.arguments[3] if len(call.arguments) > 3 else None)
            if text is None and "phase" not in dict(call.keywords) and len(call.arguments) >= _WITH_CONTAINER:
                text = '"before"'
            phase = text.strip('"') if text and text.startswith('"') else td.project.text_of(project, path, text or "")
            if not phase:
                return frozenset()
            phases.add(phase)
    return frozenset(phases)


_WITH_CONTAINER = 3
"""Target, props and container: fewer positional arguments may be a spread."""
