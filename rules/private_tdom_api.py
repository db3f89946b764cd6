"""TDC804: an import from inside of tdom."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_PUBLIC = {"html": (0,), "Markup": (0,), "escape": (0,), "svg": (0, 1, 15), "Scope": (0, 1, 17)}
_ALLOWED = frozenset({"tdom.format", "tdom.nodes"})
"""One is documented, and TDC901 speaks about the other."""


class PrivateTdomApi(td.FileRule):
    """
    ## What

    An import of a name that begins with an underscore from tdom, or from one of the modules that tdom is made of, such
    as `tdom.processor` or `tdom.parser`.

    ## Why

    tdom promises what `tdom/__init__.py` exports: `html`, `svg`, `Markup`, `escape`, `Scope`, `ScopedTemplate`, and
    documents `tdom.format`. What is inside changes with any release: tdom-svcs stopped importing with tdom 0.1.20,
    `ImportError: cannot import name '_default_process_ctx' from 'tdom.processor'`.

    ## Instead

    Import from `tdom` itself. Where the inside is needed, pin the version of tdom, and suppress this with a reason.

    ## Example

    ```python
    from tdom.processor import html  # bad
    from tdom import html            # good
    ```
    """

    CODE = "TDC804"
    SLUG = "private-tdom-api"
    GROUP = "layout"
    SUMMARY = "an import from inside of tdom, which any release may change"
    SEVERITY = td.Severity.WARNING
    OTHER_SEVERITIES = (td.Severity.ERROR, td.Severity.INFO)
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.FeatureOf.IMPORT("tdom")})

    VALID: t.ClassVar = [
        "from tdom import Markup, Scope, ScopedTemplate, escape, html, svg",
        "import tdom\n\nshown = tdom.html(body)",
        "from .tdom.processor import html\nfrom shop.tdom import _private",
        "from tdom_svcs.processor import _private\nimport tdom_sphinx._inside",
        "from tdom.nodes import Element\nfrom tdom.format import convert, format_interpolation",
    ]
    INVALID: t.ClassVar = [
        td.invalid("from «tdom.processor» import html", fixed="from tdom import html"),
        td.invalid("from tdom.processor import «_default_process_ctx», html"),
        td.invalid("from «tdom.classnames» import classnames", message="tdom 0.1.20 has no module `tdom.classnames`"),
        td.invalid("from tdom import «_inside»"),
        td.invalid("from «tdom.parser» import TemplateParser"),
    ]

    def check_file(self) -> None:
        if "tdom" in self.path.replace("\\", "/").split("/")[:-1]:
            return  # tdom itself
        for statement in self.view.nodes["import"]:
            if not self.view.is_expected_to_fail(statement.start_byte):
                self._check(statement)

    def _check(self, statement: Node) -> None:
        origin = statement.child_by_field_name("module_name")
        if statement.type == "import_statement":
            for part in statement.children_by_field_name("name"):
                place = part.child_by_field_name("name") or part
                self._inside(place, _dotted(self.view, place), ())
        elif origin is not None and _dotted(self.view, origin).partition(".")[0] == "tdom":
            self._check_names(statement, origin, _dotted(self.view, origin))

    def _check_names(self, statement: Node, origin: Node, module: str) -> None:
        names = _names(self.view, statement)
        if module != "tdom" and self._reports_absent(statement, origin, module, names):
            return
        private = [(part, name) for part, name in names if name.startswith("_")]
        for part, name in private:
            self._report(part, f"`{name}` is private to `{module}`", td.Severity.WARNING)
        if module == "tdom":
            for part, name in names:
                if name in _MODULES:
                    self._inside(part, f"tdom.{name}", ())
        elif not private:
            self._inside(origin, module, tuple(name for _, name in names))

    def _reports_absent(self, statement: Node, origin: Node, module: str, names: Sequence[tuple[Node, str]]) -> bool:
        """Report what the target release does not have, if nothing catches that the import fails."""
        if module == "tdom.nodes" or td.python.is_import_caught(self.view, statement):
            return False
        lacks, version = td.releases.is_missing, self.targets.tdom
        shown = td.releases.version_text(version)
        if lacks("tdom", module, td.releases.MODULE, version):
            self._absent(
                origin, f"tdom {shown} has no module `{module}`", f"ModuleNotFoundError: No module named {module!r}"
            )
            return True
        absent = [(part, name) for part, name in names if lacks("tdom", module, name, version) and name != "parse_html"]
        for part, name in absent:
            raised = f"ImportError: cannot import name {name!r} from {module!r}"
            self._absent(part, f"`{name}` does not exist in `{module}` of tdom {shown}", raised)
        return bool(absent)

    def _absent(self, place: Node, message: str, raised: str) -> None:
        self.report_span(
            self.view.span(place),
            message,
            severity=td.Severity.ERROR,
            note=f"Python raises {raised}",
            help="import from tdom itself what it exports, or pin the version of tdom that has it",
        )

    def _inside(self, place: Node, module: str, names: tuple[str, ...]) -> None:
        root, _, rest = module.partition(".")
        if root != "tdom" or not rest or module in _ALLOWED or "parse_html" in names:
            return
        is_private = any(part.startswith("_") for part in rest.split("."))
        level = td.Severity.WARNING if is_private else td.Severity.INFO
        is_public = bool(names) and all(self.targets.tdom >= _PUBLIC.get(name, (9,)) for name in names)
        span = self.view.span(place)
        fix = td.Fix("Import from tdom", (td.Edit(span.start, span.end, "tdom"),)) if is_public else None
        self._report(place, f"`{module}` is internal to tdom", level, fix)

    def _report(self, place: Node, message: str, level: td.Severity, fix: td.Fix | None = None) -> None:
        shown = td.releases.version_text(self.targets.tdom)
        self.report_span(
            self.view.span(place),
            message,
            severity=level,
            fix=fix,
            note=f"this works in tdom {shown}, but it is not public and may break in any release",
            help="import from tdom itself" if fix else "use what `tdom` exports, or pin the version of tdom",
        )


_MODULES = frozenset(
    {
        "callables",
        "escaping",
        "format",
        "htmlspec",
        "parser",
        "parser_utils",
        "placeholders",
        "processor",
        "protocols",
        "scope",
        "source",
        "template_utils",
        "tnodes",
        "utils",
    }
)


def _dotted(view: td.ModuleView, node: Node) -> str:
    return "".join(view.text(node).split())


def _names(view: td.ModuleView, statement: Node) -> list[tuple[Node, str]]:
    """The parts of a `from` import, with the names that they import."""
    parts: Iterator[Node] = iter(statement.children_by_field_name("name"))
    return [(part, view.text(part.child_by_field_name("name") or part)) for part in parts]
