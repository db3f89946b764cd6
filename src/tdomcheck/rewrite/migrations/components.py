"""Functions that give HTML to functions that give a Template: all of one function, or nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager

import tree_sitter

from tdomcheck.edits.imports import importable
from tdomcheck.facts.html.component_returns import TOLD_ELSEWHERE, wrong_returns
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.python.terminal import returns_of
from tdomcheck.model import Edit, ImportRequest, Span
from tdomcheck.rewrite.migrations.component_functions import ComponentFunction, component_functions, why_not
from tdomcheck.rewrite.migrations.component_uses import TemplatePlaces, results_of_function
from tdomcheck.rewrite.migrations.rendered_flow import RenderedFlow
from tdomcheck.rewrite.migrations.rendered_sites import Rendered
from tdomcheck.rewrite.migrations.template_sites import readers_of, short_text
from tdomcheck.rewrite.migrations.template_values import RefusedError, TemplatePlan
from tdomcheck.values import dataclass

MOST_ROUNDS = 20
"""Functions that give what others give are asked again where one of those stays as it is."""
HANG_TOGETHER = "too many functions hang together"


IsKept = Callable[[int, int], bool]
"""Whether a comment keeps some bytes as they are."""
Only = Callable[[ModuleView], Collection[str]]
"""The paths of those functions and classes of a file that are to be converted."""


@dataclass(frozen=True, slots=True)
class ComponentNote:
    """What the other files of a project say about the components of one file."""

    tags: frozenset[str] = frozenset()
    """The paths of functions and classes that their tags name."""
    stays: tuple[tuple[str, str], ...] = ()
    """The paths of functions that must stay as they are, and why."""
    templates: frozenset[str] = frozenset()
    """References of this file whose calls give Templates, as functions of other files do; with `()` at the end it is
    the objects of a class that are called."""
    rendered: Rendered = Rendered()


@dataclass(frozen=True, slots=True)
class ComponentConversion:
    """What becomes of one function: edits, or the reason why there are none and where it stands."""

    path: str
    edits: tuple[Edit, ...] = ()
    imports: tuple[ImportRequest, ...] = ()
    refused_at: Span | None = None
    reason: str = ""


CODE_STAYS = "the code that it stands for stays"


class ComponentFile:
    """The functions of one file that are to give Templates: which of them can, as far as is known by now."""

    def __init__(self, view: ModuleView, functions: Iterable[ComponentFunction] = ()) -> None:
        self.view = view
        self.functions = {function.node.id: function for function in functions}
        self.refusals: dict[int, tuple[tree_sitter.Node, str]] = {}
        """Why a function stays as it is, and where that is to be seen."""
        self.plans: dict[int, TemplatePlan] = {}
        self.rendered = Rendered()
        self._key: tuple[frozenset[int], frozenset[str], Rendered] | None = None
        self._places = TemplatePlaces(view, frozenset(), ())

    @property
    def converting(self) -> frozenset[int]:
        return frozenset(self.functions) - frozenset(self.refusals)

    def refuse(self, number: int, reason: str, node: tree_sitter.Node | None = None) -> None:
        """Let a function stay; without a reason it need not."""
        function = self.functions[number]
        place = node or function.node.child_by_field_name("name") or function.node
        if reason:
            self.refusals.setdefault(number, (place, reason))

    def settle(self, templates: frozenset[str]) -> None:
        """The plans of those that can be converted together; who cannot is refused."""
        for _ in range(MOST_ROUNDS):
            key = (self.converting, templates, self.rendered)
            if key == self._key:
                return
            self._key = key
            self._round(self.converting, templates)
        for number in self.functions:
            self.refuse(number, HANG_TOGETHER)

    def takes(self, use: tree_sitter.Node) -> bool:
        """Whether a Template may be what an expression of the file gives, as far as the others are settled."""
        try:
            self._places.require(use, "")
        except RefusedError:
            return False
        return True

    def _round(self, converting: frozenset[int], templates: frozenset[str]) -> None:
        self.plans = {number: TemplatePlan(self.view, converting, templates) for number in converting}
        for number in sorted(converting, key=self._start):
            with self._refusing(number):
                _make(self.view, self.functions[number], self.plans[number])
        self._places = TemplatePlaces(self.view, converting, list(self.plans.values()))
        for number in converting:
            with self._refusing(number):
                _check_uses(self._places, self.functions[number], self.plans[number])
        self._refuse_holders()
        self._refuse_stubs()

    @property
    def staying(self) -> frozenset[str]:
        """The paths of the functions with code that stay."""
        return frozenset(self.functions[each].path for each in self.refusals if not self.functions[each].is_stub)

    def _refuse_stubs(self) -> None:
        """Let overloads stay as the code stays that they stand for."""
        staying = self.staying
        for number in self.converting:
            if self.functions[number].is_stub and self.functions[number].path in staying:
                self.refuse(number, CODE_STAYS)

    def _refuse_holders(self) -> None:
        """Let those stay that get hold of what is rendered on a way that no plan follows."""
        changing = {number for number in self.converting if self.plans[number].edits}
        for number in changing if self.rendered.is_too_far else ():
            self.refuse(number, HANG_TOGETHER)
        for number, node in self.flow.holders if changing else ():
            if number in changing:
                self.refuse(number, f"`{short_text(self.view, node)}` may hold tags, which a t-string escapes", node)

    @property
    def flow(self) -> RenderedFlow:
        """What is left of rendered text, with the plans as they are."""
        peeled = {start for number in self.converting for start in self.plans[number].peeled}
        return RenderedFlow(self.view, self.converting, peeled, self.rendered)

    def _start(self, number: int) -> int:
        return self.functions[number].node.start_byte

    @contextmanager
    def _refusing(self, number: int) -> Iterator[None]:
        try:
            yield
        except RefusedError as error:
            self.refuse(number, error.reason, error.node)


def component_file(view: ModuleView, is_kept: IsKept, note: ComponentNote, only: Only | None) -> ComponentFile:
    """The component functions of a file, without those that must stay whatever becomes of others."""
    asked = only(view) if only is not None else None
    file = ComponentFile(view, component_functions(view, note.tags))
    stays = dict(note.stays)
    for number, function in file.functions.items():
        span = view.span(function.node)
        reason = "a comment keeps it" if is_kept(span.start, span.end) else why_not(view, function)
        is_asked = asked is None or function.says_template or function.path in asked or function.owner in asked
        file.refuse(number, reason or stays.get(function.path, "") or ("" if is_asked else "nobody asks for it"))
    return file


def components_to_templates(
    view: ModuleView, is_kept: IsKept, note: ComponentNote | None = None, only: Only | None = None
) -> Iterator[ComponentConversion]:
    """Every component of a file that gives something else than a Template, or says so.

    `is_kept` tells whether a comment keeps some bytes as they are: a function is converted as a whole. `note` is what
    `component_notes` knows of the other files. `only` names the functions and classes that are wanted, if not all."""
    known = note or ComponentNote()
    file = component_file(view, is_kept, known, only)
    file.rendered = known.rendered
    file.settle(known.templates)
    for number, function in file.functions.items():
        if number in file.refusals:
            yield from _refused(view, function, *file.refusals[number])
        elif file.plans[number].edits or function.annotation is not None:
            yield _converted(view, function, file.plans[number])


def _make(view: ModuleView, function: ComponentFunction, plan: TemplatePlan) -> None:
    statements = returns_of(view, function.node)
    if not statements and not function.is_stub:
        raise RefusedError(function.node.child_by_field_name("name") or function.node, "it returns nothing")
    for statement in statements:
        value = next((child for child in statement.named_children if child.type != "comment"), None)
        is_none = value is None or value.type == "none"
        if is_none and not function.may_be_none:
            raise RefusedError(statement, 'it returns None here; return t"" where there is nothing to show')
        if value is not None and not is_none:
            plan.becomes_template(value)
    if function.annotation is not None and importable(view, "string.templatelib", "Template") is None:
        raise RefusedError(function.annotation, "`Template` means something else in this file")


def _check_uses(places: TemplatePlaces, function: ComponentFunction, plan: TemplatePlan) -> None:
    """Whoever has the value must be able to take a Template."""
    for name in plan.names:
        for use in readers_of(plan.view, name):
            places.require(use, f"`{plan.view.text(use)}` is used otherwise here, as text or as a node")
    for use in results_of_function(plan.view, function):
        places.require(use, f"`{function.name}` is called here for the text that it gives")


def _refused(
    view: ModuleView, function: ComponentFunction, node: tree_sitter.Node, reason: str
) -> Iterator[ComponentConversion]:
    """Only what tdom would refuse, or what says that it gives something else, is told of."""
    wrong = {each.component.name for each in wrong_returns(view) if each.kind not in TOLD_ELSEWHERE}
    if function.is_old or (function.owner or function.path) in wrong:
        yield ComponentConversion(
            function.path, refused_at=view.span(node), reason=f"`{function.path}` stays: {reason}"
        )


def _converted(view: ModuleView, function: ComponentFunction, plan: TemplatePlan) -> ComponentConversion:
    edits, imports = set(plan.edits), tuple[ImportRequest, ...]()
    spelled = importable(view, "string.templatelib", "Template")
    if function.annotation is not None and spelled is not None:
        text, imports = spelled
        if text == "Template":  # a code block of a document has it of its own
            imports = (ImportRequest("string.templatelib", "Template"),)
        span = view.span(function.annotation)
        edits.add(Edit(span.start, span.end, f"{text} | None" if function.may_be_none else text))
    return ComponentConversion(function.path, tuple(sorted(edits)), imports)
