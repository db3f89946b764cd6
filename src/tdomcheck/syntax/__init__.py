"""Whether a file is Python: the running interpreter is asked, and newer syntax is put before it in older words."""

from tdomcheck.syntax.judge import judge_syntax
from tdomcheck.syntax.verdict import Refusal, Unfinished, Verdict

__all__ = ["Refusal", "Unfinished", "Verdict", "judge_syntax"]
