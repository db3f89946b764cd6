"""Expressions: chains, nests and long literals, each in a file that renders templates."""

from __future__ import annotations

from collections.abc import Callable, Mapping

HEAD = """\
from dataclasses import dataclass
from markupsafe import Markup
from svcs_di import Inject, auto
from tdom import html

def page(a, b, c, d):
"""


def shown(value: str, name: str = "x") -> Mapping[str, str]:
    """A value that has a name and stands in a template by it."""
    return {"page.py": f'{HEAD}    {name} = {value}\n    return html(t"<p title={{{name}}}>{{{name}}}</p>")\n'}


def placed(value: str) -> Mapping[str, str]:
    """A value that stands in a template itself."""
    return {"page.py": f'{HEAD}    return html(t"<p title={{{value}}}>{{{value}}}</p>")\n'}


SPREAD = "{**"


def keys(count: int) -> str:
    return "".join(f"'k{number}': a, " for number in range(count))


def nest(opening: str, closing: str, inner: str, times: int) -> str:
    return opening * times + inner + closing * times


SHAPES: Mapping[str, Callable[[int], Mapping[str, str]]] = {
    "or chain": lambda n: shown(" or ".join(["a"] * n)),
    "or chain in a template": lambda n: placed(" or ".join(["a"] * n)),
    "and chain in a template": lambda n: placed(" and ".join(["a"] * n)),
    "sum of strings into a template": lambda n: shown(" + ".join(["'<b>'", "a"] * n)),
    "sum of strings in a template": lambda n: placed(" + ".join(["'<b>'", "a"] * n)),
    "sum of templates": lambda n: shown(" + ".join(['t"<b>{a}</b>"'] * n)),
    "sum of f-strings": lambda n: shown(" + ".join(['f"<b>{a}</b>"'] * n)),
    "sum inside of Markup": lambda n: shown(f"Markup({' + '.join(['a'] * n)})"),
    "product chain": lambda n: shown(" * ".join(["a"] * n)),
    "percent chain": lambda n: shown("'<b>%s</b>'" + " % a" * n),
    "comparison chain": lambda n: shown(" < ".join(["a"] * n)),
    "ternary chain": lambda n: shown("a if b else " * n + "c"),
    "ternary chain in a template": lambda n: placed("a if b else " * n + "c"),
    "ternary nest": lambda n: placed(nest("(", " if b else c)", "a", n)),
    "lambda chain": lambda n: shown("lambda: " * n + "a"),
    "unary chain": lambda n: shown("not " * n + "a"),
    "minus chain": lambda n: shown("-" * n + "a"),
    "attribute chain": lambda n: shown("a" + ".b" * n),
    "attribute chain in a template": lambda n: placed("a" + ".b" * n),
    "call chain": lambda n: shown("a" + "()" * n),
    "method chain": lambda n: shown("a" + ".get(b)" * n),
    "subscript chain": lambda n: shown("a" + "[0]" * n),
    "call nest": lambda n: shown(nest("html(", ")", "a", n)),
    "str nest": lambda n: placed(nest("str(", ")", "a", n)),
    "parentheses": lambda n: shown(nest("(", ")", "a", n)),
    "parentheses in a template": lambda n: placed(nest("(", ")", "a", n)),
    "list nest": lambda n: shown(nest("[", "]", "a", n)),
    "dict nest": lambda n: shown(nest("dict(a={'a': ", "})", "a", n)),
    "walrus nest": lambda n: shown(nest("(y := ", ")", "a", n)),
    "comprehension nest": lambda n: shown(nest("[z for z in ", "]", "a", n)),
    "comprehension clauses": lambda n: shown("[z" + " for z in a if z" * n + "]"),
    "long list": lambda n: shown(f"[{'a, ' * n}]"),
    "long list of templates": lambda n: shown("[" + 't"<b>{a}</b>", ' * n + "]"),
    "long dict": lambda n: shown("dict(**{" + keys(n) + "})"),
    "long dict in a spread": lambda n: {
        "page.py": f"{HEAD}    x = {{{keys(n)}}}\n"
        '    return html(t"<p {x}></p><p class={x}></p><p style={x}></p>")\n'
    },
    "class list": lambda n: {"page.py": HEAD + "    return html(t'<p class={[" + "a, b, " * n + "]}></p>')\n"},
    "spread chain": lambda n: {
        "page.py": f"{HEAD}    x0 = {{}}\n"
        + "".join(f"    x{i + 1} = {{**x{i}, 'k': a}}\n" for i in range(n))
        + f'    return html(t"<p {{x{n}}}></p>")\n'
    },
    "spread nest": lambda n: {
        "page.py": f'{HEAD}    x = {nest(SPREAD, "}", "a", n)}\n    return html(t"<p {{x}}></p>")\n'
    },
    "union chain": lambda n: {"page.py": f"{HEAD}    pass\n\ndef f(a: {' | '.join(['int'] * n)}): ...\n"},
    "annotation nest": lambda n: {"page.py": f"{HEAD}    pass\n\ndef f(a: {nest('list[', ']', 'int', n)}): ...\n"},
    "quoted annotation": lambda n: {"page.py": f"{HEAD}    pass\n\ndef f(a: 'Inject[{'A, ' * n}]'): ...\n"},
    "Annotated with much": lambda n: {
        "page.py": f"{HEAD}    pass\n\ndef f(a: Annotated[int, {'Get(A, 1), ' * n}]): ...\n"
    },
    "f-string parts": lambda n: shown('Markup(f"' + "<b>{a}</b>" * n + '")'),
    "f-string of format specs": lambda n: shown('f"' + "{a:{b}}" * n + '"'),
    "implicit concatenation": lambda n: shown('"<b>" ' * n),
    "implicit concatenation of templates": lambda n: shown('t"<b>{a}</b>" ' * n),
    "join that shows what it is given to": lambda n: {
        "page.py": f"""{HEAD}    x = html("".join([{'t"<p>{x}", ' * n}]))\n"""
    },
    "join of templates": lambda n: shown('"".join([' + "html(t'<b>{a}</b>'), " * n + "])"),
    "await chain": lambda n: {"page.py": f"{HEAD}    pass\n\nasync def f(a):\n    return {'await ' * n}a\n"},
    "star arguments": lambda n: shown(f"html({'*a, ' * n})"),
    "keyword arguments": lambda n: shown(f"html({''.join(f'k{i}=a, ' for i in range(n))})"),
    "slices": lambda n: shown(f"a[{'1:2, ' * n}]"),
    "escapes": lambda n: shown('"' + "\\n" * n + '"'),
    "long string": lambda n: shown('"' + "<b>x" * n + '"'),
}
