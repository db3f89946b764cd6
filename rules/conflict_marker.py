"""TDC134: what a merge left in a template."""

from __future__ import annotations

import re
import typing as t
from bisect import bisect_left
from collections.abc import Iterator

from tdomcheck import authoring as td

_MARKER = re.compile(rb"(?<![^\r\n])(?:<{7} \S[^\r\n]*|={7}|>{7} \S[^\r\n]*)(?![^\r\n])")
_ORDER = b"<=>"
_SHOWN = re.compile(rb"<(/?)(?:pre|code|samp|textarea)\b", re.IGNORECASE)


class ConflictMarker(td.TemplateRule):
    """
    ## What

    Both sides of a conflict within one template, between the lines that a merge puts around them.

    ## Why

    Elsewhere Python refuses such lines. Within a string they are text: tdom renders both sides, and lines such as
    `&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD`, into the page.

    ## Instead

    Keep one side, and delete the lines of the merge. An example of a conflict goes into `<pre>` or `<code>`.

    ## Example

    ```python
    # bad
    t\"\"\"<h1>
    <<<<<<< HEAD
    {title}
    =======
    {heading}
    >>>>>>> topic
    </h1>\"\"\"
    # good
    t\"\"\"<h1>
    {heading}
    </h1>\"\"\"
    ```
    """

    CODE = "TDC134"
    SLUG = "conflict-marker"
    GROUP = "templates"
    SUMMARY = "what a merge could not decide is rendered into the page"
    SEVERITY = td.Severity.ERROR
    GATE = td.Gate(features={td.Feature.TEMPLATE}, tokens={"<<<<<<< "})

    VALID: t.ClassVar = [
        't"""<h1>Title</h1>\n=======\n<p>{text}</p>"""',
        't"""<h1>{title}</h1>\n=======\n>>>>>>> quoted mail\n<p>{text}</p>"""',
        't"""<p>\n  <<<<<<< HEAD\n  a\n  =======\n  b\n  >>>>>>> topic\n</p>"""',
        't"""<pre>\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> topic\n</pre>"""',
    ]
    INVALID: t.ClassVar = [
        td.invalid('t"""<p>\n«<<<<<<< HEAD»\n{a}\n=======\n{b}\n>>>>>>> topic\n</p>"""'),
        td.invalid(
            't"""\n«<<<<<<< ours»\n<p>{a}</p>\n||||||| base\n<p>{b}</p>\n=======\n<p>{c}</p>\n>>>>>>> 1a2b3c\n"""'
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._reported: set[int] = set()
        """One template may be within another."""

    def check_template(self, template: td.Template) -> None:
        start, from_utf8 = template.node.start_byte, self.view.source.from_utf8
        for first, end in _conflicts(self.view.tree.utf8[start : template.node.end_byte]):
            if start + first not in self._reported:
                self._reported.add(start + first)
                self.report_span(
                    td.Span(from_utf8(start + first), from_utf8(start + end)),
                    "a merge left both sides of a conflict in the template",
                    note="tdom renders both, and the lines around them",
                    help="keep one side, and delete the lines of the merge",
                )


def _conflicts(text: bytes) -> Iterator[tuple[int, int]]:
    """Where the first line of each conflict is: one that lines with `=` and `>` follow, in this order.

    What is within a tag that shows text as it is, is an example."""
    tags = [(match.start(), not match[1]) for match in _SHOWN.finditer(text)]
    expected, first = 0, (0, 0)
    for match in _MARKER.finditer(text):
        kind = _ORDER.index(match.group()[:1])
        if kind == 0:
            expected, first = 1, match.span()
        elif kind == expected == 1:
            expected = 2
        else:
            last = bisect_left(tags, first) - 1
            if kind == expected and not (last >= 0 and tags[last][1]):
                yield first
            expected = 0
