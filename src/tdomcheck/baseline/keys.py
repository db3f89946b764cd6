"""What makes a finding the same finding when lines move, code is formatted anew, or its file moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tdomcheck.baseline.entries import BaselineKey
from tdomcheck.errors import Undecodable
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.hashes import sha256
from tdomcheck.model import Finding
from tdomcheck.model.suffixes import is_module
from tdomcheck.regex import regex
from tdomcheck.source.text import SourceText

_BLANKS = regex(r"[\s\\]+")
_LAST_COMMAS = regex(r",(?=[)\]}]|$)")
_BRACKETS = regex(r"[()]+")
_QUOTES = regex(r"`([^`]+)`")
_DOTTED = regex(r"[\w.]+")
_LONGEST = 40
"""Letters of a name that is written as it is; of a longer one a hash is."""


def baseline_keys(
    findings: Sequence[Finding], read: Callable[[str], bytes], inside: Callable[[str], str]
) -> list[BaselineKey]:
    """The keys of findings; `read` gives the bytes of a file, and `inside` its path from the baseline."""
    readers: dict[str, _Reader] = {}
    keys = []
    for finding in findings:
        if finding.path not in readers:
            readers[finding.path] = _Reader(read(finding.path), finding.path)
        reader = readers[finding.path]
        scope, fingerprint = reader.scope(finding.span.start), reader.fingerprint(finding)
        keys.append(BaselineKey(finding.code, inside(finding.path), scope, fingerprint))
    return keys


class _Reader:
    """One file: its text and its definitions."""

    def __init__(self, data: bytes, path: str) -> None:
        try:
            self._source: SourceText | None = SourceText(data, is_python=is_module(path))
        except Undecodable:
            self._source = None
        self._data = data
        self._view = ModuleView(self._source) if self._source is not None and is_module(path) else None

    def scope(self, place: int) -> str:
        if self._view is None or self._source is None:
            return ""
        scopes = self._view.scopes
        return scopes.scopes[scopes.index_at(self._source.to_utf8(min(place, len(self._data))))].path

    def fingerprint(self, finding: Finding) -> str:
        return " ".join((_hash(normalised(self._snippet(finding))), *sorted(names_in(finding.message))))

    def _snippet(self, finding: Finding) -> str:
        """What the finding is about; of an empty range its line."""
        start, end = finding.span.start, finding.span.end
        if self._source is None:
            return self._data[start:end].decode("utf-8", "replace")
        text = self._source.slice(start, end)
        return text if text.strip() else self._source.line(self._source.position(start).line)


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def names_in(message: str) -> frozenset[str]:
    """What a message quotes, whatever else it says and in which order; of a dotted name the last part.

    The module that a name is from changes with the file that it is in."""
    quotes = (normalised(quote) for quote in _QUOTES.findall(message))
    names = (quote.rpartition(".")[2] if _DOTTED.fullmatch(quote) else quote for quote in quotes)
    return frozenset(name if len(name) <= _LONGEST else _hash(name) for name in names if name)


def normalised(text: str) -> str:
    """Code without its layout: blanks, brackets around things, which quotes it has, and commas at the end."""
    dense = _BLANKS.sub("", text).replace("'", '"')
    return _BRACKETS.sub("", _LAST_COMMAS.sub("", dense))
