"""One run of tdomcheck: one analysis, with all reports in files."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tdomcheck_action.inputs import Inputs

_PRIVATE = ("GITHUB_ACTIONS", "GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY",
            "GITHUB_TOKEN")  # fmt: skip
_PREFIXES = ("INPUT_", "ACTIONS_", "PRE_COMMIT")
REPORTS = {"json": "report.json", "github": "annotations.txt", "markdown": "summary.md", "sarif": "tdomcheck.sarif"}


@dataclass(frozen=True)
class Plan:
    """How tdomcheck is run."""

    python: str
    folder: str
    """The folder to run in."""
    reports: str
    """The folder of the reports."""
    cache: str
    focus: str = ""
    is_safe: bool = False


@dataclass(frozen=True)
class Outcome:
    """What a run came to."""

    code: int
    text: str
    summary: Mapping[str, object] = field(default_factory=dict)
    version: str = ""
    trouble: str = ""
    """Why there is no report."""

    def count(self, name: str) -> int:
        value = self.summary.get(name)
        return value if isinstance(value, int) else 0


def tool(plan: Plan) -> list[str]:
    """tdomcheck, which takes neither its own code nor that of Python from where variables of the job lead."""
    return [plan.python, "-I", "-X", "utf8", "-m", "tdomcheck"]


def command(plan: Plan, inputs: Inputs) -> list[str]:
    """The command line; what is named stands behind `--`, so that no name is an option."""
    words = [*tool(plan), "check", *inputs.args]
    words += ["--max-annotations", str(inputs.max_annotations), "--color", "never"]
    words += ["--fail-on", inputs.fail_on] if inputs.fail_on else []
    words += ["--cache-dir", plan.cache] if inputs.cache else ["--no-cache"]
    words += ["--focus", plan.focus] if plan.focus else []
    words += ["--safe"] if plan.is_safe else []
    for name, file in REPORTS.items():
        if name != "sarif" or inputs.sarif:
            words += ["--report", f"{name}={os.path.join(plan.reports, file)}"]
    return [*words, "--", *_paths(plan.folder, inputs.paths)]


def _paths(folder: str, paths: Sequence[str]) -> Sequence[str]:
    """A project by itself is what its configuration includes; a folder without one is looked at as a whole."""
    return () if tuple(paths) == (".",) and is_configured(folder) else paths


def is_configured(folder: str) -> bool:
    """Whether a folder has a configuration of tdomcheck."""
    if os.path.isfile(os.path.join(folder, "tdomcheck.toml")):
        return True
    try:
        with open(os.path.join(folder, "pyproject.toml"), "rb") as file:
            return b"[tool.tdomcheck" in file.read(1 << 20)
    except OSError:
        return False


def environment(environ: Mapping[str, str], *, is_safe: bool) -> dict[str, str]:
    """What tdomcheck may know: it annotates and writes nothing by itself, and needs no secrets."""
    kept = {name: value for name, value in environ.items() if name not in _PRIVATE and not name.startswith(_PREFIXES)}
    if not is_safe:
        return kept
    return {name: value for name, value in kept.items() if not name.startswith(("PYTHON", "TDOMCHECK_TRUST_PLUGINS"))}


def run_tool(plan: Plan, inputs: Inputs, environ: Mapping[str, str]) -> Outcome:
    """Run it, and read what it reports."""
    code, text = called(command(plan, inputs), plan.folder, environment(environ, is_safe=plan.is_safe))
    try:
        with open(os.path.join(plan.reports, REPORTS["json"]), "rb") as file:
            report = json.load(file)
        summary, version = dict(report["summary"]), str(report["tool"]["version"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        last = next((line for line in reversed(text.splitlines()) if line.lower().startswith("error:")), "")
        reason = error.strerror if isinstance(error, OSError) else error
        return Outcome(code if code > 1 else 2, text, trouble=last or f"tdomcheck left no report: {reason}")
    return Outcome(code, text, summary, version)


def called(words: Sequence[str], folder: str, environ: Mapping[str, str]) -> tuple[int, str]:
    """The exit code and all that was printed; a process that was killed is not to be trusted."""
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    except (OSError, ValueError) as error:
        return 2, f"error: tdomcheck could not be started in {folder}: {error}\n"
    return done.returncode if done.returncode >= 0 else 2, done.stdout.decode("utf-8", "replace")
