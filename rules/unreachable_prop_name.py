"""TDC205: a prop with capital letters in its name."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PLAIN = re.compile(r"[\"']?(?:str|int|float|bool)(?: \| None)?[\"']?")
"""What no container fills."""
_MARKER = re.compile(r"\W*(?:\w+\.)*(?:Inject|Resource|Get)\b")


class UnreachablePropName(td.FileRule):
    """
    ## What

    A component has a prop whose name holds capital letters.

    ## Why

    The names of attributes are lower-cased, as HTML has it, so none ever matches: `ValueError: Unexpected attribute
    username.`, or `TypeError: Missing required parameters for component: userName`.

    ## Instead

    Snake case: the prop `user_name` is given as `user-name` or `user_name`.

    ## Example

    ```python
    def Badge(userName): ...   # bad
    def Badge(user_name): ...  # good
    ```
    """

    CODE = "TDC205"
    SLUG = "unreachable-prop-name"
    GROUP = "components"
    SUMMARY = "no attribute can match the name of this prop"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features=td.html.COMPONENT_FEATURES)

    _HEAD = "from string.templatelib import Template\n\n"

    VALID: t.ClassVar = [
        f"{_HEAD}def Badge(user_name) -> Template: ...\n\npage = t'<{{Badge}} userName=x />'",
        f"{_HEAD}def badge(userName) -> Template: ...",
        f"{_HEAD}def Badge(userName='x') -> Template: ...\n\nBadge(userName='y')",
        f"{_HEAD}from svcs_di import Inject\n\ndef Badge(userRepo: Inject[int]) -> Template: ...",
        f"{_HEAD}from shop import Repo\n\ndef Badge(userRepo: Repo = None) -> Template: ...\n\npage = t'<{{Badge}} />'",
        f"{_HEAD}class Badge:\n    userName: str",
    ]
    INVALID: t.ClassVar = [
        td.invalid(f"{_HEAD}def Badge(«userName») -> Template: ..."),
        td.invalid(
            """
            # file: shop/teaser.py
            from dataclasses import dataclass
            from string.templatelib import Template
            from shop.base import Linked, Plain

            @dataclass(kw_only=True)
            class «Teaser»(Linked):
                title: str

                def __call__(self) -> Template: ...

            @dataclass(kw_only=True)
            class Title(Plain):
                def __call__(self) -> Template: ...

            @dataclass(kw_only=True)
            class Called(Linked):
                def __call__(self) -> Template: ...

            page = t"<{Teaser} title='x' /><{Title} /><{Called} />" if x else Called(linkTarget="x")()
            # file: shop/base.py
            from dataclasses import dataclass

            @dataclass(kw_only=True)
            class Linked:
                href: str
                linkTarget: str = "_self"

            @dataclass
            class Plain:
                href: str
            """
        ),
        td.invalid(f"{_HEAD}def badge(«userName»=None): ...\n\npage = t'<{{badge}} userName=x />'"),
        td.invalid(
            f"{_HEAD}from dataclasses import dataclass\n\n@dataclass\nclass Badge:\n    «userName»: str\n\n"
            "    def __call__(self) -> Template: ..."
        ),
        td.invalid(
            f"{_HEAD}from dataclasses import dataclass\n\n@dataclass\nclass Badge:\n    «amountCents»: int = 1\n\n"
            "    def __call__(self) -> Template: ..."
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {"in a class": "a method is no component"}

    def check_file(self) -> None:
        self._check_heirs()
        reported: set[int] = set()
        for part, premise in td.html.likely_parts(self.view):
            for prop in part.props:
                fact = prop.fact
                is_named = fact.is_named
                is_injected = fact.marker or _MARKER.match(fact.annotation)
                is_new = fact.start not in reported  # a field of a base is a prop of every subclass
                if is_named and fact.name != fact.name.lower() and not is_injected and is_new:
                    reported.update([fact.start] if self._check(part, prop, premise) else ())

    def _check_heirs(self) -> None:
        """Components whose bases in other files declare such a prop."""
        for component in td.html.components_of(self.view):
            class_ = td.python.classes_of(self.view).get(f":{component.name}")
            if class_ is None or component.call is None or self.view.source.is_hosted or component.is_quiet:
                continue
            if component.is_called or not any("." in base for base in class_.bases):
                continue
            is_bare = len(list(td.python.definitions_of(self.view).parameters(component.call))) == 1
            if (
                is_bare
                and component.why is not td.html.Why.NAME
                and not self.view.is_expected_to_fail(component.node.start_byte)
            ):
                self.report_span(
                    self.view.span(td.python.nodes_of(self.view, class_).name),
                    f"`{class_.path}` inherits a prop that no attribute can give: attribute names are lower-cased",
                    note="tdom raises ValueError: Unexpected attribute for a tag that gives it a value",
                    help="write the name of the prop in lower case where it is declared, with `_` between its words",
                    premise=td.Premise(f":{class_.path}", (), (td.project.CAPITAL_FIELD,)),
                )

    def _check(self, part: td.html.Part, prop: td.html.Prop, premise: td.Premise | None) -> bool:
        """Whether the prop is reported."""
        name = prop.fact.name
        places = [
            attribute
            for place in part.places
            for attribute in place.tag.attributes
            if attribute.name.replace("-", "_").lower() == name.lower()
        ]
        is_called = td.html.is_called(self.view, part.path)
        is_filled_otherwise = prop.fact.has_default and (is_called or not _PLAIN.fullmatch(prop.fact.annotation))
        if not places and (is_filled_otherwise or (is_called and not part.places)):
            return False
        related = tuple(td.Related(self.path, found.span, "this attribute does not match it") for found in places[:1])
        error = f"ValueError: Unexpected attribute {name.lower()}."
        if not places and prop.fact.has_default:
            error = f"ValueError: Unexpected attribute {name.lower()}. for a tag that gives it a value"
        elif not places:
            error = f"TypeError: Missing required parameters for component: {name}"
        place = td.python.name_in(prop.node)
        self.report_span(
            self.view.span(place),
            f"no attribute can give `{name}` of the component `{part.path}`: attribute names are lower-cased",
            related=related,
            note=f"tdom raises {error}",
            help=f"call it `{_HUMP.sub('_', name).lower()}`",
            premise=premise,
        )
        return True
