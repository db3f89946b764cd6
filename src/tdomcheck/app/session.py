"""Everything that the use cases of one run share: settings, catalogues, cache, and the plan for each file."""

from __future__ import annotations

import contextlib
import os
import typing as t
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from tdomcheck.app.relative_names import RelativeNames
from tdomcheck.app.request import Request
from tdomcheck.app.state_folder import StateFolder
from tdomcheck.app.targets import Target, detect, holds, is_tdom_named
from tdomcheck.app.trust import Trust
from tdomcheck.catalog.catalog import Catalog
from tdomcheck.catalog.manifest import open_catalog, own_stamp
from tdomcheck.config.documents import ConfigFiles
from tdomcheck.config.globs import PathMatcher
from tdomcheck.config.homes import Home
from tdomcheck.config.load import SettingsCache
from tdomcheck.config.regular import read_regular
from tdomcheck.config.select import EnabledRule, RuleSelection
from tdomcheck.config.settings import Settings
from tdomcheck.edges.cache import Cache, prepare_folder
from tdomcheck.edges.discovery import WalkSettings
from tdomcheck.edges.manifests import UserKeeper
from tdomcheck.edges.requirement_files import RequirementFiles
from tdomcheck.errors import ConfigError, WriteError
from tdomcheck.lint.plan import FilePlan, PlannedRule
from tdomcheck.model import RuleInfo, Targets
from tdomcheck.model.paths import is_within
from tdomcheck.model.suffixes import MANIFEST, is_project_file
from tdomcheck.report.escape import visible
from tdomcheck.values import replace

if t.TYPE_CHECKING:  # only for what is staged
    from tdomcheck.edges.index_tree import IndexTree


def is_configured(info: RuleInfo, options: Mapping[str, object]) -> bool:
    """Whether a rule that has nothing to do without an option was given it."""
    return not info.needs or bool(options.get(info.needs))


