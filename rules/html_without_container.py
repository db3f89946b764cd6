"""TDC213: a component that needs a container is rendered without one."""

from __future__ import annotations

import typing as t
from bisect import bisect_left
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
    GATE = td.Gate(features={"import tdom", "import tdom_svcs", "component-tag"})

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
            for render in _known(project, path):
                if render.is_quiet or "*" in render.keywords:
                    continue
                if render.function in _PLAIN and "container" in render.keywords:
                    yield self._refused(path, facts, render)
                elif render.function not in _PLAIN and render.positional > 1:
                    yield self._positional(path, render)
                elif not _CONTAINER.intersection(render.keywords):
                    yield from self._unfilled(project, path, render)
            for call in facts.calls:
                for given, start, end in call.templates if not call.is_quiet else ():
                    found = _rendered_by(project, path, call, given)
                    if found is not None:
                        here = replace(found, template_start=start, template_end=end)
                        yield from self._unfilled(project, path, here)

    def _refused(self, path: str, facts: td.FileFacts, render: td.RenderFact) -> td.Finding:
        start, end = render.keyword_spans[render.keywords.index("container")]
        return self.finding(
            path,
            td.Span(start - len("container="), end),
            "tdom's own `html` takes no container",
            fix=_fix(facts, render),
            note=f"tdom raises TypeError: {render.name.rpartition('.')[2]}() got an unexpected keyword argument "
            "'container'",
            help="import `html` from tdom_svcs, which fills in what components inject",
        )

    def _positional(self, path: str, render: td.RenderFact) -> td.Finding:
        return self.finding(
            path,
            td.Span(render.start, render.end),
            "the container is given by position",
            note=f"Python raises TypeError: html() takes 1 positional argument but {render.positional} were given",
            help="write `container=`",
        )

    def _unfilled(self, project: td.Project, path: str, render: td.RenderFact) -> Iterator[td.Finding]:
        inner = td.merged([
            (each.start, each.end)
            for each in _between(_known(project, path), render.template_start + 1, render.template_end)
        ])  # fmt: skip
        for use in _between(_uses(project, path), render.template_start, render.template_end):
            if use.is_quiet or use.has_spread or td.covers(inner, use.start):
                continue  # what is rendered there is judged there
            symbol = project.resolve(path, use.tag_ref)
            empty = _unfilled(project, use, symbol)
            found = symbol
            if not empty and symbol is not None:
                found, empty = self._inside(project, symbol)
            if symbol is not None and found is not None and empty:
                yield self._missing(project, path, render, use, found, empty)

    def _inside(self, project: td.Project, symbol: td.Symbol) -> tuple[td.Symbol | None, list[td.ParameterFact]]:
        """A component that injects among those that a component renders itself."""
        seen, pending = {symbol.key}, [symbol]
        while pending:
            current = pending.pop()
            for use in td.Application.of(project).tags_in(current):
                found = project.resolve(current.path, use.tag_ref)
                if found is None or found.is_external or found.key in seen or use.is_quiet or use.has_spread:
                    continue
                empty = _unfilled(project, use, found)
                if empty:
                    return found, empty
                seen.add(found.key)
                pending.append(found)
        return None, []

    def _missing(
        self,
        project: td.Project,
        path: str,
        render: td.RenderFact,
        use: td.TemplateUseFact,
        symbol: td.Symbol,
        missing: Sequence[td.ParameterFact],
    ) -> td.Finding:
        names = ", ".join(field.name for field in missing)
        declared = td.Application.of(project).declared_in(symbol, missing[0])
        return self.finding(
            path,
            td.Span(use.start, use.end),
            f"`{td.last_name(symbol.key)}` injects `{names}`, but `{render.name}(...)` is given no container",
            related=(td.Related(declared, td.Span(missing[0].start, missing[0].end), "injected here"),),
            note=f"tdom raises TypeError: Missing required parameters for component: {names}",
            help="render with `html` of tdom_svcs and `container=`, or give the value as an attribute",
        )


_Placed = t.TypeVar("_Placed", td.RenderFact, td.TemplateUseFact)


def _between(placed: Sequence[_Placed], start: int, end: int) -> Sequence[_Placed]:
    """Those of some calls or tags, in order, that begin between two places."""
    first = bisect_left(placed, start, key=_start)
    return placed[first : bisect_left(placed, end, first, key=_start)]


