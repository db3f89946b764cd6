"""What is worked out once a file, or once a project, and remembered with it."""

from __future__ import annotations

import functools
import typing as t
from collections.abc import Callable

Owner = t.TypeVar("Owner", bound="_Remembers")
Answer = t.TypeVar("Answer")


class _Remembers(t.Protocol):
    @property
    def memory(self) -> dict[t.Any, t.Any]: ...


def once(find: Callable[[Owner], Answer]) -> Callable[[Owner], Answer]:
    """Ask only once for each file or project; the key is the function itself."""

    @functools.wraps(find)
    def remembered(owner: Owner) -> Answer:
        memory = owner.memory
        if find not in memory:
            memory[find] = find(owner)
        answer: Answer = memory[find]
        return answer

    return remembered
