"""Whether a block comes to its end: certainly, or not for all that is known."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import view_of

from tdomcheck.facts.endings import falls_through


def _falls_through(text: str) -> bool:
    view = view_of(f"import tdom\n\n\ndef f():\n{indent(text, '    ')}\n")
    body = view.captures["function"][0].child_by_field_name("body")
    assert body is not None
    return falls_through(body)


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
        "x['a'] = 1",
        "if a:\n    return 1\npass",
        "if a:\n    return 1\nelse:\n    if b:\n        return 2",
    ],
)
def test_what_certainly_comes_to_its_end(text: str) -> None:
    assert _falls_through(text)
