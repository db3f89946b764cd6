"""Which values of a local name may still be there where it is read."""

from __future__ import annotations

from textwrap import indent

import pytest

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.value_flow import reaching_values
from tdomcheck.source.text import SourceText


def arriving(body: str) -> str:
    """What `shown` may be where `show(shown)` reads it, in a function."""
    text = f"import tdom\n\ndef page(x, lock):\n{indent(body, '    ')}\n"
    view = ModuleView(SourceText(text.encode()))
    call = next(node for node in view.nodes["call"] if view.text(node) == "show(shown)")
    name = call.named_children[1].named_children[0]
    return " ".join(view.text(value) for value in reaching_values(view, name))


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("shown = 1\nshown = 2\nshow(shown)", "2"),
        ("shown = 1\nif x:\n    shown = 2\nshow(shown)", "1 2"),
        ("if x:\n    shown = 1\nelse:\n    shown = 2\nshow(shown)", "1 2"),
        ("shown = 1\nif x:\n    shown = 2\nelse:\n    shown = 3\nshow(shown)", "2 3"),
        ("shown = 1\nif x:\n    shown = 2\nelif lock:\n    shown = 3\nshow(shown)", "1 2 3"),
        ("shown = 1\nif x:\n    shown = 2\nelif lock:\n    shown = 3\nelse:\n    shown = 4\nshow(shown)", "2 3 4"),
        ("shown = 1\nif x:\n    shown = 2\nelse:\n    return\nshow(shown)", "2"),
        ("shown = 1\nwith lock:\n    shown = 2\nshow(shown)", "2"),
        ("shown = 1\nwith lock:\n    if x:\n        shown = 2\nshow(shown)", "1 2"),
        ("shown = 1\ntry:\n    shown = 2\nexcept KeyError:\n    shown = 3\nshow(shown)", "2 3"),
        ("shown = 1\ntry:\n    shown = 2\nexcept KeyError:\n    pass\nshow(shown)", "1 2"),
        ("shown = 1\ntry:\n    shown = 2\nexcept KeyError:\n    raise\nshow(shown)", "2"),
        ("shown = 1\ntry:\n    x()\nfinally:\n    shown = 2\nshow(shown)", "2"),
        ("shown = 1\ntry:\n    x()\nexcept KeyError:\n    shown = 2\nelse:\n    shown = 3\nshow(shown)", "2 3"),
        ("shown = 1\ntry:\n    shown = 2\nexcept KeyError:\n    show(shown)", "1 2"),
        ("shown = 1\nmatch x:\n    case 1:\n        shown = 2\n    case _:\n        shown = 3\nshow(shown)", "2 3"),
        ("shown = 1\nmatch x:\n    case 1:\n        shown = 2\n    case 2:\n        shown = 3\nshow(shown)", "1 2 3"),
        ("shown = 1\nmatch x:\n    case _ if lock:\n        shown = 2\nshow(shown)", "1 2"),
        ("match x:\n    case 1:\n        shown = 1\n    case _:\n        shown = 2\n        show(shown)", "2"),
        ("match x:\n    case 1:\n        shown = 1\n    case _:\n        shown = 2\nshow(shown)", "1 2"),
        ("shown = 1\nfor one in x:\n    shown = 2\nshow(shown)", "1 2"),
        ("shown = 1\nwhile x:\n    shown = 2\nshow(shown)", "1 2"),
        ("if x:\n    shown = 1\n    return\nshown = 2\nshow(shown)", "2"),
        ("if x:\n    shown = 1\n    return shown\nelse:\n    shown = 2\nshow(shown)", "2"),
        ("if x:\n    shown = 1\nelse:\n    shown = 2\n    show(shown)", "2"),
        ("shown = 1\nif x:\n    shown = 2\n    show(shown)", "2"),
        ("shown = 1\nif x:\n    shown = 2\nelse:\n    show(shown)", "1"),
        ("shown = 1\nif x:\n    with lock:\n        shown = 2\n    if lock:\n        show(shown)", "2"),
        ("shown = 1\nshown: int = 2\nshow(shown)", "2"),
        ("if x:\n    shown = 1\nif not x:\n    shown = 2\nshow(shown)", "1 2"),
        # What is not known of all values, nothing is said of any.
        ("for shown in x:\n    show(shown)", ""),
        ("shown = 1\nshown += 2\nshow(shown)", ""),
        ("shown = 1\nfor one in x:\n    show(shown)\n    shown = 2", ""),
        ("with lock as shown:\n    show(shown)", ""),
        ("x = 1\nshow(shown)", ""),
    ],
)
def test_what_is_certainly_written_over_does_not_arrive(body: str, expected: str) -> None:
    assert arriving(body) == expected


def test_a_name_of_very_many_values_is_not_followed() -> None:
    assert arriving("\n".join(["shown = 1"] * 51 + ["show(shown)"])) == ""
    assert arriving("\n".join(["shown = 1"] * 50 + ["show(shown)"])) == "1"


def test_each_read_looks_at_few_values() -> None:
    """A thousand reads of a name with fifty values, in a block of thousands of statements, take no minute."""
    body = "\n".join(["shown = 1"] * 50 + ["x()"] * 4_000 + ["show(shown)"] * 1_000)
    assert arriving(body) == "1"
