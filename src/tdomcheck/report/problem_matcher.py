"""Where the problem matcher is that makes annotations of `--output-format concise`, for `::add-matcher::PATH`."""

from __future__ import annotations

import os
import sys

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "problem_matcher.json")


def main() -> int:
    """Print the path."""
    sys.stdout.write(f"{PATH}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
