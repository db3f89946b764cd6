"""What every rule must declare, checked when it is loaded."""

from __future__ import annotations

from collections.abc import Iterator

import tree_sitter

from tdomcheck.authoring.metadata import Described, type_of_option
from tdomcheck.model import Gate, OptionSpec, RuleKind, Severity
from tdomcheck.model.features import Feature, unknown_features
from tdomcheck.regex import regex
from tdomcheck.source.tree import PYTHON

SECTIONS = ("## What", "## Why", "## Instead", "## Example")
_CODE = regex(r"[A-Z]{2,8}\d{3}")
_SLUG = regex(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_VERSIONS = regex(r"(tdom|svcs-di|svcs)\s*(>=|<=|<|>|==|!=)\s*[\d.]+(\s*,\s*(>=|<=|<|>|==|!=)\s*[\d.]+)*")


def problems_of(cls: type[Described]) -> list[str]:
    """Sentences on what a rule lacks."""
    return [*_missing(cls), *_malformed(cls), *_wrong_options(cls), *_unchecked(cls), *_gate_problems(cls.GATE)]


def _missing(cls: type[Described]) -> Iterator[str]:
    for name in ("CODE", "SLUG", "GROUP", "SUMMARY"):
        if not isinstance(getattr(cls, name, None), str) or not getattr(cls, name):
            yield f"it declares no {name}"
    docs = cls.__doc__ or ""
    absent = [section for section in SECTIONS if section not in docs]
    if absent:
        yield f"its docstring lacks the sections {', '.join(absent)}"
    for name in ("VALID", "INVALID"):
        if not getattr(cls, name, ()):
            yield f"it has no {name} example"


def _malformed(cls: type[Described]) -> Iterator[str]:
    code, slug = getattr(cls, "CODE", ""), getattr(cls, "SLUG", "")
    if code and not _CODE.fullmatch(code):
        yield f"its CODE is {code!r}; a code is letters and three digits, such as ACME101"
    if slug and not _SLUG.fullmatch(slug):
        yield f"its SLUG is {slug!r}; a slug is lower-case words with hyphens"
    severities: tuple[object, ...] = (cls.SEVERITY, *cls.OTHER_SEVERITIES)
    if not all(isinstance(severity, Severity) for severity in severities):
        yield "its SEVERITY is no td.Severity, or one of its OTHER_SEVERITIES"
    if cls.FIXABLE not in {"safe", "unsafe", "sometimes", "no"}:
        yield f"its FIXABLE is {cls.FIXABLE!r}; it is one of safe, unsafe, sometimes, no"
    if cls.VERSIONS and not _VERSIONS.fullmatch(cls.VERSIONS):
        yield f"its VERSIONS is {cls.VERSIONS!r}; it reads like tdom>=0.1.15"


def _wrong_options(cls: type[Described]) -> Iterator[str]:
    if not all(isinstance(spec, OptionSpec) for spec in cls.OPTIONS):
        yield "its OPTIONS are not all made with td.option"
        return
    names = [spec.name for spec in cls.OPTIONS]
    yield from (f"it has two options {name!r}" for name in sorted({name for name in names if names.count(name) > 1}))
    for kind in ("VALID", "INVALID"):
        for number, example in enumerate(getattr(cls, kind, ())):
            yield from (f"{kind}[{number}] {wrong}" for wrong in _option_problems(cls, example))


def _option_problems(cls: type[Described], example: object) -> Iterator[str]:
    """What is wrong with the options that an example sets."""
    types = {spec.name: spec.type for spec in cls.OPTIONS}
    options = getattr(example, "options", {})
    for name, value in options.items() if isinstance(options, dict) else ():
        if name not in types:
            yield f"sets the option {name!r}, which is none of its OPTIONS"
        elif type_of_option(value) != types[name]:
            yield f"sets the option {name!r} to {value!r}; it takes {types[name]}"


def _unchecked(cls: type[Described]) -> Iterator[str]:
    if cls.KIND is RuleKind.TEMPLATE and {"check_template", "check_file"}.isdisjoint(_own_names(cls)):
        yield "it defines no check_template, nor a check_file"
    if cls.KIND is RuleKind.PROJECT and "check" not in _own_names(cls):
        yield "it defines no check"


def _own_names(cls: type) -> set[str]:
    """Names that the rule or a base of its own defines, below ours."""
    ours = "tdomcheck.authoring"
    return {name for base in cls.__mro__ if not base.__module__.startswith(ours) for name in vars(base)}


def _gate_problems(gate: object) -> Iterator[str]:
    if not isinstance(gate, Gate):
        yield "its GATE is no td.Gate"
        return
    for word in unknown_features(gate.features):
        import difflib  # 1 ms, for what was mistyped

        near = difflib.get_close_matches(word, [feature.value for feature in Feature], 1)
        advice = f"did you mean {near[0]!r}?" if near else "td.Feature and td.FeatureOf have them all"
        yield f"its GATE asks for the feature {word!r}, which no file has; {advice}"
    if gate.query:
        try:
            tree_sitter.Query(PYTHON, gate.query)
        except (tree_sitter.QueryError, ValueError) as error:
            yield f"the query of its GATE does not compile: {error}"
