"""Cases of TDC901, removed-tdom-api."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    "from tdom import __version__, processor\nimport tdom\n\ntdom.processor, tdom.html, tdom._later",
    "from tdom_svcs import html as Node\nNode(body)",
    "try:\n    import later\nexcept ImportError:\n    from tdom.nodes import Element",
    "import pytest\n\nwith pytest.raises(ImportError):\n    from tdom import Node",
    "import tdom\n\ndef page(tdom):\n    return tdom.Node\n\nshown = tdom.html(body)",
    "import tdom as td\n\nclass Text: ...\n\nshown = Text(), td.Markup('')",
    "from tdom.tnodes import TElement",
]

INVALID = [
    td.invalid("from tdom import «htlm»\n\nhtlm(body)"),
    td.invalid("import tdom\n\n«tdom.htlm»(body)"),
    td.invalid("from tdom import (\n    «Element as Tag»,  # a comment that must not be lost\n    html,\n)"),
    td.invalid("import os\nfrom tdom import «DocumentType»\n\nprint(os)"),
    td.invalid("import «tdom.nodes»\n\nprint(tdom)"),
    td.invalid("import tdom\n\ndef page() -> «tdom.Node»:\n    return tdom.html(body)"),
    td.invalid("from tdom import html, «Comment»\n\n__all__ = ['Comment', 'html']"),
    td.invalid("from tdom import «ComponentCallable»\n\ndef wrap(part: ComponentCallable): ..."),
]
