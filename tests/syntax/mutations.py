"""Broken Python without end: sources that every release knows, each changed in one or two places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

SOURCES = (
    """\
async def rows(n):
    async for x in aiter(n):
        yield x
    async with lock as (a, *b), other:
        await x
        return
""",
    """\
def f(a, /, b: int = 1, *args, c=2, **kw) -> None:
    for i, (j, *k) in enumerate(a):
        while True:
            try:
                if x := g(*a, **kw):
                    break
                else:
                    continue
            except (A, B) as e:
                raise X from e
            except:
                return 1
            else:
                del a[0], b
            finally:
                with open(a) as fh, open(b): pass
""",
    """\
match cmd:
    case {"a": 1, **rest} if rest: pass
    case [1, 2, *others] | (3, 4, *others): pass
    case Point(x=0, y=0): pass
    case "a" "b" | -1 | 1+2j | None: pass
    case x: pass
""",
    """\
'''A page.'''
from __future__ import annotations
import a.b as c, d
from .y import (a as b, c,)
x: int = 1
x += 1
@dec(1)
class A(B, metaclass=M, k=1):
    def m(self, u=(z := 1)):
        call = lambda *a, k=1, **kw: (yield a)
        return [x for x in y if x for z in x if z]
""",
    """\
def outer():
    x = 1
    def inner():
        nonlocal x
        global y
        x = yield
        return x
    class C:
        def z(self): return {k: v for k, v in self.items()}
    return inner, C
""",
    "try:\n    f()\nexcept* (A, B) as eg:\n    g()\nexcept* C:\n    h()\n",
    """\
async def main():
    r = [await x async for x in y if await z]
    async with a: return await b
    for q in await w: await q
def gen(): x = yield from y; return (yield)
b = b'abc' rb'\\x'
n = [0x1F, 0b10, 0o17, 1_000, 1.5e-3, 2j, -7, ...]
a, *b = c
for *p, q in r: print(*p, sep='', **kw)
x[1:2, ::3] = {**a, 'b': 1}, {*s, 1}, [*l, 2]
""",
)
_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
_WORDS = (
    "return", "yield", "await", "async", "break", "continue", "pass", "def", "class", "for", "while", "if", "elif",
    "else", "try", "except", "finally", "with", "as", "import", "from", "lambda", "global", "nonlocal", "del", "in",
    "is", "not", "and", "None", "*", "**", ",", ":", ";", "(", ")", "[", "]", "{", "}", "=", "==", ":=", "->", "@", ".",
    "0777", "1__0", "'s'", "b'z'", "b'é'", "*x,", "**x", "(yield)", "lambda:0", "else:", "__debug__", "1e", "0o8", "?",
    "$", "!", "é", "\t", " ", "    ", "\n", "\n    ", "\f", "\u00a0",
)  # fmt: skip
_LINES = (
    "return 1", "break", "continue", "yield", "await x", "await x", "from __future__ import division", "f(a=1, a=2)",
    "*a, *b = c", "x = *y", "*x", "for *x in y: pass", "except: pass", "global x", "nonlocal y", "async with a: pass",
    "[x async for x in y]", "lambda: await_(x)", "from x import *", "del f()", "__debug__ = 1", "lambda a, a: 0",
    "class K: return", "class K: yield", "def f(a, a): pass", "return *a", "try: pass", "with a as (*b, *c): pass",
    "async def g(): yield; return 1", "async def g(): yield from x", "x = lambda: (yield)", "def f(x=(yield)): pass",
    "match x:\n  case _: pass\n  case 1: pass", "while x: pass\nelse: break", "class K(a=1, a=2): pass",
)  # fmt: skip


def mutants(seed: int, count: int) -> Iterator[str]:
    """The same sources for the same seed."""
    random = Random(seed)  # noqa: S311  # a test repeats itself
    for _ in range(count):
        text = random.choice(SOURCES)
        for _ in range(random.choice((1, 1, 1, 2))):
            text = _mutated(text, random)
        yield text


def _mutated(text: str, random: Random) -> str:
    kind = random.randrange(9)
    lines = text.splitlines(keepends=True) or [""]
    tokens = _TOKEN.findall(text) or [""]
    line, token, letter = (random.randrange(len(items)) for items in (lines, tokens, text + " "))
    match kind:
        case 0:
            return text[:letter] + text[letter + 1 :]
        case 1:
            return text[:letter] + random.choice(_WORDS) + text[letter:]
        case 2:
            del lines[line]
        case 3:
            lines[line] = random.choice((" ", "    ", "\t")) + lines[line]
        case 4:
            lines[line] = lines[line].lstrip(" ")
        case 5 | 6:
            indent = re.match(r"[ \t]*", lines[line])
            lines.insert(line, f"{indent.group() if indent else ''}{random.choice(_LINES)}\n")
        case 7:
            tokens[token] = random.choice(_WORDS)
            return "".join(tokens)
        case _:
            other = random.randrange(len(tokens))
            tokens[token], tokens[other] = tokens[other], tokens[token]
            return "".join(tokens)
    return "".join(lines)
