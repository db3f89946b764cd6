"""Where `tdomcheck` and `python -m tdomcheck` begin."""

from __future__ import annotations

import sys


def main() -> int:
    """Replay the last answer if it still holds, else run the command line."""
    from tdomcheck.edges.snapshot import replay

    code = replay(sys.argv[1:])
    if code is not None:
        return code
    from tdomcheck.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
