"""`category-to-kind`: what something is has become its kind."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node


class CategoryToKind(td.EditCodemod):
    """Asks for the kind where a role is written out; what a category of the project's own is called is left alone."""

    NAME = "category-to-kind"
    DESCRIPTION = '`get_by_category("middleware")` becomes `get_by_kind("middleware")`, and metadata is asked so, too.'
    VERSIONS = "svcs-di>=0.3"
    GATE = td.Gate(tokens={"get_by_category", "categories"})
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            "import tdom_svcs\n\nhooks = list(registry.get_by_category('middleware'))\n",
            "import tdom_svcs\n\nhooks = list(registry.get_by_kind('middleware'))\n",
        ),
        td.codemods.example(
            'import svcs_hopscotch\n\nhooks = registry.get_by_category(category="hookable",)  # all of them\n',
            'import svcs_hopscotch\n\nhooks = registry.get_by_kind(kind="hookable",)  # all of them\n',
        ),
        td.codemods.example(
            """
            import tdom_svcs

            def is_hook(metadata):
                return "hookable" in metadata["categories"] and not "middleware" in metadata["categories"]
            """,
            """
            import tdom_svcs

            def is_hook(metadata):
                return metadata["kind"] == "hookable" and not metadata["kind"] == "middleware"
            """,
        ),
        td.codemods.example(
            """
            import tdom_svcs

            for role in ("middleware", "hookable"):
                run(registry.get_by_category(role))
            """,
            """
            import tdom_svcs

            for role in ("middleware", "hookable"):
                run(registry.get_by_kind(role))
            """,
        ),
        td.codemods.example(
            """
            import tdom_svcs

            def is_plain(metadata):
                return 'hookable' not in metadata.get('categories', ())
            """,
            """
            import tdom_svcs

            def is_plain(metadata):
                return metadata.get('kind') != 'hookable'
            """,
        ),
        td.codemods.example("import tdom_svcs\n\nfound = registry.get_by_category('security')\n"),
        td.codemods.example("import tdom_svcs\n\nassert registry.get_by_category('middleware') == []\n"),
        td.codemods.example(
            "import tdom_svcs\n\nregister(Log, categories=['middleware'])\nregistry.get_by_category('middleware')\n"
        ),
        td.codemods.example(
            "import tdom_svcs\n\nfor word in ('security', 'hookable'):\n    registry.get_by_category(word)\n"
        ),
        td.codemods.example("import tdom_svcs\n\nfound = metadata['categories']\nis_hook = 'hookable' in found\n"),
        td.codemods.example("import tdom_svcs\n\nfound = registry.get_by_category(word)\n"),
        td.codemods.example("import tdom_svcs\n\nassert 'security' in metadata['categories']\n"),
        td.codemods.example("import tdom_svcs\n\nassert 'middleware' in (metadata['categories'] or ())\n"),
        td.codemods.example("found = registry.get_by_category('middleware')\n"),
        td.codemods.example("import tdom_svcs\n\n\ndef get_by_category(word):\n    return {'middleware': 1}[word]\n"),
    ]

    def changes(self, view: td.ModuleView) -> t.Iterator[td.Fix | td.codemods.Remainder]:
        if view.imported_packages.isdisjoint({"svcs_hopscotch", "tdom_svcs", "svcs_di"}):
            return
        given = td.codemods.given_roles(view)
        for site in (*td.codemods.category_calls(view), *td.codemods.category_tests(view)):
            if not site.words & (td.codemods.ROLES | {""}):
                continue
            reason = _objection(site, given)
            left = self._left(view, site.place, reason or _MORE)
            yield site.fix if site.fix is not None and not reason else left
        for name in td.codemods.category_methods(view):
            yield self._left(view, name, _UNTOLD)
        for place in dict.fromkeys(td.codemods.category_lists(view)):
            yield self._left(view, place, "all categories are compared at once; ask for the kind instead")

    def _left(self, view: td.ModuleView, place: Node, reason: str) -> td.codemods.Remainder:
        return td.codemods.Remainder(self.context.filename or "", view.span(place), reason)


_UNTOLD: t.Final = "what it looks for is not said here; where that is what something is, ask for the kind"
_MORE: t.Final = "the categories are not asked for alone; ask for the kind instead"


def _objection(site: td.codemods.CategorySite, given: set[str]) -> str:
    """Why what is asked for may be a category all the same; empty where it is none."""
    if "" in site.words:
        return "only a run tells what category is asked for"
    if given & site.words:
        return "this file gives something that category; where it means what it is, ask for the kind"
    return "" if site.words <= td.codemods.ROLES else "some of what is asked for is a kind, and some a category"
