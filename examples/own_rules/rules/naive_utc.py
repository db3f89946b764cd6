"""ACME101: times without a zone."""

from __future__ import annotations

import typing as t

import libcst as cst
import libcst.matchers as m

from tdomcheck import authoring as td

_PLAIN_CALL = m.Call(func=m.Attribute() | m.Name(), args=[])


class NaiveUtc(td.Rule):
    """
    ## What

    `datetime.utcnow()`.

    ## Why

    It has no zone, so that Python takes it for a local time wherever it compares or converts it.

    ## Instead

    `datetime.now(UTC)`.

    ## Example

    ```python
    placed = datetime.utcnow()  # bad
    placed = datetime.now(UTC)  # good
    ```
    """

    CODE = "ACME101"
    SLUG = "naive-utc"
    GROUP = "acme"
    SUMMARY = "the time has no zone"
    SEVERITY = td.Severity.WARNING
    FIXABLE = "sometimes"
    GATE = td.Gate(tokens={"utcnow"})

    VALID: t.ClassVar = [
        "from datetime import UTC, datetime\n\nplaced = datetime.now(UTC)",
        "from shop import datetime\n\nplaced = datetime.utcnow()",
    ]
    INVALID: t.ClassVar = [
        td.invalid(
            "from datetime import datetime\n\nplaced = «datetime.utcnow()»",
            fixed="from datetime import UTC, datetime\n\nplaced = datetime.now(UTC)",
            unsafe=True,
        ),
        td.invalid(
            "import datetime\n\nplaced = «datetime.datetime.utcnow()»",
            fixed="import datetime\n\nplaced = datetime.datetime.now(datetime.UTC)",
            unsafe=True,
        ),
        td.invalid(
            "from datetime import datetime as clock\n\nplaced = str(«clock.utcnow()»)",
            fixed="from datetime import UTC, datetime as clock\n\nplaced = str(clock.now(UTC))",
            unsafe=True,
        ),
        td.invalid("from datetime import datetime\n\ndef f():\n    UTC = 1\n    return «datetime.utcnow()», UTC"),
    ]

    def visit_Call(self, node: cst.Call) -> None:
        if m.matches(node, _PLAIN_CALL) and self.resolve_name(node.func) == "datetime.datetime.utcnow":
            self.report(node, "`utcnow()` gives a time without a zone", fix=self._fix(node), help="call `now(UTC)`")

    def _fix(self, node: cst.Call) -> td.Fix | None:
        zone = td.importable(self.view, "datetime", "UTC")
        if zone is None or not isinstance(node.func, cst.Attribute):
            return None  # the name UTC is another one's, or the method has a name of its own
        spelled, imports = zone
        span, method = self.span_of(node), self.span_of(node.func.attr)
        return td.Fix(
            "Ask for the time in UTC",
            (td.Edit(method.start, span.end, f"now({spelled})"),),
            td.Safety.UNSAFE,
            imports,
            unsafe_because="times with a zone cannot be compared with those that have none",
        )
