"""`keyword-only-injection`: what a container fills in is given by name, at the view and wherever it is called."""

from __future__ import annotations

import typing as t
from collections.abc import Collection, Iterator, Mapping

from tdomcheck import authoring as td


class KeywordOnlyInjection(td.ProjectCodemod):
    """Changes a view only where every call of it in the project can be changed with it."""

    NAME = "keyword-only-injection"
    DESCRIPTION = "Injected parameters of views stand behind a `*`, and calls give them, and what follows, by name."
    OPTIONS = td.views.OPTIONS
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            """
            from svcs_di import Inject

            def hello_view(name: str, users: Inject[Users], mail: Inject[Mail]) -> str: ...

            hello_view("Ann", all_users, mail=None)
            """,
            """
            from svcs_di import Inject

            def hello_view(name: str, *, users: Inject[Users], mail: Inject[Mail]) -> str: ...

            hello_view("Ann", users=all_users, mail=None)
            """,
        ),
        td.codemods.example(
            "from svcs_di import Inject\n\ndef hello_view(users: Inject[Users], title: str, *, name: str): ...\n",
            "from svcs_di import Inject\n\ndef hello_view(*, users: Inject[Users], title: str, name: str): ...\n",
            path="shop/pages.py",
            files={
                "shop/__init__.py": "",
                "tests/test_pages.py": """
                from functools import partial

                import shop.pages as pages
                from shop.pages import hello_view as hello

                assert hello(
                    (found := users),  # of a test
                    "Hello",
                    name="Ann",
                )
                render = partial(pages.hello_view, users, title="Hello")
                """,
                "other.py": "def hello_view(a, b): ...\n\nhello_view(1, 2)\n",
                "again.py": "from shop.pages import hello_view as greet\n",
                "run.py": "from again import greet\n\ngreet(users, 'Hello', name='Ann')\n",
            },
            files_after={
                "shop/__init__.py": "",
                "tests/test_pages.py": """
                from functools import partial

                import shop.pages as pages
                from shop.pages import hello_view as hello

                assert hello(
                    users=(found := users),  # of a test
                    title="Hello",
                    name="Ann",
                )
                render = partial(pages.hello_view, users=users, title="Hello")
                """,
                "other.py": "def hello_view(a, b): ...\n\nhello_view(1, 2)\n",
                "again.py": "from shop.pages import hello_view as greet\n",
                "run.py": "from again import greet\n\ngreet(users=users, title='Hello', name='Ann')\n",
            },
        ),
        td.codemods.example(
            "from svcs_di import Inject\n\ndef hello_view(users: Inject[Users]): ...\n",
            path="shop.py",
            files={"run.py": "from shop import hello_view\n\nhello_view(*everything)\n"},
        ),
        # Documents and docstrings show calls, too.
        td.codemods.example(
            """
            from svcs_di import Inject

            def hello_view(users: Inject[int], name):
                '''
                >>> hello_view("users", "Ann")
                '''
            """,
            """
            from svcs_di import Inject

            def hello_view(*, users: Inject[int], name):
                '''
                >>> hello_view(users="users", name="Ann")
                '''
            """,
            path="shop.py",
            files={
                "README.md": "```python\nfrom shop import hello_view\n```\n\n```pycon\n>>> hello_view(1, 2)\n```\n",
                "own.md": "```python\ndef hello_view(a, b): ...\n\nhello_view(1, 2)\n```\n",
            },
            files_after={
                "README.md": "```python\nfrom shop import hello_view\n```\n\n"
                "```pycon\n>>> hello_view(users=1, name=2)\n```\n",
                "own.md": "```python\ndef hello_view(a, b): ...\n\nhello_view(1, 2)\n```\n",
            },
        ),
        # Taken by a star, also through another file; what a file binds itself is not that.
        td.codemods.example(
            "from svcs_di import Inject\n\ndef hello_view(users: Inject[Users], c=1): ...\n",
            "from svcs_di import Inject\n\ndef hello_view(*, users: Inject[Users], c=1): ...\n",
            path="shop.py",
            files={
                "run.py": "from shop import *\n\nhello_view(2, 3)\n",
                "again.py": "from run import *\n\n[hello_view(2) for _ in everybody]\n",
                "own.py": "from shop import *\n\ndef run(hello_view):\n    return hello_view(2, 3)\n",
            },
            files_after={
                "run.py": "from shop import *\n\nhello_view(users=2, c=3)\n",
                "again.py": "from run import *\n\n[hello_view(users=2) for _ in everybody]\n",
                "own.py": "from shop import *\n\ndef run(hello_view):\n    return hello_view(2, 3)\n",
            },
        ),
        td.codemods.example(
            "from svcs_di import Inject\n\ndef hello_view(users: Inject[Users], c=1): ...\n",
            path="shop.py",
            files={"run.py": "from shop import *\n\nmap(hello_view, users)\n"},
        ),
        # Whoever has the partial may go on by position, and a decorator is called by position.
        td.codemods.example(
            """
            from functools import partial

            from svcs_di import Inject

            def hello_view(users: Inject[Users], title): ...

            render = partial(hello_view, 1)
            render("title")
            """
        ),
        td.codemods.example(
            "from svcs_di import Inject\n\ndef hello_view(users: Inject[Users]): ...\n\n@hello_view\ndef page(): ...\n"
        ),
        td.codemods.example(
            """
            from svcs_di import Inject

            def hello_view(page, users: Inject[Users]=None): ...

            @hello_view
            def page(): ...
            """,
            """
            from svcs_di import Inject

            def hello_view(page, *, users: Inject[Users]=None): ...

            @hello_view
            def page(): ...
            """,
        ),
        # Handed on, and given another name: who calls it then is not known.
        td.codemods.example(
            "from svcs_di import Inject\n\ndef hello_view(users: Inject[Users]): ...\n\ngreet = hello_view\n"
        ),
        td.codemods.example(
            "from svcs_di import Inject\n\ndef hello_view(users: Inject[Users]): ...\n",
            path="shop.py",
            files={"run.py": "import shop\n\nshop.hello_view(1)\nlist(map(shop.hello_view, everybody))\n"},
        ),
        td.codemods.example(
            "from svcs_di import Inject\n\ndef hello_view(users: Inject[Users]): ...\n",
            path="shop.py",
            files={"run.py": "import shop\n\ngetattr(shop, 'hello_view')(1)\n"},
        ),
        td.codemods.example(
            """
            from svcs_di import Inject
            from tdom import html

            def hello_view(users: Inject[Users]): ...

            html(t"<{hello_view} /><{hello_view}></{hello_view}>")
            getattr(users, "hello")
            """,
            """
            from svcs_di import Inject
            from tdom import html

            def hello_view(*, users: Inject[Users]): ...

            html(t"<{hello_view} /><{hello_view}></{hello_view}>")
            getattr(users, "hello")
            """,
        ),
        td.codemods.example("from svcs_di import Inject\n\ndef hello_view(name, *, users: Inject[Users]): ...\n"),
        td.codemods.example("from svcs_di import Inject\n\ndef hello_view(users: Inject[Users], /, name): ...\n"),
        td.codemods.example("from svcs_di import Inject\n\ndef hello_view(users: Inject[Users], *names): ...\n"),
        # What an overload promises would no longer hold.
        td.codemods.example(
            """
            from typing import overload

            from svcs_di import Inject

            @overload
            def hello_view(users: Inject[Users], name: str): ...
            @overload
            def hello_view(users: Inject[Users]): ...
            def hello_view(users: Inject[Users], name=""): ...

            hello_view(1)
            """
        ),
        td.codemods.example("from svcs_di import Inject\n\ndef hello(users: Inject[Users]): ...\n"),
        td.codemods.example("import svcs\n\ndef hello_view(container: svcs.Container): ...\n"),
        td.codemods.example(
            "from svcs_di import Inject\n\nclass HelloView:\n    def __call__(self, users: Inject[Users]): ...\n"
        ),
    ]

    @classmethod
    def problem_with(cls, options: Mapping[str, object]) -> str:
        names = t.cast("tuple[str, ...]", options["decorators"])
        return next(filter(None, (td.codemods.decorator_problem("decorators", name) for name in names)), "")

    def rewrite(self, codebase: td.codemods.Codebase) -> td.codemods.Rewrite:
        edits: dict[str, set[td.Edit]] = {}
        left: list[td.codemods.Remainder] = []
        for path in codebase.sources:
            view = codebase.view(path) if codebase.is_writable(path) and b"svcs" in codebase.contents[path] else None
            overloaded = _overloaded(view) if view is not None else frozenset()
            for found in td.views.views_in(view, path, self.option) if view is not None else ():
                changes, rows = _agreed(codebase, path, view, found, overloaded) if view is not None else ([], [])
                left += rows
                for change in changes:
                    edits.setdefault(change.path, set()).update(change.edits)
        files = [td.codemods.FileEdits(path, tuple(sorted(found))) for path, found in sorted(edits.items()) if found]
        return td.codemods.Rewrite(tuple(files), (), tuple(sorted(left, key=lambda one: (one.path, one.span))))


