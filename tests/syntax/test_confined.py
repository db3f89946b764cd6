"""What the compiler may cost: what is cut off at once, what goes to a process with limits, and what is asked here."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tdomcheck.facts.html.view import ModuleView
from tdomcheck.source.text import SourceText
from tdomcheck.syntax import Refusal, Unfinished, confined, interpreter, judge, judge_syntax
from tdomcheck.syntax.confined import Exhausted, compile_confined


def view_of(text: str) -> ModuleView:
    return ModuleView(SourceText(text.encode()))


def names(count: int) -> str:
    return ", ".join(f"a{i}" for i in range(count))


def nested(line: str, depth: int) -> str:
    return "".join(f"{' ' * i}{line}\n" for i in range(depth))


HOPELESS = {
    "names of a pattern": f"match x:\n case [{names(9_000)}]: pass\n",
    "names of a mapping": "match x:\n case {" + ", ".join(f"{i}: a{i}" for i in range(9_000)) + "}: pass\n",
    "names of a pattern in a broken tree": f"match x:\n case [{names(9_000)}]: pass\ndef f(*a: *(b, c)): pass\n",
    "a pattern in copies": "def f():\n try:\n"
    + "  if x: return\n" * 900
    + f" finally:\n  match x:\n   case [{names(900)}]: pass\n",
    "dots": "import b, " + "a." * 50_000 + "a\n",
    "dots in a broken tree": "from " + "a." * 50_000 + "a import b\ndef f(*a: *(b, c)): pass\n",
    "a long class": "class " + "A" * 40_000 + ":\n" + " def f(): pass\n" * 5_000,
    "private names": "class " + "A" * 40_000 + ":\n" + "".join(f" __a{i} = 1\n" for i in range(5_000)),
}
DEAR = {
    "names through functions": f"def f({names(9_000)}): return " + "lambda: " * 80 + f"({names(9_000)})\nyield\n",
    "exits of blocks": "async def f():\n" + "".join(f"{' ' * i} async with a as b:\n" for i in range(18))
    + (" " * 19 + "if x: return y\n") * 3_000 + "yield\n",
    "functions that are alike": "def f():\n 'a'\n" * 6_000 + "yield\n",
    "blocks": "async def f():\n" + nested(" async with a as b:", 8) + " " * 9 + "return 1\nyield\n",
    "blocks in a broken tree": "def f(*a: *(b, c)):\n" + nested(" with a as b:", 8) + " " * 9 + "return 1\nyield\n",
    "a broken tree": "y = 1\n" * 6_000 + "def f(*a: *(b, c)): pass\n",
}  # fmt: skip
CHEAP = {
    "a large pattern": f"match x:\n case [{names(900)}]: pass\n",
    "many patterns": f"match x:\n case [{names(9)}]: pass\n" + f" case A({names(9)}, k='a:b'): pass\n" * 900,
    "many imports": "import a.b.c, d.e.f\n" * 3_000 + "yield\n",
    "many attributes": "x = a.b.c + d.e.f\n" * 3_000 + "yield\n",
    "many functions": "def f(a):\n    def g(b): return [a for c in b]\n    return g\n" * 900 + "yield\n",
    "type parameters": "def f[T: list[int], *Ts](a: T): pass\n" * 900 + "yield\n",
    "usual blocks": ("def f():\n" + nested(" with a as b:", 4) + "     return 1\n") * 50 + "yield\n",
    "a small broken tree": "def f(*a: *(b, c)): pass\n" * 900,
}


@pytest.mark.parametrize("shape", HOPELESS)
def test_what_is_known_to_cost_gigabytes_is_not_asked(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("compiled", "confined"):
        monkeypatch.setattr(judge, name, lambda _: pytest.fail("the compiler was asked"))
    assert isinstance(judge_syntax(view_of(HOPELESS[shape])), Unfinished)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="there they are taken away")
def test_many_type_parameters_are_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("compiled", "confined", "parsed"):
        monkeypatch.setattr(judge, name, lambda _: pytest.fail("the interpreter was asked"))
    parameters = ", ".join(f"T{i}: list[int]" for i in range(2_000))
    for text in (f"def f[{parameters}](): pass\n", f"class f[{parameters}]: pass\n", f"type f[{parameters}] = int\n"):
        assert isinstance(judge_syntax(view_of(text)), Unfinished)
        assert isinstance(judge_syntax(view_of(f"def f(*a: *(b, c)): pass\n{text}")), Unfinished)


@pytest.mark.parametrize("shape", DEAR)
def test_what_may_cost_seconds_is_asked_in_a_process_with_limits(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(judge, "compiled", lambda _: pytest.fail("the compiler was asked here"))
    monkeypatch.setattr(confined, "compile_confined", asked.append)
    assert judge_syntax(view_of(DEAR[shape])) is None
    assert asked


@pytest.mark.parametrize("shape", CHEAP)
def test_what_is_cheap_is_asked_here(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "confined", lambda _: pytest.fail("a process was started"))
    verdict = judge_syntax(view_of(CHEAP[shape]))
    assert verdict is None or (isinstance(verdict, Refusal) and "yield" in CHEAP[shape])


def test_the_process_says_what_the_compiler_says() -> None:
    for text in (
        "x = 1\nreturn x\n",
        "def f():\n    a, *b, *c = é\n",
        "x = '\\d'; y = 1 is 1\n",
        "é = '\\N{BULLET}'\n",
    ):
        assert interpreter.confined(text) == interpreter.compiled(text)


def test_a_process_that_ends_is_no_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = tmp_path / "child.py"
    child.write_text("raise MemoryError\n")
    monkeypatch.setattr(confined, "_CHILD", child)
    with pytest.raises(Exhausted):
        compile_confined("x = 1\n")
    verdict = judge_syntax(view_of(DEAR["a broken tree"]))
    assert isinstance(verdict, Unfinished)
    assert "did not come to an end" in verdict.reason


def test_a_process_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = tmp_path / "child.py"
    child.write_text("import time\ntime.sleep(600)\n")
    monkeypatch.setattr(confined, "_CHILD", child)
    monkeypatch.setattr(confined, "_PATIENCE", 0.2)
    with pytest.raises(Exhausted):
        compile_confined("x = 1\n")


def test_a_frozen_program_does_not_start_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    with pytest.raises(Exhausted):
        compile_confined("x = 1\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no limits of memory there")
def test_the_limits_hold() -> None:
    """45 million instructions in 5 GB, if they were let."""
    with pytest.raises(Exhausted):
        compile_confined(HOPELESS["names of a pattern"])


def test_nothing_of_the_environment_reaches_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('taken from the project')\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONSTARTUP", str(tmp_path / "json.py"))
    compile_confined("x = 1\n")
