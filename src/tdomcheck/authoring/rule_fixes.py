"""`RuleFixes`: a codemod that is made of the fixes of rules."""

from __future__ import annotations

import libcst as cst

from tdomcheck.authoring.codemod import Codemod, Skip
from tdomcheck.model.codemod import CodemodScope


class RuleFixes(Codemod):
    """Its options `select` and `unsafe` say which fixes; the engine of `fix` does the rest."""

    SCOPE = CodemodScope.RULES

    def transform_module_impl(self, tree: cst.Module) -> cst.Module:  # noqa: ARG002  # rules ask the whole project
        raise Skip(f"{self.NAME} needs the rules: run `tdomcheck codemod run {self.NAME}`")
