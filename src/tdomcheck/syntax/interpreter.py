"""The running interpreter as a judge: its parser and symbol table, and where those do not suffice its compiler.

The parser and the symbol table cost nine tenths of a tree-sitter parse and are linear but for `limits`. The compiler
costs half as much again, and the code of a `finally` is copied to every way out of its `try`: nested, that is
exponential. So it is asked only where it could find what nothing before it finds (`compiled_only`).
"""

from __future__ import annotations

import importlib
import sys
import typing as t
import warnings
from collections.abc import Callable
from functools import cache

from tdomcheck.regex import regex
from tdomcheck.syntax.verdict import Complaint, Fault, Unfinished

_LIMITS = regex(r"(?:[ft]-string: )?(?:too many (?:nested|levels|statically)|expressions nested too)|Exceeds the limit")
"""Complaints about size: they differ between releases, and a file that is refused for it is not misspelt."""
_NAME = "<checked>"
Answer = Complaint | Unfinished | Fault | None


def parsed(text: str) -> Answer:
    """What the parser and the symbol table refuse."""
    return _asked(_symbols(), text)


def compiled(text: str) -> Answer:
    """What any pass refuses; its time is not bounded by the length of the text."""
    return _asked(_compile, text)


def confined(text: str) -> Answer:
    """The same where it may be dear: by the compiler in a process that ends where it takes more than its share."""
    from tdomcheck.syntax.confined import Exhausted, compile_confined  # few runs meet such a file

    answer = parsed(text)
    if answer is not None:
        return answer
    try:
        return _asked(compile_confined, text)
    except Exhausted:
        return Unfinished(f"the compiler of Python {_release()} did not come to an end with it")


@cache
def _symbols() -> Callable[[str], object]:
    """The symbol table without the objects that `symtable` makes of it; elsewhere than in CPython the compiler."""
    try:
        table = importlib.import_module("_symtable").symtable
    except ImportError:
        return _compile
    return lambda text: table(text, _NAME, "exec")


def _compile(text: str) -> object:
    return compile(text, _NAME, "exec", dont_inherit=True)


def _asked(judge: Callable[[str], object], text: str) -> Answer:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where they are errors, Python refuses what it else only warns of
        try:
            judge(text)
        except SyntaxError as error:
            return _complaint(error)
        except (RecursionError, MemoryError):
            return Unfinished(f"it nests deeper than the parser of Python {_release()} follows")
        except (ValueError, OverflowError, SystemError) as error:
            return Fault(f"the parser of Python {_release()} gave up: {error}")
    return None


def _release() -> str:
    return ".".join(map(str, sys.version_info[:2]))


def _complaint(error: SyntaxError) -> Answer:
    message = _message(error)
    if _LIMITS.match(message):
        return Unfinished(f"Python {_release()} says of line {error.lineno or 1}: {message}")
    line, column = error.lineno or 1, error.offset or 1
    is_one_line = error.end_lineno == error.lineno and (error.end_offset or 0) > column
    return Complaint(message, line, max(column, 1), t.cast("int", error.end_offset) if is_one_line else 0)


def _message(error: SyntaxError) -> str:
    return " ".join((error.msg or "invalid syntax").split())
