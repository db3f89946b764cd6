"""Which plugins may be loaded: those of the project that the run was started in, and of nobody else's files.

Running inside a project trusts what its configuration names, as pytest trusts conftest. What lies elsewhere, what
somebody else owns, and what a project names that only a path led to was not chosen by who runs this.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from tdomcheck.app.request import Request
from tdomcheck.catalog.manifest import plugin_files
from tdomcheck.config.homes import Home
from tdomcheck.config.settings import Settings
from tdomcheck.errors import ConfigError
from tdomcheck.model import RuleOutcome, RuleState
from tdomcheck.model.paths import is_within
from tdomcheck.report.escape import visible
from tdomcheck.values import dataclass, field

ALLOW = "If you trust it, pass --trust-plugins, or set TDOMCHECK_TRUST_PLUGINS=1 where you always do"
NO_OWNERS = "this system does not say who owns a file: nobody asked who owns the plugins"


@dataclass(slots=True)
class Trust:
    """Asked about every configuration that names plugins, before anything of them is looked at."""

    request: Request
    cwd: str
    start: Home
    """The project that the run was started in."""
    repository_of: Callable[[str], str]
    """The root of the repository around a folder, or ''."""
    warnings: list[str] = field(default_factory=list)
    """What was refused without stopping the run."""
    watched: set[str] = field(default_factory=set)
    """Everything whose owner was asked for."""

    def admits(self, home: Home, names: tuple[str, ...], origin: str) -> bool:
        """Whether plugins may be loaded; raises ConfigError where the run itself asks for what is refused."""
        if self.request.is_safe:
            return False
        is_own = not origin or self.request.config is not None or home == self.start
        is_member = bool(self.start.source) and home.workspace == self.start.root
        if not is_own and not is_member:
            self._warn(home, names, self._stranger(home))
            return False
        problems = () if self.request.trusts_plugins else tuple(self._problems(home, names, origin))
        if problems and is_own:
            raise ConfigError(tuple(f"{problem}. {ALLOW}" for problem in problems))
        if problems:
            self._warn(home, names, "; ".join(problems))
        return not problems

    def check_cases(self, folder: str, *, is_named: bool) -> None:
        """Raise ConfigError where the cases of a folder may not be run, which is as with plugins.

        A folder that the command line names lies wherever it lies, another one in the project of the run."""
        project = "" if is_named else self.start.project
        reason = "" if self.request.trusts_plugins else self._problem("", project, "", folder)
        if reason:
            raise ConfigError((f"{self._shown(folder)}: the cases are not loaded: {reason}. {ALLOW}",))

    def outcomes(self, all_settings: Sequence[Settings]) -> Iterator[RuleOutcome]:
        """For the ledger: every plugin that was not loaded, and every name that only it could define."""
        why = "safe" if self.request.is_safe else "untrusted"
        seen: set[str] = set()
        for settings in all_settings:
            source = self._shown(settings.source) if settings.source else "the command line"
            named = f"safe: plugin of {source}" if self.request.is_safe else f"untrusted plugin of {source}"
            reasons = {visible(name): named for name in settings.refused_plugins}
            reasons |= {visible(name): why for name in settings.absent_rules}
            for code in sorted(reasons.keys() - seen):
                yield RuleOutcome(code, RuleState.NOT_APPLICABLE, reasons[code])
            seen |= reasons.keys()

    def _stranger(self, home: Home) -> str:
        is_nested = self.start.source and is_within(home.root, self.start.root)
        if is_nested and self.repository_of(home.root) == self.repository_of(self.start.root):
            where = f"`workspaces` of {self._shown(self.start.source)}"
            return f"list its folder in {where}, or run tdomcheck there, to load them"
        return "the run was not started in that project; run tdomcheck there, or name it with --config, to load them"

    def _warn(self, home: Home, names: Sequence[str], reason: str) -> None:
        plugins = visible(", ".join(names))
        self.warnings.append(f"{self._shown(home.source)}: its plugins ({plugins}) are not loaded: {reason}")

    def _problems(self, home: Home, names: Sequence[str], origin: str) -> Iterator[str]:
        """Sentences on what keeps plugins from being trusted, one a plugin at most."""
        folder = os.path.dirname(os.path.realpath(home.source)) if self.request.config is not None else home.project
        project = folder if origin else ""
        where = self._shown(origin) if origin else "the command line"
        if project and not is_within(os.path.realpath(origin), project):
            yield f"{where}: the plugin {visible(names[0])} is not loaded: it is named by a file outside of the project"
            return
        for name in names:
            reason = self._problem(home.root, project, origin, name)
            if reason:
                yield f"{where}: the plugin {visible(name)} is not loaded: {reason}"

    def _problem(self, root: str, project: str, origin: str, name: str) -> str:
        files = list(plugin_files(name, root, project))
        if not files:
            return ""  # of an installed package, or not there: whoever loads it tells
        outside = [path for path in files if project and not is_within(os.path.realpath(path), project)]
        if outside:
            return f"it lies outside of the project {self._shown(project)}"
        if not hasattr(os, "geteuid"):
            if NO_OWNERS not in self.warnings:
                self.warnings.append(NO_OWNERS)
            return ""
        owners = {0, os.geteuid()}
        way = _on_the_way(files, project, origin)
        self.watched.update(way)
        for path in way:
            owner = _owner(path)
            if owner not in owners:
                place = "the folder of the project" if path == project else self._shown(path)
                return f"{place} belongs to another user (number {owner})"
        return ""

    def _shown(self, path: str) -> str:
        inside = is_within(path, self.cwd) and path != self.cwd
        return visible(os.path.relpath(path, self.cwd) if inside else path).replace(os.sep, "/")


def _on_the_way(files: Sequence[str], project: str, origin: str) -> list[str]:
    """The files, what they are if they are links, the file that names them, and every folder down to each."""
    paths: dict[str, None] = {}
    for path in (*([origin] if origin else []), *files):
        for spelling in (os.path.normpath(path), os.path.realpath(path)):
            chain = [spelling]
            while project and chain[-1] != project and is_within(chain[-1], project):
                chain.append(os.path.dirname(chain[-1]))
            if not project:
                chain.append(os.path.dirname(spelling))
            paths |= dict.fromkeys(reversed(chain))
    return list(paths)


def _owner(path: str) -> int:
    """Who owns a file, or the link that it is; nobody owns what is gone."""
    try:
        return os.lstat(path).st_uid
    except OSError:
        return 0
