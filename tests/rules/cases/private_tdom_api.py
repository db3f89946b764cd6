"""Cases of TDC804, private-tdom-api."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    "from tdom import *",
    "from tdom import Node, Element, t",
    "import tdom as _tdom\nfrom tdom import html as _html",
]

INVALID = [
    td.invalid(
        "from tdom.processor import «ComponentLookup», html",
        message="`ComponentLookup` does not exist in `tdom.processor` of tdom 0.1.20",
    ),
    td.invalid(
        "from «tdom.processor» import (\n    html as render,  # kept\n    svg,\n)",
        fixed="from tdom import (\n    html as render,  # kept\n    svg,\n)",
    ),
    td.invalid(
        "try:\n    from «tdom.processor» import Config\nexcept ImportError:\n    Config = None",
        message="`tdom.processor` is internal to tdom",
    ),
    td.invalid("import os, «tdom.tnodes» as nodes"),
    td.invalid("from tdom import «processor as inside», html"),
    td.invalid("def late():\n    from «tdom.utils» import *"),
]
