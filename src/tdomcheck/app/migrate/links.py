"""Links of a project to what a refactoring moves or deletes: nothing writes them, so somebody has to be told."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence

from tdomcheck.model import Span
from tdomcheck.model.changes import DeletedFile, FileEdits, Remainder, Rewrite
from tdomcheck.model.paths import path_from


def dangling_links(root: str, links: Sequence[str], rewrite: Rewrite, files: Collection[str]) -> Iterator[Remainder]:
    """A row for each link to a file that goes elsewhere, or to a folder that all files leave."""
    gone = dict(_gone(rewrite))
    if not gone:
        return
    stay = [path for path in files if path not in gone]
    for link in sorted(links):
        aim = _aim(root, link)
        if aim in gone:
            where = f"to {gone[aim]}" if gone[aim] else "away"
            yield Remainder(link, Span(0, 0), f"this link leads to {aim}, which goes {where}: link it anew by hand")
        elif aim and _is_below(aim, gone) and not _is_below(aim, stay):
            yield Remainder(link, Span(0, 0), f"this link leads to {aim}/, which all files leave: link it anew by hand")


def _gone(rewrite: Rewrite) -> Iterator[tuple[str, str]]:
    """The files that will not be where they are, with where they go."""
    for wish in rewrite.files:
        if isinstance(wish, FileEdits) and wish.new_path not in {"", wish.path}:
            yield wish.path, wish.new_path
        elif isinstance(wish, DeletedFile):
            yield wish.path, ""


def _aim(root: str, link: str) -> str:
    """What a link says, from the root; nothing is opened."""
    path = os.path.join(root, *link.split("/"))
    try:
        said = os.readlink(path)
    except OSError:
        return ""
    aim = os.path.normpath(os.path.join(os.path.realpath(os.path.dirname(path)), said))
    inner = path_from(os.path.realpath(root), aim)
    return "" if inner == "." or inner.startswith("../") else inner


def _is_below(folder: str, paths: Collection[str]) -> bool:
    return any(path.startswith(f"{folder}/") for path in paths)
