"""What a function does only where a caller asks for it."""

from __future__ import annotations

import pytest
from fact_examples import python_of

from tdomcheck.facts.python.opt_ins import is_opt_in


@pytest.mark.parametrize(
    ("parameters", "body", "is_asked_for"),
    [
        ("as_text=False", "return wanted if as_text else other", True),
        ("as_text=None", "return wanted if (as_text) else other", True),
        ("*, as_text: bool = False", "return wanted if as_text else other", True),
        ("as_tree=True", "return other if as_tree else wanted", True),
        ("as_tree=True", "return wanted if not as_tree else other", True),
        ("as_text=False", "if as_text:\n        return wanted\n    return other", True),
        ("as_tree=True", "if as_tree:\n        return other\n    else:\n        return wanted", True),
        ("as_text=False", "if as_text:\n        for x in y:\n            return wanted", True),
        ("as_text=False", "return other if as_text else wanted", False),
        ("as_text=False", "return wanted if not as_text else other", False),
        ("as_text=True", "return wanted if as_text else other", False),
        ("as_text", "return wanted if as_text else other", False),
        ("as_text=0", "return wanted if as_text else other", False),
        ("as_text=False", "as_text = 1\n    return wanted if as_text else other", False),
        ("as_text=False", "return wanted if as_text or other else other", False),
        ("as_text=False", "return wanted if text else other", False),
        ("as_text=False", "return other if wanted else as_text", False),
        ("as_text=False", "return wanted", False),
        ("", "return wanted", False),
    ],
)
def test_a_place_behind_a_parameter(parameters: str, body: str, *, is_asked_for: bool) -> None:
    view = python_of(f"def Badge({parameters}):\n    {body}\n")
    (function,) = view.nodes["function"]
    (place,) = view.readers["wanted"]

    assert is_opt_in(view, function, place) is is_asked_for
