"""Whose conventions hold where no profile is named: what the configuration and the folders of the project say."""
# plain strings for paths, as everywhere in the configuration

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from tdomcheck.config.marks import Origin, Origins
from tdomcheck.config.settings import Settings

AUTO = "auto"
VIEWS = "views"
OTHER = "tdom-svcs"
MOST_FOLDERS = 5_000
"""A project that has more names its profile."""
_SKIPPED = frozenset({"node_modules", "build", "dist", "site-packages", "__pycache__"})


def decided(values: dict[str, Any], origins: Origins, root: str) -> dict[str, Any]:
    """The fields of the settings with a profile that is one, and with origins that say why."""
    profile, reason = _decided(values, dict(origins), root)
    if not reason:
        return {**values, "origins": origins}
    reasons = {**dict(origins), "profile": reason}
    return {**values, "profile": profile, "origins": tuple(sorted(reasons.items()))}


def _decided(
    values: dict[str, Any], origins: dict[str, tuple[Origin, ...]], root: str
) -> tuple[str, tuple[Origin, ...]]:
    """The profile and where it comes from; no reason where it stays as it is."""
    profile = values.get("profile", "")
    if profile not in {"", AUTO}:
        return profile, ()
    if "views" in values:
        return VIEWS, (Origin("the table `views`, "), *origins["views"])
    if profile != AUTO:
        return profile, ()
    origin = Origin("auto, "), *origins["profile"]
    folder = next(views_folders(root), "")
    if folder:
        return VIEWS, (*origin, Origin(f": there are Python files in {folder}"))
    return OTHER, (*origin, Origin(": no table `views`, and no folder `views` with Python files"))


def views_folders(root: str) -> Iterator[str]:
    """The folders called `views` that hold Python, relative to the root; names are looked at, never files."""
    for count, (folder, folders, files) in enumerate(os.walk(root)):
        if count > MOST_FOLDERS:
            return
        if "pyvenv.cfg" in files:
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED)
        if os.path.basename(folder) == VIEWS and folder != root and any(name.endswith(".py") for name in files):
            yield os.path.relpath(folder, root).replace(os.sep, "/")


def profile_reason(settings: Settings) -> str:
    """`views, because ...` as a person is told."""
    origin = settings.origin("profile")
    return f"{settings.profile}, {'the default' if origin == 'default' else f'because of {origin}'}"
