"""Git for the repositories of tests."""

from __future__ import annotations

import subprocess
from pathlib import Path


def git(root: Path, *arguments: str, check: bool = True) -> str:
    """What git says in a folder, run as somebody whom no configuration names."""
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    command = ["git", *identity, *arguments]
    done = subprocess.run(command, cwd=root, check=check, capture_output=True, text=True, timeout=60)
    return done.stdout.strip()
