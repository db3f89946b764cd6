"""Comments at the places that codemods left: `# tdomcheck: todo[NAME] reason`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tdomcheck.edits.splice import apply_edits
from tdomcheck.errors import Undecodable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.model import Edit
from tdomcheck.model.codemod import OpenSite
from tdomcheck.source.text import SourceText, line_start

_BLOCKS = frozenset({"module", "block"})
TODO = re.compile(rb"#\s*tdomcheck:\s*todo\[(?P<names>[^\]]*)\]")


def marked(data: bytes, sites: Sequence[OpenSite]) -> bytes:
    """A Python file with a comment above the statement of every site."""
    try:
        view = ModuleView(SourceText(data))
    except Undecodable:
        return data
    edits = {edit for site in sites if (edit := _comment(view, site)) is not None}
    try:
        return apply_edits(view.source, sorted(edits))
    except (ValueError, UnicodeEncodeError):  # the reason cannot be written in the encoding of the file
        return data


def _comment(view: ModuleView, site: OpenSite) -> Edit | None:
    source = view.source
    place = source.to_utf8(min(site.span.start, len(source.data)))
    node = view.tree.root.named_descendant_for_byte_range(place, place)
    while node is not None and (node.parent is None or node.parent.type not in _BLOCKS):
        node = node.parent
    if node is None:
        return None
    start = source.from_utf8(node.start_byte)
    begin = line_start(source.data, start)
    indent = source.slice(begin, start)
    reason = " ".join(site.reason.split())
    return None if indent.strip() else Edit(begin, begin, f"{indent}# tdomcheck: todo[{site.codemod}] {reason}\n")


def count_marks(data: bytes, name: str) -> int:
    """How many comments of a file say that a codemod has something left there."""
    found = (match["names"].decode("utf-8", "replace").split(",") for match in TODO.finditer(data))
    return sum(name in {each.strip() for each in names} for names in found)
