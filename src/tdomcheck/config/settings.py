"""The effective configuration, as one frozen value that crosses processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tdomcheck.config.marks import DEFAULT, Origins
from tdomcheck.hashes import sha256
from tdomcheck.model.codemod import CodemodTable
from tdomcheck.model.pattern import PatternSpec
from tdomcheck.model.rule import RuleInfo
from tdomcheck.values import dataclass, fields

OptionValue: TypeAlias = bool | int | str | tuple[str, ...]
Options: TypeAlias = tuple[tuple[str, tuple[tuple[str, OptionValue], ...]], ...]
"""Per rule code, the options that are set, by name."""
Severities: TypeAlias = tuple[tuple[str, str], ...]
"""Per selector: `off`, `info`, `warning` or `error`."""
Budgets: TypeAlias = tuple[tuple[str, int], ...]
"""Per code or slug of a rule, the most findings that it may have."""

SILENT = frozenset(
    {
        "absent_rules",
        "baseline",
        "budgets",
        "cache_dir",
        "codemods",
        "documents",
        "events",
        "exclude",
        "extend",
        "extend_exclude",
        "fail_on",
        "force_exclude",
        "format",
        "include",
        "jobs",
        "max_warnings",
        "origins",
        "refused_plugins",
        "required_version",
        "respect_gitignore",
        "root",
        "source",
        "unsafe_fixes",
        "workspace",
        "workspaces",
    }
)
"""Fields that cannot change what is found in a given set of files; all others make cached results stale."""


@dataclass(frozen=True, slots=True)
class Override:
    """Other rules for some paths; None for `select` keeps what was selected before."""

    paths: tuple[str, ...]
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severity: Severities = ()
    options: Options = ()


@dataclass(frozen=True, slots=True)
class ProjectTests:
    """What is known about the project's own tests."""

    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EventSettings:
    """Where events go, and how long their account is kept."""

    path: str = ""
    capture: bool = False
    retention_days: int = 14
    retention_runs: int = 500


@dataclass(frozen=True, slots=True)
class ProjectViews:
    """What the project calls its views; None leaves it to the rules."""

    decorators: tuple[str, ...] | None = None
    paths: tuple[str, ...] | None = None
    suffix: str | None = None
    class_suffix: str | None = None
    returns: tuple[str, ...] | None = None
    service_suffix: str | None = None

    @property
    def options(self) -> tuple[tuple[str, OptionValue], ...]:
        """What is said, as the rules of the profile call it."""
        said = ((field.name.replace("_", "-"), getattr(self, field.name)) for field in fields(self))
        return tuple((name, value) for name, value in said if value is not None)


@dataclass(frozen=True, slots=True)
class Settings:
    """One field per key of `schema.KEYS`; the defaults stand here and nowhere else."""

    root: str = ""
    """The absolute folder of the configuration file; globs and `src` are relative to it."""
    source: str = ""
    """The path of the configuration file, or '' if there is none."""
    workspace: str = ""
    """The absolute folder of the configuration above that lists this one in its `workspaces`."""
    refused_plugins: tuple[str, ...] = ()
    """Plugins that are named and not trusted: nothing of them was looked at."""
    absent_rules: tuple[str, ...] = ()
    """Names in the configuration that only those could define."""
    origins: Origins = ()
    """Where each key comes from; `origin` says it."""

    required_version: str = ""
    target_version: str = "auto"
    target_tdom: str = "auto"
    target_svcs_di: str = "auto"
    target_svcs: str = "auto"
    profile: str = "tdom-svcs"
    src: tuple[str, ...] = (".",)
    include: tuple[str, ...] = ()
    workspaces: tuple[str, ...] = ()
    select: tuple[str, ...] = ("ALL",)
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    respect_gitignore: bool = True
    plugins: tuple[str, ...] = ()
    severity: Severities = ()
    options: Options = ()
    overrides: tuple[Override, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    fixable: tuple[str, ...] = ("ALL",)
    unfixable: tuple[str, ...] = ()
    unsafe_fixes: bool = False
    require_ignore_reason: bool = False
    baseline: str = ""
    budgets: Budgets = ()
    documents: bool = True
    max_file_bytes: int = 2_000_000
    fail_on: str = "error"
    max_warnings: int = 0
    preview: bool = False
    jobs: int = 0
    cache_dir: str = ""
    events: EventSettings = EventSettings()
    tests: ProjectTests = ProjectTests()
    views: ProjectViews = ProjectViews()
    pattern: tuple[PatternSpec, ...] = ()
    format: tuple[tuple[str, ...], ...] = ()
    codemods: tuple[CodemodTable, ...] = ()
    extend: str = ""

    @property
    def project(self) -> str:
        """The folder whose files share their facts."""
        return self.workspace or self.root

    @property
    def identity(self) -> tuple[str, str]:
        """What tells two settings of a run apart: one file may speak for several projects, and many have none."""
        return self.source, self.root

    def origin(self, key: str) -> str:
        """Where a key comes from: `file:line`, `default`, `--config` or `command line`."""
        return "".join(map(str, dict(self.origins).get(key, DEFAULT)))

    @property
    def all_excludes(self) -> tuple[str, ...]:
        return (*self.exclude, *self.extend_exclude)

    def fingerprint(self, catalog: Sequence[RuleInfo]) -> str:
        """A stable hash of all that can change findings; `RuleSelection.fingerprint_for` adds what one path gets."""
        own = [(field.name, getattr(self, field.name)) for field in fields(self) if field.name not in SILENT]
        rules = sorted(_facets(info) for info in catalog)
        return sha256(repr((own, rules)).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _facets(info: RuleInfo) -> tuple[str, ...]:
    """What a catalogue decides about a rule, apart from its code, whose hash is taken elsewhere."""
    options = repr([(spec.name, spec.type, spec.default) for spec in info.options])
    preview = str(info.preview)
    return (info.code, info.slug, info.kind.value, info.severity.value, info.versions, preview, options)
