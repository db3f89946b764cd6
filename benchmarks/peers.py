"""The other tools and a fresh copy of this one, in an environment as users have it: no editable install."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from dataclasses import dataclass

HERE = os.path.dirname(os.path.abspath(__file__))
CHECKOUT = os.path.dirname(HERE)
_SCRIPT = """\
#!{python}
import sys
from tdomcheck.__main__ import main
sys.exit(main())
"""


@dataclass(frozen=True)
class Peers:
    """An environment with all contenders."""

    folder: str

    def tool(self, name: str) -> str:
        return os.path.join(self.folder, "bin", name)

    @property
    def python(self) -> str:
        return self.tool("python")


def prepare_peers(folder: str) -> Peers:
    """Install what is missing, and tdomcheck as it is in the checkout now."""
    peers = Peers(folder)
    if not os.path.exists(peers.tool("t-linter")):
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        with open(os.path.join(CHECKOUT, "pyproject.toml"), "rb") as file:
            own = tomllib.load(file)["project"]["dependencies"]
        listed = os.path.join(HERE, "requirements.txt")
        pip = [peers.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--requirement", listed, *own], check=True)
    _install_checkout(peers)
    return peers


def _install_checkout(peers: Peers) -> None:
    """Put the package where the wheel would put it, compiled as pip compiles it."""
    library = sysconfig.get_path("purelib", vars={"base": peers.folder, "platbase": peers.folder})
    target = os.path.join(library, "tdomcheck")
    shutil.rmtree(target, ignore_errors=True)
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(os.path.join(CHECKOUT, "src", "tdomcheck"), target, ignore=leave)
    for name in ("rules", "codemods"):
        shutil.copytree(os.path.join(CHECKOUT, name), os.path.join(target, name), ignore=leave)
    subprocess.run([peers.python, "-m", "compileall", "-q", library], check=True)
    script = peers.tool("tdomcheck")
    with open(script, "w", encoding="utf-8") as file:
        file.write(_SCRIPT.format(python=peers.python))
    os.chmod(script, 0o700)


def environment_in(scratch: str) -> dict[str, str]:
    """Caches of the user apart from the real ones; byte code is kept, as it is for users."""
    found = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GITHUB_"))}
    home = os.path.join(scratch, "home")
    os.makedirs(home, exist_ok=True)
    return {**found, "HOME": home, "XDG_CACHE_HOME": os.path.join(home, "cache"), "NO_COLOR": "1"}
