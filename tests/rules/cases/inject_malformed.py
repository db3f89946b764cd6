"""Cases of TDC405, inject-malformed."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = (
    "from dataclasses import InitVar, dataclass\nfrom typing import Annotated, Generic\n"
    "from svcs_di import Inject\n\nclass Db: ...\n\n@dataclass\nclass Panel:\n"
)
_ALIAS = _HEAD.replace("@dataclass\n", "Dbs = tuple[Inject[Db], ...]\n\n@dataclass\n")

VALID = [
    f"{_ALIAS}    dbs: Dbs".replace("tuple[Inject[Db], ...]", "Annotated[Inject[Db], 'x']"),
    f"{_ALIAS}    dbs: Dbs[Db]".replace("tuple[Inject[Db], ...]", "Inject"),
    f"{_ALIAS}    dbs: Dbs".replace("tuple[Inject[Db], ...]", "tuple[Db, ...]"),
    f"{_ALIAS}    dbs: Dbs".replace("@dataclass", "Dbs = Inject[Db]\n\n@dataclass"),
    f"{_ALIAS}    Dbs = Inject[Db]\n    dbs: Dbs",
    f"{_ALIAS}    dbs: other.Dbs",
    f"{_HEAD}    dbs: Dbs\n\ndef inner():\n    Dbs = tuple[Inject[Db], ...]",
    f"{_HEAD}    kinds: Generic[Inject[Db]]\n\ndef fields() -> list[Inject[Db]]:\n    found: list[Inject[Db]] = []",
    """
    from dataclasses import dataclass
    from svcs_di import Inject

    def test_local():
        class Db: ...

        @dataclass
        class Panel:
            db: Inject[Db]
    """,
    f"{_HEAD}    db: Inject[Db]\n\nkinds = {{Inject: list[Inject[Db]]}}",
    "from shop import Box\nfrom svcs_di import Inject\n\ndef render(panel, db: Box[Inject[int]]): ...",
]

INVALID = [
    td.invalid(
        "from dataclasses import dataclass\nfrom svcs_di import Inject\n\nDep = Inject[int]\n\n"
        "@dataclass\nclass Panel:\n    size: «Inject[Dep]»"
    ),
    td.invalid(f"{_ALIAS}    dbs: «Dbs»".replace("Dbs =", "Dbs: TypeAlias =")),
    td.invalid(f"{_ALIAS}    dbs: «Dbs»".replace("Dbs =", "type Dbs =")),
    td.invalid(f"{_ALIAS}    dbs: «Dbs»".replace("tuple[Inject[Db], ...]", "Inject")),
    td.invalid(f"{_ALIAS}    dbs: «list[Dbs]»".replace("tuple[Inject[Db], ...]", "Inject[Db]")),
    td.invalid(f"{_ALIAS}    db: Inject[Db]\n\ndef render(panel, *, dbs: «Dbs»): ..."),
    td.invalid(f"{_HEAD}    dbs: «dict[str, Inject[Db]]» = None"),
    td.invalid(
        """
        from dataclasses import dataclass
        from svcs_di import Inject

        def test_local():
            class Db: ...

            @dataclass
            class Panel:
                db: «Inject["Db"]»
        """
    ),
]
