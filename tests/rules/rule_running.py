"""Runs one rule by hand over a source or a small project, without gates, configuration or suppression."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

import libcst as cst
import tdomcheck.rules
from libcst.metadata import MetadataWrapper

from tdomcheck import authoring as td
from tdomcheck.authoring.metadata import Described
from tdomcheck.facts.extract.file import extract_facts
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.project.premises import holds
from tdomcheck.facts.targets.requirements import required_in
from tdomcheck.model.suffixes import is_project_file
from tdomcheck.source.cst import parse_module
from tdomcheck.source.text import SourceText
from tdomcheck.source.toml import TomlText

RuleClass = type[Described]


@cache
def rule_classes() -> tuple[RuleClass, ...]:
    """Every rule of the package, in the order of the codes."""
    found = []
    for module in pkgutil.iter_modules(tdomcheck.rules.__path__, "tdomcheck.rules."):
        loaded = importlib.import_module(module.name)
        found += [value for value in vars(loaded).values() if _is_rule(value, loaded.__name__)]
    return tuple(sorted(found, key=lambda rule: rule.CODE))


def _is_rule(value: object, module: str) -> bool:
    return isinstance(value, type) and issubclass(value, Described) and value.__module__ == module


def findings_in(
    rule: RuleClass, files: Mapping[str, str], options: Mapping[str, object] | None = None
) -> list[td.Finding]:
    """What a rule says about some files."""
    views = {path: ModuleView(SourceText(text.encode())) for path, text in files.items()}
    return findings_of(rule, views, options or {})


def facts_at(path: str, view: ModuleView) -> td.FileFacts:
    """What a file says: a module, or a file of TOML that says what the project requires."""
    return required_in(TomlText(view.source.data), path) if is_project_file(path) else extract_facts(view)


def findings_of(rule: RuleClass, views: Mapping[str, ModuleView], options: Mapping[str, object]) -> list[td.Finding]:
    project = Project({path: facts_at(path, view) for path, view in views.items()}, roots=("src",))
    if issubclass(rule, td.ProjectRule):
        found = list(rule(options).check(project, list(views)))  # type: ignore[arg-type]
    else:
        found = [finding for path, view in views.items() for finding in _judged(rule, path, view, options)]
    kept = [one for one in found if one.premise is None or holds(project, one.path, one.premise)]
    kept = [one for one in kept if one.absence is None or one.absence.is_own]  # the disk and git say the rest
    once = {one.sort_key: one for one in kept}  # one of several premises is enough
    return [once[key] for key in sorted(once)]


def _judged(rule: RuleClass, path: str, view: ModuleView, options: Mapping[str, object]) -> list[td.Finding]:
    made = rule()
    if isinstance(made, td.FileRule):
        made.host(view, path, options)  # type: ignore[arg-type]
        made.check_all()
        return made.findings
    assert isinstance(made, td.Rule)
    wrapper = MetadataWrapper(parse_module(view.source), unsafe_skip_copy=True)
    made.host(view, path, options, wrapper=wrapper)  # type: ignore[arg-type]
    cst.visit_batched(wrapper.module, [made])
    return made.findings


def is_admitted(rule: RuleClass, path: str, view: ModuleView) -> bool:
    """Whether the gate of a rule lets a file pass."""
    from tdomcheck.lint.gates import admits

    return admits(rule.GATE, view, facts_at(path, view).features)


__all__ = ["findings_in", "findings_of", "is_admitted", "rule_classes"]
