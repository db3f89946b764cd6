"""From a site to its edits: what the examples of rules and codemods leave open."""

from __future__ import annotations

import pytest

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.edits.imports import all_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.classes import definitions_of
from tdomcheck.model import Fix, Span
from tdomcheck.model.changes import FileEdits, Remainder
from tdomcheck.refactor.renamings import renamings
from tdomcheck.rewrite.migrations.category_kind import category_tests
from tdomcheck.rewrite.migrations.exchanged_decorators import decorated_with, exchanged_decorators
from tdomcheck.rewrite.migrations.factory_parameter import renamed_for_container
from tdomcheck.rewrite.migrations.keyword_only import named_arguments
from tdomcheck.rewrite.migrations.merged_imports import redirected_imports
from tdomcheck.rewrite.migrations.moved_imports import moved_imports
from tdomcheck.rewrite.migrations.moved_uses import moved_attributes
from tdomcheck.rewrite.migrations.svcs_changes import pyramid_imports, with_uses_of_pyramid
from tdomcheck.source.text import SourceText


def viewed(text: str) -> ModuleView:
    return ModuleView(SourceText(text.encode())).closely


def fixed(view: ModuleView, *changes: Fix | Remainder) -> str:
    edits = {edit for change in changes if isinstance(change, Fix) for edit in all_edits(view, change)}
    return apply_edits(view.source, sorted(edits)).decode()


def redirected(text: str, path: str = "shop.py") -> str:
    view = viewed(text)
    return fixed(view, *redirected_imports(view, path, moved_imports(view, path)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (  # the order of others is kept
            "from svcs_di.injectors import scan\nfrom svcs_hopscotch.injectors import b, a\n",
            "from svcs_hopscotch.injectors import b, a, scan\n",
        ),
        (  # over several lines
            "from svcs_hopscotch.injectors import (\n    a,\n    z,\n)\nfrom svcs_di.injectors import scan\n",
            "from svcs_hopscotch.injectors import (\n    a,\n    scan,\n    z,\n)\n",
        ),
        (  # one name in brackets
            "from svcs_hopscotch.injectors import (\n    a,\n)\nfrom svcs_di.injectors import scan\n",
            "from svcs_hopscotch.injectors import (\n    a,\n    scan,\n)\n",
        ),
        (  # what is there already is not said twice
            "from svcs_hopscotch.injectors import scan\nfrom svcs_di.injectors import scan\n",
            "from svcs_hopscotch.injectors import scan\n",
        ),
        (  # in a block, with what stands there
            "if x:\n    from svcs_hopscotch import Get\n    from svcs_di import Resource as R\n",
            "if x:\n    from svcs_hopscotch import Get, Resource as R\n",
        ),
        (  # a comment stays with its name
            "from svcs_hopscotch import Get  # why\nfrom svcs_di import Resource  # because\n",
            "from svcs_hopscotch import Get  # why\nfrom svcs_hopscotch import Resource  # because\n",
        ),
        (  # code between two imports may need the first
            "from svcs_hopscotch import Get\nrun()\nfrom svcs_di import Resource\n",
            "from svcs_hopscotch import Get\nrun()\nfrom svcs_hopscotch import Resource\n",
        ),
        (  # a star binds what nobody lists
            "from svcs_hopscotch.injectors import *\nfrom svcs_di.injectors import scan\n",
            "from svcs_hopscotch.injectors import *\nfrom svcs_hopscotch.injectors import scan\n",
        ),
        ("from svcs_di.injectors import *\n", "from svcs_hopscotch.injectors import *\n"),
        (  # the package itself is imported as well
            "import svcs_di\nimport svcs_di.injectors\n\nx = svcs_di.auto, svcs_di.injectors.scan\n",
            "import svcs_di\nimport svcs_hopscotch.injectors\n\nx = svcs_di.auto, svcs_hopscotch.injectors.scan\n",
        ),
    ],
)
def test_an_import_that_moved_joins_those_of_its_new_home(text: str, expected: str) -> None:
    assert redirected(text) == expected
    assert redirected(expected) == expected


@pytest.mark.parametrize(
    "text",
    [
        "import svcs_di.injectors\nimport svcs_di.auto\n\nsvcs_di.injectors.scan()\n",
        "import svcs_di.injectors\n\nsvcs_di = 1\nprint(svcs_di)\n",
        "import svcs_di.injectors\n\nshow(svcs_di)\n",
        "import svcs_hopscotch.middleware\n\nsvcs_hopscotch.scan, svcs_hopscotch.middleware.Props\n",
    ],
)
def test_a_module_that_is_said_in_more_ways_than_one_is_left(text: str) -> None:
    view = viewed(text)
    changes = [*redirected_imports(view, "shop.py", moved_imports(view, "shop.py"))]

    assert [type(change) for change in changes] == [Remainder]


