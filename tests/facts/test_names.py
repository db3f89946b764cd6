"""Names: first those that prove nothing, then what is known of the others."""

from __future__ import annotations

import pytest
from fact_examples import facts_of, meaning, view_of


@pytest.mark.parametrize(
    "text",
    [
        "USED()\n",
        "from a import USED\ndef f(USED):\n    USED()\n",
        "from a import USED\ndef f(*, USED=1):\n    USED()\n",
        "from a import USED\ndef f(*USED):\n    USED()\n",
        "from a import USED\ndef f(**USED: int):\n    USED()\n",
        "from a import USED\nf = lambda USED: USED()\n",
        "from a import USED\ndef f():\n    USED = 1\n    USED()\n",
        "from a import USED\ndef f():\n    for USED in x:\n        USED()\n",
        "from a import USED\ndef f():\n    with x as USED:\n        USED()\n",
        "from a import USED\ndef f():\n    if (USED := 1):\n        USED()\n",
        "from a import USED\ndef f():\n    (a, (b, USED)) = x\n    USED()\n",
        "from a import USED\ndef f():\n    match x:\n        case [USED]:\n            USED()\n",
        "from a import USED\ndef f(USED):\n    def g():\n        USED()\n",
        "class A:\n    from a import USED\n    def f(self):\n        USED()\n",
        "def f():\n    from a import USED\nUSED()\n",
    ],
)
def test_a_name_that_may_be_anything_is_unknown(text: str) -> None:
    view = view_of("import tdom\n" + text)
    assert view.resolve_at("USED", view.source.data.rindex(b"USED")) == ""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import tdom\nUSED = tdom.html\ntdom.html()\n", "tdom.html"),
        ("import tdom as t\nt.html()\n", "tdom.html"),
        ("import tdom.processor\ntdom.processor.html()\n", "tdom.processor.html"),
        ("import tdom.processor as p\np.html()\n", "tdom.processor.html"),
        ("from tdom import html as h\nh()\n", "tdom.html"),
        ("from . import web\nweb.html()\n", ".web.html"),
        ("from .. import web\nweb.html()\n", "..web.html"),
        ("from ..web import html\nhtml()\n", "..web.html"),
        ("def html(): ...\nhtml()\n", ":html"),
        ("class A:\n    class B: ...\nA.B()\n", ":A.B"),
        ("html = 1\nimport tdom\nhtml()\n", ":html"),
        ("from tdom import html\ndef f():\n    def g():\n        html()\n", "tdom.html"),
        ("def f():\n    from tdom import html\n    html()\n", "tdom.html"),
        ("from tdom import html\nclass A:\n    html = 1\n    def f(self):\n        html()\n", "tdom.html"),
        ("from tdom import html\nf(html=1)\nhtml()\n", "tdom.html"),
        ("from tdom import html\na.html = 1\nhtml()\n", "tdom.html"),
        ("if x:\n    from tdom import html\nhtml()\n", "tdom.html"),
        ("try:\n    from tdom import html\nexcept ImportError:\n    pass\nhtml()\n", "tdom.html"),
        ("lazy from tdom import html\nhtml()\n", "tdom.html"),
        ("from tdom import (\n    html,  # why\n    svg,\n)\nhtml()\n", "tdom.html"),
    ],
)
def test_a_name_means_what_it_was_bound_to(text: str, found: str) -> None:
    last = text.strip().rpartition("\n")[2].strip().removesuffix("()")
    assert meaning(text, last) == found


def test_imports_are_told_with_their_surroundings() -> None:
    facts = facts_of(
        """
        from __future__ import annotations
        import typing as t
        import os.path, sys as system
        from . import *

        if t.TYPE_CHECKING:
            from a import B

        def f():
            from c import d as e
        """
    )
    seen = [(fact.module, fact.name, fact.alias, fact.is_type_checking, fact.is_top_level) for fact in facts.imports]
    assert seen[-5:] == [
        ("os.path", "", "os", False, True),
        ("sys", "", "system", False, True),
        (".", "*", "*", False, True),
        ("a", "B", "B", True, True),
        ("c", "d", "e", False, False),
    ]


