"""Cases of TDC105, dynamic-attribute-name."""

from __future__ import annotations

from tdomcheck import authoring as td

VALID = [
    "t'<script>a = \"<b data-{key}={value}>\"</script>'",
    'from psycopg import sql\n\nquery = t"SELECT <a {key}={value}>"',
    'f"<div data-{key}={value}></div>"',
    'with pytest.raises(ValueError):\n    html(t"<div data-{key}={value}></div>")',
]

INVALID = [
    td.invalid("t'<b «{name}=big»></b>'", fixed="t'<b { {name: \"big\"} }></b>'", unsafe=True),
    td.invalid('t"<div «data-{key}»></div>"', fixed="t\"<div { {f'data-{key}': True} }></div>\"", unsafe=True),
    td.invalid('t"<div «{a!r}={value:safe}»></div>"'),
    td.invalid(
        "t\"<div «{names['a']}={value}»></div>\"", fixed="t\"<div { {names['a']: value} }></div>\"", unsafe=True
    ),
]
