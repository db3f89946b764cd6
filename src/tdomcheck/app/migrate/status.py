"""`codemod status`: how far a migration has come, by who owns the files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from tdomcheck.app.migrate.marks import count_idle_marks
from tdomcheck.app.migrate.owners import read_owners
from tdomcheck.app.migrate.result import Migration
from tdomcheck.app.migrate.told import inner_path, top_of
from tdomcheck.app.session import Session
from tdomcheck.app.work import read_source
from tdomcheck.model.codemod import OpenSite
from tdomcheck.report.codemods import StatusRow


def status_of(session: Session, migration: Migration, ran: AbstractSet[str]) -> tuple[StatusRow, ...]:
    """Files where nothing is left, files that it would change, and places that it cannot convert, by owner."""
    owners = read_owners(top_of(session))
    done: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for verdict in migration.files:
        owner = owners.of(inner_path(session, os.path.join(session.cwd, verdict.path)))
        if verdict.state in {"changed", "failed"}:
            left[owner] += 1
        else:
            done[owner] += 1
    blocked = _blocked(session, migration, ran)
    names = sorted({*done, *left, *blocked})
    return tuple(StatusRow(owner, done[owner], left[owner], blocked.get(owner, 0)) for owner in names)


def _blocked(session: Session, migration: Migration, ran: AbstractSet[str]) -> Mapping[str, int]:
    """Places that a run tells of, and those that only a comment speaks of."""
    owners = read_owners(top_of(session))
    counts: Counter[str] = Counter()
    sites: dict[str, list[OpenSite]] = {}
    for path, site in migration.sites:
        sites.setdefault(path, []).append(site)
        counts[owners.of(inner_path(session, path))] += 1
    for verdict in migration.files:
        path = os.path.join(session.cwd, verdict.path)
        try:
            data, _, _ = read_source(path, session.settings.max_file_bytes)
        except OSError:
            continue
        counts[owners.of(inner_path(session, path))] += count_idle_marks(data, path, sites.get(path, ()), ran)
    return {owner: count for owner, count in counts.items() if count}
