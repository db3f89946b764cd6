"""What the steps of `action.yml` run, on whatever Python the job has: `step.py check` and `step.py verdict`.

This file must be understood by every Python that a runner has, so that an old one is answered with a sentence.
They run it with `-I`: what the variables of the job lead to, as `PYTHONPATH: src`, may be the code of a stranger.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

OUTPUTS = (
    ("findings", "0"),
    ("errors", "0"),
    ("warnings", "0"),
    ("fixable", "0"),
    ("exit-code", "2"),
    ("verdict", "2"),
    ("sarif-file", ""),
    ("changed-files", ""),
    ("tests", ""),
    ("tests-mode", "all"),
    ("reason", "tdomcheck did not run"),
    ("version", ""),
    ("tdomcheck", ""),
    ("upload", "false"),
    ("remark", ""),
    ("notices", "true"),
    ("annotations-file", ""),
)
"""What later steps read, as it is where nothing else was said."""


def is_new_enough(version: Sequence[int]) -> bool:
    """Whether a Python runs tdomcheck."""
    return tuple(version[:2]) >= (3, 11)  # the interpreter may be any


def refuse(version: Sequence[int], output_path: str) -> int:
    """Say that this Python is too old; every output is set all the same."""
    running = ".".join(str(number) for number in version[:3])
    sentence = "tdomcheck needs Python 3.11 or newer, and this is " + running
    advice = "; name one with the input `python-version`, or set one up in a step before"
    if output_path:
        with open(output_path, "a", encoding="ascii") as file:
            file.writelines(name + "=" + value + "\n" for name, value in OUTPUTS)
    sys.stdout.write("::error title=tdomcheck::" + sentence + advice + "\n")
    return 0  # the step that decides comes last, and reads the outputs


def main(arguments: Sequence[str]) -> int:
    """The exit code of a step."""
    if not is_new_enough(sys.version_info[:3]):
        is_check = arguments[:1] == ["check"]
        code = refuse(sys.version_info[:3], os.environ.get("GITHUB_OUTPUT", "") if is_check else "")
        return code if is_check else 2
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # -I leaves it out
    from tdomcheck_action.steps import run

    return run(arguments, os.environ)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
