"""What no file of a project tells of may be on disk all the same, or may have been there: then it is the project's own.

A module that is generated, excluded or compiled is no mistake; one that git had, and nobody has any more, is."""

from __future__ import annotations

import os
import re
import sys
import typing as t
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from tdomcheck.app.passes.state import ProjectContext
from tdomcheck.edges.discovery import paths_in_walk
from tdomcheck.edges.git_ignores import git_folder, repository_top
from tdomcheck.errors import GitError
from tdomcheck.lint.plan import FileAnalysis
from tdomcheck.model import Absence, Doubt, Finding, Unfollowed
from tdomcheck.model.paths import is_within
from tdomcheck.model.suffixes import SOURCES
from tdomcheck.values import replace

if t.TYPE_CHECKING:  # only for those who ask git
    from tdomcheck.edges.git import Blob

_COMPILED = (".so", ".pyd", ".pyx", ".pyc", ".dylib")
_SPARSE = "a sparse checkout"
"""What it leaves out is there for whoever checks all of it out."""
_STATE = ("HEAD", "logs/HEAD", "index")


def settled(context: ProjectContext, analysis: FileAnalysis) -> FileAnalysis:
    """Without what is somewhere else, and with what git had; the components that nobody can judge apart."""
    findings = (*analysis.findings, *(each for each in analysis.conditional if each.absence is not None))
    absences = [each.absence for each in findings if each.absence is not None]
    if not absences:
        return analysis
    world = _World(context, absences)
    verdicts = {absence: world.is_lost(absence) for absence in dict.fromkeys(absences)}
    context.session.consulted |= world.consulted
    standing = [world.told(each) for each in findings if each.absence is None or verdicts[each.absence]]
    left = [each for each in findings if each.absence is not None and not verdicts[each.absence]]
    return replace(
        analysis,
        findings=tuple(sorted(standing, key=lambda each: each.sort_key)),
        conditional=(),
        unfollowed=tuple(_unfollowed(left)),
    )


def _unfollowed(findings: Iterable[Finding]) -> Iterator[Unfollowed]:
    for finding in findings:
        absence = finding.absence
        if absence is not None and absence.tag:
            yield Unfollowed(finding.path, absence.tag, absence.module, absence.doubt or Doubt.OUTSIDE)