HEAD = """
from svcs_di import Inject
from svcs_di.types import Resource as R
import typing as t
import dataclasses as d
from shop import Cart
"""


@pytest.mark.parametrize(
    ("annotation", "type_ref", "marker"),
    [
        ("Cart", "shop.Cart", ""),
        ("list[Cart]", "", ""),
        ("Inject[Cart]", "shop.Cart", "Inject"),
        ("R[Cart]", "shop.Cart", "Resource"),
        ('"Cart"', "shop.Cart", ""),
        ('"Inject[Cart]"', "shop.Cart", "Inject"),
        ('Inject["Cart"]', "shop.Cart", "Inject"),
        ('Inject["Cart | None"]', "", "Inject"),
        ("t.Annotated[Cart, 1]", "shop.Cart", ""),
        ("t.Annotated[Inject[Cart], 1]", "shop.Cart", "Inject"),
        ('"t.Annotated[Inject[Cart], 1]"', "shop.Cart", "Inject"),
        ('t.Annotated["Inject[Cart]", 1]', "shop.Cart", "Inject"),
        ("d.InitVar[Inject[Cart]]", "shop.Cart", "Inject"),
        ('"d.InitVar[Inject[Cart]]"', "shop.Cart", "Inject"),
        ("Cart | None", "", ""),
        ('"Cart | None"', "", ""),
        ("Inject[Cart] | None", "", ""),
        ('"Inject[Cart] | None"', "", ""),
        ("\"t.Annotated[Cart, 'Inject[Cart]']\"", "shop.Cart", ""),
        ('t.Literal["Inject[Cart]"]', "typing.Literal", ""),
        ('f"Inject[Cart]"', "", ""),
        ('""', "", ""),
        ("Other[Cart]", "", ""),
        ("int", "", ""),
    ],
)
def test_an_annotation_names_a_type_and_perhaps_a_marker(annotation: str, type_ref: str, marker: str) -> None:
    facts = facts_of(f"{HEAD}class A:\n    cart: {annotation}\n")
    (field,) = facts.classes[0].fields
    assert (field.annotation, field.type_ref, field.marker) == (_said(annotation), type_ref, marker)
    assert len(facts.injections) == bool(marker)


def _said(annotation: str) -> str:
    return annotation[1:-1] if annotation[0] in "\"'" else annotation


def test_parameters_are_those_of_python() -> None:
    (found,) = facts_of("def f(a, /, b, c: int = 1, *d, e, f=2, **g): ...\n").functions
    assert [(p.name, p.kind, p.has_default, p.is_keyword_only) for p in found.parameters] == [
        ("a", "positional", False, False),
        ("b", "either", False, False),
        ("c", "either", True, False),
        ("d", "variadic", False, False),
        ("e", "keyword", False, True),
        ("f", "keyword", True, True),
        ("g", "keywords", False, True),
    ]


def test_fields_are_those_of_a_dataclass() -> None:
    (found,) = facts_of(
        """
        import dataclasses as d
        from typing import ClassVar

        @d.dataclass
        class A:
            a: int
            b: int = 1
            c: int = d.field(default_factory=list)
            e: int = d.field(init=False)
            f: ClassVar[int] = 1
            _: d.KW_ONLY
            g: int
            plain = 1
        """
    ).classes
    assert [(f.name, f.has_default, f.is_init, f.is_keyword_only) for f in found.fields] == [
        ("a", False, True, False),
        ("b", True, True, False),
        ("c", True, True, False),
        ("e", False, False, False),
        ("g", False, True, True),
    ]


