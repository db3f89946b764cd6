"""Cases of TDC210, children-as-attribute."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    "attrs = {'id': 'x'}\npage = t\"<{Card} {attrs}>children</{Card}>\"",
    "attrs = {'children': x}\ndel attrs['children']\npage = t\"<{Card} {attrs} />\"",
    "attrs = {'children': x}\nchange(attrs)\npage = t\"<{Card} {attrs} />\"",
    "attrs = {'id': x}\nif x:\n    attrs['children'] = x\n    y = 1\npage = t\"<{Card} {attrs} />\"",
    "attrs = {'id': x}\npage = t\"<{Card} {attrs} />\"\nattrs['children'] = x",
    "attrs = {'children': x}\nattrs.pop('children')\npage = t\"<{Card} {(attrs if x else attrs)} />\"",
    "page = t\"<{Card} {({'children': x} if x else {})} />\"",
    "page = t\"<{Card} {({'children': x} if x else None)} />\"",
    "from shop import dict\n\npage = t'<{Card} {dict(children=x)} />'",
    't"<{Card} has-children={x} childrens={y} />"',
    't"<{Card} {attrs}>children={x}</{Card}>"',
    "with pytest.raises(ValueError):\n    html(t'<{Card} children={x} />')",
    "def Rule(): ...\n\npage = t\"<{Rule}><{Card} children={'dropped with all that stands here'} /></{Rule}>\"",
    'query = t"select children = {x}"',
    't"<{Card} aria-children={y} data-children={x} />"',
    't"<{Card}><ul children={x}></ul></{Card}>"',
]

INVALID = [
    td.invalid("def page(x):\n    attrs = {'children': x}\n    return t\"<{Card} «{attrs}» />\""),
    td.invalid("page = t\"<{Card} «{{'children': x}}» />\"".replace("{{", "{ {").replace("}}", "} }")),
    td.invalid("attrs = dict(more, children=x)\npage = t'<{Card} «{attrs}» />'"),
    td.invalid("attrs = {**more, 'children': x}\npage = t'<{Card} «{attrs}» />'"),
    td.invalid("page = t\"<{Card} «{({'children': x} if x else dict(children=y))}» />\""),
    td.invalid(
        "def page(x):\n    if x:\n        attrs = {'children': x}\n    else:\n        attrs = dict(children=1)\n"
        '    return t"<{Card} «{attrs}» />"'
    ),
    td.invalid('t"<{Card} «children={body}» title={x} />"', fixed='t"<{Card} title={x}>{body}</{Card}>"'),
    td.invalid('t"<{ui.Card} «children={body:safe}»></{ui.Card}>"', fixed='t"<{ui.Card}>{body:safe}</{ui.Card}>"'),
    td.invalid('t"<{Card} «children=a&amp;b» />"'),
    td.invalid('t"<{Card} «children» />"'),
    td.invalid("def Card(**attrs): ...\n\npage = t\"<{Card} «Children='x'» />\""),
]
