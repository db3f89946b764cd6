"""The one table of keys: what may stand in a configuration, of which type, and what it is good for."""

from __future__ import annotations

from dataclasses import MISSING
from enum import Enum

from tdomcheck.config.settings import Settings
from tdomcheck.values import dataclass

SEVERITIES = ("off", "info", "warning", "error")


class ValueKind(Enum):
    """What the value of a key looks like; the text is how a person reads it."""

    BOOL = "true or false"
    COUNT = "a whole number, 0 or more"
    CHOICE = "one of a few words"
    PATH = "a path, as a string"
    STRINGS = "an array of strings"
    PLUGINS = "an array of folders or dotted modules"
    SELECTORS = "an array of rule codes, prefixes or slugs"
    SPECIFIER = "a version or version specifier"
    PYTHON = 'a Python version such as "py311" or "3.11"'
    VERSION = 'a version such as "0.1.20", or "auto"'
    SEVERITIES = "a table of rule -> off, info, warning or error"
    OPTIONS = "a table of rule -> table of options"
    OVERRIDES = "an array of tables"
    IGNORES = "a table of glob -> array of rules"
    TESTS = "a table"
    VIEWS = "a table of names"
    PATTERNS = "an array of tables with id and pattern"
    WORD = "a string"
    WORDS = "a string or an array of strings"
    WHERE = "a table of metavariable -> table"
    EXAMPLES = "an array of strings or of tables with code and fixed"


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the configuration."""

    name: str
    kind: ValueKind
    help: str
    choices: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        """The name of the field of `Settings`."""
        return self.name.replace("-", "_")

    @property
    def default(self) -> object:
        default = Settings.__dataclass_fields__[self.field].default
        if default is MISSING:
            raise LookupError(self.name)
        return default

    @property
    def is_adding(self) -> bool:
        """Whether an inherited value is kept and added to, instead of replaced."""
        return self.name.startswith("extend-")


KEYS: tuple[Key, ...] = (
    Key("required-version", ValueKind.SPECIFIER, "The version of tdomcheck that this configuration is written for."),
    Key("target-version", ValueKind.PYTHON, 'The oldest Python that the code runs on; "auto" reads requires-python.'),
    Key("target-tdom", ValueKind.VERSION, 'The version of tdom; "auto" reads lock files and the environment.'),
    Key("target-svcs-di", ValueKind.VERSION, 'The version of svcs-di; "auto" reads lock files and the environment.'),
    Key("target-svcs", ValueKind.VERSION, 'The version of svcs; "auto" reads lock files and the environment.'),
    Key("profile", ValueKind.CHOICE, "Whose conventions hold.", ("tdom-svcs", "views", "auto")),
    Key("src", ValueKind.STRINGS, "The folders that imports start from, relative to this file."),
    Key("include", ValueKind.STRINGS, "What is checked if no path is named, as globs relative to this file; else all."),
    Key("workspaces", ValueKind.STRINGS, "Folders below this file with configurations of their own that share facts."),
    Key("select", ValueKind.SELECTORS, "The rules that are on; ALL is every rule that is not in preview."),
    Key("extend-select", ValueKind.SELECTORS, "Rules that are on as well."),
    Key("ignore", ValueKind.SELECTORS, "Rules that are off; the more specific of `select` and `ignore` wins."),
    Key("extend-ignore", ValueKind.SELECTORS, "Rules that are off as well."),
    Key("exclude", ValueKind.STRINGS, "Paths that are not looked at, as in .gitignore, relative to this file."),
    Key("extend-exclude", ValueKind.STRINGS, "Further paths that are not looked at."),
    Key("force-exclude", ValueKind.BOOL, "Leave excluded paths out even if they are named on the command line."),
    Key("respect-gitignore", ValueKind.BOOL, "Leave out what git ignores."),
    Key(
        "plugins", ValueKind.PLUGINS, "Folders (relative to this file) or modules with rules and codemods of your own."
    ),
    Key("severity", ValueKind.SEVERITIES, "How bad findings are, per rule, prefix or ALL; off turns a rule off."),
    Key("options", ValueKind.OPTIONS, "Options of rules, per code or slug."),
    Key("overrides", ValueKind.OVERRIDES, "Other rules for some paths; applied in order."),
    Key("per-file-ignores", ValueKind.IGNORES, "Rules that are off for some paths; applied last."),
    Key("fixable", ValueKind.SELECTORS, "Rules whose fixes may be applied."),
    Key("unfixable", ValueKind.SELECTORS, "Rules whose fixes are never applied."),
    Key("unsafe-fixes", ValueKind.BOOL, "Apply fixes that may change behaviour, too."),
    Key("require-ignore-reason", ValueKind.BOOL, "A suppression without a reason is a finding."),
    Key(
        "baseline",
        ValueKind.PATH,
        "Reserved for a file of accepted findings; refused until such files are read.",
    ),
    Key("documents", ValueKind.BOOL, "Look at the Python in Markdown and reStructuredText files, too."),
    Key("max-file-bytes", ValueKind.COUNT, "Larger files are not looked at, and reported."),
    Key("max-warnings", ValueKind.COUNT, "More warnings than this fail the run."),
    Key("preview", ValueKind.BOOL, "Rules in preview can be selected by prefix and ALL."),
    Key("jobs", ValueKind.COUNT, "How many processes work; 0 is one per core."),
    Key("cache-dir", ValueKind.PATH, "Where results are kept between runs, relative to this file, inside the project."),
    Key("tests", ValueKind.TESTS, "About the tests of the project: `paths` are the globs of test files."),
    Key("views", ValueKind.VIEWS, "What the project calls its views; with this table, `profile` is views if not said."),
    Key("pattern", ValueKind.PATTERNS, "Rules of your own, written as pieces of code with metavariables."),
    Key("extend", ValueKind.PATH, "Another configuration that this one builds on, relative to this file."),
)

BY_NAME = {key.name: key for key in KEYS}

OVERRIDE_KEYS: tuple[Key, ...] = (
    Key("paths", ValueKind.STRINGS, "Globs, relative to the configuration; `!` takes paths out again."),
    *(BY_NAME[name] for name in ("select", "extend-select", "ignore", "severity", "options")),
)

CONSTRAINT_KEYS: tuple[Key, ...] = (
    Key("regex", ValueKind.PATH, "Must match the whole text that the metavariable stands for."),
    Key("not-regex", ValueKind.PATH, "Must not match it."),
    Key(
        "kind",
        ValueKind.WORDS,
        "What it is: name, string, f-string, t-string, call ..., or a node type of the grammar.",
    ),
    Key("resolves-to", ValueKind.WORDS, "The dotted name that it means, through imports; `shop.*` is all below shop."),
)

EXAMPLE_KEYS: tuple[Key, ...] = (
    Key("code", ValueKind.PATH, "Code in which the pattern must match."),
    Key("fixed", ValueKind.PATH, "The same after the fix."),
)

PATTERN_KEYS: tuple[Key, ...] = (
    Key("id", ValueKind.PATH, "The name of the rule, for selections, suppressions and reports."),
    Key("pattern", ValueKind.PATH, "Python with metavariables: $X is one thing, $$$X any number, f$S any f-string."),
    Key("message", ValueKind.PATH, "What is wrong."),
    Key("where", ValueKind.WHERE, "What must hold of the metavariables."),
    Key("fix", ValueKind.PATH, "What a match becomes; empty deletes it."),
    Key("unsafe", ValueKind.BOOL, "The fix may change behaviour."),
    Key("severity", ValueKind.CHOICE, "How bad it is; warning if nothing is said.", ("info", "warning", "error")),
    Key("help", ValueKind.PATH, "What to do about it."),
    Key("valid", ValueKind.WORDS, "Code in which the pattern must not match."),
    Key("invalid", ValueKind.EXAMPLES, "Code in which it must."),
)

VIEWS_KEYS: tuple[Key, ...] = (
    Key("decorators", ValueKind.STRINGS, "The decorators that make a view, by name or dotted name."),
    Key("paths", ValueKind.STRINGS, "Globs of the files that hold views."),
    Key("suffix", ValueKind.WORD, "How the names of functions that are views end."),
    Key("class-suffix", ValueKind.WORD, "How the names of classes that are views end."),
    Key("returns", ValueKind.STRINGS, "What a view may say that it returns; what fits the target if nothing is said."),
    Key("service-suffix", ValueKind.CHOICE, "Whether names of services end in Service.", ("require", "forbid", "off")),
)

TESTS_KEYS: tuple[Key, ...] = (Key("paths", ValueKind.STRINGS, "Globs of test files, relative to the configuration."),)
