"""Cases of TDC701, html-assert-form."""

from __future__ import annotations

from tdomcheck import authoring as td

_PAGE = """
    from tdom import html

    def test_page():
        page = html(t"<p class={c}>a<br>{1}</p><img src={a}>")
        """
_FOOTER = """
        # file: tests/test_footer.py
        from shop.footer import Footer
        from tdom_svcs import html

        def test_footer(container):
            assert "Bob<br></footer>" in html(t"<{Footer} owner='Bob' />", container=container)
        # file: shop/footer.py
        from dataclasses import dataclass
        from shop.notes import Notes
        from svcs_di import Inject

        @dataclass
        class Footer:
            notes: Inject[Notes]
            owner: str = "Storefront"

            def __call__(self): return t"<footer>{self.notes.all()} {self.owner}<br></footer>"
        # file: shop/notes.py
        class Notes:
            def all(self): ...
        # file: shop/wiring.py
        from shop.kept import KeptNotes
        from shop.notes import Notes

        def svcs_registry(registry):
            registry.register_factory(Notes, KeptNotes)
        # file: shop/kept.py
        import markupsafe

        class KeptNotes:
            def all(self): return markupsafe.escape("<br>")
        """
_RULED = """
        # file: tests/test_footer.py
        from shop.footer import Footer
        from tdom_svcs import html

        def test_footer(container):
            '''There is a rule, and no Markup.'''
            footer = html(t"<{Footer} owner='Bob' />", container=container)
            assert footer.endswith("Bob<br></footer>")
        # file: shop/footer.py
        from dataclasses import dataclass
        from shop.clock import Clock
        from svcs_di import Inject

        @dataclass
        class Footer:
            clock: Inject[Clock]
            owner: str = "Storefront"

            def __call__(self): return t"<footer>{self.clock.now()} {self.owner}<br></footer>"
        # file: shop/clock.py
        from typing import Protocol

        class Clock(Protocol):
            def now(self): ...

        class SystemClock:
            '''Text, not markup.'''
            def now(self): ...
        # file: shop/site.py
        from dataclasses import dataclass
        from pathlib import PurePath
        from shop.clock import Clock, SystemClock
        from shop.footer import Footer
        from svcs_hopscotch.injectors import injectable

        @injectable(for_=Footer, location=PurePath("/de"))
        @dataclass
        class GermanFooter(Footer):
            def __call__(self): return t"<footer>{self.owner}</footer>"

        def svcs_registry(registry):
            registry.register_factory(Clock, SystemClock)
        """

