"""Statements: nests, repeats and what binds names."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hostile.values import HEAD

TAIL = '    return html(t"<p>{x}</p>")\n'


def body(text: str) -> Mapping[str, str]:
    """Lines of a function before it renders."""
    return {"page.py": f"{HEAD}    x = a\n{text}{TAIL}"}


def nested(line: str, times: int, inner: str = "x = b") -> str:
    """A block in a block; a hundred levels are all that Python's tokenizer takes, so more stand beside each other."""
    depth = min(times, 90)
    block = "".join(f"{' ' * (4 + level)}{line}\n" for level in range(depth)) + f"{' ' * (4 + depth)}{inner}\n"
    return block * max(1, times // 90)


def tried(depth: int) -> str:
    """Each `finally` is compiled twice for every one around it."""
    lines = [
        f"{' ' * (4 + level)}try:\n{' ' * (5 + level)}x = b\n{' ' * (4 + level)}finally:\n" for level in range(depth)
    ]
    return "".join(lines) + f"{' ' * (4 + depth)}x = c\n"


SHAPES: Mapping[str, Callable[[int], Mapping[str, str]]] = {
    "nested if": lambda n: body(nested("if a:", n)),
    "nested for": lambda n: body(nested("for x in a:", n)),
    "nested while": lambda n: body(nested("while x:", n)),
    "nested with": lambda n: body(nested("with a as x:", n)),
    "nested function": lambda n: body(nested("def x(a):", n)),
    "nested class": lambda n: body(nested("class x(a):", n)),
    "nested try and finally": lambda n: body(tried(min(n, 6)) * (1 + n // 6)),
    "elif chain": lambda n: body("    if a: x = a\n" + "    elif b: x = c\n" * n),
    "elif chain that returns": lambda n: body('    if a: return t"<b>"\n' + "    elif b: return f'<b>{a}'\n" * n),
    "if after if": lambda n: body("    if a: x = b\n" * n),
    "guards": lambda n: body("    if x is None: return None\n" * n),
    "asserts": lambda n: body("    assert isinstance(x, str)\n" * n),
    "match cases": lambda n: body("    match a:\n" + "        case {'a': x, 'b': [y, *z]}: x = y\n" * n),
    "match alternatives": lambda n: body(f"    match a:\n        case {' | '.join(['1'] * n)}: x = b\n"),
    "match nest": lambda n: body(f"    match a:\n        case {'[' * n}x{']' * n}: pass\n"),
    "match that returns": lambda n: body("    match a:\n" + '        case 1: return t"<b>{x}</b>"\n' * n),
    "except clauses": lambda n: body("    try: x = b\n" + "    except a: x = c\n" * n),
    "with items": lambda n: body(f"    with {', '.join(['a as x'] * n)}: pass\n"),
    "expected failures": lambda n: body('    with pytest.raises(ValueError): html(t"<p></b>")\n' * n),
    "expected failures by name": lambda n: body(
        '    y = t"<p></b>"\n    with pytest.raises(ValueError): html(y)\n' * n
    ),
    "parses": lambda n: body('    parse(t"<p>{x}</p>")\n' * n),
    "assignments of one name": lambda n: body("    x = b\n" * n),
    "assignments that use themselves": lambda n: body("    x = x + '<b>'\n" * n),
    "templates that are added to text": lambda n: body("    s = ''\n" + "    s += t'<p>{s}'\n" * n + "    html(s)\n"),
    "augmented assignments": lambda n: body("    x += '<b>' + a\n" * n),
    "chain of names": lambda n: body("".join(f"    x{i + 1} = x{i}\n" for i in range(n)) + f"    x = x{n}\n"),
    "chain of names on two ways": lambda n: body(
        "".join(f"    x{i + 1} = x{i} if a else x{i} + x{i}\n" for i in range(n)) + f"    x = x{n}\n"
    ),
    "appends": lambda n: body("    x.append(f'<b>{a}</b>')\n" * n),
    "targets": lambda n: body(f"    {'x = ' * n}a\n"),
    "unpacking": lambda n: body(f"    {'x, ' * n} = a\n"),
    "target nest": lambda n: body(f"    {'(' * n}x,{'),' * n} = a\n"),
    "deletes": lambda n: body("    del x\n    x = a\n" * n),
    "globals": lambda n: body("    global y\n    y = x\n" * n),
    "many globals": lambda n: body(f"    global {', '.join(f'y{i}' for i in range(n))}\n"),
    "returns": lambda n: body("    if a: return x\n" * n),
    "returns of templates": lambda n: body('    if a: return html(t"<p>{x}</p>")\n' * n),
    "yields": lambda n: body("    yield t'<b>{x}</b>'\n" * n),
    "statements on a line": lambda n: body(f"    {'x = a; ' * n}\n"),
    "renders": lambda n: body('    x = html(t"<p>{x}</p>")\n' * n),
    "imports in a function": lambda n: body("    from tdom import html\n" * n),
    "docstring sessions": lambda n: {
        "page.py": HEAD + '    """\n' + "    >>> html(t'<p>{x}</p>')\n" * n + '    """\n' + TAIL
    },
    "functions with a session": lambda n: {
        "page.py": HEAD + TAIL + "".join(f'def f{i}():\n    """\n    >>> html(t"<p></b>")\n    """\n' for i in range(n))
    },
    "comprehensions": lambda n: body("    x = [html(t'<b>{y}</b>') for y in x if y]\n" * n),
    "lambdas": lambda n: body("    x = lambda y: html(t'<b>{y}</b>')\n" * n),
}
