"""Projects inside of a project that have a package of the same name: what is imported there is theirs."""

from __future__ import annotations

from collections.abc import Collection

from tdomcheck.refactor.sources import Sources

_MANIFESTS = ("pyproject.toml", "setup.py", "setup.cfg")


def rival_folders(sources: Sources, dotted: str) -> tuple[str, ...]:
    """The folders whose files mean another package by the first word of a dotted name."""
    own = _module_of(sources, dotted)
    package = dotted.partition(".")[0]
    roots = _roots_of(sources.files, package) if own else set()
    if len(roots) < 2:
        return ()
    mine = max((root for root in roots if _is_below(own, root)), key=len, default="")
    folders = {_project_of(root) for root in roots if root != mine}
    apart = (folder for folder in folders if folder and not _is_below(own, folder))
    return tuple(sorted(folder for folder in apart if _is_project(sources.files, folder)))


def _module_of(sources: Sources, dotted: str) -> str:
    """The file of the longest module that a dotted name begins with."""
    parts = dotted.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next(filter(None, map(sources.naming.module_path, names)), "")


def _roots_of(paths: Collection[str], package: str) -> set[str]:
    """The folders in which a module or package of a name lies that is no part of another package."""
    roots: set[str] = set()
    for tail in (f"{package}/__init__.py", f"{package}.py"):
        found = [path for path in paths if path == tail or path.endswith(f"/{tail}")]
        roots.update(path[: -len(tail)].rstrip("/") for path in found)
    return {root for root in roots if not root or f"{root}/__init__.py" not in paths}


def _is_project(paths: Collection[str], folder: str) -> bool:
    """Tests may lie in a folder by the name of what they test; a project of its own says that it is one."""
    return any(f"{folder}/{name}" in paths for name in _MANIFESTS)


def _project_of(root: str) -> str:
    return root.removesuffix("src").rstrip("/") if root == "src" or root.endswith("/src") else root


def _is_below(path: str, folder: str) -> bool:
    return not folder or path.startswith(f"{folder}/")
