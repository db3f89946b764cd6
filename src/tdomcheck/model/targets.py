"""The versions of the libraries that the checked code is written for."""

from __future__ import annotations

from tdomcheck.values import dataclass

Version = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Targets:
    """The releases that the checked code is written for: the same line may be right in one and wrong in the next."""

    tdom: Version = (0, 1, 20)
    svcs_di: Version = (0, 3, 0)
    svcs: Version = (26, 2)
    python: Version = ()
    """The oldest that the code runs on, which codemods are told; empty where nobody says."""
