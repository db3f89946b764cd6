"""`fix`: the fixes of rules, with the reports, plans and proofs of codemods."""

from __future__ import annotations

import typing as t

from tdomcheck import authoring as td

_SELECTED: t.Final = {"select": ("TDC124",)}


class Fix(td.codemods.RuleFixes):
    """Every fix is proved as `tdomcheck fix` does it; what the rules say that no fix mends is told as left."""

    NAME = "fix"
    DESCRIPTION = "Fixes of rules are applied, in one run with codemods."
    OPTIONS = (
        td.option("select", default=[], help="Codes, prefixes or slugs of rules; else those of the configuration."),
        td.option("unsafe", default=False, help="Also fixes that may change what the code does."),
    )
    EXAMPLES: t.ClassVar = [
        td.codemods.example(
            "from tdom import html\n\n\ndef page(name):\n    return html(f'<p>{name}</p>')  # shown\n",
            "from tdom import html\n\n\ndef page(name):\n    return html(t'<p>{name}</p>')  # shown\n",
            options=_SELECTED,
        ),
        td.codemods.example(
            "from tdom import html\n\n\ndef page(text):\n    return html(text.strip())\n", options=_SELECTED
        ),
        td.codemods.example("def page(name):\n    return f'<p>{name}</p>'\n", options=_SELECTED),
    ]
