"""What the tests that are not marked slow cost in processor time, beside those of another commit, in one run.

    python benchmarks/suite_cost.py 7a5b2f7 --most 0.5

Each commit is checked out into a scratch folder of its own, with a venv of its own, and the two take turns.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from measure import Contender, compare

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TESTS = ("-m", "pytest", "-q", "-m", "not slow", "-p", "no:cacheprovider")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print both costs and their ratio; exit 1 where it is larger than was promised."""
    options = _options(arguments)
    with tempfile.TemporaryDirectory(prefix="tdomcheck-suite-") as scratch:
        contenders = [_contender(revision, scratch) for revision in (options.before, options.after)]
        costs = compare(contenders, scratch, dict(os.environ), options.rounds)
    before, after = (costs[contender.name].cpu for contender in contenders)
    print(f"{options.before}: {before:.1f} s, {options.after}: {after:.1f} s, ratio {after / before:.2f}")
    return int(after / before > options.most)


def _contender(revision: str, scratch: str) -> Contender:
    folder, venv = os.path.join(scratch, revision), os.path.join(scratch, f"venv-{revision}")
    os.mkdir(folder)
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
    subprocess.run([sys.executable, "-m", "venv", venv], check=True)
    python = os.path.join(venv, "bin", "python")
    subprocess.run([python, "-m", "pip", "install", "-q", "-e", f"{folder}[test]"], check=True)
    return Contender(revision, ["sh", "-c", 'cd "$0" && exec "$@" >&2', folder, python, *TESTS], codes=(0,))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", help="the commit to compare with")
    parser.add_argument("after", nargs="?", default="HEAD", help="HEAD, where nothing is said")
    parser.add_argument("--most", type=float, default=1.0, help="the largest ratio that is no failure")
    parser.add_argument("--rounds", type=int, default=1)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
