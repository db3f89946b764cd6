"""Cases of TDC134, conflict-marker."""

from __future__ import annotations

from tdomcheck import authoring as td

_CONFLICT = "<<<<<<< HEAD\n{a}\n=======\n{b}\n>>>>>>> topic\n"

VALID = [
    '"""<p>\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n</p>"""',
    't"<p>\\n<<<<<<< HEAD\\na\\n=======\\nb\\n>>>>>>> topic\\n</p>"',
    't"""<p>\n<<<<<<< HEAD\n{a}\n=======\n{b}\n</p>"""',
    't"""<p>\n<<<<<<< HEAD\n{a}\n>>>>>>> topic\n</p>"""',
    't"""<p>\n=======\n<<<<<<< HEAD\n{a}\n>>>>>>> topic\n</p>"""',
    't"""<p>\n<<<<<<<HEAD\n{a}\n=======\n{b}\n>>>>>>>topic\n</p>"""',
    't"""<p>\n<<<<<<<< HEAD\n{a}\n========\n{b}\n>>>>>>>> topic\n</p>"""',
    't"""<h1>{a}</h1>\n=======\n<h2>{b}</h2>\n======="""',
    f't"""<p>How a conflict looks:</p>\n<code>\n{_CONFLICT}</code>"""',
    f't"""<textarea rows="9">\n{_CONFLICT}</textarea>"""',
    't"""<p>\n<<<<<<< HEAD\n{a}</p>""", t"""<p>\n=======\n{b}\n>>>>>>> topic\n</p>"""',
]

INVALID = [
    td.invalid('t"""<p>\n«<<<<<<< HEAD»\n=======\n{b}\n>>>>>>> topic\n</p>"""'),
    td.invalid('t"""<p>\r\n«<<<<<<< HEAD»\r\n{a}\r\n=======\r\n{b}\r\n>>>>>>> topic\r\n</p>"""'),
    td.invalid('t"""<pre>x</pre>\n«<<<<<<< HEAD»\n<p>{a}</p>\n=======\n<p>{b}</p>\n>>>>>>> topic\n"""'),
    td.invalid('t"""<p>\n<<<<<<< HEAD\n«<<<<<<< other»\n{a}\n=======\n{b}\n>>>>>>> topic\n</p>"""'),
    td.invalid(
        'from tdom import html\n\n\ndef page(a, b):\n    return html(t"""\n«<<<<<<< é»\n<p>{a}</p>\n=======\n'
        '<p>{b}</p>\n>>>>>>> topic\n""")'
    ),
]
