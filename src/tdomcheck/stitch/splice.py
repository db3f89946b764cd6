"""Many wishes of one file at once: each in its own range, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import Undecodable
from tdomcheck.model import Edit
from tdomcheck.source.text import SourceText
from tdomcheck.stitch.languages import PYTHON, CodeLanguage, Language, language_of, parsed
from tdomcheck.stitch.nodes.fragment import BadFragment, exported_fragment_of, fragment_of, shown_kind
from tdomcheck.stitch.nodes.locate import NotLocated, located
from tdomcheck.stitch.nodes.outline import Owner, outlined, text_of
from tdomcheck.stitch.nodes.place import NoPlace, Surroundings
from tdomcheck.stitch.proof import syntax_trouble
from tdomcheck.stitch.proposals import SpliceProposal, WishRefusal, joined
from tdomcheck.stitch.targets import NodeTarget, Operation, Wish
from tdomcheck.values import dataclass, replace

MOST_BYTES = 8 << 20
"""Of a file: what is parsed and walked over takes seconds past that."""


@dataclass(frozen=True, slots=True)
class Spliced:
    """A file after its wishes."""

    after: bytes
    refusals: tuple[WishRefusal, ...] = ()
    """With any of them the content is the old one."""
    symbols: tuple[str, ...] = ()


def splice(path: str, data: bytes, wishes: Sequence[Wish]) -> Spliced:
    """Meet all wishes of a file, or none; raises MissingExtra."""
    language = language_of(path)
    if language is None:
        reason = "files of this kind can only be given as a whole: it is none of a language that patches know"
        return Spliced(data, _all(wishes, reason))
    source = _source(data, language)
    if isinstance(source, str):
        return Spliced(data, _all(wishes, source, is_syntax=True))
    if isinstance(language, CodeLanguage):
        return _splice_nodes(source, language, wishes)
    from tdomcheck.stitch.paths.propose import splice_values  # code needs none of it

    met = splice_values(source, language, wishes)
    return Spliced(met) if isinstance(met, bytes) else Spliced(data, tuple(met))


def _splice_nodes(source: SourceText, language: CodeLanguage, wishes: Sequence[Wish]) -> Spliced:
    proposals, refused = propose(source, language, wishes)
    refused += [] if refused else _overlaps(proposals, wishes)
    if refused:
        return Spliced(source.data, tuple(refused))
    after = _together(source, proposals)
    trouble = syntax_trouble(after, language) if after != source.data else ""
    if trouble:
        culprit = _culprit(source, language, proposals)
        return Spliced(source.data, (WishRefusal(culprit, f"it would not parse any more: {trouble}"),))
    changing = [proposal for proposal in proposals if joined(proposal.edits, source)]
    symbols = dict.fromkeys(proposal.symbol for proposal in changing if proposal.symbol)
    return Spliced(after, symbols=tuple(symbols))


def _together(source: SourceText, proposals: Sequence[SpliceProposal]) -> bytes:
    return apply_edits(source, joined([edit for proposal in proposals for edit in proposal.edits], source))


def _culprit(source: SourceText, language: CodeLanguage, proposals: Sequence[SpliceProposal]) -> int:
    """The wish with which a file stops parsing, by halves."""
    low, high = 1, len(proposals)
    while low < high:
        middle = (low + high) // 2
        if syntax_trouble(_together(source, proposals[:middle]), language):
            high = middle
        else:
            low = middle + 1
    return proposals[low - 1].wish


def _source(data: bytes, language: Language) -> SourceText | str:
    """The text of a file that wishes can be met in, or why there is none."""
    if len(data) > MOST_BYTES:
        return f"it is larger than {MOST_BYTES >> 20} MB, past which no file is patched"
    if b"\0" in data:
        return "it is no text: it contains a NUL byte"
    try:
        source = SourceText(data, is_python=language is PYTHON)
    except Undecodable as error:
        return f"it cannot be read: {error}"
    trouble = syntax_trouble(data, language)
    return f"it does not parse: {trouble}; give the whole file, with --overwrite" if trouble else source


def _all(wishes: Sequence[Wish], reason: str, *, is_syntax: bool = False) -> tuple[WishRefusal, ...]:
    return tuple(WishRefusal(index, reason, is_syntax) for index in range(len(wishes)))


def propose(
    source: SourceText, language: CodeLanguage, wishes: Sequence[Wish]
) -> tuple[list[SpliceProposal], list[WishRefusal]]:
    """What each wish comes to, in the bytes of the file; a wish that comes to nothing says why."""
    met = [_in_file(source, each) for each in _propose_nodes(source, language, wishes)]
    return [each for each in met if isinstance(each, SpliceProposal)], [
        each for each in met if isinstance(each, WishRefusal)
    ]


def _in_file(source: SourceText, met: SpliceProposal | WishRefusal) -> SpliceProposal | WishRefusal:
    """The same with offsets in the file, where its encoding has all letters."""
    if isinstance(met, WishRefusal):
        return met
    for edit in met.edits:
        try:
            edit.text.encode(source.encoding)
        except UnicodeEncodeError as error:
            return WishRefusal(met.wish, f"{error.object[error.start]!r} cannot be written in {source.encoding}")
    return replace(met, edits=tuple(_moved(source, edit) for edit in met.edits))


def _moved(source: SourceText, edit: Edit) -> Edit:
    """An edit of the text in UTF-8 as one of the file."""
    return Edit(source.from_utf8(edit.start), source.from_utf8(edit.end), edit.text)


def _propose_nodes(
    source: SourceText, language: CodeLanguage, wishes: Sequence[Wish]
) -> list[SpliceProposal | WishRefusal]:
    grammar = language.nodes()
    root = parsed(language, source.utf8)
    text = text_of(source.utf8, root, grammar)
    around = Surroundings(
        text, outlined(text, root, grammar), is_python=language is PYTHON, is_inline=language.is_lenient
    )
    met: list[SpliceProposal | WishRefusal] = []
    deleted: dict[int, Owner] = {}
    for index, wish in enumerate(wishes):
        try:
            proposal, owner = _propose_node(around, language, index, wish)
        except (BadFragment, NotLocated, NoPlace) as error:
            met.append(WishRefusal(index, str(error)))
        else:
            met.append(proposal)
            if isinstance(wish.target, NodeTarget) and wish.target.operation is Operation.DELETE:
                deleted[index] = owner
    return _refilled(around, met, deleted)


def _propose_node(around: Surroundings, language: CodeLanguage, index: int, wish: Wish) -> tuple[SpliceProposal, Owner]:
    """Raises NotLocated, BadFragment and NoPlace."""
    target = wish.target
    if not isinstance(target, NodeTarget):
        raise NoPlace(f"TARGET_PATH is for JSON, TOML and YAML; in {language.name} a node is named by TARGET_NODE")
    kinds = language.nodes().kinds
    if target.kind is not None and target.kind not in kinds:
        words = ", ".join(sorted(kind.value for kind in kinds))
        raise NotLocated(f"{language.name} has no {target.kind.value}; a target there is one of {words}")
    owner = located(around.outline, target)
    kind = target.kind or shown_kind(owner)
    if target.operation is Operation.DELETE:
        return SpliceProposal(index, (around.deletion(owner),), owner.name), owner
    is_member = around.outline.bodies[owner.body].is_class
    if owner.export and target.operation is Operation.REPLACE:
        fragment = exported_fragment_of(wish.text, language, kind, owner.export)
    else:
        fragment = fragment_of(wish.text, language, kind, is_member=is_member)
    match target.operation:
        case Operation.REPLACE:
            edits = around.replacement(owner, fragment)
        case Operation.INSERT_AFTER:
            edits = around.insertion_after(owner, fragment)
        case Operation.INSERT_BEFORE:
            edits = around.insertion_before(owner, fragment)
    scope = owner.name.rpartition(".")[0]
    new = fragment.owner.name.rpartition(".")[2]
    is_replaced = target.operation is Operation.REPLACE
    symbol = owner.name if is_replaced else f"{scope}.{new}" if scope else new
    return SpliceProposal(index, tuple(edits), symbol), owner


def _refilled(
    around: Surroundings, met: list[SpliceProposal | WishRefusal], deleted: Mapping[int, Owner]
) -> list[SpliceProposal | WishRefusal]:
    """Where all statements of a body go, the last of them becomes `pass`."""
    bodies: dict[int, dict[int, int]] = {}
    for index, owner in deleted.items():
        bodies.setdefault(owner.body, {})[owner.place] = index
    for number, places in bodies.items():
        body = around.outline.bodies[number]
        if body.needs_statement and len(places) == len(body.statements):
            index = places[max(places)]
            met[index] = SpliceProposal(index, (around.emptied(deleted[index]),), deleted[index].name)
    return met


def _overlaps(proposals: Sequence[SpliceProposal], wishes: Sequence[Wish]) -> list[WishRefusal]:
    """Wishes whose ranges overlap: a node and what it holds, or one node twice."""
    ranges = sorted((edit.start, edit.end, proposal.wish) for proposal in proposals for edit in proposal.edits)
    refusals: dict[int, WishRefusal] = {}
    last: tuple[int, int, int] | None = None
    for start, end, wish in ranges:
        is_other = last is not None and last[2] != wish
        if last is not None and is_other and start < last[1] and (end > last[0] or start > last[0]):
            refusals[wish] = WishRefusal(
                wish, f"it changes what `{wishes[last[2]].target}` changes, too; send one of them"
            )
        if last is None or end >= last[1]:
            last = start, end, wish
    return [refusals[wish] for wish in sorted(refusals)]
