"""Cases of TDC907, unresolved-import."""

from __future__ import annotations

from tdomcheck import authoring as td

_SHOP = """# file: shop/__init__.py
# file: shop/parts.py
from string.templatelib import Template

WIDE = True
if WIDE:
    def Panel(title): ...
for Row in (1, 2): ...
with open(WIDE) as Handle: ...
(Left, Right) = 1, 2

def late():
    global Later

def Card(title): ...
# file: shop/ui.py
from .parts import Card, Template as Alias
from .parts import *
# file: shop/gone_too.py
from .gone import Card
from .parts import Nothing
"""
_USE = 'page = t"<{Card} />"\n'
_RUN = f'{_USE}\nif __name__ == "__main__":\n    print(page)\n'
_MONEY = "def money(x): ...\nLABEL = ICONS = 1\n"
_REGISTER = "registry.register_factory"
_WIRE = "def wire(registry):\n    registry.register_factory(Redis, Redis)"


def _page(imported: str, tag: str = "Card") -> str:
    return f'{_SHOP}# file: shop/page.py\n{imported}\n\npage = t"<{{{tag}}} />"\n'


def _files(path: str, text: str, page: str, imported: str, use: str = _USE) -> str:
    """A module, and a page that imports from it or not."""
    return f"# file: {path}\n{text}\n# file: {page}\n{imported}\n\n{use}"


def _shown(imported: str, shown: str) -> str:
    """A page that only shows what it imports."""
    shop = f"{_SHOP}# file: shop/lib.py\n{_MONEY}"
    return f"{shop}# file: shop/page.py\nfrom tdom import html\n{imported}\n\npage = t'{shown}'\n"


def _wired(imported: str, wiring: str) -> str:
    return f"{_SHOP}# file: shop/wiring.py\n{imported}\n\n\ndef wire(registry, names):\n    {wiring}\n"


def _starred(parts: str, page: str = "from .parts import *\n", use: str = _USE) -> str:
    return f"# file: shop/__init__.py\n# file: shop/parts.py\n{parts}\n# file: shop/page.py\n{page}\n{use}"


