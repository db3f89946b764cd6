"""TDC213: a component that needs a container is rendered without one."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tdomcheck import authoring as td

_CONTAINER = frozenset({"container", "context", "config", "assume_ctx"})
"""The last ones are what it was called before, or is called by tdom: TDC904 speaks about them."""
_PLAIN = frozenset({"tdom.html", "tdom.svg", "tdom.processor.html", "tdom.processor.svg"})


class HtmlWithoutContainer(td.ProjectRule):
    """
    ## What

    `html(...)` renders a component with injected fields, and has no container to fill them from; or a container is
    given to tdom's own `html`, which does not take one, or by position.

    ## Why

    tdom knows nothing of services: what is injected is a missing prop to it, `TypeError: Missing required parameters
    for component: users`. tdom's `html` refuses a container with `TypeError: html() got an unexpected keyword argument
    'container'`; that of tdom_svcs takes it by keyword only.

    ## Instead

    `from tdom_svcs import html`, and `html(t"...", container=container)`.

    ## Example

    ```python
    from tdom import html

    html(t"<{Menu} />", container=container)  # bad: tdom's html takes no container

    from tdom_svcs import html

    html(t"<{Menu} />", container=container)  # good
    ```
    """

    CODE = "TDC213"
    SLUG = "html-without-container"
    GROUP = "components"
    SUMMARY = "a component that injects is rendered without a container"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.COMPONENT_TAG, *td.FeatureOf.IMPORT.each("tdom", "tdom_svcs")})

    SKIP_DERIVED: t.ClassVar = {"module import": "`import tdom` may be needed for other names, so that it stays"}

    _MENU = """
    # file: shop/menu.py
    from dataclasses import dataclass
    from svcs_di import Inject

    class Users: ...

    @dataclass
    class Menu:
        users: Inject[Users]
        title: str = ""
    # file: shop/views.py
    from shop.menu import Menu
    """

    _HELPER = """
    # file: shop/rendering.py
    from markupsafe import Markup
    import tdom
    from tdom_svcs import html

    def render_fragment(body, container=None, *, wrapped=None):
        return Markup(tdom.html(body))
    """
    _HANDED = (
        f"{_HELPER.rstrip()}{_MENU.rstrip()}\n    from shop.rendering import render_fragment\n\n    def page(users):\n"
        '        return render_fragment(t"<{Menu} />")'
    )

    VALID: t.ClassVar = [
        (
            f"{_MENU}from tdom_svcs import html\n\n    def page(container):\n"
            '        return html(t"<{Menu} />", container=container)'
        ),
        f'{_MENU}from tdom import html\n\n    page = html(t"<{{Menu}} users={{users}} />")',
        _HANDED.replace("<{Menu} />", "<{Menu} users={users} />"),
        f'{_MENU}from tdom import html\n\n    def part():\n        return t"<{{Menu}} />"',
        (
            f"{_MENU}from tdom import html\n\n    def page():\n        try:\n"
            '            return html(t"<{Menu} />")\n        except TypeError:\n            return None'
        ),
    ]
    INVALID: t.ClassVar = [
        td.invalid(f'{_MENU}from tdom_svcs import html\n\n    page = html(t"«<{{Menu}}» title={{x}} />")'),
        td.invalid(
            'from tdom import html\n\ndef page(box):\n    return html(t"<p></p>", «container=box»)',
            fixed='from tdom_svcs import html\n\ndef page(box):\n    return html(t"<p></p>", container=box)',
        ),
        td.invalid('import tdom\n\ndef page(box):\n    return tdom.html(t"<p></p>", «container=box»)'),
        td.invalid('from tdom_svcs import html\n\ndef page(box):\n    return «html(t"<p></p>", box)»'),
        td.invalid(
            f'{_MENU}from tdom import html\n\n    def page():\n        made = t"<p>«<{{Menu}}» /></p>"\n'
            "        return html(made)"
        ),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        for path in focus:
            facts = project.facts[path]
            for render in td.project.known_renders(project, path):
                if render.site.is_quiet or render.keyword("*"):
                    continue
                given = render.keyword("container")
                if render.function in _PLAIN and given is not None:
                    yield self._refused(path, facts, render, given)
                elif render.function not in _PLAIN and render.positional > 1:
                    yield self._positional(path, render)
                elif render.keyword(*_CONTAINER) is None:
                    yield from self._unfilled(project, path, render)
            for call in facts.calls:
                for templates_of_call, start, end in call.templates if not call.site.is_quiet else ():
                    renders = td.project.helper_renders(project, path, call, templates_of_call)
                    if renders and all(map(_is_bare, renders)):
                        here = replace(renders[0], template_start=start, template_end=end)
                        yield from self._unfilled(project, path, here)

    def _refused(
        self, path: str, facts: td.FileFacts, render: td.html.RenderFact, given: td.html.ArgumentFact
    ) -> td.Finding:
        return self.finding(
            path,
            td.Span(given.start - len("container="), given.end),
            "tdom's own `html` takes no container",
            fix=_fix(facts, render),
            note=f"tdom raises TypeError: {render.name.rpartition('.')[2]}() got an unexpected keyword argument "
            "'container'",
            help="import `html` from tdom_svcs, which fills in what components inject",
        )

    def _positional(self, path: str, render: td.html.RenderFact) -> td.Finding:
        return self.finding(
            path,
            td.Span(render.start, render.end),
            "the container is given by position",
            note=f"Python raises TypeError: html() takes 1 positional argument but {render.positional} were given",
            help="write `container=`",
        )

    def _unfilled(self, project: td.Project, path: str, render: td.html.RenderFact) -> Iterator[td.Finding]:
        for use in td.project.rendered_tags(project, path, render):
            unfilled = (
                td.project.unfilled_component(project, path, use) if not (use.is_quiet or use.has_spread) else None
            )
            if unfilled is not None:
                yield self._missing(project, path, render, use, unfilled)

    def _missing(
        self,
        project: td.Project,
        path: str,
        render: td.html.RenderFact,
        use: td.html.TemplateUseFact,
        unfilled: td.project.Unfilled,
    ) -> td.Finding:
        component, names = unfilled.component, ", ".join(field.name for field in unfilled.fields)
        first = unfilled.fields[0]
        declared = td.Application.of(project).declared_in(component, first)
        return self.finding(
            path,
            td.Span(use.start, use.end),
            f"`{td.last_name(component.key)}` injects `{names}`, but `{render.name}(...)` is given no container",
            related=(td.Related(declared, td.Span(first.start, first.end), "injected here"),),
            note=f"tdom raises TypeError: Missing required parameters for component: {names}",
            help="render with `html` of tdom_svcs and `container=`, or give the value as an attribute",
        )


def _is_bare(render: td.html.RenderFact) -> bool:
    """Whether a call of `html` certainly has no container, in whatever way it may be given one."""
    return not (render.site.is_quiet or render.keyword(*_CONTAINER, "*") or render.positional > 1)


def _fix(facts: td.FileFacts, render: td.html.RenderFact) -> td.Fix | None:
    """Import `html` from tdom_svcs, where an import statement is about nothing else."""
    for fact in facts.imports:
        alone = sum(other.start == fact.start for other in facts.imports) == 1
        if fact.module == "tdom" and fact.name == "html" and fact.alias == render.name and alone:
            alias = f" as {fact.alias}" if fact.alias != fact.name else ""
            edit = td.Edit(fact.start, fact.end, f"from tdom_svcs import html{alias}")
            return td.Fix("Import html from tdom_svcs", (edit,))
    return None
