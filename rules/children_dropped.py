"""TDC209: what stands between the tags of a component that takes no children."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

from tdomcheck import authoring as td


class ChildrenDropped(td.ProjectRule):
    """
    ## What

    A component tag has content, but the component has no parameter `children`.

    ## Why

    tdom hands over children only to a parameter of that name; `**kwargs` does not get them either. Without one the
    content is never rendered, and nothing is raised: `<{Badge} label='x'>lost text</{Badge}>` gives `<b>x</b>`.

    ## Instead

    Add `children: Template` to the component and interpolate it, or close the tag with ` />`.

    ## Example

    ```python
    def Badge(label: str) -> Template:
        return t"<b>{label}</b>"


    t"<{Badge} label='new'>lost text</{Badge}>"  # bad
    t"<{Badge} label='new' />"                   # good
    ```
    """

    CODE = "TDC209"
    SLUG = "children-dropped"
    GROUP = "components"
    SUMMARY = "a component is given children that it does not take, so they are lost"
    SEVERITY = td.Severity.WARNING
    GATE = td.Gate(features={td.Feature.COMPONENT_TAG})

    VALID: t.ClassVar = [
        'def Card(title, children): ...\n\npage = t"<{Card} title={x}>text</{Card}>"',
        'def Card(title): ...\n\npage = t"<{Card} title={x}>\\n    </{Card}><{Card} title={x} />"',
        'from shop import Card\n\npage = t"<{Card}>text</{Card}>"',
        'def page(Card):\n    return t"<{Card}>text</{Card}>"\n\ndef Card(title): ...',
        '@wrapped\ndef Card(title): ...\n\npage = t"<{Card}>text</{Card}>"',
        'def Card(title): ...\n\nwith pytest.raises(ValueError):\n    html(t"<{Card}>text</{Card}>")',
    ]
    INVALID: t.ClassVar = [
        td.invalid('def Card(title): ...\n\npage = t"<{Card} title={x}>«text»</{Card}>"'),
        td.invalid('def Card(**attrs): ...\n\npage = t"<p><{Card} title={x}>«<b>{text}</b>»</{Card}></p>"'),
        td.invalid(
            """
            # file: shop/card.py
            from dataclasses import dataclass

            @dataclass
            class Card:
                title: str
            # file: shop/views.py
            from shop.card import Card

            page = t"<{Card} title={x}>«{text}»</{Card}>"
            """
        ),
        td.invalid(
            """
            # file: shop/page.py
            from shop.menu import Menu

            page = t"<{Menu}>«text»</{Menu}>"
            # file: shop/site.py
            from dataclasses import dataclass
            from string.templatelib import Template
            from svcs_hopscotch.injectors import injectable
            from shop.menu import Menu

            @injectable(for_=Menu)
            @dataclass
            class French(Menu):
                def __call__(self) -> Template: ...
            # file: shop/menu.py
            from dataclasses import dataclass
            from string.templatelib import Template

            @dataclass
            class Menu:
                size: int = 1

                def __call__(self) -> Template: ...
            """
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        application = td.Application.of(project)
        for use, meant in (pair for path in focus for pair in application.known_uses(path)):
            if use.fact.has_content and all(map(application.drops_children, meant)):
                yield self._finding(use.path, use.fact, use.component)

    def _finding(self, path: str, use: td.html.TemplateUseFact, symbol: td.Symbol) -> td.Finding:
        start, end = td.span_of(symbol)
        return self.finding(
            path,
            td.Span(use.content_start, use.content_end),
            f"`{td.last_name(symbol.key)}` has no parameter `children`, so what stands between its tags is lost",
            related=(td.Related(symbol.path, td.Span(start, end), "the component is declared here"),),
            note="tdom drops the content and raises nothing; `**kwargs` does not receive children either",
            help="add `children: Template` to the component and interpolate it, or close the tag with ` />`",
        )
