"""TDC903: what svcs has deprecated or given away."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class SvcsDeprecated(td.FileRule):
    """
    ## What

    `get_abstract` or `aget_abstract` of a svcs container, or an import of `svcs.pyramid`.

    ## Why

    Since svcs 26.1 `get` takes abstract types too, and `get_abstract`, which is annotated to return `Any`, is
    deprecated. `svcs.pyramid` is a package of its own since svcs 26.2: `ModuleNotFoundError: No module named
    'svcs.pyramid'`.

    ## Instead

    `get`, `aget`; `svcs_pyramid` of the package svcs-pyramid, which has the same functions.

    ## Example

    ```python
    container.get_abstract(Users)  # bad
    container.get(Users)           # good
    ```
    """

    CODE = "TDC903"
    SLUG = "svcs-deprecated"
    GROUP = "removed"
    SUMMARY = "svcs has deprecated this, or has it no more"
    SEVERITY = td.Severity.WARNING
    OTHER_SEVERITIES = (td.Severity.INFO,)
    VERSIONS = "svcs>=26.1"
    FIXABLE = "sometimes"
    GATE = td.Gate(
        features=td.FeatureOf.IMPORT.each("svcs", "svcs_di", "svcs_hopscotch", "tdom_svcs"),
        tokens={"get_abstract", "pyramid"},
    )

    VALID: t.ClassVar = [
        "import svcs\n\ndef page(container: svcs.Container):\n    return container.get(Users)  # not get_abstract",
        "import svcs\n\ndef show(paper):\n    return paper.get_abstract(), paper.get_abstract('en')",
        "import svcs\n\ndef page(paper):\n    fetch = paper.get_abstract\n    return fetch(Users)",
        "import docker\nimport svcs\n\ndef page(box: docker.Container):\n    return box.get_abstract(Users)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "import svcs\n\ndef page(container):\n    return container.«get_abstract»(Users, Mail)",
            fixed="import svcs\n\ndef page(container):\n    return container.get(Users, Mail)",
        ),
        td.invalid(
            "import svcs\n\ndef page(box: svcs.Container):\n    return box.«get_abstract»(Users)",
            fixed="import svcs\n\ndef page(box: svcs.Container):\n    return box.get(Users)",
        ),
        td.invalid(
            "import svcs\n\ndef page(request):\n    return svcs.flask.«get_abstract»(Users)",
            fixed="import svcs\n\ndef page(request):\n    return svcs.flask.get(Users)",
        ),
        td.invalid(
            "from «svcs.pyramid» import init\n\ninit(config)",
            fixed="from svcs_pyramid import init\n\ninit(config)",
            unsafe=True,
        ),
        td.invalid("from svcs import Container, «pyramid»"),
    ]

    def check_file(self) -> None:
        if td.releases.is_missing("svcs", "svcs.pyramid", td.releases.MODULE, self.targets.svcs):
            for change in td.codemods.pyramid_imports(self.view):
                self._report_import(change)
        for change in td.codemods.deprecated_methods(self.view):
            self._report_method(change)

    def _report_method(self, change: td.codemods.SvcsChange) -> None:
        old = self.view.text(change.place)
        new = td.codemods.NEW_METHODS[old]
        self.report_span(
            self.view.span(change.place),
            f"`{old}` is deprecated since svcs 26.1",
            severity=td.Severity.INFO,
            fix=change.fix,
            note=f"it only calls `{new}`, and is annotated to return Any",
            help=f"`{new}` takes abstract types too",
        )

    def _report_import(self, change: td.codemods.SvcsChange) -> None:
        self.report_span(
            self.view.span(change.place),
            "`svcs.pyramid` is a package of its own since svcs 26.2",
            fix=change.fix,
            note="Python raises ModuleNotFoundError: No module named 'svcs.pyramid'",
            help="install svcs-pyramid, and import `svcs_pyramid`, which has the same functions",
        )