class _World:
    """The disk and git beside a project."""

    def __init__(self, context: ProjectContext, absences: Sequence[Absence]) -> None:
        self._context = context
        self._root = context.settings.root
        self._listings: dict[str, Sequence[str]] = {}
        self._absences = absences

    @property
    def consulted(self) -> set[str]:
        """The folders that were looked at, and what says which commit is checked out."""
        is_asked = self._top is not None and "_blobs" in self.__dict__
        folder = git_folder(self._top) if self._top is not None else ""
        return {*self._listings, *(os.path.join(folder, name) for name in _STATE if is_asked)}

    def is_lost(self, absence: Absence) -> bool:
        """Whether the project itself would have what is missing, and nothing else has it."""
        if absence.doubt is not None or any(map(self._is_there, absence.stems)):
            return False
        revision = self._revision(absence)
        if revision:
            return revision != _SPARSE
        if not absence.is_own or self._is_built(absence.module):
            return False
        return not any(self._is_folder(stem) or self._is_left_out(stem) for stem in absence.stems)

    def _is_built(self, module: str) -> bool:
        return self._context.session.builds(self._context.settings, module)

    def told(self, finding: Finding) -> Finding:
        """The finding, with the revision that has what is missing."""
        if finding.absence is None:
            return finding
        revision = self._revision(finding.absence)
        note = f"{finding.note}; {revision} has it" if revision else finding.note
        return replace(finding, note=note, absence=None)

    def _is_there(self, stem: str) -> bool:
        """Whether something is on disk, or in the index if that is looked at, that Python could import."""
        folder, _, last = os.path.join(self._root, stem).rpartition("/")
        names = [name for name in self._listing(folder) if name.partition(".")[0] == last]
        return any(self._is_module(folder, name, stem) for name in names)

    def _is_module(self, folder: str, name: str, stem: str) -> bool:
        path, suffix = os.path.join(folder, name), name[name.find(".") :] if "." in name else ""
        tree = self._context.session.tree
        if suffix in SOURCES:
            return tree is None or path in tree or self._is_left_out(stem)
        return suffix.endswith(_COMPILED)

    def _is_folder(self, stem: str) -> bool:
        """Whether it is a folder, which may be a namespace, or in one that is empty, as that of a submodule is."""
        path = os.path.join(self._root, stem)
        if any(name != "__pycache__" for name in self._listing(path)):
            return True
        while not os.path.isdir(path):
            path = os.path.dirname(path)
        return not self._listing(path)

    def _files(self, stem: str) -> tuple[str, str]:
        """The module and the package; of a workspace they may be beside the folder of a member."""
        path = os.path.normpath(os.path.join(self._root, stem))
        return f"{path}.py", f"{path}/__init__.py"

    def _listing(self, folder: str) -> Sequence[str]:
        if folder not in self._listings:
            try:
                self._listings[folder] = os.listdir(folder)
            except OSError:
                self._listings[folder] = ()
        return self._listings[folder]

    def _is_left_out(self, stem: str) -> bool:
        """Whether a walk would pass it by: it is ignored by git, as what is generated is, or excluded."""
        session, home = self._context.session, self._context.settings.project
        paths = self._files(stem)
        return len(paths_in_walk(paths, home, cwd=session.cwd, settings_for=session.walk_settings)) < len(paths)

    def _revision(self, absence: Absence) -> str:
        """What git has it in; of what may be a library's, with the name in it."""
        for path in (path for stem in absence.stems for path in self._files(stem)):
            revision, oid = self._blobs.get(path, ("", ""))
            if revision and (absence.is_own or not oid or self._has_word(oid, absence.name)):
                return revision
        return ""

    def _has_word(self, oid: str, name: str) -> bool:
        from tdomcheck.edges import git

        text = git.contents(self._top or self._root, [oid])[oid]
        return re.search(rb"\b%s\b" % re.escape(name.encode()), text) is not None

    @cached_property
    def _top(self) -> str | None:
        return repository_top(self._root)

    @cached_property
    def _blobs(self) -> Mapping[str, tuple[str, str]]:
        """The files that somebody misses and that git has, each with the revision and its object name."""
        stems = {stem for absence in self._absences if self._is_asked(absence) for stem in absence.stems}
        files = (path for stem in sorted(stems) for path in self._files(stem))
        paths = [path for path in files if self._top is not None and is_within(path, self._top)]
        if not paths or self._top is None:
            return {}
        from tdomcheck.edges.git_index import sparse_files  # starts processes: only where something is missing

        try:
            blobs = {path: (base, blob.oid) for base, path, blob in self._versions(self._top, paths) if blob.is_file}
            return blobs | dict.fromkeys(sparse_files(self._top, paths) if blobs else (), (_SPARSE, ""))
        except GitError:
            return {}  # there is no git, or no repository that it knows: it has nothing

    def _versions(self, top: str, paths: Sequence[str]) -> Iterator[tuple[str, str, Blob]]:
        """What the index and the revisions that a run is about have of some files; the last one counts."""
        from tdomcheck.edges import git
        from tdomcheck.edges.git_index import index_entries

        request = self._context.session.request
        if self._context.session.tree is None:
            yield from (("the index", path, blob) for path, blob in index_entries(top, paths).items())
        for base in dict.fromkeys(
            filter(None, (request.base, request.focus, request.new_since, request.since, "HEAD"))
        ):
            change = git.named(self._root, base, paths)
            yield from ((base, path, blob) for path, blob in (change.old.items() if change is not None else ()))

    def _is_asked(self, absence: Absence) -> bool:
        """Whether git is asked of it: not of what is a library's for all that the project says."""
        if absence.doubt is not None or absence.is_own:
            return absence.doubt is None
        first = absence.module.partition(".")[0]
        tops = {stem.removesuffix(absence.module.replace(".", "/")) + first for stem in absence.stems}
        if any(os.path.isdir(os.path.join(self._root, top)) for top in tops):
            return True  # a namespace of the project
        return first not in sys.stdlib_module_names and not self._context.session.names(self._context.settings, first)
