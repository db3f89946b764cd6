"""`report merge`: the reports of all shards as the report of one run."""

from __future__ import annotations

import os
from collections.abc import Sequence

from tdomcheck.config.regular import open_regular
from tdomcheck.edges.files import write_report
from tdomcheck.errors import UsageError
from tdomcheck.report.escape import told, visible
from tdomcheck.report.shards.merge import ShardReport, merged, read_shard
from tdomcheck.report.shards.shapes import NotMergeable

MOST_BYTES = 128 * 1024 * 1024
"""Of one report; the largest that was seen, of 100,000 findings, has 90 MB."""


def merge_reports(paths: Sequence[str], output_file: str, output_format: str) -> tuple[str, int, str]:
    """Text for standard output, the exit code and the warnings of the run; raises UsageError with what is wrong."""
    names: dict[str, str] = {}
    for path in paths:
        earlier = names.setdefault(os.path.realpath(path), path)
        if earlier != path or list(paths).count(path) > 1:
            raise UsageError(f"{visible(path)} is named twice")
    reports = [_read(path) for path in paths]
    wrong = next((each for each in reports if output_format and each.format != output_format), None)
    if wrong is not None:
        raise UsageError(f"{wrong.name} is {wrong.format}: reports are merged in the format that they have")
    try:
        report = merged(reports)
    except NotMergeable as error:
        raise UsageError(str(error)) from None
    notice = told("warning", report.warnings)
    if not output_file:
        return report.text, report.exit_code, notice
    write_report(output_file, report.text)
    return "", report.exit_code, notice


def _read(path: str) -> ShardReport:
    name = visible(path)
    try:
        with open_regular(path) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{name} could not be read: {error.strerror or error}") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{name} has more than {MOST_BYTES:,} bytes, which is no report of a shard")
    try:
        return read_shard(name, data)
    except NotMergeable as error:
        raise UsageError(f"{name} {error}") from None
