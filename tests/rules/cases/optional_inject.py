"""Cases of TDC404, optional-inject."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = (
    "from dataclasses import dataclass\nfrom typing import Annotated, Optional, Union\n"
    "from svcs_di import Inject\n\nclass Db: ...\n\n@dataclass\nclass Panel:\n"
)

VALID = [
    (
        "from dataclasses import dataclass\nfrom shop import Inject\n\n@dataclass\n"
        "class Panel:\n    db: Inject[int] | None"
    ),
    f"{_HEAD}    db: Inject[Union[Db, int]]",
    (
        "from svcs_di import Inject\n\nSize = Inject[int]\nMaybe = Inject[int] | None\nMaybe = Size\n\n"
        "def render(panel, size: Size, wide: Maybe): ..."
    ),
]

INVALID = [
    td.invalid(f"{_HEAD}    size: int = 1\n\ndef render(panel, db: «None | Inject[Db]» = None): ..."),
    td.invalid(
        "from dataclasses import dataclass\nfrom svcs_di import Inject\n\nMaybe = Inject[int] | None\n\n"
        "@dataclass\nclass Panel:\n    size: «Maybe» = None"
    ),
]