@pytest.mark.parametrize(
    ("call", "count"),
    [
        ("registry.register_value(Cart, 1)", 1),
        ("registry.register_factory(Cart, make)", 1),
        ("svcs.flask.register_value(app, Cart, 1)", 1),
        ("locator.register(Cart, Other)", 1),
        ("atexit.register(close)", 0),
        ("codecs.register(Cart, 1)", 0),
        ("registered_value(Cart, 1)", 0),
    ],
)
def test_registrations(call: str, count: int) -> None:
    facts = facts_of(f"import svcs.flask\nfrom shop import Cart\n{call}\n")
    assert [fact.type_ref for fact in facts.registrations] == ["shop.Cart"] * count


def test_decorators_register_what_they_decorate() -> None:
    facts = facts_of(
        """
        from svcs_di.injectors import injectable
        from shop import Cart

        @injectable
        class A: ...

        @injectable(for_=Cart)
        class B: ...
        """
    )
    assert [(fact.type_ref, fact.factory.ref) for fact in facts.registrations] == [(":A", ":A"), ("shop.Cart", ":B")]


def test_fetches() -> None:
    facts = facts_of("import svcs\nfrom shop import Cart, Till\ncontainer.get(Cart, Till)\n{}.get(1)\nx.get('a')\n")
    assert [fact.type_ref for fact in facts.fetches] == ["shop.Cart", "shop.Till"]


def test_component_tags() -> None:
    facts = facts_of('import tdom\nfrom shop import Card\nx = t"<{Card} a=1 {b}>c</{Card}><p></p><{Card.x} />"\n')
    assert [(fact.tag_ref, fact.names, fact.has_spread, fact.has_content) for fact in facts.uses] == [
        ("shop.Card", ("a",), True, True),
        ("shop.Card.x", (), False, False),
    ]


@pytest.mark.parametrize("text", ["", "x = 1\n", "class A:\n    def f(self): ...\n", "import os\n"])
def test_a_file_of_another_domain_says_little(text: str) -> None:
    facts = facts_of(text)
    assert (*facts.registrations, *facts.injections, *facts.fetches, *facts.uses) == ()


def test_all_is_read_where_it_is_a_literal() -> None:
    assert facts_of("__all__ = ['a', \"b\"]\n").exports == ("a", "b")
    assert facts_of("__all__ = names()\n").exports is None


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    a = 1\n    a = 2\n    return a\n",
        "def f(a):\n    return a\n",
        "def f():\n    a = 1\n    for a in x: ...\n    return a\n",
        "def f():\n    a = 1\n    a += 1\n    return a\n",
        "def f():\n    a = 1\n    del a\n    return a\n",
        "def f():\n    a = 1\n    (b, (c, a)) = x\n    return a\n",
        "def f():\n    a = 1\n    import a\n    return a\n",
    ],
)
def test_a_name_that_is_given_several_values_has_none(text: str) -> None:
    view = view_of("import tdom\n" + text)
    assert view.assigned("a", view.source.data.rindex(b"a")) is None


def test_a_name_that_is_given_one_value_has_it() -> None:
    view = view_of("import tdom\ndef f():\n    a = 1\n    return a\n")
    value = view.assigned("a", view.source.data.rindex(b"a"))
    assert value is not None
    assert view.text(value) == "1"


@pytest.mark.parametrize(
    ("text", "reference"),
    [
        ("from a import *\nUSED()\n", "*USED"),
        ("from a import *\nUSED.b()\n", "*USED.b"),
        ("from a import *\ndef f(USED):\n    USED()\n", ""),
        ("from a import *\nfrom b import USED\nUSED()\n", "b.USED"),
        ("def f():\n    USED()\n", ""),
    ],
)
def test_what_nothing_binds_may_come_from_a_star(text: str, reference: str) -> None:
    view = view_of(text)
    name = "USED.b" if "USED.b" in text else "USED"

    assert view.resolve_at(name, view.source.data.rindex(b"USED")) == reference
