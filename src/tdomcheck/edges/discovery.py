"""Which files a run looks at, which it leaves out, and why."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from tdomcheck.edges.git_ignores import GitIgnores, repository_top
from tdomcheck.edges.ignore import IgnorePattern, Rules, compile_rules
from tdomcheck.model.run import IGNORED_BY_GIT, Bucket, FileOutcome
from tdomcheck.model.suffixes import DOCUMENTS, SOURCES, is_document, is_project_file
from tdomcheck.values import dataclass, field, replace

SUFFIXES = SOURCES + DOCUMENTS
_FolderRules = list[tuple[Rules, str]]
"""The rules that hold in a folder, each with the way down to it."""
_OTHER_TOML = (".toml", ".lock")
_OF_NOBODY = frozenset({".git", ".tdomcheck", "__pycache__"})
NEVER = frozenset({"node_modules", "build", "dist", "__pycache__", "site-packages"})


@dataclass(frozen=True, slots=True)
class WalkSettings:
    """What a configuration says about discovery."""

    exclude: tuple[str, ...] = ()
    """Patterns as in an ignore file, relative to `base`."""
    base: str = ""
    """The folder of the configuration, absolute."""
    force_exclude: bool = False
    respect_gitignore: bool = True
    documents: bool = True
    """Python in Markdown and reStructuredText is looked at, too."""


@dataclass(frozen=True, slots=True)
class Discovery:
    """The files of a run, and everything that an answer from a cache would have to be checked against."""

    files: tuple[str, ...] = ()
    """Absolute real paths, sorted."""
    outcomes: tuple[FileOutcome, ...] = ()
    """What was left out on somebody's word; a folder left out as a whole ends in `/`."""
    missing: tuple[str, ...] = ()
    """Paths that do not exist, as they were named."""
    unreadable: tuple[FileOutcome, ...] = ()
    folders: tuple[str, ...] = ()
    """Every folder that was listed, absolute."""
    ignore_files: tuple[str, ...] = ()
    """Every ignore file and git configuration that was asked for; some may not exist (yet)."""
    defaults: tuple[FileOutcome, ...] = ()
    """What no walk looks at, though nobody excluded it: folders by their kind, and what git ignores."""
    links: tuple[str, ...] = ()
    """Every link that was met, as it is called."""


def discover(
    paths: Sequence[str],
    *,
    cwd: str,
    settings_for: Callable[[str], WalkSettings],
    beside: Sequence[str] = (),
    listed: Sequence[str] = (),
) -> Discovery:
    """All files of interest below `paths`; a path named here is taken even if excluded, unless `force_exclude`.

    The files `beside` are taken where they exist and a walk would not leave them out; those that are `listed`, by real
    path, as if they were named, also where they are not on disk."""
    walk = _Walk(os.path.realpath(cwd), settings_for)
    for path in paths:
        walk.take(path)
    for path in beside:
        walk.meet(path)
    for path in listed:
        walk.take_real(path, stat.S_IFREG)
    return walk.result()


def paths_in_walk(
    paths: Iterable[str], top: str, *, cwd: str, settings_for: Callable[[str], WalkSettings]
) -> list[str]:
    """The files below `top` that a walk from there would take, were they on disk."""
    walk = _Walk(os.path.realpath(cwd), settings_for)
    return [path for path in paths if walk.would_take(path, top)]


@dataclass(frozen=True, slots=True)
class _Root:
    """Where a walk starts, how far its links may lead, and whose ignore files it heeds."""

    path: str
    boundary: str
    ignores: GitIgnores


