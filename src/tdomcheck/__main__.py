"""Where `tdomcheck` and `python -m tdomcheck` begin."""

from __future__ import annotations

import gc
import sys


def main() -> int:
    """Replay the last answer if it still holds, else run the command line."""
    from tdomcheck.edges.snapshot import replay

    code = replay(sys.argv[1:])
    if code is not None:
        return code
    gc.set_threshold(50_000, 20, 50)  # what is imported and parsed stays: looking for rubbish there costs a tenth
    from tdomcheck.cli.main import run

    code = run(sys.argv[1:])
    gc.freeze()  # the interpreter ends a tenth sooner when it does not search all of it once more
    return code


if __name__ == "__main__":
    sys.exit(main())
