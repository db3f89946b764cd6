"""What may be a prompt or a type as well is a warning at most; what is rendered, or a component, is an error."""

from __future__ import annotations

import pytest
from rule_running import findings_in, rule_classes

from tdomcheck import authoring as td

CODES = {"TDC101", "TDC103", "TDC106"}
HEAD = "from string.templatelib import Template\n\n\n"
TDOM = "from tdom import html\n"


def findings_of(source: str) -> list[td.Finding]:
    rules = [rule for rule in rule_classes() if rule.CODE in CODES]
    return [finding for rule in rules for finding in findings_in(rule, {"page.py": source})]


@pytest.mark.parametrize(
    ("source", "severity"),
    [
        (f'{HEAD}def kinds(kind: str) -> Template:\n    return t"list[{{kind}}] -> Map<K, {{kind}}>"\n', "warning"),
        (f'{TDOM}{HEAD}def ask(q) -> Template:\n    return t"Answer <question>{{q}}"\n', "warning"),
        (f'{HEAD}def ask(q) -> Template:\n    return t"Sum up <summary>{{q}} and stop </p>"\n', "warning"),
        (f'{TDOM}{HEAD}def ask(q) -> Template:\n    return t"<p>{{q}}</b>"\n', "error"),
        (f'{HEAD}def Ask(q) -> Template:\n    return t"<question>{{q}}</q>"\n', "error"),
        (f'{TDOM}{HEAD}def ask(q) -> Template:\n    return t"<x-a>{{q}}"\n\n\nhtml(ask(1))\n', "error"),
        (f'{HEAD}def ask(q) -> Template:\n    return t"<p>{{q}}</b>"\n\n\npage = ask\n', "error"),
        (f'{HEAD}@view\ndef ask(q) -> Template:\n    return t"<p>{{q}}</b>"\n', "error"),
        (f'{TDOM}\nhtml(t"<question>{{1}}")\n', "error"),
        (f'{TDOM}\ndef page():\n    a = t"<div>"\n    return html(a + t"x</p>")\n', "error"),
        (f'{TDOM}\ndef page(w):\n    a = t"<div>" if w else t"<p>"\n    return html(a + t"x</div>")\n', "error"),
        (f'{TDOM}\npage = t"<{{Card}} /><question>{{1}}</q>"\n', "error"),
        ('page = t"<p><b>x</i></p>"\n', "error"),
    ],
)
def test_its_severity(source: str, severity: str) -> None:
    assert {finding.severity.value for finding in findings_of(source)} == {severity}


@pytest.mark.parametrize(
    "opening",
    [
        't"<div class=\'wide\'>" if wide else t"<div>"',
        '(t"<div class=\'wide\'>" if wide else t"<div>")',
        'wide and t"<div>"',
        't"<div>" if wide else (t"<div b=2>" if wider else t"<div a=1>")',
    ],
)
def test_a_page_that_is_opened_in_one_of_several_ways(opening: str) -> None:
    source = f'{TDOM}\ndef page(wide, wider):\n    opening = {opening}\n    return html(opening + t"x</div>")\n'
    assert findings_of(source) == []