def _uses(project: td.Project, path: str) -> Sequence[td.TemplateUseFact]:
    """The tags of components in a file, in order: those of a template in a template too."""
    known = t.cast("dict[str, list[td.TemplateUseFact]]", project.memory.setdefault("uses in order", {}))
    if path not in known:
        known[path] = sorted(project.facts[path].uses, key=_start)
    return known[path]


def _start(placed: td.RenderFact | td.TemplateUseFact) -> int:
    return placed.start


def _known(project: td.Project, path: str) -> Sequence[td.RenderFact]:
    """The calls in a file that certainly render, in order, each with the function of the library that it calls."""
    known = t.cast("dict[str, list[td.RenderFact]]", project.memory.setdefault("known renders", {}))
    if path not in known:
        found = ((render, _library_function(project, path, render)) for render in project.facts[path].renders)
        known[path] = sorted((replace(render, function=function) for render, function in found if function), key=_start)
    return known[path]


def _library_function(project: td.Project, path: str, render: td.RenderFact) -> str:
    if render.function in td.api.HTML:
        return render.function
    symbol = project.resolve(path, render.function)
    is_html = symbol is not None and symbol.key in td.api.HTML and td.is_certain(project, path, render.function)
    return symbol.key if symbol is not None and is_html else ""


def _rendered_by(project: td.Project, path: str, call: td.CallFact, given: str) -> td.RenderFact | None:
    """How a helper renders a template that it is given, where it has no container for any that it renders so."""
    symbol = project.resolve(path, call.function)
    function = symbol.function if symbol is not None else None
    if symbol is None or function is None or not _is_helper(project, path, call, symbol, function):
        return None
    is_method = call.receiver == "self"
    listed = [each.name for each in function.parameters if each.kind in {"either", "positional"}][is_method:]
    names = listed[int(given) :][:1] if given.isdigit() else [given]
    owned = [each for each in _known(project, symbol.path) if each.owner == function.path]
    renders = [each for each in owned if each.parameter in names]
    is_certain = bool(renders) and all(map(_is_bare, renders))
    return replace(renders[0], name=td.last_name(symbol.key)) if is_certain else None


def _is_helper(project: td.Project, path: str, call: td.CallFact, symbol: td.Symbol, function: td.FunctionFact) -> bool:
    """Whether a call certainly runs one function, there and then."""
    name, unsure = call.function.rpartition(".")[2].lstrip(":"), project.facts[path].unsure
    if function.decorators or function.is_async or function.is_generator or name in unsure or "*" in unsure:
        return False
    if call.receiver != "self":
        return td.Application.of(project).is_single(symbol)
    if "files by function" not in project.memory:
        found: dict[str, set[str]] = {}
        for place, facts in project.facts.items():
            for each in facts.functions:
                found.setdefault(td.last_name(each.path), set()).add(place)
        project.memory["files by function"] = found
    # Classes of the same file are known; one of another file may override the method.
    return t.cast("dict[str, set[str]]", project.memory["files by function"])[name] == {path}


def _is_bare(render: td.RenderFact) -> bool:
    """Whether a call of `html` certainly has no container, in whatever way it may be given one."""
    keywords = {*_CONTAINER, "*"}.intersection(render.keywords)
    return not (render.is_quiet or keywords or render.positional > 1)


def _unfilled(project: td.Project, use: td.TemplateUseFact, symbol: td.Symbol | None) -> list[td.ParameterFact]:
    """The injected fields that neither a tag nor a default gives a value."""
    if symbol is None or symbol.is_external or project.parameters(symbol) is None:
        return []
    given = {name.replace("-", "_") for name in use.names}
    fields = project.injected_fields(symbol)
    return [field for field in fields if not field.has_default and field.is_init and field.name not in given]


def _fix(facts: td.FileFacts, render: td.RenderFact) -> td.Fix | None:
    """Import `html` from tdom_svcs, where an import statement is about nothing else."""
    for found in facts.imports:
        alone = sum(other.start == found.start for other in facts.imports) == 1
        if found.module == "tdom" and found.name == "html" and found.alias == render.name and alone:
            alias = f" as {found.alias}" if found.alias != found.name else ""
            edit = td.Edit(found.start, found.end, f"from tdom_svcs import html{alias}")
            return td.Fix("Import html from tdom_svcs", (edit,))
    return None
