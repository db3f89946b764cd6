"""TDC801: an import that the project's own architecture forbids."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class LayerBoundary(td.ProjectRule):
    """
    ## What

    A module imports a package that the option `forbidden` says it must not.

    ## Why

    Layers hold only while somebody looks. One import the wrong way makes two packages one: neither can be tested, moved
    or published without the other any more.

    ## Instead

    Move what is shared below both, or turn the dependency around with a service.

    ## Example

    ```toml
    [tool.tdomcheck.options.TDC801]
    forbidden = ["shop.services -> shop.web", "shop -> storyville"]
    ```

    ```python
    # shop/services/orders.py
    from shop.web.pages import Page  # bad
    ```
    """

    CODE = "TDC801"
    SLUG = "layer-boundary"
    GROUP = "layout"
    SUMMARY = "an import that the project's architecture forbids"
    SEVERITY = td.Severity.ERROR
    NEEDS = "forbidden"
    OPTIONS = (
        td.option("forbidden", (), "Boundaries as `package -> package`: the first must not import the second."),
        td.option("allow-type-checking", True, "Imports under TYPE_CHECKING may cross a boundary."),  # noqa: FBT003
    )

    _ORDERS = """
    # file: shop/web/pages.py
    class Page: ...
    # file: shop/services/orders.py
    """
    _RULES: t.ClassVar[dict[str, object]] = {"forbidden": ["shop.services -> shop.web", "shop -> storyville"]}

    VALID: t.ClassVar = [
        f"{_ORDERS}from shop.web.pages import Page",
        "import storyville",
        "from . import pages",
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_ORDERS}«from shop.web.pages import Page»", options=_RULES),
        td.invalid(f"{_ORDERS}«from ..web import pages»", options=_RULES),
        td.invalid(f"{_ORDERS}def late():\n        «import storyville.catalog as stories»", options=_RULES),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        boundaries = [_boundary(text) for text in t.cast("tuple[str, ...]", self.option("forbidden"))]
        known = {project.module_name(path) for path in project.facts}
        for under, _ in boundaries:
            if not any(_is_in(name, under) for name in known):
                raise td.BadOption(f"`forbidden` speaks of `{under}`, and the project has no such module")
        for path in focus:
            name = project.module_name(path)
            forbidden = [over for under, over in boundaries if _is_in(name, under)]
            yield from self._crossings(project, path, forbidden)

    def _crossings(self, project: td.Project, path: str, forbidden: Sequence[str]) -> Iterator[td.Finding]:
        """The import statements of a file that reach over a boundary, each once."""
        name, seen = project.module_name(path), set[int]()
        for fact in project.facts[path].imports if forbidden else ():
            if (fact.is_type_checking and self.option("allow-type-checking")) or fact.start in seen:
                continue
            target = _imported(project, path, fact)
            over = next((one for one in forbidden if _is_in(target, one)), "")
            if over and not _is_in(name, over):
                seen.add(fact.start)
                yield self._finding(path, fact, name, target, over)

    def _finding(self, path: str, fact: td.ImportFact, name: str, target: str, over: str) -> td.Finding:
        return self.finding(
            path,
            td.Span(fact.start, fact.end),
            f"`{name}` must not import `{target}`",
            note=f"the option `forbidden` of this project keeps it apart from `{over}`",
            help="move what is shared below both, or turn the dependency around with a service",
        )


def _boundary(text: str) -> tuple[str, str]:
    under, arrow, over = (part.strip() for part in text.partition("->"))
    if not (under and arrow and over):
        raise td.BadOption(f"`forbidden` holds {text!r}; a boundary reads `shop.services -> shop.web`")
    return under, over


def _is_in(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _imported(project: td.Project, path: str, fact: td.ImportFact) -> str:
    """The dotted name of what an import brings in; the module where the name itself is not known."""
    joined = td.python.import_target(fact) if fact.name else fact.module
    return project.absolute(path, joined)
