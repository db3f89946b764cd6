"""`ProjectCodemod`: a change that many files take part in, by references and byte ranges."""

from __future__ import annotations

import libcst as cst

from tdomcheck.authoring.codebase import Codebase
from tdomcheck.authoring.codemod import Codemod, Skip
from tdomcheck.model.changes import Rewrite
from tdomcheck.model.codemod import CodemodScope


class ProjectCodemod(Codemod):
    """Asked once for the whole project; it answers with all that is to change, or raises `Skip`."""

    SCOPE = CodemodScope.PROJECT

    def rewrite(self, codebase: Codebase) -> Rewrite:
        """All that is to change."""
        raise NotImplementedError(f"{self.NAME} defines no `rewrite`")

    def transform_module_impl(self, tree: cst.Module) -> cst.Module:  # noqa: ARG002  # LibCST gives one file alone
        raise Skip(f"{self.NAME} needs the whole project: run `tdomcheck codemod run {self.NAME}`")
