"""The contract of codemods names what is broken; ours keep it in tests/codemods."""

from __future__ import annotations

import typing as t

import libcst as cst

from tdomcheck import authoring as td
from tdomcheck.catalog.codemods import problems_of_codemod
from tdomcheck.contract import prove_codemod


class Renames(td.Codemod):
    NAME = "renames"
    DESCRIPTION = "The name `old` becomes `new`."
    EXAMPLES: t.ClassVar = [td.codemods.example("old = 1\n", "new = 1\n")]

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.Name:
        return updated_node.with_changes(value="new") if original_node.value == "old" else updated_node


class Moves(td.ProjectCodemod):
    NAME = "moves"
    DESCRIPTION = "Files come, go and move."
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            "x = 1\n",
            "from m import n\n\nx = 2\n",
            path="a.py",
            files={"b.py": "y = 1\n", "gone.py": "", "text.txt": "t"},
            files_after={"pkg/b.py": "y = 1\n", "made.py": "z", "text.txt": "t"},
        ),
        td.codemods.example("kept = 1\n", path="other.py"),
    ]

    def rewrite(self, codebase: td.codemods.Codebase) -> td.codemods.Rewrite:
        if "a.py" not in codebase.paths or "b.py" not in codebase.sources:
            raise td.codemods.Skip("it is done")
        view = codebase.view("a.py")
        assert view is not None
        assert codebase.view("text.txt") is None
        assert codebase.is_writable("a.py")
        assert codebase.project.module_name("b.py") == "b"
        span = view.span(view.tree.root.named_children[0])
        files = td.codemods.FileEdits("a.py", (td.Edit(span.end - 1, span.end, "2"),), (td.ImportRequest("m", "n"),))
        return td.codemods.Rewrite(
            (
                files,
                td.codemods.FileEdits("b.py", new_path="pkg/b.py"),
                td.codemods.NewFile("made.py", b"z"),
                td.codemods.DeletedFile("gone.py"),
            )
        )


def broken(cls: type[t.Any]) -> list[str]:
    return [str(result) for result in prove_codemod(cls) if not result.passed]


def changed(base: type[t.Any] = Renames, **members: t.Any) -> type[t.Any]:
    return type(base.__name__, (base,), members)


def test_what_keeps_its_promises() -> None:
    assert broken(Renames) == []
    assert broken(Moves) == []


def test_an_example_that_does_not_hold() -> None:
    wrong = changed(EXAMPLES=[td.codemods.example("old = 1\n", "newer = 1\n")])
    assert "expected\nnewer = 1\n\nexample.py: came\nnew = 1" in broken(wrong)[0]
    files = {"b.py": "", "gone.py": "", "text.txt": ""}
    moved = changed(Moves, EXAMPLES=[td.codemods.example("x = 1\n", path="a.py", files=files)])
    assert "pkg/b.py: expected\nno such file" in broken(moved)[0]


def test_a_gate_that_keeps_it_from_its_own_example() -> None:
    assert any("its gate keeps it from a place" in text for text in broken(changed(GATE=td.Gate(tokens={"nowhere"}))))


def test_an_example_that_is_no_python() -> None:
    assert any("it parses" in text for text in broken(changed(EXAMPLES=[td.codemods.example("def (\n")])))


def test_one_that_raises() -> None:
    def rewrite(self: object, codebase: object) -> t.NoReturn:
        raise ValueError("boom")

    assert "ValueError: boom" in broken(changed(Moves, rewrite=rewrite))[0]

    def visit(self: object, node: object) -> t.NoReturn:
        raise ValueError("bang")

    assert "ValueError: bang" in broken(changed(visit_Name=visit))[0]


def test_one_that_drops_comments() -> None:
    def leave(self: object, original_node: object, updated_node: cst.Module) -> cst.Module:
        return updated_node.with_changes(
            header=(), body=[each.with_changes(leading_lines=()) for each in updated_node.body]
        )

    assert any("comments are lost" in text for text in broken(changed(leave_Module=leave)))


class Asserts(td.Codemod):
    """Drops what stands between the brackets of a call; comments, too."""

    NAME = "asserts"
    DESCRIPTION = "`self.assertEqual(a, b)` becomes `assert a == b`."
    EXAMPLES: t.ClassVar = [td.codemods.example("self.assertEqual(a, b)\n", "assert a == b\n")]

    def leave_Expr(self, original_node: cst.Expr, updated_node: cst.Expr) -> cst.BaseSmallStatement:
        call = updated_node.value
        if not isinstance(call, cst.Call) or self.view.text(self.node_of(original_node)).count("*"):
            return updated_node
        one, two = (self.module.code_for_node(argument.value) for argument in call.args)
        return t.cast("cst.BaseSmallStatement", cst.parse_statement(f"assert {one} == {two}\n").body[0])  # type: ignore[index]


def test_one_that_drops_the_comments_inside_of_a_call() -> None:
    texts = broken(Asserts)
    assert any("a line for each argument" in text and "comments are lost: # why" in text for text in texts)


def test_a_comment_that_an_example_itself_drops_is_meant() -> None:
    class Uncomments(td.Codemod):
        NAME = "uncomments"
        DESCRIPTION = "A comment goes."
        EXAMPLES: t.ClassVar = [td.codemods.example("x = 1  # old\n", "x = 1\n")]

        def leave_TrailingWhitespace(
            self, original_node: cst.TrailingWhitespace, updated_node: cst.TrailingWhitespace
        ) -> cst.TrailingWhitespace:
            comment = updated_node.comment
            if comment is None or comment.value != "# old":
                return updated_node
            return updated_node.with_changes(comment=None, whitespace=cst.SimpleWhitespace(""))

    assert broken(Uncomments) == []


def test_traps_that_do_not_apply_are_named_with_a_reason() -> None:
    assert broken(changed(SKIP_DERIVED={"CRLF": "it is about line ends"})) == []
    assert "which is no trap of its examples" in broken(changed(SKIP_DERIVED={"CRFL": "x"}))[0]
    assert "gives no reason" in broken(changed(SKIP_DERIVED={"CRLF": ""}))[0]


def test_what_a_codemod_must_declare() -> None:
    def problems(**members: t.Any) -> str:
        return "; ".join(problems_of_codemod(changed(**members), "renames.py"))

    assert problems() == ""
    assert "is no name" in problems(NAME="No") or "its NAME is 'No'" in problems(NAME="No")
    assert "no DESCRIPTION" in problems(DESCRIPTION="No description.")
    assert "it reads like svcs>=26.1" in problems(VERSIONS="new")
    assert "no td.Gate of tokens" in problems(GATE=td.Gate(features={"template"}))
    assert "not all made with td.option" in problems(OPTIONS=("x",))
    assert "two options 'x'" in problems(OPTIONS=(td.option("x", 1, ""), td.option("x", 1, "")))
    assert "no EXAMPLES" in problems(EXAMPLES=["x"])
    assert "which is none of its OPTIONS" in problems(EXAMPLES=[td.codemods.example("a", "b", options={"y": 1})])
    assert "none of its EXAMPLES changes anything" in problems(EXAMPLES=[td.codemods.example("a")])
