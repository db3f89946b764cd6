"""`typing-to-abc`, where its examples have no room: first what must stay, and is told."""

from __future__ import annotations

from textwrap import dedent

import pytest
from conversions import converted

from tdomcheck.model import Targets

NAME = "typing-to-abc"

HINDERED = {
    "set": ("import typing\n\ntyping.List = dict\nx: typing.List[int]\n", "is set or deleted here"),
    "set among others": ("import typing\n\na, typing.List = 1, dict\n", "is set or deleted here"),
    "deleted": ("import typing\n\ndel typing.Dict\n", "is set or deleted here"),
    "set in a loop": ("import typing\n\nfor typing.List in (list, tuple): ...\n", "is set or deleted here"),
    "compared": ("from typing import List\n\n\ndef f(x, y: List):\n    return x is List\n", "is compared"),
    "compared with others": ("from typing import List\n\nx in (List, int)\n", "is compared"),
    "compared with what is in it": ("import typing\n\nassert f() == typing.List[int]\n", "is compared"),
    "asserted": ("import typing\n\nself.assertEqual(f(), typing.List[int])\n", "is compared"),
    "a key": ("import typing\n\nTYPES = {typing.List: 'old', list: 'new'}\n", "is compared"),
    "in a set": ("import typing\n\nx in {typing.Tuple, tuple}\n", "is compared"),
    "imported from two places": (
        "try:\n    from frozenlist import List\nexcept ImportError:\n    from typing import List\n\nx: List[int]\n",
        "comes from more than one place",
    ),
    "for another release": (
        "if NEW:\n    from collections.abc import Set as ASet\nelse:\n    from typing import Set as ASet\n\nx: ASet\n",
        "comes from more than one place",
    ),
    "beside a text": ("from typing import List\n\ndef f(x: List[int] | 'Later'): ...\n", "stands beside a text in `|`"),
    "behind a text": ("from typing import List\n\ndef f(x: 'Later' | List): ...\n", "stands beside a text in `|`"),
    "of a module, beside a text": (
        "import typing as t\n\ndef f(*x: int | t.List[int] | None | 'Later'): ...\n",
        "t.List stands beside a text in `|`",
    ),
    "of another module, beside a text": (
        "from typing import Callable\n\n\ndef f(g: Callable[[], int] | 'Later' = print): ...\n",
        "Callable stands beside a text in `|`",
    ),
    "beside a text in parentheses": (
        "from typing import List\n\nX = dict[str, (List[int] | int) | ('Later')]\n",
        "stands beside a text in `|`",
    ),
    "beside a text that nothing but a reader of hints evaluates": (
        "from __future__ import annotations\n\nfrom typing import List\n\n\ndef f(x: List[int] | 'Later'): ...\n",
        "stands beside a text in `|`",
    ),
    "beside a text in quotes": (
        "from typing import List\n\n\ndef f(x: 'List[int] | \"Later\"', y: List): ...\n",
        "List stands beside a text in `|`",
    ),
    "asked for what is of typing": (
        "from typing import Set\n\nx = Set[int].copy_with((str,))\n",
        "Set is asked for its `copy_with` here",
    ),
    "asked for what is of typing, in a module": (
        "import typing\n\nx = typing.Iterable.__origin__\n",
        "typing.Iterable is asked for its `__origin__` here",
    ),
    "an import that is asked for what is of typing": (
        "from typing import Iterable\n\nx = Iterable.__origin__\n",
        "Iterable is asked for its `__origin__` here",
    ),
    "compared, of a module": (
        "from typing import Sequence\n\nx: Sequence\nassert kind is Sequence\n",
        "is compared",
    ),
}


@pytest.mark.parametrize("case", HINDERED)
def test_it_stays_and_is_told(case: str) -> None:
    source, reason = HINDERED[case]
    after, reasons = converted(NAME, source)
    assert after == source
    assert len(reasons) == 1
    assert reason in reasons[0]


