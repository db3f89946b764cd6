"""TDC104: a component that is closed as another."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node


class ComponentCloseMismatch(td.TemplateRule):
    """
    ## What

    The end tag of a component does not name the component of its start tag: `</{Panel}>` for `<{Card}>`, `</Card>`
    without braces, or `</>`.

    ## Why

    tdom compares the two objects when the template is rendered: `TypeError: Component callable in start tag must match
    component callable in end tag.` A name without braces is refused while parsing: `ValueError: Mismatched closing tag
    </card> for component starting at ...`.

    ## Instead

    Interpolate the same component in both tags. Two names of one component are fine.

    ## Example

    ```python
    t"<{Card}>text</{Panel}>"  # bad
    t"<{Card}>text</{Card}>"   # good
    ```
    """

    CODE = "TDC104"
    SLUG = "component-close-mismatch"
    GROUP = "templates"
    SUMMARY = "the end tag of a component names another one"
    SEVERITY = td.Severity.ERROR
    FIXABLE = "sometimes"
    GATE = td.Gate(
        features={td.Feature.CLOSING_COMPONENT, td.FeatureOf.TEMPLATE_PROBLEM(td.html.ProblemKind.COMPONENT_END.value)}
    )

    VALID: t.ClassVar = [
        't"<{Card}>text</{Card}>"',
        't"<{Card} />"',
        't"<{ ui.Card }>text</{ui.Card}>"',
        """
        from shop import Card
        from shop import Card as Box

        page = t"<{Card}>text</{Box}>"
        """,
        't"<{pick()}>text</{pick()}><{pick(1)}>text</{pick(2)}>"',
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"<{Card}>text«</Card>»"', fixed='t"<{Card}>text</{Card}>"'),
        td.invalid('t"<{ui.Card}>text«</>»"', fixed='t"<{ui.Card}>text</{ui.Card}>"'),
        td.invalid('t"<{ui.Card}>text«</{ui.Panel}>»"', fixed='t"<{ui.Card}>text</{ui.Card}>"'),
        td.invalid('t"<div><{Card}>text«</div>»"'),
        td.invalid('t"<><{Card} title={x}/>«</>»"'),
    ]

    def check_template(self, template: td.Template) -> None:
        markup = self.markup(template)
        literal = {problem.tag for problem in markup.problems if problem.kind is td.html.ProblemKind.COMPONENT_END}
        for index, tag in enumerate(markup.tags):
            if not tag.is_component or tag.end_span is None:
                continue
            if index in literal or (tag.end_component >= 0 and self._differ(template, tag)):
                self._report(markup, index)
            elif tag.end_component >= 0 and (premise := self._may_differ(template, tag)) is not None:
                self._report(markup, index, premise)

    def _differ(self, template: td.Template, tag: td.Tag) -> bool:
        start, end = (template.interpolations[number] for number in (tag.component, tag.end_component))
        if _spelled(start) == _spelled(end) or self.view.is_only_parsed(template.node.start_byte):
            return False
        if not self._are_comparable(td.python.unwrapped(start.node), td.python.unwrapped(end.node)):
            return False
        first, last = self._meaning(td.python.unwrapped(start.node)), self._meaning(td.python.unwrapped(end.node))
        if first is None or last is None or first == last:
            return False
        # One object may come by two paths: `ui.Card` is often the `Card` of another module.
        return _last(first) != _last(last)

    def _may_differ(self, template: td.Template, tag: td.Tag) -> td.Premise | None:
        """That the two names mean two things, for the project to tell."""
        start, end = (template.interpolations[number] for number in (tag.component, tag.end_component))
        if _spelled(start) == _spelled(end) or self.view.is_only_parsed(template.node.start_byte):
            return None
        first, last = (td.flow.value_path(self.view, each.node) for each in (start, end))
        if first is None or last is None or first.steps or last.steps or first == last:
            return None
        return td.Premise(first.reference, (), (td.project.IsOther(last.reference),))

    def _are_comparable(self, start: Node, end: Node) -> bool:
        """Two names, or two attributes of one thing: an attribute may well hold what another name means."""
        if start.type != end.type or start.type not in {"identifier", "attribute"}:
            return False
        if start.type == "identifier":
            return True
        owners = [node.child_by_field_name("object") for node in (start, end)]
        texts = {self.view.dotted(owner) if owner is not None else "" for owner in owners}
        owner = owners[0]
        if len(texts) != 1 or "" in texts or owner is None:
            return False
        root = texts.pop().partition(".")[0]
        is_ours = self.view.resolve_at(root, self.view.span(owner).start).startswith(":")
        return not is_ours and not self._is_variable(root, owner.start_byte)

    def _meaning(self, node: Node) -> str | None:
        """The reference or the text of a tag's expression; None for a name that may mean several things."""
        view = self.view
        reference = view.resolve(node)
        name = "".join(view.text(node).split())
        at = node.start_byte if not reference else 0
        value = view.assigned(name, at) if node.type == "identifier" else None
        if value is not None:
            return view.resolve(value) or None
        if reference:
            return reference if self._is_definite(reference) else None
        return None if node.type == "identifier" and self._is_variable(name, node.start_byte) else name

    def _is_variable(self, name: str, offset: int) -> bool:
        """Given a value by the code around it, and so perhaps the same component as another name."""
        scopes = self.view.scopes.scopes
        index = self.view.scopes.index_at(offset)
        while index >= 0:
            if name in scopes[index].names:
                return True
            index = scopes[index].parent
        return False

    def _is_definite(self, reference: str) -> bool:
        """Not a variable of the module, which may hold any component."""
        top, root = self.view.scopes.scopes[0], reference[1:].partition(".")[0]
        return not reference.startswith(":") or (root in top.bindings and root not in top.names)

    def _report(self, markup: td.Markup, index: int, premise: td.Premise | None = None) -> None:
        tag = markup.tags[index]
        end, name = tag.end_span, tag.end_name_span
        if end is None or name is None:
            return
        start = self._text(tag.name_span)
        ended = self._text(name)
        is_outer = self._closes_outer(markup, index, ended) or any(found.swallows_slash for found in tag.attributes)
        message = f"`{self._text(end)}` does not close the component `<{start}>`"
        fix, advice = None, ""
        if "(" in start:
            advice = "give what is called a name, and close it by that name"
        elif is_outer:
            message = f"`<{start}>` is still open where `{self._text(end)}` comes"
            advice = f"close it with `</{start}>`, or end its tag with ` />`"
        else:
            fix = td.Fix(f"Close with </{start}>", (td.Edit(name.start, name.end, start),))
        related = (td.Related(self.path, tag.span, "the component that is open here"),)
        self.report_span(end, message, fix=fix, related=related, note=_note(start, ended), help=advice, premise=premise)

    def _closes_outer(self, markup: td.Markup, index: int, ended: str) -> bool:
        """A tag around it has the name of the end tag: its own end tag was forgotten."""
        around = markup.around(markup.tags[index].parent) if ended else ()
        return any(self._text(tag.name_span).lower() == ended.lower() for tag in around)

    def _text(self, span: td.Span) -> str:
        return " ".join(self.view.source.slice(span.start, span.end).split())


def _last(reference: str) -> str:
    return reference.rpartition(".")[2].lstrip(":")


def _spelled(interpolation: td.Interpolation) -> str:
    return "".join(interpolation.expression.split())


def _note(start: str, ended: str) -> str:
    if ended.startswith("{"):
        return "tdom raises TypeError: Component callable in start tag must match component callable in end tag."
    if not ended:
        return "tdom ignores `</>`, then raises ValueError: Invalid HTML structure: unclosed tags remain."
    return f"tdom raises ValueError: Mismatched closing tag </{ended.lower()}> for component starting at <{start}>."
