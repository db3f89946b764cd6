"""TDC607: `container.get(X)` for a type that only a locator knows."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class LocatorOnlyGet(td.ProjectRule):
    """
    ## What

    `container.get(X)` asks for a type that is registered only by `@injectable(for_=X)`, or with a resource or location.

    ## Why

    Such registrations go to the locator, which `get` does not ask: `svcs.exceptions.ServiceNotFoundError`. Only
    `inject` and injected fields choose among the implementations.

    ## Instead

    `container.inject(X)`, or a plain registration for X.

    ## Example

    ```python
    @injectable(for_=Greeter)
    class French: ...


    container.get(Greeter)     # bad
    container.inject(Greeter)  # good
    ```
    """

    CODE = "TDC607"
    SLUG = "locator-only-get"
    GROUP = "registry"
    SUMMARY = "a container is asked with get for a type that only the locator knows"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features={td.Feature.FETCH})

    _GREETER = """
    from svcs_hopscotch.injectors import injectable

    class Greeter: ...

    @injectable(for_=Greeter)
    class French: ...

    def page(container, registry, cache):
    """

    VALID: t.ClassVar = [
        f"{_GREETER}    return container.inject(Greeter)",
        f"{_GREETER}    registry.register_factory(Greeter, French)\n        return container.get(Greeter)",
        f"{_GREETER}    return cache.get(Greeter)",
        f"{_GREETER}    with pytest.raises(LookupError):\n            container.get(Greeter)",
        f"{_GREETER}    registry.register_factory(*found)\n        return container.get(Greeter)",
        f"{_GREETER}    return container.get(French)",
        _GREETER.replace("@injectable(for_=Greeter)", "@injectable") + "    return container.get(Greeter)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_GREETER}    return container.get(«Greeter»)"),
        td.invalid(
            """
            # file: shop/site.py
            from pathlib import PurePath
            from svcs_hopscotch.injectors import injectable

            @injectable(location=PurePath("/fr"))
            class Greeter: ...
            # file: shop/views.py
            from shop.site import Greeter

            def page(self):
                return self.container.get(«Greeter»)
            """
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        if not td.project.Registered(project, tests=True).is_complete:
            return
        for path in focus:
            for fetch in project.facts[path].fetches:
                if fetch.method not in {"get", "aget"} or fetch.is_quiet or not fetch.is_of_container:
                    continue
                symbol = project.resolve(path, fetch.type_ref)
                provisions = application.provided.get(symbol.key, ()) if symbol is not None else ()
                if symbol is not None and provisions and all(_is_in_locator(found) for found in provisions):
                    yield self._finding(path, fetch, symbol, provisions[0])

    def _finding(
        self, path: str, fetch: td.services.FetchFact, symbol: td.Symbol, provision: td.project.Provision
    ) -> td.Finding:
        name = td.last_name(symbol.key)
        place = td.Span(provision.fact.start, provision.fact.end)
        return self.finding(
            path,
            td.Span(fetch.start, fetch.end),
            f"`{name}` is registered only with a locator, which `{fetch.method}` does not ask",
            related=(td.Related(provision.path, place, "registered here, with a locator"),),
            note=f"svcs raises ServiceNotFoundError: {name}",
            help=f"write `{fetch.receiver}.inject({name})`, or register {name} plainly",
        )


def _is_in_locator(provision: td.project.Provision) -> bool:
    return provision.fact.lookup.is_located and provision.kind in {"decorator", "implementation"}
