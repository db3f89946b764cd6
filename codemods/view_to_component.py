"""`view-to-component`: one decorator takes the place of another, with its import, and names follow if they are to."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_KNOWN: t.Final = "from shop import view\n\n"
_SUFFIXES: t.Final = (("suffix", "new-suffix"), ("class-suffix", "new-class-suffix"))


class ViewToComponent(td.ProjectCodemod):
    """Changes decorators that are imported: a definition of that name in the file itself is another thing."""

    NAME = "view-to-component"
    DESCRIPTION = "`@view` becomes `@component`, with the import; names that end in a suffix get another."
    OPTIONS = (
        td.option("old", default="view", help="The decorator as it is, by name or dotted name."),
        td.option("new", default="component", help="The new one; without a module, it is where the old one was."),
        td.option("suffix", default="", help="How the functions' names end that get another ending; empty: none."),
        td.option("new-suffix", default="", help="That ending."),
        td.option("class-suffix", default="", help="How the classes' names end that get another ending."),
        td.option("new-class-suffix", default="", help="That ending."),
    )
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            f"{_KNOWN}@view('/')\ndef home(): ...\n\n@view  # plain\nclass Cart: ...\n",
            "from shop import component\n\n@component('/')\ndef home(): ...\n\n@component  # plain\nclass Cart: ...\n",
        ),
        td.codemods.example(
            "import shop.web as web\n\n@web.view\nasync def home(): ...\n",
            "import shop.web as web\n\n@web.component\nasync def home(): ...\n",
        ),
        td.codemods.example(
            "from shop import cart, view as v\n\n@v\ndef home():\n    return cart\n",
            "from shop import cart\nfrom tdom_svcs import component\n\n@component\ndef home():\n    return cart\n",
            options={"old": "shop.view", "new": "tdom_svcs.component"},
        ),
        td.codemods.example(
            f"{_KNOWN}@view\ndef home(): ...\n\nmore = view(home)\n",
            "from shop import component, view\n\n@component\ndef home(): ...\n\nmore = view(home)\n",
        ),
        td.codemods.example(
            f"{_KNOWN}@view\ndef home_view(): ...\n\n@view\nclass CartView: ...\n\ndef other_view(): ...\n",
            "from shop import component\n\n@component\ndef home(): ...\n\n@component\nclass CartPart: ...\n\n"
            "def other_view(): ...\n",
            path="app/pages.py",
            options={"suffix": "_view", "class-suffix": "View", "new-class-suffix": "Part"},
            files={
                "app/__init__.py": "from app.pages import CartView, home_view\n",
                "tests/test_pages.py": "import app\n\nassert app.home_view() == t'<{app.CartView} />'\n",
            },
            files_after={
                "app/__init__.py": "from app.pages import CartPart, home\n",
                "tests/test_pages.py": "import app\n\nassert app.home() == t'<{app.CartPart} />'\n",
            },
        ),
        td.codemods.example(
            f"{_KNOWN}@view\ndef home_view(): ...\n\nhome = 1\n",
            "from shop import component\n\n@component\ndef home_view(): ...\n\nhome = 1\n",
            options={"suffix": "_view"},
        ),
        td.codemods.example("def view(f): ...\n\n@view\ndef home(): ...\n"),
        td.codemods.example("from other import view\n\n@view\ndef home(): ...\n", options={"old": "shop.view"}),
        td.codemods.example(f"{_KNOWN}def component(): ...\n\n@view\ndef home(): ...\n"),
        td.codemods.example(f"{_KNOWN}# @view\nx = '@view'\n\ndef home_view(view):\n    return view\n"),
        td.codemods.example("from shop import preview\n\n@preview\ndef home(): ...\n"),
        td.codemods.example(
            "try:\n    from shop import view\nexcept ImportError:\n    from old import view\n\n@view\ndef home(): ...\n"
        ),
        td.codemods.example("from shop import *\n\n@view\ndef home(): ...\n"),
    ]

    @classmethod
    def problem_with(cls, options: Mapping[str, object]) -> str:
        for name in ("old", "new"):
            if not all(part.isidentifier() for part in str(options[name]).split(".")):
                return f"`{options[name]}` is no name of a decorator: `{name}` takes one such as `view` or `shop.view`"
        return ""

    def rewrite(self, codebase: td.codemods.Codebase) -> td.codemods.Rewrite:
        files: dict[str, td.codemods.FileEdits] = {}
        left: list[td.codemods.Remainder] = []
        wishes: dict[tuple[str, td.Span], tuple[str, str]] = {}
        last = str(self.option("old")).rpartition(".")[2].encode()
        for path in (one for one in codebase.sources if last in codebase.contents[one] and codebase.is_writable(one)):
            view = codebase.view(path)
            sites = [*self._sites(view)] if view is not None else []
            for change in self._exchanged(path, view, sites) if view is not None else ():
                if isinstance(change, td.codemods.Remainder):
                    left.append(change)
                else:
                    files[path] = change
                    wishes |= self._wishes(codebase, path, view, sites) if view is not None else {}
        renamed = td.codemods.renamings(codebase, wishes) if wishes else td.codemods.Rewrite()
        for wish in renamed.files:
            if isinstance(wish, td.codemods.FileEdits):
                own = files.get(wish.path, td.codemods.FileEdits(wish.path))
                edits = tuple(sorted({*own.edits, *wish.edits}))
                files[wish.path] = td.codemods.FileEdits(wish.path, edits, own.imports, "", wish.symbols)
        every = tuple(files[path] for path in sorted(files))
        return td.codemods.Rewrite(every, renamed.proposals, (*left, *renamed.remainders))

    def _sites(self, view: td.ModuleView) -> Iterator[tuple[Node, Node]]:
        """Each definition with what says the old decorator above it."""
        old = str(self.option("old"))
        for node in (*view.nodes["function"], *view.nodes["class"]):
            for decorator in td.python.definitions_of(view).decorator_nodes(node):
                reference = td.python.decorator_reference(view, decorator)
                is_old = reference == old if "." in old else reference.rpartition(".")[2] == old and "." in reference
                if is_old and not reference.startswith(":"):
                    yield node, decorator.child_by_field_name("function") or decorator

    def _exchanged(
        self, path: str, view: td.ModuleView, sites: list[tuple[Node, Node]]
    ) -> Iterator[td.codemods.FileEdits | td.codemods.Remainder]:
        """The edits of one file, or the first place that is in the way of all of them."""
        edits: list[td.Edit] = []
        requests: set[td.ImportRequest] = set()
        for _, said in sites:
            module = view.resolve(said).rpartition(".")[0]
            home, _, name = str(self.option("new")).rpartition(".")
            attribute = said.child_by_field_name("attribute")
            spelled = None if _is_in_fallback(view, said) else td.importable(view, home or module, name)
            if attribute is not None and home in {"", module}:
                place, text = view.span(attribute), name
            elif spelled is not None:
                place, text = view.span(said), spelled[0]
                requests.update(spelled[1])
            else:
                yield td.codemods.Remainder(
                    path, view.span(said), f"`{name}` means another thing here, or the old one a fallback"
                )
                return
            edits.append(td.Edit(place.start, place.end, text))
        if edits:
            names = {view.text(said) for _, said in sites if said.type == "identifier"}
            edits += _without_unused(path, view, names, sites, requests)
            yield td.codemods.FileEdits(path, tuple(sorted(edits)), tuple(sorted(requests)))

    def _wishes(
        self, codebase: td.codemods.Codebase, path: str, view: td.ModuleView, sites: list[tuple[Node, Node]]
    ) -> Mapping[tuple[str, td.Span], tuple[str, str]]:
        """The definitions that get another name, with it."""
        wishes: dict[tuple[str, td.Span], tuple[str, str]] = {}
        for node, _ in sites:
            suffix, new = _SUFFIXES[node.type == "class_definition"]
            ending, dotted = str(self.option(suffix)), td.python.path_of(view, node)
            name = node.child_by_field_name("name")
            if name is not None and ending and dotted.endswith(ending) and dotted != ending and "." not in dotted:
                other = f"{dotted.removesuffix(ending)}{self.option(new)}"
                wishes[path, view.span(name)] = (f"{codebase.project.module_name(path)}.{dotted}", other)
        return wishes


def _without_unused(
    path: str, view: td.ModuleView, names: set[str], sites: list[tuple[Node, Node]], requests: set[td.ImportRequest]
) -> Iterator[td.Edit]:
    """The old import goes where nothing else says its name; where the new one is beside it, it takes its place."""
    places = {said.start_byte for _, said in sites}
    for statement in view.nodes["import"] if not path.endswith(("__init__.py", "__init__.pyi")) else ():
        for part in statement.children_by_field_name("name"):
            bound = view.text(part.child_by_field_name("alias") or part)
            uses = {node.start_byte for node in view.readers.get(bound, ()) if not _is_in(node, part)}
            if bound not in names or not uses <= places or td.python.is_fallback(statement):
                continue
            origin = statement.child_by_field_name("module_name")
            beside = {one for one in requests if origin is not None and one.module == view.text(origin)}
            if beside:
                requests -= beside
                span = view.span(part)
                yield td.Edit(span.start, span.end, next(iter(beside)).name)
            else:
                yield from td.codemods.without_names(view, statement, [part])


def _is_in_fallback(view: td.ModuleView, said: Node) -> bool:
    """Whether what says a decorator comes from an import that may fail."""
    first = view.text(said).partition(".")[0]
    statements = (node.parent for node in view.readers.get(first, ()) if node.parent is not None)
    return any(td.python.is_fallback(node) for node in statements if node.type in {"dotted_name", "aliased_import"})


def _is_in(node: Node, part: Node) -> bool:
    return part.start_byte <= node.start_byte < part.end_byte
