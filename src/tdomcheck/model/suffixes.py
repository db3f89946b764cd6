"""Which files are looked at, by the ends of their names."""

from __future__ import annotations

from tdomcheck.regex import regex

SOURCES = (".py", ".pyi")
DOCUMENTS = (".md", ".markdown", ".rst")
MANIFEST = "pyproject.toml"
LOCKS = ("uv.lock", "poetry.lock", "pdm.lock", "pylock.toml")
PROJECT_FILES = frozenset({MANIFEST, *LOCKS})
"""What a project requires, and what was resolved from it; PEP 751 allows `pylock.NAME.toml`, too."""
_NAMED_LOCK = regex(r"pylock\.[^./]+\.toml")


def is_document(path: str) -> bool:
    """Whether a file is prose that may hold Python, and no Python itself."""
    return path.endswith(DOCUMENTS)


def is_project_file(path: str) -> bool:
    """Whether a file says in TOML what a project requires."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return name in PROJECT_FILES or _NAMED_LOCK.fullmatch(name) is not None


def is_input(path: str) -> bool:
    """Whether a file is of a kind that is read."""
    return path.endswith(SOURCES) or is_document(path) or is_project_file(path)


def is_lock(path: str) -> bool:
    """Whether a file says what was resolved; a tool writes it, and would drop what somebody else writes there."""
    return is_project_file(path) and not path.endswith(MANIFEST)


def is_module(path: str) -> bool:
    """Whether a file is Python itself; a name without a suffix is that of a script."""
    return not is_document(path) and not is_project_file(path)