class Session:
    """One run: made once, asked by every step."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.cwd = os.path.realpath(request.cwd)
        self._keeper = UserKeeper() if request.uses_cache else None
        self._catalogs: dict[tuple[tuple[str, ...], str], Catalog] = {}
        self._selections: dict[tuple[str, str], RuleSelection] = {}
        self._targets: dict[str, Mapping[str, Target]] = {}
        self._names_tdom: dict[str, bool] = {}
        self._plans: dict[tuple[tuple[str, str], str], FilePlan] = {}
        self._caches: dict[str, Cache] = {}
        self.warnings: list[str] = []
        """What this run goes without."""
        self.is_watched = True
        """Whether the answer depends on nothing that a replay does not look at."""
        self.consulted: set[str] = set()
        """Where what is missing was looked for, beside the files of the run."""
        self._fingerprints: dict[tuple[str, str], str] = {}
        self._included: dict[tuple[str, ...], PathMatcher] = {}
        self._shown = RelativeNames(self.cwd)
        self._inside: dict[str, RelativeNames] = {}
        self._folder_settings: dict[str, Settings] = {}
        self.settings_cache = SettingsCache(
            self._infos,
            overrides=request.overrides,
            inline=request.inline,
            config=request.config,
            is_isolated=request.is_isolated,
            is_safe=request.is_safe,
            root=self.cwd,
            loose_root=self._loose_root,
            admits=self._admits,
            files=ConfigFiles() if self.tree is None else ConfigFiles(self.tree.read, self.tree.exists),
        )

    def _admits(self, home: Home, names: tuple[str, ...], origin: str) -> bool:
        return self.trust.admits(home, names, origin)

    @cached_property
    def trust(self) -> Trust:
        """What decides which plugins are loaded."""
        cache = self.settings_cache
        return Trust(self.request, self.cwd, cache.home_of(self.cwd), cache.repository_of)

    @cached_property
    def tree(self) -> IndexTree | None:
        """What would be committed, if the run is about that: files, configuration, requirements and locks."""
        if not (self.request.staged and self.request.reads_index):
            return None
        from tdomcheck.edges import git, index_tree  # starts processes: only for those who ask

        return index_tree.IndexTree(git.staged(self.cwd))

    @cached_property
    def settings(self) -> Settings:
        """The settings of the current folder."""
        return self.settings_for(self.cwd)

    @property
    def is_recorded(self) -> bool:
        """Whether somebody wants to know of the run: a stream of events or a task was named, or is configured."""
        request = self.request
        return bool(request.events or request.task or self.settings.events.path)

    @property
    def all_settings(self) -> tuple[Settings, ...]:
        """All different settings that this run has met."""
        return self.settings_cache.all_settings

    def settings_for(self, folder: str) -> Settings:
        if folder not in self._folder_settings:
            self._folder_settings[folder] = self.settings_cache.settings_for(folder)
        return self._folder_settings[folder]

    def project_of(self, folder: str) -> str:
        """The folder whose files share their facts with those of a folder; without reading any settings."""
        return self.settings_cache.home_of(folder).project or self._loose_root(folder)

    def included(self, settings: Settings) -> PathMatcher:
        """What `include` names."""
        if settings.include not in self._included:
            self._included[settings.include] = PathMatcher.of(settings.include)
        return self._included[settings.include]

    def is_loose(self, settings: Settings) -> bool:
        """Whether nothing marks a project there: then only what is named is judged, and nothing is left behind."""
        return not self.settings_cache.home_of(settings.root).root

    def _loose_root(self, folder: str) -> str:
        """What is named in a folder that no project holds belongs together, wherever below the current one it is."""
        if is_within(folder, self.cwd):
            return self.cwd
        return min((path for path in self._named_folders if is_within(folder, path)), key=len, default=folder)

    @cached_property
    def _named_folders(self) -> tuple[str, ...]:
        paths = (os.path.realpath(os.path.join(self.cwd, path)) for path in self.request.paths)
        return tuple(path if os.path.isdir(path) else os.path.dirname(path) for path in paths)

    def walk_settings(self, folder: str) -> WalkSettings:
        """What discovery asks; also about the folder above a root, which need not know the rules that are named."""
        try:
            settings = self.settings_for(folder)
        except ConfigError:
            return WalkSettings()  # every file that is found asks again, and that stops the run
        return WalkSettings(
            exclude=tuple(settings.all_excludes),
            base=settings.root,
            force_exclude=settings.force_exclude or self.request.is_of_git,
            respect_gitignore=settings.respect_gitignore,
            documents=settings.documents,
        )

    def _infos(self, plugins: Sequence[str], root: str) -> Sequence[RuleInfo]:
        infos = self._catalog(tuple(plugins), root).infos
        if not self.request.patterns:
            return infos
        from tdomcheck.config.patterns import pattern_info  # for `find` only

        return (*infos, *map(pattern_info, self.request.patterns))

    def _catalog(self, plugins: tuple[str, ...], root: str) -> Catalog:
        key = (plugins, root if plugins else "")
        if key not in self._catalogs:
            self._catalogs[key] = open_catalog(plugins, root, self._keeper)
        return self._catalogs[key]

    def catalog(self, settings: Settings) -> Catalog:
        catalog = self._catalog(settings.plugins, settings.root)
        patterns = (*settings.pattern, *self.request.patterns)
        if not patterns:
            return catalog
        key = (*settings.plugins, *map(repr, patterns)), settings.root
        if key not in self._catalogs:
            from tdomcheck.catalog.patterns import with_patterns  # most projects have none

            configured = with_patterns(catalog, settings.pattern, self.shown(settings.source or settings.root))
            self._catalogs[key] = with_patterns(configured, self.request.patterns, "")
        return self._catalogs[key]

    def selection(self, settings: Settings) -> RuleSelection:
        key = settings.identity
        if key not in self._selections:
            self._selections[key] = RuleSelection(settings, self.catalog(settings).infos)
        return self._selections[key]

    def targets(self, settings: Settings) -> Mapping[str, Target]:
        if settings.root not in self._targets:
            files = self._requirement_files
            self._targets[settings.root] = {
                "tdom": detect("tdom", settings.root, settings.target_tdom, files),
                "svcs-di": detect("svcs-di", settings.root, settings.target_svcs_di, files),
                "svcs": detect("svcs", settings.root, settings.target_svcs, files),
            }
        return self._targets[settings.root]

    def oldest_python(self, settings: Settings) -> Target | None:
        """The oldest Python that the code runs on; None where nobody says."""
        configured = settings.target_version
        if configured != "auto":
            return Target(configured, "target-version")
        from tdomcheck.facts.targets.pythons import oldest_python  # codemods ask, and nobody else does

        paths = (os.path.join(settings.root, name) for name in (MANIFEST, "setup.cfg", "setup.py"))
        version = oldest_python(*map(self._requirement_files.text, paths))
        return Target(version, "requires-python") if version else None

    @cached_property
    def _requirement_files(self) -> RequirementFiles:
        return RequirementFiles(self.read)

    def read(self, path: str) -> bytes:
        """A file as the run sees it: of the index, where it is about that."""
        return read_regular(path) if self.tree is None else self.tree.read(path)

    def exists(self, path: str) -> bool:
        """Whether anything is there for the run."""
        return os.path.lexists(path) if self.tree is None else self.tree.exists(path)

    def before(self, contents: Mapping[str, bytes], created: Collection[str]) -> Session:
        """The same run for the versions that the project was for while some files were others, or were not there."""
        if not any(map(is_project_file, (*contents, *created))):
            return self
        past = Session(self.request)

        def read(path: str) -> bytes:
            if path in created:
                raise FileNotFoundError(path)
            return contents[path] if path in contents else self.read(path)

        past._requirement_files = RequirementFiles(read)
        known = {settings.root: settings for settings in self.all_settings}
        is_same = all(past.target_versions(each) == self.target_versions(each) for each in known.values())
        return self if is_same else past

    def target_versions(self, settings: Settings) -> Targets:
        """The same as numbers that rules can compare."""
        targets = self.targets(settings)
        return Targets(targets["tdom"].numbers, targets["svcs-di"].numbers, targets["svcs"].numbers)

    def migration_targets(self, settings: Settings) -> Targets:
        """With the oldest Python, which the results of codemods have to run on."""
        oldest = self.oldest_python(settings)
        return replace(self.target_versions(settings), python=oldest.numbers if oldest is not None else ())

    def names_tdom(self, settings: Settings) -> bool:
        """Whether the project says that it is made with tdom; who configures us does, and who has no project may."""
        if settings.root not in self._names_tdom:
            is_told = bool(settings.source) or self.is_loose(settings)
            self._names_tdom[settings.root] = is_told or is_tdom_named(settings.root, self._requirement_files)
        return self._names_tdom[settings.root]

    def names(self, settings: Settings, package: str) -> bool:
        """Whether the project speaks of a package in what it requires."""
        return self._requirement_files.names(settings.root, package)

    def test_folders(self, settings: Settings) -> list[str]:
        """The folders that pytest puts on the path of the project's tests."""
        return self._requirement_files.test_folders(settings.root)

    def workspace(self, settings: Settings) -> list[str]:
        """Which folders are a workspace with the project, as globs."""
        from tdomcheck.facts.targets.required_names import workspace_members  # projects ask, a lone file does not

        return workspace_members(self._requirement_files.text(os.path.join(settings.root, MANIFEST)))

    def builds(self, settings: Settings, module: str) -> bool:
        """Whether the project compiles a module when it is built."""
        return self._requirement_files.builds(settings.root, module)

    def enabled(self, settings: Settings, path: str) -> Mapping[str, EnabledRule]:
        """The rules that are on for a file, also those that do not hold for the target."""
        return self.selection(settings).rules_for(self.inside(settings, path))

    def inside(self, settings: Settings, path: str) -> str:
        """What a file is called in its project, wherever the run was started: relative to the configuration."""
        root = settings.root
        if not root or root == self.cwd:
            return self.shown(path)
        if root not in self._inside:
            self._inside[root] = RelativeNames(root)
        return self._inside[root](path)

    def plan(self, settings: Settings, path: str) -> FilePlan:
        """What to run on a file; files that are alike share one plan."""
        selection = self.selection(settings)
        inside = self.inside(settings, path)
        key = (settings.identity, selection.fingerprint_for(inside))
        if key not in self._plans:
            infos = {info.code: info for info in self.catalog(settings).infos}
            targets = self.targets(settings)
            rules = tuple(
                PlannedRule(code, None if rule.severity is infos[code].severity else rule.severity, tuple(rule.options))
                for code, rule in selection.rules_for(inside).items()
                if holds(infos[code].versions, targets) and is_configured(infos[code], dict(rule.options))
            )
            self._plans[key] = FilePlan(
                rules,
                self.request.uses_gates,
                settings.max_file_bytes,
                self.target_versions(settings),
                names_tdom=self.names_tdom(settings),
            )
        return self._plans[key]

    def result_key(self, settings: Settings, path: str, shown: str, digest: str) -> str:
        """What an analysis is kept under: content, rules, configuration and the name that it speaks of."""
        key = settings.identity
        if key not in self._fingerprints:
            targets = " ".join(target.version for target in self.targets(settings).values())
            catalog = self.catalog(settings)
            named = "tdom" if self.names_tdom(settings) else ""
            self._fingerprints[key] = f"{catalog.stamp} {settings.fingerprint(catalog.infos)} {targets} {named}"
        inside = self.inside(settings, path)
        group = self.selection(settings).fingerprint_for(inside)
        names = f"{shown!a} {inside!a}"  # a name need not be UTF-8, a key of the cache must
        return f"{digest} {self._fingerprints[key]} {group} {names}"

    def shown(self, path: str) -> str:
        """A path as reports show it: relative to the current folder, with `/`."""
        return self._shown(path)

    @cached_property
    def _engine(self) -> str:
        """A stamp of our own sources."""
        return own_stamp()

    def state_folder(self, settings: Settings) -> StateFolder:
        """Where the cache and the journal of a project are."""
        return StateFolder(settings, self.is_loose(settings))

    def journal(self, settings: Settings) -> str:
        """Where runs that write keep the way back; raises WriteError where that leads out of the project."""
        folder = self.state_folder(settings)
        shown = self.shown(folder.path)
        reason = folder.stray_reason(shown)
        if reason:
            raise WriteError(shown, f"nothing was written: {visible(reason)}")
        return folder.journal

    def journal_to_write(self, settings: Settings) -> str:
        """The same for a run that does write: what it leaves behind is nothing that git should see."""
        journal = self.journal(settings)
        with contextlib.suppress(OSError):  # who writes into it says what is wrong
            prepare_folder(os.path.dirname(journal))
        return journal

    def cache(self, settings: Settings) -> Cache:
        """What earlier runs have learned of a project; an empty one where nothing may be kept."""
        folder = self.state_folder(settings)
        if folder.path not in self._caches:
            reason = folder.stray_reason(self.shown(folder.path)) if self.request.uses_cache else ""
            if reason and settings.cache_dir and settings.identity == self.settings.identity:
                raise ConfigError((visible(f"{self.shown(settings.source)}: {reason}"),))
            if reason:
                self.warnings.append(f"no cache is used: {visible(reason)}")
            is_used = self.request.uses_cache and not reason
            self._caches[folder.path] = Cache(folder.path if is_used else None, self._engine)
        return self._caches[folder.path]

    def close(self) -> None:
        for cache in self._caches.values():
            cache.close()
