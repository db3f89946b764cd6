"""Where `tdomcheck` and `python -m tdomcheck` begin."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line."""
    from tdomcheck.cli.main import run  # noqa: PLC0415

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
