"""`keyword-only-injection`: what a container fills in is given by name, at the view and wherever it is called."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_PARTIAL: t.Final = "functools.partial"
_TOLD: t.Final = frozenset(
    {"aliased_import", "decorator", "dotted_name", "function_definition", "import_from_statement", "import_statement"}
)


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
                render = partial(pages.hello_view, users, name="Ann")
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
                render = partial(pages.hello_view, users=users, name="Ann")
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

            @hello_view
            def page(hello): ...

            html(t"<{hello_view} /><{hello_view}></{hello_view}>")
            getattr(users, "hello")
            """,
            """
            from svcs_di import Inject
            from tdom import html

            def hello_view(*, users: Inject[Users]): ...

            @hello_view
            def page(hello): ...

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

    def rewrite(self, codebase: td.codemods.Codebase) -> td.codemods.Rewrite:
        edits: dict[str, set[td.Edit]] = {}
        left: list[td.codemods.Remainder] = []
        for path in codebase.sources:
            view = codebase.view(path) if codebase.is_writable(path) and b"svcs" in codebase.contents[path] else None
            for found in td.views.views_in(view, path, self.option) if view is not None else ():
                changes = [*_changes(codebase, path, view, found)] if view is not None else []
                obstacles = [change for change in changes if isinstance(change, td.codemods.Remainder)]
                left += obstacles
                for change in changes if not obstacles else ():
                    if isinstance(change, td.codemods.FileEdits):
                        edits.setdefault(change.path, set()).update(change.edits)
        files = [td.codemods.FileEdits(path, tuple(sorted(found))) for path, found in sorted(edits.items()) if found]
        return td.codemods.Rewrite(tuple(files), (), tuple(sorted(left, key=lambda one: (one.path, one.span))))


def _changes(
    codebase: td.codemods.Codebase, path: str, view: td.ModuleView, found: td.views.View
) -> Iterator[td.codemods.FileEdits | td.codemods.Remainder]:
    """What it takes to change one view, or what is in the way."""
    parameters = [fact for fact in found.call.parameters if fact.is_positional] if found.call is not None else []
    first = next((index for index, fact in enumerate(parameters) if fact.marker), None)
    if found.call is None or first is None:
        return
    place = td.Span(found.fact.start, found.fact.end)
    function = td.views.node_of(view, found.call)
    fix = td.codemods.keyword_only(view, function, parameters[first])
    if found.is_class:
        yield td.codemods.Remainder(path, place, "who calls an instance of it is not known: put the `*` there yourself")
    elif _has_overloads(view, found.name):
        yield td.codemods.Remainder(path, place, "it has overloads: put the `*` there yourself, and in each of them")
    elif fix is None:
        advice = td.codemods.keyword_advice(view, function, parameters[first])
        yield td.codemods.Remainder(path, place, f"{advice} yourself")
    else:
        yield td.codemods.FileEdits(path, fix.edits)
        yield from _at_calls(codebase, path, found.name, [fact.name for fact in parameters], first)


def _has_overloads(view: td.ModuleView, name: str) -> bool:
    modules = ("typing", "typing_extensions")
    sites = (site for module in modules for site in td.codemods.decorated_with(view, f"{module}.overload"))
    return any(td.python.path_of(view, site.definition) == name for site in sites)


def _at_calls(
    codebase: td.codemods.Codebase, path: str, name: str, names: Sequence[str], first: int
) -> Iterator[td.codemods.FileEdits | td.codemods.Remainder]:
    """The calls of a function, in every file that says its name, or another that an import gives it."""
    for other in _saying(codebase, name):
        view = codebase.view(other)
        if view is None:
            continue
        for place in _otherwise(codebase, other, view, (path, name)):
            reason = f"`{name}` is not called here, and whoever has it from here may call it by position"
            yield td.codemods.Remainder(other, view.span(place), reason)
        for call in view.nodes["call"]:
            shift = _shift(codebase, other, view, call, (path, name))
            if shift is None:
                continue
            edits = td.codemods.named_arguments(view, call, ["", *names][1 - shift :], first + shift)
            if edits is None:
                yield td.codemods.Remainder(
                    other, view.span(call), f"which arguments of `{name}` are which is not known"
                )
            elif edits and not codebase.is_writable(other):
                yield td.codemods.Remainder(other, view.span(call), "it is outside of what is written")
            else:
                yield td.codemods.FileEdits(other, edits)


def _otherwise(
    codebase: td.codemods.Codebase, path: str, view: td.ModuleView, wanted: tuple[str, str]
) -> Iterator[Node]:
    """Where a function is handed on or given another name: who calls it then is not known."""
    names = {wanted[1], *(fact.alias.partition(".")[0] for fact in view.imports)}
    for node in (node for name in sorted(names) for node in view.readers.get(name, ())):
        place = _reference(codebase, path, node, wanted)
        if place is not None and not _is_known_use(view, place):
            yield place
    for call in view.nodes["call"]:
        function, given = call.child_by_field_name("function"), td.python.arguments_of(view, call).positional
        is_getattr = function is not None and view.text(function) == "getattr"
        if is_getattr and any(td.python.static_text(view, each) == wanted[1] for each in given[1:2]):
            yield call


def _reference(codebase: td.codemods.Codebase, path: str, node: Node, wanted: tuple[str, str]) -> Node | None:
    """The expression that means the function and begins with a name: `hello_view`, `shop.pages.hello_view`."""
    while not _is_meant(codebase, path, codebase.reference(path, node), wanted):
        parent = node.parent
        if parent is None or parent.type != "attribute" or parent.child_by_field_name("object") != node:
            return None
        node = parent
    return node


def _is_known_use(view: td.ModuleView, node: Node) -> bool:
    """A call, a tag, a decorator, an import, or what `partial` is given first, whose arguments are changed with it."""
    parent = node.parent
    if parent is None or parent.type in _TOLD:
        return True
    if parent.type == "call":
        return parent.child_by_field_name("function") == node
    if parent.type == "interpolation":
        return view.source.utf8[: parent.start_byte].endswith((b"<", b"</"))
    call = parent.parent if parent.type == "argument_list" else None
    function = call.child_by_field_name("function") if call is not None else None
    return function is not None and view.resolve(function) == _PARTIAL and parent.named_children[0] == node


def _saying(codebase: td.codemods.Codebase, name: str) -> Sequence[str]:
    names = {name.encode()}
    while True:
        paths = [path for path in codebase.sources if any(one in codebase.contents[path] for one in names)]
        views = (codebase.view(path) for path in paths)
        facts = [fact for view in views if view is not None for fact in view.imports]
        more = {fact.alias.encode() for fact in facts if fact.name.encode() in names} - names
        if not more:
            return paths
        names |= more


def _shift(
    codebase: td.codemods.Codebase, path: str, view: td.ModuleView, call: Node, wanted: tuple[str, str]
) -> int | None:
    """How many arguments stand before those of the function: one in `partial(function, ...)`; None for other calls."""
    function = call.child_by_field_name("function")
    if function is None:
        return None
    if view.resolve(function) == _PARTIAL:
        given = td.python.arguments_of(view, call).positional
        return 1 if given and _is_meant(codebase, path, codebase.reference(path, given[0]), wanted) else None
    return 0 if _is_meant(codebase, path, codebase.reference(path, function), wanted) else None


def _is_meant(codebase: td.codemods.Codebase, path: str, reference: str, wanted: tuple[str, str]) -> bool:
    if reference.startswith(":"):
        return (path, reference[1:]) == wanted
    symbol = codebase.project.resolve(path, reference) if reference else None
    return symbol is not None and symbol.function is not None and (symbol.path, symbol.function.path) == wanted
