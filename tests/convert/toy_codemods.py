"""Codemods that tests of the frame run."""

from __future__ import annotations

import libcst as cst
import libcst.matchers as m

from tdomcheck import authoring as td


class OldToNew(td.Codemod):
    NAME = "old-to-new"
    DESCRIPTION = "The name `old` becomes `new`."
    OPTIONS = (td.option("to", "new", "What it becomes."),)
    GATE = td.Gate(tokens={"old"})
    EXAMPLES = (td.codemods.example("old = 1\n", "new = 1\n"), td.codemods.example("other = 1\n"))

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        if original_node.value == "kept_old":
            self.remainder(original_node, "it is kept")
        to = self.option("to")
        return updated_node.with_changes(value=to) if original_node.value == "old" else updated_node

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        names = (each.decorator for each in updated_node.decorators)
        is_marked = any(isinstance(name, cst.Name) and name.value == "new" for name in names)
        return updated_node.with_changes(decorators=()) if is_marked else updated_node


class NewToOld(td.Codemod):
    NAME = "new-to-old"
    DESCRIPTION = "The name `new` becomes `old`."
    GATE = td.Gate(tokens={"new"})

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        return updated_node.with_changes(value="old") if original_node.value == "new" else updated_node


class Raises(td.Codemod):
    NAME = "raises"
    DESCRIPTION = "It raises."

    def visit_Name(self, node: cst.Name) -> None:
        raise ValueError(node.value)


class Skips(td.Codemod):
    NAME = "skips"
    DESCRIPTION = "It skips."

    def transform_module_impl(self, tree: cst.Module) -> cst.Module:
        raise td.codemods.Skip("it is not for this file")


class Breaks(td.EditCodemod):
    NAME = "breaks"
    DESCRIPTION = "It writes what is no Python."

    def changes(self, view: td.ModuleView) -> list[td.Fix]:
        return [td.Fix("break", (td.Edit(0, 0, "def ("),))]


class OldToWord(td.EditCodemod):
    NAME = "old-to-word"
    DESCRIPTION = "The name `old` becomes a word that is given."
    OPTIONS = (td.option("word", "", "The word.", required=True),)

    def changes(self, view: td.ModuleView) -> list[td.Fix]:
        spans = [view.span(node) for node in view.readers.get("old", ())]
        return [td.Fix("say it", (td.Edit(span.start, span.end, str(self.option("word"))),)) for span in spans]


class Quotes(td.EditCodemod):
    NAME = "quotes"
    DESCRIPTION = "The name `old` becomes a text, in quotes that a docstring ends with."

    def changes(self, view: td.ModuleView) -> list[td.Fix]:
        spans = [view.span(node) for node in view.readers.get("old", ())]
        return [td.Fix("quote it", (td.Edit(span.start, span.end, '"""new"""'),)) for span in spans]


class Matching(td.Codemod):
    NAME = "matching"
    DESCRIPTION = "Names within a call of `f` become `new`, by decorators."

    @m.call_if_inside(m.Call(func=m.Name("f")))
    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        return updated_node.with_changes(value="new") if original_node.value == "old" else updated_node

    @m.leave(m.Integer(value="1"))
    def increase(self, original_node: cst.Integer, updated_node: cst.Integer) -> cst.Integer:
        return updated_node.with_changes(value="2")

    def visit_Call_func(self, node: cst.Call) -> None:
        self.context.scratch["seen"] = True


class Plain(td.Codemod):
    """Drops what stands between the brackets, with the comments there."""

    NAME = "plain"
    DESCRIPTION = "A call of `old` becomes the name alone."

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        return cst.Name("plain") if self.view.text(self.node_of(original_node.func)) == "old" else updated_node
