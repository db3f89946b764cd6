"""`view-to-component`: one decorator takes the place of another, with its import, and names follow if they are to."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping, Sequence

from tdomcheck import authoring as td

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
        td.codemods.example(
            """
            def first():
                from shop import view

                @view
                def home(): ...

            def second():
                from shop import cart, view

                @view
                def home():
                    return cart
            """,
            """
            def first():
                from shop import component

                @component
                def home(): ...

            def second():
                from shop import cart, component

                @component
                def home():
                    return cart
            """,
        ),
        # Documents and docstrings show it, too; what one does not import, another module of that name may have.
        td.codemods.example(
            """
            from shop import view

            @view
            def home():
                '''
                >>> @view
                ... def other(): ...
                '''
            """,
            """
            from shop import component

            @component
            def home():
                '''
                >>> @component
                ... def other(): ...
                '''
            """,
            files={
                "README.md": "```python\nfrom shop import view\n\n@view\ndef home(): ...\n```\n",
                "own.md": "```python\ndef view(f): ...\n\n@view\ndef home(): ...\n```\n",
            },
            files_after={
                "README.md": "```python\nfrom shop import component\n\n@component\ndef home(): ...\n```\n",
                "own.md": "```python\ndef view(f): ...\n\n@view\ndef home(): ...\n```\n",
            },
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
        problems = (td.codemods.decorator_problem(name, str(options[name])) for name in ("old", "new"))
        return next(filter(None, problems), "")

    def rewrite(self, codebase: td.codemods.Codebase) -> td.codemods.Rewrite:
        files: dict[str, td.codemods.FileEdits] = {}
        left: list[td.codemods.Remainder] = []
        wishes: dict[tuple[str, td.Span], tuple[str, str]] = {}
        last = str(self.option("old")).rpartition(".")[2].encode()
        for path in (one for one in codebase.paths if last in codebase.contents[one] and codebase.is_writable(one)):
            edits, imports = set[td.Edit](), tuple[td.ImportRequest, ...]()
            for change in self._changes(codebase, path, wishes):
                if isinstance(change, td.codemods.Remainder):
                    left.append(change)
                else:
                    edits, imports = edits | {*change.edits}, (*imports, *change.imports)
            if edits:
                files[path] = td.codemods.FileEdits(path, tuple(sorted(edits)), imports)
        renamed = td.codemods.renamings(codebase, wishes) if wishes else td.codemods.Rewrite()
        for wish in renamed.files:
            if isinstance(wish, td.codemods.FileEdits):
                own = files.get(wish.path, td.codemods.FileEdits(wish.path))
                both = tuple(sorted({*own.edits, *wish.edits}))
                files[wish.path] = td.codemods.FileEdits(wish.path, both, own.imports, "", wish.symbols)
        every = tuple(files[path] for path in sorted(files))
        return td.codemods.Rewrite(every, renamed.proposals, (*left, *renamed.remainders))

    def _changes(
        self, codebase: td.codemods.Codebase, path: str, wishes: dict[tuple[str, td.Span], tuple[str, str]]
    ) -> t.Iterator[td.codemods.FileEdits | td.codemods.Remainder]:
        """What becomes of a file, and of the code that it shows; `wishes` gets the names that change."""
        old, new = str(self.option("old")), str(self.option("new"))
        above: set[td.ImportRequest] = set()
        view, shown = codebase.view(path), codebase.shown(path)
        for code in (*([view] if view is not None else []), *shown.views):
            yield from self._doubts(codebase, path, code)
            sites = [*td.codemods.decorated_with(code, old)]
            missing = self._missing(codebase, path, code, sites)
            if missing is not None:
                yield missing
                continue
            is_own = code is view
            exchange = td.codemods.exchanged_decorators if is_own else td.codemods.exchanged_in_block
            needed = td.codemods.needed_elsewhere(codebase, path, code, sites, old)
            change = exchange(code, path, sites, new, () if is_own else above, needed)
            if change is not None:
                yield change
            if isinstance(change, td.codemods.FileEdits):
                above |= {td.ImportRequest(*self._home_of(code, site)) for site in sites}
                wishes |= self._wishes(codebase.project.module_name(path), path, code, sites) if is_own else {}
                yield from self._unnamed(path, code, sites, is_own=is_own)
        yield from shown.unread_rows(f"@{old.rpartition('.')[2]}")

    def _doubts(
        self, codebase: td.codemods.Codebase, path: str, code: td.ModuleView
    ) -> t.Iterator[td.codemods.Remainder]:
        old = str(self.option("old"))
        for node, reason in td.codemods.doubtful_decorators(code, old):
            yield td.codemods.Remainder(path, code.span(node), reason)
        for site in td.codemods.decorated_with(code, old.rpartition(".")[2]) if "." in old else ():
            reference = code.resolve(site.decorator)
            symbol = codebase.project.resolve(path, reference) if reference != old else None
            if symbol is not None and symbol.key == old:
                reason = (
                    f"`{code.text(site.decorator)}` is `{old}` that came by `{reference}`: run again with that as `old`"
                )
                yield td.codemods.Remainder(path, code.span(site.decorator), reason)
        homeless = td.codemods.homeless_decorators(codebase, path, code, old) if code.source.is_hosted else ()
        for node in homeless:
            reason = f"nothing here tells where `{code.text(node)}` is from: change it yourself if it is that decorator"
            yield td.codemods.Remainder(path, code.span(node), reason)

    def _home_of(self, view: td.ModuleView, site: td.codemods.DecoratedSite) -> tuple[str, str]:
        """The module that the new decorator is to come from, and its name there."""
        home, _, name = str(self.option("new")).rpartition(".")
        return home or view.resolve(site.decorator).rpartition(".")[0], name

    def _missing(
        self, codebase: td.codemods.Codebase, path: str, view: td.ModuleView, sites: Sequence[td.codemods.DecoratedSite]
    ) -> td.codemods.Remainder | None:
        """The first decorator of a file that would be imported from where it is not."""
        for site in sites:
            module, name = self._home_of(view, site)
            if td.codemods.lacks_name(codebase, path, module, name):
                reason = f"`{module}` has no `{name}`: say by `new` which module has it, as in tdom_svcs.{name}"
                return td.codemods.Remainder(path, view.span(site.decorator), reason)
        return None

    def _unnamed(
        self, path: str, view: td.ModuleView, sites: Sequence[td.codemods.DecoratedSite], *, is_own: bool
    ) -> t.Iterator[td.codemods.Remainder]:
        """What has the old ending and keeps it."""
        for node in (site.definition for site in sites):
            ending, dotted = (
                str(self.option(_SUFFIXES[node.type == "class_definition"][0])),
                td.python.path_of(view, node),
            )
            name = node.child_by_field_name("name")
            if name is not None and ending and dotted.endswith(ending) and ("." in dotted or not is_own):
                reason = "it keeps its name: only what stands at the top of a module gets another ending"
                yield td.codemods.Remainder(path, view.span(name), reason)

    def _wishes(
        self, module: str, path: str, view: td.ModuleView, sites: Sequence[td.codemods.DecoratedSite]
    ) -> Mapping[tuple[str, td.Span], tuple[str, str]]:
        """The definitions that get another name, with it."""
        wishes: dict[tuple[str, td.Span], tuple[str, str]] = {}
        for node in (site.definition for site in sites):
            suffix, new = _SUFFIXES[node.type == "class_definition"]
            ending, dotted = str(self.option(suffix)), td.python.path_of(view, node)
            name = node.child_by_field_name("name")
            if name is not None and ending and dotted.endswith(ending) and dotted != ending and "." not in dotted:
                other = f"{dotted.removesuffix(ending)}{self.option(new)}"
                wishes[path, view.span(name)] = (f"{module}.{dotted}", other)
        return wishes
