"""act on this machine: a workflow is run without Docker and without a network, remote actions from folders here."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from git_running import git
from wheelhouse import copied

ROOT = Path(__file__).parents[1]
PACKAGED = ("pyproject.toml", "README.md", "LICENSE", "src", "rules", "codemods", "action", "action.yml")
"""What the action installs from."""


def act_program() -> str:
    """Where act is; skips where it is not."""
    program = shutil.which("act")
    if program is None:
        pytest.skip("act is not on PATH")
    return program


def action_copy(root: Path) -> Path:
    """The repository of the action as it is here."""
    return copied(root, PACKAGED)


@dataclass(frozen=True)
class Job:
    """A workflow to run, and what stands in for what it uses."""

    home: Path
    """A folder of its own, where the runner keeps what it needs."""
    workflow: Path
    event: object
    name: str = "pull_request"
    replaced: Mapping[str, Path] = field(default_factory=dict)
    """A folder for each `owner/repository@ref`."""
    wheels: Path = Path()
    environ: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Ran:
    """What a workflow came to."""

    code: int
    log: str

    def annotations(self, level: str) -> int:
        return len(re.findall(rf"::{level} (?:file|title)=", self.log))


def run_act(job: Job) -> Ran:
    """Run it in a repository of its own, which has nothing but the workflow."""
    folder = job.home / "workflow"
    (folder / ".github" / "workflows").mkdir(parents=True)
    shutil.copyfile(job.workflow, folder / ".github" / "workflows" / job.workflow.name)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "x")
    (job.home / "event.json").write_text(json.dumps(job.event), encoding="utf-8")
    words = [act_program(), job.name, "-P", "ubuntu-latest=-self-hosted", "--action-offline-mode", "--no-skip-checkout"]
    words += ["-e", str(job.home / "event.json")]
    words += [word for pin, path in job.replaced.items() for word in ("--local-repository", f"{pin}={path}")]
    done = subprocess.run(
        words,
        cwd=folder,
        env=_environ(job),
        capture_output=True,
        text=True,
        check=False,
        errors="replace",
        timeout=500,
    )
    return Ran(done.returncode, done.stdout + done.stderr)


def own_environ() -> dict[str, str]:
    """The environment without what whoever runs these tests tells pytest: jobs run one of their own."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV_"))}


def _environ(job: Job) -> dict[str, str]:
    home = str(job.home)
    environ = {**own_environ(), "GIT_CONFIG_GLOBAL": os.devnull, "HOME": home, "XDG_CACHE_HOME": home}
    environ |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(job.wheels), **job.environ}
    environ["PATH"] = os.pathsep.join((str(Path(sys.executable).parent), environ["PATH"]))
    return environ


def used(*documents: Path) -> dict[str, str]:
    """Every `owner/repository@ref` that workflows and actions use, by the name of the repository."""
    pins: dict[str, str] = {}
    for path in documents:
        for owner, name, ref in re.findall(r"uses: ([\w-]+)/([\w-]+)[\w/-]*@(\w+)", path.read_text(encoding="utf-8")):
            pins[name] = f"{owner}/{name}@{ref}"
    return pins
