"""Whatever a codemod leaves and might have been asked for has a row: first what is nobody's business."""

from __future__ import annotations

import pytest
from conversions import converted

from tdomcheck.authoring.codemods import replacement_of, replacements
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model.changes import Remainder
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
    "a method of its own": (
        "svcs-modernise",
        "import svcs\n\n\nclass Box:\n    def get_abstract(self, kind):\n        return self.get_abstract(kind)\n",
    ),
    "a method that is replaced": (
        "svcs-modernise",
        "import svcs\n\n\ndef stub(x):\n    x.get_abstract = None\n    del x.get_abstract\n    x.get_abstract()\n",
    ),
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
    "a method of what nobody knows": (
        "svcs-modernise",
        "import svcs\n\n\ndef page(box):\n    find = box.get_abstract\n    return find(Users)\n",
        "`get_abstract` is not called here",
    ),
    "a method of categories that is not called": (
        "category-to-kind",
        "import tdom_svcs\n\nfind = reg.get_by_category\nfind('middleware')\n",
        "it is not called here",
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


def test_a_star_that_would_change_its_place_has_a_row() -> None:
    view = ModuleView(SourceText(b"old(*q, 2)\n")).closely
    (change,) = replacements(view, replacement_of("old($A, $B)", "new($B, $A)"))
    assert isinstance(change, Remainder)
    assert "only `$$$X` takes those" in change.reason
