"""Mistakes in the markup of a template."""

from __future__ import annotations

from mistakes.model import Mistake

_CARD = """
def Card(*, title: str, children: Template | None = None) -> Template:
    return t"<section><h2>{title}</h2>{children}</section>"

"""

TEMPLATES = (
    Mistake(
        "implied-end-tag",
        "An end tag that HTML would imply",
        "TDC101",
        """page = «html(t"<ul><li>a<li>b</ul>")»""",
        """page = html(t"<ul><li>a</li><li>b</li></ul>")""",
    ),
    Mistake(
        "tags-crossed",
        "Tags that cross",
        "TDC101",
        """page = «html(t"<p><b>a<i>b</b></i></p>")»""",
        """page = html(t"<p><b>a<i>b</i></b></p>")""",
    ),
    Mistake(
        "tag-left-open",
        "A tag that stays open",
        "TDC101",
        """page = «html(t"<div><p>a</p>")»""",
        """page = html(t"<div><p>a</p></div>")""",
    ),
    Mistake(
        "stray-end-tag",
        "An end tag without a start tag",
        "TDC101",
        """page = «html(t"<p>a</p></div>")»""",
        """page = html(t"<p>a</p>")""",
    ),
    Mistake(
        "void-end-tag",
        "An end tag of a void element",
        "TDC101",
        """page = «html(t"<p>a<br></br>b</p>")»""",
        """page = html(t"<p>a<br>b</p>")""",
    ),
    Mistake(
        "doctype-interpolated",
        "An interpolation in the doctype",
        "TDC101",
        """
        kind = "html"
        page = «html(t"<!doctype {kind}><p>a</p>")»
        """,
        """
        kind = "html"
        page = html(t"<!doctype html><p>{kind}</p>")
        """,
    ),
    Mistake(
        "declaration-unknown",
        "A declaration that is no doctype",
        "",
        """page = «html(t"<!ELEMENT p><p>a</p>")»""",
        """page = html(t"<!doctype html><p>a</p>")""",
    ),
    Mistake(
        "doctype-without-name",
        "A doctype that names nothing",
        "",
        """page = «html(t"<!doctype><p>a</p>")»""",
        """page = html(t"<!doctype html><p>a</p>")""",
    ),
    Mistake(
        "end-tag-with-attribute",
        "An attribute of an end tag",
        "",
        """page = «html(t"<p>a</p class='b'>")»""",
        """page = html(t"<p class='b'>a</p>")""",
    ),
    Mistake(
        "attribute-without-name",
        "A value where the name of an attribute must stand",
        "",
        """page = «html(t"<p 'b'>a</p>")»""",
        """page = html(t"<p class='b'>a</p>")""",
    ),
    Mistake(
        "component-tag-of-two",
        "A component tag with more than one interpolation",
        "TDC101",
        _CARD + """page = «html(t"<{Card}{Card} title='a' />")»""",
        _CARD + """page = html(t"<{Card} title='a' />")""",
    ),
    Mistake(
        "component-left-open",
        "A component tag that stays open",
        "TDC101",
        _CARD + """page = «html(t"<{Card} title='a'>text")»""",
        _CARD + """page = html(t"<{Card} title='a'>text</{Card}>")""",
    ),
    Mistake(
        "slash-swallowed-by-element",
        "`/>` right after a value without quotes, on a void element",
        "TDC102",
        """
        name = "q"
        page = «html(t"<input name={name}/>")»
        """,
        """
        name = "q"
        page = html(t"<input name={name} />")
        """,
    ),
    Mistake(
        "slash-swallowed-by-component",
        "`/>` right after a value without quotes, on a component",
        "TDC102",
        _CARD + """page = «html(t"<{Card} title={'a'}/>")»""",
        _CARD + """page = html(t"<{Card} title={'a'} />")""",
    ),
    Mistake(
        "quote-left-open",
        "A quote that is not closed",
        "TDC103",
        """page = «html(t'<div class="x>Hello</div>')»""",
        """page = html(t'<div class="x">Hello</div>')""",
    ),
    Mistake(
        "start-tag-cut-off",
        "A start tag that the template ends in",
        "TDC103",
        """page = «html(t"Hello <div")»""",
        """page = html(t"Hello <div></div>")""",
    ),
    Mistake(
        "comment-left-open",
        "A comment that is not closed",
        "",
        """page = «html(t"<p>a</p><!-- b <p>c</p>")»""",
        """page = html(t"<p>a</p><!-- b --><p>c</p>")""",
    ),
    Mistake(
        "end-tag-of-another-component",
        "The end tag of another component",
        "TDC104",
        _CARD
        + """
def Panel(*, children: Template) -> Template:
    return t"<aside>{children}</aside>"

page = «html(t"<{Card} title='a'>text</{Panel}>")»
""",
        _CARD
        + """
def Panel(*, children: Template) -> Template:
    return t"<aside>{children}</aside>"

page = html(t"<{Card} title='a'>text</{Card}>")
""",
    ),
    Mistake(
        "end-tag-without-braces",
        "A component closed by its bare name",
        "TDC104",
        _CARD + """page = «html(t"<{Card} title='a'>text</Card>")»""",
        _CARD + """page = html(t"<{Card} title='a'>text</{Card}>")""",
    ),
    Mistake(
        "component-closes-element",
        "An element closed by a component tag",
        "TDC101",
        _CARD + """page = «html(t"<div>text</{Card}>")»""",
        _CARD + """page = html(t"<div>text</div>")""",
    ),
    Mistake(
        "attribute-name-interpolated",
        "The name of an attribute and its value, both interpolated",
        "TDC105",
        """
        key, value = "id", 7
        page = «html(t"<a data-{key}={value}>x</a>")»
        """,
        """
        key, value = "id", 7
        page = html(t"<a data={ {key: value} }>x</a>")
        """,
    ),
    Mistake(
        "attribute-name-partly-interpolated",
        "A part of the name of an attribute",
        "TDC105",
        """
        key = "id"
        page = «html(t"<a data-{key}='7'>x</a>")»
        """,
        """
        key = "id"
        page = html(t"<a data={ {key: '7'} }>x</a>")
        """,
    ),
    Mistake(
        "text-as-spread",
        "A text where attributes are spread",
        "TDC106",
        """
        busy = len("ab") > 1
        off = " disabled" if busy else ""
        page = «html(t"<button {off}>Go</button>")»
        """,
        """
        busy = len("ab") > 1
        page = html(t"<button disabled={busy}>Go</button>")
        """,
    ),
    Mistake(
        "spread-of-two",
        "Two spreads without a space between them",
        "TDC105",
        """
        first, second = {"id": "a"}, {"title": "b"}
        page = «html(t"<a {first}{second}>x</a>")»
        """,
        """
        first, second = {"id": "a"}, {"title": "b"}
        page = html(t"<a {first} {second}>x</a>")
        """,
    ),
    Mistake(
        "space-before-component",
        "A space before the braces of a component",
        "TDC131",
        _CARD + """page = «html(t"<p>< {Card} title='a' /></p>")»""",
        _CARD + """page = html(t"<p><{Card} title='a' /></p>")""",
    ),
    Mistake(
        "attribute-twice",
        "An attribute given twice",
        "TDC107",
        """page = «html(t"<a id='1' id='2'>x</a>")»""",
        """page = html(t"<a id='1'>x</a>")""",
    ),
    Mistake(
        "fragment",
        "The fragment of JSX",
        "TDC108",
        """page = «html(t"<><p>a</p><p>b</p></>")»""",
        """page = html(t"<p>a</p><p>b</p>")""",
    ),
    Mistake(
        "component-in-title",
        "A component within `<title>`",
        "TDC109",
        _CARD + """page = «html(t"<title><{Card} title='a' /></title>")»""",
        _CARD + """page = html(t"<title>a</title>")""",
    ),
    Mistake(
        "component-in-comment",
        "A component that is commented out",
        "TDC109",
        _CARD + """page = «html(t"<!-- <{Card} title='a' /> --><p>a</p>")»""",
        _CARD + """page = html(t"<p>a</p>")""",
    ),
    Mistake(
        "cdata",
        "A CDATA section",
        "TDC109",
        """page = «html(t"<p>a<![CDATA[b]]></p>")»""",
        """page = html(t"<p>ab</p>")""",
    ),
    Mistake(
        "component-without-braces",
        "A component tag without braces",
        "TDC110",
        _CARD + """page = «html(t"<Card title='a' />")»""",
        _CARD + """page = html(t"<{Card} title='a' />")""",
    ),
    Mistake(
        "template-in-f-string",
        "A template within an f-string",
        "TDC112",
        """
        item = t"<b>a</b>"
        page = html(t"<p>{«f'{item}!'»}</p>")
        """,
        """
        item = t"<b>a</b>"
        page = html(t"<p>{t'{item}!'}</p>")
        """,
    ),
    Mistake(
        "template-as-str",
        "`str()` of a template",
        "TDC112",
        """
        item = t"<b>a</b>"
        page = html(t"<p>{«str(item)»}</p>")
        """,
        """
        item = t"<b>a</b>"
        page = html(t"<p>{item}</p>")
        """,
    ),
    Mistake(
        "template-plus-str",
        "A template and a text added",
        "TDC112",
        """
        item = t"<b>a</b>"
        page = html(«item + "!"»)
        """,
        """
        item = t"<b>a</b>"
        page = html(item + t"!")
        """,
    ),
)