def test_the_packages_that_things_moved_between_are_left_alone() -> None:
    view = viewed("import svcs_di\n\nsvcs_di.injectable\n")

    assert [*moved_attributes(view, "src/svcs_hopscotch/again.py")] == []
    assert len([*moved_attributes(view, "src/shop/again.py")]) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from svcs import pyramid as p\n", "import svcs_pyramid as p\n"),
        ("from svcs import pyramid, Container\n", None),
        ("from svcs import (\n    pyramid,  # ours\n)\n", None),
        (
            "import svcs\nimport svcs.pyramid\n\nsvcs.pyramid.init(svcs)\n",
            "import svcs\nimport svcs_pyramid\n\nsvcs_pyramid.init(svcs)\n",
        ),
    ],
)
def test_an_import_of_svcs_pyramid_with_what_is_said_of_it(text: str, expected: str | None) -> None:
    view = viewed(text)
    [change] = pyramid_imports(view)
    fix = with_uses_of_pyramid(view, change)

    assert (fixed(view, fix) if fix is not None else None) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "def make(c):\n    return [c for c in c]\n",
            "def make(svcs_container):\n    return [c for c in svcs_container]\n",
        ),
        (
            "def make(c):\n    def f(c): return c\n    return c\n",
            "def make(svcs_container):\n    def f(c): return c\n    return svcs_container\n",
        ),
        (
            "def make(c):\n    c = c or 1\n    return c\n",
            "def make(svcs_container):\n    svcs_container = svcs_container or 1\n    return svcs_container\n",
        ),
        ("def make(c):\n    svcs_container = 1\n", None),
        ("def make(c): ...\n\nshop.make(c=1)\n", None),
        ("def make(c): ...\n\nother(c=1)\n", "def make(svcs_container): ...\n\nother(c=1)\n"),
        ("def make(c: int): ...\n", None),
        ("def make(size): ...\n", None),
    ],
)
def test_the_parameter_of_a_factory_is_renamed_in_its_own_scope(text: str, expected: str | None) -> None:
    view = viewed(text)
    function = view.nodes["function"][0]
    fix = renamed_for_container(view, function, next(definitions_of(view).parameters(function)))

    assert (fixed(view, fix) if fix is not None else None) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(1, 2, 3)", "f(1, b=2, c=3)"),
        ("f(1)", "f(1)"),
        ("f(1, (yield), **more)", "f(1, b=(yield), **more)"),
        ("f(1, x := 2)", "f(1, b=(x := 2))"),
        ("f(1, 2, c=3)", "f(1, b=2, c=3)"),
        ("f(1, 2, 3, 4)", None),
        ("f(1, *more)", None),
        ("f(x for x in y)", None),
    ],
)
def test_arguments_by_position_get_their_names(text: str, expected: str | None) -> None:
    view = viewed(text)
    edits = named_arguments(view, view.nodes["call"][0], ["a", "b", "c"], 1)

    assert (apply_edits(view.source, edits).decode() if edits is not None else None) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'hookable' in m['categories']", "m['kind'] == 'hookable'"),
        ("'hookable' not in m.get('categories', [])", "m.get('kind') != 'hookable'"),
        ("'hookable' in (m['categories'] or ())", None),
    ],
)
def test_a_kind_is_compared(text: str, expected: str | None) -> None:
    view = viewed(f"{text}\n")
    [site] = category_tests(view)

    assert (fixed(view, site.fix) if site.fix is not None else None) == (expected and f"{expected}\n")


def exchanged(text: str, path: str = "a.py", old: str = "view", new: str = "component") -> str | None:
    view = viewed(text)
    change = exchanged_decorators(view, path, [*decorated_with(view, old)], new)
    if not isinstance(change, FileEdits):
        return None
    fix = Fix("", change.edits, imports=change.imports)
    return fixed(view, fix)


def test_a_decorator_that_is_used_otherwise_keeps_its_import() -> None:
    text = "from shop import view\n\n@view\ndef a(): ...\n\nb = view(a)\n"

    assert exchanged(text) == "from shop import component, view\n\n@component\ndef a(): ...\n\nb = view(a)\n"


def test_a_package_keeps_what_it_offers() -> None:
    text = "from shop import view\n\n@view\ndef a(): ...\n"

    assert exchanged(text, "app/__init__.py") == "from shop import component, view\n\n@component\ndef a(): ...\n"


def test_a_decorator_by_two_names_has_one_afterwards() -> None:
    text = "from shop import view\nfrom shop import view as v\n\n@view\ndef a(): ...\n\n@v\ndef b(): ...\n"
    result = exchanged(text)

    assert result is not None
    assert "view" not in result
    assert result.count("@component") == 2


def test_nothing_is_exchanged_where_nothing_is_decorated() -> None:
    assert exchanged("def a(): ...\n") is None


def test_what_cannot_be_renamed_is_left_and_the_rest_is_renamed() -> None:
    files = {"shop.py": b"def a_view(): ...\n\ndef b_view(): ...\n\nb = 1\n", "use.py": b"from shop import a_view\n"}
    wishes = {
        ("shop.py", Span(4, 10)): ("shop.a_view", "a"),
        ("shop.py", Span(23, 29)): ("shop.b_view", "b"),
    }
    result = renamings(Codebase(files), wishes)

    assert [wish.path for wish in result.files] == ["shop.py", "use.py"]
    assert [(left.path, left.span) for left in result.remainders] == [("shop.py", Span(23, 29))]


def test_what_is_not_to_be_written_keeps_a_name() -> None:
    files = {"shop.py": b"def a_view(): ...\n", "use.py": b"from shop import a_view\n"}
    result = renamings(Codebase(files, writable={"shop.py"}), {("shop.py", Span(4, 10)): ("shop.a_view", "a")})

    assert result.files == ()
    assert "use.py says its name" in result.remainders[0].reason
