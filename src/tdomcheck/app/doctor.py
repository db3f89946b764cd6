"""`doctor`: what tdomcheck runs on, and whether those who ask for it ask for the same version."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from importlib import metadata

import tdomcheck
from tdomcheck.app.request import Request
from tdomcheck.app.session import Session
from tdomcheck.config.regular import read_regular
from tdomcheck.edges.git_command import ask
from tdomcheck.edges.git_ignores import repository_top
from tdomcheck.edges.snapshot import user_folder
from tdomcheck.errors import ExitCode, GitError, TdomcheckError, Unparsable
from tdomcheck.facts.targets.own_versions import (
    VersionReader,
    action_versions,
    hook_versions,
    lock_versions,
    prek_versions,
    required_versions,
)
from tdomcheck.model.paths import is_within
from tdomcheck.model.suffixes import LOCKS
from tdomcheck.report.escape import harmless
from tdomcheck.report.jsontext import JsonObject, dump
from tdomcheck.report.versions import VersionRow, rows_json, rows_text
from tdomcheck.values import dataclass, replace

_OTHER_MARKS = (b"\xff\xfe", b"\xfe\xff")
_MOST_FILES = 500
_MOST_BYTES = 16 << 20
_DEPENDENCIES = (
    *("click", "libcst", "packaging", "ruamel.yaml", "tomlkit"),
    *("tree-sitter", "tree-sitter-python", "tree-sitter-toml"),
)


@dataclass(frozen=True, slots=True)
class Agreement:
    """The versions that are asked for, and whether they are one."""

    rows: tuple[VersionRow, ...]
    required: str = ""
    """The specifier of `required-version`."""
    running: str = ""
    """The version that runs, where it counts: whoever runs another one by hand asks nobody else to."""

    @property
    def is_one(self) -> bool:
        from packaging.specifiers import InvalidSpecifier, SpecifierSet
        from packaging.version import InvalidVersion, Version

        versions = set()
        for text in (*(row.version for row in self.rows), self.running):
            try:
                versions.add(Version(text))
            except InvalidVersion:
                continue  # a commit that does not say what it is
        try:
            allowed = SpecifierSet(self.required)
        except InvalidSpecifier:
            return False
        return len(versions) <= 1 and all(allowed.contains(version, prereleases=True) for version in versions)


def run_versions(request: Request, *, is_json: bool, counts_running: bool = False) -> tuple[str, int, str]:
    """`doctor --versions`: text, exit code, and what could not be read."""
    session = Session(request)
    top = repository_top(session.cwd) or session.settings.root or session.cwd
    troubles: list[str] = []
    rows = tuple(_rows(top, troubles))
    required = session.settings.required_version
    running = tdomcheck.__version__
    agreement = Agreement(rows, required, running if counts_running and rows else "")
    is_one = agreement.is_one
    shown = rows_json(rows, required, running, is_one=is_one) if is_json else rows_text(rows, required, running)
    code = ExitCode.CLEAN if is_one else ExitCode.FINDINGS
    if not is_json and not is_one:
        shown += "they differ: make them one\n"
    elif not is_json and rows and not replace(agreement, running=running).is_one:
        shown += f"{running} runs here, and nobody asks for it; with --running it counts\n"
    return (
        shown,
        ExitCode.UNTRUSTWORTHY if troubles else code,
        harmless("".join(f"error: {each}\n" for each in troubles)),
    )


def _rows(top: str, troubles: list[str]) -> Iterator[VersionRow]:
    for name, kind, reader in _sources(top):
        path = os.path.join(top, *name.split("/"))
        if not is_within(os.path.realpath(path), os.path.realpath(top)):
            continue
        try:
            found = sorted(reader(_decoded(read_regular(path, _MOST_BYTES))), key=lambda each: each.line)
        except FileNotFoundError:
            continue
        except (OSError, Unparsable) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            troubles.append(f"{name}: its versions could not be read: {reason or error}")
            continue
        yield from (VersionRow(kind, name, each.line, each.version, each.written) for each in found)


def _decoded(data: bytes) -> str:
    if b"\0" in data or data.startswith(_OTHER_MARKS):
        raise Unparsable("it is not text in UTF-8")
    return data.decode("utf-8", "replace")


def _sources(top: str) -> Iterator[tuple[str, str, VersionReader]]:
    """Every file that may name a version of ours, from the top of the repository."""
    for name in (".pre-commit-config.yaml", ".pre-commit-config.yml"):
        yield name, "hook", hook_versions
    yield "prek.toml", "hook", prek_versions
    for name in _listed(top):
        if name in LOCKS or (name.startswith("pylock.") and name.endswith(".toml")):
            yield name, "lock", lock_versions
        elif name.startswith("requirements") and name.endswith(".txt"):
            yield name, "requirements", required_versions
    for name in _listed(os.path.join(top, "requirements")):
        if name.endswith(".txt"):
            yield f"requirements/{name}", "requirements", required_versions
    for name in _listed(os.path.join(top, ".github", "workflows")):
        if name.endswith((".yml", ".yaml")):
            yield f".github/workflows/{name}", "action", action_versions
    for name in _listed(os.path.join(top, ".github", "actions")):
        yield f".github/actions/{name}/action.yml", "action", action_versions
        yield f".github/actions/{name}/action.yaml", "action", action_versions


def _listed(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))[:_MOST_FILES]
    except OSError:
        return []


def run_doctor(request: Request, *, is_json: bool) -> tuple[str, int, str]:
    """`doctor`: what somebody asks who is told that it does not work."""
    facts: dict[str, str] = {
        "tdomcheck": tdomcheck.__version__,
        "python": f"{platform.python_version()} {sys.platform}",
    }
    facts |= {name: _installed(name) for name in _DEPENDENCIES}
    facts |= {"git": _git(), "cache": user_folder()}
    trouble = ""
    try:
        session = Session(request)
        facts["configuration"] = session.settings.source or "none"
        facts["project"] = session.settings.project or session.settings.root
        facts["project cache"] = session.state_folder(session.settings).path
    except TdomcheckError as error:
        trouble = str(error)
    if is_json:
        values: JsonObject = {name.replace(" ", "_"): harmless(value) for name, value in facts.items()}
        return dump(values), ExitCode.UNTRUSTWORTHY if trouble else ExitCode.CLEAN, _told(trouble)
    width = max(map(len, facts))
    text = harmless("".join(f"{name:<{width}}  {value}\n" for name, value in facts.items()))
    return text, ExitCode.UNTRUSTWORTHY if trouble else ExitCode.CLEAN, _told(trouble)


def _told(trouble: str) -> str:
    return harmless(f"error: {trouble}\n") if trouble else ""


def _installed(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def _git() -> str:
    try:
        return ask(os.getcwd(), "--version").output.decode("utf-8", "replace").strip().removeprefix("git version ")
    except GitError as error:
        return f"none: {error}"
