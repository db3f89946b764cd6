"""Every place of the grammar in which the marked expression of an example can stand."""

from __future__ import annotations

import tree_sitter

from tdomcheck.contract.examples import Source, TextRange
from tdomcheck.contract.syntax import Syntax

HOLE = "\N{WHITE SQUARE}"

PLACES: dict[str, str] = {
    "an expression statement": "□",
    "an assignment": "_f = □",
    "an augmented assignment": "_f += □",
    "an annotated assignment": "_f: object = □",
    "an annotation": "_f: _g[□] = 1",
    "a walrus": "_f(_a := □)",
    "a call argument": "_f(□)",
    "a keyword argument": "_f(_a=□)",
    "a starred argument": "_f(*□)",
    "brackets over lines": "_f(\n    1,\n    □,\n)",
    "brackets that close behind it": "_f(\n    1,\n    □)",
    "a method chain": "(\n    _f\n    .g(□)\n    .h()\n)",
    "a default argument": "def _f(_a=□): ...",
    "a default argument over lines": "def _f(\n    _a,\n    _b=□,\n):\n    pass",
    "a lambda default": "_f = lambda _a=□: _a",
    "a lambda body": "_f = lambda: □",
    "a comprehension": "_f = [□ for _a in _b]",
    "a comprehension's condition": "_f = {_a for _a in _b if □}",
    "a generator's source": "_f = sum(_a for _a in □)",
    "a dictionary value": '_f = {\n    "a": □,\n}',
    "a subscript": "_f[□] = 1",
    "a conditional": "_f = □ if _a else _b",
    "a boolean expression": "_f = _a or □",
    "a decorator": "@_f(□)\ndef _g(): ...",
    "the second decorator": "@_f\n@_g(□)\ndef _h(): ...",
    "a decorator of a class": "@_f(□)\nclass _G: ...",
    "a base of a class": "class _G(_f(□)):\n    pass",
    "a class body": "class _G:\n    _f = □",
    "a method": "class _G:\n    def _f(self):\n        return □",
    "return": "def _f():\n    return □",
    "yield": "def _f():\n    yield □",
    "await": "async def _f():\n    await _g(□)",
    "assert": "assert □, _f",
    "assert's message": "assert _f, □",
    "raise": "raise _f(□)",
    "del": "del _f[□]",
    "with": "with _f(□) as _g:\n    pass",
    "with over lines": "with (\n    _f(□) as _g,\n    _h as _i,\n):\n    pass",
    "async for": "async def _f():\n    async for _a in _g(□):\n        pass",
    "for": "for _a in _f(□):\n    pass",
    "while": "while □:\n    break",
    "if": "if □:\n    pass",
    "elif": "if _f:\n    pass\nelif □:\n    pass",
    "else": "if _f:\n    pass\nelse:\n    _g(□)",
    "try": "try:\n    _f(□)\nfinally:\n    pass",
    "except": "try:\n    pass\nexcept _f(□):\n    pass",
    "finally": "try:\n    pass\nfinally:\n    _f(□)",
    "a match subject": "match □:\n    case _:\n        pass",
    "a match case": "match _f:\n    case _:\n        _g = □",
    "a match guard": "match _f:\n    case _ if □:\n        pass",
    "an if on one line": "if _f: _g(□)",
    "a def on one line": "def _f(): return □",
    "a class on one line": "class _G: _f = □",
    "a second statement of a line": "_f = 1; _g = □",
    "a continued line": "_f = \\\n    □",
}
"""Statements with a hole for the expression."""


def placed(source: Source, statement: str) -> Source | None:
    """The source with the statement around the mark replaced; None where the mark stands in no plain expression."""
    syntax = Syntax(source.text)
    expression = _expression(syntax, source.mark)
    if expression is None:
        return None
    (first, last), (start, end) = expression
    indent = source.text[syntax.line_start(first) : first]
    if indent.strip():
        return None
    before, after = (part.replace("\n", f"\n{indent}") for part in statement.split(HOLE))
    text = source.text[:first] + before + source.text[start:end] + after + source.text[last:]
    shift = first + len(before) - start
    return Source(text, (source.mark[0] + shift, source.mark[1] + shift))


def shape(source: Source) -> str:
    """What the places of the grammar can tell apart in an example; empty where no plain expression is marked."""
    syntax = Syntax(source.text)
    expression = _expression(syntax, source.mark)
    if expression is None:
        return ""
    start, end = expression[1]
    is_text = syntax.string_around(source.mark[0]) is not None
    return f"{syntax.chain((start, end))[-1].type} {chr(10) in source.text[start:end]} {is_text}"


def _expression(syntax: Syntax, place: TextRange) -> tuple[TextRange, TextRange] | None:
    """The innermost statement around a place, and the expression in it that is its value."""
    statements = syntax.statements_around(place)
    value = _value(statements[-1]) if statements else None
    if value is None or value.type in {"expression_list", "assignment", "yield", "pattern_list"}:
        return None
    start, end = syntax.place(value)
    return (syntax.place(statements[-1]), (start, end)) if start <= place[0] and place[1] <= end else None


def _value(statement: tree_sitter.Node) -> tree_sitter.Node | None:
    if statement.type not in {"expression_statement", "return_statement"} or statement.named_child_count != 1:
        return None
    inner = statement.named_children[0]
    return inner.child_by_field_name("right") if inner.type == "assignment" else inner


def over_lines(source: Source) -> Source | None:
    """The t-string around the mark with its text on lines of its own."""
    syntax = Syntax(source.text)
    node = next((node for node in syntax.chain(source.mark) if node.type == "string"), None)
    if node is None:
        return None
    (start, end), (first, _) = syntax.place(node), syntax.place(node.children[-1])
    opening = syntax.tree.text(node.children[0])
    quote = opening.lstrip("tTrR")
    content = start + len(opening)
    is_inside = content <= source.mark[0] and source.mark[1] <= first
    if not is_inside or len(quote) != 1 or opening[0] not in "tTrR" or quote * 3 in source.text[content:first]:
        return None
    prefix = opening[: -len(quote)]
    text = f"{source.text[:start]}{prefix}{quote * 3}\n{source.text[content:first]}\n{quote * 3}{source.text[end:]}"
    return Source(text, (source.mark[0] + 3, source.mark[1] + 3))
