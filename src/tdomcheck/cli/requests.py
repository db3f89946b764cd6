"""What the options of `check` and `fix` come to: a request and a view. A hook gets here without click."""

from __future__ import annotations

import os
import sys
import typing as t
from collections.abc import Iterable, Mapping

from tdomcheck.app.present import ReportOptions
from tdomcheck.app.request import Request
from tdomcheck.cli.terminal import takes_links, wants_color, width

FORMATS = (
    "text", "concise", "grouped", "json", "jsonl", "sarif", "github", "gitlab", "junit", "markdown", "rdjson",
    "pylint", "azure", "checkstyle",
)  # fmt: skip
RECORD = "shard"
"""The further report that `report merge` reads."""


def misuse(sentence: str) -> t.NoReturn:
    """The command line says what cannot be done."""
    from click import UsageError

    raise UsageError(sentence)


class Chosen(t.TypedDict):
    """The values of the options about the configuration."""

    configs: tuple[str, ...]
    isolated: bool
    trust_plugins: bool
    safe: bool
    debug: bool


class Configuring(t.TypedDict):
    """What those say to a request."""

    config: str | None
    inline: tuple[str, ...]
    is_isolated: bool
    trusts_plugins: bool
    is_safe: bool


def configuration(chosen: Chosen) -> Configuring:
    """What configures a run besides the files that it finds by itself."""
    files = [value for value in chosen["configs"] if "=" not in value]
    if len(files) > 1:
        misuse("--config names more than one file")
    if files and chosen["isolated"] and not os.path.isfile(files[0]):  # else whoever reads it says so
        misuse(f"--config {files[0]}: no such file")
    return Configuring(
        config=os.path.abspath(files[0]) if files else None,
        inline=tuple(value for value in chosen["configs"] if "=" in value),
        is_isolated=chosen["isolated"],
        trusts_plugins=chosen["trust_plugins"],
        is_safe=chosen["safe"],
    )


class SharedOptions(Chosen):
    """The values of the shared options."""

    paths: tuple[str, ...]
    select: tuple[str, ...]
    extend_select: tuple[str, ...]
    ignore: tuple[str, ...]
    exclude: tuple[str, ...]
    extend_exclude: tuple[str, ...]
    force_exclude: bool
    no_respect_gitignore: bool
    preview: bool
    target_tdom: str | None
    target_svcs_di: str | None
    target_svcs: str | None
    staged: bool
    changed: bool
    since: str | None
    dependents: bool | None
    stdin_filename: str
    jobs: int | None
    no_cache: bool
    cache_dir: str | None
    allow_empty: bool
    baseline: str | None
    no_baseline: bool
    exit_zero: bool
    max_warnings: int | None
    fail_on: str | None
    output_format: str
    output_file: str
    reports: tuple[str, ...]
    max_annotations: int
    sarif_suppressed: bool
    statistics: bool
    profile_rules: bool
    quiet: bool
    unsafe_fixes: bool | None
    color: str
    no_gates: bool
    events: str | None
    task: str | None


DEFAULTS = SharedOptions(
    configs=(),
    isolated=False,
    trust_plugins=False,
    safe=False,
    debug=False,
    paths=(),
    select=(),
    extend_select=(),
    ignore=(),
    exclude=(),
    extend_exclude=(),
    force_exclude=False,
    no_respect_gitignore=False,
    preview=False,
    target_tdom=None,
    target_svcs_di=None,
    target_svcs=None,
    staged=False,
    changed=False,
    since=None,
    dependents=None,
    stdin_filename="",
    jobs=None,
    no_cache=False,
    cache_dir=None,
    allow_empty=False,
    baseline=None,
    no_baseline=False,
    exit_zero=False,
    max_warnings=None,
    fail_on=None,
    output_format="text",
    output_file="",
    reports=(),
    max_annotations=10,
    sarif_suppressed=False,
    statistics=False,
    profile_rules=False,
    quiet=False,
    unsafe_fixes=None,
    color="auto",
    no_gates=False,
    events=None,
    task=None,
)
"""The options of `check`, where none is given."""


def _split(values: tuple[str, ...]) -> list[str]:
    return [part.strip() for value in values for part in value.split(",") if part.strip()]


def overrides(given: SharedOptions) -> dict[str, object]:
    """Configuration keys that the command line sets."""
    values: dict[str, object] = {
        "select": _split(given["select"]),
        "extend-select": _split(given["extend_select"]),
        "ignore": _split(given["ignore"]),
        "exclude": list(given["exclude"]),
        "extend-exclude": list(given["extend_exclude"]),
        "force-exclude": given["force_exclude"] or None,
        "respect-gitignore": False if given["no_respect_gitignore"] else None,
        "preview": given["preview"] or None,
        "target-tdom": given["target_tdom"],
        "target-svcs-di": given["target_svcs_di"],
        "target-svcs": given["target_svcs"],
        "jobs": given["jobs"],
        "cache-dir": os.path.abspath(given["cache_dir"]) if given["cache_dir"] else None,
        "fail-on": given["fail_on"],
        "max-warnings": given["max_warnings"],
        "unsafe-fixes": given["unsafe_fixes"],
        "baseline": _baseline(given),
    }
    return {key: value for key, value in values.items() if value is not None and value != []}


