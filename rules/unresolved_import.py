"""TDC907: an import that leads nowhere, where a template, an injection or a registration needs it."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

_LIBRARIES = {"svcs": "svcs", "svcs_di": "svcs-di"}
"""The packages whose releases are known; of tdom TDC901 and TDC804 tell."""
_TOLD = "svcs.pyramid"
"""TDC903 tells of it."""


class UnresolvedImport(td.ProjectRule):
    """
    ## What

    A component, an injected type, what is registered or what a template shows comes from a module of the project that
    does not exist, or that does not define the name; or svcs or svcs-di have no such name.

    ## Why

    Python raises `ModuleNotFoundError: No module named 'shop.cards'`, or `ImportError: cannot import name 'Card' from
    'shop.parts'`, as soon as the file is imported, and no rule can look at the component or the service. An import is
    the project's own if it is relative, if it begins with a package or module of the project, if another folder has
    what it names, or if git had it. What is imported in a `try` or an `if`, what is generated or excluded, and modules
    that make names as they run are only counted.

    ## Instead

    Correct the import. Where another folder has the module, name that folder in `src`.

    ## Example

    ```python
    from .parts import Crad  # bad: parts.py has no Crad
    from .parts import Card  # good

    page = t"<{Card} />"
    ```
    """

    CODE = "TDC907"
    SLUG = "unresolved-import"
    GROUP = "removed"
    SUMMARY = "an import leads nowhere that a template, an injection or a registration needs"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(
        features={
            *(td.Feature.COMPONENT_TAG, td.Feature.INJECTION, td.Feature.REGISTRATION),
            *(td.Feature.FETCH, td.Feature.SCAN, td.Feature.HOOK, td.Feature.SHOWN_IMPORT),
            *td.FeatureOf.IMPORT.each(*_LIBRARIES),
        }
    )

    SKIP_DERIVED: t.ClassVar = {
        "copies": "what a file imports for many uses is told once",
        **dict.fromkeys(("under if", "in a match case"), "an import that may be skipped is left alone"),
    }

    _PAGE = 'page = t"<{Card} title=1 />"'
    _PARTS = "# file: shop/__init__.py\n# file: shop/parts.py\ndef Card(title): ...\n"

    VALID: t.ClassVar = [
        f"{_PARTS}# file: shop/page.py\nfrom .parts import Card\n\n{_PAGE}",
        f"from elsewhere import Card\n\n{_PAGE}",
        f"{_PARTS}# file: shop/page.py\nfrom .gone import helper\n\nhelper()",
        f"{_PARTS}# file: shop/page.py\ntry:\n    from .gone import Card\nexcept ImportError:\n    raise\n\n{_PAGE}",
        f"# file: shop/parts.py\ndef __getattr__(name): ...\n# file: shop/page.py\nfrom .parts import Card\n\n{_PAGE}",
        "import svcs\nfrom svcs_di import Inject, auto\nfrom svcs_di.auto import auto_async",
    ]
    INVALID: t.ClassVar = [
        td.invalid(f'{_PARTS}# file: shop/page.py\n«from .gone import Card»\n\npage = t"<{{Card}} title=1 />"'),
        td.invalid(f'{_PARTS}# file: shop/page.py\n«from shop.parts import Crad»\n\npage = t"<{{Crad}} title=1 />"'),
        td.invalid("«from svcs_di.injectorz import Inject»\n\ndef Menu(users: Inject[int]): ..."),
        td.invalid("import svcs\n«from svcs import Register»\n\nregistry = Register()"),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        for path in focus:
            seen = set[tuple[int, str, str]]()
            yield from self._of_libraries(project, path)
            for reference, what, tag in _needs(project.facts[path]):
                lost = td.project.lost_import(project, path, reference)
                if lost is not None and lost.place not in seen:
                    seen.add(lost.place)
                    yield self._finding(project, path, lost, what, tag)

    def _finding(self, project: td.Project, path: str, lost: td.project.LostImport, what: str, tag: str) -> td.Finding:
        absence = td.project.absence_of(project, lost, tag)
        message, note, advice = _outside(lost, what, absence.folder) if absence.folder else _gone(lost, what)
        meant = "" if absence.folder else td.project.meant_by(project, path, lost)
        place = td.Related(lost.path, td.Span(lost.last.start, lost.last.end), "this import fails")
        return self.finding(
            path,
            td.Span(lost.first.start, lost.first.end),
            message,
            related=(place,) if lost.path != path else (),
            note=note,
            help=f"did you mean `{meant}`?" if meant else advice,
            absence=absence,
        )

    def _of_libraries(self, project: td.Project, path: str) -> Iterator[td.Finding]:
        """What the releases that the project is judged for do not have."""
        targets = {"svcs": self.targets.svcs, "svcs-di": self.targets.svcs_di}
        for fact in project.facts[path].imports if path.endswith(".py") else ():
            library = _LIBRARIES.get(fact.module.partition(".")[0], "")
            is_certain = not fact.is_guarded and not fact.is_type_checking
            if library and is_certain and not project.module_path(fact.module.partition(".")[0]):
                yield from self._of_library(path, fact, library, targets[library])

    def _of_library(
        self, path: str, fact: td.ImportFact, library: str, version: tuple[int, ...]
    ) -> Iterator[td.Finding]:
        module, name = fact.module, fact.name
        has_moved = td.releases.home_of_module(module) or (name and td.releases.home_of_name(module, name))
        if has_moved or not td.releases.is_known(library, version) or f"{module}.{name}".startswith(_TOLD):
            return
        lacks = td.releases.is_missing
        shown = f"{library} {td.releases.version_text(version)}"
        if lacks(library, module, td.releases.MODULE, version):
            message, raised = f"{shown} has no module `{module}`", f"ModuleNotFoundError: No module named '{module}'"
        elif name.startswith("__") or name in {"", "*"} or not lacks(library, module, name, version):
            return
        elif lacks(library, f"{module}.{name}", td.releases.MODULE, version):
            message = f"`{module}` of {shown} has no `{name}`"
            raised = f"ImportError: cannot import name '{name}' from '{module}'"
        else:
            return
        near = td.releases.near_name(library, module, name, version)
        advice = f"did you mean `{near}`?" if near else f"correct the import, or require the {library} that has it"
        yield self.finding(path, td.Span(fact.start, fact.end), message, note=f"Python raises {raised}", help=advice)


def _needs(facts: td.FileFacts) -> Iterator[tuple[str, str, str]]:
    """The references of a file that have to lead somewhere, each with what needs it and with the tag."""
    for use in facts.uses:
        if not use.is_quiet:
            yield use.tag_ref, f"`<{{{use.tag}}}>`", use.tag
    for reference, what in (*_wired(facts), *_asked(facts), *_received(facts)):
        yield reference, what, ""


def _wired(facts: td.FileFacts) -> Iterator[tuple[str, str]]:
    """What is registered, scanned or hooked in."""
    for fact in facts.registrations:
        factory = fact.factory
        for reference in (fact.type_ref, factory.ref, factory.auto_ref, factory.made_ref, fact.lookup.for_ref):
            name = f"`{td.last_name(reference)}`"
            yield reference, f"the registration of {name}" if fact.method else f"the decorated {name}"
    for scan in facts.scans:
        written = {text for text, _, _ in scan.texts}
        yield from ((package, "`scan(...)`") for package in scan.packages if package not in written)
    yield from ((hook.type_ref, f"the phase `{hook.phase}`") for hook in facts.hooks)
    yield from ((reference, f"a registration with `{td.last_name(reference)}`") for reference in facts.wired)


def _asked(facts: td.FileFacts) -> Iterator[tuple[str, str]]:
    """What is injected, fetched or shown."""
    for injection in facts.injections:
        yield injection.type_ref, f"the injection `{injection.name}` of `{injection.owner}`"
    yield from ((fetch.type_ref, f"`{fetch.method}(...)`") for fetch in facts.fetches)
    yield from ((reference, f"a template that shows `{td.last_name(reference)}`") for reference in facts.shown)


def _received(facts: td.FileFacts) -> Iterator[tuple[str, str]]:
    """What is told of a service, or asked for one, and is imported."""
    calls = [(fact.site.receiver, fact.method) for fact in facts.registrations if fact.method]
    for receiver, method in (*calls, *((fetch.receiver, fetch.method) for fetch in facts.fetches)):
        imported = (fact for fact in facts.imports if fact.alias == receiver.partition(".")[0])
        yield from ((td.python.import_target(fact), f"`{receiver}.{method}(...)`") for fact in imported)


def _outside(lost: td.project.LostImport, what: str, folder: str) -> tuple[str, str, str]:
    """What to say where a folder has it that is no import root."""
    return (
        f"`{lost.shown}` is below no import root, so {what} is not judged",
        f"`{folder}` has it: Python finds it there only if that folder is on its path",
        f'add the folder to the import roots in the configuration: `src = ["{folder}"]`',
    )


def _gone(lost: td.project.LostImport, what: str) -> tuple[str, str, str]:
    message = f"there is no module `{lost.shown}`, which {what} needs"
    if lost.has_module:
        giving = f"`import *` of `{lost.shown}` gives" if lost.last.name == "*" else f"`{lost.shown}` has"
        message = f"{giving} no `{lost.wanted}`, which {what} needs"
    elif lost.module.startswith("."):
        message = f"`{lost.module}` is above the outermost package, and {what} needs it"
    elif lost.is_in_namespace:
        message = f"`{lost.folder}` has no `{lost.last.name}`, which {what} needs"
    return message, f"Python raises {lost.raised}", "correct the import, or bring back what it names"
