"""TDC302: a view that is not called like one."""

from __future__ import annotations

import re
import typing as t
from collections import Counter
from collections.abc import Mapping

from tdomcheck import authoring as td


class ViewName(td.FileRule):
    """
    ## What

    A function that is decorated as a view does not end in `_view`, or a class not in `View`. Names are configured in
    `[tool.tdomcheck.views]`.

    ## Why

    Views, components and services are told apart by their names, in imports and in templates, where no decorator is
    seen.

    ## Instead

    A name with the ending.

    ## Example

    ```python
    @view
    def hello(): ...       # bad

    @view
    def hello_view(): ...  # good
    ```
    """

    CODE = "TDC302"
    SLUG = "view-name"
    GROUP = "views"
    SUMMARY = "a view is not called like one"
    SEVERITY = td.Severity.INFO
    FIXABLE = "sometimes"
    OPTIONS = td.views.OPTIONS
    GATE = td.views.GATE

    VALID: t.ClassVar = [
        "from tdom import html\nfrom shop import view\n\n@view\ndef hello_view(): ...",
        "from tdom import html\nfrom shop import view\n\n@view\nclass HelloView: ...",
        "from tdom import html\nfrom shop import page\n\n@page\ndef hello(): ...",
        "from tdom import html\nfrom shop import preview\n\n@preview\ndef hello(): ...",
        "from shop import view\n\n@view\ndef nothing_of_ours(): ...",
        "from tdom import html\nfrom shop import view\n\nclass Site:\n    @view\n    def hello(self): ...",
        "from tdom import html\n\ndef hello():\n    return html(body)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from tdom import html\nfrom shop import view\n\n@view\ndef «hello»(): ...\n\nprint(hello)",
            fixed="from tdom import html\nfrom shop import view\n\n@view\ndef hello_view(): ...\n\nprint(hello_view)",
            unsafe=True,
        ),
        td.invalid("from tdom import html\nfrom shop import view\n\n@view\nclass «Hello»: ...\n\n__all__ = ['Hello']"),
        td.invalid(
            "from tdom import html\nimport shop\n\n@shop.view(path='/')\nasync def «hello»(): ...\n\nhello_view = 1"
        ),
        td.invalid(
            "from tdom import html\nfrom shop.web import page\n\n@page\ndef «hello»(): ...",
            fixed="from tdom import html\nfrom shop.web import page\n\n@page\ndef hello_page(): ...",
            unsafe=True,
            options={"decorators": ["shop.web.page"], "suffix": "_page"},
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {
        "import as": "a decorator of another name is another decorator",
        "in a class": "a method is no view",
        "in an async function": "a scan does not find what a function holds",
    }

    def check_file(self) -> None:
        for view in td.views.views_in(self.view, self.path, self.option):
            ending = str(self.option("class-suffix" if view.is_class else "suffix"))
            if view.is_decorated and not view.name.endswith(ending):
                self.report_span(
                    td.Span(view.fact.start, view.fact.end),
                    f"the view `{view.name}` does not end in `{ending}`",
                    fix=self._fix(view, ending),
                    help=f"call it `{view.name}{ending}`",
                )

    def _fix(self, found: td.views.View, ending: str) -> td.Fix | None:
        """Where the file names the view in no other way than as itself."""
        view, new = self.view, f"{found.name}{ending}"
        uses = [node for node in view.readers.get(found.name, []) if view.resolve(node) == f":{found.name}"]
        words = _words(self.view)
        spans = {view.span(node) for node in uses} | {td.Span(found.fact.start, found.fact.end)}
        if words.get(found.name, 0) != len(spans) or new in words:
            return None
        return td.Fix(
            f"Call it `{new}`",
            tuple(td.Edit(span.start, span.end, new) for span in sorted(spans)),
            td.Safety.UNSAFE,
            unsafe_because="other files may import it",
        )


@td.once
def _words(view: td.ModuleView) -> Mapping[str, int]:
    """How often each word stands in the file, also in strings and comments."""
    return Counter(re.findall(r"\w+", view.source.text))