_CARD = "def Card(): ...\nclass Other: ...\n"
VALID = [
    _starred(_CARD),
    _starred(f"__all__ = ['Card']\n{_CARD}"),
    _starred(f"__all__ = ['Other']\n{_CARD}__all__.append('Card')"),
    _starred(f"__all__ = ['Other']\n{_CARD}__all__ += ['Card']"),
    _starred(f"__all__ = ['Other', *names]\n{_CARD}"),
    _starred(f"__all__ = names\n{_CARD}"),
    _starred("from elsewhere import *"),
    _starred("def __getattr__(name): ..."),
    _starred("def Other(): ...", "from .parts import *\nfrom elsewhere import *\n"),
    _starred("def Other(): ...", "from .parts import *\nfrom elsewhere import Card\n"),
    _starred("def Other(): ...", "try:\n    from .parts import *\nexcept ImportError:\n    pass\n"),
    _starred("def Other(): ...", use="def page(Card):\n    return t'<{Card} />'\n"),
    _starred("def Other(): ...", use="def page():\n    Card = input()\n    return t'<{Card} />'\n"),
    _starred("def Other(): ...", use="page = [t'<{Card} />' for Card in range(3)]\n"),
    _starred("def Other(): ...", use="page = t'<{Other} />'\nclass Card: ...\nlast = t'<{Card} />'\n"),
    _starred("def Other(): ...", "globals().update(read())\nfrom .parts import *\n"),
    "# file: shop/Card.py\n" + _starred("def Other(): ...", "from shop import *\n"),
    _shown("from .lib import money", "<p>{money(1)}</p>"),
    _shown("from .lib import LABEL", "<p title={LABEL}>{LABEL!r:>4}</p>"),
    _shown("from . import lib", "<p>{lib.LABEL.upper()}</p>"),
    _shown("from .lib import gone", "<p>{1}</p>"),
    _shown("from .lib import gone\n\n\ndef page(gone):\n    return t'<p>{gone}</p>'\n", "<p></p>"),
    _shown("from .lib import gone", "<p>{(lambda gone: gone)(1)}</p>"),
    _shown("from .lib import gone", "<p>{dict(gone=1)} {page.gone}</p>"),
    _shown("from elsewhere import gone", "<p>{gone}</p>"),
    _shown("import json", "<p>{json.gone}</p>"),
    _shown("try:\n    from .lib import gone\nexcept ImportError:\n    gone = None", "<p>{gone}</p>"),
    _shown("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .gone import money", "<p>{money}</p>"),
    _shown("from . import lib", "<p>{lib.later}</p>") + "# file: shop/plugin.py\nfrom shop import lib\nlib.later = 1\n",
    _wired("from .parts import Card", f"{_REGISTER}(Card, lambda: Card(1))"),
    _wired("from .gone import Card", f"{_REGISTER}(int, lambda Card: Card)"),
    _wired("from .gone import Card", f"for Card in (int, str):\n        {_REGISTER}(Card, Card)"),
    _wired("from .gone import Card", f"for each in (Card,):\n        print(each)\n    {_REGISTER}(int, int)"),
    _wired("from elsewhere import Card", f"for each in (Card,):\n        {_REGISTER}(each, each)"),
    _wired(
        "import pytest\nfrom . import parts",
        f"with pytest.raises(Error):\n        {_REGISTER}(int, lambda: parts.Crad)",
    ),
    *(
        _page(f"from .parts import {name}", name)
        for name in ("Panel", "Row", "Handle", "Left", "Right", "Later", "Card", "Template", "__doc__")
    ),
    _page("from shop.ui import Card"),
    _page("from shop.ui import Alias", "Alias"),
    _page("from shop.ui import Panel", "Panel"),
    _page("from shop import parts", "parts.Card"),
    _page("import shop.parts", "shop.parts.Card"),
    _page("import shop.parts as p", "p.Card"),
    _page("if WIDE:\n    from .gone import Card"),
    _page("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .gone import Card"),
    _page("from contextlib import suppress\nwith suppress(ImportError):\n    from .gone import Card"),
    _page("def page():\n    try:\n        from .gone import Card\n    finally:\n        pass"),
    _page("from elsewhere import Card"),
    _page("from elsewhere.shop.parts import Crad as Card"),
    _page("from .gone import helper\nfrom .parts import Card"),
    _page("import pytest\npytest.importorskip('shop.fast')\nfrom shop.fast import Card"),
    _page("import pytest\npytest.importorskip('shop.fast', reason='')\nfrom shop.fast.deep import Card"),
    # names that a module makes as it runs
    *(
        _files("shop/__init__.py", made, "shop/page.py", "from . import Card")
        for made in (
            "def __getattr__(name): ...",
            "__getattr__, __dir__ = lazy(__name__)",
            "from elsewhere import *",
            "globals()['Ca' + 'rd'] = print",
            "globals().update(read())",
            "exec(read())",
            "import sys\nsetattr(sys.modules[__name__], 'Ca' 'rd', print)",
            "import sys\nsys.modules[__name__] = read()",
            "vars()['Card'] = print",
            "import pkgutil\n__path__ = pkgutil.extend_path(__path__, __name__)",
        )
    ),
    # another file gives it the name
    _page("from .parts import Extra", "Extra")
    + "# file: shop/plugin.py\nfrom shop import parts\nparts.Extra = print\n",
    # a namespace package may have parts elsewhere
    f"# file: space/page.py\nfrom space.other import Card\n\n{_USE}",
    # two files could be meant
    "# file: src/shop/__init__.py\n" + _files("shop/__init__.py", "Other = 1", "app.py", "from shop import Card"),
    # a package of a test's data is not what the application means
    _files("tests/data/attrs/__init__.py", "", "app.py", "from attrs.filters import Card"),
    # pytest puts the folder of a test on the path, and those above it
    _files("tests/helpers.py", "def Card(): ...", "tests/unit/test_page.py", "from helpers import Card"),
    # Python finds what is beside a script, and nobody knows where a file looks that changes the path
    _files("examples/shop/parts.py", "def Card(): ...", "examples/shop/main.py", "from parts import Card", _RUN),
    _files("bin/parts/__init__.py", "def Card(): ...", "bin/run.py", "from parts import Card", _RUN),
    _files("one/parts.py", "def Card(title): ...", "two/run.py", "from parts import Card", _RUN)
    + "# file: two/parts.py\ndef Card(): ...",
    _files(
        "lib/parts.py", "def Card(): ...", "bin/run.py", "import sys\nsys.path.append('lib')\nfrom parts import Card"
    ),
    _files("lib/parts.py", "def Card(): ...", "tests/test_page.py", "from parts import Card")
    + "# file: tests/conftest.py\nimport sys\nsys.path.append('lib')",
    # of a module and a package with one name Python takes the package
    _page("from shop.parts import Line", "Line") + "# file: shop/parts/__init__.py\ndef Line(): ...",
    # nobody knows what is above the project
    _files("__init__.py", "", "shop/page.py", "from ...parts import Card") + "# file: shop/__init__.py",
    _files("page.py", "", "shop/page.py", "from ...parts import Card"),
    # nobody knows what is behind a stub
    "# file: shop/__init__.py\n"
    + _files("shop/fast.pyi", "def Other(): ...", "shop/page.py", "from .fast import Card"),
    # a folder has a module of the name, and not what is imported
    _files("app/redis.py", "URL = 1", "app/wiring.py", "from redis import Redis", _WIRE),
    # a folder is a package: its modules are not found by their last names
    "# file: app/__init__.py\n"
    + _files("app/redis.py", "Redis = 1", "app/wiring.py", "from redis import Redis", _WIRE),
    # several folders have it
    "# file: one/parts.py\ndef Card(): ...\n"
    + _files("two/parts.py", "def Card(): ...", "app.py", "from parts import Card"),
    "try:\n    from svcs_di.injectorz import Inject\nexcept ImportError:\n    Inject = None",
    "from svcs import __version__, Container, flask\nfrom svcs_di import *",
    "# file: svcs_di/__init__.py\nNewer = 1\n# file: app.py\nfrom svcs_di import Newer",
]