@dataclass(slots=True)
class _Walk:
    """One discovery: what it found so far, and what it knows about folders."""

    cwd: str
    settings_for: Callable[[str], WalkSettings]
    files: set[str] = field(default_factory=set)
    outcomes: dict[str, FileOutcome] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    unreadable: dict[str, FileOutcome] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    defaults: list[FileOutcome] = field(default_factory=list)
    _named: set[str] = field(default_factory=set)
    _real: dict[str, str] = field(default_factory=dict)
    _roots: dict[str, _Root] = field(default_factory=dict)
    _ignores: dict[str, GitIgnores] = field(default_factory=dict)
    _excludes: dict[WalkSettings, Rules] = field(default_factory=dict)
    _reasons: dict[str, str] = field(default_factory=dict)
    _of_git: set[str] = field(default_factory=set)
    """The reasons that are git's."""
    _ignored: dict[str, str] = field(default_factory=dict)
    """Folders that git ignores but for the files that it tracks, each with the reason."""
    _based: dict[WalkSettings, WalkSettings] = field(default_factory=dict)

    def result(self) -> Discovery:
        inputs = self.files | self.folders
        consulted = {path for ignores in self._ignores.values() for path in ignores.consulted}
        return Discovery(
            files=tuple(sorted(self.files)),
            outcomes=tuple(sorted(outcome for path, outcome in self.outcomes.items() if path not in inputs)),
            missing=tuple(self.missing),
            unreadable=tuple(sorted(self.unreadable.values())),
            folders=tuple(sorted(self.folders)),
            ignore_files=tuple(sorted(consulted)),
            defaults=tuple(sorted((*self.defaults, *self._ignored_by_git(inputs)))),
            links=tuple(sorted(self.links)),
        )

    def _ignored_by_git(self, inputs: Collection[str]) -> Iterator[FileOutcome]:
        for path, outcome in self.outcomes.items():
            if outcome.reason in self._of_git and path not in inputs:
                yield replace(outcome, reason=IGNORED_BY_GIT)

    def take(self, path: str) -> None:
        """A path that somebody named."""
        try:
            real = self._realpath(path)
            mode = os.stat(real).st_mode
        except (FileNotFoundError, NotADirectoryError, ValueError):
            self.missing.append(path)
        except OSError as error:
            self._fail(os.path.join(self.cwd, path), error)
        else:
            if stat.S_ISREG(mode) and not (_is_readable(path) or _is_readable(real)):
                self.unreadable[real] = FileOutcome(self._shown(real), Bucket.FAILED, _UNKNOWN_KIND)
                return
            self.take_real(real, mode)

    def meet(self, path: str) -> None:
        """A file that a walk of its folder would come to, if there is one."""
        real = os.path.realpath(path)
        if real in self.files or not os.path.isfile(real):
            return
        ignores = self._root(os.path.dirname(real)).ignores
        if reason := self._reason_above(os.path.dirname(real), real, ignores, is_folder=False):
            self._leave(real, reason)
        else:
            self.files.add(real)

    def would_take(self, path: str, top: str) -> bool:
        """Whether a walk from `top` would come to a file and take it."""
        if is_document(path) and not self._settings(os.path.dirname(path)).documents:
            return False
        return not self._reason_above(top, path, self._root(top).ignores, is_folder=False)

    def take_real(self, real: str, mode: int) -> None:
        """A file or folder that somebody named, by its real path."""
        is_folder = stat.S_ISDIR(mode)
        settings = self._settings(real if is_folder else os.path.dirname(real))
        if settings.force_exclude and not is_folder and is_document(real) and not settings.documents:
            self._leave(real, "is a document (documents = false)")
            return
        if not is_folder and real.endswith(_OTHER_TOML) and not is_project_file(real):
            self._leave(real, "is no project's pyproject.toml or lock")
            return
        if settings.force_exclude:
            ignores = self._root(os.path.dirname(real)).ignores
            if reason := self._reason_above(ignores.top, real, ignores, is_folder=is_folder):
                self._leave(real, reason, is_folder=is_folder)
                return
        if is_folder:
            self._named.add(real)
            self._descend(self._root(real))
        elif stat.S_ISREG(mode):
            self.files.add(real)
        else:
            self._leave(real, "it is neither a file nor a folder", bucket=Bucket.SKIPPED)

    def _realpath(self, path: str) -> str:
        """As os.path.realpath, which asks for every folder on the way, but once per folder: hooks name many files."""
        if not path:
            raise FileNotFoundError
        folder, name = os.path.split(os.path.join(self.cwd, path))
        real = self._real.get(folder)
        if real is None:
            real = self._real[folder] = os.path.realpath(folder)
        whole = os.path.join(real, name)
        if name in {"", ".", ".."} or os.name == "nt" or stat.S_ISLNK(os.lstat(whole).st_mode):
            return os.path.realpath(whole)
        return whole

    def _settings(self, folder: str) -> WalkSettings:
        """The settings for a folder; their base is made a real path, as all others here are."""
        settings = self.settings_for(folder)
        based = self._based.get(settings)
        if based is None:
            based = self._based[settings] = replace(settings, base=settings.base and os.path.realpath(settings.base))
        return based

    def _root(self, folder: str) -> _Root:
        root = self._roots.get(folder)
        if root is None:
            base = self._settings(folder).base
            boundary = base if base and _is_within(folder, base) else folder
            top = repository_top(folder) or boundary
            ignores = self._ignores.setdefault(top, GitIgnores(top))
            root = self._roots[folder] = _Root(folder, boundary, ignores)
        return root

    def _descend(self, root: _Root) -> None:
        self.folders.discard(root.path)  # a virtual environment that was met before it was named
        stack = [root.path]
        while stack:
            folder = stack.pop()
            if folder not in self.folders:
                self._list(folder, root, stack)

    def _list(self, folder: str, root: _Root, stack: list[str]) -> None:
        try:
            with os.scandir(folder) as listing:
                entries = list(listing)
        except OSError as error:
            self._fail(folder, error, is_folder=True)
            return
        self.folders.add(folder)
        names = frozenset([entry.name for entry in entries])
        if "pyvenv.cfg" in names and folder not in self._named:
            self._pass_by(folder, "virtual environment")
            return
        rules = self._rules(folder, root.ignores, names)
        suffixes = SUFFIXES if self._settings(folder).documents else SOURCES
        for entry in entries:
            name = entry.name
            if entry.is_symlink():
                self._follow(entry, rules, root, stack)
            elif entry.is_dir(follow_symlinks=False):
                if _is_tool_folder(name):
                    self._pass_by(entry.path, "hidden folder" if name[0] == "." else name)
                elif not self._is_left(entry, rules, root, is_folder=True):
                    stack.append(entry.path)
            elif _is_of_interest(name, suffixes) and not self._is_left(entry, rules, root, is_folder=False):
                if entry.is_file(follow_symlinks=False):
                    self.files.add(entry.path)
                else:
                    self._leave(entry.path, f"it is not a regular file; {_REMOVE}", bucket=Bucket.SKIPPED)

    def _is_left(self, entry: os.DirEntry[str], rules: _FolderRules, root: _Root, *, is_folder: bool) -> bool:
        reason = self._reason(rules, entry.path, root.ignores, is_folder=is_folder) if rules else ""
        if reason:
            self._leave(entry.path, reason, is_folder=is_folder)
        return bool(reason)

    def _follow(self, entry: os.DirEntry[str], rules: _FolderRules, root: _Root, stack: list[str]) -> None:
        """A link is taken for what it leads to, if that lies inside the project and is not left out itself."""
        if entry.name.startswith(".#"):  # Emacs locks files with such links, which lead nowhere
            return
        self.links.add(entry.path)
        has_documents = self._settings(os.path.dirname(entry.path)).documents
        is_python = _is_of_interest(entry.name, SUFFIXES if has_documents else SOURCES)
        try:
            mode = os.stat(entry.path).st_mode
        except OSError as error:
            if is_python and not self._is_left(entry, rules, root, is_folder=False):
                trouble = f"it is a link that leads nowhere ({error.strerror}); {_REMOVE}"
                self._leave(entry.path, trouble, bucket=Bucket.SKIPPED)
            return
        is_folder = stat.S_ISDIR(mode)
        if _is_tool_folder(entry.name) if is_folder else not is_python:
            return
        if self._is_left(entry, rules, root, is_folder=False):  # to git a link is never a folder
            return
        if not (is_folder or stat.S_ISREG(mode)):
            self._leave(entry.path, f"it leads to what is not a regular file; {_REMOVE}", bucket=Bucket.SKIPPED)
            return
        target = os.path.realpath(entry.path)
        if reason := self._reason_behind(target, root, is_folder=is_folder):
            # A folder elsewhere is another project; a single file somebody wanted to have looked at here.
            if is_folder or _is_within(target, root.boundary):
                self._leave(entry.path, f"is {reason}")
            else:
                self._leave(entry.path, f"it is {reason}; {_NAME}", bucket=Bucket.SKIPPED)
        elif is_folder:
            stack.append(target)
        else:
            self.files.add(target)

    def _reason_behind(self, target: str, root: _Root, *, is_folder: bool) -> str:
        if not _is_within(target, root.boundary):
            folder = self._shown(root.boundary)
            return f"a link to {self._shown(target)}, outside of {'the current folder' if folder == '.' else folder}"
        start = root.path if _is_within(target, root.path) else root.boundary
        reason = self._reason_above(start, target, root.ignores, is_folder=is_folder)
        return reason and f"a link to {self._shown(target)}, which {reason}"

    def _rules(self, folder: str, ignores: GitIgnores, names: frozenset[str] | None = None) -> _FolderRules:
        """What is asked about the entries of a folder: the configuration, then git's ignore files, strongest first."""
        settings = self._settings(folder)
        rules: list[Rules] = []
        if settings.exclude and _is_within(folder, settings.base):
            exclude = self._excludes.get(settings)
            if exclude is None:
                exclude = self._excludes[settings] = compile_rules(settings.exclude, settings.base)
            rules.append(exclude)
        if settings.respect_gitignore:
            rules.extend(ignores.rules(folder, names))
        return [(rule, _prefix(folder, rule.folder)) for rule in rules]

    def _reason(self, rules: _FolderRules, path: str, ignores: GitIgnores, *, is_folder: bool) -> str:
        """Why an entry is left out: by the configuration, or by git unless it tracks the entry."""
        folder, name = os.path.split(path)
        reason = self._ignored.get(folder, "")
        for rule, prefix in rules:
            pattern = rule.decide(name, prefix + name, is_folder=is_folder)
            if pattern is None or (pattern.is_negated and not rule.source):
                continue
            if not rule.source:
                return self._sentence(pattern, rule)
            if not (reason or pattern.is_negated):  # nothing re-includes what is in an ignored folder
                reason = self._sentence(pattern, rule)
            break
        return reason and self._reason_of_git(path, reason, ignores, is_folder=is_folder)

    def _reason_of_git(self, path: str, reason: str, ignores: GitIgnores, *, is_folder: bool) -> str:
        if ignores.tracks(path):
            return ""
        if is_folder and ignores.tracks_below(path):
            self._ignored[path] = reason
            return ""
        self._of_git.add(reason)
        return reason

    def _reason_above(self, top: str, target: str, ignores: GitIgnores, *, is_folder: bool) -> str:
        """Why a walk from `top` would not have come to `target`."""
        folder = top
        names = target[len(top) :].strip(os.sep).split(os.sep) if target != top else []
        for place, name in enumerate(names, 1):
            path = os.path.join(folder, name)
            is_inner = place < len(names) or is_folder
            reason = self._reasons.get(path)
            if reason is None:
                reason = _builtin_reason(path, name) if is_inner else ""
                reason = reason or self._reason(self._rules(folder, ignores), path, ignores, is_folder=is_inner)
                self._reasons[path] = reason
            if reason:
                return reason
            folder = path
        return ""

    def _sentence(self, pattern: IgnorePattern, rules: Rules) -> str:
        if rules.source:
            return f'matches "{pattern.text}" ({self._shown(rules.source)}:{pattern.line})'
        return f'matches "{pattern.text}" (exclude of the configuration in {self._shown(rules.folder)})'

    def _leave(self, path: str, reason: str, *, bucket: Bucket = Bucket.EXCLUDED, is_folder: bool = False) -> None:
        self.outcomes[path] = FileOutcome(self._shown(path) + "/" * is_folder, bucket, reason)

    def _pass_by(self, folder: str, kind: str) -> None:
        """A folder that is left out by default: it is told, unless it holds nothing that anybody wrote."""
        if os.path.basename(folder) not in _OF_NOBODY:
            self.defaults.append(FileOutcome(f"{self._shown(folder)}/", Bucket.EXCLUDED, kind))

    def _fail(self, path: str, error: OSError, *, is_folder: bool = False) -> None:
        reason = f"could not be read: {error.strerror or error}"
        self.unreadable[path] = FileOutcome(self._shown(path) + "/" * is_folder, Bucket.FAILED, reason)

    def _shown(self, path: str) -> str:
        try:
            return os.path.relpath(path, self.cwd).replace(os.sep, "/")
        except ValueError:  # another drive
            return path.replace(os.sep, "/")


