"""What is worked out once a file, or once a project, and remembered with it."""

from __future__ import annotations

import functools
import typing as t
from collections.abc import Callable


class _Remembers(t.Protocol):
    memory: dict[t.Any, t.Any]


Owner = t.TypeVar("Owner", bound=_Remembers)
Arguments = t.ParamSpec("Arguments")
Answer = t.TypeVar("Answer")


def once(find: Callable[[Owner], Answer]) -> Callable[[Owner], Answer]:
    """A decorator: the function is asked only once for each file or project, by which it is remembered."""

    @functools.wraps(find)
    def remembered(owner: Owner, /) -> Answer:
        memory = owner.memory
        if find not in memory:
            memory[find] = find(owner)
        answer: Answer = memory[find]
        return answer

    return remembered


def once_each(
    find: Callable[t.Concatenate[Owner, Arguments], Answer],
) -> Callable[t.Concatenate[Owner, Arguments], Answer]:
    """Ask only once for each file or project and each set of arguments, which are short to hash."""

    @functools.wraps(find)
    def remembered(owner: Owner, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        answers: dict[tuple[object, ...], Answer] = owner.memory.setdefault(find, {})
        key = (*args, *kwargs.items()) if kwargs else args
        if key not in answers:
            answers[key] = find(owner, *args, **kwargs)
        return answers[key]

    return remembered
