"""What names of `td` are called now: an old one raises, and says the new one."""

from __future__ import annotations

from tdomcheck.authoring.lazy import offers

_TOP = "tdomcheck.authoring"

RENAMED = {
    "RUNNING": "td.Feature.RUNNING_INDIRECTLY",
    "Use": "td.project.TagUse",
    "article": "td.with_article",
    "is_wanted": "td.project.is_abstract",
    "is_told_by_caller": "td.flow.is_up_to_caller",
    "SPEAKING": "td.project.TEXT_METHODS",
    "is_bound": "td.python.is_shadowed",
    "values_before": "td.flow.reaching_values",
    "given_back": "td.flow.origins_through_calls",
    "HIDING": "td.project.UNRESOLVED_HINTS",
    "CAPITALS": "td.project.CAPITAL_FIELD",
    "FORMED": "td.project.SAFE_HTML",
    "DEFAULT_BEFORE": "td.project.Lacks",
    "OTHER": "td.project.IsOther",
    "ROLE": "td.project.HasRole",
    "begun_with": "td.flow.contents_of",
    "di_names": "td.services",
    "endings": "td.flow",
    "is_dropped": "td.html.is_never_rendered",
    "moves": "td.releases",
    "nodes": "td.python",
    "release_table": "td.releases",
    "resource_classes": "td.project.misfilled_resources",
    "shapes": "td.python",
    "tagged": "td.html",
    "wishes_by_alias": "td.services.marked_by_alias",
}
"""Modules that became sections, and what has another name there. All else of a section had its name at the top."""

RENAMED_WITHIN = {
    "td.shapes.Shape": "td.ClassFact",
    "td.shapes.shapes": "td.python.classes_of",
    "td.di_names.Wish": "td.services.Marked",
    "td.di_names.owner_shape": "td.services.owner_class",
    "td.di_names.wished_names": "td.services.marked_names",
    "td.di_names.wishes": "td.services.marked_annotations",
    "td.di_names.reference_of": "td.python.annotation_of",
    "view.captures": "view.nodes",
    "view.memory": "td.once",
    "Premise.kinds": "td.Premise.claims",
}
"""What was reached by way of a module or a value; for the pages."""


def now(module: str, name: str) -> str:
    """Where something is that `td` offered once, also by way of a module; empty for what it never did."""
    if module != _TOP:
        section = f"td.{module.removeprefix(f'{_TOP}.')}"
        aliases = [alias for alias, new in RENAMED.items() if new == section]
        return next((RENAMED_WITHIN[old] for alias in aliases if (old := f"td.{alias}.{name}") in RENAMED_WITHIN), "")
    sections = [section for section, (home, _) in offers(_TOP).items() if home == _TOP]
    moved = (f"td.{section}.{name}" for section in sections if name in offers(f"{_TOP}.{section}"))
    return RENAMED.get(name) or next(moved, "")
