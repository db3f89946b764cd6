"""Where component tags stand: in which definition, and whether anything renders them."""

from __future__ import annotations

from tdomcheck.facts.project.modules import Project, Symbol
from tdomcheck.facts.records import TemplateUseFact


class TagPlaces:
    """Worked out once a file."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._tags_by_owner: dict[str, dict[str, list[TemplateUseFact]]] = {}
        self._dropped: dict[str, list[tuple[int, int]]] = {}

    def tags_in(self, symbol: Symbol) -> tuple[TemplateUseFact, ...]:
        """The component tags in the templates of a function or class."""
        definition = symbol.class_ or symbol.function
        return tuple(self._tags(symbol.path).get(definition.path, ())) if definition is not None else ()

    def _tags(self, path: str) -> dict[str, list[TemplateUseFact]]:
        """The tags of a file by the definitions around them."""
        if path not in self._tags_by_owner:
            tags: dict[str, list[TemplateUseFact]] = {}
            for use in self._project.facts[path].uses:
                owner = use.owner
                while owner:
                    tags.setdefault(owner, []).append(use)
                    owner = owner.rpartition(".")[0]
            self._tags_by_owner[path] = tags
        return self._tags_by_owner[path]

    def is_dropped(self, path: str, use: TemplateUseFact) -> bool:
        """Whether a tag stands between those of a component that renders no children: nothing asks for its props."""
        outer = self._droppers(path)
        return any(start <= use.start < end for start, end in outer)

    def _droppers(self, path: str) -> list[tuple[int, int]]:
        """The contents of a file that are never rendered."""
        if path not in self._dropped:
            self._dropped[path] = [
                (use.content_start, use.content_end)
                for use in self._project.facts[path].uses
                if use.has_content
                and (symbol := self._project.resolve(path, use.tag_ref)) is not None
                and self.drops_children(symbol)
            ]
        return self._dropped[path]

    def drops_children(self, symbol: Symbol) -> bool:
        """Whether a component has no parameter for what stands between its tags."""
        parameters = self._project.parameters(symbol)
        return parameters is not None and all(parameter.name != "children" for parameter in parameters)
