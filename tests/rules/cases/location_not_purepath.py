"""Cases of TDC601, location-not-purepath."""

from __future__ import annotations

from tdomcheck import authoring as td

_HEAD = "from pathlib import PurePath\nfrom svcs_hopscotch.injectors import HopscotchContainer as C, injectable\n\n"
_AWAY = (
    "# file: shop/french.py\nfrom shop.places import FRENCH\nfrom svcs_hopscotch.injectors import injectable\n\n"
    "@injectable(location=FRENCH)\nclass Menu: ...\n# file: shop/places.py\n"
)

VALID = [
    """
    # file: shop/french.py
    from shop.places import FRENCH, GERMAN
    from svcs_hopscotch.injectors import injectable

    @injectable(location=FRENCH)
    class Menu: ...

    @injectable(location=GERMAN)
    class Karte: ...
    # file: shop/places.py
    from pathlib import PurePath

    FRENCH = PurePath("/fr")
    GERMAN = FRENCH if FRENCH else "/de"
    """,
    f"{_HEAD}C(registry, location=PurePath(request.path))\nC(registry, location=place)\nC(registry, location=None)",
    f"{_HEAD}def test_refusal():\n    with pytest.raises(AttributeError):\n        C(registry, location='/fr')",
    'def plan(calendar):\n    calendar.register("party", location="Berlin")',
    f'{_HEAD}HOME = PurePath("fr")\nif debug:\n    HOME = PurePath("/fr")\n\nC(r, location=HOME)',
    f'{_HEAD}HOME = PurePath("fr")\n\ndef use(HOME):\n    return C(r, location=HOME)',
    f'{_HEAD}def use(language):\n    home = PurePath("fr", language)\n    return C(r, location=home)',
    f"{_HEAD}HOME = PurePath(f'{{root}}fr')\n\nC(r, location=HOME)",
    f'{_AWAY}from elsewhere import PurePath\n\nFRENCH = PurePath("fr")',
    f'{_AWAY}from pathlib import PurePath\n\nFRENCH = PurePath("/", "fr")',
    f'{_AWAY}from pathlib import PurePath\n\nFRENCH = PurePath("fr")\nif FRENCH:\n    FRENCH = PurePath("/fr")',
    f'{_AWAY}from pathlib import PurePath\n\nFRENCH = PurePath("fr")\n\ndef move():\n    global FRENCH',
]

INVALID = [
    td.invalid(f'{_AWAY.replace("=FRENCH", "=«FRENCH»")}FRENCH = "/fr"'),
    td.invalid(
        f'{_AWAY.replace("=FRENCH", "=«FRENCH»")}from pathlib import PurePosixPath\n\nFRENCH = PurePosixPath("fr/")'
    ),
    td.invalid(
        """
        from dataclasses import dataclass
        from svcs_hopscotch.injectors import injectable

        @injectable(for_=Greeting, location=«"/fr/"»)
        class French: ...
        """,
        fixed="""
        from dataclasses import dataclass
        from pathlib import PurePath
        from svcs_hopscotch.injectors import injectable

        @injectable(for_=Greeting, location=PurePath("/fr"))
        class French: ...
        """,
    ),
    td.invalid(
        f"{_HEAD}from tdom_svcs import middleware as near\n\n@near(location=«'/'»)\nclass Log: ...",
        fixed=f"{_HEAD}from tdom_svcs import middleware as near\n\n@near(location=PurePath('/'))\nclass Log: ...",
    ),
    td.invalid(
        f"{_HEAD}def svcs_registry(registry):\n"
        '    registry.register_implementation(Greeting, French, location=«PurePath("fr")»)'
    ),
    td.invalid(
        "from svcs_di.injectors import injectable\n\ndef PurePath(text): ...\n\n"
        '@injectable(location=«"/fr"»)\nclass French: ...'
    ),
    td.invalid(
        "from svcs_hopscotch import HopscotchContainer as C\n\nC(r, location=«'/fr'»)\nfrom pathlib import PurePath"
    ),
    td.invalid(
        f"{_HEAD}def make(PurePath):\n    return C(r, location=«'/fr'»)",
    ),
    td.invalid(f"{_HEAD}C(registry, location=«'/f' 'r'»)"),
    td.invalid(f'{_HEAD}HOME = PurePath("fr")\n\n@injectable(for_=Greeting, location=«HOME»)\nclass French: ...'),
    td.invalid(f'{_HEAD}def use(r):\n    home = PurePath("fr")\n    return C(r, location=«home»)'),
]
