"""What a rule declares about itself, as data that can be kept without the rule."""

from __future__ import annotations

import re
import typing as t
from collections.abc import Sequence

from tdomcheck.model import Gate, OptionSpec, RuleInfo, RuleKind, Severity

OptionValue = bool | int | str | tuple[str, ...]


def option(
    name: str,
    default: OptionValue | list[str],
    help: str,  # the word users know
    *,
    required: bool = False,
    choices: Sequence[str] = (),
) -> OptionSpec:
    """A typed option; its type is that of the default. What is required or has choices is for codemods."""
    kind = type_of_option(default)
    if not kind:
        raise TypeError(f"the default of the option {name} is {default!r}, which is no bool, int, str or list of texts")
    value = tuple(default) if isinstance(default, list) else default
    return OptionSpec(name, kind, value, help, required, tuple(choices))


def type_of_option(value: object) -> str:
    """As a person reads it; empty for what no option takes."""
    return {bool: "bool", int: "int", str: "str", list: "list[str]", tuple: "list[str]"}.get(type(value), "")


class Described:
    """The declarations that every kind of rule makes."""

    CODE: t.ClassVar[str]
    """Letters and three digits, such as ACME101; `TDC` is ours. Never used again for another rule."""
    SLUG: t.ClassVar[str]
    """Names the bad pattern, in kebab case."""
    GROUP: t.ClassVar[str]
    """What it belongs to in lists: a word of your own, or one of ours."""
    SUMMARY: t.ClassVar[str]
    """One line that says what is wrong."""
    SEVERITY: t.ClassVar[Severity] = Severity.ERROR
    """An error, unless it says otherwise; a configuration may set another one."""
    OTHER_SEVERITIES: t.ClassVar[tuple[Severity, ...]] = ()
    """Those of some of its findings; the contract compares them with the examples."""
    GATE: t.ClassVar[Gate] = Gate()
    """Which files it is run for, asked before it is imported; of a project rule, those that it is asked to judge."""
    OPTIONS: t.ClassVar[tuple[OptionSpec, ...]] = ()
    """Made with `td.option`; `self.option(name)` reads one."""
    VERSIONS: t.ClassVar[str] = ""
    """The target that the rule holds for, such as `tdom>=0.1.15`."""
    PREVIEW: t.ClassVar[bool] = False
    PRECISION: t.ClassVar[str] = "high"
    SECURITY_SEVERITY: t.ClassVar[str] = ""
    FIXABLE: t.ClassVar[str] = "no"
    """`safe`, `unsafe`, `sometimes` or `no`; the contract compares it with the examples."""
    NEEDS: t.ClassVar[str] = ""
    """The option without which the rule has nothing to do: it does not run while that has its default."""
    KIND: t.ClassVar[RuleKind] = RuleKind.CST

    @classmethod
    def info(cls) -> RuleInfo:
        """The rule as the configuration, the reports and the documentation see it."""
        return RuleInfo(
            code=cls.CODE,
            slug=cls.SLUG,
            name="".join(part.capitalize() for part in re.split(r"\W+", cls.SLUG)),
            group=cls.GROUP,
            kind=cls.KIND,
            severity=cls.SEVERITY,
            summary=cls.SUMMARY,
            docs=cleandoc(cls.__doc__ or ""),
            fixable=cls.FIXABLE,
            options=cls.OPTIONS,
            versions=cls.VERSIONS,
            preview=cls.PREVIEW,
            security_severity=cls.SECURITY_SEVERITY,
            precision=cls.PRECISION,
            needs=cls.NEEDS,
            other_severities=cls.OTHER_SEVERITIES,
            module=f"{cls.__module__}:{cls.__qualname__}",
        )


def cleandoc(text: str) -> str:
    """A docstring without its indentation: `inspect` is heavy to import."""
    first, _, rest = text.partition("\n")
    lines = rest.expandtabs().splitlines()
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join([first.strip(), *(line[margin:] for line in lines)]).strip()