def _is_of_interest(name: str, suffixes: tuple[str, ...]) -> bool:
    return name.endswith(suffixes) or (name.endswith(_OTHER_TOML) and is_project_file(name))


_REMOVE = "remove it, or add it to `exclude`"
_NAME = "name it on the command line to have it checked, or add it to `exclude`"
_UNKNOWN_KIND = "it is not of a kind that is read: .py, .pyi, .md, .rst, pyproject.toml and lock files are"


def _is_readable(path: str) -> bool:
    """Whether a file that is named can be read at all; one without a suffix may be a script, and *.pyw is one."""
    name = os.path.basename(path)
    return name.endswith((*SUFFIXES, *_OTHER_TOML, ".pyw")) or not os.path.splitext(name)[1]


def _is_tool_folder(name: str) -> bool:
    return name[0] == "." or name in NEVER or name.endswith(".egg-info")


def _builtin_reason(path: str, name: str) -> str:
    if _is_tool_folder(name):
        return f"lies in a folder that is never looked into ({name})"
    if os.path.lexists(os.path.join(path, "pyvenv.cfg")):
        return f"lies in a virtual environment ({name})"
    return ""


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _prefix(folder: str, above: str) -> str:
    """The way from `above` down to `folder`, ready to take a name."""
    if folder == above:
        return ""
    return folder[len(above) :].strip(os.sep).replace(os.sep, "/") + "/"
