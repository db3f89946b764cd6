"""The one table of keys: what may stand in a configuration, of which type, and what it is good for."""

from __future__ import annotations

from enum import Enum

from tdomcheck.config.settings import Settings
from tdomcheck.model import FailOn
from tdomcheck.values import MISSING, dataclass, own_fields

SEVERITIES = ("off", "info", "warning", "error")


class KeyType(Enum):
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
    BUDGETS = "a table of rule -> a whole number"
    OPTIONS = "a table of rule -> table of options"
    OVERRIDES = "an array of tables"
    IGNORES = "a table of glob -> array of rules"
    EVENTS = "a table with path, capture and retention"
    TESTS = "a table"
    VIEWS = "a table of names"
    PATTERNS = "an array of tables with id and pattern"
    WORD = "a string"
    WORDS = "a string or an array of strings"
    WHERE = "a table of metavariable -> table"
    EXAMPLES = "an array of strings or of tables with code and fixed"
    COMMANDS = "a command as an array of strings, or an array of such commands"
    CODEMODS = "a table of codemod -> table of options, or of recipe -> table with steps"


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the configuration."""

    name: str
    kind: KeyType
    help: str
    choices: tuple[str, ...] = ()

    @property
    def field(self) -> str:
        """The name of the field of `Settings`."""
        return self.name.replace("-", "_")

    @property
    def default(self) -> object:
        default = own_fields(Settings)[self.field].default
        if default is MISSING:
            raise LookupError(self.name)
        return default

    @property
    def is_adding(self) -> bool:
        """Whether an inherited value is kept and added to, instead of replaced."""
        return self.name.startswith("extend-")


KEYS: tuple[Key, ...] = (
    Key("required-version", KeyType.SPECIFIER, "The version of tdomcheck that this configuration is written for."),
    Key(
        "target-version",
        KeyType.PYTHON,
        'The oldest Python that the code runs on; "auto" reads requires-python, or python_requires.',
    ),
    Key("target-tdom", KeyType.VERSION, 'The version of tdom; "auto" reads lock files and the environment.'),
    Key("target-svcs-di", KeyType.VERSION, 'The version of svcs-di; "auto" reads lock files and the environment.'),
    Key("target-svcs", KeyType.VERSION, 'The version of svcs; "auto" reads lock files and the environment.'),
    Key("profile", KeyType.CHOICE, "Whose conventions hold.", ("tdom-svcs", "views", "auto")),
    Key("src", KeyType.STRINGS, "The folders that imports start from, relative to this file."),
    Key("include", KeyType.STRINGS, "What is checked if no path is named, as globs relative to this file; else all."),
    Key("workspaces", KeyType.STRINGS, "Folders below this file with configurations of their own that share facts."),
    Key("select", KeyType.SELECTORS, "The rules that are on; ALL is every rule that is not in preview."),
    Key("extend-select", KeyType.SELECTORS, "Rules that are on as well."),
    Key("ignore", KeyType.SELECTORS, "Rules that are off; the more specific of `select` and `ignore` wins."),
    Key("extend-ignore", KeyType.SELECTORS, "Rules that are off as well."),
    Key("exclude", KeyType.STRINGS, "Paths that are not looked at, as in .gitignore, relative to this file."),
    Key("extend-exclude", KeyType.STRINGS, "Further paths that are not looked at."),
    Key("force-exclude", KeyType.BOOL, "Leave excluded paths out even if they are named on the command line."),
    Key("respect-gitignore", KeyType.BOOL, "Leave out what git ignores and does not track."),
    Key("plugins", KeyType.PLUGINS, "Folders (relative to this file) or modules with rules and codemods of your own."),
    Key("severity", KeyType.SEVERITIES, "How bad findings are, per rule, prefix or ALL; off turns a rule off."),
    Key("options", KeyType.OPTIONS, "Options of rules, per code or slug."),
    Key("overrides", KeyType.OVERRIDES, "Other rules for some paths; applied in order."),
    Key("per-file-ignores", KeyType.IGNORES, "Rules that are off for some paths; applied last."),
    Key("fixable", KeyType.SELECTORS, "Rules whose fixes may be applied."),
    Key("unfixable", KeyType.SELECTORS, "Rules whose fixes are never applied."),
    Key("unsafe-fixes", KeyType.BOOL, "Apply fixes that may change behaviour, too."),
    Key("require-ignore-reason", KeyType.BOOL, "A suppression without a reason is a finding."),
    Key(
        "baseline",
        KeyType.PATH,
        "A file of accepted findings, relative to this one; `tdomcheck baseline create` writes it.",
    ),
    Key("budgets", KeyType.BUDGETS, "How many findings of a rule a project may have at most, by code or slug."),
    Key("documents", KeyType.BOOL, "Look at the Python in Markdown and reStructuredText files, too."),
    Key("max-file-bytes", KeyType.COUNT, "Larger files are not looked at, and reported."),
    Key(
        "fail-on",
        KeyType.CHOICE,
        "The least severe findings that fail a run, wherever it runs; without it, errors and too many warnings do.",
        tuple(each.value for each in FailOn),
    ),
    Key("max-warnings", KeyType.COUNT, "More warnings than this fail the run; any number if `fail-on` alone is given."),
    Key("preview", KeyType.BOOL, "Rules in preview can be selected by prefix and ALL."),
    Key("jobs", KeyType.COUNT, "How many processes work; 0 is one per core."),
    Key("cache-dir", KeyType.PATH, "Where results are kept between runs, relative to this file, inside the project."),
    Key(
        "events", KeyType.EVENTS, "Where every run appends what it does as JSON lines, and how long the ledger is kept."
    ),
    Key("tests", KeyType.TESTS, "About the tests of the project: `paths` are the globs of test files."),
    Key("views", KeyType.VIEWS, "What the project calls its views; with this table, `profile` is views if not said."),
    Key("pattern", KeyType.PATTERNS, "Rules of your own, written as pieces of code with metavariables."),
    Key("format", KeyType.COMMANDS, "The commands that format files which a codemod has changed."),
    Key("codemods", KeyType.CODEMODS, "Options of codemods, and recipes: `steps` are names, or tables with options."),
    Key("extend", KeyType.PATH, "Another configuration that this one builds on, relative to this file."),
)

BY_NAME = {key.name: key for key in KEYS}

OVERRIDE_KEYS: tuple[Key, ...] = (
    Key("paths", KeyType.STRINGS, "Globs, relative to the configuration; `!` takes paths out again."),
    *(BY_NAME[name] for name in ("select", "extend-select", "ignore", "severity", "options")),
)

CONSTRAINT_KEYS: tuple[Key, ...] = (
    Key("regex", KeyType.PATH, "Must match the whole text that the metavariable stands for."),
    Key("not-regex", KeyType.PATH, "Must not match it."),
    Key(
        "kind",
        KeyType.WORDS,
        "What it is: name, string, f-string, t-string, call ..., or a node type of the grammar.",
    ),
    Key("resolves-to", KeyType.WORDS, "The dotted name that it means, through imports; `shop.*` is all below shop."),
)

EXAMPLE_KEYS: tuple[Key, ...] = (
    Key("code", KeyType.PATH, "Code in which the pattern must match."),
    Key("fixed", KeyType.PATH, "The same after the fix."),
)

PATTERN_KEYS: tuple[Key, ...] = (
    Key("id", KeyType.PATH, "The name of the rule, for selections, suppressions and reports."),
    Key("pattern", KeyType.PATH, "Python with metavariables: $X is one thing, $$$X any number, f$S any f-string."),
    Key("message", KeyType.PATH, "What is wrong."),
    Key("where", KeyType.WHERE, "What must hold of the metavariables."),
    Key("fix", KeyType.PATH, "What a match becomes; empty deletes it."),
    Key("unsafe", KeyType.BOOL, "The fix may change behaviour."),
    Key("severity", KeyType.CHOICE, "How bad it is; warning if nothing is said.", ("info", "warning", "error")),
    Key("help", KeyType.PATH, "What to do about it."),
    Key("valid", KeyType.WORDS, "Code in which the pattern must not match."),
    Key("invalid", KeyType.EXAMPLES, "Code in which it must."),
)

VIEWS_KEYS: tuple[Key, ...] = (
    Key("decorators", KeyType.STRINGS, "The decorators that make a view, by name or dotted name."),
    Key("paths", KeyType.STRINGS, "Globs of the files that hold views."),
    Key("suffix", KeyType.WORD, "How the names of functions that are views end."),
    Key("class-suffix", KeyType.WORD, "How the names of classes that are views end."),
    Key("returns", KeyType.STRINGS, "What a view may say that it returns; what fits the target if nothing is said."),
    Key("service-suffix", KeyType.CHOICE, "Whether names of services end in Service.", ("require", "forbid", "off")),
)

TESTS_KEYS: tuple[Key, ...] = (Key("paths", KeyType.STRINGS, "Globs of test files, relative to the configuration."),)

EVENTS_KEYS: tuple[Key, ...] = (
    Key("path", KeyType.PATH, "The file of the stream, relative to this file, inside the project; none if empty."),
    Key("capture", KeyType.BOOL, "Keep the code of files that fail and pass later, for `events export`."),
    Key("retention-days", KeyType.COUNT, "How many days the ledger remembers a run."),
    Key("retention-runs", KeyType.COUNT, "How many runs the ledger remembers at most."),
)
