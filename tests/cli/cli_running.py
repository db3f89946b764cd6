"""A small project, and what a run of the command line in it came to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import typing as t
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import git_running

CLEAN = 'from tdom import html\n\n\ndef page(name):\n    return html(t"<p>{name}</p>")\n'
NESTED = "from tdom import html\n\n\ndef page(x):\n    return html(t\"<div>{html(t'<b>{x}</b>')}</div>\")\n"
"""One warning, TDC121, with a safe fix."""
UNNESTED = "from tdom import html\n\n\ndef page(x):\n    return html(t\"<div>{t'<b>{x}</b>'}</div>\")\n"
"""What the fix makes of it."""
MISMATCHED = 'page = t"<p><b>x</i></p>"\n'
"""One error, TDC101."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Exit code, standard output and standard error of a run."""

    code: int
    raw: bytes
    raw_err: bytes

    @property
    def out(self) -> str:
        return self.raw.decode("utf-8", "surrogateescape")

    @property
    def err(self) -> str:
        return self.raw_err.decode("utf-8", "surrogateescape")

    @property
    def json(self) -> t.Any:
        return json.loads(self.out)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of a JSON report, in its order."""
        return tuple(finding["code"] for finding in self.json["findings"])


@dataclass(frozen=True, slots=True)
class Project:
    """A folder with files, and the command to run in it."""

    root: Path
    tool: Callable[..., Outcome]

    def write(self, files: Mapping[str, str | bytes]) -> None:
        for name, content in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def read(self, name: str) -> bytes:
        return (self.root / name).read_bytes()

    def text(self, name: str) -> str:
        return self.read(name).decode()

    def check(self, *arguments: str, stdin: bytes | None = None) -> Outcome:
        return self.tool("check", "--no-cache", *arguments, stdin=stdin)

    def findings(self, *arguments: str) -> tuple[str, ...]:
        return self.check("--output-format", "json", *arguments).codes

    def fix(self, *arguments: str, stdin: bytes | None = None) -> Outcome:
        return self.tool("fix", "--no-cache", *arguments, stdin=stdin)

    def files(self) -> dict[str, bytes]:
        """Everything but our own folder, so that stray files show."""
        found = (path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink())
        return {
            str(path.relative_to(self.root)): path.read_bytes()
            for path in found
            if ".tdomcheck" not in path.relative_to(self.root).parts
        }

    def plugin(self, source: str, name: str = "own.py") -> None:
        """A rule of the project's own, switched on."""
        self.write({f"rules/{name}": plugin_source(source)})
        self.write({"pyproject.toml": '[tool.tdomcheck]\nplugins = ["rules"]\nexclude = ["rules"]\n'})

    def process(self, *arguments: str, **further: t.Any) -> subprocess.Popen[bytes]:
        """The command as a process of its own."""
        command = [sys.executable, "-m", "tdomcheck", *arguments]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL}
        return subprocess.Popen(command, cwd=self.root, **{**pipes, **further})


_HEADER = '''"""A rule for a test."""

from __future__ import annotations

import typing as t

import libcst as cst

from tdomcheck import authoring as td


class Own(td.Rule):
    """
    ## What

    Something that a test wants.

    ## Why

    A test wants it.

    ## Instead

    Nothing.

    ## Example

    ```python
    bad = 1
    good = 1
    ```
    """

    CODE = "XYZ001"
    SLUG = "own-rule"
    GROUP = "own"
    SUMMARY = "something is wrong"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "sometimes"
    VALID: t.ClassVar = ["good = 1"]
    INVALID: t.ClassVar = [td.invalid("«bad» = 1")]

'''


def git(project: Project, *arguments: str, check: bool = True) -> str:
    """Git in the project."""
    return git_running.git(project.root, *arguments, check=check)


def plugin_source(body: str) -> str:
    """The file of a LibCST rule with this body; `body` is the class body after its attributes."""
    indented = "".join(f"    {line}" if line.strip() else line for line in dedent(body).splitlines(keepends=True))
    return _HEADER + indented


def env(**further: str) -> dict[str, str]:
    return {**os.environ, **further}
