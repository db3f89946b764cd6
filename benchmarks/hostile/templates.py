"""What stands in templates: tags, attributes, components, comments, and what is not closed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hostile.names import START, each
from hostile.values import nest


def template(text: str) -> Mapping[str, str]:
    return {"page.py": f'{START}def f(x): return html(t"""{text}""")\n'}


def component(props: str, uses: str) -> Mapping[str, str]:
    return {"page.py": f'{START}def A({props}): return t"<p></p>"\n\ndef f(x): return html(t"""{uses}""")\n'}


def _templates_in_templates(depth: int) -> str:
    return nest('t"""<p>{', '}</p>"""', "x", depth)


SHAPES: Mapping[str, Callable[[int], Mapping[str, str]]] = {
    "comment openings": lambda n: template("<!--" * n),
    "comments": lambda n: template("<!-- x -->" * n),
    "comment of dashes": lambda n: template("<!--" + "-" * n),
    "declarations": lambda n: template("<!x>" * n),
    "doctype openings": lambda n: template("<!DOCTYPE " * n),
    "processing instructions": lambda n: template("<?x" * n),
    "cdata openings": lambda n: template("<![CDATA[" * n),
    "less-than signs": lambda n: template("<" * n),
    "less-than signs and braces": lambda n: template("<{x}" * n),
    "tag openings": lambda n: template("<a " * n),
    "tag openings with quotes": lambda n: template("<a b='" * n),
    "attributes without a name": lambda n: template(f"<a {'=' * n}>"),
    "slashes": lambda n: template(f"<a {'/' * n}>"),
    "opens without closes": lambda n: template("<div>" * n),
    "opens of paragraphs": lambda n: template("<p>" * n),
    "closes without opens": lambda n: template("</div>" * n),
    "end tag openings": lambda n: template("</" * n),
    "opens then other closes": lambda n: template("<div>" * n + "</span>" * n),
    "nest": lambda n: template(nest("<div>", "</div>", "x", n)),
    "void elements": lambda n: template("<br>" * n),
    "elements beside each other": lambda n: template("<p title={x}>{x}</p>" * n),
    "tags with an attribute": lambda n: template("<a b={x}>" * n),
    "attributes": lambda n: template(f"<a {each(n, lambda i: f'b{i}={{x}} ')}></a>"),
    "attributes of one name": lambda n: template(f"<a {'b={x} ' * n}></a>"),
    "attribute templates": lambda n: template(f"<a b='{'{x} ' * n}'></a>"),
    "spreads": lambda n: template(f"<a {'{x} ' * n}></a>"),
    "spreads of literals": lambda n: template(f"<a {'{dict(b=1)} ' * n}></a>"),
    "booleans": lambda n: template("<input disabled='false' checked={False}>" * n),
    "classes": lambda n: template(f"<a class='{'b ' * n}'></a>"),
    "style text": lambda n: template(f"<a style='{'b: c; ' * n}'></a>"),
    "style elements": lambda n: template("<style>a { b: c }</style>".replace("{", "{{").replace("}", "}}") * n),
    "script openings": lambda n: template("<script>" * n),
    "textarea openings": lambda n: template("<textarea>{x}" * n),
    "ids": lambda n: template("<a id='b'></a>" * n),
    "labels": lambda n: template("<label for='b'></label><input id='b'>" * n),
    "images": lambda n: template("<img src='a'>" * n),
    "tables": lambda n: template("<table><tr><td>" * n),
    "entities": lambda n: template("&amp;&x;&" * n),
    "text": lambda n: template("x " * n),
    "interpolations": lambda n: template("{x}" * n),
    "conversions and format specs": lambda n: template("{x!r:>{x}}" * n),
    "format specs": lambda n: template("{x:safe}{x:unsafe}{x:foo}" * n),
    "format spec nest": lambda n: template("{x:" + "{x:" * min(n, 200) + "}" * min(n, 200) + "}"),
    "empty interpolations": lambda n: template("{ }" * n),
    "escaped braces": lambda n: template("{{" * n),
    "lone braces": lambda n: template("{" * n),
    "templates in templates": lambda n: {"page.py": f"{START}def f(x): return html({_templates_in_templates(n)})\n"},
    "templates beside templates": lambda n: {
        "page.py": f"{START}def f(x): return html(t'<p>{{x}}</p>')\n" + "x = t'<p>{x}</p>'\n" * n
    },
    "html in html": lambda n: template(nest('{html(t"<p>', '</p>")}', "x", n)),
    "strings in html": lambda n: template("{'<b>'}{f'<b>{x}</b>'}{str(x)}" * n),
    "lists in html": lambda n: template("{[t'<b>{y}</b>' for y in x]}" * n),
    "one component with many props": lambda n: component(
        ", ".join(f"p{i}" for i in range(n)), f"<{{A}} {each(n, lambda i: f'p{i}={{x}} ')}/>"
    ),
    "one component with many missing props": lambda n: component(", ".join(f"p{i}" for i in range(n)), "<{A} />"),
    "one component with many unknown props": lambda n: component("", f"<{{A}} {each(n, lambda i: f'p{i}={{x}} ')}/>"),
    "one dataclass with many props": lambda n: {
        "page.py": f"{START}@dataclass\nclass A:\n"
        + each(n, lambda i: f"    p{i}: str\n")
        + "    def __call__(self): return t'<p>{self.p0}</p>'\n\n"
        + f'def f(x): return html(t"""<{{A}} {each(n, lambda i: f"p{i}={{x}} ")}/>""")\n'
    },
    "uses of one component": lambda n: component("a, b=1", "<{A} a={x} />" * n),
    "uses of one component without its prop": lambda n: component("a, b=1", "<{A} />" * n),
    "components in components": lambda n: component("children", nest("<{A}>", "</{A}>", "x", n)),
    "components without ends": lambda n: component("children", "<{A}>" * n),
    "component ends": lambda n: component("children", "</{A}>" * n),
    "component ends of others": lambda n: component("children", "<{A}></{B}>" * n),
    "many components": lambda n: {
        "page.py": START
        + each(n, lambda i: f'def C{i}(a, children): return t"<p>{{children}}</p>"\n')
        + f'def f(x): return html(t"""{each(n, lambda i: f"<{{C{i}}} a={{x}}></{{C{i}}}>")}""")\n'
    },
    "components that use each other": lambda n: {
        "page.py": START + each(n, lambda i: f'def C{i}(a): return t"<{{C{i + 1}}} a={{a}} />"\n')
    },
    "components that use each other in a ring": lambda n: {
        "page.py": START + each(n, lambda i: f'def C{i}(a, children): return t"<{{C{(i + 1) % n}}}>{{children}}</>"\n')
    },
    "fragments": lambda n: template(nest("<>", "</>", "x", n)),
    "fragment ends": lambda n: template("</>" * n),
    "aria attributes": lambda n: template("<a aria-hidden={True} aria-x='y'></a>" * n),
    "findings": lambda n: {"page.py": START + "def f(x):\n" + "    html(f'<p>{x}</p>')\n" * n},
    "findings in one template": lambda n: template("<img src={x}><br></b>" * n),
    "findings on one line": lambda n: {"page.py": START + "def f(x):\n    " + "html(f'<p>{x}</p>'); " * n + "\n"},
    "sinks": lambda n: template("<a onclick={x} href={x} style={x}></a>" * n),
}
