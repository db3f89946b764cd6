"""Several codemods on one file: each after the other, until nothing changes any more."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping, Sequence

from tdomcheck.convert.comments import lost_comments
from tdomcheck.convert.current import CurrentFile
from tdomcheck.convert.sound import Blocks, check, is_sound, sound_and_not
from tdomcheck.convert.splicing import edits_between
from tdomcheck.edits.orphans import imported_names, orphan_edits
from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import Undecodable, Unparsable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.lint.crashes import described, is_fault
from tdomcheck.model import Edit, Gate, Span, Targets
from tdomcheck.model.codemod import CodemodStep, FileConversion, OpenSite, StepOutcome, StepState
from tdomcheck.rewrite.verify import Moves
from tdomcheck.source.depth import room_for_depth
from tdomcheck.source.text import SourceText
from tdomcheck.source.tree import compiled_query
from tdomcheck.values import dataclass, field, replace

if t.TYPE_CHECKING:  # 0.3 s, for those who run codemods
    from tdomcheck.authoring.codemod import Codemod

Notes = Mapping[str, object]
"""What the surveys of codemods say of one file, by the names of those codemods."""
_GONE = "a comment went with what it stood in; put it back where it still holds:"
MOST_CYCLES = 5
"""How often all codemods run, until nothing changes."""
_UNSOUND = "with this change a code block would no longer be read as Python"


@dataclass(frozen=True, slots=True)
class LoadedStep:
    """A codemod that is ready to run."""

    step: CodemodStep
    cls: type[Codemod]


class _FaultError(Exception):
    """A codemod that raised, or wrote what is no Python; the text says which and what."""


@dataclass(slots=True)
class _Progress:
    """What has become of a file so far."""

    current: CurrentFile
    targets: Targets
    uses_gates: bool
    notes: Notes
    offered: frozenset[str] = frozenset()
    """What other files import from this one."""
    tried: CurrentFile | None = None
    """What the edits of a codemod come to, where somebody had to look at it already."""
    states: dict[str, StepOutcome] = field(default_factory=dict)
    sites: list[OpenSite] = field(default_factory=list)
    losses: list[OpenSite] = field(default_factory=list)
    """Where a comment went; a later cycle does not see it any more."""
    symbols: set[str] = field(default_factory=set)


def convert_file(
    data: bytes,
    path: str,
    steps: Sequence[LoadedStep],
    targets: Targets | None = None,
    *,
    uses_gates: bool = True,
    notes: Notes | None = None,
    offered: frozenset[str] = frozenset(),
) -> FileConversion:
    """What the codemods make of a file; never raises for what stands in it. `offered` is what others import from it."""
    progress = _Progress(CurrentFile(data, path), targets or Targets(), uses_gates, notes or {}, offered)
    first = progress.current
    try:
        with room_for_depth():
            _run_cycles(progress, steps)
    except Undecodable as error:
        return FileConversion(data, data, failure=str(error))
    except Unparsable as error:
        line = data.count(b"\n", 0, error.offset) + 1
        return FileConversion(data, data, failure=f"line {line}: {error}")
    except _FaultError as error:
        return FileConversion(data, data, (*_crashed(progress, error),))
    outcomes = tuple(progress.states[key] for key in progress.states)
    after = progress.current.data
    sites, symbols = tuple(sorted([*progress.sites, *progress.losses])), tuple(sorted(progress.symbols))
    return FileConversion(data, after, outcomes, sites, symbols, dropped=_dropped(first, progress.current))


def _dropped(before: CurrentFile, after: CurrentFile) -> tuple[str, ...]:
    """The names that the file imported at its top, and imports no longer."""
    if before.data == after.data or not before.views or before.views[0].source.is_hosted:
        return ()
    old, new = (imported_names(each.views[0].closely) for each in (before, after))
    return tuple(sorted(old - new))


def _crashed(progress: _Progress, error: _FaultError) -> Iterator[StepOutcome]:
    name, _, reason = str(error).partition(": ")
    yield from (outcome for outcome in progress.states.values() if outcome.name != name)
    yield StepOutcome(name, StepState.CRASHED, reason)


def _run_cycles(progress: _Progress, steps: Sequence[LoadedStep]) -> None:
    seen = {progress.current.data}
    for cycle in range(1, MOST_CYCLES + 1):
        before = progress.current.data
        progress.sites.clear()
        for step in steps:
            _run_step(progress, step, cycle)
        if progress.current.data == before:
            return
        if progress.current.data in seen:
            names = ", ".join(sorted({step.step.name for step in steps}))
            raise _FaultError(f"{steps[0].step.name}: the codemods undo each other: {names}; please report it")
        seen.add(progress.current.data)


def _run_step(progress: _Progress, loaded: LoadedStep, cycle: int) -> None:
    name = loaded.step.name
    current = progress.current
    edits: list[Edit] = []
    blocks: list[tuple[Edit, ...]] = []
    sites: list[OpenSite] = []
    skipped = ""
    for index, view in enumerate(current.views):
        if not _is_looked_at(progress, loaded, view):
            continue
        excess = current.excess(index)
        if excess:
            sites.append(OpenSite(Span(0, 0), name, f"{excess}, so it was not looked at"))
            continue
        found, reason = _asked(progress, loaded, index, sites)
        skipped = skipped or reason
        if not view.source.is_hosted:
            edits += found
            continue
        settled = view.source.settled(found)
        if settled is None:
            sites.append(OpenSite(Span(found[0].start, found[0].end), name, "the change reaches beyond its code block"))
        elif settled:
            blocks.append(settled)
    edits += _sound_in_blocks(progress, name, edits, blocks, sites) if blocks else ()
    progress.sites += (_placed(current, site, loaded.step, cycle) for site in sites)
    if edits:
        _apply(progress, name, edits)
        progress.losses += _losses(current, progress.current, edits, loaded.step, cycle)
    state = StepState.CHANGED if edits else StepState.SKIPPED if skipped else StepState.UNCHANGED
    known = progress.states.get(name)
    if known is None or known.state is not StepState.CHANGED:
        progress.states[name] = StepOutcome(name, state, skipped)


def _sound_in_blocks(
    progress: _Progress, name: str, own: Sequence[Edit], blocks: Blocks, sites: list[OpenSite]
) -> Sequence[Edit]:
    """The edits of code blocks but for those that would leave one that is no Python: `sites` gets these."""
    current, source = progress.current, progress.current.views[0].source

    def is_fine(edits: Sequence[Edit]) -> bool:
        progress.tried = CurrentFile(_spliced(name, source, [*own, *edits]), current.path)
        return is_sound(current, progress.tried)

    sound, unsound = sound_and_not(blocks, is_fine)
    sites += (OpenSite(Span(edits[0].start, edits[-1].end), name, _UNSOUND) for edits in unsound)
    return [edit for edits in sound for edit in edits]


def _is_looked_at(progress: _Progress, loaded: LoadedStep, view: ModuleView) -> bool:
    """Whether a codemod may have something to do in a part of a file: its gate, or its survey of the project."""
    is_noted = not view.source.is_hosted and loaded.step.name in progress.notes
    return is_noted or not progress.uses_gates or admits(loaded.cls.GATE, view)


def _asked(progress: _Progress, loaded: LoadedStep, index: int, sites: list[OpenSite]) -> tuple[tuple[Edit, ...], str]:
    """The edits of one codemod in one part of a file, or why it skips it; what it leaves is added to `sites`."""
    from libcst.codemod import CodemodContext, SkipFile

    from tdomcheck.authoring.edit_codemod import EditCodemod

    current, name = progress.current, loaded.step.name
    view = current.views[index]
    by_edits = issubclass(loaded.cls, EditCodemod)
    if not by_edits or view.tree.is_broken:
        current.module(index)  # what is no Python is no fault of the codemod
    try:
        instance = loaded.cls(CodemodContext(filename=current.path), **dict(loaded.step.options))
        note = None if view.source.is_hosted else progress.notes.get(name)
        instance.host(
            view, targets=progress.targets, kept=current.kept(index, name), note=note, offered=progress.offered
        )
        edits = instance.edits(view) if isinstance(instance, EditCodemod) else ()
        if not by_edits:
            module = current.module(index)
            edits = edits_between(view.source, module.code, instance.transform_module(module).code)
    except SkipFile as error:
        return (), str(error) or "it says no reason"
    except BaseException as error:  # a codemod may raise anything; the run tells of it
        if not is_fault(error):
            raise
        raise _FaultError(f"{name}: {described(error)}") from error
    sites += (OpenSite(each.span, name, each.reason, each.symbol) for each in instance.remainders)
    return (_with_orphans(progress, name, view, edits) if by_edits else edits), ""


def _with_orphans(progress: _Progress, name: str, view: ModuleView, edits: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Edits with those of imports that they leave without a use, in a file of its own."""
    if not edits or view.source.is_hosted:
        return edits
    progress.tried = CurrentFile(_spliced(name, view.source, edits), progress.current.path)
    after = progress.tried.views[0]
    more = orphan_edits(view, after.closely, progress.offered)
    if not more:
        return edits
    return edits_between(view.source, view.source.text, SourceText(apply_edits(after.source, more)).text)


