"""Run every example under the real tdom, and write what happens to observed.json.

    python docs/evidence/observe.py                      # with a Python 3.14 that has tdom, svcs-di and tdom-svcs
    python docs/evidence/observe.py --python "chroot /srv/sid /opt/venv/bin/python"

The examples run in the Python that is given; this script itself needs 3.11 and nothing else.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shlex
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER))

from mistakes import CORRECT, MISTAKES  # noqa: E402  # the folder must be known first

TARGET = FOLDER / "observed.json"


def digest(bad: str, good: str) -> str:
    """Changes with the example, so that nobody reads what an older one did."""
    return hashlib.sha256(f"{bad}\0{good}".encode()).hexdigest()[:16]


def main(arguments: list[str]) -> int:
    """Observe and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=sys.executable, help="a Python that has tdom; a command with arguments")
    python = shlex.split(parser.parse_args(arguments).python)
    child = (FOLDER / "run_examples.py").read_text(encoding="utf-8")
    sources = {mistake.slug: mistake.files for mistake in MISTAKES}
    sources |= {correct.slug: (correct.file, correct.file) for correct in CORRECT}
    done = subprocess.run(
        [*python, "-c", child], input=json.dumps(sources), text=True, capture_output=True, check=False
    )
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        return 1
    observed = json.loads(done.stdout)
    for slug, files in sources.items():
        observed["examples"][slug]["digest"] = digest(*files)
    TARGET.write_text(json.dumps(observed, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for slug, both in observed["examples"].items():
        if both["good"]["how"] == "raises":
            print(f"{slug}: the good example raises {both['good']['text']}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
