"""Results of a run as strings, one module per format; nothing here reads, prints or exits."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from tdomcheck.errors import UsageError
from tdomcheck.model import RunResult
from tdomcheck.report.context import ReportContext

__all__ = ["FORMATS", "RECORD", "ReportContext", "fenced", "render"]

RECORD = "shard"
"""What only `report merge` reads."""

FORMATS: tuple[str, ...] = (
    "text",
    "concise",
    "grouped",
    "json",
    "jsonl",
    "sarif",
    "github",
    "gitlab",
    "junit",
    "markdown",
    "rdjson",
    "pylint",
    "azure",
    "checkstyle",
)

_FOR_PEOPLE = frozenset({"text", "concise", "grouped"})


class _Renderer(Protocol):
    def render(self, result: RunResult, context: ReportContext) -> str: ...


def render(format_name: str, result: RunResult, context: ReportContext) -> str:
    """The report in a format, ending in a newline unless it is empty; only that format's module is imported."""
    if format_name not in (*FORMATS, RECORD):
        raise UsageError(f"there is no output format {format_name!r}; there are {', '.join(FORMATS)}")
    # The prefix keeps a module from shadowing the standard library's `json`.
    module = cast("_Renderer", import_module(f"tdomcheck.report.as_{format_name}"))
    shown = module.render(result, context)
    return fenced(shown, context.random_token) if format_name in _FOR_PEOPLE else shown


def fenced(text: str, token: str) -> str:
    """Text that the GitHub runner reads no commands from; without a token, the text itself."""
    if not token or not text:
        return text
    return f"::stop-commands::{token}\n{text}::{token}::\n"