INVALID = [
    td.invalid(_starred("def Other(): ...", "«from .parts import *»\n")),
    td.invalid(_starred(f"__all__ = ['Other']\n{_CARD}", "«from .parts import *»\n")),
    td.invalid(_starred(f"__all__ = (\n    # one\n    'Other',\n)\n{_CARD}", "«from .parts import *»\n")),
    td.invalid(_page("«from .gone import *»")),
    td.invalid(_page("from functools import partial\n«from .gone import Card»\nBig = partial(Card, title=1)", "Big")),
    td.invalid(_page("«from .gone import Base»\n\nclass Row(Base): ...", "Row")),
    td.invalid(_page("«from .gone import shown»\n\n@shown\ndef Row(): ...", "Row")),
    td.invalid(
        _SHOP + "# file: shop/rows.py\nfrom .gone import Base\n\nclass Row(Base): ...\n"
        '# file: shop/page.py\n«from .rows import Row»\n\npage = t"<{Row} />"'
    ),
    td.invalid(_page("«from .gone import Card»")),
    td.invalid(_page("«from shop.gone import Card»")),
    td.invalid(_page("«from shop.deep.gone import Card»")),
    td.invalid(_page("«from .parts import Crad»", "Crad")),
    td.invalid(_page("«from .ui import Crad»", "Crad")),
    td.invalid(_page("«from shop import gone»", "gone.Card")),
    td.invalid(_page("«from shop import parts»", "parts.Crad")),
    td.invalid(_page("«import shop.gone»", "shop.gone.Card")),
    td.invalid(_page("«import shop.gone as g»", "g.Card")),
    td.invalid(_page("«from .gone_too import Card»")),
    td.invalid(_page("«from .gone_too import Nothing»", "Nothing")),
    td.invalid(_page("def late():\n    «from .gone import Card»\n    return t'<{Card} />'", "p")),
    td.invalid(_page("«from .gone import (\n    Card,\n)»")),
    td.invalid(f"# file: space/page.py\n«from .other import Card»\n\n{_USE}"),
    td.invalid(_files("lib/parts.py", "def Card(): ...", "app.py", "«from parts import Card»")),
    td.invalid(_files("lib/parts.py", "def Card(): ...", "lib/use.py", "«from parts import Card»")),
    td.invalid(_files("lib/parts.py", "def Card(): ...", "bin/run.py", "«from parts import Card»", _RUN)),
    td.invalid(_files("lib/parts.py", "def Other(): ...", "lib/run.py", "«from parts import Card»", _RUN)),
    td.invalid(_page("import sys\nsys.path.append('lib')\n«from shop.gone import Card»")),
    td.invalid(
        _SHOP + "# file: shop/menu.py\nfrom svcs_di import Inject\n«from .users import Users»\n\n"
        "def Menu(users: Inject[Users]): ..."
    ),
    td.invalid(_SHOP + f"# file: shop/wiring.py\n«from .gone import Redis»\n\n{_WIRE}"),
    td.invalid(
        _SHOP + "# file: shop/load.py\n«from .users import Users»\n\n"
        "def load(container):\n    return container.get(Users)"
    ),
    td.invalid(
        _SHOP + "# file: shop/load.py\nimport svcs\n«from . import services»\n\nclass Users: ...\n\n"
        "def load():\n    return services.get(Users)"
    ),
    td.invalid(
        _SHOP + "# file: shop/wiring.py\n«from .gone import registry»\n\nclass Users: ...\n\n"
        "registry.register_factory(Users, Users)"
    ),
    td.invalid(_page("import pytest\npytest.importorskip('shop.fas')\n«from shop.fast import Card»")),
    td.invalid(_page("import pytest\n«from shop.fast import Card»\npytest.importorskip('shop.fast')")),
    td.invalid(_page("«from shop.parts import Card»") + "# file: shop/parts/__init__.py\ndef Line(): ..."),
    td.invalid(_page("«from ...parts import Card»")),
    td.invalid("«from svcs_di import Injector2»"),
    td.invalid("«import svcs.flaskk»"),
]
