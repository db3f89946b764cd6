"""What step.sh runs: `step.py check` and `step.py verdict`, on a Python that is new enough.

It does so with `-I`: what the variables of the job lead to, as `PYTHONPATH: src`, may be the code of a stranger.
"""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # -I leaves it out
    from tdomcheck_action.steps import run

    sys.exit(run(sys.argv[1:], os.environ))
