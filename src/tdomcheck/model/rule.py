"""What is known about a rule without importing it."""

from __future__ import annotations

from enum import Enum

from tdomcheck.model.finding import Severity
from tdomcheck.values import dataclass

OUR_RULES = "tdomcheck.rules."
"""What the names of the modules of our own rules begin with."""


class RuleKind(Enum):
    """Which engine runs a rule."""

    CST = "cst"
    TEMPLATE = "template"
    PROJECT = "project"
    META = "meta"


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One typed option of a rule or a codemod."""

    name: str
    type: str
    """`bool`, `int`, `str` or `list[str]`."""
    default: bool | int | str | tuple[str, ...]
    help: str
    required: bool = False
    """Nothing can be done without it; its default is then never used."""
    choices: tuple[str, ...] = ()
    """Empty: any value will do."""


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule as the configuration, the reports and the documentation see it."""

    code: str
    slug: str
    name: str
    """PascalCase, as SARIF wants it."""
    group: str
    kind: RuleKind
    severity: Severity
    summary: str
    """One line that says what is wrong."""
    docs: str
    """Markdown with the sections What, Why, Instead, Example."""
    fixable: str
    """`safe`, `unsafe`, `sometimes` or `no`."""
    options: tuple[OptionSpec, ...] = ()
    versions: str = ""
    """A specifier on tdom or svcs-di, such as `tdom>=0.1.15`; empty where it always holds."""
    preview: bool = False
    security_severity: str = ""
    precision: str = "high"
    needs: str = ""
    """The option without which it has nothing to do."""
    other_severities: tuple[Severity, ...] = ()
    """Those of some of its findings."""
    module: str = ""
