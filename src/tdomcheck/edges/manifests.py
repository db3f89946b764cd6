"""Texts kept for the user, not for a project: the catalogue of rules as data."""

from __future__ import annotations

import contextlib
import os

from tdomcheck.edges.snapshot import user_folder

KEEP = 8
"""Manifests that are kept: one a version and set of plugins."""


class UserKeeper:
    """Small texts in the user's cache folder; one that cannot be kept is made again."""

    def __init__(self, folder: str | None = None) -> None:
        self._folder = folder if folder is not None else user_folder()

    def _path(self, key: str) -> str:
        return os.path.join(self._folder, f"{key.replace(' ', '-')}.json")

    def get_text(self, key: str) -> str | None:
        try:
            with open(self._path(key), encoding="utf-8") as file:
                return file.read()
        except (OSError, ValueError):
            return None

    def put_text(self, key: str, text: str) -> None:
        import tempfile  # needed once a version

        with contextlib.suppress(OSError):
            os.makedirs(self._folder, exist_ok=True)
            self._prune()
            handle, temporary = tempfile.mkstemp(dir=self._folder, suffix=".tmp")
            with open(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(temporary, self._path(key))

    def _prune(self) -> None:
        """Of the files alone: the folders beside them are those of others, and have limits of their own."""
        with os.scandir(self._folder) as entries:
            paths = [entry.path for entry in entries if entry.is_file(follow_symlinks=False)]
        for path in sorted(paths, key=os.path.getmtime, reverse=True)[KEEP - 1 :]:
            os.remove(path)