VALID = [
    _FOOTER,
    _FOOTER.replace("import KeptNotes", "import Notes").replace("Notes, KeptNotes", "Notes, load()"),
    _FOOTER.replace("from shop.kept", "from kept"),
    _FOOTER.replace("import markupsafe", "").replace(
        "registry.register_factory(Notes, KeptNotes)",
        "from markupsafe import Markup\n            registry.register_value(Notes, Notes(Markup('<br>')))",
    ),
    _FOOTER.replace("KeptNotes:", "Other:")
    + "\n        # file: tests/conftest.py\n        def container(monkeypatch):\n"
    "            monkeypatch.setattr(Notes, 'all', lambda self: RAW)\n",
    """
    from tdom_svcs import html

    def render(body, container=None):
        body = wrap(body)
        return html(body, container=container)

    def show(text, body):
        return html(body)

    def test_box(container, body):
        assert "class='box'" in render(t"<p class='box'>x</p>", container)
        assert "class='box'" in show(t"<p class='box'>x</p>", body)
    """,
    """
    # file: tests/test_card.py
    from shop.card import Box, Card
    from tdom import html

    def test_card(title):
        assert "class='card'" in html(t"<{Card} title='x' />")
        assert "class='card'" in html(t"<{Box} title={title} />")
        assert 'class="card"' in html(t"<{Box} title='x' />")
    # file: src/shop/box.py
    def Box(title): return t"<p>{title}</p>"
    # file: src/shop/card.py
    from shop.box import Box
    from shop.text import NOTE

    def Card(title): return t"<div class='card'>{NOTE}</div>"
    # file: src/shop/text.py
    from markupsafe import Markup

    NOTE = Markup("<b class='card'></b>")
    """,
    """
    # file: tests/test_page.py
    from shop.page import note, raw, shown

    def test_page():
        assert "<p class='box'>" in raw("<p class='box'>")
        assert "<p class='box'>" in shown("<p class='box'>")
        assert "<p class='box'>" in note()
    # file: src/shop/page.py
    from shop.box import Box
    from shop.note import note
    from tdom import html

    def raw(body): return html(t"<div>{body:safe}</div>")

    def shown(body): return html(t"<{Box} body={body} />")
    # file: src/shop/box.py
    def Box(body): return t"<div>{body:safe}</div>"
    # file: src/shop/note.py
    from tdom import html

    def note(): return html(t"<!-- <p class='box'> -->")
    """,
    f"{_PAGE}assert \"class='x'\" not in page\n        assert '<br>' != page",
    _PAGE.replace("tdom", "shop") + "assert \"class='x'\" in page",
    f"{_PAGE}assert \"class='x'\" in page or 'class=\"x\"' in page",
    f"{_PAGE}assert \"a='x'\" in page.replace('\"', \"'\")",
    _PAGE.replace("{1}", "{Markup('<br>')}") + "assert '<br>' in page",
    f"{_PAGE}if \"class='x'\" in page:\n            run()",
    _PAGE.replace("<br>", "<script>var a={x};</script>") + "assert \"a='x'\" in page",
    f"{_PAGE}assert not \"class='x'\" in page",
    _PAGE.replace("page = ", "with pytest.raises(E):\n            page = ") + "    assert '<br>' in page",
    "from tdom import html\n\nassert \"class='x'\" in html(body)",
    _PAGE.replace("{1}", "{b}") + "assert \"class='x'\" in page and '<br>' in page",
    _PAGE.replace("{1}", "<{Card} />") + "assert \"class='x'\" in page and '<br>' in page",
    _PAGE.replace("{1}", "{1 if b else notes(b)}") + "assert \"class='x'\" in page",
    _PAGE.replace("{1}", "{t'{b}'}") + "assert '<br>' in page",
    "from tdom import html\n\nassert '<br>' in html(t'<{Text} />') and '<br>' in html(t'<p>{text}</p>')",
    """
    from tdom import html

    def some(x): return html(t"<p><hr></p>") if x else load(x)
    def shown(x): return html(t"<p>{x}<hr></p>")
    def line(): return "<hr>"
    def rule(): return t"<hr>"
    async def later(): return html(t"<hr>")

    @rewritten
    def changed(): return html(t"<hr>")

    def test_page():
        assert "<hr>" in some(1) and "<hr>" in shown(1) and "<hr>" in line()
        assert "<hr>" in rule() and "<hr>" in later() and "<hr>" in changed()
    """,
    """
    from tdom import html

    def view(x): return html(t"<p>{1}<hr></p>")

    def test_page():
        page = view(1)
        assert "<hr />" in page and "<br>" in page and "<hr>" not in page
    """,
    f"{_PAGE}wanted = \"class='x'\"\n        wanted = 'a'\n        assert wanted in page",
    f"{_PAGE}wanted = \"class='x'\"\n        assert wanted not in page\n        assert wanted in other",
    f"{_PAGE}assert page.count(\"class='x'\") == 0 and page.index(\"class='x'\")",
    f"{_PAGE}assert not page.startswith(\"<p class='x'>\") and other.count('<br>') == 1",
    f"\n    WANTED = \"class='x'\"{_PAGE}def test(WANTED):\n            assert WANTED in page",
    """
    # file: tests/test_page.py
    from shop.page import cart, later, safe, shown, text
    from tdom import html

    def test_pages():
        page = cart()
        assert "<p class='box'>" in safe() and "<p class='box'>" in text() and "<p class='box'>" in later()
        assert "<p class='box'>" in shown() and "<p class='box'>" in unknown()
        assert "class='box'" in page and "<hr>" in page and "<p class='box'>" not in page
    # file: src/shop/page.py
    from shop.note import NOTE
    from shop.box import box
    from tdom import html

    def cart(): return box()
    def safe(): return html(t"<p class='box'>{NOTE}</p>")
    def text(): return "<p class='box'></p>"
    async def later(): return html(t"<p class='box'></p>")
    def shown(): return box() if text() else text()
    # file: src/shop/box.py
    from tdom import html

    def box(): return html(t"<p class='box'><hr></p>")
    # file: src/shop/note.py
    from markupsafe import Markup

    NOTE = Markup("<p class='box'></p>")
    """,
]

