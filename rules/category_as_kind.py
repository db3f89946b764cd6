"""TDC905: a role is looked for among the categories."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class CategoryAsKind(td.FileRule):
    """
    ## What

    `get_by_category("middleware")` or `get_by_category("hookable")`, or one of these words looked for in
    `metadata["categories"]`, also by a local name.

    ## Why

    What something is, is its kind now; categories are the project's own words. Nothing is found, and nothing is raised:
    no middleware runs.

    ## Instead

    `get_by_kind("middleware")`, `metadata["kind"] == "middleware"`.

    ## Example

    ```python
    registry.get_by_category("middleware")  # bad
    registry.get_by_kind("middleware")      # good
    ```
    """

    CODE = "TDC905"
    SLUG = "category-as-kind"
    GROUP = "removed"
    SUMMARY = "`middleware` and `hookable` are kinds, no categories"
    SEVERITY = td.Severity.WARNING
    VERSIONS = "svcs-di>=0.3"
    FIXABLE = "sometimes"
    GATE = td.Gate(
        features=td.FeatureOf.IMPORT.each("svcs_hopscotch", "tdom_svcs", "svcs_di"),
        tokens={"get_by_category", "categories"},
    )

    VALID: t.ClassVar = [
        "import tdom_svcs\n\nfound = registry.get_by_kind('middleware')  # not get_by_category",
        "import tdom_svcs\n\nfound = registry.get_by_category('security'), registry.get_by_category(word)",
        "import tdom_svcs\n\nassert Logger not in registry.get_by_category('middleware')",
        "import tdom_svcs\n\nassert registry.get_by_category('middleware') == []",
        "import tdom_svcs\n\nassert 'security' in metadata['categories'] and 'middleware' in metadata['kinds']",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from tdom_svcs import html\n\nfound = list(registry.«get_by_category»('middleware'))",
            fixed="from tdom_svcs import html\n\nfound = list(registry.get_by_kind('middleware'))",
            unsafe=True,
        ),
        td.invalid("import tdom_svcs\n\nif «'middleware' in metadata['categories']»:\n    run()"),
        td.invalid("import tdom_svcs\n\nis_hook = «'hookable' in (metadata['categories'] or ())»"),
        td.invalid(
            """
            import tdom_svcs

            def is_hook(metadata):
                categories = metadata["categories"]
                return «"hookable" in categories»
            """
        ),
    ]

    def check_file(self) -> None:
        given = td.codemods.given_roles(self.view)
        for site in td.codemods.category_calls(self.view):
            self._check_call(site, given)
        for site in td.codemods.category_tests(self.view):
            if site.words.isdisjoint(given) and not site.is_negated:
                self._report(self.view.span(site.place), next(iter(site.words)))

    def _check_call(self, site: td.codemods.CategorySite, given: set[str]) -> None:
        roles = td.codemods.ROLES - given
        claims = [td.project.IsText(role) for role in sorted(roles)]
        asked, words = site.asked, site.words
        premise = td.premise(self.view, asked, *claims) if asked is not None and words == {""} and claims else None
        if premise is None and (not words or not words <= roles):
            return
        word = self.view.text(asked) if premise is not None and asked is not None else min(words)
        self._report(self.view.span(site.place), word, site.fix, premise)

    def _report(self, span: td.Span, word: str, fix: td.Fix | None = None, premise: td.Premise | None = None) -> None:
        asked = f'"{word}"' if premise is None else word
        self.report_span(
            span,
            f"`{word}` is a kind, and no category",
            fix=fix,
            note="nothing is found, and nothing is raised",
            help=f'ask for the kind: `get_by_kind({asked})`, or `metadata["kind"]`',
            premise=premise,
        )