def _apply(progress: _Progress, name: str, edits: Sequence[Edit]) -> None:
    """Take over the new content, once it is known to be Python as far as the old one was."""
    current = progress.current
    if current.rejection is not None:
        raise current.rejection
    source = current.views[0].source
    spliced, tried = _spliced(name, source, edits), progress.tried
    after = tried if tried is not None and tried.data == spliced else CurrentFile(spliced, current.path)
    try:
        check(current, after)
    except (Undecodable, Unparsable) as error:
        raise _FaultError(f"{name}: it would leave what is no Python ({error}); please report it") from None
    moves = Moves(sorted(edits), [len(source.encode(edit.text)) for edit in sorted(edits)])
    progress.sites = [replace(site, span=moves.moved(site.span)) for site in progress.sites]
    progress.losses = [replace(site, span=moves.moved(site.span)) for site in progress.losses]
    progress.symbols |= symbols_at(current.views, edits)
    progress.current = after


def _losses(
    before: CurrentFile, after: CurrentFile, edits: Sequence[Edit], step: CodemodStep, cycle: int
) -> Iterator[OpenSite]:
    """A row for each comment that went with the code that it stood in: a person knows whether it still holds."""
    source, ordered = before.views[0].source, sorted(edits)
    taken = [edit for edit in ordered if b"#" in source.data[edit.start : edit.end]]
    if not taken:
        return
    moves = Moves(ordered, [len(source.encode(edit.text)) for edit in ordered])
    for old, new in zip(before.views, after.views, strict=False):
        for edit, comment in lost_comments(old, new, taken):
            site = OpenSite(Span(edit.start, edit.start), step.name, f"{_GONE} {comment}", is_past=True)
            yield replace(_placed(before, site, step, cycle), span=moves.moved(site.span))


