"""The account of a run as data: the delta, the rows of what is left, and findings for every report format."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tdomcheck.app.migrate.dirty import dirty_files, repository_of
from tdomcheck.app.migrate.owners import read_owners
from tdomcheck.app.migrate.result import Migration
from tdomcheck.app.migrate.work_tree import WorkTree
from tdomcheck.app.session import Session
from tdomcheck.edges.file_writes import FileChange, FileCreation, FileDeletion, FileMove, FileWrite
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.edits.delta import file_delta
from tdomcheck.errors import GitError, Undecodable
from tdomcheck.model import Bucket, FileOutcome, Finding, RuleInfo, RuleKind, RunResult, Severity, Span
from tdomcheck.model.changes import Proposal
from tdomcheck.model.codemod import OpenSite
from tdomcheck.model.delta import Delta, FileDelta, ProposalRow, RemainderRow
from tdomcheck.model.paths import path_from
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.source.text import SourceText

REMAINDER = "codemod-remainder"
_INFO = RuleInfo(
    REMAINDER,
    REMAINDER,
    "CodemodRemainder",
    "codemods",
    RuleKind.META,
    Severity.INFO,
    "a codemod was asked for this place and could not convert it",
    "## What\n\nA place that a codemod left as it is.\n\n## Why\n\nThe message says what kept it from it.\n\n"
    "## Instead\n\nConvert it by hand, or write `# tdomcheck: ignore[NAME] reason` beside it.",
    "no",
)


def top_of(session: Session) -> str:
    """The folder that paths of deltas and patches start from: the root of the repository, else of the project."""
    root = session.settings.project or session.cwd
    top = repository_top(root)
    return os.path.realpath(top if top is not None else root)


def inner_path(session: Session, path: str) -> str:
    """A path from the root of the repository, with `/`."""
    return path_from(top_of(session), path)


def delta_of(
    session: Session,
    migration: Migration,
    tree: WorkTree,
    formatted: Mapping[str, bytes],
    tests: tuple[str, ...] = (),
) -> Delta:
    """What was written, or would be, with what is proposed and left."""
    lines = _Lines(tree)
    files = [_file_delta(session, write, tree, formatted) for write in migration.writes]
    return Delta(
        tuple(sorted(files, key=lambda file: file.path)),
        repository_of(top_of(session), is_dirty=migration.is_dry and _is_dirty(migration.writes)),
        tuple(_proposal_rows(session, migration.proposals, lines)),
        tuple(_rows(session, migration.sites, lines)),
        tests,
    )


def _is_dirty(writes: Sequence[FileWrite]) -> bool:
    try:
        return bool(dirty_files(writes))
    except GitError:
        return False


def _file_delta(session: Session, write: FileWrite, tree: WorkTree, formatted: Mapping[str, bytes]) -> FileDelta:
    place = write.new_path if isinstance(write, FileMove) else write.path
    symbols = [f"{_module(session, place)}.{name}".lstrip(".") for name in sorted(tree.symbols.get(place, ()))]
    path = inner_path(session, write.path)
    match write:
        case FileChange():
            return file_delta(path, write.before, formatted.get(write.path, write.after), symbols=symbols)
        case FileCreation():
            return file_delta(path, None, formatted.get(write.path, write.after), symbols=symbols)
        case FileDeletion():
            return file_delta(path, write.before, None, symbols=symbols)
        case FileMove():
            after = formatted.get(place, write.after)
            return file_delta(path, write.before, after, new_path=inner_path(session, place), symbols=symbols)
    raise AssertionError(f"unreachable: {write}")


def _module(session: Session, path: str) -> str:
    """The dotted name of a file, below the source folder that it stands in."""
    settings = session.settings
    if not path.endswith(SOURCES):
        return ""
    folders = [os.path.join(settings.root, folder) for folder in (*settings.src, "src")]
    homes = [os.path.normpath(folder) for folder in folders if os.path.isdir(folder)]
    home = max((each for each in homes if path.startswith(each + os.sep)), key=len, default=settings.root)
    inner = os.path.relpath(path, home).rpartition(".")[0]
    return inner.replace(os.sep, ".").removesuffix(".__init__")


class _Lines:
    """Where places are, in files that are read once however many places they have."""

    def __init__(self, tree: WorkTree) -> None:
        self._tree = tree
        self._path = ""
        self._source: SourceText | None = None

    def at(self, path: str, span: Span) -> tuple[int, str]:
        """The number of a line, and what it says."""
        if path != self._path:
            self._path, self._source = path, self._read(path)
        if self._source is None:
            return 1, ""
        line = self._source.position(min(span.start, len(self._source.data))).line
        return line, self._source.line(line).strip()

    def _read(self, path: str) -> SourceText | None:
        try:
            return SourceText(self._tree.read(path), is_python=path.endswith(SOURCES))
        except (OSError, Undecodable):
            return None


def _proposal_rows(session: Session, proposals: Iterable[Proposal], lines: _Lines) -> Iterator[ProposalRow]:
    for proposal in proposals:
        path = os.path.join(session.settings.project or session.cwd, *proposal.path.split("/"))
        line, text = lines.at(path, proposal.span)
        yield ProposalRow(inner_path(session, path), line, proposal.tier, proposal.reason, text)


def _rows(session: Session, sites: Iterable[tuple[str, OpenSite]], lines: _Lines) -> Iterator[RemainderRow]:
    owners = read_owners(top_of(session))
    for path, site in sites:
        inner = inner_path(session, path)
        line, _ = lines.at(path, site.span)
        symbol = f"{_module(session, path)}.{site.symbol}".strip(".") if site.symbol else ""
        yield RemainderRow(inner, line, symbol, site.codemod, site.recipe, site.cycle, site.reason, owners.of(inner))


def result_of(session: Session, migration: Migration) -> RunResult:
    """The run as every report format takes it: what is left as findings, and where every file ended."""
    buckets = {"failed": Bucket.FAILED, "skipped": Bucket.SKIPPED}
    findings = [
        Finding(session.shown(path), site.span, REMAINDER, REMAINDER, f"{site.codemod}: {site.reason}", Severity.INFO)
        for path, site in migration.sites
    ]
    return RunResult(
        findings=tuple(sorted(findings, key=lambda finding: finding.sort_key)),
        files=tuple(
            FileOutcome(each.path, buckets.get(each.state, Bucket.CHECKED), each.reason) for each in migration.files
        ),
        catalog=(_INFO,),
        errors=migration.errors,
        warnings=migration.warnings,
        exit_code=migration.exit_code,
    )
