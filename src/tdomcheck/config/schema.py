"""The one table of keys: what may stand in a configuration, of which type, and what it is good for."""

from __future__ import annotations

from dataclasses import MISSING, dataclass
from enum import Enum

from tdomcheck.config.settings import Settings

SEVERITIES = ("off", "info", "warning", "error")


class Shape(Enum):
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
    shape: Shape
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
    Key("required-version", Shape.SPECIFIER, "The version of tdomcheck that this configuration is written for."),
    Key("target-version", Shape.PYTHON, 'The oldest Python that the code runs on; "auto" reads requires-python.'),
    Key("target-tdom", Shape.VERSION, 'The version of tdom; "auto" reads lock files and the environment.'),
    Key("target-svcs-di", Shape.VERSION, 'The version of svcs-di; "auto" reads lock files and the environment.'),
    Key("target-svcs", Shape.VERSION, 'The version of svcs; "auto" reads lock files and the environment.'),
    Key("profile", Shape.CHOICE, "Whose conventions hold.", ("tdom-svcs", "views", "auto")),
    Key("src", Shape.STRINGS, "The folders that imports start from, relative to this file."),
    Key("include", Shape.STRINGS, "What is checked if no path is named, as globs relative to this file; else all."),
    Key("workspaces", Shape.STRINGS, "Folders below this file with configurations of their own that share facts."),
    Key("select", Shape.SELECTORS, "The rules that are on; ALL is every rule that is not in preview."),
    Key("extend-select", Shape.SELECTORS, "Rules that are on as well."),
    Key("ignore", Shape.SELECTORS, "Rules that are off; the more specific of `select` and `ignore` wins."),
    Key("extend-ignore", Shape.SELECTORS, "Rules that are off as well."),
    Key("exclude", Shape.STRINGS, "Paths that are not looked at, as in .gitignore, relative to this file."),
    Key("extend-exclude", Shape.STRINGS, "Further paths that are not looked at."),
    Key("force-exclude", Shape.BOOL, "Leave excluded paths out even if they are named on the command line."),
    Key("respect-gitignore", Shape.BOOL, "Leave out what git ignores."),
    Key("plugins", Shape.PLUGINS, "Folders (relative to this file) or modules with rules and codemods of your own."),
    Key("severity", Shape.SEVERITIES, "How bad findings are, per rule, prefix or ALL; off turns a rule off."),
    Key("options", Shape.OPTIONS, "Options of rules, per code or slug."),
    Key("overrides", Shape.OVERRIDES, "Other rules for some paths; applied in order."),
    Key("per-file-ignores", Shape.IGNORES, "Rules that are off for some paths; applied last."),
    Key("fixable", Shape.SELECTORS, "Rules whose fixes may be applied."),
    Key("unfixable", Shape.SELECTORS, "Rules whose fixes are never applied."),
    Key("unsafe-fixes", Shape.BOOL, "Apply fixes that may change behaviour, too."),
    Key("require-ignore-reason", Shape.BOOL, "A suppression without a reason is a finding."),
    Key(
        "baseline",
        Shape.PATH,
        "Reserved for a file of accepted findings; refused until such files are read.",
    ),
    Key("documents", Shape.BOOL, "Look at the Python in Markdown and reStructuredText files, too."),
    Key("max-file-bytes", Shape.COUNT, "Larger files are not looked at, and reported."),
    Key("max-warnings", Shape.COUNT, "More warnings than this fail the run."),
    Key("preview", Shape.BOOL, "Rules in preview can be selected by prefix and ALL."),
    Key("jobs", Shape.COUNT, "How many processes work; 0 is one per core."),
    Key("cache-dir", Shape.PATH, "Where results are kept between runs, relative to this file, inside the project."),
    Key("tests", Shape.TESTS, "About the tests of the project: `paths` are the globs of test files."),
    Key("views", Shape.VIEWS, "What the project calls its views; with this table, `profile` is views if not said."),
    Key("pattern", Shape.PATTERNS, "Rules of your own, written as pieces of code with metavariables."),
    Key("extend", Shape.PATH, "Another configuration that this one builds on, relative to this file."),
)

BY_NAME = {key.name: key for key in KEYS}

OVERRIDE_KEYS: tuple[Key, ...] = (
    Key("paths", Shape.STRINGS, "Globs, relative to the configuration; `!` takes paths out again."),
    *(BY_NAME[name] for name in ("select", "extend-select", "ignore", "severity", "options")),
)

CONSTRAINT_KEYS: tuple[Key, ...] = (
    Key("regex", Shape.PATH, "Must match the whole text that the metavariable stands for."),
    Key("not-regex", Shape.PATH, "Must not match it."),
    Key("kind", Shape.WORDS, "What it is: name, string, f-string, t-string, call ..., or a node type of the grammar."),
    Key("resolves-to", Shape.WORDS, "The dotted name that it means, through imports; `shop.*` is all below shop."),
)

EXAMPLE_KEYS: tuple[Key, ...] = (
    Key("code", Shape.PATH, "Code in which the pattern must match."),
    Key("fixed", Shape.PATH, "The same after the fix."),
)

PATTERN_KEYS: tuple[Key, ...] = (
    Key("id", Shape.PATH, "The name of the rule, for selections, suppressions and reports."),
    Key("pattern", Shape.PATH, "Python with metavariables: $X is one thing, $$$X any number, f$S any f-string."),
    Key("message", Shape.PATH, "What is wrong."),
    Key("where", Shape.WHERE, "What must hold of the metavariables."),
    Key("fix", Shape.PATH, "What a match becomes; empty deletes it."),
    Key("unsafe", Shape.BOOL, "The fix may change behaviour."),
    Key("severity", Shape.CHOICE, "How bad it is; warning if nothing is said.", ("info", "warning", "error")),
    Key("help", Shape.PATH, "What to do about it."),
    Key("valid", Shape.WORDS, "Code in which the pattern must not match."),
    Key("invalid", Shape.EXAMPLES, "Code in which it must."),
)

VIEWS_KEYS: tuple[Key, ...] = (
    Key("decorators", Shape.STRINGS, "The decorators that make a view, by name or dotted name."),
    Key("paths", Shape.STRINGS, "Globs of the files that hold views."),
    Key("suffix", Shape.WORD, "How the names of functions that are views end."),
    Key("class-suffix", Shape.WORD, "How the names of classes that are views end."),
    Key("returns", Shape.STRINGS, "What a view may say that it returns; what fits the target if nothing is said."),
    Key("service-suffix", Shape.CHOICE, "Whether names of services end in Service.", ("require", "forbid", "off")),
)

TESTS_KEYS: tuple[Key, ...] = (Key("paths", Shape.STRINGS, "Globs of test files, relative to the configuration."),)
