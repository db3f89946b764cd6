"""Where a value comes from is shown beside a finding: examples of rules mark the finding alone."""

from __future__ import annotations

import pytest
from rule_running import findings_in, rule_classes


@pytest.mark.parametrize(
    ("code", "text", "places"),
    [
        (
            "TDC126",
            'def field(on):\n    state = "disabled" if on else ""\n    return t"<input disabled={state}>"\n',
            [('""', "given here")],
        ),
        (
            "TDC126",
            'def field(on):\n    word = str(on).lower()\n    return t"<input disabled={word}>"\n',
            [("str(on).lower()", "given here")],
        ),
        ("TDC126", "page = t\"<input disabled={'disabled' if on else ''}>\"\n", []),
        (
            "TDC124",
            'from tdom import html\n\ndef view(name):\n    page = f"<b>{name}</b>"\n    return html(page)\n',
            [('f"<b>{name}</b>"', "given here")],
        ),
        (
            "TDC124",
            'from tdom import html\n\nPAGE = "<b>text</b>"\n\ndef view():\n    return html((PAGE))\n',
            [('"<b>text</b>"', "given here")],
        ),
        ("TDC124", 'from tdom import html\n\npage = html("<b>text</b>")\n', []),
        ("TDC124", "from tdom import html\n\ndef view(page: str):\n    return html(page)\n", []),
        (
            "TDC122",
            'def page(names):\n    rows = ""\n    rows += f"<li>{names}</li>"\n    return t"<ul>{rows}</ul>"\n',
            [("{rows}", "interpolated here")],
        ),
        (
            "TDC127",
            "def state(on):\n    return on or None\n\ndef link(on):\n    return t\"<a title='{state(on)} b'></a>\"\n",
            [("state", "may give None back")],
        ),
    ],
)
def test_the_place_of_a_value_is_shown(code: str, text: str, places: list[tuple[str, str]]) -> None:
    """The literal behind a local name, the function behind a call."""
    rule = next(rule for rule in rule_classes() if code == rule.CODE)

    (found,) = findings_in(rule, {"example.py": text})

    assert [(text[one.span.start : one.span.end], one.label) for one in found.related] == places