INVALID = [
    td.invalid(
        _RULED.replace('"Bob<br></footer>"', '«"Bob<br></footer>"»'),
        fixed=_RULED.replace('"Bob<br></footer>"', '"Bob<br /></footer>"'),
        unsafe=True,
    ),
    td.invalid(
        """
        # file: tests/test_page.py
        from shop.page import cart
        from tdom import html

        def test_page():
            page = cart()
            assert «"<p id='a' class='box'>"» in page
        # file: src/shop/page.py
        import tdom
        from shop.box import box

        def cart(): return box()
        # file: src/shop/box.py
        from tdom import html

        def box() -> str:
            if load():
                return html(t"<hr>")
            return html(t"<p class='box'></p>")
        """,
        fixed="""
        # file: tests/test_page.py
        from shop.page import cart
        from tdom import html

        def test_page():
            page = cart()
            assert '<p id="a" class="box">' in page
        # file: src/shop/page.py
        import tdom
        from shop.box import box

        def cart(): return box()
        # file: src/shop/box.py
        from tdom import html

        def box() -> str:
            if load():
                return html(t"<hr>")
            return html(t"<p class='box'></p>")
        """,
        unsafe=True,
    ),
    td.invalid(
        """
        # file: tests/test_page.py
        import svcs
        from shop.page import cart

        def test_page(container: svcs.Container):
            assert «"<p class='box'>"» in cart(container)
        # file: src/shop/page.py
        from tdom import html

        def cart(container): return html(t"<p class='box'></p>")
        """,
        fixed="""
        # file: tests/test_page.py
        import svcs
        from shop.page import cart

        def test_page(container: svcs.Container):
            assert '<p class="box">' in cart(container)
        # file: src/shop/page.py
        from tdom import html

        def cart(container): return html(t"<p class='box'></p>")
        """,
        unsafe=True,
    ),
    td.invalid(f"{_PAGE}wanted = «\"class='box'\"»\n        assert wanted in page"),
    td.invalid(f"\n    WANTED = «\"class='box'\"»{_PAGE}assert page.count(WANTED) == 1"),
    td.invalid(
        f"{_PAGE}assert page.startswith(«\"<p class='box'>\"»)",
        fixed=f"{_PAGE}assert page.startswith('<p class=\"box\">')",
        unsafe=True,
    ),
    td.invalid(
        """
        from tdom_svcs import html

        def render(body, container=None):
            return html(body, container=container)

        def test_box(container):
            page = render(t"<p class='box'>x</p>", container)
            assert «"class='box'"» in page
        """,
        fixed="""
        from tdom_svcs import html

        def render(body, container=None):
            return html(body, container=container)

        def test_box(container):
            page = render(t"<p class='box'>x</p>", container)
            assert 'class="box"' in page
        """,
    ),
    td.invalid(
        """
        # file: tests/test_card.py
        from shop import Card
        from tdom import html

        def test_card():
            page = html(t"<{Card} title='x' count={3}><b>y</b></{Card}>")
            assert «"class='card'"» in page
        # file: src/shop/__init__.py
        from shop.card import Card
        # file: src/shop/card.py
        from shop.badge import Badge

        def Card(title, count, children): return t"<div class='card'><{Badge} />{children}</div>"
        # file: src/shop/badge.py
        def Badge(): return t"<br>"
        """,
        fixed="""
        # file: tests/test_card.py
        from shop import Card
        from tdom import html

        def test_card():
            page = html(t"<{Card} title='x' count={3}><b>y</b></{Card}>")
            assert 'class="card"' in page
        # file: src/shop/__init__.py
        from shop.card import Card
        # file: src/shop/card.py
        from shop.badge import Badge

        def Card(title, count, children): return t"<div class='card'><{Badge} />{children}</div>"
        # file: src/shop/badge.py
        def Badge(): return t"<br>"
        """,
        unsafe=True,
    ),
    td.invalid(
        f"{_PAGE}assert page == «\"<a href='/'>x</a>\"», page",
        fixed=f"{_PAGE}assert page == '<a href=\"/\">x</a>', page",
        unsafe=True,
    ),
    td.invalid(
        _PAGE.replace("tdom", "tdom_svcs") + "assert «'<p>a<br>b</p>'» in page and page",
        fixed=_PAGE.replace("tdom", "tdom_svcs") + "assert '<p>a<br />b</p>' in page and page",
        unsafe=True,
    ),
    td.invalid(
        "from tdom import html\n\nassert html(t'<input type={a}>') == «'''<input type=\"text\"/>'''»",
        fixed="from tdom import html\n\nassert html(t'<input type={a}>') == '''<input type=\"text\" />'''",
        unsafe=True,
    ),
    td.invalid(
        _PAGE.replace("{1}", "{'b' if c else None}") + "assert «\"class='box'\"» in page",
        fixed=_PAGE.replace("{1}", "{'b' if c else None}") + "assert 'class=\"box\"' in page",
        unsafe=True,
    ),
    td.invalid(
        """
        from tdom import html

        def view(x):
            return html(t"<p class={x}>text<hr></p>")

        def test_page():
            page = view(1)
            assert «"<hr>"» in page
        """,
        fixed="""
        from tdom import html

        def view(x):
            return html(t"<p class={x}>text<hr></p>")

        def test_page():
            page = view(1)
            assert "<hr />" in page
        """,
    ),
    td.invalid(
        """
        from tdom import html

        def view(x):
            if x:
                return html(t"<p class='box'></p>")
            page = html(t"<hr>")
            return page

        def test_page():
            assert «"class='box'"» in view(1)
        """,
        fixed="""
        from tdom import html

        def view(x):
            if x:
                return html(t"<p class='box'></p>")
            page = html(t"<hr>")
            return page

        def test_page():
            assert 'class="box"' in view(1)
        """,
        unsafe=True,
    ),
    td.invalid(
        f"{_PAGE}assert page.count(«\"class='box'\"») == 1",
        fixed=f"{_PAGE}assert page.count('class=\"box\"') == 1",
        unsafe=True,
    ),
    td.invalid("from tdom import html\n\nassert html(t'<br>one') == «'<br>two'»"),
    td.invalid(
        "from tdom import html\n\nn = 3\nassert html(t'<p id={n}>a</p><br>') == «\"<p id='3'>a</p><br>\"»",
        fixed="from tdom import html\n\nn = 3\nassert html(t'<p id={n}>a</p><br>') == '<p id=\"3\">a</p><br />'",
    ),
]
