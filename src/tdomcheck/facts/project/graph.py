"""The model of an application as a graph: who renders, uses, injects, replaces and hooks what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tdomcheck.facts.project.application import Application, Provision, last_name, span_of
from tdomcheck.facts.project.modules import Project, Symbol, is_test_file
from tdomcheck.facts.project.providers import Registered
from tdomcheck.facts.records import FileFacts, ParameterKind
from tdomcheck.facts.vocabulary import api
from tdomcheck.model.graph import Graph, GraphEdge, GraphNode
from tdomcheck.values import replace

Lines = Callable[[str, int], int]
"""The line of a byte offset in a file."""


def graph_of(project: Project, line_of: Lines, names: Mapping[str, str], *, tests: bool = False) -> Graph:
    """The wiring of a project; that of its tests only if asked for. `names` tells what its files are called."""
    return _Builder(project, line_of, names, tests=tests).build()


class _Builder:
    """Collects nodes and edges."""

    def __init__(self, project: Project, line_of: Lines, names: Mapping[str, str], *, tests: bool) -> None:
        self._project = project
        self._names = names
        self._application = Application.of(project)
        self._line_of = line_of
        self._tests = tests
        self._registered = Registered(project, tests=tests)
        self._nodes: dict[str, GraphNode] = {}
        self._edges: set[GraphEdge] = set()

    def build(self) -> Graph:
        for symbol in self._application.components:
            if self._is_asked(symbol.path):
                self._node(symbol, "component")
        self._add_wants()
        self._add_uses()
        self._add_provisions()
        self._add_hooks()
        keys = set(self._nodes)
        edges = sorted(edge for edge in self._edges if edge.source in keys and edge.target in keys)
        return Graph(tuple(self._nodes[key] for key in sorted(keys)), tuple(edges))

    def _is_asked(self, path: str) -> bool:
        return self._tests or not is_test_file(path)

    def _node(self, symbol: Symbol, kind: str) -> str:
        node = self._nodes.get(symbol.key)
        if node is None or (node.kind == "service" and kind != "service"):
            self._nodes[symbol.key] = self._made(symbol, kind)
        return symbol.key

    def _made(self, symbol: Symbol, kind: str) -> GraphNode:
        definition = symbol.class_ or symbol.function
        is_known = definition is not None
        return GraphNode(
            symbol.key,
            definition.path if definition is not None else last_name(symbol.key),
            kind,
            self._application.kind_of(symbol) if is_known else "external",
            self._names.get(symbol.path, symbol.path),
            self._line_of(symbol.path, span_of(symbol)[0]) if is_known else 0,
            tuple(self._props(symbol)) if kind == "component" else (),
            tuple(self._registrations(symbol)),
        )

    def _props(self, symbol: Symbol) -> Iterator[str]:
        for prop in self._project.parameters(symbol) or ():
            if not prop.marker:
                is_rest = prop.kind is ParameterKind.VAR_KEYWORD
                is_asked = not prop.has_default and prop.name != "children" and not is_rest
                yield f"{'**' if is_rest else ''}{prop.name}{'*' if is_asked else ''}"

    def _registrations(self, symbol: Symbol) -> Iterator[str]:
        for provision in self._application.provided.get(symbol.key, ()):
            if self._is_asked(provision.path):
                line = self._line_of(provision.path, provision.fact.start)
                shown = self._names.get(provision.path, provision.path)
                yield f"{_method(provision)} in {shown}:{line}"

    def _add_wants(self) -> None:
        for want in self._application.wants:
            if want.owner is None or want.service is None or not self._is_asked(want.path):
                continue
            is_component = self._application.is_component(want.owner)
            owner = self._node(want.owner, "component" if is_component else "service")
            service = self._node(want.service, "service")
            self._edges.add(GraphEdge(owner, service, "injects", want.fact.name))
            is_asked = want.fact.marker != "Resource" and not want.fact.has_default
            if is_asked and self._registered.is_complete and not self._registered.may_provide(want.service):
                self._nodes[service] = replace(self._nodes[service], is_missing=True)

    def _add_uses(self) -> None:
        for path in sorted(self._project.facts):
            facts = self._project.facts[path]
            for use in facts.uses if self._is_asked(path) else ():
                symbol = self._project.resolve(path, use.tag_ref)
                if symbol is None or (symbol.is_external and "." not in symbol.key):
                    continue
                target = self._node(symbol, "component")
                users = [self._node(user, "component") for user in self._users(path, use.owner)]
                kind = "uses" if users else "renders"
                for source in users or [self._page(path, facts, use.owner.partition(".")[0])]:
                    if source != target:
                        self._edges.add(GraphEdge(source, target, kind))

    def _users(self, path: str, owner: str) -> Sequence[Symbol]:
        """The component around a tag, or those that are made of what is around it; none for a page that renders it."""
        while owner:
            symbol = self._project.resolve(path, f":{owner}")
            if symbol is not None and self._application.is_component(symbol):
                return [symbol]
            if symbol is not None and symbol.key in self._application.variable_components:
                return self._application.variable_components[symbol.key]
            owner = owner.rpartition(".")[0]
        return []

    def _page(self, path: str, facts: FileFacts, owner: str) -> str:
        module = self._project.module_name(path) or path
        key = f"{module}.{owner}" if owner else module
        if key not in self._nodes:
            starts = [each.start for each in facts.functions if each.path == owner]
            starts += [each.start for each in facts.classes if each.path == owner]
            line = self._line_of(path, starts[0]) if starts else 1
            self._nodes[key] = GraphNode(
                key,
                owner or last_name(module),
                "page",
                "function" if owner else "module",
                self._names.get(path, path),
                line,
            )
        return key

    def _add_provisions(self) -> None:
        for provision in self._application.provisions:
            service, made = provision.service, provision.implementation
            if not self._is_asked(provision.path) or service is None:
                continue
            kind = "component" if self._application.is_component(service) else "service"
            kind = "middleware" if provision.fact.decorator.endswith(".middleware") else kind
            target = self._node(service, kind)
            if provision.is_for_another and made is not None and (made.class_ or made.function):
                is_factory = provision.kind == "factory" and made.function is not None
                source = self._node(made, "service" if is_factory else kind)
                self._edges.add(GraphEdge(source, target, "replaces", _where(provision)))

    def _add_hooks(self) -> None:
        for path in sorted(self._project.facts):
            facts = self._project.facts[path]
            for call in facts.calls if self._is_asked(path) else ():
                if call.function in api.REGISTER_MIDDLEWARE and len(call.arguments) > 1:
                    symbol = self._project.resolve(path, call.arguments[1])
                    if symbol is not None:
                        self._node(symbol, "middleware")
            for hook in facts.hooks if self._is_asked(path) else ():
                symbol, target = self._project.resolve(path, hook.type_ref), self._project.resolve(path, hook.target)
                if symbol is not None and target is not None:
                    source = self._node(symbol, "middleware")
                    kind = "component" if self._application.is_component(target) else "service"
                    self._edges.add(GraphEdge(source, self._node(target, kind), "hooks", hook.phase))


def _method(provision: Provision) -> str:
    fact = provision.fact
    return f"@{last_name(fact.decorator)}" if fact.decorator else fact.method


def _where(provision: Provision) -> str:
    """The resource and location that a replacement holds for."""
    resource, location = provision.place
    words = [f"resource {last_name(resource)}"] if resource else []
    words += [f"location {location}"] if location else []
    return ", ".join(words)
