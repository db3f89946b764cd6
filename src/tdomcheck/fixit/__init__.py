"""The rules for single files as rules of Fixit: `enable = ["tdomcheck.fixit"]` in `[tool.fixit]`."""

from __future__ import annotations

try:
    import fixit  # noqa: F401  # told here, where it can be acted on
except ImportError as error:
    raise ImportError("tdomcheck.fixit needs Fixit: pip install 'tdomcheck[fixit]'") from error

from tdomcheck.authoring.single_file_rule import SingleFileRule
from tdomcheck.catalog.load import builtin_sources, import_source, rule_classes
from tdomcheck.fixit.adapter import lint_rule

globals().update(
    (cls.__name__, lint_rule(cls))
    for source in builtin_sources()
    for cls in rule_classes(import_source(source))
    if issubclass(cls, SingleFileRule)
)  # Fixit enables what it finds among the names of a module

__all__ = ["lint_rule"]
