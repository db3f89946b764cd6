"""Values that only go into a message for whoever reads code; anything that may be shown is none."""

from __future__ import annotations

from textwrap import indent

import pytest
from fact_examples import node_at, python_of

from tdomcheck.facts.python.import_fallbacks import is_fallback, is_import_caught
from tdomcheck.facts.python.messages import is_in_message


def _is_in_message(body: str, name: str = "page") -> bool:
    view = python_of(f"def {name}(self, x):\n{indent(body, '    ')}\n")
    return is_in_message(view, node_at(view, "f'{x}'"))


@pytest.mark.parametrize(
    "body",
    [
        "return f'{x}'",
        "f'{x}'",
        "show(f'{x}')",
        "printed(f'{x}')",
        "text = f'{x}'",
        "text = f'{x}'\nreturn text",
        "text = f'{x}'\nprint(text)\nreturn text",
        "text = f'{x}'\nother = text\nprint(other)\nshow(other)",
        "text = f'{x}'\ntext += 'more'\nreturn text",
        "self.text = f'{x}'\nprint(self.text)",
        "texts[0] = f'{x}'\nprint(texts)",
        "a, b = f'{x}', 1\nprint(a)",
        "try:\n    return f'{x}'\nexcept E:\n    raise",
        "text = f'{x}'\n" + "print(text)\n" * 51,
    ],
)
def test_what_may_be_shown_is_in_no_message(body: str) -> None:
    assert not _is_in_message(body)


@pytest.mark.parametrize(
    "body",
    [
        "print(f'{x}')",
        "logger.info(f'{x}')",
        "log.warning('a' + f'{x}', extra={})",
        "warnings.warn(f'{x}')",
        "raise ValueError(f'{x}')",
        "raise ValueError() from E(f'{x}')",
        "assert x, f'{x}'",
        "text = f'{x}'\nprint(text)",
        "text = f'{x}'\nraise ValueError(text)",
        "text = f'{x}'\nlonger = text + '!'\nlogger.error(longer)",
        "text = ''\ntext += f'{x}'\nlogger.error(text)",
        "text = f'{x}'\n" + "print(text)\n" * 50,
    ],
)
def test_what_is_only_reported_is_in_a_message(body: str) -> None:
    assert _is_in_message(body)


def test_a_repr_is_a_message() -> None:
    assert _is_in_message("return f'{x}'", "__repr__")
    assert not _is_in_message("return f'{x}'", "__str__")


@pytest.mark.parametrize(
    "code",
    [
        "import USED",
        "try:\n    import a\nexcept ValueError:\n    import USED",
        "try:\n    import USED\nexcept ValueError:  # no ImportError\n    pass",
        "try:\n    import USED\nfinally:\n    pass",
        "try:\n    pass\nexcept MyImportErrors:\n    import USED",
    ],
)
def test_nobody_says_what_happens_when_an_import_fails(code: str) -> None:
    view = python_of(code)
    assert not is_import_caught(view, node_at(view, "USED"))


@pytest.mark.parametrize(
    "code",
    [
        "try:\n    import USED\nexcept ImportError:\n    pass",
        "try:\n    import USED\nexcept (ValueError, ModuleNotFoundError) as e:\n    pass",
        "try:\n    import USED\nexcept Exception:\n    pass",
        "try:\n    import USED\nexcept:\n    pass",
        "try:\n    import a\nexcept ImportError:\n    import USED",
        "try:\n    try:\n        import USED\n    finally:\n        pass\nexcept ImportError:\n    pass",
        "try:\n    def f():\n        import USED\nexcept ImportError:\n    pass",
    ],
)
def test_somebody_says_what_happens_when_an_import_fails(code: str) -> None:
    view = python_of(code)
    assert is_import_caught(view, node_at(view, "USED"))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("USED()", False),
        ("if x:\n    USED()", False),
        ("a if x else USED()", False),
        ("if hasattr:\n    USED()", False),
        ("with hasattr(x, 'y'):\n    USED()", False),
        ("hasattr(x, 'y')\nUSED()", False),
        ("try:\n    USED()\nexcept E:\n    pass", True),
        ("try:\n    a()\nexcept E:\n    USED()", True),
        ("if hasattr(x, 'y'):\n    USED()", True),
        ("if hasattr(x, 'y'):\n    a()\nelse:\n    USED()", True),
        ("a() if hasattr(x, 'y') else USED()", True),
        ("while not hasattr(x, 'y'):\n    USED()", True),
    ],
)
def test_a_fallback_is_in_a_try_or_behind_hasattr(code: str, *, expected: bool) -> None:
    assert is_fallback(node_at(python_of(code), "USED()")) is expected
