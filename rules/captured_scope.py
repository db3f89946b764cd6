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
    GATE = td.Gate(features={td.Feature.FETCH})

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
        f"{_REPO}    registry.register_factory(Repo, lambda: Repo(container.get(Connection)))",
        f"{_REPO}    registry.register_value(Repo, Repo(container.get(Settings)))",
        f"{_REPO}    container.register_local_value(Repo, Repo(container.get(Connection)))",
        f"{_REPO}    Repo.connection = container.get(Connection)\n        run()\n        Repo.connection = None",
        f"{_REPO}    repo.connection = container.get(Connection)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_REPO}\n\n    container = make()\n    shared = Repo(container.get(«Connection»))"),
        td.invalid(f"{_REPO}    registry.register_value(Repo, «Repo(container.get(Connection))»)"),
        td.invalid(
            f"{_REPO}    connection = container.get(Connection)\n"
            "        registry.register_value(Repo, «Repo(connection)»)"
        ),
        td.invalid(f"{_REPO}    Repo.connection = «container.get(Connection)»"),
        td.invalid(
            f"{_REPO}    registry.register_value(Repo, «Repo(container.get(Connection))»)".replace(
                "Connection", "Outbox"
            ),
            message="a value of the whole application keeps an `Outbox`, which belongs to one container",
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        for path in focus:
            if not td.is_test_file(path):
                yield from self._handed_on(application, path)
                yield from self._retained(application, path)

    def _handed_on(self, application: td.Application, path: str) -> Iterator[td.Finding]:
        """Values for all containers that hold what ends with one of them."""
        for value in application.project.facts[path].registrations:
            held = value.held if value.method in _GLOBAL else ()
            sources = [self._closed(application, application.project.resolve(path, each), 5) for each in held]
            source = next((each for each in sources if each is not None), None)
            if source is not None:
                yield self._finding(path, td.Span(value.factory.start, value.factory.end), source, is_value=True)

    def _retained(self, application: td.Application, path: str) -> Iterator[td.Finding]:
        """What a module, or an object that outlives a container, keeps of it."""
        project, facts = application.project, application.project.facts[path]
        values = [value for value in facts.registrations if value.method in _GLOBAL]
        outside = [fetch for fetch in facts.fetches if not fetch.owner and not fetch.is_quiet and fetch.is_of_container]
        fetched = [fetch for fetch in outside if not any(_holds(value, fetch) for value in values)]
        places = [(fact.type_ref, td.Span(fact.start, fact.end)) for fact in facts.retentions]
        places += [(fetch.type_ref, td.Span(fetch.start, fetch.end)) for fetch in fetched]
        for reference, span in places:
            source = self._closed(application, project.resolve(path, reference), 5)
            if source is not None:
                yield self._finding(path, span, source, is_value=False)

    def _closed(self, application: td.Application, symbol: td.Symbol | None, depth: int) -> td.project.Provision | None:
        """The registration of what ends with its container: the thing itself, or something that is injected into it."""
        every = application.provided.get(symbol.key, ()) if symbol is not None else ()
        provisions = [each for each in every if not each.fact.held]  # what keeps a thing does not make it
        if not provisions or not depth:
            return None
        if _is_generated(provisions) or all(provision.kind == "local" for provision in provisions):
            return provisions[0]
        made = provisions[0].made if len(provisions) == 1 else None
        wants = application.wants_of(made) if made is not None else ()
        wanted = [want.service for want in wants if want.fact.marker == "Inject"]
        return next((provision for each in wanted if (provision := self._closed(application, each, depth - 1))), None)

    def _finding(self, path: str, place: td.Span, source: td.project.Provision, *, is_value: bool) -> td.Finding:
        name = td.last_name(source.service.key) if source.service is not None else ""
        keeper = "a value of the whole application" if is_value else "the module"
        is_local = source.kind == "local"
        return self.finding(
            path,
            place,
            f"{keeper} keeps {td.with_article(f'`{name}`')}, which belongs to one container",
            related=(td.Related(source.path, td.Span(source.fact.start, source.fact.end), "registered here"),),
            note="it is registered for each container anew, so that every page gets that of the first"
            if is_local
            else "its factory yields, so that closing the container ends it; whoever asks later gets what is closed",
            help="register a factory, which asks the container of each request, instead of a value",
        )


def _holds(value: td.services.RegistrationFact, fetch: td.services.FetchFact) -> bool:
    return value.factory.start <= fetch.start and fetch.end <= value.factory.end


def _is_generated(provisions: Sequence[td.project.Provision]) -> bool:
    """Whether a thing always comes from a generator, which goes on when the container is closed."""
    made = [provision.implementation for provision in provisions]
    return all(one is not None and one.function is not None and one.function.is_generator for one in made)
