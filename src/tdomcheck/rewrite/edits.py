"""Kept while report moves over."""

from tdomcheck.edits.splice import apply_edits

__all__ = ["apply_edits"]
