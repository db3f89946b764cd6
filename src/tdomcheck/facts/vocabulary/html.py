"""Names of HTML that rules ask for, and whether a text holds its tags."""

from __future__ import annotations

import re

from tdomcheck.regex import regex

_TAG = regex(r"<(/?)([A-Za-z][A-Za-z0-9]*)(?=[\s/>])[^<>]*>")

_BOOLEAN = """
allowfullscreen async autofocus autoplay checked controls default defer disabled formnovalidate inert ismap
itemscope loop multiple muted nomodule novalidate open playsinline readonly required reversed selected
shadowrootclonable shadowrootdelegatesfocus shadowrootserializable
"""
BOOLEAN_ATTRIBUTES = frozenset(_BOOLEAN.split())
"""Attributes that hold wherever they are present, whatever their value."""

_ELEMENTS = """
a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3
h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter
nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section
select slot small source span strong style sub summary sup table tbody td template textarea tfoot th thead time
title tr track u ul var video wbr svg path circle rect line polyline polygon text
"""
ELEMENTS = frozenset(_ELEMENTS.split())
"""The elements of HTML, and the common ones of SVG."""

_BLOCKS = """
address article aside base blockquote br caption col colgroup dd details dialog div dl dt fieldset figcaption figure
footer form h1 h2 h3 h4 h5 h6 head header hgroup hr legend li link main menu meta nav ol optgroup option p pre script
search section style summary table tbody td template tfoot th thead title tr ul
"""
BLOCKS = frozenset(_BLOCKS.split())
"""Elements around which white space is not shown: those with a line of their own, and those that are not shown."""


RAW = regex(rb"Markup|markupsafe|:\s*(?:un)?safe|(?i:<script|<style)|<!--|__html__")
"""What a file has in its bytes where text may arrive as it is written: `:safe`, `Markup`, scripts, comments."""


def has_tags(text: str) -> bool:
    """Whether a text is HTML: `a <b and c> d`, `List<int>` and `Use the <b> tag` are not."""
    tags = [match for match in _TAG.finditer(text) if match[2].lower() in ELEMENTS and _is_tag(match)]
    is_meant = text.lstrip(" \n\t\\").startswith("<") or any(match[1] or "=" in match[0] for match in tags)
    return bool(tags) and is_meant


def _is_tag(match: re.Match[str]) -> bool:
    inner = match[0][len(match[1]) + len(match[2]) + 1 : -1].strip().rstrip("/").strip()
    return not inner or "=" in inner or match[2].lower() in {"input", "button", "option", "script", "details"}
