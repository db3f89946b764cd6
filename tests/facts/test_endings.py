"""Whether a block comes to its end: certainly, or not for all that is known."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import view_of

from tdomcheck.facts.python.terminal import falls_through


def _falls_through(text: str) -> bool:
    view = view_of(f"import tdom\n\n\ndef f():\n{indent(text, '    ')}\n")
    body = view.nodes["function"][0].child_by_field_name("body")
    assert body is not None
    return falls_through(view, body)


@pytest.mark.parametrize(
    "text",
    [
        "f()",
        "return 1",
        "if a:\n    return 1\nelse:\n    return 2",
        "if a:\n    return 1\nelif not a:\n    return 2",
        "if a:\n    return 1\nelif not (a):\n    return 2",
        "if a is None:\n    return 1\nelif a is not None:\n    return 2",
        "if isinstance(a, A):\n    return 1\nelif isinstance(a, B):\n    return 2",
        "if a == K.A:\n    return 1\nelif a == K.B:\n    return 2",
        "if a < 1:\n    return 1\nelif a >= 1:\n    return 2",
        "if a < 1:\n    return 1\nelif a == 1:\n    return 2\nelif a > 1:\n    return 3",
        "if True:\n    return 1",
        "for x in count():\n    if x:\n        return x",
        "for x in itertools.count(1):\n    return x",
        "for x in (1, 2):\n    return x",
        "for x in (1, 2):\n    if x:\n        return 1\n    else:\n        raise E",
        "for x in (1, 2):\n    if x:\n        return x\nelse:\n    return 1",
        "for x in y:\n    return x\nelse:\n    return 1",
        "while True:\n    if a:\n        return 1",
        "while a:\n    return 1",
        "with a:\n    return 1",
        "with suppress(E):\n    return 1",
        "match p:\n    case 'a':\n        return 1\n    case _:\n        return 2",
        "match p:\n    case 'a':\n        return 1\n    case other:\n        return 2",
        "match p:\n    case 'a':\n        return 1\n    case _ as x:\n        return 2",
        "match p:\n    case 'a':\n        return 1\n    case (w):\n        return 2",
        "match p:\n    case 'a':\n        return 1\n    case {'x': 1} | _:\n        return 2",
        "match p:\n    case A():\n        return 1\n    case B():\n        return 2",
        "match p:\n    case K.A:\n        return 1\n    case K.B:\n        return 2",
        "match p:\n    case []:\n        return 1\n    case [x, *y]:\n        return 2",
        "match p:\n    case {'a': 1}:\n        return 1\n    case dict():\n        return 2",
        "match p:\n    case {'a': 1}:\n        return 1\n    case {**r}:\n        return 2",
        "match p:\n    case True:\n        return 1\n    case False:\n        return 2",
        "match p:\n    case 'a':\n        return 1\n    case x if x > 1:\n        return 2",
        "try:\n    return 1\nexcept E:\n    return 2",
        "try:\n    x = 1\nfinally:\n    return 1",
        "try:\n    f()\nexcept E:\n    return 1",
        "try:\n    return 1\nfinally:\n    x = 1",
        "try:\n    return f()\nexcept E:\n    raise\nelse:\n    x = 1",
        "try:\n    x = f()\nexcept E:\n    return 1\nelse:\n    return 2",
        "if a:\n    return 1\nelse:\n    raise E",
        "if a:\n    return 1\nelse:\n    sys.exit()",
        "assert_never(a)",
        "if a.mode == 'x':\n    return 1\nelif a.mode == 'y':\n    return 2",
        "if a.mode == 'x' or a.mode == 'z':\n    return 1\nelif 'y' == a.mode or a.mode == 'y':\n    return 2",
        "mode = a.mode\nif mode == 'x':\n    return 1\nelif mode == 'y':\n    return 2",
        "match a.mode:\n    case 'x':\n        return 1\n    case 'y':\n        return 2",
        "match (m := a.mode):\n    case 'x' | 'z':\n        return 1\n    case None:\n        return 2",
        "match a.mode():\n    case 1:\n        return 1\n    case 2:\n        return 2",
        "if a and b:\n    return 1\nelif not a:\n    return 2\nelif not b:\n    return 3",
        "if a is None or 'x' not in a:\n    return 1\nelif a is not None and 'x' in a:\n    return 2",
        "if 'x' in a and a['x']:\n    return 1\nelif 'x' not in a or not a['x']:\n    return 2",
        "if a.get('x'):\n    return 1\nelif b and not a.get('x'):\n    return 2\nelif not b:\n    return 3",
        "for x in Retrying(stop=3):\n    with x:\n        return 1",
        "for x in tenacity.Retrying():\n    return 1",
        "for x in retry_context(on=E):\n    return 1",
        "tries = Retrying()\nfor x in tries:\n    return 1",
        "if a:\n    return 1\nawait self._deny()",
        "if a:\n    return 1\n(await deny())",
    ],
)
def test_what_may_never_come_to_its_end(text: str) -> None:
    assert not _falls_through(text)


@pytest.mark.parametrize(
    "text",
    [
        "if a:\n    return 1",
        "if a:\n    return 1\nelif b:\n    return 2",
        "if a:\n    return 1\nelse:\n    x = 2",
        "if a:\n    x.update(b=1)\nelse:\n    return x",
        "if a == 'x':\n    return 1\nelif a == 'y':\n    return 2",
        "for x in y:\n    return x",
        "for x in ('a', 'b'):\n    v = p.get(x)\n    if v:\n        return v",
        "for x in y:\n    if x:\n        break\nelse:\n    return 1",
        "for x in y:\n    return x\nelse:\n    z = 1",
        "match p:\n    case {'a': str()}:\n        return p\n    case {'b': 1}:\n        return p",
        "match p:\n    case 'a':\n        return 1",
        "match p:\n    case _:\n        p['x'] = 1",
        "match p:\n    case A():\n        return 1\n    case _:\n        pass",
        "match p:\n    case 'a' | 'b':\n        return 1\n    case {'a': 1} as x if y:\n        return 2",
        "try:\n    x = 1\nexcept E:\n    return 1",
        "try:\n    return 1\nexcept E:\n    pass",
        "try:\n    f()\nexcept E:\n    return 1\nelse:\n    x = 1",
        "try:\n    x = 1\nfinally:\n    close()",
        "if p['mode'] == 'x':\n    return 1\nelif p['mode'] == 'y':\n    return 2",
        "mode = p.get('mode')\nif mode == 'x':\n    return 1\nelif mode == 'y':\n    return 2",
        "match p.get('mode'):\n    case 'x':\n        return 1\n    case 'y':\n        return 2",
        "match a.mode:\n    case 'x':\n        return 1",
        "match a.props:\n    case {'x': 1}:\n        return 1\n    case {'y': 1}:\n        return 2",
        "if len(a) == 1:\n    return 1\nelif len(a) == 2:\n    return 2",
        "if a and b:\n    return 1\nelif c:\n    return 2",
        "if not a:\n    return 1\nelif b or c:\n    return 2",
        "for x in y.items():\n    return x",
        "for x in sorted(y):\n    return x",
        "if a:\n    return 1\nelse:\n    await queue.update(a)",
        "x['a'] = 1",
        "if a:\n    return 1\npass",
        "if a:\n    return 1\nelse:\n    if b:\n        return 2",
    ],
)
def test_what_certainly_comes_to_its_end(text: str) -> None:
    assert _falls_through(text)


def _middleware(declared: str, body: str, parameter: str = "p") -> bool:
    method = f"def __call__(self, {parameter}):\n{indent(body, '    ')}"
    view = view_of(f"class Seen:\n{indent(declared, '    ')}\n{indent(method, '    ')}\n")
    found = view.nodes["function"][-1].child_by_field_name("body")
    assert found is not None
    return falls_through(view, found)


_CASES = "match {0}:\n    case 'x':\n        return 1\n    case 'y':\n        return 2"


@pytest.mark.parametrize(
    ("declared", "parameter", "subject", "is_open"),
    [
        ("mode: str", "p", "self.mode", True),
        ("mode: str | None = None", "p", "self.mode", True),
        ("mode: 'int'", "p", "self.mode", True),
        ("mode: Literal['x', 'y']", "p", "self.mode", False),
        ("mode: Mode = Mode.X", "p", "self.mode", False),
        ("mode = 'x'", "p", "self.mode", False),
        ("other: str", "p", "self.mode", False),
        ("mode: str", "p: str", "p", True),
        ("mode: str", "p: str = ''", "p", True),
        ("mode: str", "p: Literal['x', 'y']", "p", False),
        ("mode: str", "p", "p", False),
    ],
)
def test_what_there_is_always_more_of(declared: str, parameter: str, subject: str, is_open: bool) -> None:
    assert _middleware(declared, _CASES.format(subject), parameter) is is_open


@pytest.mark.parametrize(
    ("declared", "last", "is_through"),
    [
        ("def discard(self, p: f(1)) -> NoReturn: ...", "self.discard(p)", False),
        ("async def discard(self, p) -> 'typing.Never': ...", "await self.discard(p)", False),
        ("def discard(self, p) -> None: ...", "self.discard(p)", True),
        ("def discard(self, p) -> NoReturn: ...", "p.discard(p)", True),
    ],
)
def test_a_call_that_never_comes_back(declared: str, last: str, is_through: bool) -> None:
    assert _middleware(declared, f"if p:\n    return p\n{last}") is is_through
