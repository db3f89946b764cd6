"""What became of a document, for people and for machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import tdomcheck
from tdomcheck.app.patching.apply import PatchOutcome
from tdomcheck.app.patching.contents import NewContent
from tdomcheck.app.patching.places import Grounds, RefusedBlock
from tdomcheck.app.present import sources_of
from tdomcheck.app.session import Session
from tdomcheck.edges import git
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.edits.delta import file_delta
from tdomcheck.errors import GitError
from tdomcheck.model.delta import Delta, FileDelta, Repository
from tdomcheck.report import records
from tdomcheck.report.context import ReportContext
from tdomcheck.report.delta import render
from tdomcheck.report.escape import harmless, told, visible
from tdomcheck.report.jsontext import Json, JsonObject
from tdomcheck.report.places import Places
from tdomcheck.rewrite.patch import creation_diff, unified_diff
from tdomcheck.stitch.document import Block


def diff_of(outcome: PatchOutcome, grounds: Grounds) -> str:
    """The changes as one patch; its paths are those of the repository."""
    return "".join(_diff(change, grounds.rooted(change.file.path)) for change in outcome.changes)


def _diff(change: NewContent, path: str) -> str:
    before = change.file.before
    return creation_diff(path, change.after) if before is None else unified_diff(path, before, change.after)


def text_of(outcome: PatchOutcome, session: Session, *, is_written: bool) -> str:
    """Each file with its nodes, the count, and what the rules say now that they did not say before."""
    lines = (*_lines(outcome, session, is_written=is_written), *_findings(outcome, session))
    return "".join(f"{line}\n" for line in lines)


def _lines(outcome: PatchOutcome, session: Session, *, is_written: bool) -> Iterator[str]:
    for change in outcome.changes:
        verb = "create" if change.file.before is None else "patch"
        word = {"create": "created", "patch": "patched"}[verb] if is_written else f"would {verb}"
        targets = ", ".join(str(block.target) for block in change.file.blocks)
        ignored = " (ignored by git)" if change.file.path in outcome.ignored else ""
        yield f"{word} {visible(session.shown(change.file.path))}: {visible(targets)}{ignored}"
    if outcome.refused:
        return
    blocks, files = _count(len(outcome.blocks), "block"), _count(len(outcome.changes), "file")
    if not outcome.changes:
        yield f"nothing to change: what {blocks} ask{'s' * (len(outcome.blocks) == 1)} for is there"
    else:
        yield f"{blocks}, {files} {'changed' if is_written else 'would change'}"


def _findings(outcome: PatchOutcome, session: Session) -> Iterator[str]:
    found = outcome.findings.findings
    if found:
        yield f"{_count(len(found), 'new finding')} of the rules, judged for the document:"
    places = Places(_sources(outcome, session))
    for finding in found:
        at = places.region(finding.path, finding.span)
        yield f"  {visible(finding.path)}:{at.line}:{at.column}: {finding.code} {visible(finding.message)}"


def _sources(outcome: PatchOutcome, session: Session) -> dict[str, bytes]:
    contents = {content.file.path: content.after for content in outcome.contents}
    return sources_of(outcome.findings.findings, session.cwd, contents)


def notice_of(outcome: PatchOutcome) -> str:
    """Warnings, and what was refused: which blocks, why, and what to send again."""
    text = told("warning", outcome.warnings)
    for refused in outcome.refused:
        text += harmless(f"error: {refused.block}: {refused.reason}\n")
    if not outcome.refused:
        return text
    if outcome.applicable:
        text += harmless(f"would have applied: {_named(outcome.applicable)}\n")
    text += harmless(f"nothing was written; resend only these: {_named(_blocks(outcome.refused))}\n")
    return text


def _blocks(refused: Sequence[RefusedBlock]) -> list[Block]:
    return list(dict.fromkeys(each.block for each in refused))


def _named(blocks: Sequence[Block]) -> str:
    return ", ".join(map(str, blocks))


def json_of(outcome: PatchOutcome, session: Session, grounds: Grounds, *, is_written: bool) -> str:
    """The delta, with the new findings and a summary."""
    changes = outcome.changes
    files = deltas_of(changes, grounds)
    context = ReportContext(sources=_sources(outcome, session), version=tdomcheck.__version__)
    findings: list[Json] = [*records.findings(outcome.findings, context)]
    ignored: list[Json] = [visible(grounds.rooted(path)) for path in sorted(outcome.ignored)]
    summary = {**_summary(outcome, is_written=is_written), "ignored_by_git": ignored}
    further: JsonObject = {"findings": findings, "summary": summary}
    return render(Delta(files, _repository(grounds, changes)), further)


def deltas_of(changes: Sequence[NewContent], grounds: Grounds) -> tuple[FileDelta, ...]:
    """What becomes of each file, by its path in the repository."""
    return tuple(
        file_delta(grounds.rooted(change.file.path), change.file.before, change.after, symbols=change.symbols)
        for change in changes
    )


def _summary(outcome: PatchOutcome, *, is_written: bool) -> JsonObject:
    refused: list[Json] = [{**_block(each.block), "reason": harmless(each.reason)} for each in outcome.refused]
    applicable: list[Json] = [_block(block) for block in outcome.applicable]
    return {
        "blocks": len(outcome.blocks),
        "changed": len(outcome.changes),
        "unchanged": len(outcome.contents) - len(outcome.changes),
        "written": is_written and not outcome.refused,
        "applicable": applicable,
        "refused": refused,
        "exit_code": outcome.exit_code,
    }


def _block(block: Block) -> JsonObject:
    return {
        "block": block.number,
        "line": block.line,
        "path": visible(block.path),
        "target": visible(str(block.target)),
    }


def _repository(grounds: Grounds, changes: Sequence[NewContent]) -> Repository:
    """The commit that is checked out, and whether a file of the document differed from it."""
    if repository_top(grounds.top) is None:
        return Repository()
    known = {change.file.path: change.file.before for change in changes if change.file.before is not None}
    try:
        head = git.head(grounds.top)
        commit = git.named(grounds.top, "HEAD", tuple(known)) if head is not None else None
    except GitError:
        return Repository()
    if commit is None:
        return Repository(head, is_dirty=bool(known))
    return Repository(head, any(not _is_clean(commit, path, data) for path, data in known.items()))


def _is_clean(commit: git.ChangeSet, path: str, data: bytes) -> bool:
    blob = commit.old.get(path)
    return blob is not None and git.blob_name(data, blob.oid) == blob.oid


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
