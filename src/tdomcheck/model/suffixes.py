"""Which files are looked at, by the ends of their names."""

from __future__ import annotations

SOURCES = (".py", ".pyi")
DOCUMENTS = (".md", ".markdown", ".rst")
MANIFEST = "pyproject.toml"
LOCKS = ("uv.lock", "poetry.lock", "pylock.toml")
PROJECT_FILES = frozenset({MANIFEST, *LOCKS})
"""What a project requires, and what was resolved from it."""


def is_document(path: str) -> bool:
    """Whether a file is prose that may hold Python, and no Python itself."""
    return path.endswith(DOCUMENTS)


def is_project_file(path: str) -> bool:
    """Whether a file says in TOML what a project requires."""
    return path.replace("\\", "/").rpartition("/")[2] in PROJECT_FILES


def is_lock(path: str) -> bool:
    """Whether a file says what was resolved; a tool writes it, and would drop what somebody else writes there."""
    return is_project_file(path) and not path.endswith(MANIFEST)


def is_module(path: str) -> bool:
    """Whether a file is Python itself; a name without a suffix is that of a script."""
    return not is_document(path) and not is_project_file(path)
