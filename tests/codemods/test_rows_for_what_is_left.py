"""Whatever a codemod leaves and might have been asked for has a row: first what is nobody's business."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from conversions import converted
from libcst.codemod import CodemodContext

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.authoring.codemods import replacement_of, replacements
from tdomcheck.authoring.project_codemod import ProjectCodemod
from tdomcheck.catalog.codemods import open_codemods
from tdomcheck.convert.file import LoadedStep, convert_file
from tdomcheck.edits.imports import import_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model.changes import FileEdits, Remainder, Rewrite
from tdomcheck.model.codemod import CodemodStep
from tdomcheck.source.text import SourceText

HTML = "from functools import partial\n\nfrom tdom_svcs import html\n\n\n"
FALLBACK = """\
try:
    from {} import scan
except ImportError:
    from {} import scan
"""

NO_ROWS = {
    "another partial": ("html-context-to-container", HTML + "run = partial(page, context=box)\n"),
    "partial with another argument": ("html-context-to-container", HTML + "run = partial(html, container=box)\n"),
    "another key": ("html-context-to-container", HTML + 'page = html(t"", **{"container": box})\n'),
    "what nobody knows": ("html-context-to-container", HTML + 'def page(**more):\n    html(t"", **more)\n'),
    "another html": ("html-context-to-container", HTML + 'def page(html):\n    html(t"", context=box)\n'),
    "the html of a comprehension": (
        "html-context-to-container",
        HTML + 'def page(all, c):\n    return [html(t"", context=c) for html in all]\n',
    ),
    "another name that is called as it should be": (
        "html-context-to-container",
        HTML + 'def page(context):\n    f = html\n    return f(t"", container=context)\n',
    ),
    "another name of another function": (
        "html-context-to-container",
        "from shop import html\n\n\ndef page(context):\n    f = html\n    return f(t'', context=context)\n",
    ),
    "a dictionary that is filled with other things": (
        "html-context-to-container",
        HTML + 'def page(context):\n    kw = dict(container=context)\n    kw["x"] = 1\n    return html(t"", **kw)\n',
    ),
    "a star of another module": ("svcs-di-to-hopscotch", "from svcs_di.auto_more import *\nfrom shop import *\n"),
    "a method of its own": (
        "svcs-modernise",
        "import svcs\n\n\nclass Box:\n    def get_abstract(self, kind):\n        return self.get_abstract(kind)\n",
    ),
    "a method that is replaced": (
        "svcs-modernise",
        "import svcs\n\n\ndef stub(x):\n    x.get_abstract = None\n    del x.get_abstract\n    x.get_abstract()\n",
    ),
    "a text that is a name": (
        "category-to-kind",
        'import tdom_svcs\n\nx = "get_by_category"\nlog("get_by_category")\nsetattr(reg, "get_by_category", 1)\n',
    ),
    "other categories at once": (
        "category-to-kind",
        'import tdom_svcs\n\nx = m["categories"] == ["security"]\ny = m["tags"] == ["middleware"]\n',
    ),
    "roles that are compared": ("category-to-kind", 'import tdom_svcs\n\nx = ["middleware"] == roles\n'),
    "a method of categories that is replaced": (
        "category-to-kind",
        "import tdom_svcs\n\nx.get_by_category = None\ndel x.get_by_category\nx.get_by_category('security')\n",
    ),
    "a method of categories of its own": (
        "category-to-kind",
        "import tdom_svcs\n\n\nclass Reg:\n    def get_by_category(self, x): ...\n\n\nx = Reg().get_by_category\n",
    ),
    "what is said of another thing": (
        "svcs-di-to-hopscotch",
        "import svcs_di as di\n\n\ndef f(di):\n    return di.injectors.scan\n\n\nx = di.auto, di.Inject\n",
    ),
    "a fallback that knows the new home": (
        "svcs-di-to-hopscotch",
        FALLBACK.format("svcs_hopscotch.injectors", "svcs_di.injectors"),
    ),
    "what is still there": (
        "svcs-di-to-hopscotch",
        (
            'x = "svcs_di.auto"\ny = "svcs_di.injectors is old"\nz = "my_svcs_di.injectors"\n'
            "try:\n    from svcs_di import auto\nexcept ImportError:\n    auto = None\n"
        ),
    ),
}


@pytest.mark.parametrize("case", NO_ROWS)
def test_what_is_not_meant_has_no_row(case: str) -> None:
    name, source = NO_ROWS[case]
    assert converted(name, source) == (source, [])


ROWS = {
    "a method of categories by its name": (
        "category-to-kind",
        'import tdom_svcs\n\nx = getattr(reg, "get_by_category")("middleware")\n',
        "what it looks for is not said",
    ),
    "a method of categories that is handed on": (
        "category-to-kind",
        'import tdom_svcs\n\nx = partial(reg.get_by_category, "middleware")\n',
        "what it looks for is not said",
    ),
    "a caller of categories": (
        "category-to-kind",
        'import tdom_svcs\n\nx = operator.methodcaller("get_by_category", "middleware")\n',
        "what it looks for is not said",
    ),
    "a star in place of a category": (
        "category-to-kind",
        'import tdom_svcs\n\nx = reg.get_by_category(*["middleware"])\n',
        "what it looks for is not said",
    ),
    "stars in place of a category": (
        "category-to-kind",
        'import tdom_svcs\n\nx = reg.get_by_category(**{"category": "middleware"})\n',
        "what it looks for is not said",
    ),
    "all categories at once": (
        "category-to-kind",
        'import tdom_svcs\n\nx = m["categories"] == ["hookable", "middleware"]\n',
        "all categories are compared at once",
    ),
    "all categories at once, turned round": (
        "category-to-kind",
        'import tdom_svcs\n\nx = ("hookable",) != m.get("categories", ())\n',
        "all categories are compared at once",
    ),
    "a method of what nobody knows": (
        "svcs-modernise",
        "import svcs\n\n\ndef page(box):\n    find = box.get_abstract\n    return find(Users)\n",
        "`get_abstract` is not called here",
    ),
    "a method of categories that is not called": (
        "category-to-kind",
        "import tdom_svcs\n\nfind = reg.get_by_category\nfind('middleware')\n",
        "what it looks for is not said here",
    ),
    "a module that some other import has loaded": (
        "svcs-di-to-hopscotch",
        "import svcs_di\n\nx = svcs_di.injectors.locator.ServiceLocator\n",
        "is in `svcs_hopscotch.injectors` now",
    ),
    "partial": ("html-context-to-container", HTML + "run = partial(html, context=box)\n", "partial"),
    "a dictionary": ("html-context-to-container", HTML + 'page = html(t"", **{"context": box})\n', "dictionary"),
    "a dictionary with a name": (
        "html-context-to-container",
        HTML + 'def page(box):\n    more = {"context": box}\n    return html(t"", **more)\n',
        "dictionary",
    ),
    "another name": (
        "html-context-to-container",
        HTML + 'def page(c):\n    f = html\n    return f(t"a", context=c)\n',
        "`f` is html() here",
    ),
    "another name of the whole module": (
        "html-context-to-container",
        HTML + 'f = html\n\n\ndef page(c):\n    return f(t"a", context=c)\n',
        "whoever has html() from here",
    ),
    "another name that is handed on": (
        "html-context-to-container",
        HTML + "def page(context):\n    f = html\n    return show(f)\n",
        "whoever has html() from here",
    ),
    "a method that is html()": (
        "html-context-to-container",
        (
            "import tdom_svcs\n\n\nclass Page:\n    render = staticmethod(tdom_svcs.html)\n\n"
            "    def show(self, c):\n        return self.render(t'', context=c)\n"
        ),
        "whoever has html() from here",
    ),
    "a dictionary that is called for": (
        "html-context-to-container",
        HTML + 'def page(c):\n    kw = dict(context=c)\n    return html(t"", **kw)\n',
        "`context` stands in a dictionary",
    ),
    "a dictionary that is filled": (
        "html-context-to-container",
        HTML + 'def page(c):\n    kw = {}\n    kw["context"] = c\n    return html(t"", **kw)\n',
        "`context` stands in a dictionary",
    ),
    "a star": ("svcs-di-to-hopscotch", "from svcs_di import *\n\nx = injectable\n", "name what is taken from it"),
    "a comprehension beside it": (
        "html-context-to-container",
        HTML + 'def page(all, c):\n    done = [html for html in all]\n    return done, html(t"", context=c)\n',
        "comprehension",
    ),
    "a method of its own": (
        "svcs-modernise",
        (
            "import svcs\n\n\nclass Box(svcs.Container):\n    def get_abstract(self, kind):\n"
            "        return super().get_abstract(kind)\n"
        ),
        "defines a `get_abstract` itself",
    ),
    "a container beside a method of its own": (
        "svcs-modernise",
        (
            "import svcs\n\n\nclass Box:\n    def get_abstract(self, kind): ...\n\n\n"
            "def page(container: svcs.Container):\n    return container.get_abstract(int)\n"
        ),
        "defines a `get_abstract` itself",
    ),
    "an import that may fail": (
        "svcs-di-to-hopscotch",
        "try:\n    from svcs_di.injectors import scan\nexcept ImportError:\n    scan = None\n",
        "as svcs_hopscotch.injectors has it now",
    ),
    "a module that may not be there": (
        "svcs-di-to-hopscotch",
        "try:\n    import svcs_di.injectors\nexcept ImportError:\n    pass\n",
        "as svcs_hopscotch.injectors has it now",
    ),
    "a text": ("svcs-di-to-hopscotch", 'patch("svcs_di.injectors.scan")\n', "svcs_hopscotch.injectors now"),
    "the text of an entry point": (
        "svcs-di-to-hopscotch",
        "x = 'svcs_di:injectable'\n",
        "svcs_hopscotch.injectors now",
    ),
}


@pytest.mark.parametrize("case", ROWS)
def test_what_is_left_has_a_row(case: str) -> None:
    name, source, reason = ROWS[case]
    after, reasons = converted(name, source)
    assert after == source
    assert len(reasons) == 1, reasons
    assert reason in reasons[0]


@pytest.mark.parametrize(
    ("source", "pattern"),
    [
        ("old(  # why\n    1)\n", "old($X)"),
        ("old(\n    1,  # why\n)\n", "old(1)"),
        ("old(\n    # why\n)\n", "old()"),
        ("y = (a  # why\n .b)\n", "a.b"),
        ("if a:\n    # why\n    b()\n", "if a:\n    b()"),
        ("a()\n# why\nb()\n", "a()\nb()"),
        ("f('a'  # why\n  'b')\n", "f('a' 'b')"),
    ],
)
def test_a_comment_in_what_is_to_be_replaced_has_a_row(source: str, pattern: str) -> None:
    view = ModuleView(SourceText(source.encode())).closely
    (change,) = replacements(view, replacement_of(pattern, "new()"))
    assert isinstance(change, Remainder)
    assert "comment" in change.reason


ELSEWHERE = {
    "a class": "class A:\n    Mapping = 1\n\nprint(Mapping)\n",
    "a method of that class": "class A:\n    Mapping = 1\n    def f(self): return Mapping\n",
    "an import in a function": "def f():\n    from m import Mapping\n\n\ndef g(): return Mapping\n",
    "a parameter": "def f(Mapping): return Mapping\n\nx: Mapping = 1\n",
}
BOUND = {
    "its own class": "class A:\n    Mapping = 1\n    x: Mapping\n",
    "a function in a function": "def f():\n    from m import Mapping\n    def g(): return Mapping\n",
    "the module": "class A:\n    Mapping = 1\n\nMapping = 2\nprint(Mapping)\n",
    "a global": "def f():\n    global Mapping\n    Mapping = 1\n\nprint(Mapping)\n",
    "a star": "from m import *\nclass A:\n    Mapping = 1\n\nprint(Mapping)\n",
    "a type parameter": "def f[Mapping](x: Mapping): return Mapping\n\nclass A:\n    Mapping = 1\n",
    "nobody who reads it": "class A:\n    Mapping = 1\n\nprint(a.Mapping)\n",
}


def imports_left(source: str) -> list[str]:
    entry = next(entry for entry in open_codemods((), "").entries if entry.info.name == "add-import")
    step = LoadedStep(CodemodStep("add-import", (("name", "collections.abc.Mapping"),)), entry.cls)
    result = convert_file(source.encode(), "a.py", [step])
    assert result.after == source.encode()
    return [site.reason for site in result.sites]


@pytest.mark.parametrize("source", ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_name_that_only_another_scope_has_has_a_row(source: str) -> None:
    assert imports_left(source) == ["`Mapping` is bound in another scope of this file, and not here: import it by hand"]


@pytest.mark.parametrize("source", BOUND.values(), ids=BOUND)
def test_a_name_that_is_bound_has_none(source: str) -> None:
    assert imports_left(source) == []


def test_a_star_that_would_change_its_place_has_a_row() -> None:
    view = ModuleView(SourceText(b"old(*q, 2)\n")).closely
    (change,) = replacements(view, replacement_of("old($A, $B)", "new($B, $A)"))
    assert isinstance(change, Remainder)
    assert "only `$$$X` takes those" in change.reason


def views_left(source: str, old: str = "lib.view", **files: str) -> list[str]:
    result = exchanged({"a.py": source, **{f"{name}.py": text for name, text in files.items()}}, old=old)
    assert result.files == ()
    return [left.reason for left in result.remainders]


def exchanged(files: Mapping[str, str], **options: str) -> Rewrite:
    entry = next(entry for entry in open_codemods((), "").entries if entry.info.name == "view-to-component")
    codemod = entry.cls(CodemodContext(), **options)
    assert isinstance(codemod, ProjectCodemod)
    return codemod.rewrite(Codebase({path: text.encode() for path, text in files.items()}))


HOME = "\n\n@view\ndef home(): ...\n"


@pytest.mark.parametrize(
    "source",
    [
        f"from lib import *\n\n\ndef view(f): ...\n{HOME}",
        f"from shop import other as view\n{HOME}",
        f"import lib\n\nview = lib.other\n{HOME}",
        f"view = view\n{HOME}",
        "from lib import *\n\n\n@other\ndef home(): ...\n",
    ],
)
def test_a_decorator_that_is_another_one_has_no_row(source: str) -> None:
    assert views_left(source) == []


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (f"from lib import *\n{HOME}", "it may come from `lib` by the star"),
        (f"from shop import *\n{HOME}", "it may come from `shop` by the star"),
        (f"import lib\n\nview = lib.view\n{HOME}", "`view` is `lib.view` by another name here"),
        ("import lib\n\nv = lib.view\nw = v\n\n\n@w('/')\nclass Home: ...\n", "`w` is `lib.view`"),
        ("from lib import view\n\nv = partial(view, 1)\n\n\n@v\ndef home(): ...\n", "`v` is `view`"),
    ],
)
def test_a_decorator_that_may_be_meant_has_a_row(source: str, reason: str) -> None:
    (left,) = views_left(source)
    assert reason in left


def test_a_decorator_without_a_module_may_come_by_any_star() -> None:
    (left,) = views_left(f"from one import *\nfrom two import *\n{HOME}", "view")
    assert "it may come from `two` by the star" in left


@pytest.mark.parametrize(
    "lib",
    [
        "def view(f): ...\ndef component(f): ...\n",
        "def view(f): ...\ntry:\n    component = view\nexcept Exception: ...\n",
        "from elsewhere import *\n",
        "from more import *\n",
        "from shop import view, component\n",
        "def view(f): ...\ndef __getattr__(name): ...\n",
        "def view(f): ...\nglobals()['component'] = view\n",
        "def view(f): ...\ndef make():\n    global component\n    component = 1\n",
    ],
)
def test_a_module_that_may_have_the_new_decorator_is_imported_from(lib: str) -> None:
    files = {"a.py": f"from lib import view\n{HOME}", "lib.py": lib, "more.py": "component = 1\n"}
    (edits,) = exchanged(files).files
    assert edits.path == "a.py"


def test_a_submodule_may_be_the_new_decorator() -> None:
    files = {"a.py": f"from lib import view\n{HOME}", "lib/__init__.py": "view = 1\n", "lib/component.py": ""}
    assert len(exchanged(files).files) == 1


@pytest.mark.parametrize(
    "lib", ["def view(f): ...\n", "def view(component): ...\n", "from a import *\nfrom lib import *\nview = 1\n"]
)
def test_a_module_without_the_new_decorator_has_a_row(lib: str) -> None:
    (reason,) = views_left(f"from lib import view\n{HOME}", "view", lib=lib)
    assert reason == "`lib` has no `component`: say by `new` which module has it, as in tdom_svcs.component"


def test_a_module_of_a_package_without_the_new_decorator_has_a_row() -> None:
    files = {"shop/__init__.py": "", "shop/deco.py": "def view(f): ...\n"}
    result = exchanged({**files, "shop/a.py": f"from .deco import view\n{HOME}"})
    assert [(left.path, left.reason[:30]) for left in result.remainders] == [
        ("shop/a.py", "`.deco` has no `component`: sa")
    ]
    assert result.files == ()


def test_what_keeps_its_ending_has_a_row() -> None:
    code = (
        "from lib import view\n\n\nclass A:\n    @view\n    def a_view(self): ...\n\n    @view\n    def b(self): ...\n"
    )
    result = exchanged({"a.py": f"{code}\n\ndef f():\n    @view\n    def c_view(): ...\n"}, suffix="_view")
    assert [left.reason.partition(":")[0] for left in result.remainders] == ["it keeps its name"] * 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from lib import view\n", "from tdom_svcs import component\n"),
        ("import os\n\nfrom lib import view\n", "import os\n\nfrom tdom_svcs import component\n"),
        ("from lib import view\nfrom z import x\n", "from tdom_svcs import component\nfrom z import x\n"),
        ("from lib import view\nfrom tdom_svcs import scan\n", "from tdom_svcs import component, scan\n"),
        ("from lib import view; x = 1\n", "from tdom_svcs import component\nx = 1\n"),
        ("from lib import (\n    view,\n)\n", "from tdom_svcs import component\n"),
    ],
)
def test_the_only_import_gives_way_to_that_of_another_module(before: str, after: str) -> None:
    source = (before + HOME).encode()
    (edits,) = exchanged({"a.py": source.decode()}, old="lib.view", new="tdom_svcs.component").files
    assert isinstance(edits, FileEdits)
    assert edits.imports == ()
    assert apply_edits(SourceText(source), edits.edits).decode() == after + HOME.replace("view", "component")


VIEWS = "from tdom import html\n\n{}def home_view():\n    return html(t'<p></p>')\n"


def undecorated(rest: str, decorator: str) -> tuple[str, list[str]]:
    """What becomes of a file with a view, and the reasons for what is left."""
    entry = next(entry for entry in open_codemods((), "").entries if entry.info.name == "add-view-decorator")
    step = CodemodStep("add-view-decorator", (("decorators", (decorator,)),))
    result = convert_file(VIEWS.format(rest).encode(), "shop/views.py", [LoadedStep(step, entry.cls)])
    return result.after.decode(), [site.reason for site in result.sites]


@pytest.mark.parametrize(
    ("rest", "decorator", "reason"),
    [
        ("", "view", "`view` is not known here; give its dotted name as the first of `decorators`"),
        (
            "def view(): ...\n\n",
            "shop.view",
            "`view` means another thing here: import `shop.view` by a name of its own, and it is called by that",
        ),
    ],
)
def test_a_view_without_its_decorator_has_a_row(rest: str, decorator: str, reason: str) -> None:
    assert undecorated(rest, decorator) == (VIEWS.format(rest), [reason])


def test_a_view_gets_its_decorator_by_a_name_of_its_own() -> None:
    after, reasons = undecorated("from shop import view as shop_view\n\ndef view(): ...\n\n", "shop.view")
    assert ("@shop_view\ndef home_view" in after, reasons) == (True, [])


OLD = "from app.deco import view\n"
BOTH = "from app.deco import component, view\n"
NEW = "from app.deco import component\n"
HOUSE = {"app/__init__.py": "", "app/deco.py": "def view(f): ...\ndef component(f): ...\n"}


def exchanged_text(code: str, path: str = "app/p.py", **files: str) -> str:
    """What becomes of one file of a package."""
    others = {name.replace("__", "/") + ".py": text for name, text in files.items()}
    result = exchanged({**HOUSE, **others, path: code})
    changes = {change.path: change for change in result.files if isinstance(change, FileEdits)}
    source = SourceText(code.encode())
    more = import_edits(ModuleView(source), changes[path].imports)
    return apply_edits(source, sorted({*changes[path].edits, *more})).decode()


@pytest.mark.parametrize(
    "other",
    [
        "from app.p import view\n",
        "from .p import view as old\n",
        "from .p import *\n",
        "import app.p\n\napp.p.view(3)\n",
        "from app import p\n\npatch.object(p, 'view')\n",
        "patch('app.p.view')\n",
    ],
)
def test_an_import_that_another_file_needs_stays(other: str) -> None:
    assert exchanged_text(OLD + HOME, app__other=other) == BOTH + HOME.replace("view", "component")


@pytest.mark.parametrize(
    "rest",
    [
        "\n__all__ = ['view', 'home']\n",
        "\ndef f(x: 'view'): ...\n",
        "\nx: 'list[view]' = []\n",
        "\nhas = 'view' in globals()\n",
        "\nwith patch('app.p.view'): ...\n",
        '\ndef f():\n    """\n    >>> view(3)\n    """\n',
        '\ndef f():\n    """\n    >>> view(3\n    """\n',
        "\n# ruff: noqa: F401\n",
    ],
)
def test_an_import_that_something_else_in_the_file_needs_stays(rest: str) -> None:
    assert exchanged_text(OLD + HOME + rest) == BOTH + HOME.replace("view", "component") + rest


@pytest.mark.parametrize(
    ("before", "after", "path"),
    [
        (
            "from app.deco import view  # noqa: F401\n",
            "from app.deco import component, view  # noqa: F401\n",
            "app/p.py",
        ),
        ("from app.deco import view as view\n", "from app.deco import component, view as view\n", "app/p.py"),
        (OLD, BOTH, "app/conftest.py"),
    ],
)
def test_an_import_that_is_there_on_purpose_stays(before: str, after: str, path: str) -> None:
    assert exchanged_text(before + HOME, path) == after + HOME.replace("view", "component")


@pytest.mark.parametrize(
    "rest",
    [
        "\n# the view of the house\n",
        "\nTITLE = 'A view of the house'\n",
        '\ndef f():\n    """view"""\n',
        '\ndef f():\n    """\n    >>> from app.deco import view\n    >>> view(3)\n    """\n',
        '\ndef f():\n    """\n    >>> def view(f): ...\n    >>> view(3)\n    """\n',
    ],
)
def test_an_import_that_nothing_needs_goes(rest: str) -> None:
    other = "from app.deco import view\nfrom app.p import home\n\nview(home)\n"
    assert exchanged_text(OLD + HOME + rest, app__other=other) == NEW + HOME.replace("view", "component") + rest


def test_a_block_of_a_document_keeps_what_another_one_needs() -> None:
    block = "```python\nfrom app.deco import {}\n\n@{}\ndef home(): ...\n```\n"
    rest = "\n```python\nview(home)\n```\n"
    result = exchanged({**HOUSE, "a.md": block.format("view", "view") + rest})
    (edits,) = (change for change in result.files if isinstance(change, FileEdits))
    source = SourceText((block.format("view", "view") + rest).encode(), is_python=False)
    after = apply_edits(source, edits.edits).decode()
    assert after == block.format("component, view", "component") + rest


def test_a_decorator_that_comes_by_another_module_has_a_row() -> None:
    files = {"shop/__init__.py": "from shop.deco import view\n", "shop/deco.py": "def view(f): return f\n"}
    page = "from shop import view\n\n@view\ndef home(): ...\n"
    other = "from other import view\n\n@view\ndef home(): ...\n"
    result = exchanged({**files, "shop/pages.py": page, "other.py": other}, old="shop.deco.view", new="lib.component")
    assert [(each.path, each.reason) for each in result.remainders] == [
        ("shop/pages.py", "`view` is `shop.deco.view` that came by `shop.view`: run again with that as `old`")
    ]
