"""What a file says if a name that another module hands on is the `html` of tdom: the project tells whether it is."""

from __future__ import annotations

from collections.abc import Iterator

from tdomcheck.facts.html.render_calls import SOURCES, reexported_renderers
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.scopes import import_target
from tdomcheck.model import Premise
from tdomcheck.model.claims import IsRenderer
from tdomcheck.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Reading:
    """A file as it is if some names are what they are called."""

    view: ModuleView
    renderers: tuple[tuple[str, str], ...]
    """References, and what they have to be."""

    def premise(self, own: Premise | None) -> Premise:
        """What has to hold, beside what a finding itself has to have hold."""
        if own is not None:
            return replace(own, renderers=self.renderers)
        reference, meant = self.renderers[0]
        return Premise(reference, (), (IsRenderer(meant),), self.renderers[1:])


def readings_of(view: ModuleView) -> Iterator[Reading]:
    """One for each library that such a name may come from."""
    imports = () if view.source.is_hosted or view.surroundings is not None else reexported_renderers(view)
    for module, names in SOURCES.items() if imports else ():
        targets = {import_target(fact): f"{module}.{fact.name}" for fact in imports if fact.name in names}
        if targets:
            yield Reading(ModuleView(view.source, view.tree, meant=targets), tuple(targets.items()))
