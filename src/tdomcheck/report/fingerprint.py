"""What makes a finding the same finding in the next run."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, chain, repeat
from sys import byteorder

from tdomcheck.hashes import sha256
from tdomcheck.model import Finding
from tdomcheck.report.context import ReportContext
from tdomcheck.report.escape import path_bytes
from tdomcheck.report.places import Places

_UNUSED = "TDC004"
_BLOCK = 100
_FACTOR = 37
_MASK = (1 << 64) - 1
_FIRST = pow(_FACTOR, _BLOCK, 1 << 64)
_LF, _END = 0x0A, 0xFFFF


def fingerprints(findings: Sequence[Finding], places: Places, context: ReportContext) -> list[str]:
    """One for each finding, unique, and blind to line numbers: path, rule, snippet and ordinal."""
    seen: Counter[str] = Counter()
    prints = []
    for finding in findings:
        code = finding.code.encode("utf-8", "surrogatepass")
        parts = (path_bytes(context.rooted(finding.path)), code, _content(finding, places))
        key = sha256(b"\0".join(parts)).hexdigest()
        seen[key] += 1
        prints.append(sha256(f"{key}:{seen[key]}".encode()).hexdigest()[:32])
    return prints


def _content(finding: Finding, places: Places) -> bytes:
    """What a finding is about; of a comment that is not needed the codes too, as different runs may tell of them."""
    snippet = _snippet(finding, places)
    return snippet + finding.message.encode("utf-8", "surrogatepass") if finding.code == _UNUSED else snippet


def _snippet(finding: Finding, places: Places) -> bytes:
    """The text of a finding in single spaces; for an empty range, its line."""
    view = places.view(finding.path)
    text = view.slice(finding.span.start, finding.span.end)
    if not text.strip():
        text = view.line(places.region(finding.path, finding.span).line)
    return " ".join(text.split()).encode("utf-8", "surrogatepass")


def line_hashes(data: bytes) -> list[str]:
    """`primaryLocationLineHash` of every line of a file, exactly as github/codeql-action computes it.

    A rolling hash over the hundred UTF-16 units that follow the start of the line, blanks left out, and a running
    count of equal hashes in the file.
    """
    units = [*_units(data), _END]
    starts = [0, *(index + 1 for index, unit in enumerate(units) if unit == _LF)]
    padded = chain(units, repeat(0, _BLOCK))
    sums = list(accumulate(padded, lambda value, unit: (_FACTOR * value + unit) & _MASK, initial=0))
    seen: Counter[int] = Counter()
    hashes = []
    for start in starts:
        value = (sums[start + _BLOCK] - _FIRST * sums[start]) & _MASK
        seen[value] += 1
        hashes.append(f"{value:x}:{seen[value]}")
    return hashes


def _units(data: bytes) -> array[int]:
    """UTF-16 units without blanks, each line end as one LF; the order of the steps is that of the original."""
    text = data.decode("utf-8", "replace").replace("\r\n", "\r")
    text = text.replace(" ", "").replace("\t", "").replace("\r", "\n")
    return array("H", text.encode(f"utf-16-{byteorder[0]}e"))
