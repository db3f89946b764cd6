"""Cases of TDC902, moved-import."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    "from svcs_di.injector_container import InjectorContainer\nimport svcs_di.injector_container",
    "from .svcs_di.injectors import scan\nfrom shop.svcs_di import Resource",
    "from svcs_di.injectors_of_our_own import injectable",
    "import svcs_hopscotch.injectors.locator\nfrom svcs_hopscotch.injectors.locator import ServiceLocator",
    "if True:\n    from svcs_hopscotch import injectors  # not svcs_di.injectors",
    """
    try:
        from svcs_hopscotch.injectors import injectable
    except ImportError:
        from svcs_di.injectors import injectable
    """,
]

INVALID = [
    td.invalid(
        "from «svcs_di.injectors.locator» import (\n    Location,  # kept\n    ServiceLocator as SL,\n)",
        fixed="from svcs_hopscotch.injectors.locator import (\n    Location,  # kept\n    ServiceLocator as SL,\n)",
    ),
    td.invalid(
        "from svcs_di import Inject, «Resource as R»  # for the menu\nimport svcs",
        fixed="from svcs_di import Inject  # for the menu\nfrom svcs_hopscotch import Resource as R\nimport svcs",
    ),
    td.invalid(
        "def wire():\n    from svcs_di import «HopscotchContainer», auto",
        fixed="def wire():\n    from svcs_di import auto\n    from svcs_hopscotch.injectors import HopscotchContainer",
    ),
    td.invalid("import «svcs_di.injectors»\nsvcs_di.injectors.scan(registry)"),
    td.invalid(
        "from svcs_di import (\n    auto,\n    «injectable»,\n    Inject,\n)",
        fixed="from svcs_di import (\n    auto,\n    Inject,\n)\nfrom svcs_hopscotch.injectors import injectable",
    ),
    td.invalid("from «svcs_di.injectors» import *", fixed="from svcs_hopscotch.injectors import *"),
]
