"""From a document to files: all of its blocks, or none of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tdomcheck.app.patching.contents import NewContent, new_content
from tdomcheck.app.patching.findings import new_findings
from tdomcheck.app.patching.places import Grounds, RefusedBlock, files_of
from tdomcheck.app.progress import wrote
from tdomcheck.app.session import Session
from tdomcheck.config.settings import Settings
from tdomcheck.edges import git
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileWrite
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.edges.writing import write_all
from tdomcheck.errors import ExitCode, UsageError
from tdomcheck.model import RunResult
from tdomcheck.model.paths import is_within
from tdomcheck.stitch.document import Block, read_patches
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class PatchOptions:
    overwrites: bool = False
    """A block without a target replaces a file that is there."""
    writes: bool = True
    """Else what would change is only told."""


@dataclass(frozen=True, slots=True)
class PatchOutcome:
    """What became of a document."""

    blocks: tuple[Block, ...]
    contents: tuple[NewContent, ...] = ()
    """All files, those too that stay as they are."""
    refused: tuple[RefusedBlock, ...] = ()
    """With any of them nothing is written."""
    findings: RunResult = RunResult(())
    """What the rules say that they did not say before."""
    warnings: tuple[str, ...] = ()
    ignored: frozenset[str] = frozenset()
    """The files that git ignores, so that it does not show what became of them."""
    exit_code: int = ExitCode.CLEAN

    @property
    def changes(self) -> tuple[NewContent, ...]:
        return tuple(content for content in self.contents if content.after != content.file.before)

    @property
    def applicable(self) -> tuple[Block, ...]:
        """The blocks that nothing speaks against."""
        numbers = {refused.block.number for refused in self.refused}
        return tuple(block for block in self.blocks if block.number not in numbers)


def apply_document(session: Session, document: bytes, name: str, options: PatchOptions) -> PatchOutcome:
    """Apply a document; raises UsageError where it is none, WriteError where its files cannot be written."""
    blocks = _blocks(document, name)
    grounds = Grounds.around(session.cwd)
    recovered = tuple(_recovered(session, grounds)) if options.writes else ()
    files, refused = files_of(blocks, grounds, lambda folder: session.state_folder(session.settings_for(folder)).path)
    contents: list[NewContent] = []
    for file in files:
        content = new_content(file, grounds, overwrites=options.overwrites)
        if isinstance(content, NewContent):
            contents.append(content)
        else:
            refused += content
    if refused:
        refused.sort(key=lambda each: each.block.number)
        code = ExitCode.FINDINGS if all(each.is_syntax for each in refused) else ExitCode.UNTRUSTWORTHY
        return PatchOutcome(blocks, refused=tuple(refused), warnings=recovered, exit_code=code)
    outcome = PatchOutcome(blocks, tuple(contents))
    ignored = _ignored(grounds, outcome.changes)
    findings = new_findings(session, grounds.top, outcome.changes)
    warnings = (*recovered, *findings.errors, *findings.warnings)
    if options.writes:
        _write(session, grounds, outcome.changes)
    code = ExitCode.FINDINGS if outcome.changes and not options.writes else ExitCode.CLEAN
    return PatchOutcome(blocks, tuple(contents), findings=findings, warnings=warnings, ignored=ignored, exit_code=code)


def _ignored(grounds: Grounds, changes: Sequence[NewContent]) -> frozenset[str]:
    paths = [change.file.path for change in changes]
    return git.ignored(grounds.top, paths) if paths and repository_top(grounds.top) else frozenset()


def _blocks(document: bytes, name: str) -> tuple[Block, ...]:
    try:
        text = document.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"byte 0x{document[error.start]:02x} at offset {error.start} is not"
        raise UsageError(f"{name}: it is no Markdown in UTF-8: {byte}; nothing was written") from None
    read = read_patches(text)
    if read.problems:
        raise UsageError("\n".join(f"{name}: {problem}" for problem in (*read.problems, "nothing was written")))
    return read.blocks


def _settings(session: Session, grounds: Grounds, paths: Sequence[str]) -> tuple[Settings, str]:
    """The project whose journal tells of the run, so that `fix --undo` finds it, and the root of what is written."""
    own = session.settings_for(session.cwd)
    if own.project and all(is_within(path, own.project) for path in paths):
        return own, own.project
    return session.settings_for(grounds.top), grounds.top


def _recovered(session: Session, grounds: Grounds) -> Iterator[str]:
    """Roll back a run that was killed before anything is read: what is patched must be what will be written over."""
    from tdomcheck.edges.taking_back import recover

    for folder in dict.fromkeys((session.cwd, grounds.top)):
        settings, root = _settings(session, grounds, [folder])
        report = recover(session.journal(settings), root)
        for path in report.rolled_back:
            yield f"{session.shown(path)}: rolled back, because a run was killed while it wrote"
        yield from (f"{session.shown(item.path)}: {item.reason}" for item in report.refused)
        yield from report.problems


def _write(session: Session, grounds: Grounds, changes: Sequence[NewContent]) -> None:
    if not changes:
        return
    settings, root = _settings(session, grounds, [change.file.path for change in changes])
    writes = [write_of(change) for change in changes]
    journal = session.journal_to_write(settings)
    write_all(writes, journal, label="patch", root=root, together=True, on_done=wrote)


def write_of(change: NewContent) -> FileWrite:
    """What is done to one file."""
    path, before = change.file.path, change.file.before
    return FileCreation(path, change.after) if before is None else FileChange(path, before, change.after)