STAYS = {
    "a literal": "import typing as t\n\nx: dict[t.Literal['t.List'], t.Literal['t.Set']] = 't.List'\n",
    "a text beside a type": "import typing as t\n\nx: t.Annotated[int, 't.List[int]']\n",
    "a default in a call": "import typing as t\n\nx: t.Annotated[int, Field('t.List')]\ny: f('t.List')\n",
    "a text with an escape": "import typing as t\n\nx: 't.\\x4cist'\ny: f't.List'\n",
    "a literal in quotes": "import typing as t\n\nx: 't.Literal[\"t.List\"]'\n",
    "a literal by another name": "from typing import List, Literal as L\n\nx: L['List']\ny: 'L[\"List\"]'\n",
    "a text beside a type in quotes": "import typing as t\n\nx: 't.Annotated[int, \"a t.List\"]'\n",
    "a value beside a type in quotes": (
        "import typing as t\n\nx: 't.Annotated[int, Field(pattern=\"t.List\"), t.List]'\n"
    ),
    "a label in quotes": "import typing as t\nimport shop\n\nx: 'shop.f(List=1).List'\ny: 'a t.List of ints'\n",
    "a name of something else": "from shop import typing\n\nx: 'typing.List[int]'\n",
    "a member of something else": "import typing\nimport shop\n\nx: 'shop.List[int]' = typing.cast(int, 1)\n",
}


@pytest.mark.parametrize("case", STAYS)
def test_it_stays(case: str) -> None:
    assert converted(NAME, STAYS[case]) == (STAYS[case], [])


CHANGES = {
    "quoted": (
        "from typing import Dict, List\n\ndef f(xs: 'List[int]', ys: 'Dict[str, List[int]]') -> 'List[str]': ...\n",
        "def f(xs: 'list[int]', ys: 'dict[str, list[int]]') -> 'list[str]': ...\n",
    ),
    "quoted in brackets": (
        "from typing import List, Optional\n\nx: Optional['List[int]'] = None\n",
        "from typing import Optional\n\nx: Optional['list[int]'] = None\n",
    ),
    "quoted and dotted": (
        "import typing as t\n\nx: 't.Set[t.Any]' = set()\n",
        "import typing as t\n\nx: 'set[t.Any]' = set()\n",
    ),
    "the type of what is annotated": (
        "import typing as t\n\nx: t.Annotated['t.List[int]', 't.List']\n",
        "import typing as t\n\nx: t.Annotated['list[int]', 't.List']\n",
    ),
    "quoted, beside texts": (
        """
        import typing as t
        from typing import Annotated, Iterable, List, Literal

        a: "Annotated[List[int], Field(pattern='List')]"
        b: "Literal['Iterable', 'List']"
        c: "t.Literal['t.Dict', 'typing.Set']"

        def f(x: "List[Literal['List']]", y: List) -> "Annotated[List[int], 'a List of ints']": ...
        """,
        """
        import typing as t
        from collections.abc import Iterable
        from typing import Annotated, List, Literal

        a: "Annotated[list[int], Field(pattern='List')]"
        b: "Literal['Iterable', 'List']"
        c: "t.Literal['t.Dict', 'typing.Set']"

        def f(x: "list[Literal['List']]", y: list) -> "Annotated[list[int], 'a List of ints']": ...
        """,
    ),
    "quoted in quotes": (
        'from typing import List\n\nx: \'list["List[int]"]\'\ny: """\n    List[\n        int]"""\n',
        'x: \'list["list[int]"]\'\ny: """\n    list[\n        int]"""\n',
    ),
    "quoted, of other letters": (
        "import typing as t\n\nx: 't.Annotated[t.List[é], \"é t.List\"]'\n",
        "import typing as t\n\nx: 't.Annotated[list[é], \"é t.List\"]'\n",
    ),
    "a text in brackets": (
        "from typing import Dict, List\n\nx: List['Later'] | None | Dict[str, 'Later | int'] = None\n",
        "x: list['Later'] | None | dict[str, 'Later | int'] = None\n",
    ),
    "a text that is no operand": (
        "from typing import List\n\nx = List[int] | int if y == 'a' else 'b' + 'c'\n",
        "x = list[int] | int if y == 'a' else 'b' + 'c'\n",
    ),
    "all of it in quotes": (
        "from typing import List\n\nx: 'List[int] | Later' = None\n",
        "x: 'list[int] | Later' = None\n",
    ),
    "asked for what all have": (
        "from typing import List\n\nx = List[int].__origin__, List[int].__args__, List.append\n",
        "x = list[int].__origin__, list[int].__args__, list.append\n",
    ),
    "the bound of a type": ("import typing as t\n\ndef f[T: 't.List'](x: T): ...\n", "def f[T: 'list'](x: T): ...\n"),
    "quoted, of a module": (
        "import typing as t\n\nx: 't.Mapping[str, t.Any]' = {}\n",
        "import typing as t\nfrom collections.abc import Mapping\n\nx: 'Mapping[str, t.Any]' = {}\n",
    ),
    "asked for an instance": ("from typing import List\n\nisinstance(x, List)\n", "isinstance(x, list)\n"),
    "a value of a dictionary": ("from typing import List\n\nX = {'a': List[int]}\n", "X = {'a': list[int]}\n"),
    "a docstring that says it": (
        '"""Takes a List."""\n\nfrom typing import List\n\nx: List[int] = []\n',
        '"""Takes a List."""\n\nx: list[int] = []\n',
    ),
    "names beside one that is compared": (
        "from typing import List, Set\n\nx: Set = set()\nassert y is List\n",
        "from typing import List\n\nx: set = set()\nassert y is List\n",
    ),
}


