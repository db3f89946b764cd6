"""Rules that keep the contract, and rules that break one promise each."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Sequence

import libcst as cst

from tdomcheck import authoring as td


class OldCall(td.Rule):
    """
    ## What

    A call of `old`.

    ## Why

    It is gone.

    ## Instead

    Call `new`.

    ## Example

    ```python
    old()  # bad
    new()  # good
    ```
    """

    CODE = "TOY101"
    SLUG = "old-call"
    GROUP = "toys"
    SUMMARY = "the call is of a function that is gone"
    FIXABLE = "safe"
    GATE = td.Gate(tokens=("shop",))

    VALID: t.ClassVar = [
        "from shop import new\n\nnew(1)",
        "from elsewhere import old\n\nold(1)",
        "import shop\n\n\ndef page(shop):\n    shop.old(1)\n",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from shop import old, new\n\npage = «old»(1)  # by hand",
            fixed="from shop import old, new\n\npage = new(1)  # by hand",
        ),
        td.invalid(
            """
            from shop import new, old

            def page(x):
                if x:
                    return «old»(
                        x,  # the size
                    )
            """,
            fixed="""
            from shop import new, old

            def page(x):
                if x:
                    return new(
                        x,  # the size
                    )
            """,
        ),
        td.invalid(
            "from shop import new, old\nprint(\n    1,\n    «old»(2),\n)\n",
            fixed="from shop import new, old\nprint(\n    1,\n    new(2),\n)\n",
        ),
    ]

    def visit_Call(self, node: cst.Call) -> None:  # noqa: N802  # LibCST names it
        if self.resolve_name(node.func) == "shop.old":
            self.found(node)

    def found(self, node: cst.Call) -> None:
        self.report(node, span=self.span_of(node.func), fix=self.fix(node))

    def fix(self, node: cst.Call) -> td.Fix:
        span = self.span_of(node.func)
        found = td.importable(self.view, "shop", "new")
        spelled, imports = found if found is not None else ("new", ())
        return td.Fix("Call new", (td.Edit(span.start, span.end, spelled),), imports=imports)


class Blink(td.TemplateRule):
    __doc__ = OldCall.__doc__

    CODE = "TOY102"
    SLUG = "blink"
    GROUP = "toys"
    SUMMARY = "nobody wants text that blinks"

    VALID: t.ClassVar = ['t"<b>{x}</b>"']
    INVALID: t.ClassVar = [
        td.invalid('t"<p>«<blink»>{x}</blink></p>"'),
        td.invalid('def page(x):\n    return t"""\n        <p>é</p>\n        «<blink»>{x}</blink>\n    """'),
    ]

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            if tag.name == "blink":
                start = tag.name_span.start - 1
                self.report_span(td.Span(start, tag.name_span.end), self.SUMMARY, help="leave it")


class ImportedFromLegacy(td.ProjectRule):
    __doc__ = OldCall.__doc__

    CODE = "TOY103"
    SLUG = "imported-from-legacy"
    GROUP = "toys"
    SUMMARY = "a module of the project is legacy"

    VALID: t.ClassVar = [
        "import legacy\n",
        "# file: shop/new.py\nx = 1\n# file: shop/page.py\nfrom shop.new import x\n",
    ]
    INVALID: t.ClassVar = [
        td.invalid("# file: shop/legacy.py\nx = 1\n# file: shop/page.py\n«from shop.legacy import x»\n"),
    ]

    def check(self, project: td.Project, focus: Sequence[str]) -> Iterator[td.Finding]:
        for path in focus:
            for fact in project.facts[path].imports:
                symbol = project.resolve(path, fact.module)
                if fact.module.endswith("legacy") and symbol is not None and not symbol.is_external:
                    yield self.finding(path, td.Span(fact.start, fact.end), self.SUMMARY)


class WrongPlace(OldCall):
    __doc__ = OldCall.__doc__

    def found(self, node: cst.Call) -> None:
        self.report(node, span=self.span_of(node), fix=self.fix(node))


class NeverFires(OldCall):
    __doc__ = OldCall.__doc__

    def found(self, node: cst.Call) -> None: ...


class Noisy(OldCall):
    __doc__ = OldCall.__doc__

    def visit_Call(self, node: cst.Call) -> None:  # noqa: N802  # LibCST names it
        self.found(node)


class ByItsSpelling(OldCall):
    """Knows the name only as it is usually written."""

    __doc__ = OldCall.__doc__

    VALID: t.ClassVar = ["from shop import new\n\nnew(1)"]

    def visit_Call(self, node: cst.Call) -> None:  # noqa: N802  # LibCST names it
        if td.python.dotted_name(node.func) == "old":
            self.found(node)


class UnstableFix(OldCall):
    __doc__ = OldCall.__doc__
    INVALID: t.ClassVar = [td.invalid("from shop import old\n«old»(1)", fixed="from shop import old\nold(1, 1)")]

    def fix(self, node: cst.Call) -> td.Fix:
        span = self.span_of(node)
        return td.Fix("Once more", (td.Edit(span.end - 1, span.end, ", 1)"),))


class WrongFix(OldCall):
    __doc__ = OldCall.__doc__

    def fix(self, node: cst.Call) -> td.Fix:
        span = self.span_of(node.func)
        return td.Fix("Call newer", (td.Edit(span.start, span.end, "newer"),))


class BrokenFix(OldCall):
    __doc__ = OldCall.__doc__

    def fix(self, node: cst.Call) -> td.Fix:
        span = self.span_of(node.func)
        return td.Fix("Call (new", (td.Edit(span.start, span.end, "(new"),))


class UnsafeFix(OldCall):
    __doc__ = OldCall.__doc__

    def fix(self, node: cst.Call) -> td.Fix:
        span = self.span_of(node.func)
        return td.Fix("Call new", (td.Edit(span.start, span.end, "new"),), td.Safety.UNSAFE)


class LosesComments(OldCall):
    """Writes the whole call anew."""

    __doc__ = OldCall.__doc__

    INVALID: t.ClassVar = [
        td.invalid("from shop import new, old\n«old»(\n    1,\n    2,\n)", fixed="from shop import new, old\nnew(1, 2)")
    ]

    def fix(self, node: cst.Call) -> td.Fix:
        span = self.span_of(node)
        return td.Fix("Call new", (td.Edit(span.start, span.end, "new(1, 2)"),))


class Quadratic(OldCall):
    __doc__ = OldCall.__doc__

    def __init__(self) -> None:
        super().__init__()
        self._seen: list[cst.Call] = []

    def found(self, node: cst.Call) -> None:
        self._seen.append(node)
        for other in self._seen:
            td.python.dotted_name(other.func)
        super().found(node)


class ClosedGate(OldCall):
    __doc__ = OldCall.__doc__
    GATE = td.Gate(features={td.Feature.TEMPLATE})


class Undocumented(OldCall):
    """Says nothing."""


class Nameless(td.Rule):
    """Declares nothing at all."""


class Raises(OldCall):
    __doc__ = OldCall.__doc__

    def found(self, node: cst.Call) -> None:
        raise RuntimeError(f"the rule cannot judge a {type(node).__name__}")


class Unmarked(OldCall):
    __doc__ = OldCall.__doc__
    INVALID: t.ClassVar = ["from shop import old\nold(1)"]


class TwiceAtOnePlace(OldCall):
    __doc__ = OldCall.__doc__

    def found(self, node: cst.Call) -> None:
        super().found(node)
        super().found(node)


class PromisesTooMuch(OldCall):
    __doc__ = OldCall.__doc__
    FIXABLE = "no"


class OptsOut(ByItsSpelling):
    __doc__ = OldCall.__doc__
    SKIP_DERIVED: t.ClassVar = {
        "import as": "it looks at spellings on purpose",
        "module import": "it looks at spellings on purpose",
        "in a classs": "",
    }


class OnlyHere(OldCall):
    """Another answer under Fixit than in the engine."""

    __doc__ = OldCall.__doc__

    def found(self, node: cst.Call) -> None:
        if self.path:  # Fixit tells rules no path
            super().found(node)


class ShyOfDirectives(OldCall):
    """Silent where somebody has suppressed anything."""

    __doc__ = OldCall.__doc__

    def found(self, node: cst.Call) -> None:
        if "tdomcheck:" not in self.view.source.text:
            super().found(node)


class Insistent(OldCall):
    """Says it again at the top of the file where somebody has suppressed it."""

    __doc__ = OldCall.__doc__

    def found(self, node: cst.Call) -> None:
        super().found(node)
        if "tdomcheck:" in self.view.source.text:
            self.report(node, "not so fast", span=td.Span(0, 4))


class RaisesAtDirectives(OldCall):
    __doc__ = OldCall.__doc__

    def found(self, node: cst.Call) -> None:
        if "tdomcheck:" in self.view.source.text:
            raise RuntimeError("it cannot read comments")
        super().found(node)


class OffersNoFix(OldCall):
    __doc__ = OldCall.__doc__

    def found(self, node: cst.Call) -> None:
        self.report(node, span=self.span_of(node.func))


class WarnsSometimes(OldCall):
    __doc__ = OldCall.__doc__
    OTHER_SEVERITIES: t.ClassVar = (td.Severity.WARNING,)
    INVALID: t.ClassVar = [
        td.invalid("from shop import old\n«old»()"),
        td.invalid("from shop import old\n«old»(1)"),
    ]

    def found(self, node: cst.Call) -> None:
        severity = td.Severity.WARNING if node.args else td.Severity.ERROR
        self.report(node, span=self.span_of(node.func), severity=severity)


class WarnsWithoutAWord(WarnsSometimes):
    __doc__ = OldCall.__doc__
    OTHER_SEVERITIES: t.ClassVar = ()


class NeverInforms(WarnsSometimes):
    __doc__ = OldCall.__doc__
    OTHER_SEVERITIES: t.ClassVar = (td.Severity.WARNING, td.Severity.INFO)


class FixesTooMuch(OldCall):
    __doc__ = OldCall.__doc__
    INVALID: t.ClassVar = [td.invalid("from shop import new, old\n«old»(1)")]


class FixesAtTheTopOnly(OldCall):
    __doc__ = OldCall.__doc__
    INVALID: t.ClassVar = [td.invalid("from shop import new, old\n«old»(1)", fixed="from shop import new, old\nnew(1)")]

    def found(self, node: cst.Call) -> None:
        if self.view.source.position(self.span_of(node).start).column > 1:
            self.report(node, span=self.span_of(node.func))
        else:
            super().found(node)


class OverlappingEdits(OldCall):
    __doc__ = OldCall.__doc__

    def fix(self, node: cst.Call) -> td.Fix:
        span = self.span_of(node.func)
        return td.Fix("Twice", (td.Edit(span.start, span.end, "new"), td.Edit(span.start + 1, span.end, "")))


class FixThatChangesNothing(OldCall):
    __doc__ = OldCall.__doc__

    def fix(self, node: cst.Call) -> td.Fix:
        span = self.span_of(node.func)
        return td.Fix("Call it", (td.Edit(span.start, span.end, "old"),))


class NotPython(OldCall):
    __doc__ = OldCall.__doc__
    VALID: t.ClassVar = ["from shop import (new\n"]


class AnotherMessage(OldCall):
    __doc__ = OldCall.__doc__
    INVALID: t.ClassVar = [td.invalid("from shop import old\n«old»(1)", message="the call is old")]


class RaisesUnderFixit(OldCall):
    __doc__ = OldCall.__doc__

    def found(self, node: cst.Call) -> None:
        if not self.path:
            raise RuntimeError("it wants our engine")
        super().found(node)


class WithOption(OldCall):
    """Another function is old by an option."""

    __doc__ = OldCall.__doc__
    SLUG = "with-option"
    OPTIONS = (td.option("names", (), "More names."),)
    INVALID: t.ClassVar = [
        td.invalid(
            "from shop import new, older\n«older»(1)",
            fixed="from shop import new, older\nnew(1)",
            options={"names": ["older"]},
        ),
    ]

    def visit_Call(self, node: cst.Call) -> None:  # noqa: N802  # LibCST names it
        names = t.cast("tuple[str, ...]", self.option("names"))
        if self.resolve_name(node.func) in {f"shop.{name}" for name in names}:
            self.found(node)


class Buttons(td.TemplateRule):
    """A fix in a template that does not look at the quotes around it."""

    __doc__ = Blink.__doc__

    CODE = "TOY105"
    SLUG = "button-type"
    GROUP = "toys"
    SUMMARY = "a button does not say its type"
    FIXABLE = "safe"
    VALID: t.ClassVar = ["t'<button type=\"submit\"></button>'"]
    INVALID: t.ClassVar = [
        td.invalid("t'«<button>»</button>'", fixed="t'<button type=\"submit\"></button>'"),
    ]

    def check_template(self, template: td.Template) -> None:
        for tag in self.markup(template).tags:
            if not tag.attributes:
                place = tag.span.start + len("<button")
                fix = td.Fix("Say its type", (td.Edit(place, place, ' type="submit"'),))
                self.report_span(tag.span, self.SUMMARY, fix=fix)
