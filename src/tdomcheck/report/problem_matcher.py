"""Where the problem matchers are that make annotations of the reports for people, for `::add-matcher::PATH`.

The runner takes colours away before it matches by a pattern that no colour fits, so these look through them themselves.
What a report says line by line is for one of them only: no line of source, no name and no message is a finding.
"""

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