@pytest.mark.parametrize("case", CHANGES)
def test_it_goes(case: str) -> None:
    source, expected = CHANGES[case]
    assert converted(NAME, source)[0] == dedent(expected).lstrip("\n")


def test_a_session_that_only_indentation_sets_off_in_markdown_changes() -> None:
    text = "So:\n\n    >>> from typing import List\n    >>> x: List[int] = []\n\n>>> x: List[int] = []\n"
    after, _ = converted("typing-to-abc", text, "README.md")
    assert after == text.replace("    >>> x: List", "    >>> x: list")


OLD = {
    "brackets": ("from typing import List\n\nx: List[int] = []\n", "list[...]"),
    "brackets that nobody evaluates": (
        "from __future__ import annotations\n\nfrom typing import List\n\nx: List[int] = []\n",
        "list[...]",
    ),
    "brackets of a module": ("import typing as t\n\nX = t.Mapping[str, int]\n", "collections.abc.Mapping[...]"),
    "brackets in quotes": ("from typing import Iterable\n\nx: 'Iterable[int]'\n", "collections.abc.Iterable[...]"),
    "a name with brackets and without": ("from typing import List\n\nx: List\ny: List[int]\n", "list[...]"),
    "an alias of re": ("from typing import Pattern\n\nx: Pattern[str]\n", "re.Pattern[...]"),
}


@pytest.mark.parametrize(("source", "what"), OLD.values(), ids=OLD)
def test_what_an_old_python_cannot_run_stays(source: str, what: str) -> None:
    after, reasons = converted(NAME, source, targets=Targets(python=(3, 8)))
    assert after == source
    assert reasons == [f"{what} needs Python 3.9, and this project is for 3.8"]


@pytest.mark.parametrize("python", [(3, 8), (3, 9), ()])
def test_what_an_old_python_can_run_goes(python: tuple[int, ...]) -> None:
    source = "from typing import Any, Callable, List\n\nx: List = []\ny: Callable = print\nz: Any\n"
    expected = (
        "from collections.abc import Callable\nfrom typing import Any\n\nx: list = []\ny: Callable = print\nz: Any\n"
    )
    assert converted(NAME, source, targets=Targets(python=python)) == (expected, [])
