"""What a project is: which folder the files of a folder belong to, and which configuration speaks for them.

The nearest configuration of ours upwards; without one the topmost `pyproject.toml` below the root of the repository;
without one that root. Nothing above a repository is asked. Where there is none, the search ends below the home folder,
the root of the file system, and folders such as `/tmp` that everybody may write to: each of these is asked only if the
run was started in it.
"""
# pathlib would cost more than the questions, which are asked for every folder of a walk

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator

from tdomcheck.config.documents import NAMES, PYPROJECT, ConfigFiles
from tdomcheck.config.globs import is_listed
from tdomcheck.config.layers import named
from tdomcheck.values import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Home:
    """The project that the files of a folder belong to."""

    root: str = ""
    """What globs and imports are relative to; '' where nothing marks a project."""
    source: str = ""
    """The configuration that speaks for it, or '' if there is none."""
    workspace: str = ""
    """The folder of the configuration above that lists this one in its `workspaces`."""

    @property
    def project(self) -> str:
        """The folder whose files share their facts."""
        return self.workspace or self.root


NOWHERE = Home()


@dataclass(slots=True)
class Homes:
    """The homes of folders, each asked about once."""

    files: ConfigFiles = field(default_factory=ConfigFiles)
    workspaces: Callable[[str], tuple[str, ...]] = lambda _: ()
    """The globs by which a configuration file lists other folders."""
    start: str = ""
    """The folder that the run was started in."""
    is_isolated: bool = False
    """No configuration is looked for."""
    _homes: dict[str, Home] = field(default_factory=dict)
    _above: dict[str, Home] = field(default_factory=dict)
    """What the folder above a configuration belongs to, by the folder of the configuration."""
    _tops: dict[str, str] = field(default_factory=dict)
    _ends: frozenset[str] = frozenset()

    def of(self, folder: str) -> Home:
        """The home of the files in an absolute folder."""
        chain: list[str] = []
        current = folder
        while current not in self._homes:  # upwards in a loop: paths may have thousands of folders
            chain.append(current)
            if self._is_last(current):
                break
            current = os.path.dirname(current)
        for current in reversed(chain):
            self._homes[current] = self._found(current)
        return self._homes[folder]

    def _is_last(self, folder: str) -> bool:
        """Whether nothing above a folder is asked."""
        top = self.top(folder)
        return folder == top or (not top and self._is_end(folder))

    def _found(self, folder: str) -> Home:
        top = self.top(folder)
        is_last = self._is_last(folder)
        if is_last and not top and folder != self.start:
            return NOWHERE
        above = NOWHERE if is_last else self._homes[os.path.dirname(folder)]
        source = None if self.is_isolated else in_folder(folder, self.files)
        if source:
            self._above[folder] = above
            return self._member(Home(folder, source))
        if above.source or (above.root and self._has_pyproject(above.root)):
            return above
        if self._has_pyproject(folder):
            return Home(folder)
        return Home(top) if top else NOWHERE

    def _has_pyproject(self, folder: str) -> bool:
        return self.files.is_present(os.path.join(folder, PYPROJECT))

    def _member(self, home: Home) -> Home:
        """With the workspace of the nearest configuration above that lists this one."""
        for other in self._configured_above(home):
            inside = os.path.relpath(home.root, other.root).replace(os.sep, "/")
            if is_listed(self.workspaces(other.source), inside):
                return replace(home, workspace=other.root)
        return home

    def _configured_above(self, home: Home) -> Iterator[Home]:
        above = self._above[home.root]
        while above.source:
            yield above
            above = self._above[above.root]

    def top(self, folder: str) -> str:
        """The root of the repository around a folder, or ''."""
        chain: list[str] = []
        current = folder
        while current not in self._tops:
            chain.append(current)
            top = self._top_at(current)
            if top is not None:
                self._tops[current] = top
                break
            current = os.path.dirname(current)
        self._tops |= dict.fromkeys(chain, self._tops[current])
        return self._tops[folder]

    def _top_at(self, folder: str) -> str | None:
        """Where a search that has come to a folder ends; None where it goes on."""
        if _is_shared(folder) and folder != self.start:
            return ""  # a repository that anybody can put there would be put around everybody's files
        if self.files.is_repository(folder):
            return folder
        return "" if os.path.dirname(folder) == folder else None

    def _is_end(self, folder: str) -> bool:
        """Whether a search without a repository ends here."""
        if not self._ends:
            self._ends = frozenset({os.path.realpath(os.path.expanduser("~"))})
        return folder in self._ends or os.path.dirname(folder) == folder or _is_shared(folder)


def _is_shared(folder: str) -> bool:
    """Whether everybody may put files into a folder, and each keeps their own: `/tmp`, not a mounted Windows disk."""
    try:
        mode = os.stat(folder).st_mode
    except OSError:
        return False
    return bool(mode & stat.S_ISVTX and mode & stat.S_IWOTH)


def in_folder(folder: str, files: ConfigFiles) -> str | None:
    """The configuration that stands in a folder."""
    for name in NAMES:
        path = os.path.join(folder, name)
        if files.is_present(path) and (name != PYPROJECT or files.document(path).table is not None):
            return path
    return None


def find_config(folder: str, *, files: ConfigFiles | None = None) -> str | None:
    """The configuration that speaks for a folder."""
    return Homes(ConfigFiles() if files is None else files).of(named(folder)).source or None
