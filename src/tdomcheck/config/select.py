"""Which rules are on for a file, how bad their findings are, and with which options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tdomcheck.config.globs import PathMatcher
from tdomcheck.config.selectors import ALL, INDISPENSABLE, best, specificity
from tdomcheck.config.settings import Options, OptionValue, Override, Settings, Severities
from tdomcheck.model.finding import Severity
from tdomcheck.model.rule import RuleInfo
from tdomcheck.values import dataclass, field, replace

PROFILES = {"TDC3": "views"}
"""Groups that are conventions of one profile: elsewhere ALL does not mean them."""


@dataclass(frozen=True, slots=True)
class EnabledRule:
    """A rule that is on."""

    code: str
    severity: Severity
    options: tuple[tuple[str, OptionValue], ...] = ()
    """All options of the rule, also those that have their default; sorted by name."""


@dataclass(frozen=True, slots=True)
class _State:
    """What holds for one rule, while layer after layer is laid over it."""

    is_on: bool
    level: str
    options: tuple[tuple[str, OptionValue], ...]


@dataclass(slots=True)
class RuleSelection:
    """The rules per file; files that the same overrides and ignores speak about share their answer."""

    settings: Settings
    catalog: Sequence[RuleInfo]
    _overrides: tuple[PathMatcher, ...] = field(init=False)
    _ignores: tuple[PathMatcher, ...] = field(init=False)
    _base: dict[str, _State] = field(init=False)
    _answers: dict[tuple[bool, ...], Mapping[str, EnabledRule]] = field(default_factory=dict, init=False)
    _empty: dict[tuple[bool, ...], bool] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        settings = self.settings
        self._overrides = tuple(PathMatcher.of(override.paths) for override in settings.overrides)
        self._ignores = tuple(PathMatcher.of((glob,)) for glob, _ in settings.per_file_ignores)
        self._base = {info.code: self._first(info) for info in self.catalog}

    def rules_for(self, relative_path: str) -> Mapping[str, EnabledRule]:
        """The rules that are on for a path relative to the root, by code, sorted."""
        group = self._group(relative_path)
        if group not in self._answers:
            self._answers[group] = self._answer(group)
        return self._answers[group]

    @property
    def is_empty(self) -> bool:
        """Whether no rule is on for any path; those that are always on do not count unless they are selected."""
        selecting = any(each.select or each.extend_select or each.severity for each in self.settings.overrides)
        return not selecting and not any(map(_is_chosen, self._base.values()))

    def is_empty_for(self, relative_path: str) -> bool:
        """The same for one path."""
        group = self._group(relative_path)
        if group not in self._empty:
            self._empty[group] = not any(_is_chosen(state) for _, state in self._states(group))
        return self._empty[group]

    def fingerprint_for(self, relative_path: str) -> str:
        """What a cached result of one file has to be kept under, on top of `Settings.fingerprint`."""
        return "".join("01"[is_match] for is_match in self._group(relative_path))

    def codes_for(self, relative_paths: Iterable[str]) -> frozenset[str]:
        """The rules that are on for at least one of the paths."""
        return frozenset().union(*(self.rules_for(path) for path in relative_paths))

    def _group(self, path: str) -> tuple[bool, ...]:
        return tuple(matcher.is_match(path) for matcher in (*self._overrides, *self._ignores))

    def _answer(self, group: tuple[bool, ...]) -> dict[str, EnabledRule]:
        rules = (_enabled(info, state) for info, state in self._states(group))
        return {rule.code: rule for rule in rules if rule is not None}

    def _states(self, group: tuple[bool, ...]) -> Iterator[tuple[RuleInfo, _State]]:
        count = len(self._overrides)
        overrides = [override for override, is_match in zip(self.settings.overrides, group, strict=False) if is_match]
        ignores = zip(self.settings.per_file_ignores, group[count:], strict=True)
        ignored = [selector for (_, selectors), is_match in ignores if is_match for selector in selectors]
        for info in sorted(self.catalog, key=lambda info: info.code):
            state = self._base[info.code]
            for override in overrides:
                state = self._laid_over(info, state, override)
            yield info, replace(state, is_on=state.is_on and not best(ignored, info.code, info.slug))

    def _first(self, info: RuleInfo) -> _State:
        settings = self.settings
        select = (*settings.select, *settings.extend_select)
        ignore = (*settings.ignore, *settings.extend_ignore)
        is_on = self._chosen(info, select) > best(ignore, info.code, info.slug)
        level = _level(info, settings.severity) or info.severity.value
        defaults = {spec.name: spec.default for spec in info.options}
        if info.code[:4] in PROFILES:
            defaults |= {name: value for name, value in settings.views.options if name in defaults}
        return _State(is_on, level, _with(tuple(defaults.items()), info, settings.options))

    def _laid_over(self, info: RuleInfo, state: _State, override: Override) -> _State:
        chosen = self._chosen(info, (*(override.select or ()), *override.extend_select))
        ignored = best(override.ignore, info.code, info.slug)
        is_on = state.is_on and override.select is None
        if chosen or ignored:
            is_on = chosen > ignored
        level = _level(info, override.severity) or state.level
        return _State(is_on, level, _with(state.options, info, override.options))

    def _chosen(self, info: RuleInfo, selectors: Iterable[str]) -> int:
        """How specifically a rule is selected: one in preview, or of another profile, must be meant."""
        profile = PROFILES.get(info.code[:4], self.settings.profile)
        chosen = (selector for selector in selectors if selector != ALL or profile == self.settings.profile)
        is_hidden = info.preview and not self.settings.preview
        return best(chosen, info.code, info.slug, is_exact=is_hidden)


def rules_for(settings: Settings, catalog: Sequence[RuleInfo], relative_path: str) -> Mapping[str, EnabledRule]:
    """The rules for one file; whoever has many keeps a `RuleSelection`."""
    return RuleSelection(settings, catalog).rules_for(relative_path)


def is_fixable(settings: Settings, code: str, slug: str) -> bool:
    """Whether fixes of a rule may be applied."""
    return best(settings.fixable, code, slug) > best(settings.unfixable, code, slug)


def _level(info: RuleInfo, severities: Severities) -> str:
    """What the most specific selector says, or '' if none does."""
    top, level = 0, ""
    for selector, said in severities:
        says = specificity(selector, info.code, info.slug)
        if says >= top and says:
            top, level = says, said
    return level


def _with(
    options: tuple[tuple[str, OptionValue], ...], info: RuleInfo, changes: Options
) -> tuple[tuple[str, OptionValue], ...]:
    changed = dict(changes).get(info.code, ())
    return tuple(sorted({**dict(options), **dict(changed)}.items()))


def _is_chosen(state: _State) -> bool:
    return state.is_on and state.level != "off"


def _enabled(info: RuleInfo, state: _State) -> EnabledRule | None:
    if info.code in INDISPENSABLE:  # prefixes and ALL pass them by; by name, the configuration was refused
        return EnabledRule(info.code, info.severity, state.options)
    if not _is_chosen(state):
        return None
    return EnabledRule(info.code, Severity(state.level), state.options)
