"""Cases of TDC110, uninterpolated-component."""

from __future__ import annotations

VALID = [
    "def clipPath(): ...\n\npage = t\"<svg><clipPath id='a'></clipPath></svg>\"",
    'def title(): return t"<b></b>"\n\npage = t"<title>a</title>"',
    'def Card(): return t"<b></b>"\n\ndef page(Card):\n    return t"<Card></Card>"',
    'def Card(): return t"<b></b>"\n\npage = t"<p title=\'<Card>\'></p><!-- <Card> -->"',
    'def Card(): return t"<b></b>"\n\nwith pytest.raises(ValueError):\n    html(t"<Card></p>")',
]