def _positional(found: td.views.View) -> tuple[list[str], int | None]:
    """The parameters that a caller may give by position, and the place of the first that a container fills."""
    parameters = [fact for fact in found.call.parameters if fact.is_positional] if found.call is not None else []
    first = next((index for index, fact in enumerate(parameters) if fact.marker), None)
    return [fact.name for fact in parameters], first


def _agreed(
    codebase: td.codemods.Codebase, path: str, view: td.ModuleView, found: td.views.View, overloaded: Collection[str]
) -> tuple[list[td.codemods.FileEdits], list[td.codemods.Remainder]]:
    """All that it takes to change one view if nothing is in the way, and the rows about it."""
    changes = [*_changes(codebase, path, view, found, overloaded)]
    obstacles = [change for change in changes if isinstance(change, td.codemods.Remainder)]
    if obstacles or not changes:
        return [], obstacles
    names, first = _positional(found)
    edits = [change for change in changes if isinstance(change, td.codemods.FileEdits)]
    return edits, [*td.codemods.doubtful_calls(codebase, found.name, names, first or 0)]


def _changes(
    codebase: td.codemods.Codebase, path: str, view: td.ModuleView, found: td.views.View, overloaded: Collection[str]
) -> Iterator[td.codemods.FileEdits | td.codemods.Remainder]:
    """What it takes to change one view, or what is in the way."""
    names, first = _positional(found)
    if found.call is None or first is None:
        return
    injected = next(fact for fact in found.call.parameters if fact.name == names[first])
    place = td.Span(found.fact.start, found.fact.end)
    function = td.views.node_of(view, found.call)
    fix = td.codemods.keyword_only(view, function, injected)
    if found.is_class:
        yield td.codemods.Remainder(path, place, "who calls an instance of it is not known: put the `*` there yourself")
    elif found.name in overloaded:
        yield td.codemods.Remainder(path, place, "it has overloads: put the `*` there yourself, and in each of them")
    elif td.python.definition(view, f":{found.name}") is None:
        reason = "the file binds its name to something else, too, which a call may mean: put the `*` there yourself"
        yield td.codemods.Remainder(path, place, reason)
    elif fix is None:
        advice = td.codemods.keyword_advice(view, function, injected)
        yield td.codemods.Remainder(path, place, f"{advice} yourself")
    else:
        yield td.codemods.FileEdits(path, fix.edits)
        yield from td.codemods.calls_by_name(codebase, path, found.name, names, first)


def _overloaded(view: td.ModuleView) -> frozenset[str]:
    """The functions of a file that have overloads."""
    modules = ("typing", "typing_extensions")
    sites = (site for module in modules for site in td.codemods.decorated_with(view, f"{module}.overload"))
    return frozenset(td.python.path_of(view, site.definition) for site in sites)
