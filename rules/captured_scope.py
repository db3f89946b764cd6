"""TDC410: an object that lives as long as the application is made of one that a request closes."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

_GLOBAL = frozenset({"register_value", "overwrite_value"})


class CapturedScope(td.ProjectRule):
    """
    ## What

    A value that is registered for the whole application holds what one container made, or a module keeps such a thing
    in a variable; and the container closes it when it is closed.

    ## Why

    A factory that yields is finished when its container closes. The registered value goes on with what is closed: the
    second page asks a closed connection, and nothing tells where it came from.

    ## Instead

    Register a factory that asks its own container: `registry.register_factory(Repo, auto(Repo))`.

    ## Example

    ```python
    def connect():
        with Connection() as connection:
            yield connection


    registry.register_factory(Connection, connect)
    registry.register_value(Repo, Repo(container.get(Connection)))  # bad
    registry.register_factory(Repo, auto(Repo))                     # good
    ```
    """

    CODE = "TDC410"
    SLUG = "captured-scope"
    GROUP = "services"
    SUMMARY = "an application-wide value holds what a container closes"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features={"fetch"})

    _REPO = """
    class Connection: ...
    class Settings: ...
    class Repo: ...

    def connect():
        yield Connection()

    def read():
        return Settings()

    def wire(registry, container):
        registry.register_factory(Connection, connect)
        registry.register_factory(Settings, read)
    """

    SKIP_DERIVED: t.ClassVar = {
        "in a class": "a method runs when it is called",
        "in an async function": "what a function keeps goes with it",
    }

    VALID: t.ClassVar = [
        f"{_REPO}    registry.register_value(Repo, Repo(container.get(Settings)))",
        f"{_REPO}    registry.register_factory(Repo, lambda: Repo(container.get(Connection)))",
        f"{_REPO}    container.register_local_value(Repo, Repo(container.get(Connection)))",
        f"{_REPO}    registry.register_value(Repo, Repo(cache.get(Connection)))",
        f"{_REPO}    return container.get(Connection)",
        (
            f"{_REPO}    registry.register_value(Connection, Connection())\n"
            "        registry.register_value(Repo, Repo(container.get(Connection)))"
        ),
        f"{_REPO}    registry.register_value(Repo, Repo(container.get(Unknown)))",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "\n    import svcs"
            + _REPO.replace("registry, container):", "registry):")
            + "    with svcs.Container(registry) as startup:\n"
            "            registry.register_value(Repo, «Repo(startup.get(Connection))»)"
        ),
        td.invalid(f"{_REPO}    registry.register_value(Repo, «Repo(container.get(Connection))»)"),
        td.invalid(f"{_REPO}\n\n    container = make()\n    shared = Repo(container.get(«Connection»))"),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        for path in focus:
            facts = project.facts[path]
            if td.is_test_file(path):
                continue
            values = [found for found in facts.registrations if found.method in _GLOBAL]
            for fetch in facts.fetches:
                if fetch.is_quiet or not fetch.is_of_container:
                    continue
                source = self._closed(project, application, path, fetch)
                holder = next((value for value in values if _holds(value, fetch)), None)
                if source is not None and (holder is not None or not fetch.owner):
                    yield self._finding(path, fetch, holder, source)

    def _closed(
        self, project: td.Project, application: td.Application, path: str, fetch: td.FetchFact
    ) -> td.Provision | None:
        """The registration of what is fetched, where every one of them is closed with its container."""
        symbol = project.resolve(path, fetch.type_ref)
        provisions = application.provided.get(symbol.key, ()) if symbol is not None else ()
        made = [found.implementation for found in provisions]
        is_closed = all(one is not None and one.function is not None and one.function.is_generator for one in made)
        return provisions[0] if provisions and is_closed else None

    def _finding(
        self, path: str, fetch: td.FetchFact, holder: td.RegistrationFact | None, source: td.Provision
    ) -> td.Finding:
        name = td.last_name(source.service.key) if source.service is not None else ""
        place = td.Span(holder.factory_start, holder.factory_end) if holder else td.Span(fetch.start, fetch.end)
        keeper = "a value of the whole application" if holder else "the module"
        return self.finding(
            path,
            place,
            f"{keeper} keeps a `{name}` that its container closes",
            related=(td.Related(source.path, td.Span(source.fact.start, source.fact.end), "registered here"),),
            note="the factory yields, so that closing the container ends it; whoever asks later gets what is closed",
            help="register a factory, which asks the container of each request, instead of a value",
        )


def _holds(value: td.RegistrationFact, fetch: td.FetchFact) -> bool:
    return value.factory_start <= fetch.start and fetch.end <= value.factory_end
