"""`check --add-ignore`: a suppression for every finding that is left, above the statement that it is in."""

from __future__ import annotations

import os
from collections.abc import Sequence

import tree_sitter

from tdomcheck.app.check import conclude, look
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.edges.writing import FileChange, write_all
from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import ExitCode
from tdomcheck.facts.module import ModuleView
from tdomcheck.model import Edit, Finding
from tdomcheck.source.text import SourceText

_NEVER = ("TDC00",)
"""What the engine says about files and comments is mended, not suppressed."""


def add_ignores(request: Request, reason: str) -> tuple[str, int]:
    """Write the comments; the text says how many, and what could not be accepted."""
    session = Session(request)
    try:
        checked = look(session)
        result = conclude(session, checked)
    finally:
        session.close()
    by_path: dict[str, list[Finding]] = {}
    for finding in result.findings:
        if not finding.code.startswith(_NEVER):
            by_path.setdefault(finding.path, []).append(finding)
    changes = [_change(session, path, found, reason) for path, found in sorted(by_path.items())]
    settings = session.settings
    root = os.path.commonpath([settings.root or session.cwd, *(change.path for change in changes)])
    report = write_all(changes, os.path.join(session.folder(settings), "journal"), label="add-ignore", root=root)
    lines = [f"accepted {sum(map(len, by_path.values()))} findings in {len(report.written)} files"]
    lines += [f"error: {session.shown(item.path)}: not written: {item.reason}" for item in report.skipped]
    lines += [f"error: {error}" for error in result.errors]
    is_bad = bool(report.skipped or result.errors)
    return "".join(f"{line}\n" for line in lines), ExitCode.UNTRUSTWORTHY if is_bad else ExitCode.CLEAN


def _change(session: Session, shown: str, findings: Sequence[Finding], reason: str) -> FileChange:
    path = os.path.realpath(os.path.join(session.cwd, shown))
    with open(path, "rb") as file:
        before = file.read()
    return FileChange(path, before, with_ignores(before, findings, reason))


def with_ignores(data: bytes, findings: Sequence[Finding], reason: str) -> bytes:
    """The bytes of a file with a comment line above every statement that holds a finding."""
    view = ModuleView(SourceText(data))
    codes: dict[int, set[str]] = {}
    for finding in findings:
        start = _statement_start(view, view.source.to_utf8(finding.span.start))
        codes.setdefault(start, set()).add(finding.code)
    edits = [_comment(view, start, found, reason) for start, found in sorted(codes.items())]
    return apply_edits(view.source, edits)


def _statement_start(view: ModuleView, offset: int) -> int:
    """Where the line of the innermost statement around an offset begins."""
    node: tree_sitter.Node | None = view.tree.root.descendant_for_byte_range(offset, offset)
    while node is not None and node.parent is not None and node.parent.type not in {"module", "block"}:
        node = node.parent
    start = node.start_byte if node is not None else offset
    utf8 = view.source.utf8
    return max(utf8.rfind(b"\n", 0, start), utf8.rfind(b"\r", 0, start)) + 1


def _comment(view: ModuleView, start: int, codes: set[str], reason: str) -> Edit:
    utf8 = view.source.utf8
    end = start
    while utf8[end : end + 1] in {b" ", b"\t"}:
        end += 1
    indent = utf8[start:end].decode()
    place = view.source.from_utf8(start)
    tail = f" {reason}" if reason else ""
    return Edit(place, place, f"{indent}# tdomcheck: ignore[{', '.join(sorted(codes))}]{tail}\n")
