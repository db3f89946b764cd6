"""What a codemod declares about itself, and the examples that it is proved by; LibCST is not needed to read them."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping

from tdomcheck.authoring.examples import dedent
from tdomcheck.authoring.metadata import OptionValue
from tdomcheck.model import Gate, OptionSpec
from tdomcheck.model.codemod import CodemodInfo, CodemodScope
from tdomcheck.values import dataclass, field


@dataclass(frozen=True)
class CodemodExample:
    """Source before and after; what stays as it is has the same on both sides."""

    before: str
    after: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    """Further files, by their paths."""
    files_after: Mapping[str, str] | None = None
    """None: they stay as they are."""
    path: str = "example.py"

    @property
    def is_kept(self) -> bool:
        return self.before == self.after and (self.files_after is None or self.files_after == self.files)


def example(  # an example has as many sides
    before: str,
    after: str | None = None,
    *,
    options: Mapping[str, OptionValue] | None = None,
    files: Mapping[str, str] | None = None,
    files_after: Mapping[str, str] | None = None,
    path: str = "example.py",
) -> CodemodExample:
    """What a codemod makes of a source; without `after`, that it leaves it alone."""
    source = dedent(before)
    others = {name: dedent(text) for name, text in (files or {}).items()}
    others_after = None if files_after is None else {name: dedent(text) for name, text in files_after.items()}
    result = source if after is None else dedent(after)
    return CodemodExample(source, result, options or {}, others, others_after, path)


class DescribedCodemod:
    """The declarations that every kind of codemod makes."""

    NAME: t.ClassVar[str]
    """Lower-case words with hyphens; its file has the same name with underscores."""
    DESCRIPTION: str
    """One line that says what it does."""
    OPTIONS: t.ClassVar[tuple[OptionSpec, ...]] = ()
    """Made with `td.option`; `self.option(name)` reads one."""
    EXAMPLES: t.ClassVar[t.Sequence[CodemodExample]] = ()
    """Made with `td.codemods.example`; half of them leave something alone."""
    VERSIONS: t.ClassVar[str] = ""
    """The target that the result is for, such as `svcs>=26.1`."""
    GATE: t.ClassVar[Gate] = Gate()
    """Which files are parsed for it: tokens that must occur, or a query."""
    SCOPE: t.ClassVar[CodemodScope] = CodemodScope.FILE
    SURVEYS: t.ClassVar[bool] = False
    """Whether a codemod of one file is asked for its `survey` of the project first; then `self.note` has what that says
    of the file."""
    SKIP_DERIVED: t.ClassVar[Mapping[str, str]] = {}
    """Traps of the contract that do not apply, each with the reason."""

    @classmethod
    def problem_with(cls, options: Mapping[str, OptionValue]) -> str:  # noqa: ARG003  # for those that have any
        """What is wrong with options besides their types, as a sentence; asked once, before anything runs."""
        return ""

    @classmethod
    def info(cls) -> CodemodInfo:
        return CodemodInfo(cls.NAME, cls.DESCRIPTION, cls.SCOPE, cls.OPTIONS, cls.VERSIONS)
