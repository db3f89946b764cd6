"""From TOML tables to settings: found, inherited, checked against the rules, and told all at once when wrong."""

from tdomcheck.config.homes import Home, Homes, find_config
from tdomcheck.config.load import Catalog, SettingsCache, load_settings
from tdomcheck.config.select import EnabledRule, RuleSelection, is_fixable, rules_for
from tdomcheck.config.settings import Override, ProjectTests, Settings

__all__ = [
    "Catalog",
    "EnabledRule",
    "Home",
    "Homes",
    "Override",
    "ProjectTests",
    "RuleSelection",
    "Settings",
    "SettingsCache",
    "find_config",
    "is_fixable",
    "load_settings",
    "rules_for",
]
