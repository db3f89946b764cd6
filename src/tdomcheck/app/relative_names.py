"""What files are called relative to a folder."""

from __future__ import annotations

import os


class RelativeNames:
    """Paths relative to a folder, with `/`; every pass asks for the same ones."""

    def __init__(self, start: str) -> None:
        self._start = start
        self._folders: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def __call__(self, path: str) -> str:
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = self._relative(path)
        return known

    def _relative(self, path: str) -> str:
        folder, name = os.path.split(path)
        if not folder:
            return path
        if folder not in self._folders:
            shown = os.path.relpath(folder, self._start).replace(os.sep, "/")
            self._folders[folder] = "" if shown == os.curdir else f"{shown}/"
        prefix = self._folders[folder]
        if name in {"", os.curdir, os.pardir} or prefix.startswith(os.pardir):
            return os.path.relpath(path, self._start).replace(os.sep, "/")  # perhaps a folder above the start
        return prefix + name
