"""The configuration with budgets that have fallen to what is there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, cast

from tdomcheck.app.session import Session
from tdomcheck.config.regular import read_regular
from tdomcheck.edges.file_writes import FileChange
from tdomcheck.edits.toml import with_value
from tdomcheck.report.escape import visible
from tdomcheck.source.toml import TomlText
from tdomcheck.values import dataclass


@dataclass(frozen=True, slots=True)
class LoweredBudgets:
    """What is to be written, and what is said of it."""

    changes: tuple[FileChange, ...] = ()
    told: str = ""


def lowered_budgets(session: Session, counts: Mapping[str, int]) -> LoweredBudgets:
    """Budgets with these numbers, byte for byte as the configuration was around them."""
    source = session.settings.source
    if not counts:
        return LoweredBudgets()
    before = read_regular(source) if source else b""
    is_own = os.path.basename(source) == "tdomcheck.toml"
    document = cast("Mapping[str, Any]", TomlText(before).values)
    table = (document if is_own else document.get("tool", {}).get("tdomcheck", {})).get("budgets", {})
    infos = session.catalog(session.settings).infos
    codes = {name: info.code for info in infos for name in (info.code, info.slug)}
    steps = ("budgets",) if is_own else ("tool", "tdomcheck", "budgets")
    names = {codes[name]: name for name in table if codes.get(name) in counts}
    place = visible(session.shown(source)) if source else "a configuration"
    after, told = before, ""
    for code, count in sorted(counts.items()):
        name = names.get(code)
        if name is None:
            told += f"budget of {code}: it could be {count}, and is not in {place}: lower it where it is\n"
            continue
        lowered = with_value(after, (*steps, name), count)
        by_hand = f"it could be {count}; lower it by hand in {place} as it is written"
        told += f"budget of {code}: {by_hand if lowered is None else count}\n"
        after = lowered or after
    return LoweredBudgets((FileChange(source, before, after),) if after != before else (), told)
