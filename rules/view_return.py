"""TDC303: a view that does not say what a view returns."""

from __future__ import annotations

import re
import typing as t

from tdomcheck import authoring as td

if t.TYPE_CHECKING:
    from tree_sitter import Node

_PLAIN = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
_HOLDING = frozenset({"dict", "set", "tuple"})
"""What holds more than a page; a list may be one of parts."""
_BUILTINS = frozenset({"None", "bool", "bytes", "dict", "float", "int", "list", "object", "set", "str", "tuple"})
_KNOWN = ("tdom.", "tdom_svcs.", "string.templatelib.", "markupsafe.")
_GENERIC = re.compile(r"([\w.]+)\[(.*)\]", re.DOTALL)
_OPTIONAL = re.compile(r"(?:typing\.)?Optional\[(.*)\]")
_TEXT = (0, 1, 15)


class ViewReturn(td.FileRule):
    """
    ## What

    The return annotation of a view is missing, or is none of `returns` in `[tool.tdomcheck.views]`. If nothing is
    configured, these are `Element` and `Node` for tdom up to 0.1.14, and `str` and `Template` after; then one member of
    a union is enough, as in `-> str | None`. Where it is configured, each member must be one of them.

    ## Why

    Since tdom 0.1.15 `html()` returns a `str`; an `-> Element` of before is wrong, and names what cannot be imported:
    `ImportError: cannot import name 'Element' from 'tdom'`.

    ## Instead

    Say what is returned: `str` for what `html()` gives, `Template` for a t-string.

    ## Example

    ```python
    @view
    def hello_view() -> Element: ...  # bad

    @view
    def hello_view() -> str: ...      # good
    ```
    """

    CODE = "TDC303"
    SLUG = "view-return"
    GROUP = "views"
    SUMMARY = "a view does not say that it returns what views return"
    SEVERITY = td.Severity.INFO
    FIXABLE = "sometimes"
    OPTIONS = (*td.views.OPTIONS, td.option("returns", (), "Allowed annotations; what fits the target if empty."))
    GATE = td.views.GATE

    VALID: t.ClassVar = [
        "from tdom import html\n\ndef hello_view() -> str:\n    return html(body)",
        "from string.templatelib import Template\n\ndef hello_view() -> 'Template':\n    return t'<p></p>'",
        "from tdom import html\n\ndef hello_view() -> str | None:\n    return html(body)",
        "from tdom import html\n\ndef hello():\n    return html(body)",
        "from tdom import html\n\nclass HelloView:\n    def __call__(self) -> str:\n        return html(body)",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from tdom import html\n\ndef «hello_view»():\n    return html(body)",
            fixed="from tdom import html\n\ndef hello_view() -> str:\n    return html(body)",
        ),
        td.invalid("from tdom import html\n\ndef hello_view() -> «dict[str, str]»:\n    return {'body': html(body)}"),
        td.invalid("from tdom import html\n\ndef hello_view() -> «'bytes'»:\n    return load()"),
        td.invalid("from tdom import html\n\nclass HelloView:\n    def __call__(self) -> «None»: ..."),
        td.invalid(
            "from tdom import html\n\ndef hello_view() -> «str»:\n    return html(body)",
            options={"returns": ["Response"]},
        ),
    ]
    SKIP_DERIVED: t.ClassVar = {
        "in a class": "a method is no view",
        "in an async function": "a scan does not find what a function holds",
        "copies": "the copies are numbered, so that their names no longer end as those of views do",
    }

    def check_file(self) -> None:
        said = t.cast("tuple[str, ...]", self.option("returns"))
        allowed = tuple(dict.fromkeys(part for name in said for part in _parts(name))) or (
            ("str", "Template") if self.targets.tdom >= _TEXT else ("Element", "Node")
        )
        for view in td.views.views_in(self.view, self.path, self.option):
            if view.call is not None and not view.call.is_generator:
                self._check(view, view.call, allowed)

    def _check(self, found: td.views.View, call: td.FunctionFact, allowed: tuple[str, ...]) -> None:
        typed = td.views.node_of(self.view, call).child_by_field_name("return_type")
        node = td.python.unwrapped(typed.named_children[0]) if typed is not None and typed.named_children else typed
        said = td.python.annotation_of(self.view, node).text
        members = self._members(said, call)
        others = [self._is_another(member, call, allowed) for member in members]
        # A project that names its types means these; where it names none, a union may hold more.
        if node is not None and not (any(others) if self.option("returns") else all(others)):
            return
        text = " or ".join(f"`{name}`" for name in allowed)
        self.report_span(
            td.Span(call.start, call.end) if node is None else self.view.span(node),
            f"the view `{found.name}` does not say what it returns"
            if node is None
            else f"the view `{found.name}` says that it returns `{said}`, not {text}",
            fix=self._fix(call, node, allowed) if len(members) == 1 else None,
            help=f"annotate it with {text}",
        )

    def _members(self, said: str, call: td.FunctionFact) -> list[str]:
        """The types that a union names, in whichever of its three forms; else the annotation itself."""
        generic = _GENERIC.fullmatch(said)
        reference = self.view.resolve_at(generic[1], call.body_start) if generic is not None else ""
        if generic is not None and reference == "typing.Union":
            return [member.strip() for member in generic[2].split(",")]
        is_optional = generic is not None and reference == "typing.Optional"
        inner = f"{generic[2]} | None" if generic is not None and is_optional else said
        return [member.strip() for member in inner.split("|")]

    def _is_another(self, member: str, call: td.FunctionFact, allowed: tuple[str, ...]) -> bool:
        """Whether a member of an annotation is known, and none of what is allowed."""
        names = {*allowed, *(name.rpartition(".")[2] for name in allowed)}
        generic = _GENERIC.fullmatch(member)
        if generic is not None and generic[1] in _HOLDING and generic[1] not in names:
            return not self.view.resolve_at(generic[1], call.body_start)
        if not _PLAIN.fullmatch(member) or {member, member.rpartition(".")[2]} & names:
            return False
        reference = self.view.resolve_at(member, call.body_start)
        return reference not in names and (reference.startswith(_KNOWN) or (not reference and member in _BUILTINS))

    def _fix(self, call: td.FunctionFact, node: Node | None, allowed: tuple[str, ...]) -> td.Fix | None:
        """Where every return statement says the same."""
        if self.targets.tdom < _TEXT or len(call.returned) != 1:
            return None
        spelled: tuple[str, tuple[td.ImportRequest, ...]] | None = None
        if (
            call.returned[0] is td.flow.ValueKind.HTML
            and "str" in allowed
            and not self.view.resolve_at("str", call.start)
        ):
            spelled = "str", ()
        elif call.returned[0] is td.flow.ValueKind.TEMPLATE and "Template" in allowed:
            spelled = td.importable(self.view, "string.templatelib", "Template")
        place = node or td.views.node_of(self.view, call).child_by_field_name("parameters")
        if spelled is None or place is None:
            return None
        span, text = self.view.span(place), spelled[0]
        edit = td.Edit(span.start, span.end, text) if node is not None else td.Edit(span.end, span.end, f" -> {text}")
        return td.Fix(f"Annotate it with `{text}`", (edit,), imports=spelled[1])


def _parts(name: str) -> list[str]:
    """What a union that is allowed is made of: each of that is allowed, too."""
    name = _OPTIONAL.sub(r"\1 | None", name)
    return [name] if "[" in name else [part.strip() for part in name.split("|")]
