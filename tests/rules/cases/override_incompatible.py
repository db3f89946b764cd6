"""Cases of TDC605, override-incompatible."""

from __future__ import annotations

_CARD = """
    from dataclasses import dataclass
    from svcs_di import Inject
    from svcs_hopscotch.injectors import injectable

    class Users: ...

    @dataclass
    class Card:
        title: str

        def __call__(self): ...

    page = t"<{Card} title='x' />"
    """

VALID = [
    f"{_CARD}\n    @injectable(for_=Users)\n    @dataclass\n    class Ours:\n        heading: str",
    f"{_CARD}\n    @other(for_=Card)\n    @dataclass\n    class Ours:\n        heading: str",
    _CARD.replace("title='x'", "{attrs}")
    + "\n    @injectable(for_=Card)\n    @dataclass\n    class Ours:\n        heading: str",
]
