"""TDC901: names that tdom had before, or never."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Iterator

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_TREE = "html() returns a str now, and a component returns a Template: say `str` or `string.templatelib.Template`"
_REMOVED = {
    "Node": _TREE,
    "Element": _TREE,
    "Fragment": "a t-string needs no element around it; where the type is named, say `string.templatelib.Template`",
    "Text": "interpolate the str itself, which is escaped",
    "Comment": "write `<!-- ... -->` in the template",
    "DocumentType": "write `<!doctype html>` in the template",
    "ComponentCallable": "say `Callable[..., Template]`",
    "t": "a t-string is syntax, and needs no import",
    "nodes": _TREE,
    "parse_html": "compare the text that html() returns, or parse it with another library",
    "Template": "import it from `string.templatelib`",
}


class RemovedTdomApi(td.FileRule):
    """
    ## What

    An import of `Node`, `Element`, `Text`, `Fragment`, `Comment`, `DocumentType` or `ComponentCallable` from tdom, of
    `tdom.nodes`, of `tdom.parser.parse_html`, or of a name that tdom never had, as `tdom.t`.

    ## Why

    tdom 0.1.15 renders to text and has no tree of nodes any more; `parse_html` went with 0.1.12. Python raises
    `ImportError: cannot import name 'Node' from 'tdom'`, or `ModuleNotFoundError: No module named 'tdom.nodes'`.

    ## Instead

    `html()` returns `str`; a component returns a `Template`. What looked into the tree compares text, or parses it.

    ## Example

    ```python
    from tdom import Node, html             # bad
    from string.templatelib import Template # good: what a component returns
    ```
    """

    CODE = "TDC901"
    SLUG = "removed-tdom-api"
    GROUP = "removed"
    SUMMARY = "tdom no longer has this name"
    SEVERITY = td.Severity.ERROR
    OTHER_SEVERITIES = (td.Severity.WARNING,)
    VERSIONS = "tdom>=0.1.12"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.FeatureOf.IMPORT("tdom")})

    VALID: t.ClassVar = [
        "from tdom import Markup, Scope, ScopedTemplate, escape, html, svg",
        "from html.parser import Node\nfrom shop.tdom import Element",
        "from .tdom import Node\nfrom tdom.parser import TemplateParser",
        "try:\n    from tdom import Node\nexcept ImportError:\n    Node = str",
    ]
    INVALID: t.ClassVar = [
        td.invalid("from tdom import «Text», html", fixed="from tdom import html"),
        td.invalid(
            "from tdom import html, «t»\n\nshown = html(body)", fixed="from tdom import html\n\nshown = html(body)"
        ),
        td.invalid("from tdom import «Node», html\n\ndef page() -> Node:\n    return html(body)"),
        td.invalid("from «tdom.nodes» import Element as TElement, Text as TText\n\nprint(TText)"),
        td.invalid("from tdom.parser import «parse_html»\n\nparse_html('<p></p>')"),
        td.invalid(
            "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from tdom import «Fragment»\n\nx: Fragment"
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._typing: set[int] = set()
        """Where imports stand that only a type checker reads."""

    def check_file(self) -> None:
        self._typing = {fact.start for fact in self.view.imports if fact.is_type_checking}
        for statement in self.view.nodes["import"]:
            if self.view.is_expected_to_fail(statement.start_byte) or td.python.is_import_caught(self.view, statement):
                continue
            for place, module, name in _parts(self.view, statement):
                self._judge(statement, place, module, name)
        for use, name in _attributes(self.view):
            if name not in _REMOVED and not self._is_unknown(name):
                continue
            if not self.view.is_expected_to_fail(use.start_byte) and not td.python.is_import_caught(self.view, use):
                self._report(use, "tdom", name, f"AttributeError: module 'tdom' has no attribute '{name}'")

    def _judge(self, statement: Node, place: Node, module: str, name: str) -> None:
        if module == "tdom.nodes" or module.startswith("tdom.nodes."):
            self._report(place, "tdom", "nodes", "ModuleNotFoundError: No module named 'tdom.nodes'")
        elif module == "tdom" and name == "nodes":
            self._report(place, "tdom", "nodes", "ImportError: cannot import name 'nodes' from 'tdom'")
        elif (module == "tdom" and name in _REMOVED) or (module, name) == ("tdom.parser", "parse_html"):
            raised = f"ImportError: cannot import name '{name}' from '{module}'"
            self._report(place, module, name, raised, _dropped(self, statement, place))
        elif module == "tdom" and self._is_unknown(name):
            self._report(place, "tdom", name, f"ImportError: cannot import name '{name}' from 'tdom'")

    def _is_unknown(self, name: str) -> bool:
        """Whether no release has ever had a name; the files of tdom itself may be of one that is not out yet."""
        is_judged = td.releases.is_known("tdom", self.targets.tdom)
        is_tdom = "tdom" in self.path.replace("\\", "/").split("/")[:-1]
        return is_judged and name[:1] not in {"", "_"} and not is_tdom

    def _report(self, place: Node, module: str, name: str, raised: str, fix: td.Fix | None = None) -> None:
        target = self.targets.tdom
        if not td.releases.is_missing("tdom", module, name, target):
            return  # it is there in the release that the code is written for
        since = td.releases.gone_since("tdom", module, name, target)
        near = td.releases.near_name("tdom", module, name, target)
        is_typing = self.view.span(_statement(place)).start in self._typing
        self.report_span(
            self.view.span(place),
            f"`{module}.{name}` is gone since tdom {since}" if since else f"tdom has no `{name}`",
            fix=fix,
            severity=td.Severity.WARNING if is_typing else None,
            note="only a type checker reads this import; it finds nothing" if is_typing else f"Python raises {raised}",
            help=_REMOVED.get(name) or (f"did you mean `{near}`?" if near else "correct the import"),
        )


def _statement(node: Node) -> Node:
    while node.parent is not None and node.type not in {"import_statement", "import_from_statement"}:
        node = node.parent
    return node


def _parts(view: td.ModuleView, statement: Node) -> Iterator[tuple[Node, str, str]]:
    """The place, the module and the name of every part of an import that may be about tdom."""
    names = statement.children_by_field_name("name")
    if statement.type == "import_statement":
        for part in names:
            place = part.child_by_field_name("name") or part
            yield place, "".join(view.text(place).split()), ""
        return
    origin = statement.child_by_field_name("module_name")
    module = "".join(view.text(origin).split()) if origin is not None else ""
    if origin is None or module.partition(".")[0] != "tdom":
        return
    if module.startswith("tdom.nodes"):
        yield origin, module, ""
        return
    for part in names:
        yield part, module, view.text(part.child_by_field_name("name") or part)


def _attributes(view: td.ModuleView) -> Iterator[tuple[Node, str]]:
    """`tdom.Node`, where the module itself is imported."""
    aliases = {fact.alias for fact in view.imports if fact.module.partition(".")[0] == "tdom" and not fact.name}
    for alias in sorted(aliases):
        for node in view.readers.get(alias, []):
            parent = node.parent
            if parent is None or parent.type != "attribute" or parent.child_by_field_name("object") != node:
                continue
            root, _, name = view.resolve(parent).partition(".")
            if root == "tdom" and name and "." not in name and name != "t":
                yield parent, name


def _dropped(rule: td.FileRule, statement: Node, place: Node) -> td.Fix | None:
    """Leave out a name that nothing reads; the import itself raised, so that nobody can have had it from here."""
    view = rule.view
    bound = view.text(place.child_by_field_name("alias") or place)
    names = statement.children_by_field_name("name")
    has_comment = any(child.type == "comment" for child in statement.children)
    if len(names) < 2 or has_comment or bound in _words(view):
        return None
    spans = [view.span(name) for name in names]
    index = next(number for number, name in enumerate(names) if name == place)
    first = spans[index].start if index == 0 else spans[index - 1].end
    last = spans[1].start if index == 0 else spans[index].end
    return td.Fix(f"Do not import `{bound}`", (td.Edit(first, last, ""),))


@td.once
def _words(view: td.ModuleView) -> set[str]:
    """All words of the file but those of its imports: what may be a use of a name."""
    text, position = b"", 0
    for statement in view.nodes["import"]:
        text += view.source.utf8[position : statement.start_byte] + b" "
        position = max(position, statement.end_byte)
    text += view.source.utf8[position:]
    return set(re.findall(r"\w+", text.decode("utf-8", "replace")))
