"""Codemods of one file that look at the project first: what they learn there goes with each file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tdomcheck.convert.current import CurrentFile
from tdomcheck.convert.file import LoadedStep
from tdomcheck.edges.pool import Death, run_in_workers
from tdomcheck.errors import Undecodable
from tdomcheck.lint.crashes import described, is_fault
from tdomcheck.model import Span, Targets
from tdomcheck.values import dataclass, field

SECONDS = 600.0
"""How long one may take for a project."""


@dataclass(frozen=True, slots=True)
class SurveyAnswer:
    """What a survey says of each file, by path; or why it says nothing."""

    notes: Mapping[str, object] = field(default_factory=dict)
    crash: str = ""


@dataclass(frozen=True, slots=True)
class Survey:
    """Callable in a worker: the surveys of some codemods of one project."""

    steps: Sequence[LoadedStep]
    contents: Mapping[str, bytes]
    roots: tuple[str, ...]
    writable: Collection[str]
    targets: Targets

    def __call__(self, index: int) -> SurveyAnswer:
        from libcst.codemod import CodemodContext

        from tdomcheck.authoring.codebase import Codebase

        loaded = self.steps[index]

        def kept(path: str) -> Sequence[Span]:
            return _kept(self.contents[path], path, loaded.step.name)

        codebase = Codebase(self.contents, roots=self.roots, writable=self.writable, targets=self.targets, kept=kept)
        try:
            instance = loaded.cls(CodemodContext(), **dict(loaded.step.options))
            return SurveyAnswer(dict(instance.survey(codebase)))
        except BaseException as error:  # a codemod may raise anything; the run tells of it
            if not is_fault(error):
                raise
            return SurveyAnswer(crash=described(error))


def _kept(data: bytes, path: str, name: str) -> Sequence[Span]:
    """The places of a module, and of the sessions in its docstrings, that comments keep as they are."""
    current = CurrentFile(data, path)
    try:
        return [span for index in range(len(current.views)) for span in current.kept(index, name)]
    except Undecodable:
        return ()


def ask_surveys(survey: Survey, jobs: int) -> list[tuple[str, SurveyAnswer]]:
    """The answers by the names of the codemods, each from a process that may die of it."""
    answers: dict[int, SurveyAnswer] = {}
    for index, answer in run_in_workers(survey, range(len(survey.steps)), jobs, SECONDS):
        answers[index] = SurveyAnswer(crash=answer.reason) if isinstance(answer, Death) else answer
    return [(loaded.step.name, answers[index]) for index, loaded in enumerate(survey.steps)]
