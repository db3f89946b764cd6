"""TDC803: code of a tdom-svcs application renders with tdom's own html."""

from __future__ import annotations

import typing as t
from collections import Counter
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class PublicHtml(td.ProjectRule):
    """
    ## What

    A module imports `html` from tdom, in a package that renders with tdom-svcs.

    ## Why

    tdom's `html` knows nothing of containers: a component that comes to inject something stops rendering, `TypeError:
    Missing required parameters for component`. With two functions of one name, which one a module has is found out
    then.

    ## Instead

    `from tdom_svcs import html`, which renders as tdom does where no container is given.

    ## Example

    ```python
    from tdom import html       # bad
    from tdom_svcs import html  # good
    ```
    """

    CODE = "TDC803"
    SLUG = "public-html"
    GROUP = "layout"
    SUMMARY = "html is imported from tdom in a package that renders with tdom-svcs"
    SEVERITY = td.Severity.INFO
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.FeatureOf.IMPORT("tdom")})

    SKIP_DERIVED: t.ClassVar = {"module import": "`import tdom` may be needed for other names, so that it stays"}

    _SHOP = """
    # file: shop/app.py
    from tdom_svcs import html

    def page(container):
        return html(t"<p></p>", container=container)
    # file: shop/views.py
    """

    VALID: t.ClassVar = [
        f"{_SHOP}from tdom_svcs import html",
        f"{_SHOP}from tdom import Markup, svg",
        "from tdom import html",
        _SHOP.replace("from tdom_svcs import html", "from tdom_svcs import middleware") + "from tdom import html",
        _SHOP.replace("shop/views.py", "tests/test_views.py") + "from tdom import html",
        _SHOP.replace("shop/views.py", "src/tdom_svcs/processor.py") + "from tdom import html",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            f'{_SHOP}«from tdom import html as render»\n\n    part = render(t"<p></p>")',
            fixed=f'{_SHOP}from tdom_svcs import html as render\n\n    part = render(t"<p></p>")',
        ),
        td.invalid(f"{_SHOP}«from tdom import Markup, html»"),
        td.invalid(f'{_SHOP}«from tdom import html»\n\n    part = html(t"<p></p>", context)'),
        td.invalid(
            f'{_SHOP}«from tdom import html»\n\n    def part():\n        return html(t"<p></p>")',
            fixed=f'{_SHOP}from tdom_svcs import html\n\n    def part():\n        return html(t"<p></p>")',
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        packages = {_package(project, path) for path, facts in project.facts.items() if _renders_with_svcs(path, facts)}
        for path in focus:
            # A repository may hold applications of both kinds.
            if _package(project, path) in packages and not (td.is_test_file(path) or _is_own(path)):
                yield from self._check_imports(path, project.facts[path])

    def _check_imports(self, path: str, facts: td.FileFacts) -> Iterator[td.Finding]:
        if any(fact.module.partition(".")[0] == "tdom_svcs" and fact.name == "html" for fact in facts.imports):
            return
        shared = Counter(fact.start for fact in facts.imports)
        is_plain = all(render.positional == 1 and not render.keywords for render in facts.renders)
        for fact in facts.imports:
            if fact.module == "tdom" and fact.name == "html" and not fact.is_type_checking:
                yield self._finding(path, fact, _fix(fact) if is_plain and shared[fact.start] == 1 else None)

    def _finding(self, path: str, fact: td.ImportFact, fix: td.Fix | None) -> td.Finding:
        return self.finding(
            path,
            td.Span(fact.start, fact.end),
            "`html` is imported from tdom, but this package renders with tdom-svcs",
            fix=fix,
            note="tdom's own `html` takes no container",
            help="import `html` from tdom_svcs",
        )


def _renders_with_svcs(path: str, facts: td.FileFacts) -> bool:
    """Whether a file that is no test imports the other `html`."""
    names = (fact for fact in facts.imports if fact.module in {"tdom_svcs", "tdom_svcs.processor"})
    return not td.is_test_file(path) and not _is_own(path) and any(fact.name == "html" for fact in names)


def _package(project: td.Project, path: str) -> str:
    return project.module_name(path).partition(".")[0]


def _is_own(path: str) -> bool:
    """Inside of the package that wraps tdom."""
    return "tdom_svcs" in path.replace("\\", "/").split("/")[:-1]


def _fix(fact: td.ImportFact) -> td.Fix:
    """For a statement that is about nothing else, where every call gives the template alone."""
    alias = f" as {fact.alias}" if fact.alias != fact.name else ""
    return td.Fix("Import html from tdom_svcs", (td.Edit(fact.start, fact.end, f"from tdom_svcs import html{alias}"),))