def _baseline(given: SharedOptions) -> str | None:
    if given["baseline"] and given["no_baseline"]:
        misuse("--baseline and --no-baseline exclude each other")
    return "" if given["no_baseline"] else os.path.abspath(given["baseline"]) if given["baseline"] else None


def request_of(given: SharedOptions, further: Mapping[str, object] | None = None) -> Request:
    """What the run is asked to do."""
    configured = configuration(given)
    if given["staged"] and (given["changed"] or given["since"]):
        misuse("--staged and --changed exclude each other")
    paths = given["paths"]
    stdin = _stdin(paths, given["stdin_filename"])
    return Request(
        paths=tuple(path for path in paths if path != "-"),
        overrides={**overrides(given), **(further or {})},
        **configured,
        uses_cache=not (given["no_cache"] or given["profile_rules"]),
        uses_gates=not given["no_gates"],
        allows_empty=given["allow_empty"],
        staged=given["staged"],
        changed=given["changed"] or given["since"] is not None,
        since=given["since"],
        judges_dependents=_judges_dependents(given),
        base=_base(os.environ),
        stdin=stdin,
        stdin_filename=given["stdin_filename"],
        exits_zero=given["exit_zero"],
        show_progress=sys.stderr.isatty(),
        **recording(given["events"], given["task"]),
    )


class Recording(t.TypedDict):
    """Who wants to know of a run."""

    events: str
    task: str


def recording(events: str | None, task: str | None) -> Recording:
    """What was typed, else what the environment says."""
    environ = os.environ
    return Recording(
        events=environ.get("TDOMCHECK_EVENTS", "") if events is None else events,
        task=environ.get("TDOMCHECK_TASK", "") if task is None else task,
    )


def _judges_dependents(given: SharedOptions) -> bool:
    if given["dependents"] is not None:
        return given["dependents"]
    is_selection = given["staged"] or given["changed"] or given["since"] is not None
    return is_selection or "PRE_COMMIT" in os.environ


def _base(environ: Mapping[str, str]) -> str | None:
    """What pre-commit compares the files with that it names."""
    return environ.get("PRE_COMMIT_FROM_REF") or ("HEAD" if "PRE_COMMIT" in environ else None)


def _stdin(paths: tuple[str, ...], filename: str) -> bytes | None:
    if "-" not in paths:
        if filename:
            misuse("--stdin-filename goes with the path -")
        return None
    if len(paths) > 1:
        misuse("standard input (-) cannot be checked together with other paths")
    return sys.stdin.buffer.read()


def view_of(given: SharedOptions, verb: str, *, show_fixes: bool = False, is_shard: bool = False) -> ReportOptions:
    """How the result is shown."""
    if not is_shard and any(name == RECORD for name, _ in map(_report, given["reports"])):
        misuse(f"--report {RECORD}=PATH goes with `check --shard I/N`: it is for `tdomcheck report merge`")
    _check_standard_output(given)
    _check_files(given)
    is_terminal = sys.stdout.isatty()
    color = wants_color(given["color"], os.environ, is_terminal=is_terminal) and not given["output_file"]
    return ReportOptions(
        format=given["output_format"],
        output_file=given["output_file"],
        reports=tuple(_report(value) for value in given["reports"]),
        color=color,
        links=color and takes_links(os.environ, is_terminal=is_terminal),
        width=width(),
        verb=verb,
        unsafe_fixes=bool(given["unsafe_fixes"]),
        show_fixes=show_fixes,
        statistics=given["statistics"],
        profile=given["profile_rules"],
        quiet=given["quiet"],
        max_annotations=given["max_annotations"],
        shows_suppressed=given["sarif_suppressed"],
    )


_FOR_PEOPLE = frozenset({"text", "concise", "grouped", "github"})
"""They may share standard output with each other; a document has it to itself."""


def _check_standard_output(given: SharedOptions) -> None:
    """Raise UsageError where two documents would be one after the other on standard output."""
    formats = [name for name, path in map(_report, given["reports"]) if path == "-"]
    shown = formats if given["output_file"] else [given["output_format"], *formats]
    documents = [name for name in shown if name not in _FOR_PEOPLE]
    if formats and documents and len(shown) > 1:
        misuse(
            f"{' and '.join(shown)} would share standard output, and {documents[0]} is to be read by a program there"
        )


def _check_files(given: SharedOptions) -> None:
    reports = [(f"--report {name}", path) for name, path in map(_report, given["reports"])]
    events = recording(given["events"], None)["events"]
    refuse_shared_files([("--output-file", given["output_file"]), *reports, ("--events", events)])


def refuse_shared_files(written: Iterable[tuple[str, str]]) -> None:
    """Raise UsageError where two options write one file: each with the path that it was given, or with nothing."""
    options: dict[str, str] = {}
    for option, path in written:
        real = os.path.realpath(path) if path and path != "-" else ""
        if not real or (os.path.exists(real) and not os.path.isfile(real)):  # a pipe, a terminal, the null device
            continue
        if real in options:
            misuse(f"{options[real]} and {option} would both write {path}: give each a file of its own")
        options[real] = option


def _report(value: str) -> tuple[str, str]:
    name, sign, path = value.partition("=")
    if not sign or not path or name not in (*FORMATS, RECORD):
        misuse(f"--report {value}: write FORMAT=PATH, with FORMAT one of {', '.join(FORMATS)}")
    return name, path
