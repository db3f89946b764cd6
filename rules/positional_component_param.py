"""TDC204: a component with a parameter that can only be given by position."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td


class PositionalComponentParam(td.FileRule):
    """
    ## What

    What a template of the same file uses as a component has `*args`, or a parameter before `/` without a default.

    ## Why

    tdom passes attributes by name: `TypeError: Component callables cannot have required positional arguments.` That is
    said of `*args` too.

    ## Instead

    Parameters that can be given by name.

    ## Example

    ```python
    def Row(*cells): ...           # bad: <{Row} />
    def Row(*, cells, wide=False): ...  # good
    ```
    """

    CODE = "TDC204"
    SLUG = "positional-component-param"
    GROUP = "components"
    SUMMARY = "a component has a parameter that can only be given by position"
    SEVERITY = td.Severity.ERROR
    VERSIONS = "tdom>=0.1.15"
    FIXABLE = "sometimes"
    GATE = td.Gate(features={td.Feature.TEMPLATE}, tokens={"*", "/"})

    VALID: t.ClassVar = [
        "def Row(*, cells, wide=False): ...\n\npage = t'<{Row} cells={1} />'",
        "def Row(*cells): ...",
        "def Row(wide=False, /, **attrs): ...\n\npage = t'<{Row} />'",
        "class Row:\n    def __init__(self, /, cells): ...\n\n    def __call__(self, /): ...\n\npage = t'<{Row} />'",
        "def page(Row):\n    return t'<{Row} />'\n\ndef Row(*cells): ...",
    ]
    INVALID: t.ClassVar = [
        td.invalid("def Row(«*cells»): ...\n\npage = t'<{Row} />'"),
        td.invalid(
            "def Row(«cells», /, wide=False): ...\n\npage = t'<{Row} />'",
            fixed="def Row(cells, wide=False): ...\n\npage = t'<{Row} />'",
        ),
        td.invalid(
            "def Row(«cells: int», /): ...\n\npage = t'<{Row} />'",
            fixed="def Row(cells: int): ...\n\npage = t'<{Row} />'",
        ),
        td.invalid("class Row:\n    def __init__(self, «*cells: str», wide=False): ...\n\npage = t'<{Row} />'"),
        td.invalid("def Row(«cells», /, **attrs): ...\n\npage = t'<{Row} />'"),
    ]
    SKIP_DERIVED: t.ClassVar = {"in a class": "a method is no component"}

    def check_file(self) -> None:
        for part, _ in td.html.likely_parts(self.view):
            wrong = [prop for prop in part.props if _is_positional(prop.fact)]
            if wrong:
                # Its annotation alone does not say so: a function may be called as well.
                self._report(
                    part, wrong[0], None if part.places else td.Premise(f":{part.path}", (), (td.project.COMPONENT,))
                )

    def _report(self, part: td.html.Part, prop: td.html.Prop, premise: td.Premise | None) -> None:
        text = self.view.text(prop.node)
        self.report_span(
            self.view.span(prop.node),
            f"`{text}` of the component `{part.path}` can only be given by position",
            fix=self._fix(part, prop),
            related=tuple(
                td.Related(self.path, place.tag.span, "it is used as a component here") for place in part.places[:1]
            ),
            note="tdom raises TypeError: Component callables cannot have required positional arguments.",
            help="make it a parameter that can be given by name",
            premise=premise,
        )

    def _fix(self, part: td.html.Part, prop: td.html.Prop) -> td.Fix | None:
        """Without the slash the parameter can be given either way; beside `**` that may change what is caught there."""
        listed = prop.node.parent
        is_open = any(other.fact.is_variadic for other in part.props)
        if prop.fact.is_named or prop.fact.is_variadic or listed is None or is_open:
            return None
        slash = next((child for child in listed.children if child.type == "positional_separator"), None)
        if slash is None or any(child.type == "comment" for child in listed.children):
            return None
        before, after = slash.prev_sibling, slash.next_sibling
        if before is None or after is None or before.prev_sibling is None:
            return None
        start = self.view.span(before.prev_sibling).end
        return td.Fix("Drop the slash", (td.Edit(start, self.view.span(slash).end, ""),))


def _is_positional(fact: td.ParameterFact) -> bool:
    kinds = td.python.ParameterKind
    return fact.kind is kinds.VAR_POSITIONAL or (fact.kind is kinds.POSITIONAL_ONLY and not fact.has_default)
