"""Cases of TDC904, html-context-kw."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    'import pytest\nfrom tdom import html\n\nwith pytest.raises(TypeError):\n    html(t"<p></p>", context=1)',
    'from tdom_svcs import html\n\npage = html(t"<p></p>", **{"context": 1})',
]

INVALID = [
    td.invalid(
        "from svcs import Container\nimport tdom_svcs\n\ndef page(registry):\n    box = Container(registry)\n"
        '    return tdom_svcs.html(t"<p></p>", «context = box»)',
        fixed="from svcs import Container\nimport tdom_svcs\n\ndef page(registry):\n    box = Container(registry)\n"
        '    return tdom_svcs.html(t"<p></p>", container = box)',
    ),
]