def _spliced(name: str, source: SourceText, edits: Sequence[Edit]) -> bytes:
    try:
        return apply_edits(source, edits)
    except UnicodeEncodeError as error:
        letter = error.object[error.start]
        raise Unparsable(f"{name}: {letter!r} cannot be written in {source.encoding}; save the file as UTF-8") from None
    except ValueError as error:
        raise _FaultError(f"{name}: its edits cannot be applied ({error}); please report it") from None


def symbols_at(views: Sequence[ModuleView], edits: Sequence[Edit]) -> set[str]:
    """The paths of the definitions that edits touch."""
    scopes = views[0].scopes
    inside = (scopes.scopes[scopes.index_at(views[0].source.to_utf8(edit.start))].path for edit in edits)
    return {path for path in inside if path}


def _placed(current: CurrentFile, site: OpenSite, step: CodemodStep, cycle: int) -> OpenSite:
    symbols = sorted(symbols_at(current.views, [Edit(site.span.start, site.span.end, "")])) if current.views else []
    return replace(site, recipe=step.recipe, cycle=cycle, symbol=site.symbol or "".join(symbols[:1]))


def admits(gate: Gate, view: ModuleView) -> bool:
    """Whether a codemod with this gate could have something to do in a part."""
    import tree_sitter

    if gate.is_open or view.tree.is_broken:
        return True
    utf8 = view.source.utf8
    if gate.tokens and not any(token.encode() in utf8 for token in gate.tokens):
        return False
    return not gate.query or bool(tree_sitter.QueryCursor(compiled_query(gate.query)).matches(view.tree.root))


def loaded_steps(steps: Sequence[CodemodStep], classes: Mapping[str, type[Codemod]]) -> tuple[LoadedStep, ...]:
    return tuple(LoadedStep(step, classes[step.name]) for step in steps)
