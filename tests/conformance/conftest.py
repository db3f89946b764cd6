"""The rates of the syntax belong into the summary of a run, on whichever release it was."""

from __future__ import annotations

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    outcomes = (*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ()))
    if not any("test_syntax_conformance" in outcome.nodeid for outcome in outcomes):
        return
    from syntax_rates import rates

    terminalreporter.write_line(str(rates()))
