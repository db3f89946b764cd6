"""The code of a file: the file itself, the blocks of a document, the sessions in docstrings."""

from __future__ import annotations

import typing as t
from collections.abc import Sequence

from tdomcheck.errors import Undecodable
from tdomcheck.facts.extract.file import facts_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.records import FileFacts
from tdomcheck.model import Directive, Finding
from tdomcheck.model.suffixes import is_document
from tdomcheck.source.text import SourceText
from tdomcheck.values import dataclass, replace

if t.TYPE_CHECKING:  # documents only
    from tdomcheck.source.fences import Fence

_NO_BLOCKS = (0, 0)


@dataclass(frozen=True, slots=True)
class Parts:
    """What is judged of a file, each as a module of its own."""

    views: tuple[ModuleView, ...]
    """The first one's facts are those of the file."""
    directives: tuple[Directive, ...] = ()
    """Those that stand around the code."""
    blocks: tuple[int, int] = _NO_BLOCKS

    def facts(self) -> FileFacts:
        """What the file tells the project; what a document leaves out is no gap in what is known."""
        if not self.views:
            return FileFacts()
        facts = facts_of(self.views[0])
        return replace(facts, is_incomplete=False) if self.views[0].source.is_hosted else facts


def parts_of(data: bytes, path: str, *, of_any: bool = False) -> Parts:
    """Raises Undecodable where a module has no text.

    Sessions are read in files that may concern us, or `of_any`, then also those that only indentation sets off."""
    if is_document(path):
        return _document_parts(data, path, of_any=of_any)
    view = ModuleView(SourceText(data))
    if b">>> " not in data:
        return Parts((view,))
    from tdomcheck.source.docstrings import docstring_fences, docstring_text

    fences = docstring_fences(view.source, view.tree.root, of_any=of_any)
    checked = sum(not fence.skipped for fence in fences)
    if not checked:
        return Parts((view,), blocks=(0, len(fences)))
    inner = ModuleView(docstring_text(data, fences), surroundings=view.imports)
    return Parts((view, inner), blocks=(checked, len(fences) - checked))


def fences_of(data: bytes, path: str) -> tuple[Fence, ...]:
    """The code blocks of a file that holds some beside, or instead of, its own code."""
    from tdomcheck.source.docstrings import docstring_fences
    from tdomcheck.source.documents import read_document

    if is_document(path):
        return read_document(data, path).fences
    try:
        view = ModuleView(SourceText(data))
    except Undecodable:
        return ()
    return docstring_fences(view.source, view.tree.root)


def _document_parts(data: bytes, path: str, *, of_any: bool) -> Parts:
    from tdomcheck.lint.remarks import remarks_in
    from tdomcheck.source.documents import document_text, read_document

    document = read_document(data, path, is_indented=of_any)
    remarks = remarks_in(path, document.remarks, len(data))
    checked = sum(not fence.skipped for fence in document.fences)
    blocks = (checked, len(document.fences) - checked)
    views = (ModuleView(document_text(data, document)),) if checked else ()
    return Parts(views, remarks, blocks)


def at_home(view: ModuleView, finding: Finding) -> Finding | None:
    """A finding with its imports; in a document as edits of the document, or None where no code is meant."""
    from tdomcheck.edits.imports import import_edits  # most files of a hook have no finding

    fix, source = finding.fix, view.source
    imports = import_edits(view, fix.imports) if fix is not None and fix.imports else ()
    if not source.is_hosted:
        return replace(finding, fix=replace(fix, import_edits=imports)) if fix is not None and imports else finding
    from tdomcheck.source.hosted import HostedText

    if not isinstance(source, HostedText) or not source.holds(finding.span):
        return None
    if fix is None:
        return finding
    if imports:  # a reader looks for them in the block that needs them
        missing = [request for request in fix.imports if import_edits(view, [request])]
        imports = import_edits(ModuleView(source.around(finding.span.start)), missing)
    edits = source.settled(sorted({*fix.edits, *imports}))
    return replace(finding, fix=None if edits is None else replace(fix, edits=edits, imports=()))


def shown_directives(directives: Sequence[Directive]) -> tuple[Directive, ...]:
    """Comments inside of blocks: documents show them, too, so that nobody asks whether they are needed."""
    return tuple(replace(directive, is_expected=True, problem="", removal=None) for directive in directives)
