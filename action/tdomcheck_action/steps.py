"""The steps of the action: one checks and sets every output, one says at the end whether the job fails."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tdomcheck_action.base import Base, find_base, git_in
from tdomcheck_action.commands import command, cut, fenced, outputs, say, visible
from tdomcheck_action.event import Event, read_event
from tdomcheck_action.inputs import BadInputs, Choice, Inputs, inputs_from
from tdomcheck_action.install import InstallError, install, script
from tdomcheck_action.run import REPORTS, Outcome, Plan, called, environment, run_tool, tool
from tdomcheck_action.sarif import NoPlace, file_under, place, why_not_uploaded
from tdomcheck_action.summary import append_summary, head
from tdomcheck_action.verdict import verdict

OUTPUTS = dict(
    line.split("=", 1)
    for line in Path(__file__).parents[1].joinpath("outputs.txt").read_text(encoding="utf-8").splitlines()
)
"""What later steps read, as it is where nothing else was said; step.sh says so, too, where no Python runs this."""
_MOST_LINES = 10
_NO_SELECTION = "this version of tdomcheck selects no tests yet: run all of them"


def run(arguments: Sequence[str], environ: Mapping[str, str]) -> int:
    """One step, by its name."""
    match arguments:
        case ["check"]:
            return check(environ)
        case ["verdict"]:
            return verdict(environ)
        case _:
            say("usage: step.py check|verdict\n")
            return 2


@dataclass
class _Told:
    """What is written for later steps, and what is said about the run besides its findings."""

    values: dict[str, str] = field(default_factory=OUTPUTS.copy)
    remarks: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def check(environ: Mapping[str, str]) -> int:
    """Check, report, and set the outputs, whatever happens; the step that decides comes last."""
    told = _Told()
    try:
        _check(environ, told)
    except (BadInputs, InstallError, OSError, ValueError) as error:
        problems = error.problems if isinstance(error, BadInputs) else (str(error),)
        told.problems += problems
        told.values["reason"] = f"tdomcheck did not run: {problems[0]}"
        if isinstance(error, InstallError):
            say(fenced(error.log))
    told.values |= {"remark": cut("; ".join(told.remarks)), "reason": cut(told.values["reason"])}
    for problem in told.problems:
        say(f"{command('error', problem)}\n")
    told.values = {name: visible(value).replace("\n", " ") for name, value in told.values.items()}
    with open(environ["GITHUB_OUTPUT"], "a", encoding="utf-8") as file:
        file.write(outputs(told.values))
    return 0


def _check(environ: Mapping[str, str], told: _Told) -> None:
    inputs = inputs_from(environ)
    event = read_event(environ)
    if event.name == "pull_request_target":
        raise ValueError("`pull_request_target` runs the code of strangers beside your secrets; use `pull_request`")
    workspace = environ.get("GITHUB_WORKSPACE") or os.getcwd()
    folder = os.path.join(workspace, inputs.working_directory)
    if not os.path.isdir(folder):
        raise ValueError(f"the input `working-directory` is {inputs.working_directory!r}: there is no such folder")
    temporary = environ.get("RUNNER_TEMP") or tempfile.gettempdir()
    kept = environ.get("RUNNER_TOOL_CACHE", "")
    python = install(environ["GITHUB_ACTION_PATH"], temporary, inputs.version, kept)
    told.values["tdomcheck"] = script(python)
    if inputs.only_install:
        told.values |= {"exit-code": "0", "verdict": "0", "reason": "only-install is true"}
        return
    reports = tempfile.mkdtemp(prefix="tdomcheck-reports-", dir=temporary)
    base = find_base(event, git_in(folder))
    plan = Plan(
        python,
        folder,
        reports,
        os.path.join(temporary, "tdomcheck-cache"),
        focus=base.sha if _is_about_changes(inputs, event) else "",
        is_safe=inputs.safe is Choice.ALWAYS or (inputs.safe is Choice.AUTO and event.is_stranger),
    )
    outcome = run_tool(plan, inputs, environ)
    say(fenced(outcome.text))
    _tell(told, inputs, event, base, outcome)
    if plan.is_safe:
        told.remarks.append("no plugins were loaded (--safe), so rules of the project's own did not run")
    _select_tests(told, inputs, base, reports)
    _sarif(told, plan, inputs, why_not_uploaded(inputs, event, outcome.code), (workspace, temporary))
    told.remarks += _drift(plan, environ)
    _annotate(told, inputs, event, reports)
    _summarise(told, inputs, plan, base, environ)


def _is_about_changes(inputs: Inputs, event: Event) -> bool:
    return inputs.changed_only is Choice.ALWAYS or (inputs.changed_only is Choice.AUTO and event.is_change)


def _tell(told: _Told, inputs: Inputs, event: Event, base: Base, outcome: Outcome) -> None:
    told.values |= {
        "findings": str(outcome.count("findings")),
        "errors": str(outcome.count("errors")),
        "warnings": str(outcome.count("warnings")),
        "fixable": str(outcome.count("fixable")),
        "exit-code": str(outcome.code),
        "verdict": str(outcome.code),
        "changed-files": "" if base.files is None else str(base.files),
        "version": outcome.version,
        "reason": "select-tests is false",
    }
    if outcome.trouble:
        told.problems.append(outcome.trouble)
    if not base.sha and _is_about_changes(inputs, event):
        told.remarks.append(f"everything counts, as nobody knows what changed: {base.reason}")


def _select_tests(told: _Told, inputs: Inputs, base: Base, reports: str) -> None:
    """All of them, and why, until there is a selection."""
    if not inputs.select_tests:
        return
    path = os.path.join(reports, "tests.txt")
    with open(path, "w", encoding="utf-8"):
        pass
    told.values |= {"tests": path, "tests-mode": "all", "reason": base.reason or _NO_SELECTION}


def _sarif(told: _Told, plan: Plan, inputs: Inputs, reason: str, allowed: tuple[str, ...]) -> None:
    made = os.path.join(plan.reports, REPORTS["sarif"])
    if not os.path.isfile(made):
        return
    if inputs.sarif_category != "tdomcheck":
        file_under(made, inputs.sarif_category)
    told.values["sarif-file"] = made
    try:
        told.values["sarif-file"] = place(made, os.path.join(plan.folder, inputs.sarif), allowed)
    except NoPlace as error:
        told.remarks.append(f"{error}; it is {made}")
    told.values["upload"] = "false" if reason else "true"
    if reason and inputs.upload_sarif is not Choice.NEVER:
        told.remarks.append(f"the SARIF is not uploaded, and its findings are annotations: {reason}")


def _drift(plan: Plan, environ: Mapping[str, str]) -> list[str]:
    """Where the hook, the lock file and the pins of the action name different versions; a pin runs what runs here."""
    words = [*tool(plan), "doctor", "--versions", "--running", "--safe"]
    code, text = called(words, plan.folder, environment(environ, is_safe=True))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return ["; ".join(_few(lines))] if code == 1 and lines else []


def _few(lines: Sequence[str]) -> Sequence[str]:
    """All lines if they are few, else one for each version that somebody asks for, and the last, which concludes."""
    if len(lines) <= _MOST_LINES:
        return lines
    first = {tuple(line.split()[:2]): line for line in reversed(lines[:-1])}
    kept = [line for line in lines[:-1] if first[tuple(line.split()[:2])] is line][:_MOST_LINES]
    more = len(lines) - 1 - len(kept)
    return [*kept, f"{more} more lines: `tdomcheck doctor --versions` has them", lines[-1]]


def _annotate(told: _Told, inputs: Inputs, event: Event, reports: str) -> None:
    path = os.path.join(reports, REPORTS["github"])
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read()
    except OSError:
        return
    is_uploaded = told.values["upload"] == "true"
    is_fallback = not is_uploaded and inputs.upload_sarif is not Choice.NEVER and bool(inputs.sarif)
    is_twice = is_uploaded and event.name == "pull_request"  # code scanning shows them in the pull request, too
    if inputs.annotations is Choice.ALWAYS or is_fallback or (inputs.annotations is Choice.AUTO and not is_twice):
        say(text)
        is_room = len(re.findall(r"^::notice", text, re.MULTILINE)) < inputs.max_annotations
    else:
        told.values["annotations-file"] = path  # for the last step, if code scanning does not take the SARIF
        is_room = True
    told.values["notices"] = "true" if is_room else "false"


def _summarise(told: _Told, inputs: Inputs, plan: Plan, base: Base, environ: Mapping[str, str]) -> None:
    if not inputs.summary:
        return
    text = ""
    path = os.path.join(plan.reports, REPORTS["markdown"])
    if os.path.isfile(path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
    lines = head(plan.focus, base, told.remarks, told.problems)
    trouble = append_summary(environ.get("GITHUB_STEP_SUMMARY", ""), lines, text)
    if trouble:
        say(f"tdomcheck: {visible(trouble)}\n")
