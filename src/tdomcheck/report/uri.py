"""Paths as relative URIs."""

from __future__ import annotations

from urllib.parse import quote

from tdomcheck.report.escape import path_bytes


def uri_of(path: str) -> str:
    """A path as a percent-encoded URI reference; bytes that are no UTF-8 are encoded as they are."""
    quoted = quote(path_bytes(path.removeprefix("./")), safe="/")
    return f"file://{quoted}" if quoted.startswith("/") else quoted
