"""Code that is wrong on purpose; what merely stands near it is not."""

from __future__ import annotations

import pytest
from fact_examples import python_of


def _is_expected(code: str) -> bool:
    view = python_of(f"import pytest\n{code}\n")
    return view.is_expected_to_fail(view.source.utf8.rindex(b"WRONG"))


@pytest.mark.parametrize(
    "code",
    [
        "WRONG()",
        "with raising(E):\n    WRONG()",
        "with open('raises_'):\n    pass\nWRONG()",
        "with pytest.raises(E):\n    pass\nWRONG()",
        "pytest.raises(E)\nWRONG()",
        "try:\n    WRONG()\nexcept E:\n    pass",
        "@mark.skip\ndef f():\n    WRONG()",
        "@pytest.mark.parametrize('x', [1])\ndef f(x):\n    WRONG()",
        "def f():\n    x = WRONG\n    with pytest.raises(E):\n        g()",
        "def f():\n    x = WRONG\n    with pytest.raises(E):\n        g(x)\n    g(x)",
        "def f():\n    x.y = WRONG\n    with pytest.raises(E):\n        g(x)",
        "def f():\n    x = WRONG\n\n\ndef g(x):\n    with pytest.raises(E):\n        g(x)",
    ],
)
def test_what_is_to_succeed(code: str) -> None:
    assert not _is_expected(code)


@pytest.mark.parametrize(
    "code",
    [
        "with pytest.raises(E):\n    WRONG()",
        "with pytest.raises(E) as caught:\n    if x:\n        WRONG()",
        "with self.assertRaises(E):\n    WRONG()",
        "with self.assertRaisesRegex(E, 'x'), other:\n    WRONG()",
        "with contextlib.suppress(E):\n    WRONG()",
        "pytest.raises(E, f, WRONG)",
        "self.assertRaises(E, f, WRONG)",
        "@pytest.mark.xfail\ndef f():\n    WRONG()",
        "@mark.xfail(reason='x')\nclass A:\n    def f(self):\n        WRONG()",
        "@unittest.expectedFailure\ndef f():\n    WRONG()",
        "@pytest.mark.parametrize('x', [WRONG])\ndef f(x):\n    g(x)",
        "def f():\n    x = WRONG\n    with pytest.raises(E):\n        g(x)",
        "x = WRONG\nwith pytest.raises(E):\n    g(x)\nwith pytest.raises(E):\n    h(x)",
    ],
)
def test_what_is_to_fail(code: str) -> None:
    assert _is_expected(code)
