"""The names that `__all__` lists."""

from __future__ import annotations

from tdomcheck.facts.python.occurrences import NameRole, Occurrence, occurrences_of
from tdomcheck.model import Edit
from tdomcheck.refactor.quoted import is_exported
from tdomcheck.refactor.sources import SourceReading


def listed_in(reading: SourceReading, name: str) -> list[Occurrence]:
    """Where `__all__` of a module names something."""
    texts = (each for each in occurrences_of(reading.view, name) if each.role is NameRole.TEXT)
    return [each for each in texts if reading.view.text(each.node) == name and is_exported(reading, each.step)]


def with_item(reading: SourceReading, name: str) -> list[Edit]:
    """The name among those of `__all__`, where that is a list."""
    for node in reading.view.nodes["top"]:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None or left.text != b"__all__" or right.type not in {"list", "tuple"}:
            continue
        items = [child for child in right.named_children if child.type == "string"]
        if not items or any(reading.view.text(item)[1:-1] == name for item in items):
            return []
        quote = reading.view.text(items[-1])[0]
        tail = reading.view.tree.utf8[items[-1].end_byte : right.end_byte]
        start = reading.view.tree.utf8.rfind(b"\n", 0, items[-1].start_byte) + 1
        lead = reading.view.tree.utf8[start : items[-1].start_byte].decode("utf-8", "replace")
        gap = f",\n{lead}" if not lead.strip() and b"\n" in tail else ", "
        place = reading.view.source.from_utf8(items[-1].end_byte)
        return [Edit(place, place, f"{gap}{quote}{name}{quote}")]
    return []


def without_item(reading: SourceReading, each: Occurrence) -> Edit:
    """The edit that takes a string out of a list, with its comma and its line where it has one."""
    string = each.step.outer.node if each.step.outer is not None else each.step.node
    utf8, source = reading.view.tree.utf8, reading.view.source
    start, end = string.start_byte, string.end_byte
    rest = utf8[end:].lstrip(b" ")
    if rest.startswith(b","):
        end = len(utf8) - len(rest) + 1
        end += len(utf8[end:]) - len(utf8[end:].lstrip(b" "))
        line = utf8.rfind(b"\n", 0, start) + 1
        if not utf8[line:start].strip() and utf8[end : end + 1] == b"\n":
            start, end = line, end + 1
        elif utf8[end : end + 1] in {b"\r", b"\n"}:
            start = len(utf8[:start].rstrip(b" \t"))
    else:
        before = utf8[:start].rstrip()
        start = len(before) - 1 if before.endswith(b",") else start
    return Edit(source.from_utf8(start), source.from_utf8(end), "")
