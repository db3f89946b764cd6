"""Where the cache, the journal and the ledger of a project are, and when nothing may be kept there."""

from __future__ import annotations

import os

from tdomcheck.config.layers import COMMAND_LINE, INLINE
from tdomcheck.config.settings import Settings
from tdomcheck.edges.snapshot import user_folder
from tdomcheck.hashes import sha256
from tdomcheck.model.paths import STATE_FOLDER, is_of_git, is_within
from tdomcheck.values import dataclass

JOURNAL = "journal"


@dataclass(frozen=True, slots=True)
class StateFolder:
    """The folder in which runs over a project leave something behind."""

    settings: Settings
    is_loose: bool
    """Whether nothing marks a project there: then nothing is left behind beside its files."""

    @property
    def path(self) -> str:
        settings = self.settings
        if settings.cache_dir:
            return os.path.join(settings.root, settings.cache_dir)
        if self.is_loose:
            name = sha256(os.fsencode(settings.root)).hexdigest()[:16]
            return os.path.join(user_folder(), "elsewhere", name)
        return os.path.join(settings.project, STATE_FOLDER)

    @property
    def journal(self) -> str:
        return os.path.join(self.path, JOURNAL)

    def stray_reason(self, shown: str) -> str:
        """Why nothing may be kept there, by the name that reports show: it leads out of the project untyped."""
        settings = self.settings
        if self._is_typed or (not settings.cache_dir and self.is_loose):
            return ""
        real = os.path.realpath(self.journal)
        if is_within(real, settings.project) and is_of_git(os.path.relpath(real, settings.project)):
            return f"{shown} leads into a folder of git: choose another place"
        allowed = [settings.project, *([os.path.dirname(user_folder())] if settings.cache_dir else [])]
        if any(is_within(real, os.path.realpath(place)) for place in allowed):
            return ""
        if settings.cache_dir:
            return f"`cache-dir` leads out of the project, to {shown}; only --cache-dir may do that"
        return f"{shown} leads out of the project, to {os.path.dirname(real)}: take the link away, or pass --cache-dir"

    @property
    def _is_typed(self) -> bool:
        """Whether it was named on the command line."""
        origin = self.settings.origin("cache-dir")
        return bool(self.settings.cache_dir) and origin in {COMMAND_LINE, INLINE}
