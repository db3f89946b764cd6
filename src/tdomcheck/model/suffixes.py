"""Which files are looked at, by the ends of their names."""

from __future__ import annotations

SOURCES = (".py", ".pyi")
DOCUMENTS = (".md", ".markdown", ".rst")


def is_document(path: str) -> bool:
    """Whether a file is prose that may hold Python, and no Python itself."""
    return path.endswith(DOCUMENTS)
