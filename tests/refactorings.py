"""Projects as dictionaries: what a refactoring makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

from tdomcheck.edits.splice import apply_edits
from tdomcheck.model.changes import DeletedFile, FileEdits, NewFile
from tdomcheck.refactor.move import move
from tdomcheck.refactor.outcome import Refactoring, accepted
from tdomcheck.refactor.rename import RenameOptions, rename
from tdomcheck.refactor.sources import Sources
from tdomcheck.source.text import SourceText

Files = Mapping[str, str]


def sources_of(files: Files) -> Sources:
    # Python 3.14 drops the \r of an empty line, so what has no indentation to lose stays as it is
    texts = {path: dedent(text) if text[:1] in {"\n", " "} else text for path, text in files.items()}
    return Sources({path: text.encode() for path, text in texts.items()})


def written(sources: Sources, outcome: Refactoring) -> dict[str, str]:
    """The files of a project after a refactoring, as the writing door would leave them."""
    files = {path: data.decode() for path, data in sources.files.items()}
    for wish in outcome.rewrite.files:
        match wish:
            case FileEdits(path=path, edits=edits, new_path=new_path):
                after = apply_edits(SourceText(sources.files[path], is_python=False), edits).decode()
                del files[path]
                files[new_path or path] = after
            case NewFile(path=path, data=data):
                files[path] = data.decode()
            case DeletedFile(path=path):
                del files[path]
    return files


def renamed(files: Files, source: str, to: str, *, takes_proposals: bool = False, **options: bool) -> dict[str, str]:
    """The files that are not as they were, after a renaming that is done again and then changes nothing."""
    sources = sources_of(files)
    outcome = rename(sources, source, to, RenameOptions(**options))
    after = written(sources, accepted(outcome) if takes_proposals else outcome)
    again = rename(sources_of(after), source, to, RenameOptions(**options))
    assert not again.rewrite.files, again
    assert again.notice
    return {path: text for path, text in after.items() if sources.files.get(path) != text.encode()}


def changed(files: Files, source: str, to: str, **options: bool) -> str:
    """The one file that a renaming changes."""
    after = renamed(files, source, to, **options)
    assert len(after) == 1, sorted(after)
    return next(iter(after.values()))


def moved(files: Files, source: str, module: str, *, reexport: bool = False) -> dict[str, str]:
    """The files that are not as they were, after a move that is done again and then changes nothing."""
    sources = sources_of(files)
    after = written(sources, move(sources, source, module, reexport=reexport))
    if not reexport:
        again = move(sources_of(after), source, module, reexport=reexport)
        assert not again.rewrite.files
        assert again.notice
    return {path: text for path, text in after.items() if sources.files.get(path) != text.encode()}
