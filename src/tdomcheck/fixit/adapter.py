"""One of our rules as a rule of Fixit, which walks the module, reads its own comments and replaces nodes."""

from __future__ import annotations

import typing as t
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache

import libcst as cst
from fixit import Invalid, LintRule, LintViolation, Valid
from libcst.metadata import CodePosition, CodeRange, MetadataWrapper

from tdomcheck.authoring.examples import CLOSING, OPENING, dedent, split_files
from tdomcheck.authoring.examples import Invalid as OurInvalid
from tdomcheck.authoring.file_rule import FileRule
from tdomcheck.authoring.rule import Rule
from tdomcheck.authoring.single_file_rule import SingleFileRule
from tdomcheck.edits.imports import apply_fix
from tdomcheck.facts.extract.file import facts_of
from tdomcheck.facts.html.view import ModuleView
from tdomcheck.facts.project.modules import Project
from tdomcheck.facts.project.premises import holds
from tdomcheck.fixit.nodes import edited_expression, node_at
from tdomcheck.model import Finding, Fix, Safety
from tdomcheck.source.cst import accept_template_concatenation
from tdomcheck.source.text import SourceText

Visitors = Mapping[str, t.Callable[[cst.CSTNode], None]]
_PATH = "module.py"
"""Fixit does not tell its rules which file they look at."""

accept_template_concatenation()


def lint_rule(cls: type[SingleFileRule], *, has_every_fix: bool = False) -> type[LintRule]:
    """The rule of Fixit that does what one of ours does, with the fixes that may be applied unseen, or with all."""

    class Adapted(LintRule):
        VALID = _valid(cls)
        INVALID = _invalid(cls)

        def __init__(self) -> None:
            super().__init__()
            self._rule = cls()

        def get_visitors(self) -> Visitors:
            return self._rule.get_visitors() if isinstance(self._rule, Rule) else {}

        @contextmanager
        def resolve(self, wrapper: MetadataWrapper) -> Iterator[None]:
            """What Fixit wraps its walk over a module into."""
            view = _view_of(wrapper.module)
            with super().resolve(wrapper):
                if isinstance(self._rule, Rule):
                    self._rule.host(view, "", {}, wrapper=wrapper)
                else:
                    self._rule.host(view, "", {})
                yield
                if isinstance(self._rule, FileRule):
                    self._rule.check_all()
                for finding in _standing(view, self._rule.findings):
                    self._tell(wrapper, view, finding)

        def _tell(self, wrapper: MetadataWrapper, view: ModuleView, finding: Finding) -> None:
            place = _range_of(view.source, finding)
            node = node_at(wrapper, place)
            if not self.ignore_lint(node):
                fix = finding.fix if has_every_fix or _is_sure(finding) else None
                replaced, replacement = (node, None) if fix is None else _replacement(wrapper, view, fix)
                violation = LintViolation(self.name, place, finding.message, replaced, replacement)
                self._violations.append(violation)

    Adapted.__name__ = Adapted.__qualname__ = cls.__name__
    Adapted.__module__ = "tdomcheck.fixit"
    Adapted.__doc__ = cls.__doc__
    return Adapted


@lru_cache(maxsize=1)
def _view_of(module: cst.Module) -> ModuleView:
    """All rules of one walk ask for the same."""
    return ModuleView(SourceText(module.bytes))


def _standing(view: ModuleView, findings: list[Finding]) -> list[Finding]:
    """What the file proves by itself, each finding once."""
    standing = {one.sort_key: one for one in findings if one.premise is None or holds(_alone(view), _PATH, one.premise)}
    return [standing[key] for key in sorted(standing)]


@lru_cache(maxsize=1)
def _alone(view: ModuleView) -> Project:
    """The file as a project, for Fixit knows no other."""
    return Project({_PATH: facts_of(view)})


def _range_of(source: SourceText, finding: Finding) -> CodeRange:
    start, end = source.position(finding.span.start), source.position(finding.span.end)
    return CodeRange(CodePosition(start.line, start.column - 1), CodePosition(end.line, end.column - 1))


def _is_sure(finding: Finding) -> bool:
    """Whether a fix may be applied unseen: `fixit fix -a` asks neither the user nor the other files of the project."""
    return finding.fix is not None and finding.fix.safety is Safety.SAFE and finding.premise is None


def _replacement(wrapper: MetadataWrapper, view: ModuleView, fix: Fix) -> tuple[cst.CSTNode, cst.CSTNode]:
    """The smallest expression that holds the fix, else the whole module: Fixit replaces nodes, not bytes."""
    edited = edited_expression(wrapper, view, fix) if not fix.imports else None
    return edited or (wrapper.module, cst.parse_module(apply_fix(view, fix)))


def _valid(cls: type[SingleFileRule]) -> list[str | Valid]:
    """The examples of one file; Fixit has no options and no other files."""
    texts = (one if isinstance(one, str) else one.code for one in cls.VALID)
    return [Valid(dedent(text)) for text in texts if _is_one_file(text)]


def _invalid(cls: type[SingleFileRule]) -> list[str | Invalid]:
    """The examples of one file, with what Fixit makes of them."""
    ours = (one for one in cls.INVALID if isinstance(one, OurInvalid))
    return [
        Invalid(
            one.code,
            _marked_range(one.marked),
            one.expected_message,
            None if one.is_unsafe else one.expected_replacement,
        )
        for one in ours
        if _is_one_file(one.code) and not one.options
    ]


def _is_one_file(text: str) -> bool:
    return list(split_files(dedent(text))) == ["example.py"]


def _marked_range(marked: str) -> CodeRange:
    """Where the marks stand once they are taken out."""
    before, _, rest = marked.partition(OPENING)
    inside, _, _ = rest.partition(CLOSING)
    return CodeRange(_end_of(before), _end_of(before + inside))


def _end_of(text: str) -> CodePosition:
    return CodePosition(text.count("\n") + 1, len(text) - (text.rfind("\n") + 1))
