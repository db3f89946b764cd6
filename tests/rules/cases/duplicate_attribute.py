"""Cases of TDC107, duplicate-attribute."""

from __future__ import annotations

VALID = [
    "t\"<p>{text}</p><!-- <a id='1' id='2'> --><textarea><a id='1' id='2'></textarea>\"",
    "with pytest.raises(ValueError):\n    html(t\"<a id='1' id='2'></p>\")",
    'from psycopg import sql\n\nt"<a id=1 id=2>"',
    'node = parse_root(t"<a id=1 id=2></a>")',
]
