"""What a rule says is looked over where it is said: later nobody knows any more who said it."""

from __future__ import annotations

from tdomcheck.model import Edit, Finding, Fix, Related, Severity, Span


def fenced(finding: Finding, size: int | None = None) -> Finding:
    """A finding that can be shown; raises TypeError or ValueError for any other. `size` is that of the file."""
    for name in ("message", "note", "help"):
        _is_a(str, getattr(finding, name), f"the {name} of a finding")
    _is_a(Severity, finding.severity, "the severity of a finding")
    _check_span(finding.span, size)
    if finding.fix is not None:
        _is_a(Fix, finding.fix, "the fix of a finding")
        for edit in finding.fix.edits:
            _is_a(Edit, edit, "an edit of a fix")
            _is_a(int, edit.start, "the start of an edit")
            _is_a(int, edit.end, "the end of an edit")
            _is_a(str, edit.text, "the text of an edit")
    for related in finding.related:
        _is_a(Related, related, "a related place")
        _check_span(related.span, None)  # it may be in another file
    return finding


def _check_span(span: Span, size: int | None) -> None:
    _is_a(Span, span, "the place of a finding")
    if not 0 <= span.start <= span.end:
        raise ValueError(f"the place from {span.start} to {span.end} is no range of bytes")
    if size is not None and span.end > size:
        raise ValueError(f"the place from {span.start} to {span.end} is not in the file, which has {size} bytes")


def _is_a(kind: type, value: object, what: str) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{what} is {value!r}, which is no {kind.__name__}")
